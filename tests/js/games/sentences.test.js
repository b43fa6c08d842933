import assert from "node:assert/strict";
import { test } from "node:test";
import {
  describeDecision,
  describeLast,
  describeTakenBack,
} from "../../../skyjo_widget/js/games/sentences.js";
import { en, fr, sample } from "../support/helpers.js";

test("the last move is one line, the cleared column by its letter", () => {
  assert.equal(
    describeLast(en, sample("choose").view),
    "greedy placed 8 on b3, 9 went to the discard pile, column b cleared.",
  );
  assert.equal(
    describeLast(fr, sample("choose").view),
    "greedy a posé le 8 en b3, le 9 va à la défausse, la colonne b est retirée.",
  );
});

test("three cards of a column of four are named by their places", () => {
  const { view } = sample("tall");
  view.last = { ...view.last, kind: "place", position: "b1", cleared: ["b1", "b2", "b3"] };
  assert.match(describeLast(en, view), /b1 b2 b3 cleared\.$/);
});

test("a card that the reader may not see is not named", () => {
  assert.equal(describeLast(en, sample("bot").view), "greedy drew a card.");
  assert.equal(describeLast(en, { ...sample("bot").view, last: null }), "");
});

test("a discarded card is named once, wherever the view names it", () => {
  const { view } = sample("tall");
  view.last = { ...view.last, card_in: null, card_out: "6" };
  assert.equal(describeLast(en, view), "Ana discarded 6.");
  view.last = { ...view.last, card_in: "6", card_out: "6" };
  assert.equal(describeLast(en, view), "Ana discarded 6.");
});

test("an action that has no words yet is shown in notation", () => {
  const { view } = sample("bot");
  view.last = { ...view.last, kind: "swap", action: "swap a1 b2" };
  assert.equal(describeLast(en, view), "greedy: swap a1 b2.");
});

test("an undo is described by its first decision and how many followed", () => {
  const { view } = sample("bot");
  const first = { ...view.last, player: "Ana", kind: "place", card_in: "7", position: "b3" };
  const text = (t, count) => describeTakenBack(t, { ...view, taken_back: { first, count } });
  assert.equal(describeTakenBack(en, { ...view, taken_back: null }), "");
  assert.equal(text(en, 1), "Taken back: Ana placed 7 on b3.");
  assert.equal(text(en, 2), "Taken back: Ana placed 7 on b3, and the decision after it.");
  assert.equal(text(fr, 3), "Annulé\u00a0: Ana a posé le 7 en b3, et les 2 décisions suivantes.");
});

/** A decision of NewSkyjo, Ana's at seat 0. */
const effect = (kind, more) => ({
  player: "Ana",
  action: kind,
  kind,
  position: null,
  card_in: null,
  card_out: null,
  cleared: [],
  effect: null,
  no_effect: false,
  swapped: null,
  ...more,
});

test("cards that are turned up, given, passed on, protected or score are told", () => {
  const { view } = sample("newskyjo-pick");
  view.effects = {
    all: { words: {}, reveal: 2, protect: true, score: -3, score_at: "top row" },
    gift: { words: {}, lands: "another grid" },
    round: { words: {}, pass_on: "highest" },
    swap: { words: {}, reveal: 1 },
  };
  const text = (t, kind, more) => describeDecision(t, view, effect(kind, more));
  assert.equal(
    text(en, "keep", { effect: "all", card_in: "5:all" }),
    "Ana kept 5 (all). Until the next turn of Ana, no effect of others touches that grid. " +
      "2 hidden cards are turned up. " +
      "At the end of the round it counts −3 besides its number in the top row.",
  );
  assert.equal(
    text(en, "pick", { effect: "all", position: "1:c1", card_in: "9" }),
    "Ana turned up c1 of Bo: 9 (all).",
  );
  assert.equal(
    text(en, "pick", { position: "1:c1", card_in: "5:gift", card_out: "2" }),
    "Ana gave 5: c1 of Bo, 2 went to the discard pile.",
  );
  assert.equal(
    text(en, "keep", { effect: "round", card_in: "5", swapped: ["a1", "1:b1", "2:c1"] }),
    "Ana kept 5 (round). Everybody passes on their highest visible card.",
  );
  assert.equal(
    text(en, "pick", {
      effect: "swap",
      position: "b2",
      card_in: "4",
      swapped: ["b2", "discard pile"],
    }),
    "Ana turned up b2: 4 (swap). b2 and the discard pile’s top card change places.",
  );
  assert.match(text(en, "keep", { effect: "gift", card_in: "5" }), /given to somebody else\.$/);
});

