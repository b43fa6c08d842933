/**
 * The keyboard's place on the board, where a change takes its element away.
 */

/**
 * @param {Element | null} board
 * @returns {Element | null} what has the focus, if it is on this board
 */
export function focusOn(board) {
  // In a frame that is left, an element stays the active one: it has no focus to keep.
  if (!board?.ownerDocument.hasFocus()) return null;
  const { activeElement } = /** @type {Document | ShadowRoot} */ (board.getRootNode());
  return activeElement && board.contains(activeElement) ? activeElement : null;
}

/**
 * Bring the focus to the viewer's cards when its element is gone, or when it
 * was on the table and the table has turned to another viewer. Whatever took
 * it meanwhile, here or elsewhere on the page, keeps it.
 *
 * @param {Element} board
 * @param {Element | null} held what `focusOn` gave before the change
 * @param {boolean} turned whether another viewer looks on now
 */
export function keepFocus(board, held, turned) {
  if (!held) return;
  const now = focusOn(board);
  if (now ? now !== held || !turned || !held.matches("[data-spot]") : isElsewhere(board)) return;
  focusHome(board);
}

/**
 * Bring the focus to what the viewer is asked to do first, else to the viewer's cards.
 *
 * @param {Element} board
 */
export function focusHome(board) {
  /** @type {HTMLElement | null} */
  const stop =
    board.querySelector("[data-asked] button") ??
    board.querySelector('[data-home] [tabindex="0"]') ??
    board.querySelector("button[data-spot]");
  stop?.focus({ preventScroll: true });
}

/** @param {Element} board */
function isElsewhere({ ownerDocument: page }) {
  return !page.hasFocus() || (page.activeElement !== null && page.activeElement !== page.body);
}
