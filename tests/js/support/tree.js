/** The tree of elements that a component without hooks draws, without a page. */

/**
 * @param {any} node what `html` gives
 * @returns {any[]} elements and texts, components replaced by what they draw
 */
export function drawn(node) {
  if (Array.isArray(node)) return node.flatMap(drawn);
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (typeof node !== "object") return [String(node)];
  if (typeof node.type === "function") return drawn(node.type(node.props));
  const { children, ...props } = node.props;
  return [{ type: node.type, props, children: drawn(children) }];
}

/** Every element of a tree, from top to bottom. */
export function elements(nodes) {
  return nodes
    .filter((node) => typeof node === "object")
    .flatMap((node) => [node, ...elements(node.children)]);
}

/** Elements that stand apart from what is beside them. */
const APART = ["h2", "h4", "li", "p", "td", "th"];

/** The text of a tree. */
export function textOf(nodes) {
  const text = (/** @type {any} */ node) => {
    if (typeof node === "string") return node;
    const inner = node.children.map(text).join("");
    return APART.includes(node.type) ? ` ${inner} ` : inner;
  };
  return nodes.map(text).join("").replace(/\s+/g, " ").trim();
}