test("what an effect does is described in sentences", () => {
  const { view } = sample("newskyjo-pick");
  const text = (t, kind, more) => describeDecision(t, view, effect(kind, more));
  const swap = { effect: "swap-with-another", position: "1:c1" };
  assert.equal(
    text(en, "keep", { ...swap, card_in: "8:swap-with-another" }),
    "Ana kept 8 (Swap one).",
  );
  assert.equal(
    text(en, "pick", { ...swap, swapped: ["b3", "1:c1"] }),
    "Ana swapped b3 with c1 of Bo (Swap one).",
  );
  assert.equal(
    text(fr, "pick", { ...swap, swapped: ["b3", "1:c1"], cleared: ["1:c1", "1:c2", "1:c3"] }),
    "Ana a échangé b3 avec la carte c1 de Bo (Échange), la colonne c de Bo est retirée.",
  );
  assert.equal(text(en, "pick", { ...swap, position: "b3" }), "Ana picked b3 (Swap one).");
  assert.equal(
    text(en, "flip", { effect: "reverse", position: "b3", card_in: "-1:reverse" }),
    "Ana turned b3: −1 (Reverse). The direction of play is reversed.",
  );
  assert.equal(
    text(en, "flip", { effect: "only-top-left", no_effect: true, position: "b3", card_in: "1" }),
    "Ana turned b3: 1 (Corner). Nothing happens.",
  );
  assert.equal(
    text(en, "keep", { effect: "only-top-left", card_in: "1:only-top-left" }),
    "Ana kept 1 (Corner). It may only be placed at the top left.",
  );
  assert.equal(
    text(en, "keep", {
      effect: "lowest-to-discard",
      card_in: "0",
      swapped: ["c1", "discard pile"],
    }),
    "Ana kept 0 (Lowest). c1 and the discard pile’s top card change places.",
  );
  assert.equal(
    text(fr, "decline", { effect: "right-neighbour-swap", card_out: "3:right-neighbour-swap" }),
    "Ana a refusé (À droite), le 3 va à la défausse.",
  );
});

test("each effect of the deck that asks for nothing says what it does", () => {
  const { view } = sample("newskyjo-pick");
  const silent = Object.keys(view.effects).filter((name) => /swap/.test(name));
  for (const t of [en, fr]) {
    for (const name of Object.keys(view.effects)) {
      const text = describeDecision(t, view, effect("keep", { effect: name, card_in: "5" }));
      const sentences = text.split(". ").length;
      const expected = silent.includes(name) || name === "lowest-to-discard" ? 1 : 2;
      assert.equal(sentences, expected, text);
      assert.doesNotMatch(text, /does\.|[{}…]/);
    }
  }
});

test("the order in which cards were put back is secret", () => {
  const { view } = sample("newskyjo-pick");
  const text = describeDecision(
    en,
    view,
    effect("order", { action: "order 231", effect: "peek-three" }),
  );
  assert.equal(
    text,
    "Ana looked at the next cards of the draw pile and put them back (Look at 3).",
  );
});

test("columns of several grids, and single cards of others, are named with their owners", () => {
  const { view } = sample("newskyjo-pick");
  const text = (cleared) =>
    describeDecision(en, view, effect("place", { position: "a1", cleared }));
  assert.match(
    text(["a1", "a2", "a3", "1:b1", "1:b2", "1:b3"]),
    /, column a cleared, column b of Bo cleared\.$/,
  );
  assert.match(text(["1:b1", "1:b2"]), /, b1 of Bo b2 of Bo cleared\.$/);
});
