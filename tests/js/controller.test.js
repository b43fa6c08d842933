import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { makeController } from "../../skyjo_widget/js/controller.js";
import { FakeModel } from "./fake-model.js";
import { sample } from "./helpers.js";

const open = (name, pace = -1) => {
  const { view, rows } = sample(name);
  const model = new FakeModel({ view, rows, pace, lang: "en" });
  const control = makeController(model, () => {});
  return { model, control, view };
};
const answer = (model, more) => model.receive("view", { ...model.get("view"), ...more });

test("a click sends the target's action with the state that was seen", () => {
  const { model, control } = open("choose");
  control.act("discard");
  assert.deepEqual(model.sent, [{ type: "act", action: "take", state: 17 }]);
});

test("a click that is no target sends nothing", () => {
  const { model, control } = open("choose");
  control.act("0:a1");
  control.act("toString");
  assert.deepEqual(model.sent, []);
});

test("what is no target is refused, unless an answer is under way", () => {
  const { view, rows } = sample("choose");
  const refused = [];
  const model = new FakeModel({ view, rows, pace: -1, lang: "en" });
  const control = makeController(
    model,
    () => {},
    (target) => refused.push(target),
  );
  control.act("0:a1");
  control.act("draw");
  control.act("0:a1");
  assert.deepEqual(refused, ["0:a1"]);
  assert.equal(model.sent.length, 1);
});

test("a double click sends once, until a new view or an error arrives", () => {
  const { model, control, view } = open("choose");
  control.act("draw");
  control.act("discard");
  assert.equal(model.sent.length, 1);
  assert.ok(control.snapshot().busy);
  answer(model, { error: { key: "illegal", text: "no" } });
  assert.ok(!control.snapshot().busy);
  control.act("discard");
  assert.equal(model.sent.length, 2);
  answer(model, { state: view.state + 1 });
  control.act("draw");
  assert.equal(model.sent.at(-1).state, view.state + 1);
});

test("the clock steps once for each state, after the pace", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { model, control } = open("bot", 700);
  control.shown();
  control.shown();
  mock.timers.tick(699);
  assert.deepEqual(model.sent, []);
  mock.timers.tick(1);
  assert.deepEqual(model.sent, [{ type: "step", state: 21 }]);
  answer(model, { error: { key: "write_failed", text: "disk full" } });
  control.shown();
  mock.timers.tick(5000);
  assert.equal(model.sent.length, 1, "a refused step is not sent again by the clock");
  control.next();
  assert.equal(model.sent.length, 2, "but it is by hand");
  mock.timers.reset();
});

test("a new pace holds for the move that is waited for", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { model, control } = open("bot", 1500);
  control.shown();
  control.setPace(-1);
  control.shown();
  mock.timers.tick(9999);
  assert.deepEqual(model.sent, []);
  control.setPace(0);
  control.shown();
  assert.equal(model.sent.length, 1);
  assert.equal(model.saves, 2);
  mock.timers.reset();
});

test("paused, only the button steps, and only when a bot is to play", () => {
  const { model, control } = open("bot");
  control.shown();
  assert.deepEqual(model.sent, []);
  control.next();
  control.next();
  assert.deepEqual(model.sent, [{ type: "step", state: 21 }]);
  const person = open("choose");
  person.control.next();
  assert.deepEqual(person.model.sent, []);
});

test("the buttons of a round's end and of a bot's fault", () => {
  const round = open("round-over");
  round.control.nextRound();
  assert.deepEqual(round.model.sent, [{ type: "next_round", state: 60 }]);
  const fault = open("fault");
  fault.control.retry();
  fault.control.replace(1);
  assert.deepEqual(fault.model.sent, [{ type: "retry", state: 70 }]);
  answer(fault.model, { state: 71 });
  fault.control.replace(1);
  assert.deepEqual(fault.model.sent[1], { type: "replace", seat: 1, state: 71 });
});

test("a model that cannot send, or whose channel closed, is dead until a view comes", () => {
  const { model, control } = open("choose");
  model.send = () => {
    throw new Error("Cannot send");
  };
  control.act("draw");
  assert.ok(control.snapshot().dead);
  answer(model, { state: 18 });
  assert.ok(!control.snapshot().dead);
  model.emit("comm_live_update");
  assert.ok(control.snapshot().dead);
});

test("disposing leaves no listener and no clock", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { model, control } = open("bot", 700);
  control.shown();
  control.dispose();
  mock.timers.tick(5000);
  assert.deepEqual(model.sent, []);
  assert.equal(model.listenerCount(), 0);
  mock.timers.reset();
});
