/** The mean that grows: its speed, its scale, its sentences. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  advance,
  numbersAt,
  pointsTo,
  powers,
  scale,
  sentenceAt,
  shownTo,
  ticks,
} from "../../../skyjo_widget/js/charts/running_mean.js";
import { locales } from "../support/helpers.js";

const chart = (lang, more = {}) => ({
  lang,
  title: "A title",
  unit: "points",
  each: locales[lang].charts.running_mean.each.next_draw,
  axis: "log",
  band: "exact",
  mean: -0.5,
  n: [1, 1000],
  runs: [[12, -0.375]],
  low: [-8, -0.75],
  high: [7, -0.25],
  range: [-9, 13],
  digits: 2,
  renews: true,
  words: locales[lang].charts.running_mean,
  ...more,
});

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
  const found = numbersAt(chart("en"), 1);
  assert.deepEqual(found, {
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
    "1 cards drawn: the mean so far is 12.00, the exact mean −0.50 ± 7.50 (2 standard errors). " +
      "It lies outside the band.",
  );
  assert.match(sentenceAt(chart("fr"), 1), /Elle est dans la bande\.$/);
});

test("a band round the mean so far says nothing of inside", () => {
  const own = chart("en", { band: "own", mean: null });
  assert.equal(
    sentenceAt(own, 1),
    "1,000 cards drawn: the mean so far is −0.38 ± 0.25 (2 standard errors).",
  );
});
