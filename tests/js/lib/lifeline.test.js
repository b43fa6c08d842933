import assert from "node:assert/strict";
import { test } from "node:test";
import { makeController } from "../../../skyjo_widget/js/app/controller.js";
import { silenceText } from "../../../skyjo_widget/js/parts/notices.js";
import { FakeModel } from "../support/fake-model.js";
import { sample } from "../support/helpers.js";

const open = (context, name = "choose") => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { view, rows } = sample(name);
  const model = new FakeModel({ view: { ...view, answer: 4 }, rows, pace: -1, lang: "en" });
  const control = makeController(model, () => {});
  const asked = () => model.sent.filter(({ type }) => type === "present");
  const acts = () => model.sent.filter(({ type }) => type === "act").length;
  const answer = (id, state) => model.emit("msg:custom", { type: "present", id, state });
  return { model, control, view, clock: context.mock.timers, asked, acts, answer };
};

test("a board that waits says so after some seconds, and later what can be done", (context) => {
  const { control, clock } = open(context);
  control.act("draw");
  clock.tick(3900);
  assert.equal(control.snapshot().silence, null);
  clock.tick(200);
  assert.equal(control.snapshot().silence, "late");
  clock.tick(26_000);
  assert.equal(control.snapshot().silence, "lost");
});

test("an answer ends it, and a board that has sent nothing asks nothing", (context) => {
  const { model, control, view, clock, asked } = open(context);
  clock.tick(100_000);
  assert.deepEqual(asked(), []);
  control.act("draw");
  clock.tick(5000);
  model.receive("view", { ...view, state: view.state + 1, answer: 5 });
  assert.equal(control.snapshot().silence, null);
  const before = asked().length;
  clock.tick(100_000);
  assert.equal(asked().length, before);
});

test("a busy kernel gets a question now and then, with what is on show", (context) => {
  const { control, view, clock, asked } = open(context);
  control.act("draw");
  clock.tick(4000);
  assert.deepEqual(asked(), [{ type: "present", id: asked()[0].id, state: view.state, answer: 4 }]);
  clock.tick(600_000);
  assert.ok(asked().length < 16, `${asked().length} questions in ten minutes`);
});

test("the present state is shown as it came, without the traits", (context) => {
  const { model, control, view, clock, answer, asked } = open(context);
  control.act("draw");
  clock.tick(4000);
  const now = { ...view, state: view.state + 3, answer: 5 };
  answer(asked()[0].id, { view: now, rows: { columns: [], rows: [], undone: [] } });
  const snap = control.snapshot();
  assert.deepEqual([snap.view.state, snap.silence, snap.busy], [view.state + 3, null, false]);
  assert.deepEqual(snap.rows.rows, []);
  model.receive("view", { ...view, state: view.state + 4 });
  assert.equal(control.snapshot().view.state, view.state + 4, "traits that come later are newer");
});

test("a command that was lost is sent once more, and then given back", (context) => {
  const { control, clock, asked, acts, answer } = open(context);
  control.act("draw");
  clock.tick(4000);
  answer(asked().at(-1).id, null);
  assert.equal(acts(), 2);
  assert.ok(control.snapshot().busy);
  clock.tick(4000);
  answer(asked().at(-1).id, null);
  assert.equal(acts(), 2);
  assert.deepEqual([control.snapshot().busy, control.snapshot().silence], [false, null]);
  control.act("draw");
  assert.equal(acts(), 3);
});

test("an old question's answer says nothing about a newer command", (context) => {
  const { model, control, view, clock, asked, acts, answer } = open(context);
  control.act("draw");
  clock.tick(4000);
  const [{ id }] = asked();
  model.receive("view", { ...view, answer: 5 });
  control.act("draw");
  answer(id, null);
  assert.equal(acts(), 2);
  assert.ok(control.snapshot().busy);
});

test("the answer to another view's question says nothing about this one's command", (context) => {
  const { control, clock, asked, acts, answer } = open(context);
  control.act("draw");
  clock.tick(4000);
  answer(asked()[0].id + 1000, null);
  assert.equal(acts(), 1);
  assert.ok(control.snapshot().busy);
});

test("a page that comes back asks at once, also what nobody waits for", (context) => {
  const { control, asked } = open(context);
  control.woken();
  assert.equal(asked().length, 1);
  control.act("draw");
  control.woken();
  assert.equal(asked().length, 1, "an answer is under way");
});

test("where the record is written, its line is offered", () => {
  const t = (key, { record } = {}) => (record ? `${key} ${record}` : key);
  const text = (silence, more) => silenceText(t, { silence, view: { trouble: null, ...more } });
  assert.equal(text(null, { record: "a" }), "");
  assert.equal(text("late", { record: "a" }), "silence.late");
  assert.equal(text("lost", { record: "a" }), "silence.lost board.lost_record");
  assert.equal(text("lost", { record: null }), "silence.lost");
});
