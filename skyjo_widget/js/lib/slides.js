/**
 * The slides of a page that goes on the wall: which one an address or a key means.
 */

/**
 * The slide that an address names.
 *
 * @param {string} hash "#wall-2"
 * @param {number} count
 * @returns {number | null} null: it is no wall
 */
export function slideOf(hash, count) {
  const match = /^#wall-(\d{1,3})$/.exec(hash);
  return match && Math.max(0, Math.min(count - 1, Number(match[1]) - 1));
}

/**
 * The slide that a key leads to.
 *
 * @param {string} key a KeyboardEvent's key
 * @param {number} at
 * @param {number} count
 * @returns {number | null} null: the key means nothing
 */
export function slideBy(key, at, count) {
  const last = count - 1;
  switch (key) {
    case "ArrowRight":
    case "PageDown":
    case " ":
      return Math.min(last, at + 1);
    case "ArrowLeft":
    case "PageUp":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
