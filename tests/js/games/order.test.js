import assert from "node:assert/strict";
import { test } from "node:test";
import { freePlaces, lay, orderText, takeBack } from "../../../skyjo_widget/js/games/order.js";

const free = freePlaces(3);

test("cards that are chosen one after the other lie in that order, the last by itself", () => {
  assert.deepEqual(free, [null, null, null]);
  const first = lay(free, 1);
  assert.deepEqual(first, [1, null, null]);
  assert.equal(orderText(first), null);
  assert.equal(orderText(lay(first, 2)), "231");
  assert.equal(orderText(lay(freePlaces(2), 1)), "21");
});

test("one card has only one place to go", () => {
  assert.equal(orderText(freePlaces(1)), "1");
});

test("a card can be taken back, and stays so", () => {
  const all = lay(lay(free, 0), 1);
  assert.deepEqual(takeBack(all, 0), [null, 1, 2]);
  assert.equal(orderText(lay(takeBack(all, 0), 0)), "123");
});

test("a card that is dropped on another changes places with it, or sends it back", () => {
  const all = lay(lay(free, 0), 1);
  assert.equal(orderText(lay(all, 2, 0)), "321");
  assert.deepEqual(lay([0, null, null], 1, 0), [1, null, null]);
  assert.deepEqual(lay([0, null, null], 0, 2), [null, null, 0]);
});

test("there is no place for a card when all are taken", () => {
  const all = lay(lay(free, 0), 1);
  assert.equal(lay(all, 0), all);
});

test("every order can be made by clicks, whatever came before", () => {
  const orders = new Set();
  for (let a = 0; a < 3; a += 1) {
    for (let b = 0; b < 3; b += 1) if (b !== a) orders.add(orderText(lay(lay(free, a), b)));
  }
  assert.deepEqual([...orders].sort(), ["123", "132", "213", "231", "312", "321"]);
});
