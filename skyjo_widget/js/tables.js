/**
 * What stands in the cells of the side panel's tables, and the sentences of
 * the rules.
 */

import { printed } from "./i18n.js";

/** A cell without a value. */
export const NOTHING = "–";

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

/** What the sentence below a row tells, and no cell. */
const TOLD_BELOW = ["position", "effect", "no_effect", "swapped"];

/**
 * The columns that have cells, by their index.
 *
 * @param {Sjw.Rows} rows
 * @returns {number[]}
 */
export function shownColumns({ columns }) {
  return columns.map((_, k) => k).filter((k) => !TOLD_BELOW.includes(columns[k]));
}

/**
 * A row whose decision had to do with an effect, to be told in a sentence.
 *
 * @param {Sjw.Rows} rows
 * @param {unknown[]} row
 * @returns {Sjw.Told | null} null for any other row
 */
export function toldRow({ columns }, row) {
  /** @param {string} name @returns {any} */
  const at = (name) => row[columns.indexOf(name)] ?? null;
  if (!at("effect")) return null;
  const text = (/** @type {number | null} */ card) => (card === null ? null : String(card));
  // "b3 2:a1" or "b3 discard pile": the first place has no space.
  const swapped = at("swapped") && /^(\S+) (.+)$/.exec(at("swapped"));
  return {
    player: at("player"),
    action: at("notation"),
    kind: at("notation").split(" ")[0],
    position: at("position"),
    card_in: text(at("card_in")),
    card_out: text(at("card_out")),
    cleared: at("cleared")?.split(" ") ?? [],
    effect: at("effect"),
    no_effect: at("no_effect") === true,
    swapped: swapped ? [swapped[1], swapped[2]] : null,
  };
}

/**
 * Which columns hold numbers: they are set flush right, their gaps too.
 *
 * @param {Sjw.Rows} rows
 * @returns {boolean[]}
 */
export function numericColumns({ columns, rows }) {
  return columns.map((_, k) => rows.some((row) => typeof row[k] === "number"));
}

/**
 * Which rows were taken back, and which is the newest that stands.
 *
 * @param {Sjw.Rows} rows
 * @returns {("undone" | "newest" | "")[]}
 */
export function rowMarks({ columns, rows, undone = [] }) {
  const at = columns.indexOf("decision");
  const gone = rows.map((row) => undone.includes(/** @type {number} */ (row[at])));
  const newest = gone.lastIndexOf(false);
  return gone.map((is, n) => (is ? "undone" : n === newest ? "newest" : ""));
}

/**
 * What was added to a raw score: nothing to say when it is zero.
 *
 * @param {number} penalty
 * @returns {string}
 */
export function signed(penalty) {
  if (penalty === 0) return NOTHING;
  return penalty > 0 ? `+${penalty}` : printed(penalty);
}

/**
 * @typedef {{name: string, raw: string, penalty: string, score: string, total: string,
 *   starter: boolean, ender: boolean}} PadLine
 */

/**
 * One round of the score pad, a line for each seat.
 *
 * @param {Sjw.View} view
 * @param {Sjw.PadRound} round
 * @returns {PadLine[]}
 */
export function padLines(view, round) {
  return view.seats.map(({ seat, name }) => ({
    name,
    raw: printed(round.raw[seat]),
    penalty: signed(round.penalty[seat]),
    score: printed(round.score[seat]),
    total: printed(round.total[seat]),
    starter: round.starter === seat,
    ender: round.ender === seat,
  }));
}

/**
 * A rule as a sentence. The locale has one for a value
 * (`rules.cleared_to.discard pile`) or for any (`rules.target.any`); an
 * empty one means that the rule goes without saying.
 *
 * @param {Sjw.Translate} t
 * @param {[string, unknown]} rule
 * @returns {string}
 */
export function ruleSentence(t, [name, value]) {
  return (
    t.maybe(`rules.${name}.${value}`, { value }) ??
    t.maybe(`rules.${name}.any`, { value }) ??
    `${name}: ${printed(value)}`
  );
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string[]}
 */
export function ruleSentences(t, view) {
  return view.rules.map((rule) => ruleSentence(t, rule)).filter((sentence) => sentence !== "");
}

/**
 * A game in a few sentences, whatever the options.
 *
 * @param {Sjw.Translate} t
 * @param {string} game
 * @returns {string[]}
 */
export function howToPlay(t, game) {
  const sentences = [];
  for (let n = 1; ; n += 1) {
    const sentence = t.maybe(`rules.how.${game}.${n}`);
    if (sentence === null) return sentences;
    sentences.push(sentence);
  }
}
