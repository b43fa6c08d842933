import assert from "node:assert/strict";
import { test } from "node:test";
import { makeSender } from "../../../skyjo_widget/js/app/sender.js";
import { FakeModel } from "../support/fake-model.js";

const open = (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const model = new FakeModel({});
  const seen = { state: 3, answer: 0, deaths: 0 };
  const sender = makeSender(model, {
    view: () => seen,
    onChange: () => {},
    onDead: () => {
      seen.deaths += 1;
    },
  });
  const sent = (type) => model.sent.filter((message) => message.type === type);
  return { model, seen, sender, sent, clock: context.mock.timers };
};
const act = (state) => ({ type: "act", state });

test("a state gets one command, and others beside it", (context) => {
  const { sender, sent, seen } = open(context);
  sender.send(act(3));
  sender.send(act(3));
  assert.ok(sender.post({ type: "save", state: 3 }));
  assert.deepEqual([sent("act").length, sent("save").length], [1, 1]);
  assert.ok(sender.isBusy());
  seen.state = 4;
  assert.ok(!sender.isBusy());
  sender.send(act(4));
  assert.equal(sent("act").length, 2);
});

test("a view ends the waiting, and is followed by a word at rest", (context) => {
  const { sender, sent, clock } = open(context);
  sender.send(act(3));
  sender.receive();
  assert.ok(!sender.isBusy());
  clock.tick(1000);
  assert.deepEqual([sent("nudge").length, sent("rest").length], [0, 1]);
  clock.tick(100_000);
  assert.equal(sent("present").length, 0);
});

test("a lost command is sent again once, then given up", (context) => {
  const { sender, sent, clock } = open(context);
  sender.send(act(3));
  clock.tick(4000);
  assert.equal(sender.silence(), "late");
  assert.ok(!sender.receiveNothing(sent("present").at(-1).id));
  assert.equal(sent("act").length, 2);
  assert.equal(sender.silence(), null);
  clock.tick(4000);
  assert.ok(sender.receiveNothing(sent("present").at(-1).id));
  assert.equal(sent("act").length, 2);
});

test("a lost command of a state that has passed is given up at once", (context) => {
  const { sender, seen, sent, clock } = open(context);
  sender.send(act(3));
  clock.tick(4000);
  seen.state = 4;
  assert.ok(sender.receiveNothing(sent("present").at(-1).id));
  assert.equal(sent("act").length, 1);
});

test("a question that nobody put says nothing", (context) => {
  const { sender, clock, sent } = open(context);
  assert.ok(!sender.receiveNothing(7));
  sender.send(act(3));
  clock.tick(4000);
  assert.ok(!sender.receiveNothing(sent("present")[0].id + 1000));
  assert.equal(sent("act").length, 1);
});

test("a closed channel is found by a command or a question, and a view proves it open", (context) => {
  const { model, sender, seen, clock } = open(context);
  sender.send(act(3));
  const { send } = model;
  model.send = () => {
    throw new Error("Cannot send");
  };
  clock.tick(4000);
  assert.equal(seen.deaths, 1);
  sender.close();
  assert.deepEqual([sender.isDead(), sender.silence()], [true, null]);
  model.send = send;
  sender.wake();
  assert.deepEqual(model.sent, [act(3)], "a dead board asks nothing");
  sender.receive();
  assert.ok(!sender.isDead());
  model.send = () => {
    throw new Error("Cannot send");
  };
  assert.ok(!sender.post(act(3)));
  assert.ok(sender.isDead());
});

test("disposing leaves no clock", (context) => {
  const { model, sender, clock } = open(context);
  sender.send(act(3));
  sender.dispose();
  clock.tick(100_000);
  assert.equal(model.sent.length, 1);
});
