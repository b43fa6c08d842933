import assert from "node:assert/strict";
import { test } from "node:test";
import { promptText } from "../../../skyjo_widget/js/app/board.js";
import {
  fill,
  inGame,
  makeTranslate,
  mentioned,
  named,
  pickLanguage,
  printed,
} from "../../../skyjo_widget/js/lib/i18n.js";
import { en, fr, locales, SAMPLES, sample } from "../support/helpers.js";

const keys = (tree, path = "") =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object" ? keys(value, `${path}${key}.`) : [path + key],
  );
const at = (tree, key) => key.split(".").reduce((node, part) => node[part], tree);
const holes = (text) => (text.match(/\{\w+\}/g) ?? []).sort();

const others = Object.keys(locales).filter((lang) => lang !== "en");

test("all languages have the same keys", () => {
  assert.ok(others.includes("fr"));
  for (const lang of others) {
    assert.deepEqual(keys(locales[lang]).sort(), keys(locales.en).sort(), lang);
  }
});

test("all languages have the same holes in each string", () => {
  const kinds = (lang, key) => [...new Set(holes(at(locales[lang], key)))];
  for (const lang of others) {
    for (const key of keys(locales.en)) {
      assert.deepEqual(kinds(lang, key), kinds("en", key), `${lang} ${key}`);
    }
  }
});

