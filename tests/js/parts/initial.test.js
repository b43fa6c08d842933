import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { initials, lookOf } from "../../../skyjo_widget/js/parts/initial.js";

const CASES = JSON.parse(
  readFileSync(new URL("../../fixtures/initials.json", import.meta.url), "utf8"),
);

test("initials tell all players of a table apart, as they do in Python", () => {
  for (const [names, letters] of CASES) {
    assert.deepEqual(initials(names), letters);
    assert.equal(new Set(letters).size, letters.length);
  }
});

test("partners share a colour, everybody else has the seat's own", () => {
  const teams = [
    [0, 2],
    [1, 3],
  ];
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => lookOf({ pad: { teams } }, seat)),
    [0, 1, 0, 1],
  );
  assert.equal(lookOf({ pad: {} }, 3), 3);
  assert.equal(lookOf(null, 3), 3);
});
