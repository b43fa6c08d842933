/**
 * The keyboard: moving inside a grid, and the board's letters.
 */

/**
 * The next index of the focus inside a grid.
 *
 * @param {string} key a KeyboardEvent's key
 * @param {number} index now
 * @param {number} columns
 * @param {number} count of places
 * @returns {number | null} null: the key means nothing here
 */
export function nextIndex(key, index, columns, count) {
  const column = index % columns;
  const row = index - column;
  switch (key) {
    case "ArrowLeft":
      return column > 0 ? index - 1 : index;
    case "ArrowRight":
      return column < columns - 1 && index + 1 < count ? index + 1 : index;
    case "ArrowUp":
      return index >= columns ? index - columns : index;
    case "ArrowDown":
      return index + columns < count ? index + columns : index;
    case "Home":
      return row;
    case "End":
      return Math.min(row + columns - 1, count - 1);
    default:
      return null;
  }
}

/**
 * @typedef {{left: number, right: number, top: number, bottom: number}} Box
 */

/**
 * The next box of the focus on a table: the nearest in an arrow's direction.
 *
 * @param {string} key a KeyboardEvent's key
 * @param {Box} start
 * @param {Box[]} boxes
 * @returns {number | null} the number of a box; null: there is none that way
 */
export function nearest(key, start, boxes) {
  const along = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (!Object.hasOwn(along, key)) return null;
  const [x, y] = along[/** @type {keyof typeof along} */ (key)];
  const far = boxes.map((box) => {
    const dx = (box.left + box.right - start.left - start.right) / 2;
    const dy = (box.top + box.bottom - start.top - start.bottom) / 2;
    const [ahead, aside] = [dx * x + dy * y, Math.abs(dx * y) + Math.abs(dy * x)];
    // Sideways the focus stays in a row, unless the next thing stands beside several.
    if (ahead < 4 || (x !== 0 && aside > ahead)) return Number.POSITIVE_INFINITY;
    return ahead + 2 * aside;
  });
  const least = Math.min(...far);
  return Number.isFinite(least) ? far.indexOf(least) : null;
}

/**
 * The command that a letter means anywhere on the board.
 *
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @returns {"draw" | "discard" | "keep" | "pass" | "stock" | "next" | "undo" | "let go" |
 *   "projector" | "keys" | "coach" | "measure" | "note" | "line" | `b${number}` | null} "b2" for the second building pile
 */
export function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^[1-9]$/.test(event.key)) return `b${Number(event.key)}`;
  switch (event.key.toLowerCase()) {
    case "escape":
      return "let go";
    case "s":
      return "stock";
    case "d":
      return "draw";
    case "t":
    case "x":
      return "discard";
    case "k":
      return "keep";
    case "e":
      return "pass";
    case "p":
      return "projector";
    case "?":
      return "keys";
    case "n":
      return "next";
    case "u":
      return "undo";
    case "c":
      return "coach";
    case "m":
      return "measure";
    case "a":
      return "note";
    case "l":
      return "line";
    default:
      return null;
  }
}

/**
 * Check if the notebook may get a key that was pressed in something of ours: with Ctrl or Cmd, S
 * saves, F searches, K or Shift+C opens its palette. All others would run, cut, move, split,
 * merge or undo cells in one host or another, and during typing mean the text: then only S passes.
 *
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean}} event
 * @param {boolean} [typing]
 * @returns {boolean}
 */
export function passesToNotebook(event, typing = false) {
  return (event.ctrlKey || event.metaKey) && (typing ? /^s$/i : /^[sfkc]$/i).test(event.key);
}

/** Elements that take letters themselves. */
const TYPING = 'select, textarea, input:not([type="range"]), [data-own-keys]';

/**
 * Check if keys that are pressed on an element are its own, and mean nothing on the board.
 *
 * @param {EventTarget | undefined} target
 * @returns {boolean}
 */
export function isTyping(target) {
  return target instanceof Element && target.closest(TYPING) !== null;
}
