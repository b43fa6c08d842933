/**
 * The keys of a notebook stay out of what is ours: its letters cut, delete and change cells.
 *
 * Jupyter reads them at the document: JupyterLab while they rise, Notebook 7 while they descend,
 * before any element of the page. So a widget can't stop them there; but both leave alone an
 * event whose target has the attribute `data-lm-suppress-shortcuts`. No ancestor can have it for
 * that: most of the shortcuts are for `:focus` itself.
 */

import { isTyping, passesToNotebook } from "./keys.js";

/** All that is ours: what anywidget shows, and boxes of ipywidgets (front/own_keys.py). */
const OURS = "[data-sjw], .sjw-holds-keys";
const SUPPRESS = "data-lm-suppress-shortcuts";
/** @type {WeakSet<Window>} */
const held = new WeakSet();

/**
 * Hold the keys in everything of ours in a window, from now on.
 *
 * @param {Window | null} page
 */
export function holdKeys(page) {
  if (!page || held.has(page)) return;
  held.add(page);
  page.addEventListener("keydown", (event) => mark(event), true);
  page.addEventListener("mousedown", (event) => offerFocus(event), true);
}

/**
 * @param {Event} event
 * @returns {HTMLElement | undefined} the outermost thing of ours around its target
 */
function oursAt(event) {
  const isOurs = (/** @type {EventTarget} */ node) => node instanceof Element && node.matches(OURS);
  return /** @type {HTMLElement | undefined} */ (event.composedPath().filter(isOurs).at(-1));
}

/**
 * Before anybody hears of a key: mark its target for Jupyter, and stop the key on its way back
 * for all other hosts.
 *
 * @param {KeyboardEvent} event
 */
function mark(event) {
  const ours = oursAt(event);
  if (!ours) return;
  const target = /** @type {Element} */ (event.target);
  target.toggleAttribute(SUPPRESS, !passes(event));
  ours.addEventListener("keydown", keep);
}

/** @param {KeyboardEvent} event */
function passes(event) {
  return passesToNotebook(event, isTyping(event.composedPath()[0]));
}

/** @param {KeyboardEvent} event */
function keep(event) {
  if (!passes(event)) event.stopPropagation();
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  if (!isTyping(event.composedPath()[0])) {
    event.preventDefault();
    leave(/** @type {HTMLElement} */ (event.currentTarget));
  }
}

/**
 * Give the keys back to the notebook: its cell is the next thing around that can have them.
 *
 * @param {HTMLElement} ours
 */
function leave(ours) {
  const root = ours.getRootNode();
  const start = root instanceof ShadowRoot ? root.host : ours.parentElement; // marimo's views have one
  /** @type {HTMLElement | null | undefined} */
  const around = start?.closest(".jp-Cell, [tabindex]");
  around?.focus({ preventScroll: true });
}

/**
 * Let a click on what takes no focus itself give it to what is ours, not to the cell around.
 *
 * @param {MouseEvent} event
 */
function offerFocus(event) {
  const ours = oursAt(event);
  if (ours && !ours.hasAttribute("tabindex")) ours.tabIndex = -1;
}
