/** Outputs that came before their models. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seek } from "../../../skyjo_widget/js/lib/seek.js";
import { FakeModel } from "../support/fake-model.js";

test("a board without a view asks for its output where one came too early", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** The requests of a model on a page whose outputs of widgets say this. */
  const asked = (view, ...texts) => {
    const model = new FakeModel({ _dom_classes: ["sjw-live-1"] });
    seek(model, {
      querySelector: (selector) => (selector === ".sjw-live-1" ? view : null),
      querySelectorAll: () => texts.map((textContent) => ({ textContent })),
    });
    context.mock.timers.tick(3000);
    return model.sent;
  };
  const lost = "Error displaying widget: model not found";
  assert.deepEqual(asked(null, "", lost), [{ type: "missed" }]);
  assert.deepEqual(asked({}, "", lost), [], "another board's");
  assert.deepEqual(asked(null, "", "Ana, turn one of your cards face up."), []);
});
