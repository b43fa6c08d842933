import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cell,
  cellText,
  columnHint,
  columnTitle,
  numericColumns,
  rowMarks,
} from "../../../skyjo_widget/js/panel/log_rows.js";
import { en, fr, sample } from "../support/helpers.js";

test("cells: numbers, words, lists, and nothing", () => {
  assert.equal(cell(-2), "−2");
  assert.equal(cell("place b3"), "place b3");
  assert.equal(cell("-2"), "-2", "a player's name is no number");
  assert.equal(cell(["a1", "a2"]), "a1 a2");
  assert.equal(cell(null), "–");
  assert.equal(cell(0), "0");
});

test("actions and sources are in the board's language, all else as in the DataFrame", () => {
  assert.equal(cellText(fr, "source", "draw pile"), "pioche");
  assert.equal(cellText(en, "source", "draw pile"), "draw pile");
  assert.equal(cellText(fr, "source", null), "–");
  assert.equal(cellText(fr, "player", "grid"), "grid", "a player's name");
  assert.equal(cellText(fr, "notation", "place b3"), "poser b3");
  assert.equal(cellText(en, "notation", "play partner-d2 b1"), "play partner-d2 b1");
  for (const kind of en.maybe("column_values.action").split(", ")) {
    assert.equal(cellText(en, "notation", kind), kind);
    assert.notEqual(cellText(fr, "notation", kind), kind);
  }
  for (const source of en.maybe("column_values.source").split(", ")) {
    assert.ok(fr.maybe(`panel.source.${source}`), source);
  }
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
