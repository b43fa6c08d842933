import assert from "node:assert/strict";
import { test } from "node:test";
import { winnersText } from "../../../skyjo_widget/js/parts/dialog.js";
import { initials } from "../../../skyjo_widget/js/parts/initial.js";
import { padColumns, padLines, signed } from "../../../skyjo_widget/js/parts/score_pad.js";
import { en, fr, sample } from "../support/helpers.js";

test("the score pad keeps raw score, penalty, score and running total", () => {
  const { view } = sample("round-over");
  const round = view.pad.rounds[1];
  assert.deepEqual(padColumns(round), ["raw", "penalty", "score", "total"]);
  const [ana, greedy] = padLines(en, view, round);
  const letters = initials(view.seats.map(({ name }) => name));
  assert.deepEqual([ana.initial, greedy.initial], letters);
  assert.deepEqual([ana.name, ana.cells, ana.ender], ["Ana", ["13", "+13", "26", "31"], true]);
  assert.equal(greedy.cells[1], "–");
  assert.equal(signed(-3), "−3");
});

test("the score pad of piles has the cards left, and a line for each team", () => {
  const { view } = sample("skipbo-bot");
  const [first, second] = view.pad.rounds;
  assert.deepEqual(padColumns(first), ["cards_left", "score", "total"]);
  const lines = padLines(en, view, first);
  assert.deepEqual(
    lines.map(({ name, team, cells }) => [name, team, ...cells]),
    [
      ["Ana and builder", 0, "0", "180", "180"],
      ["balanced and Eve", 1, "13", "0", "0"],
      ["Cem and hoarder", 2, "18", "0", "0"],
    ],
  );
  assert.deepEqual([lines[0].starter, lines[2].dealer, lines[0].ender], [true, true, true]);
  assert.ok(
    padLines(en, view, second).every(({ ender }) => !ender),
    "a round without a winner",
  );
  const alone = sample("skipbo-two").view;
  assert.deepEqual(
    padLines(fr, alone, alone.pad.rounds[0]).map(({ name, team }) => [name, team]),
    [
      ["Ana", null],
      ["builder", null],
    ],
  );
});

test("the winners have words: one, several, a team, or nobody", () => {
  const { view } = sample("skipbo-over");
  const text = (winners) => winnersText(en, { ...view, winners });
  assert.equal(text([0, 2]), "Won as a team by Ana and Cem.");
  assert.equal(text([]), "Nobody has won.");
  const alone = { ...view, pad: { ...view.pad, teams: null } };
  assert.equal(winnersText(en, { ...alone, winners: [0, 2] }), "Win shared by Ana and Cem.");
  assert.equal(winnersText(fr, { ...alone, winners: [3] }), "Victoire\u00a0: greedy-bot.");
});
