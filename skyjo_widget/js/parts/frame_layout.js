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
/** The viewer's cards are large from here on: what else there is may make them smaller. */
export const LARGE = 110;
/** A guest's panel leaves the table's side where cards that aren't so good gain so much by it. */
const MINI_GOOD = 30;
const GAIN = 1.12;
/** The opponents' cards on a guest's table: they are best half as wide, and poor from here down. */
const MINI_POOR = 24;
const MINI_PART = 0.17;
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
 * @param {boolean} [below] whether the panel is below the table even where there is room beside it
 * @returns {number} what the table may have of it
 */
export function tableRoom(width, below = false) {
  const inner = width - 2 * PAD;
  return width >= BESIDE_FROM && !below ? inner - PANEL_MIN - GAP : inner;
}

/**
 * The worth of a guest's table: large cards of the viewer, then of the opponents.
 *
 * @param {{w: number, mini: number}} cards
 */
export function guestWorth({ w, mini }) {
  return w * Math.max(1, mini - MINI_POOR) ** MINI_PART;
}

/**
 * Check if a guest's panel goes below the table, as on a tablet, since the cards are clearly
 * larger then.
 *
 * @param {number} width of the root
 * @param {boolean | undefined} guest
 * @param {(room: number) => {w: number, mini: number}} sizes of the cards in such a room
 */
export function isPanelBelow(width, guest, sizes) {
  if (!guest || width < BESIDE_FROM) return false;
  const [beside, below] = [false, true].map((way) => sizes(tableRoom(width, way)));
  const good = beside.w >= LARGE && beside.mini >= MINI_GOOD;
  return !good && guestWorth(below) >= GAIN * guestWorth(beside);
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
 * @param {boolean} [below] see `tableRoom`
 * @returns {Sjw.Layout & {main: number}}
 */
export function frameLayout(width, used, below = false) {
  const inner = width - 2 * PAD;
  if (width < BESIDE_FROM || below) return { panel: "below", panelWidth: inner, main: inner };
  const left = inner - GAP - Math.max(used, MAIN_MIN);
  const good = Math.min(PANEL_MAX, Math.max(300, inner * PANEL_SHARE));
  const panelWidth = Math.floor(Math.max(PANEL_MIN, Math.min(left, good)));
  return { panel: "beside", panelWidth, main: inner - GAP - panelWidth };
}
