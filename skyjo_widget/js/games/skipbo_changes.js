/**
 * Motions between two views of a table of piles: the card that the newest decision moved,
 * the card that is turned up below it, and the cards that were drawn.
 */

/**
 * @param {Sjw.PileView | null} before
 * @param {Sjw.PileView} after
 * @returns {Sjw.Change[]}
 */
export function pileChanges(before, after) {
  const { last } = after;
  const next = before?.round === after.round && after.decision === before.decision + 1;
  if (!before || !next || !last) return [];
  /** @type {Sjw.Change[]} */
  const motions = [];
  const from = sourceSpot(before, last);
  if (last.position?.startsWith("b")) {
    /** @type {Sjw.Change} */
    const fly = { kind: "fly", from, to: last.position, card: "arrival" };
    motions.push(
      last.completed ? { ...fly, card: "origin", via: last.position, to: "completed" } : fly,
    );
  } else if (last.position) {
    motions.push({ kind: "fly", from, to: `${last.seat}:${last.position}`, card: "arrival" });
  }
  if (from.endsWith(":stock") && after.seats[Number.parseInt(from, 10)].stock.count > 0) {
    motions.push({ kind: "flip", spot: from });
  }
  return [...motions, ...drawn(before, after)];
}

/**
 * The spot where the card of a decision lay.
 *
 * @param {Sjw.PileView} before
 * @param {Sjw.Last} last
 * @returns {string} a spot
 */
export function sourceSpot(before, { seat, source_pile: pile, card_in: card }) {
  if (pile) return pile.includes(":") ? pile : `${seat}:${pile}`;
  const index = seat === before.viewer && card !== null ? before.hand?.indexOf(card) : -1;
  return index === undefined || index < 0 ? `${seat}:hand` : `hand:${index}`;
}

/**
 * The cards that were drawn: those in a hand beyond what the decision left.
 *
 * @param {Sjw.PileView} before
 * @param {Sjw.PileView} after
 * @returns {Sjw.Change[]}
 */
function drawn(before, after) {
  const { last } = after;
  return after.seats.flatMap(({ seat, hand }) => {
    const played = seat === last?.seat && last.position !== null && !last.source_pile ? 1 : 0;
    if (hand <= before.seats[seat].hand - played) return [];
    const seen = after.viewer === seat && before.viewer === seat;
    const spots =
      seen && after.hand && before.hand ? newCards(after.hand, before.hand) : [`${seat}:hand`];
    return spots.map(
      /** @returns {Sjw.Change} */ (to) => ({ kind: "fly", from: "draw", to, card: "arrival" }),
    );
  });
}

/**
 * @param {Sjw.Card[]} hand
 * @param {Sjw.Card[]} before
 * @returns {string[]} the spots of the cards that are new in it
 */
function newCards(hand, before) {
  const old = [...before];
  return hand.flatMap((card, n) => {
    const at = old.indexOf(card);
    if (at >= 0) old.splice(at, 1);
    return at < 0 ? [`hand:${n}`] : [];
  });
}

/**
 * The spots that the newest decision touched.
 *
 * @param {Sjw.PileView} view
 * @returns {Set<string>}
 */
export function touchedPiles({ last }) {
  if (!last?.position) return new Set();
  const place = last.position;
  return new Set([place.startsWith("b") ? place : `${last.seat}:${place}`]);
}
