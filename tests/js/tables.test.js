import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cell,
  columnHint,
  columnTitle,
  howToPlay,
  numericColumns,
  padLines,
  rowMarks,
  ruleSentence,
  ruleSentences,
  signed,
} from "../../skyjo_widget/js/tables.js";
import { tellLast, tellTakenBack } from "../../skyjo_widget/js/tell.js";
import { en, fr, SAMPLES, sample } from "./helpers.js";

test("cells: numbers, words, lists, and nothing", () => {
  assert.equal(cell(-2), "−2");
  assert.equal(cell("place b3"), "place b3");
  assert.equal(cell("-2"), "-2", "a player's name is no number");
  assert.equal(cell(["a1", "a2"]), "a1 a2");
  assert.equal(cell(null), "–");
  assert.equal(cell(0), "0");
});

test("a column with a number in it is a column of numbers", () => {
  const rows = [
    [0, "Ana", null],
    [1, "-5", 7],
  ];
  assert.deepEqual(numericColumns({ columns: ["decision", "player", "card_out"], rows }), [
    true,
    false,
    true,
  ]);
});

test("rows that were taken back are marked, and the newest that stands", () => {
  const columns = ["decision", "player"];
  const rows = [7, 8, 9].map((decision) => [decision, "Ana"]);
  assert.deepEqual(rowMarks({ columns, rows }), ["", "", "newest"]);
  assert.deepEqual(rowMarks({ columns, rows, undone: [9] }), ["", "newest", "undone"]);
  assert.deepEqual(rowMarks({ columns, rows, undone: [7, 8, 9] }), ["undone", "undone", "undone"]);
});

test("every column of the samples has a title in both languages", () => {
  for (const name of sample("choose").rows.columns) {
    for (const t of [en, fr]) assert.notEqual(columnTitle(t, name), name, `${name} ${t.lang}`);
    assert.ok(columnHint(en, name).startsWith(name));
  }
  assert.equal(columnTitle(en, "unheard_of"), "unheard_of");
});

test("the score pad keeps raw score, penalty, score and running total", () => {
  const { view } = sample("round-over");
  const [ana, greedy] = padLines(view, view.pad.rounds[1]);
  assert.deepEqual(
    [ana.raw, ana.penalty, ana.score, ana.total, ana.ender],
    ["13", "+13", "26", "31", true],
  );
  assert.equal(greedy.penalty, "–");
  assert.equal(signed(-3), "−3");
});

test("every rule of the samples is a sentence in both languages", () => {
  for (const name of SAMPLES) {
    const { view } = sample(name);
    for (const t of [en, fr]) {
      for (const sentence of ruleSentences(t, view)) assert.match(sentence, /^\S.*\.$/, t.lang);
    }
  }
});

test("a rule that goes without saying is left out, an unknown one is shown as it is", () => {
  assert.equal(ruleSentence(en, ["penalty_add", 0]), "");
  assert.equal(ruleSentence(en, ["penalty_add", 5]), "5 points are added as a penalty.");
  assert.equal(ruleSentence(en, ["penalty_factor", 3]).includes("3"), true);
  assert.equal(ruleSentence(en, ["moon", "full"]), "moon: full");
});

test("the last move is told in one line, the cleared column by its letter", () => {
  assert.equal(
    tellLast(en, sample("choose").view),
    "greedy placed 8 on b3, 9 went to the discard pile, column b cleared.",
  );
  assert.equal(
    tellLast(fr, sample("choose").view),
    "greedy a posé le 8 en b3, le 9 va à la défausse, la colonne b est retirée.",
  );
});

test("three cards of a column of four are told by their places", () => {
  const { view } = sample("tall");
  view.last = { ...view.last, kind: "place", position: "b1", cleared: ["b1", "b2", "b3"] };
  assert.match(tellLast(en, view), /b1 b2 b3 cleared\.$/);
});

test("a card that the reader may not see is not told", () => {
  assert.equal(tellLast(en, sample("bot").view), "greedy drew a card.");
  assert.equal(tellLast(en, { ...sample("bot").view, last: null }), "");
});

test("a discarded card is told once, wherever the view names it", () => {
  const { view } = sample("tall");
  view.last = { ...view.last, card_in: null, card_out: "6" };
  assert.equal(tellLast(en, view), "Ana discarded 6.");
  view.last = { ...view.last, card_in: "6", card_out: "6" };
  assert.equal(tellLast(en, view), "Ana discarded 6.");
});

test("an action that has no words yet is shown in notation", () => {
  const { view } = sample("bot");
  view.last = { ...view.last, kind: "swap", action: "swap a1 b2" };
  assert.equal(tellLast(en, view), "greedy: swap a1 b2.");
});

test("what was taken back is told by its first decision and how many followed", () => {
  const { view } = sample("bot");
  const first = { ...view.last, player: "Ana", kind: "place", card_in: "7", position: "b3" };
  const told = (t, count) => tellTakenBack(t, { ...view, taken_back: { first, count } });
  assert.equal(tellTakenBack(en, { ...view, taken_back: null }), "");
  assert.equal(told(en, 1), "Taken back: Ana placed 7 on b3.");
  assert.equal(told(en, 2), "Taken back: Ana placed 7 on b3, and the decision after it.");
  assert.equal(told(fr, 3), "Annulé\u00a0: Ana a posé le 7 en b3, et les 2 décisions suivantes.");
});

test("how to play is told in six to eight sentences", () => {
  for (const t of [en, fr]) {
    const sentences = howToPlay(t, "skyjo");
    assert.ok(sentences.length >= 6 && sentences.length <= 8);
    for (const sentence of sentences) assert.match(sentence, /^\S.*\.$/, t.lang);
  }
  assert.deepEqual(howToPlay(en, "constructor"), []);
});
