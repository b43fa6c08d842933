import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Asides,
  isHandInDue,
  offeredAside,
  shownValues,
  still,
  ToolsMenu,
} from "../../../skyjo_widget/js/app/asides.js";
import { makeController } from "../../../skyjo_widget/js/app/controller.js";
import { FakeModel } from "../support/fake-model.js";
import { en, sample } from "../support/helpers.js";
import { ENTRIES as entries } from "../support/payloads.js";
import { drawn, elements } from "../support/tree.js";

const visible = (values) =>
  Object.fromEntries([...shownValues(entries, values)].map(([{ name }, value]) => [name, value]));

test("an entry has its own value until another is typed; a choice the first one", () => {
  assert.deepEqual(visible({}), { what: "show", pile: "draw", card: "" });
  assert.deepEqual(visible({ what: "dance", card: "5" }), {
    what: "show",
    pile: "draw",
    card: "5",
  });
});

test("an entry is shown if the others have the values of one of its ways", () => {
  assert.deepEqual(visible({ what: "move", card: "5" }), { what: "move", pile: "draw", card: "5" });
  assert.deepEqual(visible({ what: "move", pile: "x" }), { what: "move", pile: "x" });
});

test("what is used once goes when its own press was a success, and only then", () => {
  const draft = { values: { card: "5", pile: "x" }, pressed: null };
  assert.equal(still({ entries, emptied: 3 }, draft), draft);
  assert.deepEqual(still({ entries, emptied: 2 }, { ...draft, pressed: 2 }).values, draft.values);
  assert.deepEqual(still({ entries, emptied: 3 }, { ...draft, pressed: 2 }), {
    values: { pile: "x" },
    pressed: null,
  });
});

test("a board for a class has no notes, one for a playtest no coach that is off", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { view, rows } = sample("choose");
  const coach = { mode: "off", state: 0 };
  const offered = (for_, mode = "off") => {
    const model = new FakeModel({ view, rows, notes: {}, coach: { ...coach, mode }, for_ });
    const { notes, coach: own } = makeController(model, () => {}).snapshot();
    return [notes !== null, own !== null];
  };
  assert.deepEqual(offered(""), [true, true]);
  assert.deepEqual(offered("class"), [false, true]);
  assert.deepEqual(offered("playtest"), [true, false]);
  assert.deepEqual(offered("playtest", "after"), [true, true]);
});

test("a press and the choice of the people are messages", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { view, rows } = sample("choose");
  const model = new FakeModel({ view, rows, pace: -1, lang: "en" });
  const control = makeController(model, () => {});
  control.press("predict", "commit", { value: "1/2" });
  control.setPeople("class");
  assert.deepEqual(model.sent, [
    { type: "panel", panel: "predict", button: "commit", values: { value: "1/2" }, state: 17 },
    { type: "for", for_: "class", state: 17 },
  ]);
});

test("a class and a playtest have their panels in sight, everybody those of a lesson", () => {
  const asides = ["predict", "ruling", "hand_in"];
  const offered = (/** @type {object} */ more) => {
    const view = sample("choose").view;
    const snap = { asides, opened: [], people: "", guest: null, dead: false, view, ...more };
    const names = (/** @type {unknown} */ tree) =>
      elements(drawn(tree)).flatMap(({ props }) => props?.["data-aside"] ?? []);
    return [Asides, ToolsMenu].map((part) => names(part({ snap, t: en, control: {} })));
  };
  assert.deepEqual(offered({}), [["hand_in"], []]);
  assert.deepEqual(offered({ people: "class" }), [asides, []]);
  assert.deepEqual(offered({ guest: { may: [] } }), [asides, []]);
  assert.deepEqual(offered({ opened: ["tools"] }), [["hand_in"], ["predict", "ruling"]]);
  assert.deepEqual(offered({ opened: ["tools"], people: "class" }), [asides, []]);
  assert.deepEqual(offered({ opened: ["ruling"] }), [["ruling", "hand_in"], []]);
  assert.deepEqual(offered({ opened: ["tools", "ruling"] })[1], ["predict", "ruling"]);
  const chances = { why: "closed", chances: null };
  const bar = (/** @type {object} */ more) => offered({ chances, ...more });
  assert.deepEqual(bar({ opened: ["tools"] })[1], ["predict", "ruling", "chances"]);
  assert.deepEqual(bar({ opened: ["tools"], people: "class" }), [asides, ["chances"]]);
  assert.deepEqual(bar({ opened: ["chances"], people: "class" })[0], [...asides, "chances"]);
  assert.deepEqual(bar({}), [["hand_in"], []]);
});

test("handing in is the main button once the round is over", () => {
  const classes = (/** @type {string} */ phase) => {
    const snap = { asides: ["predict", "hand_in"], opened: [], people: "class", guest: null };
    const board = { ...snap, dead: false, view: { ...sample("choose").view, phase } };
    assert.equal(isHandInDue(board), phase !== "choose");
    return elements(drawn(Asides({ snap: board, t: en, control: {} })))
      .filter(({ props }) => props?.["data-aside"])
      .map((button) => button.props.class.includes("sjw-button-main"));
  };
  assert.deepEqual(classes("choose"), [false, false]);
  assert.deepEqual(classes("round over"), [false, true]);
  assert.deepEqual(classes("game over"), [false, true]);
});

test("what opens below a guest's board has a name, on the host's board nothing is new", () => {
  const panels = { worksheet: { about: "Chance · question 1 of 6" } };
  const snap = { asides: ["worksheet"], opened: ["worksheet"], panels, guest: { may: [] } };
  assert.deepEqual(offeredAside(en, snap), { name: "worksheet", title: "Chance" });
  assert.equal(offeredAside(en, { ...snap, opened: [] }), null);
  assert.equal(offeredAside(en, { ...snap, guest: null }), null);
});
