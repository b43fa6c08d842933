import assert from "node:assert/strict";
import { test } from "node:test";
import { makeCoachRequests } from "../../../skyjo_widget/js/coach/requests.js";

const open = () => {
  const board = {
    view: { state: 3, waiting: "person" },
    coach: { mode: "request", odds: null, actions: null },
    sent: [],
    drawn: 0,
  };
  const requests = makeCoachRequests({
    view: () => board.view,
    coach: () => board.coach,
    post: (message) => board.sent.push(message),
    onChange: () => {
      board.drawn += 1;
    },
  });
  return { board, requests };
};

test("advice is asked for once a state, and again after an answer without any", () => {
  const { board, requests } = open();
  requests.ask();
  requests.ask();
  assert.deepEqual(board.sent, [{ type: "coach", state: 3 }]);
  assert.ok(requests.snapshot().asking);
  requests.receive();
  assert.ok(!requests.snapshot().asking);
  requests.ask();
  assert.equal(board.sent.length, 2);
  board.view = { ...board.view, state: 4 };
  assert.ok(!requests.snapshot().asking, "another state, another question");
});

test("no coach that may not speak is asked", () => {
  const { board, requests } = open();
  for (const coach of [null, { ...board.coach, mode: "after" }, { ...board.coach, actions: {} }]) {
    board.coach = coach;
    requests.ask();
  }
  assert.deepEqual(board.sent, []);
  assert.equal(board.drawn, 0);
});

test("when it speaks is a command", () => {
  const { board, requests } = open();
  requests.setMode("off");
  assert.deepEqual(board.sent, [{ type: "coach mode", state: 3, mode: "off" }]);
});

test("another measure is drawn only where advice is on show", () => {
  const { board, requests } = open();
  requests.showMeasure();
  assert.equal(requests.snapshot().measure, "win");
  assert.equal(board.drawn, 0);
  board.coach = { ...board.coach, actions: {} };
  requests.showMeasure("win");
  requests.showMeasure();
  assert.equal(requests.snapshot().measure, "points");
  assert.equal(board.drawn, 2);
  assert.deepEqual(board.sent, []);
});
