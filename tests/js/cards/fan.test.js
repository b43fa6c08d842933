import assert from "node:assert/strict";
import { test } from "node:test";
import { fan } from "../../../skyjo_widget/js/cards/fan.js";

const STRIP = { most: 21, least: 16 };

test("a few covered cards are seen in full strips", () => {
  assert.deepEqual(fan(0, 66, STRIP), { hidden: 0, step: 0 });
  assert.deepEqual(fan(1, 66, STRIP), { hidden: 0, step: 21 });
  assert.deepEqual(fan(3, 66, STRIP), { hidden: 0, step: 21 });
});

test("more of them get narrower strips", () => {
  assert.deepEqual(fan(4, 66, STRIP), { hidden: 0, step: 16 });
});

test("where strips would be too narrow to read, the oldest share one", () => {
  assert.deepEqual(fan(5, 66, STRIP), { hidden: 2, step: 16 });
  assert.deepEqual(fan(40, 66, STRIP), { hidden: 37, step: 16 });
});

test("a fan never needs more than its room, and every card is in it", () => {
  for (const room of [36, 48, 66]) {
    for (let count = 0; count < 60; count += 1) {
      const { hidden, step } = fan(count, room, STRIP);
      const strips = count - hidden + (hidden > 0 ? 1 : 0);
      assert.ok(strips * step <= room, `${count} in ${room}`);
      assert.ok(count === 0 || step >= STRIP.least);
      assert.ok(hidden !== 1 && hidden <= count);
    }
  }
});
