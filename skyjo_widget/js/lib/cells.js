/**
 * What stands in the cells of the side panel's tables, and the sentences of
 * the rules.
 */

import { inGame, listOf, printed } from "./i18n.js";

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

/** What the sentence below a row tells, and no cell. */
const TOLD_BELOW = [
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
  return columns.map((_, k) => k).filter((k) => !TOLD_BELOW.includes(columns[k]));
}

/**
 * A row that is told in a sentence: its decision had to do with an effect, or with piles.
 *
 * @param {Sjw.Rows} rows
 * @param {unknown[]} row
 * @returns {Sjw.Told | null} null for any other row
 */
export function toldRow({ columns }, row) {
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
 * Which columns hold numbers: they are set flush right, their gaps too.
 *
 * @param {Sjw.Rows} rows
 * @returns {boolean[]}
 */
export function numericColumns({ columns, rows }) {
  return columns.map((_, k) => rows.some((row) => typeof row[k] === "number"));
}

/**
 * Which rows were taken back, and which is the newest that stands, or the one on show.
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

/** What a score pad may have, in its order. */
const PAD_COLUMNS = /** @type {const} */ (["raw", "penalty", "cards_left", "score", "total"]);

/**
 * @param {Sjw.PadRound} round
 * @returns {typeof PAD_COLUMNS[number][]} those that this game's pad has
 */
export function padColumns(round) {
  return PAD_COLUMNS.filter((name) => round[name] !== undefined);
}

/**
 * One round of the score pad, a line for each seat, or for each team.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.PadRound} round
 * @returns {Sjw.PadLine[]}
 */
export function padLines(t, view, round) {
  const { teams } = view.pad;
  const groups = teams ?? view.seats.map(({ seat }) => [seat]);
  /** @param {typeof PAD_COLUMNS[number]} name @param {number[]} seats */
  const figure = (name, seats) => {
    const figures = round[name] ?? [];
    if (name === "penalty") return signed(figures[seats[0]]);
    if (name === "cards_left") return printed(seats.reduce((sum, p) => sum + figures[p], 0));
    return printed(figures[seats[0]]); // partners have one score
  };
  return groups.map((seats, n) => ({
    name: listOf(
      t,
      seats.map((seat) => view.seats[seat].name),
    ),
    seats,
    team: teams ? n : null,
    cells: padColumns(round).map((name) => figure(name, seats)),
    starter: seats.includes(round.starter),
    dealer: round.dealer !== undefined && seats.includes(round.dealer),
    ender: round.ender !== null && seats.includes(round.ender),
  }));
}

/**
 * A rule as a sentence. The locale has one for a value
 * (`rules.cleared_to.discard pile`) or for any (`rules.target.any`), and first
 * of all those of one game (`rules.skip-bo.target.any`); an empty one means
 * that the rule goes without saying.
 *
 * @param {Sjw.Translate} t
 * @param {[string, unknown]} rule
 * @param {string} game
 * @returns {string}
 */
export function ruleSentence(t, [name, value], game) {
  return (
    inGame(t, game, `rules.${name}.${value}`, { value }) ??
    inGame(t, game, `rules.${name}.any`, { value }) ??
    `${name}: ${printed(value)}`
  );
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string[]}
 */
export function ruleSentences(t, view) {
  return view.rules
    .map((rule) => ruleSentence(t, rule, view.game))
    .filter((sentence) => sentence !== "");
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
