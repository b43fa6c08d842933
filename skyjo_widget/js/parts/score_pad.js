/**
 * The score pad: its columns, and the lines of a round.
 */

import { listOf, printed } from "../lib/i18n.js";
import { initials } from "./initial.js";

/** A cell without a value. */
export const NOTHING = "–";

/**
 * A penalty with its sign; no value when it is zero.
 *
 * @param {number} penalty
 * @returns {string}
 */
export function signed(penalty) {
  if (penalty === 0) return NOTHING;
  return penalty > 0 ? `+${penalty}` : printed(penalty);
}

/** The columns that a score pad may have, in order. */
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
  const letters = initials(view.seats.map(({ name }) => name));
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
    initial: letters[n],
    kind: view.seats[n].kind,
    cells: padColumns(round).map((name) => figure(name, seats)),
    starter: seats.includes(round.starter),
    dealer: round.dealer !== undefined && seats.includes(round.dealer),
    ender: round.ender !== null && seats.includes(round.ender),
  }));
}
