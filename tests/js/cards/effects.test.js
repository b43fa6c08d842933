import assert from "node:assert/strict";
import { test } from "node:test";
import { ICONS } from "../../../skyjo_widget/js/cards/effect_icons.js";
import {
  cardParts,
  cardWords,
  effectLabel,
  effectWords,
} from "../../../skyjo_widget/js/cards/effects.js";
import { en, fr, sample } from "../support/helpers.js";

const { effects } = sample("newskyjo-pick").view;

/** A view whose deck has one more effect. */
const withWords = (words) => ({ ...sample("newskyjo-pick").view, effects: { calm: { words } } });

test("a card is its number, and what it can do", () => {
  assert.deepEqual(cardParts("-2:reverse"), { number: "-2", effect: "reverse" });
  assert.deepEqual(cardParts("7"), { number: "7", effect: "" });
  assert.deepEqual(cardParts("?"), { number: "?", effect: "" });
});

test("each effect of the deck has a drawing of its own, a short name and a sentence", () => {
  assert.equal(Object.keys(effects).length, 15);
  assert.equal(new Set(Object.values(ICONS)).size, 15);
  for (const effect of Object.keys(effects)) {
    assert.ok(Object.hasOwn(ICONS, effect), effect);
    for (const t of [en, fr]) {
      assert.ok(effectLabel(t, effect).length <= 11, `${effect} ${t.lang}`);
      assert.notEqual(effectLabel(t, effect), effect.replaceAll("-", " "), effect);
    }
    assert.equal(effectWords(fr, { effects }, effect), effects[effect].words.fr);
    assert.equal(effectWords(en, { effects }, effect), effects[effect].words.en);
  }
});

test("somebody's own effect is called by its key, and says what it says", () => {
  assert.equal(effectLabel(en, "calm-down"), "calm down");
  assert.equal(effectWords(fr, withWords({ fr: "Du calme" }), "calm"), "Du calme");
  assert.equal(effectWords(fr, withWords({ en: "Be calm" }), "calm"), "Be calm");
  assert.equal(effectWords(fr, withWords({ nb: "Ro" }), "calm"), "Ro");
  assert.equal(effectWords(fr, withWords({}), "calm"), "calm");
  assert.equal(effectWords(fr, withWords({ fr: "Du calme" }), "constructor"), "constructor");
});

test("an endless sentence is cut, and one from the right keeps its direction to itself", () => {
  const words = (fr) => effectWords(en, withWords({ fr }), "calm");
  assert.equal([...words("a".repeat(2000))].length, 120);
  assert.equal(words("דנה \u202e"), "\u2068דנה \u2069");
});

test("a language's file has the last word", () => {
  const own = Object.assign((key) => key, {
    lang: "nb",
    maybe: (key) => (key === "effects.reverse" ? "Snu" : null),
  });
  assert.equal(effectWords(own, { effects }, "reverse"), "Snu");
});

test("a card is read out with its words", () => {
  const view = { effects };
  assert.equal(cardWords(en, view, "-1:reverse"), "−1, The direction of play is reversed");
  assert.equal(cardWords(en, view, "12"), "12");
  assert.equal(cardWords(fr, view, "?"), "face cachée");
});
