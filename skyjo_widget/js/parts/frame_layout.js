/**
 * The frame of every board: how wide the table and the side panel are and how high the table may
 * be, from the board's width and the window's height.
 */

/** Space between the root's edge and its content. */
export const PAD = 12;
/** Space between the blocks of the table. */
export const GAP = 16;
/** From this width on the panel stands beside the table. */
const BESIDE_FROM = 840;
/** Lines of the panel's story stay readable from here to there. */
export const PANEL_MIN = 256;
const PANEL_MAX = 460;
const PANEL_SHARE = 0.27;
/** The status line wants this much, even over a narrow table. */
const MAIN_MIN = 560;
/** The bars of JupyterLab and the head of a lesson take this much of a window's height. */
const NOTEBOOK = 292;
const HEIGHT_MIN = 476;
const HEIGHT_MAX = 960;
/** A guest's board has the window to itself, however high. */
const GUEST_SHARE = 0.96;
/** A guest's screen below this width is a phone's. */
const PHONE = 600;
/** Space between a phone's edge and the content of a board. */
export const PHONE_PAD = 8;
/** The part of it above and below a board's table: the edges, the status and the toolbar. */
export const AROUND = 142;

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
 * @param {number} height of the window, in CSS pixels
 * @param {boolean} [guest]
 * @returns {number} what the table may have of it
 */
export function tableHeight(height, guest = false) {
  const high = guest ? height * GUEST_SHARE : Math.min(HEIGHT_MAX, height - NOTEBOOK);
  return Math.max(HEIGHT_MIN, high) - AROUND;
}

/**
 * @param {number} width of the root
 * @param {boolean} [guest]
 */
export function isPhone(width, guest = false) {
  return guest && width < PHONE;
}

/**
 * The frame on a phone: everything below each other.
 *
 * @param {number} width of the root
 * @returns {Sjw.Layout}
 */
export function phoneFrame(width) {
  return { panel: "below", panelWidth: width - 2 * PHONE_PAD };
}

/**
 * Blocks in as few lines as hold them, all lines about as long.
 *
 * @param {number} count of blocks
 * @param {number} room
 * @param {number} least width of a block
 * @param {number} apart
 * @returns {{across: number, lines: number, block: number}}
 */
export function inLines(count, room, least, apart) {
  const fit = Math.max(1, Math.floor((room + apart) / (least + apart)));
  const lines = Math.ceil(count / Math.min(fit, Math.max(1, count)));
  const across = Math.max(1, Math.ceil(count / Math.max(1, lines)));
  return { across, lines, block: (room - (across - 1) * apart) / across };
}

/**
 * The table and the panel, which gets what the table doesn't need, up to a line's good length.
 *
 * @param {number} width of the root
 * @param {number} used of it by the table
 * @returns {Sjw.Layout & {main: number}}
 */
export function frameLayout(width, used) {
  const inner = width - 2 * PAD;
  if (width < BESIDE_FROM) return { panel: "below", panelWidth: inner, main: inner };
  const left = inner - GAP - Math.max(used, MAIN_MIN);
  const good = Math.min(PANEL_MAX, Math.max(300, inner * PANEL_SHARE));
  const panelWidth = Math.floor(Math.max(PANEL_MIN, Math.min(left, good)));
  return { panel: "beside", panelWidth, main: inner - GAP - panelWidth };
}
