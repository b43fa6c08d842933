import assert from "node:assert/strict";
import { test } from "node:test";
import { promptText } from "../../../skyjo_widget/js/app/board.js";
import {
  describeDecision,
  describeLast,
  describeTakenBack,
} from "../../../skyjo_widget/js/games/sentences.js";
import { pileChanges, touchedPiles } from "../../../skyjo_widget/js/games/skipbo_changes.js";
import { describeCut } from "../../../skyjo_widget/js/games/skipbo_sentences.js";
import { rowOutcome } from "../../../skyjo_widget/js/games/story.js";
import { en, fr, sample } from "../support/helpers.js";

const two = () => sample("skipbo-two").view;
const teams = () => sample("skipbo-teams").view;
const done = (more) => ({
  ...two().last,
  action: "play 7 b2",
  kind: "play",
  position: "b2",
  card_in: "7",
  source_pile: null,
  played_as: 7,
  completed: false,
  ...more,
});

test("a played card is described by its source, its number and the pile that it completed", () => {
  const text = (more) => describeDecision(en, teams(), done(more));
  assert.equal(text({}), "Ana played 7 from the hand on building pile 2.");
  assert.equal(
    text({ card_in: "wild", played_as: 12, source_pile: "stock", completed: true }),
    "Ana played 12 (wild) from the stock pile on building pile 2; the pile is complete.",
  );
  assert.equal(text({ source_pile: "d3" }), "Ana played 7 from discard pile 3 on building pile 2.");
  assert.equal(
    text({ source_pile: "2:stock" }),
    "Ana played 7 from the stock pile of Cem on building pile 2.",
  );
  assert.equal(
    describeDecision(fr, teams(), done({ source_pile: "2:d1" })),
    "Ana a joué le 7 de la défausse 1 de Cem sur la pile de construction 2.",
  );
});

test("a discard and an end of a turn without one are described", () => {
  const discard = done({ kind: "discard", position: "d1", played_as: null });
  assert.equal(describeDecision(en, two(), discard), "Ana discarded 7 on discard pile 1.");
  assert.equal(
    describeDecision(fr, two(), { ...discard, card_in: "wild" }),
    "Ana a défaussé un joker sur la défausse 1.",
  );
  const pass = done({ kind: "pass", card_in: null, position: null, played_as: null });
  assert.equal(describeDecision(en, two(), pass), "Ana ended the turn without a discard.");
  const taken = { ...two(), taken_back: { first: discard, count: 1 } };
  assert.equal(describeTakenBack(en, taken), "Taken back: Ana discarded 7 on discard pile 1.");
});

test("each row of the log has a sentence", () => {
  const { rows, view } = sample("skipbo-two");
  const sentences = rows.rows.map((row) => describeDecision(en, view, rowOutcome(rows, row)));
  assert.equal(sentences[3], "Ana played 6 (wild) from the hand on building pile 1.");
  assert.equal(
    sentences[4],
    "Ana played 12 from the stock pile on building pile 3; the pile is complete.",
  );
});

test("a penalty is described while it is the newest change", () => {
  const view = { ...two(), penalized: { seat: 1, cards: 2 } };
  assert.equal(describeLast(en, view), "Penalty: builder got 2 cards under the stock pile.");
  view.penalized.cards = 1;
  assert.match(describeLast(fr, view), /builder a reçu 1 carte sous son talon\.$/);
});

test("the cut for the deal is described in the first turn", () => {
  const { view } = sample("skipbo-six");
  assert.match(
    describeCut(en, view),
    /^Cut for the deal: Ana 3, balanced 7, .* Dealer: builder\.$/,
  );
  assert.equal(describeCut(en, two()), "");
});

test("the prompt asks for a place while a card is chosen", () => {
  const view = two();
  const chosen = (card, spot) => ({ view, chosen: { card, spot, decision: view.decision } });
  assert.equal(promptText(en, chosen("hand:7", "hand:1")), "Ana, choose a place for the 7.");
  assert.match(promptText(fr, chosen("hand:wild", "hand:3")), /choisis une place pour le joker\.$/);
});

/** The view after one more decision. */
const after = (view, last, edit = () => {}) => {
  const next = structuredClone(view);
  Object.assign(next, { state: 18, decision: view.decision + 1, last: done(last) });
  edit(next);
  return next;
};

test("a card flies from its pile to its place, and what it covered is turned up", () => {
  const view = two();
  const played = after(view, { source_pile: "stock", card_in: "8", position: "b1" });
  assert.deepEqual(pileChanges(view, played), [
    { kind: "fly", from: "0:stock", to: "b1", card: "arrival" },
    { kind: "flip", spot: "0:stock" },
  ]);
  assert.deepEqual([...touchedPiles(played)], ["b1"]);
  const last = after(view, { source_pile: "stock" }, (v) => {
    v.seats[0].stock = { count: 0, top: null };
  });
  assert.ok(!pileChanges(view, last).some(({ kind }) => kind === "flip"));
  const partner = after(teams(), { source_pile: "2:d3", position: "b4" });
  assert.equal(pileChanges(teams(), partner)[0].from, "2:d3");
});

test("a card that completes a pile flies on to the completed ones", () => {
  const view = two();
  const next = after(view, { source_pile: "d4", completed: true, position: "b4" });
  assert.deepEqual(pileChanges(view, next), [
    { kind: "fly", from: "0:d4", to: "completed", via: "b4", card: "origin" },
  ]);
});

test("a discard leaves the viewer's hand, or another's backs", () => {
  const view = two();
  const own = after(view, { kind: "discard", position: "d2", played_as: null }, (v) => {
    v.seats[0].hand -= 1;
  });
  assert.deepEqual(pileChanges(view, own), [
    { kind: "fly", from: "hand:1", to: "0:d2", card: "arrival" },
  ]);
  const other = after(view, { seat: 1, kind: "discard", position: "d2" }, (v) => {
    v.seats[1].hand -= 1;
  });
  assert.equal(pileChanges(view, other)[0].from, "1:hand");
  assert.deepEqual([...touchedPiles(other)], ["1:d2"]);
});

test("drawn cards fly from the draw pile to a hand", () => {
  const view = two();
  const next = after(view, { seat: 1, kind: "discard", position: "d2" }, (v) => {
    v.seats[1].hand -= 1;
    v.seats[0].hand = 5;
    v.hand = ["1", "4", "7", "7", "wild"];
  });
  assert.deepEqual(pileChanges(view, next).at(-1), {
    kind: "fly",
    from: "draw",
    to: "hand:1",
    card: "arrival",
  });
  const others = after(view, {}, (v) => {
    v.seats[0].hand -= 1;
    v.hand = ["1", "7", "wild"];
    v.seats[1].hand = 5;
  });
  assert.equal(pileChanges(view, others).length, 1);
});

test("after a jump, a new round or an uncovered hand nothing moves", () => {
  const view = two();
  assert.deepEqual(pileChanges(null, view), []);
  assert.deepEqual(pileChanges(view, { ...view, decision: view.decision + 2 }), []);
  assert.deepEqual(pileChanges(view, { ...view, round: 3, decision: view.decision + 1 }), []);
  assert.deepEqual(pileChanges({ ...view, covered: true, hand: null }, view), []);
});
