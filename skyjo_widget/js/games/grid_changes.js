/**
 * Motions between two views, of the newest decision only:
 * after a jump of several decisions the picture changes without motion.
 */

import { positionName, spotName, spotOf } from "../parts/targets.js";
import { isGift } from "./sentences.js";

/**
 * @param {Sjw.GridView | null} before
 * @param {Sjw.GridView} after
 * @returns {Sjw.Change[]}
 */
export function changes(before, after) {
  if (!before || !sameTable(before, after) || after.decision !== before.decision + 1) return [];
  const last = after.last;
  if (!last) return [];
  /** @type {Sjw.Change[]} */
  const motions = [];
  const landed = last.position === null ? null : spotOf(last.seat, last.position);
  const swapped = (last.swapped ?? []).map((place) => spotOf(last.seat, place));

  if (last.kind === "draw") {
    motions.push({ kind: "fly", from: "draw", to: "held", card: "arrival" });
  } else if (last.kind === "take") {
    motions.push({ kind: "fly", from: "discard", to: "held", card: "origin" });
  } else if (last.kind === "discard") {
    motions.push({ kind: "fly", from: "held", to: "discard", card: "arrival" });
  } else if (landed && (last.kind === "place" || isGift(last))) {
    motions.push({ kind: "fly", from: "held", to: landed, card: "arrival" });
    motions.push({ kind: "fly", from: landed, to: "discard", card: "origin" });
  } else if (last.card_out !== null && before.held?.source === "kept") {
    motions.push({ kind: "fly", from: "held", to: "discard", card: "origin" });
  }
  swapped.forEach((from, n) => {
    motions.push({ kind: "fly", from, to: swapped[(n + 1) % swapped.length], card: "origin" });
  });

  const clearedTo = ruleValue(after, "cleared_to") === "out of the game" ? null : "discard";
  for (const seat of after.seats) {
    const old = before.seats[seat.seat].grid;
    seat.grid.forEach((card, index) => {
      const was = old[index];
      const spot = spotName(seat.seat, positionName(index, after.columns));
      if (was === card || swapped.includes(spot)) return;
      if (card === ".") {
        // The place just played on may be in the cleared column: its old card already flies.
        if (spot !== landed || last.kind === "flip" || (last.kind === "pick" && !isGift(last))) {
          motions.push({ kind: "leave", spot, to: clearedTo });
        }
      } else if (was === "?" && !(spot === landed && (last.kind === "place" || isGift(last)))) {
        motions.push({ kind: "flip", spot });
      }
    });
  }
  return motions;
}

/**
 * @param {Sjw.GridView} before
 * @param {Sjw.GridView} after
 */
function sameTable(before, after) {
  return (
    before.round === after.round &&
    before.columns === after.columns &&
    before.rows === after.rows &&
    before.seats.length === after.seats.length
  );
}

/**
 * @param {Sjw.GridView} view
 * @param {string} name
 */
function ruleValue(view, name) {
  return view.rules.find(([key]) => key === name)?.[1];
}

/**
 * The time of a motion: short, and shorter at a fast pace.
 *
 * @param {number} pace milliseconds between two moves of bots; -1 paused
 * @returns {number} milliseconds, at most 280; 0 for no motion
 */
export function motionTime(pace) {
  if (pace < 0) return 280;
  if (pace < 100) return pace === 0 ? 160 : 0;
  return Math.min(280, Math.round(pace * 0.5));
}
