/** The notices on the board, in words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { earlierText } from "../../../skyjo_widget/js/parts/notices.js";
import { en, fr } from "../support/helpers.js";
import { earlierGame } from "../support/payloads.js";

test("an earlier game says how far it is, since when, and that it is open elsewhere", () => {
  const at = new Date();
  at.setHours(10, 32);
  const game = earlierGame(at);
  assert.match(earlierText(en, game), /: 13 decisions, begun 10:32\.$/);
  assert.match(
    earlierText(fr, { ...game, decisions: 1 }),
    /: 1 décision, commencée à 10\u00a0h\u00a032\.$/,
  );
  assert.match(earlierText(en, { ...game, held: true }), /open in another notebook\.$/);
  assert.equal(earlierText(en, null), "");
});
