import assert from "node:assert/strict";
import { test } from "node:test";
import { ChanceLines, slipNotes } from "../../../skyjo_widget/js/replay/course.js";
import { en, fr, sample } from "../support/helpers.js";
import { drawn, elements } from "../support/tree.js";

const { view } = sample("choose");
const SEATS = view.seats.length;
const even = Array.from({ length: SEATS }, () => 1 / SEATS);
const course = {
  chances: [even, [1, ...even.slice(1).map(() => 0)]],
  slips: [{ at: 1, decision: 0, seat: 0, best: "draw", cost: 5.84 }],
};

test("a slip is a note with the better action and its points, in one line", () => {
  const [note] = slipNotes(en, view, course);
  assert.deepEqual([note.kind, note.at, note.decision], ["slip", 1, 0]);
  assert.equal(note.text, "best was to draw a card: 5.8 points fewer on average");
  assert.match(slipNotes(fr, view, course)[0].text, /5,8 points de moins/);
  assert.deepEqual(slipNotes(en, view, undefined), []);
});

test("without a model there are no lines", () => {
  const none = { chances: [], slips: [] };
  assert.equal(ChanceLines({ course: none, view, place: (k) => k, width: 100 }), null);
});

test("a round that isn't over has no part of the lines", () => {
  const lines = (/** @type {number[][]} */ chances) =>
    ChanceLines({ course: { ...course, chances }, view, place: (k) => k, width: 100 });
  const [, first] = elements(drawn(lines([...course.chances, []])));
  assert.equal(first.props.points.split(" ").length, course.chances.length);
  assert.equal(lines([[], []]), null);
});

test("a line goes through each moment at its place", () => {
  const lines = elements(drawn(ChanceLines({ course, view, place: (k) => 10 + k, width: 100 })));
  const first = lines.find(({ type }) => type === "polyline");
  assert.equal(first.props.points, `10.0,${100 - 100 / SEATS} 11.0,0`);
});
