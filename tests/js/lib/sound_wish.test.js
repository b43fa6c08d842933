/** The wish that a device's boards sound. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { toggleSound, wantsSound } from "../../../skyjo_widget/js/lib/sound_wish.js";

const own = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
const keep = (storage) =>
  Object.defineProperty(globalThis, "localStorage", { ...storage, configurable: true });
afterEach(() => (own ? keep(own) : Reflect.deleteProperty(globalThis, "localStorage")));

test("a class and a wall have wishes of their own, and nothing is on by itself", () => {
  const kept = {};
  const value = {
    getItem: (key) => kept[key] ?? null,
    setItem: (key, text) => {
      kept[key] = text;
    },
  };
  keep({ value });
  const boards = [
    ["", false],
    ["playtest", false],
    ["class", false],
    ["class", true],
    ["", true],
  ];
  const wanted = () => boards.map((board) => wantsSound(...board));
  assert.deepEqual(wanted(), [false, false, false, false, false]);
  toggleSound("", false);
  assert.deepEqual(wanted(), [true, true, false, false, false]);
  toggleSound("class", true);
  assert.deepEqual(wanted(), [true, true, false, true, true]);
  toggleSound("", false);
  toggleSound("class", false);
  assert.deepEqual(wanted(), [false, false, true, true, true]);
  assert.equal(Object.keys(kept).length, 3);
});

test("where the browser keeps nothing, the wish lasts as the page", () => {
  keep({
    get() {
      throw new Error("forbidden");
    },
  });
  assert.equal(wantsSound(""), false);
  toggleSound("");
  assert.equal(wantsSound(""), true);
  toggleSound("");
  assert.equal(wantsSound(""), false);
});
