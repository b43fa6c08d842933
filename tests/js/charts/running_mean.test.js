/** The mean that grows: its speed, its scale, its sentences. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstRuns } from "../../../skyjo_widget/js/charts/first_runs.js";
import {
  advance,
  numbersAt,
  pointsTo,
  powers,
  runsOf,
  scale,
  sentenceAt,
  shownTo,
  spaced,
  tallyAt,
  ticks,
} from "../../../skyjo_widget/js/charts/running_mean.js";
import { locales } from "../support/helpers.js";
import { meanChart, tallyRow as row } from "../support/payloads.js";

const chart = (lang, more = {}) => meanChart(lang, locales[lang].charts.running_mean, more);

test("twice the speed shows twice as much in the same time, and no more than there is", () => {
  assert.equal(advance(0, 399, 3, 1), 399 / 4);
  assert.equal(advance(0, 399, 3, 2), 399 / 2);
  assert.equal(advance(100, 399, 3, 0.5), 100 + 399 / 8);
  assert.equal(advance(390, 399, 3, 8), 399);
});

test("few values come four a second", () => {
  assert.equal(advance(0, 10, 1, 1), 4);
});

test("time never runs backwards", () => {
  assert.equal(advance(5, 10, -0.02, 1), 5);
});

test("with reduced motion a run comes in ten steps", () => {
  assert.equal(shownTo(57, 100, false), 57);
  assert.equal(shownTo(57, 100, true), 50);
  assert.equal(shownTo(9.9, 100, true), 0);
  assert.equal(shownTo(100, 100, true), 100);
});

test("a number that would touch the next one is left out, never the last", () => {
  const at = (text, place, anchor = "middle") => ({ text, at: place, anchor });
  const row = [
    at("1", 0),
    at("10", 52),
    at("100", 104),
    at("1,000", 156),
    at("10,000", 208, "end"),
  ];
  assert.deepEqual(
    spaced(row).map(({ text }) => text),
    ["1", "10", "100", "10,000"],
  );
  const wide = row.map((label) => ({ ...label, at: 4 * label.at }));
  assert.deepEqual(spaced(wide), wide);
});

test("ticks are round numbers inside the range, as many as asked for at most", () => {
  assert.deepEqual(ticks(-3.2, 13.1, 5), [0, 5, 10]);
  assert.deepEqual(ticks(4.89, 5.02, 7), [4.9, 4.92, 4.94, 4.96, 4.98, 5, 5.02]);
  assert.deepEqual(ticks(0.1, 0.31, 4), [0.1, 0.2, 0.3]);
  assert.deepEqual(ticks(3, 3, 4), [3]);
});

test("powers of ten inside the range", () => {
  assert.deepEqual(powers(1, 10_000), [1, 10, 100, 1000, 10_000]);
  assert.deepEqual(powers(2, 99), [10]);
});

test("a scale takes ends to ends, evenly or by tens", () => {
  const even = scale([0, 10], [100, 0]);
  assert.deepEqual([0, 5, 10].map(even), [100, 50, 0]);
  const tens = scale([1, 100], [0, 200], Math.log);
  assert.ok(Math.abs(tens(10) - 100) < 1e-9);
  assert.equal(scale([3, 3], [7, 9])(3), 7);
});

test("a line ends between two of its points", () => {
  const [xs, ys] = [
    [0, 10, 20],
    [5, 7, 1],
  ];
  assert.deepEqual(pointsTo(xs, ys, 0), [[0, 5]]);
  assert.deepEqual(pointsTo(xs, ys, 1.5), [
    [0, 5],
    [10, 7],
    [15, 4],
  ]);
  assert.equal(pointsTo(xs, ys, 2).length, 3);
});

test("numbers are written as the language does, with a real minus", () => {
  const numbers = numbersAt(chart("en"), 1);
  assert.deepEqual(numbers, {
    n: "1,000",
    mean: "−0.38",
    exact: "−0.50",
    error: "0.25",
    inside: true,
  });
  assert.equal(numbersAt(chart("fr"), 1).mean, "−0,38");
  assert.equal(numbersAt(chart("en", { runs: [[12, -0.001]] }), 1).mean, "0.00");
});

test("a sentence says where the mean lies", () => {
  assert.equal(
    sentenceAt(chart("en"), 0.7),
    "n = 1 (cards drawn): the mean so far is 12.00, the exact mean −0.50 ± 7.50 (2 standard errors). " +
      "It lies outside the band.",
  );
  assert.match(sentenceAt(chart("fr"), 1), /Elle est dans la bande\.$/);
});

test("a band round the mean so far says nothing of inside", () => {
  const own = chart("en", { band: "own", mean: null });
  assert.equal(
    sentenceAt(own, 1),
    "n = 1,000 (cards drawn): the mean so far is −0.38 ± 0.25 (2 standard errors).",
  );
});

test("a run is counted at a size when it has come there", () => {
  assert.deepEqual(tallyAt(row(), 0.9), { inside: 18, runs: 19, expected: 18 });
  assert.deepEqual(tallyAt(row(), 1), { inside: 19, runs: 20, expected: 19 });
  assert.deepEqual(tallyAt(row({ inside: [1] }), 0), { inside: 0, runs: 0, expected: 0 });
});

test("the sentence counts the runs at the newest size, and says what was expected", () => {
  const counted = chart("en", { tally: [row({ n: 10, at: 0 }), row()] });
  assert.match(
    sentenceAt(counted, 1),
    /19 of 20 runs lie within 2σ\/√n at n = 1,000; about 19 are expected\.$/,
  );
  assert.match(sentenceAt(counted, 0.5), /at n = 10; about 19 are expected\.$/);
  const french = chart("fr", { tally: [row()] });
  assert.match(
    sentenceAt(french, 1),
    /19 échantillons sur 20 sont à 2σ\/√n au plus pour n = 1\s000\s; on en attend 19 environ\.$/,
  );
  assert.doesNotMatch(sentenceAt(chart("en", { tally: [row({ inside: [1] })] }), 1), /expected/);
});

test("runs are those that were drawn, or those that are shown", () => {
  assert.equal(runsOf(chart("en")), 1);
  assert.equal(runsOf(chart("en", { tally: [row()] })), 20);
});

test("a page shows its runs as they came, and at the last there are no more", () => {
  const whole = chart("en", {
    runs: [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
    tally: [row()],
  });
  const first = firstRuns(whole, 1);
  assert.deepEqual(first.runs, [[1, 2]]);
  assert.deepEqual(first.tally[0].inside, Array(18).fill(1));
  assert.equal(first.tally[0].errors.length, 18);
  assert.equal(first.renews, true);
  assert.deepEqual(firstRuns(whole, 3), { ...whole, renews: false });
});
