/**
 * The sounds of a board: a card is placed, a column is cleared, the last turn begins, a round ends.
 */

import { speaker } from "../lib/speaker.js";

/**
 * The sound of what has happened between two views; null after a jump back, a reload, or a choice
 * that moves no card to its place.
 *
 * @param {Sjw.View | null} before
 * @param {Sjw.View} after
 * @param {Sjw.Change[]} moves
 * @returns {Sjw.Sound | null}
 */
export function soundOf(before, after, moves) {
  if (!before || after.decision <= before.decision) return null;
  if (isOver(after)) return isOver(before) ? null : "end";
  if (after.last_turn && !before.last_turn) return "last";
  if (moves.some((move) => move.kind === "leave" || "via" in move)) return "clear";
  return after.last?.position || after.last?.kind === "discard" ? "place" : null;
}

/** @param {Sjw.View} view */
const isOver = ({ phase }) => phase === "round over" || phase === "game over";

/**
 * Let a board sound, if it is in sight.
 *
 * @param {Element} root
 * @param {Sjw.Sound} sound
 */
export function playFor(root, sound) {
  const { top, bottom, width } = root.getBoundingClientRect();
  if (width > 0 && bottom > 0 && top < innerHeight) speaker.sound(sound);
}
