import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, makeTranslate, pickLanguage, printed } from "../../skyjo_widget/js/i18n.js";
import { en, fr, locales, SAMPLES, sample } from "./helpers.js";

const keys = (tree, path = "") =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object" ? keys(value, `${path}${key}.`) : [path + key],
  );
const at = (tree, key) => key.split(".").reduce((node, part) => node[part], tree);
const holes = (text) => (text.match(/\{\w+\}/g) ?? []).sort();

test("both languages have the same keys", () => {
  assert.deepEqual(keys(locales.fr).sort(), keys(locales.en).sort());
});

test("both languages have the same holes in each string", () => {
  for (const key of keys(locales.en)) {
    const pair = [at(locales.fr, key), at(locales.en, key)].map((text) => [
      ...new Set(holes(text)),
    ]);
    assert.deepEqual(pair[0], pair[1], key);
  }
});

test("every prompt, error and rule of the contract has words", () => {
  const prompts =
    "setup choose choose_forced place_taken place_drawn flip pass bot round_over game_over fault";
  for (const key of prompts.split(" ")) assert.ok(en.maybe(`prompt.${key}`), key);
  for (const key of "stale illegal malformed write_failed internal".split(" ")) {
    assert.ok(fr.maybe(`error.${key}`), key);
  }
});

test("every sample's prompt is a whole sentence in both languages", () => {
  for (const name of SAMPLES) {
    const { prompt } = sample(name).view;
    for (const t of [en, fr]) {
      assert.match(t(`prompt.${prompt.key}`, prompt), /^[^{}…]+[.!?]$/, `${name} ${t.lang}`);
    }
  }
});

test("a value that looks like a hole is not filled again", () => {
  assert.equal(fill("{player} took {card}", { player: "{card}", card: 7 }), "{card} took 7");
});

test("a missing value is visible and a dollar sign is only a dollar sign", () => {
  assert.equal(fill("{player} – {card}", { card: "$&" }), "… – $&");
  assert.equal(fill("{constructor}", {}), "…");
});

test("negative numbers are printed with a minus sign, words with a hyphen are left alone", () => {
  assert.equal(printed(-2), "−2");
  assert.equal(printed("-1"), "−1");
  assert.equal(printed("-x"), "-x");
});

test("the language asked for comes first, then the browser's, then English", () => {
  assert.equal(pickLanguage(locales, "fr", ["en"]), "fr");
  assert.equal(pickLanguage(locales, "", ["de-CH", "fr-CA", "en"]), "fr");
  assert.equal(pickLanguage(locales, "xx", []), "en");
  assert.equal(pickLanguage(locales, "", ["__proto__", "constructor"]), "en");
});

test("a language that lacks a string falls back to English, then to the key", () => {
  const t = makeTranslate({ en: { a: { b: "yes {x}" } }, fr: {} }, "fr");
  assert.equal(t("a.b", { x: 1 }), "yes 1");
  assert.equal(t("a.c"), "a.c");
  assert.equal(t.maybe("a"), null);
});