test("French is set as in a book: its apostrophes, its quotes, its spaces", () => {
  for (const key of keys(locales.fr)) {
    // But for a place as the notation has it, and a player as Python has them.
    const text = at(locales.fr, key).replace(/\d:[a-z]\d|\b(bot|person):/g, "");
    assert.doesNotMatch(text, /'|\.\.\./, key);
    if (!/\b(load|play)\(|insights\[/.test(text)) assert.doesNotMatch(text, /"/, key);
    assert.doesNotMatch(text, /[^\u00a0][:;!?»]|«[^\u00a0]/, key);
  }
});

test("French has d’ before a vowel", () => {
  assert.equal(fr("board.hand_of", { player: "Ana" }), "Main d’Ana");
  assert.equal(fr("board.hand_of", { player: "Ben" }), "Main de Ben");
  assert.equal(fr("piles.from_stock_of", { player: "Éva" }), "du talon d’Éva");
  assert.equal(en("board.hand_of", { player: "Ana" }), "Hand of Ana");
});

test("French says tu, as to a friend at the table, and vous to who teaches", () => {
  const { names, doctor, host, ...sentences } = locales.fr; // names that a table may have, such as Vous
  assert.doesNotMatch(JSON.stringify(host), /\b(tu|toi|ton|ta|tes)\b/iu);
  for (const key of keys(sentences)) {
    assert.doesNotMatch(at(locales.fr, key), /\b(vous|votre|vos|(?!assez)\p{L}+ez)\b/iu, key);
  }
});

test("every prompt, error and rule of the contract has words", () => {
  const prompts =
    "setup choose choose_forced place_taken place_drawn flip pass bot round_over game_over fault " +
    "choose_or_flip choose_take choose_some keep discard place_kept order pick_first " +
    "pick_first_or_decline pick_second pick_hidden pick_hidden_more give";
  for (const key of prompts.split(" ")) assert.ok(en.maybe(`prompt.${key}`), key);
  for (const key of "turn pass cover bot fault round_over game_over".split(" ")) {
    assert.ok(inGame(en, "skip-bo", `prompt.${key}`), key);
  }
  for (const key of "stale illegal malformed unsaved internal".split(" ")) {
    assert.ok(fr.maybe(`error.${key}`), key);
  }
  for (const key of "full denied gone foreign moved closed failed".split(" ")) {
    assert.ok(fr.maybe(`board.trouble.${key}`), key);
  }
});

test("every sample's prompt is a whole sentence in both languages", () => {
  for (const name of SAMPLES) {
    const { view } = sample(name);
    for (const t of [en, fr]) {
      const text = promptText(t, { view, chosen: null });
      assert.match(text, /^[^{}…]+[.!?]$/, `${name} ${t.lang}`);
    }
  }
});

test("a game has its own words where it has some", () => {
  assert.match(inGame(en, "skip-bo", "prompt.pass", { player: "Ana" }), /your hand is empty/);
  assert.match(inGame(en, "newskyjo", "prompt.pass", { player: "Ana" }), /no move is possible/);
  assert.equal(inGame(fr, "skip-bo", "board.pass"), "Finir le tour");
  assert.equal(inGame(fr, "skip-bo", "board.unheard_of"), null);
});

test("every combination of what may be picked has words, in both languages", () => {
  for (const t of [en, fr]) {
    const sentences = new Set();
    for (const whose of [
      "own",
      "own_again",
      "player",
      "player_again",
      "others",
      "third",
      "anybody",
    ]) {
      for (const faces of ["any", "hidden", "visible", "lowest", "highest"]) {
        const first = { key: `cards.${whose}`, faces: { key: `cards.${faces}` }, player: "Bo" };
        const second = { key: "cards.place", position: "b2", player: "Cy" };
        sentences.add(t("prompt.pick_first", { player: "Ana", first, second }));
      }
    }
    assert.equal(sentences.size, 35);
    for (const sentence of sentences) assert.match(sentence, /^Ana, [^{}…]*[^ ] [^{}…]+\.$/);
    for (const sentence of sentences) assert.doesNotMatch(sentence, / {2}|cards\./);
  }
  const view = sample("newskyjo-pick").view;
  assert.equal(
    en(`prompt.${view.prompt.key}`, view.prompt),
    "Ana, choose one of another player’s cards to swap with your c1.",
  );
  assert.equal(
    fr(`prompt.${view.prompt.key}`, view.prompt),
    "Ana, choisis une des cartes de quelqu’un d’autre à échanger avec ta carte c1.",
  );
});

test("a value that looks like a hole is not filled again", () => {
  assert.equal(fill("{player} took {card}", { player: "{card}", card: 7 }), "{card} took 7");
});

test("a long name leaves room for the sentence, and one from the right leaves it its direction", () => {
  const say = (player) => fill("{player} drew 5", { player });
  assert.equal(say("A".repeat(40)), `${"A".repeat(40)} drew 5`);
  assert.equal(say("A".repeat(10_000)), `${"A".repeat(39)}… drew 5`);
  assert.equal(say("😀".repeat(41)), `${"😀".repeat(39)}… drew 5`);
  assert.equal(say("Ana\u202e\u2069"), "Ana drew 5");
  assert.equal(say("דנה"), "\u2068דנה\u2069 drew 5");
  assert.equal(named("-2"), "-2", "a name is no number");
});

test("a missing value is visible and a dollar sign is only a dollar sign", () => {
  assert.equal(fill("{player} – {card}", { card: "$&" }), "… – $&");
  assert.equal(fill("{constructor}", {}), "…");
});

test("negative numbers are printed with a minus sign, words with a hyphen are left alone", () => {
  assert.equal(printed(-2), "−2");
  assert.equal(printed("-1"), "−1");
  assert.equal(printed("-x"), "-x");
});

test("the language asked for comes first, then the browser's, then English", () => {
  assert.equal(pickLanguage(locales, "fr", ["en"]), "fr");
  assert.equal(pickLanguage(locales, "", ["de-CH", "fr-CA", "en"]), "fr");
  assert.equal(pickLanguage(locales, "xx", []), "en");
  assert.equal(pickLanguage(locales, "", ["__proto__", "constructor"]), "en");
});

test("a language that lacks a string falls back to English, then to the key", () => {
  const t = makeTranslate({ en: { a: { b: "yes {x}" } }, fr: {} }, "fr");
  assert.equal(t("a.b", { x: 1 }), "yes 1");
  assert.equal(t("a.c"), "a.c");
  assert.equal(t.maybe("a"), null);
});

test("a name that is a word of the language is quoted inside a sentence", () => {
  const say = makeTranslate(locales, "en");
  for (const player of ["You", "me", "A", "I"]) {
    const quoted = `“${player}”`;
    assert.equal(say("actions.draw_card", { player, card: "5" }), `${quoted} drew 5`);
    assert.equal(say("cards.place", { player, position: "b3" }), `b3 of ${quoted}`);
    assert.equal(say("board.last_turn", { player }), `Last turn: ${quoted} ended the round`);
    assert.equal(
      say("penalty.given.1", { player }),
      `Penalty: ${quoted} got 1 card under the stock pile.`,
    );
    assert.equal(mentioned(say, player), quoted);
    // A name that is spoken to, or stands alone, needs no quotes.
    assert.equal(
      say("prompt.flip", { player }),
      `${player}, turn one of your hidden cards face up.`,
    );
    assert.equal(say("prompt.bot", { player }), `To play: ${player}.`);
    assert.equal(say("flow.next.0", { player }), `next: ${player} (no turn)`);
    assert.equal(say("flow.again.2", { player }), `${player}: two turns`);
  }
  for (const player of ["O’Brien", "James", "Ana", "Yousef"])
    assert.equal(say("actions.draw_card", { player, card: "5" }), `${player} drew 5`);
  const dis = makeTranslate(locales, "fr");
  assert.equal(dis("actions.pass", { player: "Moi" }), "«\u00a0Moi\u00a0» a passé son tour");
  assert.equal(dis("actions.pass", { player: "You" }), "You a passé son tour");
  assert.equal(dis("board.hand_of", { player: "A" }), "Main de «\u00a0A\u00a0»");
  assert.equal(dis("board.hand_of", { player: "Aïda" }), "Main d’Aïda");
  assert.equal(dis("prompt.bot", { player: "Œdipe" }), "À Œdipe de jouer.");
  assert.equal(dis("prompt.flip", { player: "Toi" }), "Toi, retourne une de tes cartes cachées.");
  assert.equal(dis("actions.other", { player: "Toi", action: "x" }), "Toi\u00a0: x");
});

test("no sentence makes a possessive of a name, or speaks of it in the present tense", () => {
  /** @param {Sjw.Tree | string} tree @returns {string[]} */
  const all = (tree) => (typeof tree === "string" ? [tree] : Object.values(tree).flatMap(all));
  const { versus, ...texts } = locales.en; // of bots and versions, never of a person
  for (const text of all(texts)) {
    assert.doesNotMatch(text, /\{players?\}’/, text);
    assert.doesNotMatch(text, /\{player\} (is|has|plays|was|draws|must)\b/, text);
  }
});
