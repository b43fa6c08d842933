/** The head of a lesson, in words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gameText } from "../../../skyjo_widget/js/app/lesson.js";
import { en, fr } from "../support/helpers.js";
import { begunGame } from "../support/payloads.js";

const at = new Date(2026, 10, 22, 10, 32);
const game = begunGame(at);

test("a game of today has its time", () => {
  const now = new Date(2026, 10, 22, 18);
  assert.equal(gameText(en, game, now), "Game of Ana, 10:32 · round 2");
  assert.equal(gameText(fr, game, now), "La partie d’Ana, 10\u00a0h\u00a032 · manche 2");
});

test("a game of another day has its date too", () => {
  const now = new Date(2026, 10, 23, 9);
  assert.match(gameText(en, game, now), /10:32, .*22.* · round 2/);
  assert.match(gameText(fr, game, now), /10\u00a0h\u00a032, le 22 novembre · manche 2/);
});

test("a game without a name has none", () => {
  assert.match(gameText(en, { ...game, players: "" }, at), /^a game of 10:32/);
});
