/** The notices on the board, in words. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { makeTranslate } from "../../../skyjo_widget/js/lib/i18n.js";
import { earlierText } from "../../../skyjo_widget/js/parts/notices.js";

const read = (lang) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../skyjo_widget/util/locales/${lang}.json`, import.meta.url),
      "utf8",
    ),
  );
const locales = { en: read("en"), fr: read("fr") };

test("an earlier game says how far it is, since when, and that it is open elsewhere", () => {
  const at = new Date();
  at.setHours(10, 32);
  const game = { path: "games/a.jsonl", at: at.toISOString(), decisions: 13, held: false };
  const [en, fr] = ["en", "fr"].map((lang) => makeTranslate(locales, lang));
  assert.match(earlierText(en, game), /: 13 decisions, begun 10:32\.$/);
  assert.match(earlierText(fr, { ...game, decisions: 1 }), /: 1 décision, commencée à 10:32\.$/);
  assert.match(earlierText(en, { ...game, held: true }), /open in another notebook\.$/);
  assert.equal(earlierText(en, null), "");
});
