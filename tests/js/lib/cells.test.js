import assert from "node:assert/strict";
import { test } from "node:test";
import { tellDecision, tellLast, tellTakenBack } from "../../../skyjo_widget/js/games/sentences.js";
import {
  cell,
  cellText,
  columnHint,
  columnTitle,
  howToPlay,
  numericColumns,
  padColumns,
  padLines,
  rowMarks,
  ruleSentence,
  ruleSentences,
  shownColumns,
  signed,
  toldRow,
} from "../../../skyjo_widget/js/lib/cells.js";
import { winnersText } from "../../../skyjo_widget/js/parts/dialog.js";
import { en, fr, SAMPLES, sample } from "../support/helpers.js";

test("cells: numbers, words, lists, and nothing", () => {
  assert.equal(cell(-2), "−2");
  assert.equal(cell("place b3"), "place b3");
  assert.equal(cell("-2"), "-2", "a player's name is no number");
  assert.equal(cell(["a1", "a2"]), "a1 a2");
  assert.equal(cell(null), "–");
  assert.equal(cell(0), "0");
});

test("where a card came from is said in the board's language, all else as in the DataFrame", () => {
  assert.equal(cellText(fr, "source", "draw pile"), "pioche");
  assert.equal(cellText(en, "source", "draw pile"), "draw pile");
  assert.equal(cellText(fr, "source", null), "–");
  assert.equal(cellText(fr, "player", "grid"), "grid", "a player's name");
  assert.equal(cellText(fr, "notation", "place b3"), "place b3");
  for (const source of en.maybe("columns.source.values").split(", ")) {
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

test("the score pad keeps raw score, penalty, score and running total", () => {
  const { view } = sample("round-over");
  const round = view.pad.rounds[1];
  assert.deepEqual(padColumns(round), ["raw", "penalty", "score", "total"]);
  const [ana, greedy] = padLines(en, view, round);
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

test("who has won is said: one, several, a team, or nobody", () => {
  const { view } = sample("skipbo-over");
  const said = (winners) => winnersText(en, { ...view, winners });
  assert.equal(said([0, 2]), "Ana and Cem win together.");
  assert.equal(said([]), "Nobody has won.");
  const alone = { ...view, pad: { ...view.pad, teams: null } };
  assert.equal(winnersText(en, { ...alone, winners: [0, 2] }), "Ana and Cem share the win.");
  assert.equal(winnersText(fr, { ...alone, winners: [3] }), "greedy-bot gagne.");
});

test("a game may say a rule in its own words", () => {
  assert.match(ruleSentence(en, ["target", 500], "skip-bo"), /500; the highest total wins/);
  assert.match(ruleSentence(en, ["target", 100], "skyjo"), /100; the lowest total wins/);
  assert.equal(ruleSentence(en, ["rounds", null], "skip-bo"), "");
  assert.equal(ruleSentence(fr, ["teams", false], "skip-bo"), "Chacun joue pour soi.");
  assert.match(ruleSentence(en, ["stock", null], "skip-bo"), /30 cards with 2 to 4 players/);
  assert.match(ruleSentence(en, ["stock", 7], "skip-bo"), /7 cards/);
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
  assert.equal(ruleSentence(en, ["penalty_add", 0], "skyjo"), "");
  assert.equal(ruleSentence(en, ["penalty_add", 5], "skyjo"), "5 points are added as a penalty.");
  assert.equal(ruleSentence(en, ["penalty_factor", 3], "skyjo").includes("3"), true);
  assert.equal(ruleSentence(en, ["moon", "full"], "skyjo"), "moon: full");
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

/** A decision of NewSkyjo, Ana's at seat 0. */
const effect = (kind, more) => ({
  player: "Ana",
  action: kind,
  kind,
  position: null,
  card_in: null,
  card_out: null,
  cleared: [],
  effect: null,
  no_effect: false,
  swapped: null,
  ...more,
});

test("what an effect does is told in sentences", () => {
  const { view } = sample("newskyjo-pick");
  const told = (t, kind, more) => tellDecision(t, view, effect(kind, more));
  const swap = { effect: "swap-with-another", position: "1:c1" };
  assert.equal(
    told(en, "keep", { ...swap, card_in: "8:swap-with-another" }),
    "Ana kept 8 (Swap one).",
  );
  assert.equal(
    told(en, "pick", { ...swap, swapped: ["b3", "1:c1"] }),
    "Ana swapped b3 with Bo’s c1 (Swap one).",
  );
  assert.equal(
    told(fr, "pick", { ...swap, swapped: ["b3", "1:c1"], cleared: ["1:c1", "1:c2", "1:c3"] }),
    "Ana a échangé b3 avec la carte c1 de Bo (Échange), la colonne c de Bo est retirée.",
  );
  assert.equal(told(en, "pick", { ...swap, position: "b3" }), "Ana picked b3 (Swap one).");
  assert.equal(
    told(en, "flip", { effect: "reverse", position: "b3", card_in: "-1:reverse" }),
    "Ana turned b3: −1 (Reverse). The direction of play is reversed.",
  );
  assert.equal(
    told(en, "flip", { effect: "only-top-left", no_effect: true, position: "b3", card_in: "1" }),
    "Ana turned b3: 1 (Corner). Nothing happens.",
  );
  assert.equal(
    told(en, "keep", { effect: "only-top-left", card_in: "1:only-top-left" }),
    "Ana kept 1 (Corner). It may only be placed at the top left.",
  );
  assert.equal(
    told(en, "keep", {
      effect: "lowest-to-discard",
      card_in: "0",
      swapped: ["c1", "discard pile"],
    }),
    "Ana kept 0 (Lowest). c1 and the discard pile’s top card change places.",
  );
  assert.equal(
    told(fr, "decline", { effect: "right-neighbour-swap", card_out: "3:right-neighbour-swap" }),
    "Ana a refusé (À droite), le 3 va à la défausse.",
  );
});

test("each effect of the deck that asks for nothing says what it does", () => {
  const { view } = sample("newskyjo-pick");
  const silent = Object.keys(view.effects).filter((name) => /swap/.test(name));
  for (const t of [en, fr]) {
    for (const name of Object.keys(view.effects)) {
      const told = tellDecision(t, view, effect("keep", { effect: name, card_in: "5" }));
      const sentences = told.split(". ").length;
      const expected = silent.includes(name) || name === "lowest-to-discard" ? 1 : 2;
      assert.equal(sentences, expected, told);
      assert.doesNotMatch(told, /does\.|[{}…]/);
    }
  }
});

test("how cards were put back is told to nobody", () => {
  const { view } = sample("newskyjo-pick");
  const told = tellDecision(
    en,
    view,
    effect("order", { action: "order 231", effect: "peek-three" }),
  );
  assert.equal(
    told,
    "Ana looked at the next cards of the draw pile and put them back (Look at 3).",
  );
});

test("columns of several grids, and single cards of others, are told by their owners", () => {
  const { view } = sample("newskyjo-pick");
  const told = (cleared) => tellDecision(en, view, effect("place", { position: "a1", cleared }));
  assert.match(
    told(["a1", "a2", "a3", "1:b1", "1:b2", "1:b3"]),
    /, column a cleared, column b of Bo cleared\.$/,
  );
  assert.match(told(["1:b1", "1:b2"]), /, Bo’s b1 Bo’s b2 cleared\.$/);
});

test("a row that has to do with an effect is told below it, in no cell", () => {
  const { view, rows } = sample("newskyjo-pick");
  const shown = shownColumns(rows).map((k) => rows.columns[k]);
  assert.ok(!shown.some((name) => ["position", "effect", "no_effect", "swapped"].includes(name)));
  const plain = sample("choose").rows;
  assert.equal(shownColumns(plain).length, plain.columns.length);
  assert.equal(toldRow(plain, plain.rows[0]), null);
  const last = toldRow(rows, rows.rows.at(-1));
  assert.equal(tellDecision(en, view, last), tellLast(en, view));
  const made = (swapped) => {
    const row = [...rows.rows.at(-1)];
    row[rows.columns.indexOf("swapped")] = swapped;
    return toldRow(rows, row).swapped;
  };
  assert.deepEqual(made("b3 2:a1"), ["b3", "2:a1"]);
  assert.deepEqual(made("2:c1 discard pile"), ["2:c1", "discard pile"]);
});

test("how to play is told in six to ten sentences", () => {
  for (const t of [en, fr]) {
    for (const game of ["skyjo", "newskyjo"]) {
      const count = howToPlay(t, game).length;
      assert.ok(count >= 6 && count <= 10, game);
    }
    const sentences = [...howToPlay(t, "skyjo"), ...howToPlay(t, "newskyjo")];
    for (const sentence of sentences) assert.match(sentence, /^\S.*\.$/, t.lang);
  }
  assert.deepEqual(howToPlay(en, "constructor"), []);
});
