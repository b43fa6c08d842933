/**
 * The sizes of everything on a table of piles, from the board's width and the window's height.
 *
 * The viewer's cards stand in five columns: the draw pile and the building piles, below them the
 * stock pile and the discard piles, below them the hand. A partner and the opponents stand beside
 * them if there is room, else below.
 */

import {
  frameLayout,
  guestWorth,
  inLines,
  isPanelBelow,
  isPhone,
  PHONE_PAD,
  phoneFrame,
  span,
  tableHeight,
  tableRoom,
} from "../parts/frame_layout.js";

const COLUMNS = 5;
/** The largest card, and that of a narrow table, where the others stand below. */
const CARD_MAX = 140;
const CARD_NARROW = 66;
/** The viewer's cards make room for the opponents' down to this. */
const CARD_LEAST = 50;
const TALL = 1.26;
/** The draw pile's size beside the building piles'. */
const DRAW = 0.8;
/** The stock pile, which is to be played out, over another pile; a partner's has no room for it. */
export const STOCK = 1.2;
/** A finger's width. */
const TOUCH = 44;
/** Space between the viewer's cards and those beside them. */
export const APART = 20;
/** Space between two blocks of cards. */
export const BETWEEN = 10;
export const MINI_GAP = 4;
export const REACH_GAP = 5;
/** Left and right padding of a block, and what stands apart from its discard piles. */
const BLOCK_PAD = 16;
const STOCK_GAP = 4;
/** A block's header wants this much. */
export const BLOCK_MIN = 150;
/** A name beside the cards of its block wants this much. */
const NAME_MIN = 86;
const MINI_MAX = 36;
const MINI_LEAST = 22;
/** An opponent's card is at most this part of the viewer's, and is given half as much weight. */
const MINI_MOST = 0.6;
const WEIGHT = 2.1;
/** On an upright screen the viewer's cards have so much weight besides. */
const OWN_PART = 0.2;
/** Three rows of cards need more height than a grid; a guest's window has less to spare. */
const MORE_HEIGHT = 84;
const GUEST_MORE = 24;
/** The name, the padding and the stock pile's number; the same with the name beside the cards. */
const BLOCK_MORE = 78;
const BLOCK_ROW = 40;
/** Header, captions and gaps of the viewer's rows; the gap to the opponents below them. */
const OWN_MORE = 142;
const ROWS = 14;

/** The covered cards of a pile, as parts of a card's height. */
const FAN = 0.72;
const MINI_FAN = 0.9;
const PARTNER_FAN = 48;
/**
 * On a phone: a card's width at most, the covered cards of a pile, and what stands above, between
 * and below the three rows of cards.
 */
const PHONE_MOST = 84;
const PHONE_FANS = [0.72, 0.3];
const PHONE_AROUND = 286;
const PHONE_BLOCK = 62;

/** @param {number} w */
function size(w) {
  return { w, h: Math.round(w * TALL) };
}

/**
 * @param {number} w width of a card
 * @param {number} gap
 */
export function ownWidth(w, gap) {
  return span(COLUMNS, w, gap) + (STOCK - 1) * w;
}

/**
 * The widest card of five columns, the first of which has the stock pile.
 *
 * @param {number} room
 * @param {number} gap
 */
function widest(room, gap) {
  return Math.floor((room - (COLUMNS - 1) * gap) / (COLUMNS - 1 + STOCK));
}

/** @param {number} w width of a compact card */
export function blockWidth(w) {
  return Math.max(BLOCK_MIN, ownWidth(w, MINI_GAP) + STOCK_GAP + BLOCK_PAD);
}

/** The block of a partner, whose cards may be chosen. */
export const PARTNER = span(COLUMNS, TOUCH, REACH_GAP) + BLOCK_PAD;

/** @param {number} w width of a compact card */
function blockHeight(w) {
  return BLOCK_MORE + size(w).h * (1 + MINI_FAN);
}

const PARTNER_HEIGHT = BLOCK_MORE + PARTNER_FAN + size(TOUCH).h;

/** @param {number} w width of a card */
function ownHeight(w) {
  return size(w).h * (3 + FAN) + OWN_MORE;
}

/**
 * @typedef {{seats: number, partner: boolean, guest?: boolean}} Shape
 * @typedef {Pick<Sjw.PileLayout, "opponents" | "opponentColumns" | "partner"> &
 *   {w: number, gap: number, mini: number, used: number}} Arrangement
 */

/**
 * Everybody right of the viewer's cards, if they fit there: of all sizes those that leave the
 * smallest card, by its weight, as large as can be.
 *
 * @param {number} room of the table
 * @param {number} high the table's height
 * @param {Shape} shape
 * @returns {Arrangement | null}
 */
