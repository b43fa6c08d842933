import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDecision, describeLast } from "../../../skyjo_widget/js/games/sentences.js";
import { phrasesOf, rowOutcome, turnsOf } from "../../../skyjo_widget/js/games/story.js";
import { en, fr, SAMPLES, sample } from "../support/helpers.js";

const makeStory = (t, view, rows) =>
  turnsOf(rows).map((turn) => ({ ...turn, phrases: phrasesOf(t, view, rows, turn) }));
const lines = (t, name, change = (_sample) => {}) => {
  const game = sample(name);
  change(game);
  return makeStory(t, game.view, game.rows).map(
    ({ player, phrases }) => player + phrases.map(({ text }) => text).join(""),
  );
};

test("a turn is one line: where the card came from, where it went, what lay there", () => {
  assert.equal(lines(en, "choose").at(-1), "Ana took the 2 → a1, was 4, column b cleared");
  assert.equal(lines(fr, "choose").at(-2).split(",")[0], "greedy a pioché 4 → b3");
});

test("an effect is named once in its turn", () => {
  assert.equal(
    lines(en, "newskyjo-known").at(-3),
    "Di turned c3: 1 (Own two), picked a3, swapped a3 with d3",
  );
});

test("a turn at a table of piles names numbers, sources and piles", () => {
  assert.equal(
    lines(en, "skipbo-two").at(-1),
    "Ana 6 (wild card) → pile 1, stock 12 → pile 3 (complete), 7 (wild card) → pile 1",
  );
  assert.equal(lines(fr, "skipbo-covered").at(-1), "Ana 8 en défausse 2");
});

test("each decision of the log is in the story once, in its order, as a sentence too", () => {
  for (const name of SAMPLES) {
    const { view, rows } = sample(name);
    for (const t of [en, fr]) {
      const phrases = makeStory(t, view, rows).flatMap((turn) => turn.phrases);
      assert.deepEqual(
        phrases.map(({ decision }) => decision),
        rows.rows.map(([number]) => number),
        name,
      );
      for (const { text, title } of phrases) {
        assert.doesNotMatch(
          text + title,
          /undefined|null|\{|story\.|actions\./,
          `${name}: ${text}`,
        );
      }
    }
  }
});

test("what was taken back is a line of its own", () => {
  const { view, rows } = sample("newskyjo-pick");
  const last = rows.rows.at(-1)[0];
  const turns = makeStory(en, view, { ...rows, undone: [last] });
  assert.deepEqual(
    turns.slice(-2).map(({ undone, phrases }) => [undone, phrases.length]),
    [
      [false, 2],
      [true, 1],
    ],
  );
});

test("a phrase knows the places that its decision touched", () => {
  const spots = (name) => {
    const { view, rows } = sample(name);
    return makeStory(en, view, rows)
      .at(-1)
      .phrases.map((phrase) => phrase.spots.toSorted());
  };
  assert.deepEqual(spots("newskyjo-known"), [["1:a1"], ["0:b2"], ["0:b2", "3:b1", "3:b1"]]);
  assert.deepEqual(spots("skipbo-teams"), [["b3"], ["3:d3"]]);
  assert.deepEqual(spots("newskyjo-order"), [["draw"], []]);
});

test("the outcome of a row is the one that the view gives of the newest decision", () => {
  const { view, rows } = sample("newskyjo-pick");
  const last = rowOutcome(rows, rows.rows.at(-1));
  assert.equal(describeDecision(en, view, last), describeLast(en, view));
  const places = (swapped) => {
    const row = [...rows.rows.at(-1)];
    row[rows.columns.indexOf("swapped")] = swapped;
    return rowOutcome(rows, row).swapped;
  };
  assert.deepEqual(places("b3 2:a1"), ["b3", "2:a1"]);
  assert.deepEqual(places("2:c1 discard pile"), ["2:c1", "discard pile"]);
  assert.deepEqual(places("a1 1:b1 2:c1"), ["a1", "1:b1", "2:c1"]);
});
