/**
 * Names of positions, of spots and of targets.
 *
 * A spot is any place that a card can be: "draw", "discard", "held" or
 * "SEAT:POSITION"; selection.js has those of a table of piles. A target is a spot (or
 * "button:NAME") that may be clicked.
 */

/**
 * @param {number} column from 0
 * @returns {string} "a" for the leftmost
 */
export function columnName(column) {
  return String.fromCharCode("a".charCodeAt(0) + column);
}

/**
 * @param {number} index row × columns + column
 * @param {number} columns
 * @returns {string} "a1" for the top left
 */
export function positionName(index, columns) {
  return columnName(index % columns) + (Math.floor(index / columns) + 1);
}

/**
 * @param {string} position
 * @param {number} columns
 * @returns {number} the index in a grid
 */
export function positionIndex(position, columns) {
  const column = position.charCodeAt(0) - "a".charCodeAt(0);
  return (Number(position.slice(1)) - 1) * columns + column;
}

/**
 * @param {number} seat
 * @param {string} position
 * @returns {string}
 */
export function spotName(seat, position) {
  return `${seat}:${position}`;
}

/**
 * A place in a decision's notation: "b3" of its own seat, "2:b3" of another, or the discard pile.
 *
 * @param {number} seat who decided
 * @param {string} place
 * @returns {string} a spot
 */
export function spotOf(seat, place) {
  if (place === "discard pile") return "discard";
  return place.includes(":") ? place : spotName(seat, place);
}

/**
 * Check if a click there does something: the one rule of what is clickable.
 *
 * @param {Sjw.View} view
 * @param {string} target
 * @returns {boolean}
 */
export function isTarget(view, target) {
  return Object.hasOwn(view.targets, target);
}

/**
 * The names of the legal actions that have no place on the table.
 *
 * @param {Sjw.View} view
 * @returns {string[]} "pass" for "button:pass"
 */
export function buttonTargets(view) {
  return Object.keys(view.targets)
    .filter((target) => target.startsWith("button:"))
    .map((target) => target.slice("button:".length));
}

/** Targets of keys that don't name a pile: the first that can be chosen. */
const KEY_TARGETS = {
  keep: ["held"],
  pass: ["button:pass", "button:decline"],
};

/**
 * @param {Sjw.View} view
 * @param {"draw" | "discard" | "stock" | keyof typeof KEY_TARGETS | `b${number}`} what
 * @returns {string | null} a target, or what would be one at another time; null: nothing here
 */
export function keyTarget(view, what) {
  if (what === "stock") return view.moves ? spotName(view.viewer ?? 0, what) : null;
  if (/^b\d$/.test(what)) return view.moves ? what : null;
  if (what === "draw" || what === "discard") return what;
  const targets = KEY_TARGETS[/** @type {keyof typeof KEY_TARGETS} */ (what)];
  return targets.find((target) => isTarget(view, target)) ?? targets[0];
}

/**
 * The seats in whose grids something may be clicked.
 *
 * @param {Sjw.View} view
 * @returns {Set<number>}
 */
export function openSeats(view) {
  const seats = Object.keys(view.targets).map((target) => /^(\d+):/.exec(target)?.[1]);
  return new Set(seats.filter((seat) => seat !== undefined).map(Number));
}

/**
 * The seats in the order in which they are drawn: the viewer (or seat 0),
 * then the others as they sit to the left.
 *
 * @template {Sjw.Seat} S
 * @param {{viewer: number | null, seats: S[]}} view
 * @returns {S[]}
 */
export function seatsFromViewer(view) {
  const first = view.viewer ?? 0;
  return view.seats.map((_, k) => view.seats[(first + k) % view.seats.length]);
}

/**
 * The spots that the newest decision touched.
 *
 * @param {Sjw.GridView} view
 * @returns {Set<string>}
 */
export function touchedSpots(view) {
  const touched = new Set();
  const last = view.last;
  if (!last) return touched;
  const places = [last.position, ...last.cleared, ...(last.swapped ?? [])];
  for (const place of places) if (place) touched.add(spotOf(last.seat, place));
  if (last.kind === "draw") touched.add("draw");
  if (last.kind === "take" || last.kind === "discard") touched.add("discard");
  return touched;
}

/**
 * Number the places whose clicks wait for an answer, on what is drawn already.
 *
 * @param {Element} board
 * @param {string[]} waits their targets, in order
 */
export function markWaiting(board, waits) {
  for (const place of board.querySelectorAll("[data-waits]")) place.removeAttribute("data-waits");
  for (const [n, target] of waits.entries()) {
    board
      .querySelector(`.sjw-place[data-spot="${target}"]`)
      ?.setAttribute("data-waits", `${n + 1}`);
  }
}
