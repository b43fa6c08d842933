/**
 * What the projector shows.
 */

/**
 * @param {HTMLElement} el
 * @param {Sjw.Link} link
 * @param {Sjw.Locales} locales
 * @returns {() => void} take it away again
 */
export function showScreen(el, link, locales) {
  void link;
  void locales;
  el.replaceChildren();
  return () => {};
}
