/** The part of the vendored module that the board uses. */
export type VNode = object;
export type Content = VNode | string | number | boolean | null | undefined | Content[];
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(content: Content, parent: Element): void;
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useRef<T>(initial: T): { current: T };
export function useEffect(effect: () => void, inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void, inputs?: unknown[]): void;
export interface Context<T> {
  Provider: (props: { value: T; children?: unknown }) => Content;
}
export function createContext<T>(initial: T): Context<T>;
export function useContext<T>(context: Context<T>): T;
export class Component<P> {
  props: P;
  shouldComponentUpdate?(next: P): boolean;
  render(): unknown;
}
