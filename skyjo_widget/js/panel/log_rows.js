/**
 * The table of decisions in the side panel: its columns, its cells, its rows.
 */

import { printed } from "../lib/i18n.js";
import { NOTHING } from "../parts/score_pad.js";

/**
 * The short title, since the panel is narrow. Of other columns than a board's own the page has none.
 *
 * @param {Sjw.Translate} t
 * @param {string} column
 * @returns {string}
 */
export function columnTitle(t, column) {
  return t.maybe(`columns.${column}.short`) ?? column;
}

/**
 * The column's name in the DataFrame, and what it holds.
 *
 * @param {Sjw.Translate} t
 * @param {string} column
 * @returns {string}
 */
export function columnHint(t, column) {
  const description = t.maybe(`columns.${column}.description`);
  return description ? `${column}: ${description}` : column;
}

/**
 * A value as it stands in the DataFrame, whatever the language.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function cell(value) {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "number") return printed(value);
  return Array.isArray(value) ? value.join(" ") : String(value);
}

/**
 * A value as it stands in a cell of the board: actions and piles have names in its language, all
 * else is as in the DataFrame.
 *
 * @param {Sjw.Translate} t
 * @param {string} column
 * @param {unknown} value
 * @returns {string}
 */
export function cellText(t, column, value) {
  if (column === "source") return t.maybe(`panel.source.${value}`) ?? cell(value);
  if (column !== "notation") return cell(value);
  const [kind, ...places] = String(value).split(" ");
  return [t.maybe(`panel.action.${kind}`) ?? kind, ...places].join(" ");
}

/**
 * Mark the columns of numbers: they are set flush right, their gaps too.
 *
 * @param {Sjw.Rows} rows
 * @returns {boolean[]}
 */
export function numericColumns({ columns, rows }) {
  return columns.map((_, k) => rows.some((row) => typeof row[k] === "number"));
}

/**
 * Mark the rows that were taken back, and the newest that stands, or the one on show.
 *
 * @param {Sjw.Rows} rows
 * @param {number | null} [present] the decision on show, in a replay
 * @returns {("undone" | "newest" | "")[]}
 */
export function rowMarks({ columns, rows, undone = [] }, present = null) {
  const at = columns.indexOf("decision");
  const gone = rows.map((row) => undone.includes(/** @type {number} */ (row[at])));
  const newest =
    present === null ? gone.lastIndexOf(false) : rows.findIndex((row) => row[at] === present);
  return gone.map((is, n) => (n === newest ? "newest" : is ? "undone" : ""));
}
