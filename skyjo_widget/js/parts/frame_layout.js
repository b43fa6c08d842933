/**
 * The frame of every board: how wide the table and the side panel are, from the board's width.
 */

/** Space between the root's edge and its content. */
export const PAD = 12;
/** Space between the blocks of the table. */
export const GAP = 16;
/** From this width on the panel stands beside the table. */
const BESIDE_FROM = 840;
const PANEL_MIN = 240;
/** The status line wants this much, even over a narrow table. */
const MAIN_MIN = 560;

/**
 * @param {number} count
 * @param {number} size
 * @param {number} gap
 */
export function span(count, size, gap) {
  return count * size + Math.max(0, count - 1) * gap;
}

/**
 * @param {number} width of the root, in CSS pixels
 * @returns {number} what the table may have of it
 */
export function tableRoom(width) {
  const inner = width - 2 * PAD;
  return width >= BESIDE_FROM ? inner - PANEL_MIN - GAP : inner;
}

/**
 * The table and the panel, which gets what the table doesn't need.
 *
 * @param {number} width of the root
 * @param {number} used of it by the table
 * @returns {Sjw.Layout & {main: number}}
 */
export function frameLayout(width, used) {
  const inner = width - 2 * PAD;
  const beside = width >= BESIDE_FROM;
  const main = Math.min(tableRoom(width), Math.max(used, MAIN_MIN));
  const panelWidth = beside ? Math.floor(inner - main - GAP) : inner;
  return { panel: beside ? "beside" : "below", panelWidth, main };
}
