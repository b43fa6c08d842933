import assert from "node:assert/strict";
import { test } from "node:test";
import { changes, motionTime } from "../../../skyjo_widget/js/games/grid_changes.js";
import { sample } from "../support/helpers.js";

/** The view after one more decision, its newest decision as given. */
const after = (view, last, edit = () => {}) => {
  const next = structuredClone(view);
  next.state += 1;
  next.decision += 1;
  next.last = {
    seat: 0,
    player: "Ana",
    action: last.kind,
    from: null,
    position: null,
    card_in: null,
    card_out: null,
    cleared: [],
    cleared_card: null,
    ...last,
  };
  edit(next);
  return next;
};

test("a drawn card flies from the draw pile to the hand", () => {
  const { view } = sample("choose");
  assert.deepEqual(changes(view, after(view, { kind: "draw" })), [
    { kind: "fly", from: "draw", to: "held", card: "arrival" },
  ]);
});

test("a placed card flies to its place, and the replaced one to the discard pile", () => {
  const { view } = sample("place-drawn");
  const next = after(view, { kind: "place", position: "a1", card_out: "9" }, (v) => {
    v.seats[0].grid[0] = "-2";
  });
  assert.deepEqual(changes(view, next), [
    { kind: "fly", from: "held", to: "0:a1", card: "arrival" },
    { kind: "fly", from: "0:a1", to: "discard", card: "origin" },
  ]);
});

test("a turned card turns in its place", () => {
  const { view } = sample("setup");
  const next = after(view, { kind: "flip", position: "a1" }, (v) => {
    v.seats[0].grid[0] = "3";
  });
  assert.deepEqual(changes(view, next), [{ kind: "flip", spot: "0:a1" }]);
});

test("a cleared column leaves for the discard pile, or for nowhere if the rule says so", () => {
  const { view } = sample("place-drawn");
  const clear = (v) => {
    for (const index of [0, 4, 8]) v.seats[0].grid[index] = ".";
  };
  const last = { kind: "place", position: "a1", cleared: ["a1", "a2", "a3"] };
  const leaving = changes(view, after(view, last, clear)).filter(({ kind }) => kind === "leave");
  assert.deepEqual(leaving, [
    { kind: "leave", spot: "0:a2", to: "discard" },
    { kind: "leave", spot: "0:a3", to: "discard" },
  ]);
  const gone = after(view, last, (v) => {
    clear(v);
    v.rules = [["cleared_to", "out of the game"]];
  });
  assert.equal(changes(view, gone).find(({ kind }) => kind === "leave").to, null);
});

test("two swapped cards fly to each other's places, whatever they show", () => {
  const { view } = sample("newskyjo-pick");
  const last = { kind: "pick", position: "1:b1", swapped: ["a1", "1:b1"] };
  const next = after(view, last, (v) => {
    v.seats[0].grid[0] = "5:reverse";
    v.seats[1].grid[1] = "?";
  });
  assert.deepEqual(changes({ ...view, seats: structuredClone(view.seats) }, next), [
    { kind: "fly", from: "0:a1", to: "1:b1", card: "origin" },
    { kind: "fly", from: "1:b1", to: "0:a1", card: "origin" },
  ]);
  const pile = after(view, { kind: "flip", position: "a1", swapped: ["b1", "discard pile"] });
  assert.deepEqual(
    changes(view, pile).map(({ from, to }) => `${from} ${to}`),
    ["0:b1 discard", "discard 0:b1"],
  );
});

test("cards that are passed on fly in a round; a given one flies to its place", () => {
  const { view } = sample("newskyjo-pick");
  const round = after(view, { kind: "keep", swapped: ["a1", "1:b1", "2:c1"] });
  assert.deepEqual(
    changes(view, round).map(({ from, to }) => `${from} ${to}`),
    ["0:a1 1:b1", "1:b1 2:c1", "2:c1 0:a1"],
  );
  const last = { kind: "pick", position: "1:b1", card_in: view.held.card, card_out: "4" };
  const gift = after(view, last, (v) => {
    v.seats[1].grid[1] = "5";
  });
  assert.deepEqual(
    changes(view, gift).map(({ from, to }) => `${from} ${to}`),
    ["held 1:b1", "1:b1 discard"],
  );
  const flip = after(view, { kind: "pick", effect: "x", position: "1:b1", card_in: "5" }, (v) => {
    v.seats[1].grid[1] = "5";
  });
  const before = { ...view, seats: structuredClone(view.seats) };
  before.seats[1].grid[1] = "?";
  assert.deepEqual(changes(before, flip), [{ kind: "flip", spot: "1:b1" }]);
});

test("a kept card that has no place to go flies to the discard pile", () => {
  const { view } = sample("newskyjo-pick");
  assert.equal(view.held.source, "kept");
  const next = after(view, { kind: "pick", position: "1:b1", card_out: view.held.card });
  assert.deepEqual(changes(view, next), [
    { kind: "fly", from: "held", to: "discard", card: "origin" },
  ]);
});

test("the final reveal turns every hidden card", () => {
  const { view } = sample("place-drawn");
  const next = after(view, { kind: "discard" }, (v) => {
    v.seats[1].grid = v.seats[1].grid.map((card) => (card === "?" ? "1" : card));
  });
  const turned = changes(view, next).filter(({ kind }) => kind === "flip");
  assert.equal(turned.length, view.seats[1].grid.filter((card) => card === "?").length);
});

test("nothing moves at first sight, after a jump, or in a new round", () => {
  const { view } = sample("choose");
  const next = after(view, { kind: "draw" });
  assert.deepEqual(changes(null, next), []);
  assert.deepEqual(changes(view, { ...next, decision: view.decision + 3 }), []);
  assert.deepEqual(changes(view, { ...next, decision: view.decision }), []);
  assert.deepEqual(changes(view, { ...next, round: view.round + 1 }), []);
  assert.deepEqual(changes(view, after(sample("tall").view, { kind: "draw" })), []);
});

test("a motion is short, and shorter than the pace", () => {
  for (const pace of [-1, 0, 50, 250, 700, 1500]) {
    assert.ok(motionTime(pace) <= 300);
    if (pace > 0) assert.ok(motionTime(pace) <= pace);
  }
});
