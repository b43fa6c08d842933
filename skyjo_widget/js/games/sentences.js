/**
 * A decision and what came of it, or what was taken back, in one line of words.
 */

import { cardParts, effectLabel, effectParts } from "../cards/effects.js";
import { counted, printed } from "../lib/i18n.js";
import { describePileAction } from "./skipbo_sentences.js";

/**
 * @param {Sjw.Card | null} card
 * @returns {card is Sjw.Card} whether the reader may know it
 */
export function isKnown(card) {
  return card !== null && card !== "?";
}

/**
 * A place of a decision, in words; its own seat isn't named.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {string} place "b3", "2:b3" or "discard pile"
 * @returns {string}
 */
export function placeWords(t, view, place) {
  if (place === "discard pile") return t("cards.discard");
  const [seat, position] = place.split(":");
  return position ? t("cards.place", { player: view.seats[Number(seat)].name, position }) : place;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Outcome} done
 */
function describeAction(t, view, done) {
  if (done.played_as !== undefined) return describePileAction(t, view, done);
  // A discarded card comes out of the hand and goes nowhere else: it is named once.
  const card = done.kind === "discard" ? (done.card_in ?? done.card_out) : done.card_in;
  const params = { player: done.player, action: done.action, card: numberOf(card) };
  if (done.kind === "pick" && isSwap(view, done)) {
    const [first, second] = (done.swapped ?? []).map((place) => placeWords(t, view, place));
    return t("actions.pick_swap", { ...params, first, second });
  }
  const position = done.position && placeWords(t, view, done.position);
  if (isGift(done)) return t("actions.pick_give", { ...params, position });
  return (
    (isKnown(card) ? t.maybe(`actions.${done.kind}_card`, { ...params, position }) : null) ??
    t.maybe(`actions.${done.kind}`, { ...params, position }) ??
    t("actions.other", params)
  );
}

/**
 * Check if a pick has only swapped two cards: it turned none up, and none were passed on.
 *
 * @param {Sjw.View} view
 * @param {Sjw.Outcome} done
 */
export function isSwap(view, done) {
  return Boolean(done.swapped) && !isKnown(done.card_in) && !passes(view, done);
}

/**
 * Check if a pick put a kept card in another grid: its effect was over before.
 *
 * @param {Sjw.Outcome} done
 */
export function isGift(done) {
  return done.kind === "pick" && !done.effect && isKnown(done.card_in);
}

/**
 * @param {Sjw.View} view
 * @param {Sjw.Outcome} done
 */
function passes(view, { effect }) {
  return Boolean(effect && effectParts(view, effect)?.pass_on);
}

/** @param {Sjw.Card | null} card */
function numberOf(card) {
  return card && printed(cardParts(card).number);
}

/**
 * The effect that a decision began or continued, in sentences.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Outcome} done
 * @returns {string[]}
 */
function describeEffect(t, view, done) {
  if (done.no_effect) return [t("does.nothing")];
  const sentences = [];
  const parts = done.effect ? effectParts(view, done.effect) : null;
  if (parts && (done.kind === "keep" || done.kind === "flip")) {
    if (parts.reverse) sentences.push(t("does.reverse"));
    for (const name of /** @type {const} */ (["next_twice", "next_skips", "extra_actions"])) {
      const count = parts[name];
      if (count) sentences.push(counted(t, `does.${name}`, count));
    }
    if (parts.next_takes_discard) sentences.push(t("does.next_takes_discard"));
    if (parts.peek) sentences.push(t("does.peek", { player: done.player }));
    if (parts.protect) sentences.push(t("does.protect", { player: done.player }));
    if (parts.reveal) sentences.push(counted(t, "does.reveal", parts.reveal));
    if (parts.lands && done.kind === "keep") sentences.push(t(`does.lands.${parts.lands}`));
    if (parts.score) {
      const points = printed(`${parts.score > 0 ? "+" : ""}${parts.score}`);
      sentences.push(t(`does.score.${parts.score_at ?? "anywhere"}`, { points }));
    }
  }
  if (done.swapped && parts?.pass_on) {
    sentences.push(t(`does.pass_on.${parts.pass_on}`));
  } else if (done.swapped && !(done.kind === "pick" && isSwap(view, done))) {
    const [first, second] = done.swapped.map((place) => placeWords(t, view, place));
    sentences.push(t("does.swap", { first, second }));
  }
  return sentences;
}

/**
 * A decision in one sentence, and one for each thing that its effect did.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Outcome} done
 * @returns {string}
 */
export function describeDecision(t, view, done) {
  const what = describeAction(t, view, done);
  const parts = [
    done.effect ? t("actions.effect", { what, effect: effectLabel(t, done.effect) }) : what,
  ];
  if (isKnown(done.card_out) && done.kind !== "discard") {
    parts.push(t("actions.out", { card: numberOf(done.card_out) }));
  }
  if (done.cleared.length > 0) parts.push(...describeCleared(t, view, done.cleared));
  return [`${parts.join(t("actions.joint"))}.`, ...describeEffect(t, view, done)].join(" ");
}

/**
 * The newest decision, or the penalty that came after it.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" when nothing was decided yet
 */
export function describeLast(t, view) {
  if (view.penalized) {
    const { seat, cards } = view.penalized;
    return counted(t, "penalty.given", cards, { player: view.seats[seat].name });
  }
  return view.last ? describeDecision(t, view, view.last) : "";
}

/**
 * The decisions that an undo took back: the first one, and the number of those after it.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" when nothing was taken back
 */
export function describeTakenBack(t, view) {
  const taken = view.taken_back;
  if (!taken) return "";
  const what = describeAction(t, view, taken.first);
  const more = taken.count - 1;
  return more === 0
    ? t("actions.taken_back", { what })
    : t(`actions.taken_back_${more === 1 ? "one" : "more"}`, { what, count: more });
}

/**
 * Whole columns by their letters, anything else by its places.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {string[]} cleared
 * @returns {string[]}
 */
export function describeCleared(t, view, cleared) {
  const columns = [...new Set(cleared.map((place) => place.replace(/\d+$/, "")))];
  if (cleared.length !== columns.length * (view.rows ?? 0)) {
    const positions = cleared.map((place) => placeWords(t, view, place)).join(" ");
    return [t("actions.cleared", { positions })];
  }
  return columns.map((name) => {
    const [seat, column] = name.split(":");
    return column === undefined
      ? t("actions.cleared_column", { column: name })
      : t("actions.cleared_column_of", { column, player: view.seats[Number(seat)].name });
  });
}
