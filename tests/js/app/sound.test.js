/** The sounds of a board. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { soundOf } from "../../../skyjo_widget/js/app/sound.js";
import { sample } from "../support/helpers.js";

const view = sample("choose").view;
const next = {
  ...view,
  decision: view.decision + 1,
  last: { ...view.last, kind: "place", position: "a1" },
};

test("a card that comes to lie somewhere sounds; one that is drawn doesn't", () => {
  assert.equal(soundOf(view, next, []), "place");
  const thrown = { ...next, last: { ...view.last, kind: "discard", position: null } };
  assert.equal(soundOf(view, thrown, []), "place");
  const drawn = { ...next, last: { ...view.last, kind: "draw", position: null } };
  assert.equal(soundOf(view, drawn, []), null);
});

test("a page that opens, a step back and the same view again are silent", () => {
  assert.equal(soundOf(null, next, []), null);
  assert.equal(soundOf(next, view, []), null);
  assert.equal(soundOf(next, next, []), null);
});

test("the end of a round, the last turn and a cleared column come before a placed card", () => {
  assert.equal(soundOf(view, { ...next, phase: "round over", last_turn: true }, []), "end");
  assert.equal(soundOf({ ...view, last_turn: false }, { ...next, last_turn: true }, []), "last");
  assert.equal(soundOf({ ...view, last_turn: true }, { ...next, last_turn: true }, []), "place");
  assert.equal(soundOf(view, next, [{ kind: "leave", spot: "0:a1", to: "discard" }]), "clear");
  const over = { ...next, phase: "round over" };
  assert.equal(soundOf(over, { ...over, decision: over.decision + 1 }, []), null);
});
