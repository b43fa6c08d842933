/** Helpers of several tests. */
import { readdirSync, readFileSync } from "node:fs";
import { makeTranslate } from "../../../skyjo_widget/js/lib/i18n.js";

const json = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

/** A language is a file; beside it lies its catalogue of messages. */
const folder = "../../../skyjo_widget/util/locales/";
export const locales = Object.fromEntries(
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith(".json"))
    .map((file) => [file.replace(".json", ""), json(folder + file)]),
);
export const en = makeTranslate(locales, "en");
export const fr = makeTranslate(locales, "fr");

/** A fresh copy of a sample: {view, rows}. */
export const sample = (name) => json(`./fixtures/${name}.json`);

/** The messages that Python has sent of a class: recorded by tests/fixtures/message_samples.py. */
export const serving = () => json("./fixtures/serving.json");

/** Clicks and the views that answered them: recorded by tests/fixtures/click_samples.py. */
export const clicks = (name) => json("./fixtures/clicks.json")[name];

export const SAMPLES = [
  "bot",
  "choose",
  "eight",
  "error",
  "fault",
  "four",
  "game-over",
  "newskyjo-known",
  "newskyjo-order",
  "newskyjo-over",
  "newskyjo-pick",
  "place-drawn",
  "round-over",
  "setup",
  "six-by-six",
  "skipbo-bot",
  "skipbo-covered",
  "skipbo-down",
  "skipbo-over",
  "skipbo-six",
  "skipbo-teams",
  "skipbo-two",
  "tall",
];