function arrangeBeside(room, high, { seats, partner, guest }) {
  const others = seats - 1 - Number(partner);
  const gap = 8;
  /** @type {Arrangement | null} */
  let best = null;
  let most = 0;
  for (let w = CARD_MAX; w >= CARD_LEAST; w -= 1) {
    if (ownHeight(w) > Math.max(high, ownHeight(CARD_LEAST))) continue;
    for (let across = 1; across <= Math.max(1, others); across += 1) {
      for (let mini = Math.floor(w * MINI_MOST); mini >= MINI_LEAST; mini -= 1) {
        const blocks = others > 0 ? span(across, blockWidth(mini), BETWEEN) : 0;
        const side = Math.max(blocks, partner ? PARTNER : 0);
        const down = Math.ceil(others / across);
        const tall =
          span(down, blockHeight(mini), BETWEEN) + (partner ? PARTNER_HEIGHT + BETWEEN : 0);
        const used = ownWidth(w, gap) + (side > 0 ? APART + side : 0);
        if (used > room || tall > Math.max(high, ownHeight(w) + 24)) continue;
        const worth = guest ? guestWorth({ w, mini }) : Math.min(w, mini * WEIGHT);
        if (worth > most) {
          most = worth;
          best = {
            opponents: "beside",
            opponentColumns: across,
            partner: "beside",
            w,
            gap,
            mini,
            used,
          };
        }
        break;
      }
    }
  }
  return best;
}

/**
 * Opponents in lines below the viewer's cards, if all of it is in sight on an upright screen: of
 * all sizes those that leave the smallest card, by its weight, as large as can be.
 *
 * @param {number} room of the table
 * @param {number} high the table's height
 * @param {Shape} shape
 * @returns {Arrangement | null}
 */
function arrangeUpright(room, high, { seats }) {
  const others = seats - 1;
  const gap = 8;
  /** @type {Arrangement | null} */
  let best = null;
  let most = 0;
  for (let w = Math.min(CARD_MAX, widest(room, gap)); w >= CARD_LEAST; w -= 1) {
    for (let lines = 1; lines <= others; lines += 1) {
      const across = Math.ceil(others / lines);
      const block = (room - (across - 1) * BETWEEN) / across - BLOCK_PAD - STOCK_GAP;
      const left = (high - ownHeight(w) - ROWS - (lines - 1) * BETWEEN) / lines;
      // Alone in its line, a block has the name beside the cards.
      const [name, more] = across === 1 ? [NAME_MIN, BLOCK_ROW] : [0, BLOCK_MORE];
      const wide = widest(block - name, MINI_GAP);
      const tall = Math.floor((left - more) / (TALL * (1 + MINI_FAN)));
      const mini = Math.min(Math.floor(w * MINI_MOST), wide, tall);
      const worth = Math.min(w, mini * WEIGHT);
      if (mini < MINI_LEAST || blockWidth(mini) > room || worth + OWN_PART * w <= most) continue;
      most = worth + OWN_PART * w;
      best = {
        opponents: "below",
        opponentColumns: across,
        partner: "below",
        w,
        gap,
        mini,
        used: room,
      };
    }
  }
  return best;
}

/**
 * The opponents below the viewer's cards; a partner beside these, if there is room.
 *
 * @param {number} room
 * @param {Shape} shape
 * @returns {Arrangement}
 */
function arrangeBelow(room, { seats, partner }) {
  const others = seats - 1 - Number(partner);
  const beside = partner && room >= ownWidth(CARD_LEAST, 8) + APART + PARTNER;
  const own = beside ? room - APART - PARTNER : room;
  const gap = Math.max(
    6,
    Math.min(9, Math.floor((own - (COLUMNS - 1 + STOCK) * TOUCH) / (COLUMNS - 1))),
  );
  const w = Math.max(30, Math.min(CARD_NARROW, widest(own, gap)));

  const fit = Math.max(1, Math.floor((room + BETWEEN) / (BLOCK_MIN + BETWEEN)));
  const lines = Math.ceil(others / Math.min(fit, Math.max(1, others)));
  const across = Math.max(1, Math.ceil(others / Math.max(1, lines)));
  // Alone in its line, a block has the name beside the cards, which saves height.
  const name = across === 1 ? NAME_MIN : 0;
  const block = (room - (across - 1) * BETWEEN) / across - name - BLOCK_PAD - STOCK_GAP;
  const mini = widest(block, MINI_GAP);
  return {
    opponents: "below",
    opponentColumns: across,
    partner: beside ? "beside" : "below",
    w,
    gap,
    mini: Math.max(18, Math.min(MINI_MAX, mini)),
    used: room,
  };
}

/**
 * All that lies on the table.
 *
 * @param {number} room of the table
 * @param {number} height of the window
 * @param {Shape} shape
 * @returns {Arrangement}
 */
