/**
 * Light up a phrase of the story and its cards together: whichever the pointer or the focus is on.
 *
 * It marks elements that are drawn already, so that moving a pointer draws nothing anew.
 */

/** @param {Element} board */
export function unlight(board) {
  for (const lit of board.querySelectorAll("[data-lit]")) lit.removeAttribute("data-lit");
}

/**
 * @param {Element} board
 * @param {EventTarget | null} target of the pointer or the focus
 */
export function light(board, target) {
  unlight(board);
  if (!(target instanceof Element)) return;
  const place = /** @type {HTMLElement | null} */ (target.closest(".sjw-place[data-spot]"));
  if (place) {
    const phrases = board.querySelectorAll(`[data-spots~="${place.dataset.spot}"]`);
    phrases[phrases.length - 1]?.closest("li")?.setAttribute("data-lit", "");
    return;
  }
  const phrases = target.matches("[data-spots]")
    ? [target]
    : (target.closest(".sjw-story > li")?.querySelectorAll("[data-spots]") ?? []);
  for (const phrase of phrases) {
    const { spots = "" } = /** @type {HTMLElement} */ (phrase).dataset;
    for (const spot of spots.split(" ").filter(Boolean)) {
      board.querySelector(`.sjw-place[data-spot="${spot}"]`)?.setAttribute("data-lit", "");
    }
  }
}
