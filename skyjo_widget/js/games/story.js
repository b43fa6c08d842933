/**
 * The story of a game: a turn in one short line, made of one phrase for each of its decisions.
 */

import { cardParts, effectLabel } from "../cards/effects.js";
import { printed } from "../lib/i18n.js";
import { spotOf } from "../parts/targets.js";
import {
  describeCleared,
  describeDecision,
  isGift,
  isKnown,
  isSwap,
  placeWords,
} from "./sentences.js";

/**
 * A row of the log as an outcome.
 *
 * @param {Sjw.Rows} rows
 * @param {unknown[]} row
 * @returns {Sjw.Outcome}
 */
export function rowOutcome({ columns }, row) {
  /** @param {string} name @returns {any} */
  const at = (name) => row[columns.indexOf(name)] ?? null;
  const text = (/** @type {number | null} */ card) => (card === null ? null : String(card));
  const [kind, ...places] = at("notation").split(" ");
  return {
    player: at("player"),
    action: at("notation"),
    kind,
    position: columns.includes("position") ? at("position") : (places[0] ?? null),
    card_in: at("wild") === true ? "wild" : text(at("card_in")),
    card_out: text(at("card_out")),
    cleared: at("cleared")?.split(" ") ?? [],
    effect: at("effect"),
    no_effect: at("no_effect") === true,
    swapped: at("swapped")?.match(/discard pile|\S+/g) ?? null,
    ...(columns.includes("played_as") && {
      source_pile: at("source_pile"),
      played_as: at("played_as"),
      completed: at("completed") === true,
    }),
  };
}

/**
 * @typedef {{decision: number, text: string, title: string, spots: string[]}} Phrase
 *   title: the decision in a whole sentence; spots: the places on the table that it touched
 */

/**
 * The rows of the log by turns; what was taken back stands apart.
 *
 * @param {Sjw.Rows} log
 * @returns {Sjw.Turn[]}
 */
export function turnsOf({ columns, rows, undone = [] }) {
  const [number, name, round, turn] = ["decision", "player", "round", "turn"].map((column) =>
    columns.indexOf(column),
  );
  /** @type {Sjw.Turn[]} */
  const turns = [];
  for (const row of rows) {
    const decision = /** @type {number} */ (row[number]);
    const now = {
      player: /** @type {string} */ (row[name]),
      round: /** @type {number} */ (row[round]),
      turn: /** @type {number} */ (row[turn]),
      undone: undone.includes(decision),
    };
    let last = turns.at(-1);
    const same =
      last?.player === now.player &&
      last.round === now.round &&
      last.turn === now.turn &&
      last.undone === now.undone;
    if (!last || !same) {
      last = { ...now, decisions: [], rows: [] };
      turns.push(last);
    }
    last.decisions.push(decision);
    last.rows.push(row);
  }
  return turns;
}

/**
 * The decisions of a turn in words.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Rows} log
 * @param {Sjw.Turn} turn
 * @returns {Phrase[]}
 */
export function phrasesOf(t, view, log, { decisions, rows }) {
  return rows.map((row, n) => {
    const done = rowOutcome(log, row);
    return {
      decision: decisions[n],
      text: phrase(t, view, done, n === 0),
      title: describeDecision(t, view, done),
      spots: outcomeSpots(view, done),
    };
  });
}

/**
 * A decision in a few words after the player's name and the turn's other decisions.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Outcome} done
 * @param {boolean} first whether it is the turn's first one
 * @returns {string} with what joins it to the one before
 */
function phrase(t, view, done, first) {
  const parts = [
    done.played_as === undefined ? gridPhrase(t, view, done, first) : pilePhrase(t, done),
  ];
  if (done.effect && done.kind !== "pick")
    parts[0] = `${parts[0]} (${effectLabel(t, done.effect)})`;
  if (isKnown(done.card_out) && done.kind !== "discard") {
    parts.push(t("story.was", { card: numberOf(done.card_out) }));
  }
  if (done.cleared.length > 0) parts.push(...describeCleared(t, view, done.cleared));
  const text = parts.join(t("actions.joint"));
  if (first) return ` ${text}`;
  return done.kind === "place" ? ` ${text}` : `${t("actions.joint")}${text}`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Outcome} done
 * @param {boolean} first
 */
function gridPhrase(t, view, done, first) {
  const { kind } = done;
  const card = kind === "discard" ? (done.card_in ?? done.card_out) : done.card_in;
  const params = {
    action: done.action,
    card: numberOf(card),
    position: done.position && placeWords(t, view, done.position),
  };
  if (kind === "pick" && isSwap(view, done)) {
    const [from, to] = (done.swapped ?? []).map((place) => placeWords(t, view, place));
    return t("story.pick_swap", { ...params, first: from, second: to });
  }
  if (isGift(done)) return t("story.pick_give", params);
  const name = isKnown(card) ? `${kind}_card` : kind;
  return (
    (first ? t.maybe(`story.first.${name}`, params) : null) ??
    t.maybe(`story.${name}`, params) ??
    t.maybe(`story.${kind}`, params) ??
    done.action
  );
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Outcome} done
 */
function pilePhrase(t, { kind, card_in: card, position, played_as: as, ...done }) {
  if (card === null || !position) return t.maybe(`story.${kind}`) ?? done.action;
  const wild = as ? t("piles.wild_as", { card: as }) : t("piles.wild");
  const from = !done.source_pile ? "hand" : /stock$/.test(done.source_pile) ? "stock" : "discard";
  const what = { card: card === "wild" ? wild : card, pile: position.replace(/^.*\D/, "") };
  if (kind === "discard") return t("story.discard_pile", what);
  const text = t(`story.play.${from}`, what);
  return done.completed ? `${text} (${t("story.complete")})` : text;
}

/** @param {Sjw.Card | null} card */
function numberOf(card) {
  return card && printed(cardParts(card).number);
}

/**
 * The places on the table that a decision touched.
 *
 * @param {Sjw.View} view
 * @param {Sjw.Outcome} done
 * @returns {string[]}
 */
function outcomeSpots({ seats }, done) {
  const seat = seats.findIndex(({ name }) => name === done.player);
  const places = [done.position, ...done.cleared, ...(done.swapped ?? []), done.source_pile];
  const spots = places
    .filter((place) => place)
    .map((place) =>
      /^b\d+$/.test(`${place}`) && done.played_as !== undefined
        ? `${place}`
        : spotOf(seat, `${place}`),
    );
  if (done.kind === "draw") spots.push("draw");
  if (done.kind === "take" || (done.kind === "discard" && done.played_as === undefined))
    spots.push("discard");
  return spots;
}
