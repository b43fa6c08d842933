import assert from "node:assert/strict";
import { test } from "node:test";
import { makeController } from "../../../skyjo_widget/js/app/controller.js";
import { allPoints, ends, nearestPoint } from "../../../skyjo_widget/js/replay/linked_chart.js";
import { rowFrom, textColumn } from "../../../skyjo_widget/js/replay/linked_rows.js";
import { rulingsFirst } from "../../../skyjo_widget/js/replay/replay_bar.js";
import {
  clusters,
  momentOf,
  nextNote,
  replayKey,
  roundStarts,
  turnFrom,
} from "../../../skyjo_widget/js/replay/replay_line.js";
import { fits } from "../../../skyjo_widget/js/replay/replay_notes.js";
import { FakeModel } from "../support/fake-model.js";
import { TIMELINE as LINE } from "../support/payloads.js";

/** A board of a replay, a clock that goes on by hand, and what was asked for. */
const open = (context, at = 0) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const model = new FakeModel({
    view: { at, state: at, decision: at, waiting: "replay" },
    rows: { rows: [] },
    pace: 1000,
    lang: "en",
    replay: LINE,
  });
  const control = makeController(model, () => {});
  return {
    control,
    model,
    seeks: () => model.sent.filter(({ type }) => type === "seek").map(({ to }) => to),
    where: () => control.snapshot().replay,
    answer(to) {
      model.receive("view", { at: to, state: to, decision: to, waiting: "replay" });
      control.drawn();
    },
    tick: (ms) => context.mock.timers.tick(ms),
  };
};

test("a decision's moment is the one in which it is made", () => {
  assert.deepEqual(
    [0, 3, 4, 5].map((d) => momentOf(LINE, d)),
    [1, 4, 5, 8],
  );
  assert.equal(momentOf(LINE, 6), -1);
});

test("a jump goes to where the same player's next turn begins, or the one before", () => {
  assert.equal(turnFrom(LINE, 1, 1), 4);
  assert.equal(turnFrom(LINE, 2, 1), 4);
  assert.equal(turnFrom(LINE, 3, 1), 8);
  assert.equal(turnFrom(LINE, 4, 1), 8); // seat 0 has none: the end
  assert.equal(turnFrom(LINE, 8, -1), 3);
  assert.equal(turnFrom(LINE, 5, -1), 4);
  assert.equal(turnFrom(LINE, 0, 1), 1); // the first who decides
  assert.equal(turnFrom(LINE, 1, -1), 0);
});

test("rounds begin at their deal", () => {
  assert.deepEqual(roundStarts(LINE), [
    { at: 0, round: 1 },
    { at: 7, round: 2 },
  ]);
});

test("notes that stand close are one mark, and clicks go through them", () => {
  const notes = [1, 2, 3, 20].map((at) => ({ at, kind: "note", decision: at, text: "", by: null }));
  const marks = clusters(notes, (at) => 10 * at, 22);
  assert.deepEqual(
    marks.map(({ x, notes: some }) => [x, some.length]),
    [
      [10, 3],
      [200, 1],
    ],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((at) => nextNote(notes.slice(0, 3), at)),
    [1, 2, 3, 1],
  );
});

test("the last column has room for its words, if it has many", () => {
  const words = "May one look at a card before choosing it?";
  assert.equal(
    textColumn([
      ["1", "short"],
      ["2", words],
    ]),
    1,
  );
  assert.equal(textColumn([[words, "short"]]), -1);
  assert.equal(textColumn([]), -1);
});

test("a mark of several notes is the ruling's, if one is among them", () => {
  const notes = /** @type {any} */ ([
    { kind: "observed", at: 3 },
    { kind: "idea", at: 3 },
    { kind: "ruling", at: 4 },
  ]);
  const kinds = rulingsFirst(notes).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["ruling", "observed", "idea"]);
  assert.equal(notes[0].kind, "observed"); // a click goes through them in their order
});

test("keys", () => {
  const key = (name, more = {}) => replayKey({ key: name, ...more });
  assert.equal(key("ArrowLeft"), "back");
  assert.equal(key("ArrowRight", { shiftKey: true }), "turn on");
  assert.equal(key("PageUp"), "turn back");
  assert.equal(key("End"), "last");
  assert.equal(key("End", { ctrlKey: true }), null);
  assert.equal(key("a"), null);
});

