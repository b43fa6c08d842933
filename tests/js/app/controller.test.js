import assert from "node:assert/strict";
import { test } from "node:test";
import { openController } from "../support/controller.js";
import { FakeModel } from "../support/fake-model.js";
import { sample } from "../support/helpers.js";

const open = (name, pace = -1) => {
  const { view, rows } = sample(name);
  const model = new FakeModel({ view, rows, pace, lang: "en" });
  const control = openController(model, () => {});
  return { model, control, view };
};
const answer = (model, more) => model.receive("view", { ...model.get("view"), ...more });
/** A clock that goes on by hand; the test's end puts the real one back. */
const fakeClock = (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  return context.mock.timers;
};
const whispers = ["nudge", "rest"];
const commands = (model) => model.sent.filter(({ type }) => !whispers.includes(type));
const nudges = (model) => model.sent.filter(({ type }) => type === "nudge").length;
const rests = (model) => model.sent.filter(({ type }) => type === "rest").length;

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
  const control = openController(
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

test("the clock steps once for each state, after the pace", (context) => {
  const clock = fakeClock(context);
  const { model, control } = open("bot", 700);
  control.drawn();
  control.drawn();
  clock.tick(699);
  assert.deepEqual(model.sent, []);
  clock.tick(1);
  assert.deepEqual(commands(model), [{ type: "step", state: 21 }]);
  answer(model, { error: { key: "internal", text: "disk full" } });
  control.drawn();
  clock.tick(5000);
  assert.equal(commands(model).length, 1, "a refused step is not sent again by the clock");
  control.next();
  assert.equal(commands(model).length, 2, "but it is by hand");
});

test("a new pace holds for the move that is waited for", (context) => {
  const clock = fakeClock(context);
  const { model, control } = open("bot", 1500);
  control.drawn();
  control.setPace(-1);
  control.drawn();
  clock.tick(9999);
  assert.deepEqual(commands(model), []);
  control.setPace(0);
  control.drawn();
  assert.equal(commands(model).length, 1);
  assert.equal(model.saves, 2);
});

test("paused, only the button steps, and only when a bot is to play", () => {
  const { model, control } = open("bot");
  control.drawn();
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

test("disposing leaves no listener and no clock", (context) => {
  const clock = fakeClock(context);
  const { model, control } = open("bot", 700);
  control.drawn();
  control.dispose();
  clock.tick(5000);
  assert.deepEqual(model.sent, []);
  assert.equal(model.listenerCount(), 0);
});

test("small messages follow a command until it is answered, so that the answer need not wait", (context) => {
  const clock = fakeClock(context);
  const { model, control, view } = open("choose");
  control.act("draw");
  clock.tick(15);
  assert.equal(nudges(model), 0);
  clock.tick(1);
  assert.deepEqual(model.sent.at(-1), { type: "nudge" });
  clock.tick(8);
  assert.equal(nudges(model), 2);
  answer(model, { state: view.state + 1 });
  clock.tick(900);
  assert.equal(nudges(model), 2, "none once it is answered");
  control.act("draw");
  clock.tick(900);
  assert.equal(nudges(model), 5, "and none for ever");
});

test("no nudges go up where the page says that answers come at once", (context) => {
  const clock = fakeClock(context);
  for (const [settings, expected] of [
    ['{"skyjo_widget_prompt": true}', 0],
    ['{"skyjo_widget_prompt": false}', 3],
    ["no JSON", 3],
  ]) {
    globalThis.document = { getElementById: () => ({ textContent: settings }) };
    context.after(() => delete globalThis.document);
    const { model, control } = open("choose");
    control.act("draw");
    clock.tick(900);
    assert.equal(nudges(model), expected, settings);
    control.dispose();
  }
});

test("a board that waits for its answer shows it only if it takes a while", (context) => {
  const clock = fakeClock(context);
  const { view, rows } = sample("choose");
  let drawn = 0;
  const model = new FakeModel({ view, rows, pace: -1, lang: "" });
  const control = openController(model, () => {
    drawn += 1;
  });
  control.act("draw");
  clock.tick(79);
  assert.equal(drawn, 0);
  clock.tick(1);
  assert.equal(drawn, 1);
  assert.ok(control.snapshot().busy);
  answer(model, { state: view.state + 1 });
  assert.equal(drawn, 2);
  control.act("draw");
  answer(model, { state: view.state + 2 });
  clock.tick(900);
  assert.equal(drawn, 3, "a quick answer is drawn once");
});

test("every kind of command is followed by one", (context) => {
  const clock = fakeClock(context);
  for (const [name, command] of [
    ["bot", (control) => control.next()],
    ["setup", (control) => control.undo()],
    ["choose", (control) => control.save()],
    ["round-over", (control) => control.nextRound()],
    ["fault", (control) => control.retry()],
    ["fault", (control) => control.replace(1)],
  ]) {
    const { model, control } = open(name);
    command(control);
    clock.tick(16);
    assert.deepEqual([commands(model).length, nudges(model)], [1, 1], name);
  }
});

test("nothing follows a command when the board is gone, and a dead channel harms nobody", (context) => {
  const clock = fakeClock(context);
  const gone = open("choose");
  gone.control.act("draw");
  gone.control.dispose();
  clock.tick(5000);
  assert.equal(nudges(gone.model), 0);
  const { model, control } = open("choose");
  control.act("draw");
  model.send = () => {
    throw new Error("Cannot send");
  };
  clock.tick(3000);
  assert.ok(!control.snapshot().dead, "a whisper finds nothing out");
  clock.tick(2000);
  assert.ok(control.snapshot().dead, "the question for the present state does");
  const dead = open("choose");
  dead.control.act("draw");
  dead.model.emit("comm_live_update");
  clock.tick(5000);
  assert.equal(nudges(dead.model), 0);
});

test("undo sends what was seen, or says that it can't", () => {
  const { model, control, view } = open("setup");
  control.undo();
  control.undo();
  assert.deepEqual(commands(model), [{ type: "undo", state: view.state }]);
  let { state } = view;
  for (const undo of ["seen", "nothing"]) {
    state += 1;
    answer(model, { state, undo });
    assert.ok(!control.snapshot().undoRefused, "another moment, another answer");
    control.undo();
    assert.ok(control.snapshot().undoRefused);
  }
  assert.equal(commands(model).length, 1);
});

test("a board at rest says so once, a second after the newest picture", (context) => {
  const clock = fakeClock(context);
  const { model, control, view } = open("choose");
  clock.tick(999);
  assert.equal(rests(model), 0);
  answer(model, { state: view.state + 1 });
  clock.tick(999);
  assert.equal(rests(model), 0, "a new picture begins a new second");
  clock.tick(9999);
  assert.equal(rests(model), 1);
  answer(model, { state: view.state + 2 });
  control.dispose();
  clock.tick(9999);
  assert.equal(rests(model), 1);
});

test("where only bots play nothing is taken back from the board", () => {
  const { model, control } = open("bot");
  answer(model, { viewer: null, undo: "nothing" });
  control.undo();
  assert.deepEqual(model.sent, []);
  assert.ok(!control.snapshot().undoRefused);
});

test("what changes seldom comes as traits of its own, and is part of the picture", () => {
  const { view, rows } = sample("choose");
  const { pad, rules, ...part } = view;
  const effects = { gift: { words: { en: "Give a card" } } };
  const older = { rows: [[0, "before"]] };
  const model = new FakeModel({
    view: part,
    terms: { rules, effects },
    sheet: { pad },
    rows,
    older,
    pace: -1,
    lang: "",
  });
  const control = openController(model, () => {});
  const { view: seen, rows: log } = control.snapshot();
  assert.deepEqual(seen, { ...view, effects });
  assert.equal(control.snapshot().view, seen, "the same picture while nothing is new");
  assert.deepEqual(log, { ...rows, rows: [[0, "before"], ...rows.rows] });
  model.set("sheet", { pad: { ...pad, target: 7 } });
  assert.equal(control.snapshot().view.pad.target, 7);
});

test("a wish to save elsewhere goes up beside a command under way, once", () => {
  const { model, control, view } = open("choose");
  control.act("draw");
  control.save();
  control.save();
  assert.deepEqual(model.sent.slice(1), [{ type: "save", state: view.state }]);
  answer(model, {});
  control.save();
  assert.equal(commands(model).length, 3);
});

const asked = (more) => ({ mode: "request", state: 17, odds: null, actions: null, ...more });

test("the coach is asked once for a state, and again if it didn't answer", () => {
  const { model, control } = open("choose");
  control.askCoach();
  assert.deepEqual(model.sent, []);
  model.receive("coach", asked());
  control.askCoach();
  control.askCoach();
  assert.deepEqual(commands(model), [{ type: "coach", state: 17 }]);
  assert.ok(control.snapshot().asking);
  answer(model, { answer: 1 });
  assert.ok(!control.snapshot().asking);
  control.askCoach();
  assert.equal(commands(model).length, 2);
  model.receive("coach", asked({ actions: {} }));
  answer(model, { answer: 2 });
  control.askCoach();
  assert.equal(commands(model).length, 2);
  control.dispose();
});

test("a card can be chosen while the coach thinks", () => {
  const { model, control } = open("choose");
  model.receive("coach", asked());
  control.askCoach();
  control.act("draw");
  assert.deepEqual(
    commands(model).map(({ type }) => type),
    ["coach", "act"],
  );
  control.dispose();
});

test("when the coach speaks is a command; what stands on the cards is the reader's own", () => {
  const { model, control } = open("choose");
  model.receive("coach", asked());
  control.setCoach("after");
  assert.deepEqual(commands(model), [{ type: "coach mode", state: 17, mode: "after" }]);
  assert.equal(control.snapshot().measure, "points");
  control.showMeasure();
  assert.equal(control.snapshot().measure, "win");
  control.showMeasure("win");
  assert.equal(control.snapshot().measure, "win");
  control.showMeasure();
  assert.equal(control.snapshot().measure, "points");
  assert.equal(commands(model).length, 1);
  control.dispose();
});
