/**
 * Where things are: names of positions, of spots and of targets.
 *
 * A spot is any place that a card can be: "draw", "discard", "held" or
 * "SEAT:POSITION". A target is a spot (or "button:NAME") that may be clicked.
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
 * Whether a click there does something: the one rule of what is clickable.
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

/**
 * The seats in the order in which they are drawn: the viewer (or seat 0),
 * then the others as they sit to the left.
 *
 * @param {Sjw.View} view
 * @returns {Sjw.Seat[]}
 */
export function seatsFromViewer(view) {
  const first = view.viewer ?? 0;
  return view.seats.map((_, k) => view.seats[(first + k) % view.seats.length]);
}

/**
 * The spots that the newest decision touched.
 *
 * @param {Sjw.View} view
 * @returns {Set<string>}
 */
export function touchedSpots(view) {
  const touched = new Set();
  const last = view.last;
  if (!last) return touched;
  if (last.position) touched.add(spotName(last.seat, last.position));
  for (const position of last.cleared) touched.add(spotName(last.seat, position));
  if (last.kind === "draw") touched.add("draw");
  if (last.kind === "take" || last.kind === "discard") touched.add("discard");
  return touched;
}
