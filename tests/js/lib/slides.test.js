/** The wall of a class's page: its slides, by address and by keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { slideBy, slideOf } from "../../../skyjo_widget/js/lib/slides.js";

test("an address names a slide that is there", () => {
  assert.equal(slideOf("#wall-2", 5), 1);
  assert.equal(slideOf("#wall-99", 5), 4);
  assert.equal(slideOf("#wall-0", 5), 0);
  for (const other of ["", "#", "#wall-", "#wall-x", "#d12"]) assert.equal(slideOf(other, 5), null);
});

test("keys turn, and stop at the ends", () => {
  assert.equal(slideBy("ArrowRight", 1, 3), 2);
  assert.equal(slideBy("PageDown", 2, 3), 2);
  assert.equal(slideBy("ArrowLeft", 0, 3), 0);
  assert.equal(slideBy("Home", 2, 3), 0);
  assert.equal(slideBy("End", 0, 3), 2);
  assert.equal(slideBy("x", 0, 3), null);
});
