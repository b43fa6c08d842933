/**
 * The words of the contract between kernel and browser, as ambient types:
 * modules name them without importing anything, so the linker only ever
 * meets real modules.
 */
declare namespace Sjw {
  /** A card as the viewer may see it: a number in words, "?" face down, "." an empty place. */
  type Card = string;

  interface Seat {
    seat: number;
    name: string;
    kind: "person" | "bot";
    grid: Card[];
    hidden: number;
    visible_sum: number;
    total: number;
    starter: boolean;
    ender: boolean;
  }

  interface Last {
    seat: number;
    player: string;
    action: string;
    kind: string;
    from: "draw" | "discard" | null;
    position: string | null;
    card_in: Card | null;
    card_out: Card | null;
    cleared: string[];
    cleared_card: Card | null;
  }

  interface PadRound {
    round: number;
    starter: number;
    ender: number | null;
    raw: number[];
    penalty: number[];
    score: number[];
    total: number[];
    columns_cleared: number[];
  }

  interface Fault {
    seat: number;
    player: string;
    text: string;
    traceback: string;
    observation: string;
    /** Whose view of the table `observation` is. */
    whose: "bot" | "everybody";
  }

  /** Why the record is no longer written. */
  interface Trouble extends Params {
    key: string;
    text: string;
    path: string;
  }

  type Params = Record<string, unknown>;
  interface Prompt extends Params {
    key: string;
  }
  interface BoardError extends Params {
    key: string;
    text: string;
  }

  interface View {
    version: number;
    state: number;
    game: string;
    preset: string;
    practice: boolean;
    record: string | null;
    phase: string;
    round: number;
    turn: number;
    decision: number;
    seat: number | null;
    viewer: number | null;
    waiting: "person" | "bot" | "next round" | "fault" | null;
    prompt: Prompt;
    columns: number;
    rows: number;
    seats: Seat[];
    draw: { count: number };
    discard: { count: number; top: Card | null; below: Card | null };
    held: { seat: number; card: Card; source: "draw" | "discard" } | null;
    targets: Record<string, string>;
    last: Last | null;
    /** What the newest change took back: its first decision, and how many in all. */
    taken_back: { first: Last; count: number } | null;
    last_turn: boolean;
    ender: number | null;
    pad: { target: number; rounds: PadRound[] };
    winners: number[] | null;
    rules: [string, unknown][];
    error: BoardError | null;
    fault: Fault | null;
    /** Whether a person's last decision can be taken back, or why not. */
    undo: "yes" | "seen" | "nothing";
    trouble: Trouble | null;
    /** Where the game was just saved. */
    saved: string | null;
  }

  interface Rows {
    columns: string[];
    rows: unknown[][];
    /** Numbers of the decisions among them that were taken back. */
    undone?: number[];
  }

  type Tree = { [key: string]: string | Tree };
  type Locales = Record<string, Tree>;

  /** Looks a string up and fills its holes; `maybe` gives null where there is none. */
  interface Translate {
    (key: string, params?: Params): string;
    maybe(key: string, params?: Params): string | null;
    lang: string;
  }

  /** What anywidget hands over (the part of it that every host has). */
  interface Model {
    // biome-ignore lint/suspicious/noExplicitAny: a trait may hold any JSON value
    get(name: string): any;
    set(name: string, value: unknown): void;
    save_changes(): void;
    send(content: unknown): void;
    on(event: string, callback: () => void): void;
    off(event: string, callback: () => void): void;
  }

  interface Snapshot {
    view: View;
    rows: Rows;
    pace: number;
    lang: string;
    /** The kernel that held this game is gone. */
    dead: boolean;
    /** An answer to the state shown is under way: nothing more is sent for it. */
    busy: boolean;
    /** Somebody wished to take back what can't be taken back. */
    undoRefused: boolean;
  }

  interface Controller {
    snapshot(): Snapshot;
    act(target: string): void;
    next(): void;
    undo(): void;
    save(): void;
    nextRound(): void;
    retry(): void;
    replace(seat: number): void;
    setPace(milliseconds: number): void;
    shown(): void;
    dispose(): void;
  }

  interface Size {
    w: number;
    h: number;
  }

  interface Layout {
    /** Where the side panel stands, and how wide it is. */
    panel: "beside" | "below";
    panelWidth: number;
    /** "row": piles left of the viewer's grid; "stack": above it. */
    table: "row" | "stack";
    /** The line above the viewer's cards. */
    header: "one line" | "two lines";
    opponents: "beside" | "below";
    opponentColumns: number;
    card: Size;
    /** Space between two of the viewer's cards. */
    gap: number;
    pile: Size;
    /** Width of the place for a pile and its name. */
    slot: number;
    mini: Size;
  }

  /** One thing that moves between two views. A spot is "draw", "discard", "held" or "SEAT:POSITION". */
  type Change =
    | { kind: "fly"; from: string; to: string; card: "origin" | "arrival" }
    | { kind: "flip"; spot: string }
    | { kind: "leave"; spot: string; to: string | null };

  interface TableProps {
    view: View;
    layout: Layout;
    t: Translate;
    act: (target: string) => void;
  }
}
