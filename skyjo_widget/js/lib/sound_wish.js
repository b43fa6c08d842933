/**
 * The wish that a device's boards sound: off, until somebody turns it on. A class and a wall have
 * wishes of their own: they are quiet, whatever is wanted elsewhere.
 */

/** The wish's name in a device's storage. */
const WISH = "skyjo_widget.sound";
/** The same while the browser keeps nothing. @type {Record<string, string>} */
const unkept = {};

/**
 * @param {string} people whom the board is for
 * @param {boolean} [projector]
 */
const wishOf = (people, projector) =>
  projector ? `${WISH}.wall` : people === "class" ? `${WISH}.class` : WISH;

/** @param {Parameters<typeof wishOf>} board */
export function wantsSound(...board) {
  const wish = wishOf(...board);
  try {
    return (unkept[wish] ?? localStorage.getItem(wish)) === "on";
  } catch {
    return unkept[wish] === "on";
  }
}

/**
 * Turn it on, or off.
 *
 * @param {Parameters<typeof wishOf>} board
 */
export function toggleSound(...board) {
  const [wish, value] = [wishOf(...board), wantsSound(...board) ? "off" : "on"];
  try {
    localStorage.setItem(wish, value);
  } catch {
    unkept[wish] = value;
  }
}
