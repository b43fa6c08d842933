/**
 * The table of decisions in the side panel: its columns, its cells, its rows.
 */

import { printed } from "../lib/i18n.js";
import { NOTHING } from "../parts/score_pad.js";

/**
 * The short title, where the locale has one: the panel is narrow.
 *
 * @param {Sjw.Translate} t
 * @param {string} column
 * @returns {string}
 */
export function columnTitle(t, column) {
  return t.maybe(`columns.${column}.short`) ?? t.maybe(`columns.${column}.title`) ?? column;
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
 * A value as it stands in a cell of the board: piles have names in its language, all else is as in
 * the DataFrame.
 *
 * @param {Sjw.Translate} t
 * @param {string} column
 * @param {unknown} value
 * @returns {string}
 */
export function cellText(t, column, value) {
  return (column === "source" && t.maybe(`panel.source.${value}`)) || cell(value);
}

/** Columns whose values are in the sentence below a row, not in cells. */
const IN_SENTENCE = [
  "position",
  "effect",
  "no_effect",
  "swapped",
  "wild",
  "source_pile",
  "played_as",
  "completed",
];

/**
 * The columns that have cells, by their index.
 *
 * @param {Sjw.Rows} rows
 * @returns {number[]}
 */
export function shownColumns({ columns }) {
  return columns.map((_, k) => k).filter((k) => !IN_SENTENCE.includes(columns[k]));
}

/**
 * The outcome of a row that has a sentence: its decision had to do with an effect, or with piles.
 *
 * @param {Sjw.Rows} rows
 * @param {unknown[]} row
 * @returns {Sjw.Outcome | null} null for any other row
 */
export function rowOutcome({ columns }, row) {
  /** @param {string} name @returns {any} */
  const at = (name) => row[columns.indexOf(name)] ?? null;
  const piles = columns.includes("played_as");
  if (!piles && !at("effect")) return null;
  const text = (/** @type {number | null} */ card) => (card === null ? null : String(card));
  // "b3 2:a1" or "b3 discard pile": the first place has no space.
  const swapped = at("swapped") && /^(\S+) (.+)$/.exec(at("swapped"));
  return {
    player: at("player"),
    action: at("notation"),
    kind: at("notation").split(" ")[0],
    position: at("position"),
    card_in: at("wild") === true ? "wild" : text(at("card_in")),
    card_out: text(at("card_out")),
    cleared: at("cleared")?.split(" ") ?? [],
    effect: at("effect"),
    no_effect: at("no_effect") === true,
    swapped: swapped ? [swapped[1], swapped[2]] : null,
    ...(piles && {
      source_pile: at("source_pile"),
      played_as: at("played_as"),
      completed: at("completed") === true,
    }),
  };
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
