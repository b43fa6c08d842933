/**
 * Playing in two steps: a card is chosen, then its place. The view's `moves` are the legal ones;
 * here is only which card lies at which spot. A spot is "b2", "SEAT:stock", "SEAT:d1", or
 * "hand:0", the first card of the viewer's hand.
 */

/**
 * @param {Sjw.View} view
 * @returns {view is Sjw.PileView}
 */
function hasMoves(view) {
  return view.moves !== undefined;
}

/**
 * The name among the moves of the card at a spot.
 *
 * @param {Sjw.PileView} view
 * @param {string} spot
 * @returns {string | null} "stock", "hand:7", "d3", "partner-d2"
 */
function cardAt({ seats, viewer, hand }, spot) {
  const [where, what] = spot.split(":");
  if (what === undefined || viewer === null) return null;
  if (where === "hand") return `hand:${hand?.[Number(what)]}`;
  if (Number(where) === viewer) return what;
  return Number(where) === seats[viewer].partner ? `partner-${what}` : null;
}

/**
 * @param {Sjw.PileView} view
 * @param {string} spot
 * @returns {string} as the moves name it: a discard pile is the viewer's
 */
function placeAt({ viewer }, spot) {
  const [where, what] = spot.split(":");
  return Number(where) === viewer ? what : spot;
}

/**
 * The card at a spot, if it may be chosen.
 *
 * @param {Sjw.View} view
 * @param {string} spot
 * @returns {string | null} its name among the moves
 */
export function choice(view, spot) {
  const card = hasMoves(view) ? cardAt(view, spot) : null;
  return card !== null && Object.hasOwn(view.moves ?? {}, card) ? card : null;
}

/**
 * The card of the viewer's at a spot, by its name and its face.
 *
 * @param {Sjw.View} view
 * @param {string} spot
 * @returns {{name: string, face: Sjw.Card | null} | null}
 */
export function seenCard(view, spot) {
  const name = hasMoves(view) ? cardAt(view, spot) : null;
  if (name === null) return null;
  return { name, face: chosenFace(/** @type {Sjw.PileView} */ (view), { spot }) };
}

/**
 * The spot where a card lies that was seen at another: others may have gone from the hand.
 *
 * @param {Sjw.View} view
 * @param {string} spot
 * @param {NonNullable<ReturnType<typeof seenCard>>} card
 * @returns {string | null} a spot; null: it is gone
 */
export function sameCard(view, spot, card) {
  const hand = (hasMoves(view) && view.hand) || [];
  const isSame = (/** @type {string} */ place) => {
    const now = seenCard(view, place);
    return now?.name === card.name && now.face === card.face;
  };
  return [spot, ...hand.map((_, n) => `hand:${n}`)].find(isSame) ?? null;
}

/**
 * The action that a click on a target means.
 *
 * @param {Sjw.View} view
 * @param {string} target
 * @param {Sjw.Chosen | null} chosen
 * @returns {string | null} an action
 */
export function actionOf(view, target, chosen) {
  if (Object.hasOwn(view.targets, target)) return view.targets[target];
  if (chosen === null || !hasMoves(view)) return null;
  const places = view.moves[chosen.card];
  const place = placeAt(view, target);
  return Object.hasOwn(places, place) ? places[place] : null;
}

/**
 * The role of a spot now: the chosen card, a place for it, a card that may be chosen, or only seen.
 *
 * @param {Sjw.View} view
 * @param {Sjw.Chosen | null} chosen
 * @param {string} spot
 * @returns {"chosen" | "place" | "card" | ""}
 */
export function standing(view, chosen, spot) {
  if (chosen?.spot === spot) return "chosen";
  if (actionOf(view, spot, chosen) !== null) return "place";
  return choice(view, spot) === null ? "" : "card";
}

/**
 * The choice that still holds: nothing was decided since, and the card may go somewhere.
 *
 * @param {Sjw.View} view
 * @param {Sjw.Chosen | null} chosen
 * @returns {Sjw.Chosen | null}
 */
export function stillChosen(view, chosen) {
  if (chosen?.decision !== view.decision) return null;
  return chosen && choice(view, chosen.spot) === chosen.card ? chosen : null;
}

/**
 * The places for the chosen card.
 *
 * @param {Sjw.PileView} view
 * @param {Sjw.Chosen} chosen
 * @returns {string[]} spots, the building piles first
 */
export function placesOf({ moves, viewer }, chosen) {
  const places = Object.keys(moves[chosen.card]).sort();
  return places.map((place) => (place.startsWith("b") ? place : `${viewer}:${place}`));
}

/**
 * @param {Sjw.PileView} view
 * @param {Pick<Sjw.Chosen, "spot">} chosen
 * @returns {Sjw.Card | null} its face
 */
export function chosenFace({ seats, hand }, { spot }) {
  const [where, what] = spot.split(":");
  if (where === "hand") return hand?.[Number(what)] ?? null;
  const { stock, discards } = seats[Number(where)];
  return what === "stock" ? stock.top : (discards[Number(what.slice(1)) - 1].at(-1) ?? null);
}
