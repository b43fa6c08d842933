/** Widgets without a game of their own: what they say to the kernel is heard, or they say so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeChannel } from "../../../skyjo_widget/js/lib/channel.js";
import { FakeModel } from "../support/fake-model.js";
import { en } from "../support/helpers.js";

const SHOW = { type: "show", decision: 3 };

const open = (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const model = new FakeModel({ decision: -1 });
  const page = new EventTarget();
  let changes = 0;
  const channel = makeChannel(model, page, () => {
    changes += 1;
  });
  context.after(channel.dispose);
  const shows = () => model.sent.filter(({ type }) => type === "show");
  const questions = () => model.sent.filter(({ type }) => type === "present");
  const answer = (id, state = null) => model.emit("msg:custom", { type: "present", id, state });
  const silence = () => channel.silence(en);
  return {
    model,
    channel,
    clock: context.mock.timers,
    shows,
    questions,
    answer,
    silence,
    changes: () => changes,
  };
};

test("a command that is obeyed is over, whatever came of it", (context) => {
  const { channel, clock, shows, questions, answer, silence, changes } = open(context);
  assert.ok(channel.send(SHOW));
  const [{ asks, ...rest }] = shows();
  assert.deepEqual(rest, SHOW);
  answer(asks);
  clock.tick(100_000);
  assert.deepEqual([silence(), questions().length, changes()], ["", 0, 0]);
});

test("without an answer it says so, asks, and says later what can be done", (context) => {
  const { channel, clock, shows, questions, answer, silence } = open(context);
  channel.send(SHOW);
  clock.tick(4000);
  assert.match(silence(), /may be busy/);
  assert.equal(questions().length, 1);
  clock.tick(30_000);
  assert.match(silence(), /reload the page/);
  answer(shows()[0].asks);
  assert.equal(silence(), "");
});

test("what comes on being asked is shown, and the command isn't sent again", (context) => {
  const { model, channel, clock, shows, questions, answer, silence } = open(context);
  channel.send(SHOW);
  clock.tick(4000);
  answer(questions()[0].id, { decision: 3 });
  assert.deepEqual([model.get("decision"), shows().length, silence()], [3, 1, ""]);
  assert.equal(model.saves, 0, "what comes from the kernel doesn't go back");
});

test("a command that was lost is sent once more, and no third time", (context) => {
  const { channel, clock, shows, questions, answer, silence } = open(context);
  channel.send(SHOW);
  for (let times = 0; times < 3; times++) {
    clock.tick(4000);
    const last = questions().at(-1);
    if (last) answer(last.id, { decision: -1 });
  }
  assert.equal(shows().length, 2);
  assert.equal(silence(), "");
});

test("an older command's answer says nothing about a newer one, nor does another view's", (context) => {
  const { channel, clock, shows, answer, silence } = open(context);
  channel.send(SHOW);
  channel.send({ ...SHOW, decision: 4 });
  answer(shows()[0].asks);
  answer(shows()[1].asks + 5000);
  clock.tick(4000);
  assert.match(silence(), /may be busy/);
  answer(shows()[1].asks);
  assert.equal(silence(), "");
});

test("a kernel that is gone is announced, before anything is sent and after", (context) => {
  const { model, channel, questions, clock, silence } = open(context);
  model.emit("comm_live_update");
  assert.match(silence(), /restarted/);
  model.send = () => {
    throw new Error("Cannot send");
  };
  assert.equal(channel.send(SHOW), false);
  clock.tick(100_000);
  assert.equal(questions().length, 0);
});

test("a view that was taken away listens no more", (context) => {
  const { model, channel, clock } = open(context);
  channel.send(SHOW);
  channel.dispose();
  clock.tick(100_000);
  assert.equal(model.sent.length, 1);
  assert.equal(model.listenerCount(), 0);
});
