/**
 * The fan of a pile: a strip of each covered card, with its number. The more strips, the narrower,
 * as long as they can be read; then the oldest cards share one.
 */

/**
 * @param {number} count of covered cards
 * @param {number} room for them, in pixels
 * @param {{most: number, least: number}} height of a strip
 * @returns {{hidden: number, step: number}} hidden: how many of the oldest share the first strip;
 *   step: the height of each strip
 */
export function fan(count, room, { most, least }) {
  if (count * least <= room) {
    return { hidden: 0, step: count === 0 ? 0 : Math.min(most, Math.floor(room / count)) };
  }
  const strips = Math.max(1, Math.floor(room / least));
  return { hidden: count - strips + 1, step: Math.min(most, Math.floor(room / strips)) };
}
