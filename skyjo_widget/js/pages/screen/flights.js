/**
 * Cards that fly on the wall, from the piles to a grid and back; the tiles already show the truth.
 */

import { viewOf } from "./tiles.js";

const DURATION = 700;
const EASING = "cubic-bezier(.3,.1,.2,1)";

/** @typedef {{to: string, from: string | null}} Flight from: null turns it where it is */

/**
 * The flights between two views of a table.
 *
 * @param {Sjw.ScreenTable | undefined} before
 * @param {Sjw.ScreenTable} after
 * @returns {Flight[]}
 */
export function flights(before, after) {
  const [old, now] = [before && viewOf(before), viewOf(after)].map(
    (view) => /** @type {any} */ (view?.table === "grids" ? view : null),
  );
  if (!old || !now || old.round !== now.round || old.state === now.state) return [];
  const at = after.table;
  const taken = now.discard.count < old.discard.count;
  const thrown = now.discard.count > old.discard.count;
  /** @type {string[]} */
  const changed = [];
  for (const { seat, grid } of now.seats) {
    const was = old.seats[seat]?.grid ?? [];
    for (const [n, card] of grid.entries()) {
      if (was[n] !== undefined && was[n] !== card) changed.push(`${at} ${seat} ${n}`);
    }
  }
  // A card that is only turned has no hand that it came from.
  const comes = Boolean(old.held) || taken;
  const all = changed.map((to) => ({
    to,
    from: comes ? `${at} ${taken ? "discard" : "draw"}` : null,
  }));
  if (thrown)
    all.push({
      to: `${at} discard`,
      from: comes && changed.length > 0 ? changed[0] : `${at} draw`,
    });
  return all;
}

/**
 * Let them fly, unless the reader wants little motion.
 *
 * @param {HTMLElement} root
 * @param {Flight[]} all
 */
export function fly(root, all) {
  const page = root.ownerDocument.defaultView;
  if (all.length === 0 || page?.matchMedia?.("(prefers-reduced-motion: reduce)").matches) return;
  const place = (/** @type {string} */ at) =>
    /** @type {HTMLElement | null} */ (root.querySelector(`[data-at="${at}"]`));
  for (const { to, from } of all) {
    const target = place(to);
    const start = from && place(from)?.getBoundingClientRect();
    if (!target) continue;
    const end = target.getBoundingClientRect();
    const first = start
      ? `translate(${start.left - end.left}px, ${start.top - end.top}px)`
      : "rotateY(90deg)";
    target.animate(
      [
        { transform: first, zIndex: 2 },
        { transform: "none", zIndex: 2 },
      ],
      {
        duration: start ? DURATION : DURATION / 2,
        easing: EASING,
      },
    );
  }
}
