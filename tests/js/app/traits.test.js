import assert from "node:assert/strict";
import { test } from "node:test";
import { makeTraits } from "../../../skyjo_widget/js/app/traits.js";
import { FakeModel } from "../support/fake-model.js";

const open = () => {
  const model = new FakeModel({
    view: { state: 1 },
    sheet: { pad: "sheet" },
    terms: { rules: "terms" },
    rows: { columns: ["a"], rows: [[2]] },
    older: { rows: [[1]] },
  });
  return { model, traits: makeTraits(model) };
};

test("the view is made of three traits, and the same object while none changes", () => {
  const { model, traits } = open();
  const view = traits.view();
  assert.deepEqual(view, { state: 1, pad: "sheet", rules: "terms" });
  assert.equal(traits.view(), view);
  model.set("sheet", { pad: "new" });
  assert.deepEqual(traits.view(), { state: 1, pad: "new", rules: "terms" });
});

test("older rows come first", () => {
  const { model, traits } = open();
  assert.deepEqual(traits.rows(), { columns: ["a"], rows: [[1], [2]] });
  model.set("older", undefined);
  assert.deepEqual(traits.rows().rows, [[2]]);
});

test("traits that came as an answer hold until they are renewed", () => {
  const { model, traits } = open();
  traits.replace({ view: { state: 5 }, rows: { columns: ["a"], rows: [] }, notes: null });
  assert.equal(traits.view().state, 5);
  assert.deepEqual(traits.rows().rows, [[1]]);
  assert.equal(traits.get("notes"), null, "an answer may hold null");
  model.set("view", { state: 6 });
  assert.equal(traits.view().state, 5);
  traits.renew("rows");
  assert.deepEqual(traits.rows().rows, [[1], [2]]);
  assert.equal(traits.view().state, 5);
  traits.renew();
  assert.equal(traits.view().state, 6);
});
