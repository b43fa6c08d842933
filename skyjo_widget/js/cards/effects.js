/**
 * Effects of cards, in words. A card is written "5" or "5:reverse"; the parts of an effect come
 * with the view.
 */

import { named, printed } from "../lib/i18n.js";

/** The longest sentence that a board bears, in characters. */
const LONGEST_WORDS = 120;

/**
 * @param {Sjw.Card} card
 * @returns {{number: string, effect: string}} "" for a card that can do nothing
 */
export function cardParts(card) {
  const [number, effect = ""] = card.split(":");
  return { number, effect };
}

/**
 * The parts of an effect.
 *
 * @param {Sjw.View} view
 * @param {string} effect
 * @returns {Sjw.Effect | null}
 */
export function effectParts({ effects = {} }, effect) {
  return Object.hasOwn(effects, effect) ? effects[effect] : null;
}

/**
 * The short name that stands on a card; its key for an effect of somebody's own.
 *
 * @param {Sjw.Translate} t
 * @param {string} effect
 * @returns {string}
 */
export function effectLabel(t, effect) {
  return t.maybe(`effect_labels.${effect}`) ?? named(effect.replaceAll("-", " "));
}

/**
 * The words on the card: those of the language's file, else the effect's own.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {string} effect
 * @returns {string}
 */
export function effectWords(t, view, effect) {
  const words = effectParts(view, effect)?.words ?? {};
  const text = t.maybe(`effects.${effect}`) ?? words[t.lang] ?? words.en ?? Object.values(words)[0];
  return text === undefined ? effectLabel(t, effect) : named(text, LONGEST_WORDS);
}

/**
 * A card for the ear, and for whoever rests on it: its number, and what it does.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Card} card
 * @returns {string}
 */
export function cardWords(t, view, card) {
  if (card === "?") return t("board.face_down");
  if (card === ".") return t("board.empty_place");
  const { number, effect } = cardParts(card);
  return effect ? `${printed(number)}, ${effectWords(t, view, effect)}` : printed(number);
}
