import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buttonTargets,
  isTarget,
  keyTarget,
  openSeats,
  positionIndex,
  positionName,
  seatsFromViewer,
  spotOf,
  touchedSpots,
} from "../../../skyjo_widget/js/parts/targets.js";
import { sample } from "../support/helpers.js";

test("positions are named by column letter and row number", () => {
  assert.equal(positionName(0, 4), "a1");
  assert.equal(positionName(11, 4), "d3");
  assert.equal(positionName(5, 3), "c2");
  assert.equal(positionName(4, 5), "e1");
  assert.equal(positionName(143, 12), "l12");
});

test("every position's name leads back to its index", () => {
  for (let columns = 1; columns <= 12; columns += 1) {
    for (let index = 0; index < columns * 12; index += 1) {
      assert.equal(positionIndex(positionName(index, columns), columns), index);
    }
  }
});

test("a spot can be clicked if and only if it is a target", () => {
  const { view } = sample("place-drawn");
  assert.ok(isTarget(view, "0:a1"));
  assert.ok(isTarget(view, "discard"));
  assert.ok(!isTarget(view, "draw"));
  assert.ok(!isTarget(view, "1:a1"));
  assert.ok(!isTarget(view, "toString"));
});

test("actions without a place become buttons", () => {
  const { view } = sample("choose");
  assert.deepEqual(buttonTargets(view), []);
  view.targets = { "button:pass": "pass", draw: "draw" };
  assert.deepEqual(buttonTargets(view), ["pass"]);
});

test("a place of a decision is that of its seat unless it says another's", () => {
  assert.equal(spotOf(2, "b3"), "2:b3");
  assert.equal(spotOf(2, "0:b3"), "0:b3");
  assert.equal(spotOf(2, "discard pile"), "discard");
});

test("a key means what may be chosen now", () => {
  const { view } = sample("choose");
  view.targets = { "button:decline": "decline" };
  assert.equal(keyTarget(view, "pass"), "button:decline");
  view.targets = { "button:pass": "pass" };
  assert.equal(keyTarget(view, "pass"), "button:pass");
  assert.equal(keyTarget(view, "keep"), "held");
  assert.equal(keyTarget(view, "draw"), "draw");
  assert.equal(keyTarget(view, "stock"), null);
  assert.equal(keyTarget(view, "b2"), null);
  assert.equal(keyTarget(sample("skipbo-two").view, "stock"), "0:stock");
  assert.equal(keyTarget(sample("skipbo-two").view, "b2"), "b2");
});

test("the seats in whose grids something may be clicked", () => {
  assert.deepEqual([...openSeats(sample("newskyjo-pick").view)].sort(), [1, 2, 3]);
  assert.deepEqual([...openSeats(sample("newskyjo-order").view)], []);
  assert.deepEqual([...openSeats(sample("place-drawn").view)], [0]);
});

test("the viewer comes first, the others follow as they sit; a spectator sees seat 0 first", () => {
  const { view } = sample("four");
  view.viewer = 2;
  assert.deepEqual(
    seatsFromViewer(view).map(({ seat }) => seat),
    [2, 3, 0, 1],
  );
  view.viewer = null;
  assert.equal(seatsFromViewer(view)[0].seat, 0);
});

test("the last decision marks its place, its pile and what it cleared", () => {
  assert.deepEqual([...touchedSpots(sample("choose").view)].sort(), ["1:b1", "1:b2", "1:b3"]);
  assert.deepEqual([...touchedSpots(sample("bot").view)], ["draw"]);
  assert.deepEqual([...touchedSpots(sample("tall").view)], ["discard"]);
  const { view } = sample("newskyjo-pick");
  const swapped = { ...view.last, position: "1:c2", swapped: ["b3", "1:c2"] };
  assert.deepEqual([...touchedSpots({ ...view, last: swapped })].sort(), ["0:b3", "1:c2"]);
  assert.equal(touchedSpots({ ...sample("tall").view, last: null }).size, 0);
});
