/** What several tests need. */
import { readFileSync } from "node:fs";
import { makeTranslate } from "../../skyjo_widget/js/i18n.js";

const json = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

export const locales = {
  en: json("../../skyjo_widget/locales/en.json"),
  fr: json("../../skyjo_widget/locales/fr.json"),
};
export const en = makeTranslate(locales, "en");
export const fr = makeTranslate(locales, "fr");

/** A fresh copy of a sample: {view, rows}. */
export const sample = (name) => json(`./fixtures/${name}.json`);

export const SAMPLES = [
  "bot",
  "choose",
  "eight",
  "error",
  "fault",
  "four",
  "game-over",
  "place-drawn",
  "round-over",
  "setup",
  "six-by-six",
  "tall",
];