function arrange(room, height, shape) {
  const tall = tableHeight(height, shape.guest);
  const beside = arrangeBeside(room, tall + (shape.guest ? GUEST_MORE : MORE_HEIGHT), shape);
  const upright =
    shape.guest && !shape.partner && tall > room ? arrangeUpright(room, tall, shape) : null;
  const [besideWorth, uprightWorth] = [beside, upright].map((way) => (way ? guestWorth(way) : 0));
  return (uprightWorth > besideWorth ? upright : beside) ?? arrangeBelow(room, shape);
}

/**
 * A guest's table on a phone: the opponents above the viewer's cards if all that is in sight.
 *
 * @param {number} width of the root
 * @param {number} height of the window
 * @param {Shape} shape
 * @returns {Sjw.PileLayout}
 */
function phoneLayout(width, height, { seats, partner }) {
  const room = width - 2 * PHONE_PAD;
  const others = seats - 1 - Number(partner);
  const gap = Math.max(
    5,
    Math.min(8, Math.floor((room - (COLUMNS - 1 + STOCK) * TOUCH) / (COLUMNS - 1))),
  );
  const w = Math.min(PHONE_MOST, widest(room, gap));
  const card = size(w);
  const { across, lines, block } = inLines(others, room, BLOCK_MIN, BETWEEN);
  const name = across === 1 ? NAME_MIN : 0;
  const fit = widest(block - name - BLOCK_PAD - STOCK_GAP, MINI_GAP);
  const mini = size(Math.max(18, Math.min(30, fit)));
  const miniFan = Math.round(mini.h * 0.6);
  const header = name ? 30 : PHONE_BLOCK;
  const blocks = lines * (header + mini.h + miniFan) + (lines - 1) * BETWEEN;
  const left = height - PHONE_AROUND - 3 * card.h;
  const fan = PHONE_FANS.find((part) => left - part * card.h >= blocks);
  const alone = PHONE_FANS.find((part) => left >= part * card.h) ?? PHONE_FANS[1];
  return {
    ...phoneFrame(width),
    opponents: fan === undefined ? "below" : "above",
    opponentColumns: across,
    partner: "below",
    card,
    draw: size(Math.round(w * DRAW)),
    gap,
    reach: size(
      Math.min(TOUCH, Math.floor((room - BLOCK_PAD - (COLUMNS - 1) * REACH_GAP) / COLUMNS)),
    ),
    mini,
    fan: Math.round((fan ?? alone) * card.h),
    partnerFan: PARTNER_FAN,
    miniFan,
  };
}

/**
 * @param {number} width of the root, in CSS pixels
 * @param {number} height of the window, in CSS pixels
 * @param {Shape} shape
 * @returns {Sjw.PileLayout}
 */
export function pileLayout(width, height, shape) {
  if (isPhone(width, shape.guest)) return phoneLayout(width, height, shape);
  const at = (/** @type {number} */ room) => arrange(room, height, shape);
  const below = isPanelBelow(width, shape.guest, at);
  const room = tableRoom(width, below);
  const arranged = at(room);
  const reach = Math.floor((room - BLOCK_PAD - (COLUMNS - 1) * REACH_GAP) / COLUMNS);
  const { panel, panelWidth } = frameLayout(width, arranged.used, below);
  return {
    panel,
    panelWidth,
    opponents: arranged.opponents,
    opponentColumns: arranged.opponentColumns,
    partner: arranged.partner,
    card: size(arranged.w),
    draw: size(Math.round(arranged.w * DRAW)),
    gap: arranged.gap,
    reach: size(Math.min(TOUCH, reach)),
    mini: size(arranged.mini),
    fan: Math.round(size(arranged.w).h * FAN),
    partnerFan: PARTNER_FAN,
    miniFan: Math.round(size(arranged.mini).h * MINI_FAN),
  };
}

/**
 * @param {Sjw.PileLayout} layout
 * @returns {Sjw.Style}
 */
export function pileStyle(layout) {
  const { opponents, opponentColumns, partner, card, draw, gap, reach, mini } = layout;
  return {
    data: {
      opponents,
      partner,
      block: opponents !== "beside" && opponentColumns === 1 ? "row" : "column",
    },
    pixels: {
      "--card-w": card.w,
      "--card-h": card.h,
      "--draw-w": draw.w,
      "--draw-h": draw.h,
      "--gap": gap,
      "--reach-w": reach.w,
      "--reach-h": reach.h,
      "--mini-w": mini.w,
      "--mini-h": mini.h,
      "--fan": layout.fan,
      "--partner-fan": layout.partnerFan,
      "--mini-fan": layout.miniFan,
    },
    numbers: { "--across": opponentColumns, "--stock": STOCK },
  };
}
