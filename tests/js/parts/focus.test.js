import assert from "node:assert/strict";
import { test } from "node:test";
import { resultName } from "../../../skyjo_widget/js/parts/dialog.js";
import { focusOn, keepFocus } from "../../../skyjo_widget/js/parts/focus.js";
import { sample } from "../support/helpers.js";

/** A page with one board on it, as far as the focus goes. */
const open = ({ shadow = false } = {}) => {
  const body = {};
  const page = { body, activeElement: body, hasFocus: () => page.focused, focused: true };
  const root = shadow ? { activeElement: null } : page;
  const focus = (element) => {
    root.activeElement = element;
    if (shadow) page.activeElement = element ? {} : body;
  };
  const element = (spot) => ({ matches: () => spot });
  const stop = { ...element(true), focus: () => focus(stop) };
  const parts = new Set([stop]);
  const board = {
    ownerDocument: page,
    getRootNode: () => root,
    contains: (part) => parts.has(part),
    querySelector: () => stop,
  };
  /** A part of the board, with the focus on it. */
  const held = (spot) => {
    const part = element(spot);
    parts.add(part);
    focus(part);
    return part;
  };
  const remove = (part) => {
    parts.delete(part);
    focus(shadow ? null : body);
  };
  return { board, page, root, stop, held, remove, focus };
};

for (const shadow of [false, true]) {
  test(`focus that lost its element goes to the grid${shadow ? " in a shadow root" : ""}`, () => {
    const { board, root, stop, held, remove } = open({ shadow });
    const button = held(false);
    assert.equal(focusOn(board), button);
    remove(button);
    keepFocus(board, button, false);
    assert.equal(root.activeElement, stop);
  });
}

test("focus that is elsewhere stays there", () => {
  const { board, page, held, focus } = open();
  const button = held(false);
  const cell = {};
  focus(cell);
  keepFocus(board, button, true);
  keepFocus(board, null, true);
  assert.equal(page.activeElement, cell);
  assert.equal(focusOn(board), null);
});

test("a page without the focus does not ask for it", () => {
  const { board, page, held, remove } = open();
  const button = held(false);
  page.focused = false;
  assert.equal(focusOn(board), null);
  remove(button);
  keepFocus(board, button, true);
  assert.equal(page.activeElement, page.body);
});

test("another viewer takes the focus from the table, not from the buttons around it", () => {
  const { board, page, stop, held } = open();
  const button = held(false);
  keepFocus(board, button, true);
  assert.equal(page.activeElement, button);
  const pile = held(true);
  keepFocus(board, pile, false);
  assert.equal(page.activeElement, pile);
  keepFocus(board, pile, true);
  assert.equal(page.activeElement, stop);
});

test("what took the focus on the board meanwhile keeps it", () => {
  const { board, page, held } = open();
  const card = held(true);
  const dialog = held(false);
  keepFocus(board, card, true);
  assert.equal(page.activeElement, dialog);
});

test("a result is the same one until the round or the phase is another", () => {
  const { view } = sample("round-over");
  const name = resultName(view);
  assert.notEqual(name, "");
  assert.equal(resultName({ ...view, state: view.state + 1 }), name);
  assert.notEqual(resultName({ ...view, round: view.round + 1 }), name);
  assert.notEqual(resultName({ ...view, phase: "game over" }), name);
  assert.equal(resultName(sample("choose").view), "");
});
