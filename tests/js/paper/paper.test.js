/** Naming a card: the question, the text typed and the message sent. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped, makePaper, onlyCard, typed } from "../../../skyjo_widget/js/paper/paper.js";
import { LEFT } from "../support/payloads.js";

/** @param {object} more */
function table(more = {}) {
  /** @type {any} */
  const view = { state: 4, paper: { ask: {}, due: [], left: [LEFT], ...more } };
  /** @type {any[]} */
  const sent = [];
  const paper = makePaper({
    view: () => view,
    send: (message) => sent.push(message),
    onChange() {},
  });
  return { view, sent, paper };
}

test("cards of one number stand together, with how many are left of all", () => {
  const groups = grouped(/** @type {any} */ (LEFT));
  assert.deepEqual(
    groups.map(({ number, left }) => [number, left]),
    [
      ["-2", 1],
      ["5", 2],
      ["7", 2],
      ["wild", 3],
    ],
  );
  assert.equal(onlyCard(groups[1]), "5"); // the other one can't be
  assert.equal(onlyCard(groups[2]), null);
});

test("a number is typed whole; a wild card by its letter", () => {
  const groups = grouped(/** @type {any} */ (LEFT));
  for (const [text, number] of [
    ["-2", "-2"],
    ["−2 ", "-2"],
    [" 7", "7"],
    ["07", "7"],
    ["7,0", "7"],
    ["w", "wild"],
    ["Joker", "wild"],
  ]) {
    assert.equal(typed(groups, text)?.number, number, text);
  }
  for (const text of ["", "-", "2", "77", "x", "5:"]) assert.equal(typed(groups, text), null, text);
});

test("an action is sent once all its cards are named, the last one no longer there for the next", () => {
  const ask = {
    "place b3": [
      { where: "hand", left: 0 },
      { where: "0:b3", left: 0 },
    ],
  };
  const { paper, sent } = table({ ask });
  assert.equal(paper.ask("draw"), false);
  assert.equal(paper.ask("place b3"), true);
  assert.deepEqual([paper.snapshot()?.where, paper.snapshot()?.steps], ["hand", 2]);
  paper.name("-2");
  const asking = paper.snapshot();
  assert.equal(asking?.where, "0:b3");
  assert.equal(asking?.groups[0].left, 0);
  paper.name("5");
  assert.deepEqual(sent, [
    { type: "act", action: "place b3", cards: { hand: "-2", "0:b3": "5" }, state: 4 },
  ]);
  assert.equal(paper.snapshot(), null);
});

test("the card that was named last can be named anew", () => {
  const ask = {
    "place b3": [
      { where: "hand", left: 0 },
      { where: "0:b3", left: 0 },
    ],
  };
  const { paper, sent } = table({ ask });
  paper.ask("place b3");
  paper.back();
  assert.equal(paper.snapshot()?.where, "hand"); // there is nothing before it
  paper.name("-2");
  paper.back();
  assert.deepEqual([paper.snapshot()?.where, paper.snapshot()?.groups[0].left], ["hand", 1]);
  paper.name("5");
  paper.name("-2");
  assert.deepEqual(sent, [
    { type: "act", action: "place b3", cards: { hand: "5", "0:b3": "-2" }, state: 4 },
  ]);
});

test("what may stay open is left open; what was not meant is not sent", () => {
  const { paper, sent } = table({ ask: { draw: [{ where: "hand", left: 0, open: true }] } });
  paper.ask("draw");
  paper.cancel();
  assert.equal(paper.snapshot(), null);
  paper.ask("draw");
  paper.leaveOpen();
  assert.deepEqual(sent, [{ type: "act", action: "draw", cards: {}, state: 4 }]);
});

test("what waits is forgotten when the table has changed", () => {
  const { paper, view, sent } = table({ ask: { "flip a1": [{ where: "0:a1", left: 0 }] } });
  paper.ask("flip a1");
  view.state = 5;
  assert.equal(paper.snapshot(), null);
  paper.name("5");
  assert.deepEqual(sent, []);
});

test("what a deal shows is asked one after the other, and sent at once", () => {
  const due = [
    { where: "0:stock", left: 0 },
    { where: "1:stock", left: 0 },
  ];
  const { paper, sent } = table({ due });
  assert.deepEqual([paper.snapshot()?.where, paper.snapshot()?.more], ["0:stock", 1]);
  paper.name("5");
  assert.deepEqual(sent, [{ type: "name", where: "0:stock", card: "5", state: 4 }]);
});

test("a line is asked about, written and taken back for the state that was seen", () => {
  /** @type {any[]} */
  const [sent, asked] = [[], []];
  let drawn = 0;
  const view = /** @type {any} */ ({ state: 4, paper: { ask: {}, due: [], left: [] } });
  const paper = makePaper({
    view: () => view,
    send: (message) => sent.push(message),
    ask: (message) => asked.push(message),
    onChange: () => {
      drawn += 1;
    },
  });
  paper.tryLine("5b");
  assert.deepEqual(asked, [{ type: "try", line: "5b", state: 4 }]);
  assert.deepEqual(sent, []);
  assert.equal(paper.understood(), null);
  const answer = { line: "5b", state: 4, text: "Ana: drew 5", error: "no", next: ["b1"] };
  paper.take(answer);
  assert.equal(paper.understood(), answer);
  assert.equal(drawn, 1);
  paper.write("5b3/9");
  paper.unwrite();
  assert.deepEqual(sent, [
    { type: "write", line: "5b3/9", state: 4 },
    { type: "unwrite", state: 4 },
  ]);
});
