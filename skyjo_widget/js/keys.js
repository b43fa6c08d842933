/**
 * The keyboard: moving inside a grid, and the board's letters.
 */

/**
 * Where the focus goes inside a grid.
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
 * What a letter stands for anywhere on the board.
 *
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @returns {"draw" | "discard" | "keep" | "pass" | "next" | "undo" | null}
 */
export function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key.toLowerCase()) {
    case "d":
      return "draw";
    case "t":
    case "x":
      return "discard";
    case "k":
      return "keep";
    case "p":
      return "pass";
    case "n":
      return "next";
    case "u":
      return "undo";
    default:
      return null;
  }
}

/**
 * Whether the notebook may hear a key that was pressed on the board. Its
 * own letters must not fire (a, b, dd change the cells), nor may Enter with
 * a modifier run the cell again; Ctrl+S still saves.
 *
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean}} event
 * @returns {boolean}
 */
export function passesToNotebook(event) {
  return (event.ctrlKey || event.metaKey) && event.key !== "Enter";
}
