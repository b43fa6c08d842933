/**
 * The style of the front end: one sheet a page, in the document or in the shadow tree of a view.
 */

/** Those that were given it. @type {WeakSet<Document | ShadowRoot>} */
const dressed = new WeakSet();
/** @type {CSSStyleSheet | undefined} */
let sheet;

/**
 * Give the style to where a view stands. It holds inside `box` alone, or rather in the views of
 * the same version: a page may have another one too.
 *
 * @param {HTMLElement} box a view's place, in the page or about to be
 * @param {{page: string, own: string}} style what holds everywhere; what holds in views
 */
export function adoptStyle(box, { page, own }) {
  const root = box.getRootNode();
  const place = root instanceof ShadowRoot ? root : box.ownerDocument;
  if (dressed.has(place)) return;
  dressed.add(place);
  const style = `${page}\n[data-sjw="${box.dataset.sjw}"] {\n${own}\n}`;
  try {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
    }
    place.adoptedStyleSheets.push(sheet);
  } catch {
    // An older browser, or a document of another window than the one that made the sheet.
    const element = box.ownerDocument.createElement("style");
    element.textContent = style;
    (place instanceof ShadowRoot ? place : place.head).append(element);
  }
}
