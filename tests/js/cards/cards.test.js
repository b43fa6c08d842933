import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cardValue, dial, markPlaces } from "../../../skyjo_widget/js/cards/card.js";
import { tone } from "../../../skyjo_widget/js/cards/tint.js";
import { themeOf } from "../../../skyjo_widget/js/lib/theme.js";

const VALUES = Array.from({ length: 41 }, (_, k) => k - 20);
const css = readFileSync(
  new URL("../../../skyjo_widget/js/parts/frame_layout.css", import.meta.url),
  "utf8",
);

/** Relative luminance of an OKLab colour, clipped to sRGB. */
const luminance = (lightness, a, b) => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (x) => Math.min(1, Math.max(0, x));
  return (
    0.2126 * clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
};
const contrast = (x, y) => (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);

/** The style sheet's numbers for paper and ink, light first. */
const setting = (name) =>
  [...css.matchAll(new RegExp(`--${name}: ([\\d.]+);`, "g"))].map(([, number]) => Number(number));

test("a numeral reads well on its paper, in both themes, for every value", () => {
  for (const theme of [0, 1]) {
    const [paperL, paperC, inkL, inkC] = ["paper-l", "paper-c", "ink-l", "ink-c"].map(
      (name) => setting(name)[theme],
    );
    for (const value of VALUES) {
      const { a, b } = tone(value);
      const ratio = contrast(
        luminance(paperL, a * paperC, b * paperC),
        luminance(inkL, a * inkC, b * inkC),
      );
      assert.ok(ratio >= 4.5, `${value} in theme ${theme}: ${ratio.toFixed(2)}`);
    }
  }
});

test("low cards are blue and high cards yellow to red, and no two neighbours alike", () => {
  for (let value = -2; value <= 3; value += 1) assert.ok(tone(value).b < 0, `${value}`);
  for (let value = 6; value <= 12; value += 1) assert.ok(tone(value).b > 0, `${value}`);
  for (let value = -1; value <= 12; value += 1) {
    const [before, now] = [tone(value - 1), tone(value)];
    assert.ok(Math.hypot(now.a - before.a, now.b - before.b) > 0.015, `${value}`);
  }
  assert.deepEqual(tone(-50), tone(-2));
  assert.deepEqual(tone(50), tone(12));
});

test("the dial counts to twelve, then goes on inside; below zero in diamonds", () => {
  assert.deepEqual(dial(7), { outer: 7, inner: 0, shape: "bar" });
  assert.deepEqual(dial(0), { outer: 0, inner: 0, shape: "bar" });
  assert.deepEqual(dial(-2), { outer: 2, inner: 0, shape: "diamond" });
  assert.deepEqual(dial(15), { outer: 12, inner: 3, shape: "bar" });
  assert.deepEqual(dial(99), { outer: 12, inner: 12, shape: "bar" });
});

test("the twelve marks stand on the card, three on each side", () => {
  for (const height of [100, 134]) {
    const places = markPlaces(height, 7);
    assert.equal(places.length, 12);
    for (const { x, y } of places) assert.ok(x >= 7 && x <= 93 && y >= 7 && y <= height - 7);
    assert.equal(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, 12);
  }
});

test("only whole numbers have a value", () => {
  assert.equal(cardValue("-2"), -2);
  assert.equal(cardValue("-2:reverse"), -2);
  assert.equal(cardValue("?"), null);
  assert.equal(cardValue("."), null);
  assert.equal(cardValue("Skip-Bo"), null);
});

test("the theme is JupyterLab's, else the page's class, else the system's", () => {
  const page = { jupyter: null, classes: "", prefersDark: false };
  assert.equal(themeOf({ ...page, jupyter: "false" }), "dark");
  assert.equal(themeOf({ ...page, jupyter: "true", prefersDark: true }), "light");
  assert.equal(themeOf({ ...page, classes: "app vscode-dark" }), "dark");
  assert.equal(themeOf({ ...page, classes: "light", prefersDark: true }), "light");
  assert.equal(themeOf({ ...page, prefersDark: true }), "dark");
  assert.equal(themeOf({ ...page, classes: "darkroom highlight", prefersDark: false }), "light");
});
