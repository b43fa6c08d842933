import assert from "node:assert/strict";
import { test } from "node:test";
import {
  actionOf,
  choice,
  chosenFace,
  placesOf,
  standing,
  stillChosen,
} from "../../../skyjo_widget/js/parts/selection.js";
import { openController } from "../support/controller.js";
import { FakeModel } from "../support/fake-model.js";
import { sample } from "../support/helpers.js";

const two = () => sample("skipbo-two").view;
const teams = () => sample("skipbo-teams").view;
const pick = (view, spot) => ({ card: choice(view, spot), spot, decision: view.decision });

/** Every spot that a board of this view has. */
const spots = (view) => [
  "draw",
  "completed",
  ...view.building.map((_, n) => `b${n + 1}`),
  ...view.building.flatMap(({ either }, n) => (either ? [`b${n + 1} down`] : [])),
  ...(view.hand ?? []).map((_, n) => `hand:${n}`),
  ...view.seats.flatMap(({ seat, discards }) => [
    `${seat}:stock`,
    `${seat}:hand`,
    ...discards.map((_, n) => `${seat}:d${n + 1}`),
  ]),
];

test("a card may be chosen if and only if the moves have it", () => {
  const others = ["skipbo-covered", "skipbo-bot", "skipbo-down"].map((name) => sample(name).view);
  for (const view of [two(), teams(), ...others]) {
    const choices = spots(view).map((spot) => choice(view, spot));
    const names = new Set(choices.filter((name) => name !== null));
    assert.deepEqual([...names].sort(), Object.keys(view.moves).sort());
  }
});

test("a place may be chosen if and only if the moves of the chosen card have it", () => {
  for (const view of [two(), teams(), sample("skipbo-down").view]) {
    for (const spot of spots(view).filter((each) => choice(view, each) !== null)) {
      const chosen = pick(view, spot);
      const open = spots(view).filter((place) => actionOf(view, place, chosen) !== null);
      assert.deepEqual(open.sort(), placesOf(view, chosen).sort());
      const actions = open.map((place) => actionOf(view, place, chosen)).sort();
      assert.deepEqual(actions, Object.values(view.moves[chosen.card]).sort());
    }
  }
});

test("a wild card has two places where a pile may run either way, a number has one", () => {
  const { view } = sample("skipbo-down");
  const wild = pick(view, "hand:2");
  assert.deepEqual(placesOf(view, wild).slice(0, 6), [
    "b1",
    "b2",
    "b3",
    "b3 down",
    "b4",
    "b4 down",
  ]);
  assert.equal(actionOf(view, "b3", wild), "play wild b3");
  assert.equal(actionOf(view, "b3 down", wild), "play wild b3 down");
  assert.equal(standing(view, wild, "b3 down"), "place");
  assert.equal(standing(view, wild, "b1 down"), "");
  const twelve = pick(view, "hand:1");
  assert.equal(actionOf(view, "b3", twelve), "play 12 b3");
  assert.equal(standing(view, twelve, "b3 down"), "");
});

test("a partner's cards lie at the partner's, a discard goes to one's own piles", () => {
  const view = teams();
  assert.equal(choice(view, "2:stock"), "partner-stock");
  assert.equal(choice(view, "2:d3"), "partner-d3");
  assert.equal(choice(view, "1:stock"), null);
  const five = pick(view, "hand:1");
  assert.equal(actionOf(view, "0:d2", five), "discard 5 d2");
  assert.equal(actionOf(view, "2:d2", five), null);
  assert.equal(standing(view, five, "0:d2"), "place");
  assert.equal(standing(view, five, "hand:1"), "chosen");
  assert.equal(standing(view, five, "hand:0"), "card");
  assert.equal(standing(view, five, "1:d1"), "");
});

test("of two equal cards the one that was clicked is the chosen one", () => {
  const view = two();
  const chosen = pick(view, "hand:2");
  assert.equal(chosen.card, "hand:7");
  assert.equal(standing(view, chosen, "hand:1"), "card");
  assert.equal(chosenFace(view, chosen), "7");
});

test("the chosen card's face is that on top of its pile", () => {
  const view = teams();
  assert.equal(chosenFace(view, pick(view, "2:d3")), "wild");
  assert.equal(chosenFace(view, pick(view, "0:stock")), "3");
});

test("a choice ends with the decision that follows, and with what may be chosen", () => {
  const view = two();
  const chosen = pick(view, "hand:0");
  assert.equal(stillChosen(view, chosen), chosen);
  assert.equal(stillChosen({ ...view, decision: view.decision + 1 }, chosen), null);
  assert.equal(stillChosen({ ...view, moves: {} }, chosen), null);
  assert.equal(stillChosen(sample("choose").view, chosen), null);
});

const open = (name) => {
  const { view, rows } = sample(name);
  const model = new FakeModel({ view, rows, pace: -1, lang: "en" });
  const refused = [];
  const control = openController(
    model,
    () => {},
    (target) => refused.push(target),
  );
  return { model, control, view, refused, spot: () => control.snapshot().chosen?.spot ?? null };
};

test("choosing another card switches, the chosen one again lets it go", () => {
  const { model, control, spot } = open("skipbo-two");
  control.act("hand:0");
  assert.equal(spot(), "hand:0");
  control.act("hand:3");
  assert.equal(spot(), "hand:3");
  control.act("hand:3");
  assert.equal(spot(), null);
  control.act("0:stock");
  control.letGo();
  assert.equal(spot(), null);
  assert.deepEqual(model.sent, []);
});

test("a place sends the move once, and the card stays chosen until the answer", () => {
  const { model, control, spot, view } = open("skipbo-two");
  control.act("hand:2");
  control.act("0:d3");
  control.act("0:d2");
  control.act("hand:0");
  control.letGo();
  assert.equal(spot(), "hand:2");
  assert.deepEqual(model.sent, [{ type: "act", action: "discard 7 d3", state: 17 }]);
  model.receive("view", { ...view, state: 18, decision: view.decision + 1 });
  assert.equal(spot(), null, "a place that meant another card chooses nothing");
  assert.equal(control.snapshot().dropped.why, "changed");
});

test("a place without a card, or one that doesn't fit, is refused", () => {
  const { model, control, refused, spot } = open("skipbo-two");
  control.act("b1");
  control.act("hand:0");
  control.act("b1");
  control.act("1:d1");
  assert.deepEqual(refused, ["b1", "b1", "1:d1"]);
  assert.equal(spot(), "hand:0");
  assert.deepEqual(model.sent, []);
});

test("lifting a card chooses it whatever was chosen, and never lets it go", () => {
  const { control, spot } = open("skipbo-teams");
  control.act("2:d3");
  control.lift("hand:0");
  control.lift("hand:0");
  assert.equal(spot(), "hand:0");
  control.lift("1:stock");
  assert.equal(spot(), "hand:0");
});

test("being ready and a penalty are messages of their own", () => {
  const { model, control } = open("skipbo-covered");
  control.ready();
  model.receive("view", { ...model.get("view"), state: 18 });
  control.penalize(1);
  const commands = model.sent.filter(({ type }) => type !== "nudge");
  assert.deepEqual(commands, [
    { type: "ready", state: 17 },
    { type: "penalty", seat: 1, state: 18 },
  ]);
});
