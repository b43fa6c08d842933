/** Clicks beside a busy kernel: what goes up, and what Python answers, is a recorded table's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeController } from "../../../skyjo_widget/js/app/controller.js";
import { droppedText, waitsText } from "../../../skyjo_widget/js/parts/notices.js";
import { FakeModel } from "../support/fake-model.js";
import { clicks, en, fr } from "../support/helpers.js";

/** A board whose kernel answers with the recorded views, one at each call. */
const open = (context, name) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { sent, views, terms, sheet } = clicks(name);
  const rows = { columns: [], rows: [], undone: [] };
  const model = new FakeModel({ view: views[0], terms, sheet, rows, pace: -1, lang: "en" });
  const control = makeController(model, () => {});
  let next = 0;
  const answer = () => {
    next += 1;
    model.receive("view", views[next]);
  };
  const commands = () => model.sent.filter(({ type }) => type === "act" || type === "undo");
  const snap = () => control.snapshot();
  return { model, control, answer, commands, snap, sent, views, clock: context.mock.timers };
};

test("clicks wait for the answer of the one before, and go up in order", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "setup");
  control.act("0:a1");
  assert.deepEqual(snap().waits, [], "a quick answer needs no sign");
  control.act("0:b2");
  assert.deepEqual(snap().waits, ["0:a1", "0:b2"]);
  assert.deepEqual(commands(), sent.slice(0, 1), "an older state would be refused");
  answer();
  assert.deepEqual(commands(), sent);
  answer();
  assert.deepEqual(commands(), sent);
  assert.deepEqual([snap().waits, snap().dropped], [[], null]);
});

test("a click that waits alone is shown after a while", (context) => {
  const { control, snap, clock, answer } = open(context, "setup");
  control.act("0:a1");
  clock.tick(499);
  assert.equal(waitsText(en, snap()), "");
  clock.tick(1);
  assert.equal(waitsText(en, snap()), "1 click waits for an answer.");
  assert.equal(waitsText(fr, snap()), "1 clic attend une réponse.");
  answer();
  assert.equal(waitsText(en, snap()), "");
});

test("a second click on a place that waits is none", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "setup");
  for (const target of ["0:a1", "0:a1", "0:b2", "0:b2"]) control.act(target);
  assert.deepEqual(snap().waits, ["0:a1", "0:b2"]);
  answer();
  answer();
  assert.deepEqual(commands(), sent);
  assert.equal(snap().dropped, null);
});

test("what is another's turn by then is given back, with the reason", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "setup");
  for (const target of ["0:a1", "0:b2", "0:c3", "0:d1"]) control.act(target);
  answer();
  answer();
  assert.deepEqual(commands(), sent);
  assert.deepEqual(snap().dropped, { count: 2, why: "turn", player: "Bo" });
  const text = "2 clicks that waited weren’t played: it is another’s turn, Bo.";
  assert.equal(droppedText(en, snap().dropped), text);
  control.act("1:a1");
  assert.equal(snap().dropped, null, "the next click has read it");
});

test("a click keeps the meaning that it had", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "draw");
  control.act("draw");
  control.act("discard"); // "take" then; the card that was drawn would be thrown away now
  answer();
  assert.deepEqual(commands(), sent);
  assert.equal(snap().dropped.why, "changed");
});

test("a card that nobody has seen isn't placed", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "draw");
  control.act("draw");
  control.act("1:b3");
  answer();
  assert.deepEqual(commands(), sent);
  assert.equal(snap().dropped.why, "unseen");
});

test("one that lay open is", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "take");
  control.act("discard");
  control.act("1:b3");
  answer();
  assert.deepEqual(commands(), sent);
  answer();
  assert.equal(snap().dropped, null);
});

test("a card of the hand is played where it lies after others have gone", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "pair");
  control.act("hand:0");
  control.act("b1");
  control.lift("hand:1");
  control.act("b1");
  assert.deepEqual(snap().waits, ["b1", "hand:1", "b1"]);
  answer();
  assert.deepEqual(commands(), sent);
  answer();
  assert.deepEqual([snap().dropped, snap().chosen], [null, null]);
});

test("a card that has gone is given back with its place", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "pair");
  for (const target of ["hand:0", "b1", "hand:0", "b2"]) control.act(target);
  answer();
  assert.deepEqual(commands(), sent.slice(0, 1));
  assert.deepEqual(snap().dropped, { count: 2, why: "changed", player: "Ana" });
});

test("the wish to take back waits too", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "undo");
  control.act("0:a1");
  control.undo();
  answer();
  assert.deepEqual(commands(), sent);
  answer();
  assert.ok(!snap().undoRefused);
});

test("after a refused click none is played", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "refused");
  control.act("0:a1");
  control.act("0:b2");
  answer();
  assert.deepEqual(commands(), sent);
  assert.deepEqual([snap().dropped.why, snap().view.error.key], ["first", "stale"]);
});

test("what isn't the answer changes nothing", (context) => {
  const { control, model, commands, snap, views } = open(context, "setup");
  control.act("0:a1");
  control.act("0:b2");
  model.receive("view", { ...views[0] }); // as when a panel was opened
  assert.equal(commands().length, 1);
  control.act("0:c3");
  assert.equal(commands().length, 1, "none overtakes those that wait");
  assert.deepEqual(snap().waits, ["0:a1", "0:b2", "0:c3"]);
});

test("the newest click that waits can be taken back, what went up can't", (context) => {
  const { control, answer, commands, snap, sent } = open(context, "setup");
  for (const target of ["0:a1", "0:c3", "0:b2"]) control.act(target);
  control.letGo();
  control.letGo();
  control.letGo();
  control.act("0:b2");
  answer();
  assert.deepEqual(commands(), sent);
  assert.equal(snap().dropped, null);
});

test("without a kernel what waits is given back", (context) => {
  const { control, model, snap } = open(context, "setup");
  control.act("0:a1");
  control.act("0:b2");
  model.emit("comm_live_update");
  assert.ok(snap().dead);
  assert.deepEqual([snap().waits, snap().dropped.why], [[], "first"]);
});

test("a click that is lost for good takes the others with it", (context) => {
  const { control, model, commands, snap, clock } = open(context, "setup");
  const silence = () => {
    clock.tick(4000);
    const { id } = model.sent.findLast(({ type }) => type === "present");
    model.emit("msg:custom", { type: "present", id, state: null });
  };
  control.act("0:a1");
  control.act("0:b2");
  silence();
  assert.deepEqual(snap().waits, ["0:a1", "0:b2"], "it was sent again");
  silence();
  assert.equal(commands().length, 2);
  assert.deepEqual([snap().waits, snap().dropped.why], [[], "first"]);
});
