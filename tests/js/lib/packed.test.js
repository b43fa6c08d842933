import assert from "node:assert/strict";
import { test } from "node:test";

import { unpacked, unpackedModel } from "../../../skyjo_widget/js/lib/packed.js";

test("a dictionary comes as JSON text with its nulls, or as it is", () => {
  const view = { state: 3, fault: null, seats: [null, { json: "no text of ours" }] };
  assert.deepEqual(unpacked({ json: JSON.stringify(view) }), view);
  for (const plain of [view, "en", 0, null, undefined, [{ json: 3 }], { json: 3 }]) {
    assert.equal(unpacked(plain), plain);
  }
});

test("what came is read once: a view that hasn't changed is the same one", () => {
  const packed = { json: '{"state": 3}' };
  assert.equal(unpacked(packed), unpacked(packed));
  assert.notEqual(unpacked(packed), unpacked({ ...packed }));
});

test("a model gives dictionaries; all else is the kernel's own", () => {
  const traits = { view: { json: '{"fault": null}' }, lang: "fr" };
  const calls = [];
  const note =
    (what) =>
    (...values) =>
      calls.push([what, ...values]);
  const listen = () => {};
  const model = unpackedModel({
    get: (name) => traits[name],
    ...Object.fromEntries(["set", "send", "on", "off", "save_changes"].map((w) => [w, note(w)])),
  });
  assert.deepEqual([model.get("view"), model.get("lang")], [{ fault: null }, "fr"]);
  model.set("pace", 3);
  model.save_changes();
  model.send({ type: "undo" });
  model.on("change:view", listen);
  model.off("change:view", listen);
  assert.deepEqual(calls, [
    ["set", "pace", 3],
    ["save_changes"],
    ["send", { type: "undo" }],
    ["on", "change:view", listen],
    ["off", "change:view", listen],
  ]);
});
