import assert from "node:assert/strict";
import { test } from "node:test";
import { ICONS } from "../../../skyjo_widget/js/cards/effect_icons.js";
import {
  cardParts,
  cardWords,
  effectLabel,
  effectWords,
} from "../../../skyjo_widget/js/cards/effects.js";
import { knownWords, legend, orderOfPlay } from "../../../skyjo_widget/js/games/newskyjo.js";
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
  const said = (fr) => effectWords(en, withWords({ fr }), "calm");
  assert.equal([...said("a".repeat(2000))].length, 120);
  assert.equal(said("דנה \u202e"), "\u2068דנה \u2069");
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

test("the full words are those of what happens, of the discard pile, and of what one rests on", () => {
  const { view } = sample("newskyjo-pick");
  const lines = (more, looked = null) =>
    legend({ ...view, ...more }, looked).map(({ where, number, effect }) =>
      [where, number, effect].join(" "),
    );
  const held = { seat: 0, card: "5:reverse", source: "draw" };
  const bare = { resolving: null, discard: { count: 1, top: "4", below: null } };
  assert.deepEqual(lines({ ...bare, held: null }), []);
  assert.deepEqual(lines({ ...bare, held }), ["hand 5 reverse"]);
  assert.deepEqual(lines({ ...bare, held: { ...held, source: "kept" } }), ["kept 5 reverse"]);
  assert.deepEqual(lines({ ...bare, held: { ...held, card: "?" } }), []);
  assert.match(lines({})[0], /^resolving -?\d+ swap-with-another$/);
  const top = { ...bare, held, discard: { count: 1, top: "1:next-skips", below: null } };
  assert.deepEqual(lines(top), ["hand 5 reverse", "discard 1 next-skips"]);
  const seats = structuredClone(view.seats);
  seats[2].grid[5] = "3:peek-three";
  assert.deepEqual(lines({ ...top, seats }, "2:b2"), ["hand 5 reverse", "looked 3 peek-three"]);
  seats[2].grid[5] = "3";
  assert.deepEqual(lines({ ...top, seats }, "2:b2"), ["hand 5 reverse", "discard 1 next-skips"]);
  assert.deepEqual(lines({ ...bare, held: null, peeked: ["7:reverse"] }, "peeked:0"), [
    "looked 7 reverse",
  ]);
});

test("the order of play is told in words", () => {
  const { view } = sample("newskyjo-pick");
  const flow = view.order_of_play;
  const told = (t, more, seat = 0) =>
    orderOfPlay(t, { ...view, seat, order_of_play: { ...flow, ...more } });
  const next = (turns, takes_discard = false) => ({ next: { seat: 1, turns, takes_discard } });
  assert.deepEqual(told(en, {}), ["next: Bo"]);
  assert.deepEqual(told(en, {}, 3), ["Ana’s turn", "next: Bo"]);
  assert.deepEqual(told(en, next(0)), ["next: Bo misses this turn"]);
  assert.deepEqual(told(en, next(2, true)), ["next: Bo plays twice, must take the discard"]);
  assert.deepEqual(told(fr, next(4)), ["ensuite\u00a0: Bo a 4 tours"]);
  assert.deepEqual(told(en, { must_take: true, actions_left: 1, turns_left: 2 }), [
    "must take the discard",
    "1 more action after this",
    "Ana plays twice",
    "next: Bo",
  ]);
  assert.deepEqual(told(fr, { due: [2, 3] }), [
    "ensuite\u00a0: Bo",
    "ont encore un dernier tour\u00a0: Cy et Di",
  ]);
  assert.deepEqual(told(en, { due: [], next: null }), ["this is the last turn"]);
  assert.deepEqual(orderOfPlay(en, { ...view, order_of_play: null }), []);
});

test("what one knows of the draw pile is told with its places", () => {
  const told = (t, ...known) => knownWords(t, known, (card) => card);
  assert.equal(told(en, ["5", 1], ["7", 2], ["1", 3]), "next, in this order: 5, 7, 1");
  assert.equal(
    told(en, ["5", 1], ["1", 3], ["7", 3]),
    "next, in this order: 5; among nos. 2 to 3: 1, 7",
  );
  assert.equal(told(en, ["1", 2], ["7", 2], ["5", 3]), "among nos. 1 to 2: 1, 7; no. 3: 5");
  assert.equal(told(fr, ["5", 3]), "parmi les n° 1 à 3\u00a0: 5");
});
