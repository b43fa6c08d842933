import assert from "node:assert/strict";
import { test } from "node:test";
import { knownWords, legend, orderOfPlay } from "../../../skyjo_widget/js/games/newskyjo.js";
import { en, fr, sample } from "../support/helpers.js";

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

test("the order of play has words", () => {
  const { view } = sample("newskyjo-pick");
  const flow = view.order_of_play;
  const text = (t, more, seat = 0) =>
    orderOfPlay(t, { ...view, seat, order_of_play: { ...flow, ...more } });
  const next = (turns, takes_discard = false) => ({ next: { seat: 1, turns, takes_discard } });
  assert.deepEqual(text(en, {}), ["next: Bo"]);
  assert.deepEqual(text(en, {}, 3), ["to play: Ana", "next: Bo"]);
  assert.deepEqual(text(en, next(0)), ["next: Bo (no turn)"]);
  assert.deepEqual(text(en, next(2, true)), ["next: Bo (two turns), must take the discard"]);
  assert.deepEqual(text(fr, next(4)), ["ensuite\u00a0: Bo (4 tours)"]);
  assert.deepEqual(text(en, { must_take: true, actions_left: 1, turns_left: 2 }), [
    "must take the discard",
    "1 more action after this",
    "Ana: two turns",
    "next: Bo",
  ]);
  assert.deepEqual(text(fr, { due: [2, 3] }), [
    "ensuite\u00a0: Bo",
    "ont encore un dernier tour\u00a0: Cy et Di",
  ]);
  assert.deepEqual(text(en, { due: [], next: null }), ["this is the last turn"]);
  assert.deepEqual(orderOfPlay(en, { ...view, order_of_play: null }), []);
});

test("known cards of the draw pile are named with their places", () => {
  const text = (t, ...cards) => knownWords(t, cards, (card) => card);
  assert.equal(text(en, ["5", 1], ["7", 2], ["1", 3]), "next, in this order: 5, 7, 1");
  assert.equal(
    text(en, ["5", 1], ["1", 3], ["7", 3]),
    "next, in this order: 5; among nos. 2 to 3: 1, 7",
  );
  assert.equal(text(en, ["1", 2], ["7", 2], ["5", 3]), "among nos. 1 to 2: 1, 7; no. 3: 5");
  assert.equal(text(fr, ["5", 3]), "parmi les n°\u00a01 à 3\u00a0: 5");
});
