import assert from "node:assert/strict";
import { test } from "node:test";
import {
  howToPlay,
  ruleSentence,
  ruleSentences,
} from "../../../skyjo_widget/js/panel/rule_sentences.js";
import { en, fr, SAMPLES, sample } from "../support/helpers.js";

test("a game may say a rule in its own words", () => {
  assert.match(ruleSentence(en, ["target", 500], "skip-bo"), /500; the highest total wins/);
  assert.match(ruleSentence(en, ["target", 100], "skyjo"), /100; the lowest total wins/);
  assert.equal(ruleSentence(en, ["rounds", null], "skip-bo"), "");
  assert.equal(ruleSentence(fr, ["teams", false], "skip-bo"), "Chacun joue pour soi.");
  assert.match(ruleSentence(en, ["stock", null], "skip-bo"), /30 cards with 2 to 4 players/);
  assert.match(ruleSentence(en, ["stock", 7], "skip-bo"), /7 cards/);
});

test("every rule of the samples is a sentence in both languages", () => {
  for (const name of SAMPLES) {
    const { view } = sample(name);
    for (const t of [en, fr]) {
      for (const sentence of ruleSentences(t, view)) assert.match(sentence, /^\S.*\.$/, t.lang);
    }
  }
});

test("a rule that goes without saying is left out, an unknown one is shown as it is", () => {
  assert.equal(ruleSentence(en, ["penalty_add", 0], "skyjo"), "");
  assert.equal(ruleSentence(en, ["penalty_add", 5], "skyjo"), "5 points are added as a penalty.");
  assert.equal(ruleSentence(en, ["penalty_factor", 3], "skyjo").includes("3"), true);
  assert.equal(ruleSentence(en, ["moon", "full"], "skyjo"), "moon: full");
});

test("how to play takes six to ten sentences", () => {
  for (const t of [en, fr]) {
    for (const game of ["skyjo", "newskyjo"]) {
      const count = howToPlay(t, { game }).length;
      assert.ok(count >= 6 && count <= 10, game);
    }
    const sentences = [...howToPlay(t, "skyjo"), ...howToPlay(t, "newskyjo")];
    for (const sentence of sentences) assert.match(sentence, /^\S.*\.$/, t.lang);
  }
  assert.deepEqual(howToPlay(en, "constructor"), []);
});

test("a game from outside brings its sentences, in English where it has no others", () => {
  const how = { en: ["Draw.", "Place."], de: ["Ziehen."] };
  assert.deepEqual(howToPlay(en, { game: "golf", how }), how.en);
  assert.deepEqual(howToPlay(fr, { game: "golf", how }), how.en);
  assert.deepEqual(howToPlay(fr, { game: "golf", how: { de: how.de } }), how.de);
});
