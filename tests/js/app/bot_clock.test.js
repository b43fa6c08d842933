import assert from "node:assert/strict";
import { test } from "node:test";
import { makeBotClock, PAUSED } from "../../../skyjo_widget/js/app/bot_clock.js";

const open = (context, pace) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const board = { waiting: "bot", state: 3, pace, dead: false, hosted: false };
  const sent = [];
  const clock = makeBotClock({
    view: () => board,
    pace: () => board.pace,
    isDead: () => board.dead,
    isHosted: () => board.hosted,
    send: ({ state }) => sent.push(state),
  });
  return { board, sent, clock, time: context.mock.timers };
};

test("one step for a state, after the pace", (context) => {
  const { sent, clock, board, time } = open(context, 700);
  clock.arm();
  time.tick(400);
  clock.arm();
  time.tick(299);
  assert.deepEqual(sent, []);
  time.tick(1);
  assert.deepEqual(sent, [3]);
  clock.arm();
  time.tick(9999);
  assert.deepEqual(sent, [3]);
  board.state = 4;
  clock.arm();
  time.tick(700);
  assert.deepEqual(sent, [3, 4]);
});

test("at no pace a step is sent at once, and again if it was lost", (context) => {
  const { sent, clock } = open(context, 0);
  clock.arm();
  clock.arm();
  assert.deepEqual(sent, [3]);
  clock.retry();
  clock.arm();
  assert.deepEqual(sent, [3, 3]);
});

test("paused, dead or a person's, the clock stands", (context) => {
  for (const more of [{ pace: PAUSED }, { dead: true }, { waiting: "person" }]) {
    const { board, sent, clock, time } = open(context, 700);
    clock.arm();
    Object.assign(board, more);
    clock.arm();
    time.tick(9999);
    assert.deepEqual(sent, []);
    context.mock.timers.reset();
  }
});

test("by hand a bot plays at once, a person never", (context) => {
  const { board, sent, clock, time } = open(context, 700);
  clock.arm();
  clock.next();
  time.tick(9999);
  assert.deepEqual(sent, [3]);
  clock.next();
  assert.deepEqual(sent, [3, 3], "a refused step can be asked for again");
  board.waiting = "person";
  clock.next();
  assert.deepEqual(sent, [3, 3]);
});

test("a new pace begins anew, and a clock that is stopped stays so", (context) => {
  const { board, sent, clock, time } = open(context, 1500);
  clock.arm();
  time.tick(1000);
  board.pace = 250;
  clock.arm();
  time.tick(249);
  assert.deepEqual(sent, []);
  clock.stop();
  time.tick(9999);
  assert.deepEqual(sent, []);
});

test("where the kernel paces the bots, only a hand asks for a step", (context) => {
  const { board, sent, clock, time } = open(context, 0);
  board.hosted = true;
  clock.arm();
  time.tick(9999);
  assert.deepEqual(sent, []);
  clock.next();
  assert.deepEqual(sent, [3]);
});
