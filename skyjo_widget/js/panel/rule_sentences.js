/**
 * The rules of a game in sentences.
 */

import { inGame, printed } from "../lib/i18n.js";

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
 * A game in a few sentences, whatever the options; those of a game from outside the package in
 * English where it has none in the reader's language.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string[]}
 */
export function howToPlay(t, { game, how }) {
  if (how) return how[t.lang] ?? how.en ?? Object.values(how)[0];
  const sentences = [];
  for (let n = 1; ; n += 1) {
    const sentence = t.maybe(`rules.how.${game}.${n}`);
    if (sentence === null) return sentences;
    sentences.push(sentence);
  }
}
