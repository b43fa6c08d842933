import assert from "node:assert/strict";
import { test } from "node:test";
import {
  nearest,
  nextIndex,
  passesToNotebook,
  shortcut,
} from "../../../skyjo_widget/js/lib/keys.js";

const press = (key, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

test("arrows move by one place and stop at the edges", () => {
  assert.equal(nextIndex("ArrowRight", 0, 4, 12), 1);
  assert.equal(nextIndex("ArrowRight", 3, 4, 12), 3);
  assert.equal(nextIndex("ArrowLeft", 4, 4, 12), 4);
  assert.equal(nextIndex("ArrowDown", 3, 4, 12), 7);
  assert.equal(nextIndex("ArrowDown", 11, 4, 12), 11);
  assert.equal(nextIndex("ArrowUp", 2, 4, 12), 2);
  assert.equal(nextIndex("ArrowUp", 6, 4, 12), 2);
});

test("Home and End go to the ends of the row", () => {
  assert.equal(nextIndex("Home", 6, 4, 12), 4);
  assert.equal(nextIndex("End", 5, 4, 12), 7);
});

test("any other key means nothing in a grid", () => {
  assert.equal(nextIndex("Enter", 5, 4, 12), null);
  assert.equal(nextIndex("a", 5, 4, 12), null);
});

test("letters stand for the piles and the next move, in either case", () => {
  assert.equal(shortcut(press("d")), "draw");
  assert.equal(shortcut(press("?")), "keys");
  assert.equal(shortcut(press("T")), "discard");
  assert.equal(shortcut(press("x")), "discard");
  assert.equal(shortcut(press("N")), "next");
  assert.equal(shortcut(press("k")), "keep");
  assert.equal(shortcut(press("E")), "pass");
  assert.equal(shortcut(press("P")), "projector");
  assert.equal(shortcut(press("c")), "coach");
  assert.equal(shortcut(press("M")), "measure");
  assert.equal(shortcut(press("b")), null);
});

test("a letter with a modifier is the browser's", () => {
  assert.equal(shortcut(press("d", { ctrlKey: true })), null);
  assert.equal(shortcut(press("t", { metaKey: true })), null);
});

test("the notebook may save, search and open its palette, and hears nothing for its cells", () => {
  const ctrl = (key, more = {}) => press(key, { ctrlKey: true, ...more });
  for (const key of ["s", "S", "f", "k", "C"]) assert.ok(passesToNotebook(ctrl(key)), key);
  assert.ok(passesToNotebook(press("s", { metaKey: true })));
  for (const key of ["Enter", "Backspace", "ArrowUp", ..."abmMzy_O(i"])
    assert.ok(!passesToNotebook(ctrl(key)), key);
  for (const key of ["d", "x", "s", "Enter", "Escape", "Tab"])
    assert.ok(!passesToNotebook(press(key)), key);
});

test("an arrow goes to the nearest place that way", () => {
  const box = (left, top, w = 40, h = 50) => ({ left, right: left + w, top, bottom: top + h });
  // Four piles, five below them of which most are taller, five cards, and a block at the right.
  const middle = [60, 110, 160, 210].map((x) => box(x, 0));
  const piles = [box(10, 160), ...[60, 110, 160, 210].map((x) => box(x, 110, 40, 100))];
  const hand = [10, 60, 110, 160, 210].map((x) => box(x, 240));
  const boxes = [...middle, ...piles, ...hand, box(300, 90)];
  const go = (key, from) => nearest(key, boxes[from], boxes);
  assert.equal(go("ArrowRight", 0), 1);
  assert.equal(go("ArrowDown", 0), 5);
  assert.equal(go("ArrowUp", 6), 1);
  assert.equal(go("ArrowDown", 8), 13);
  assert.equal(go("ArrowUp", 9), 4);
  assert.equal(go("ArrowLeft", 5), 4);
  assert.equal(go("ArrowRight", 8), 14);
  assert.equal(go("ArrowLeft", 0), null);
  assert.equal(go("ArrowDown", 11), null);
  assert.equal(go("Enter", 0), null);
});

test("digits stand for building piles, S for the stock pile, Escape lets go", () => {
  assert.equal(shortcut(press("3")), "b3");
  assert.equal(shortcut(press("S")), "stock");
  assert.equal(shortcut(press("Escape")), "let go");
  assert.equal(shortcut(press("0")), null);
  assert.equal(shortcut(press("1", { ctrlKey: true })), null);
});