test("only the newest wish is sent, one at a time", (context) => {
  const { control, seeks, where, answer } = open(context);
  for (const to of [1, 2, 3, 4, 5]) control.stepping.seek(to);
  assert.deepEqual(seeks(), [1]);
  assert.equal(where().at, 5);
  answer(1);
  assert.deepEqual(seeks(), [1, 5]);
  answer(5);
  assert.deepEqual(seeks(), [1, 5]);
  assert.equal(where().at, 5);
  control.stepping.seek(5);
  assert.deepEqual(seeks(), [1, 5]);
});

test("no further than the ends", (context) => {
  const { control, seeks, where, answer } = open(context, 8);
  control.stepping.step("on");
  control.stepping.seek(100);
  assert.deepEqual([seeks(), where().at], [[], 8]);
  control.stepping.step("first");
  answer(0);
  control.stepping.step("back");
  assert.deepEqual(seeks(), [0]);
});

test("an answer that never comes is asked for again", (context) => {
  const { control, seeks, tick } = open(context);
  control.stepping.seek(3);
  tick(3999);
  assert.deepEqual(seeks(), [3]);
  tick(1);
  assert.deepEqual(seeks(), [3, 3]);
});

test("without a kernel the line stays where the board is", (context) => {
  const { control, model, seeks, where, tick } = open(context, 2);
  control.stepping.seek(5);
  control.stepping.seek(6);
  control.stepping.play();
  model.emit("comm_live_update");
  assert.deepEqual(where(), { line: LINE, at: 2, playing: false });
  tick(10_000);
  assert.deepEqual(seeks(), [5]);
});

test("it plays at its pace, stops at the end, and where one goes somewhere", (context) => {
  const { control, seeks, where, answer, tick } = open(context, 6);
  control.stepping.play();
  control.drawn();
  tick(999);
  assert.deepEqual(seeks(), []);
  tick(1);
  assert.deepEqual(seeks(), [7]);
  tick(1000);
  assert.deepEqual(seeks(), [7]); // not before it is on show
  answer(7);
  tick(1000);
  answer(8);
  assert.deepEqual([seeks(), where().playing], [[7, 8], false]);
  control.stepping.play(); // from the end it begins again
  assert.deepEqual(seeks(), [7, 8, 0]);
  answer(0);
  control.stepping.step("on");
  assert.equal(where().playing, false);
  answer(1);
  tick(5000);
  assert.deepEqual(seeks(), [7, 8, 0, 1]);
});

test("rows of a frame by keys", () => {
  assert.deepEqual(
    ["ArrowUp", "ArrowDown", "PageDown", "Home", "End", "a", "toString"].map((key) =>
      rowFrom(key, 1, 5),
    ),
    [0, 2, 4, 0, 4, null, null],
  );
});

test("points of a chart", () => {
  const series = [
    { name: "Ana", points: [[3, 1, 3]] },
    { name: "Ben", points: [[1, 2, 1]] },
  ];
  assert.deepEqual(
    allPoints(series).map(({ name }) => name),
    ["Ben", "Ana"],
  );
  assert.deepEqual(ends([4, 4], 0.1), [3, 5]);
  assert.deepEqual(ends([0, 10], 0.1), [-1, 11]);
  const places = [
    { left: 0, top: 0 },
    { left: 40, top: 0 },
  ];
  assert.equal(nearestPoint(places, 25, 3), 1);
  assert.equal(nearestPoint(places, 100, 100), -1);
});

test("notes are those of a kind or with a tag, or all", () => {
  const notes = [{ kind: "idea", tags: ["slow"] }, { kind: "ruling" }, { kind: "slow", tags: [] }];
  const kinds = (only) => notes.filter((note) => fits(note, only)).map(({ kind }) => kind);
  assert.deepEqual(kinds(""), ["idea", "ruling", "slow"]);
  assert.deepEqual(kinds("kind idea"), ["idea"]);
  assert.deepEqual(kinds("tag slow"), ["idea"]);
  assert.deepEqual(kinds("tag idea"), []);
});
