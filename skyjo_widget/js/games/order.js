/**
 * Putting cards in order: which card lies in which place, top first. No DOM here.
 */

/** @typedef {(number | null)[]} Places which card, by its number from 0; null is free */

/**
 * @param {number} count of cards
 * @returns {Places} nothing to choose if there is only one
 */
export function freePlaces(count) {
  return count === 1 ? [0] : Array(count).fill(null);
}

/**
 * Lay a card on a place; what lay there takes the card's former place, or goes back. The last
 * card that is left has only one place to go.
 *
 * @param {Places} places
 * @param {number} card
 * @param {number} place by default the first free one
 * @returns {Places}
 */
export function lay(places, card, place = places.indexOf(null)) {
  if (place < 0) return places;
  const from = places.indexOf(card);
  const after = [...places];
  if (from >= 0) after[from] = after[place];
  after[place] = card;
  const free = after.indexOf(null);
  if (from < 0 && free >= 0 && free === after.lastIndexOf(null)) {
    after[free] = after.findIndex((_, n) => !after.includes(n));
  }
  return after;
}

/**
 * @param {Places} places
 * @param {number} place
 * @returns {Places}
 */
export function takeBack(places, place) {
  return places.map((card, n) => (n === place ? null : card));
}

/**
 * @param {Places} places
 * @returns {string | null} "231", null while a place is free
 */
export function orderText(places) {
  return places.includes(null) ? null : places.map((card) => Number(card) + 1).join("");
}
