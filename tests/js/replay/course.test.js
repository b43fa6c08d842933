import assert from "node:assert/strict";
import { test } from "node:test";
import { ChanceBar, ChanceLines, slipNotes } from "../../../skyjo_widget/js/replay/course.js";
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

test("the bar is as wide as each chance, and says all of them", () => {
  const bar = (at) => elements(drawn(ChanceBar({ course, view, at, t: en })));
  const [box, ...parts] = bar(1);
  assert.match(box.props["aria-label"], /^Chances to win: .* 100%/);
  assert.deepEqual(
    parts.map(({ props }) => props.style),
    [1, ...even.slice(1).map(() => 0)].map((chance) => `flex-grow:${chance}`),
  );
  assert.equal(bar(0).filter(({ type }) => type === "span").length, SEATS);
});

test("without a model the bar says so, and there are no lines", () => {
  const none = { chances: [], slips: [] };
  const [line] = elements(drawn(ChanceBar({ course: none, view, at: 0, t: en })));
  assert.equal(line.type, "p");
  assert.equal(ChanceLines({ course: none, view, place: (k) => k, width: 100 }), null);
});

test("a line goes through each moment at its place", () => {
  const lines = elements(drawn(ChanceLines({ course, view, place: (k) => 10 + k, width: 100 })));
  const first = lines.find(({ type }) => type === "polyline");
  assert.equal(first.props.points, `10.0,${100 - 100 / SEATS} 11.0,0`);
});
