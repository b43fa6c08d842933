/**
 * The sizes of everything on a table of grids, from the board's width.
 *
 * Worked out here rather than by the browser, because they hang together:
 * the piles are as large as the viewer's cards, the opponents get what is
 * left, and the side panel what the table does not need.
 */

import { frameLayout, GAP, span, tableRoom } from "../parts/frame_layout.js";

/** Space between two cards of a compact grid. */
export const MINI_GAP = 3;
/** Left and right padding of an opponent's block, and its header. */
const BLOCK_PAD = 16;
/** An opponent's figures want this much. */
export const BLOCK_MIN = 122;
const BLOCK_HEADER = 56;
/** The header over the viewer's grid. */
const OWN_HEADER = 32;

/** The viewer's name and figures want this much to stand in one line. */
const HEADER_MIN = 400;

/** The piles' names want this much. */
const SLOT_MIN = 72;
const CARD_MAX = 70;
/** Cards over and in rows of three opponents or more, which else make the table very high. */
const CARD_MANY = 58;
/** The same where cards have words on them. */
const CARD_MANY_WORDS = 64;
const MINI_MANY = 26;
/** A lone opponent's cards below the viewer's grid. */
const MINI_LONE = 30;
/** The height of a row beside its cards, at most. */
const ROW_GAP = 8;
/** A finger's width: nothing that must be clicked is smaller while it fits. */
const TOUCH = 44;
/** Space between two opponents' cards that may be clicked. */
export const REACH_GAP = 6;

/**
 * Space between two cards of the viewer's grid.
 *
 * @param {number} columns
 */
export function cardGap(columns) {
  return columns > 5 ? 6 : 8;
}

/**
 * The viewer's cards at a given width: upright, but lower when there are
 * many rows, so that a grid of two to four rows stays under 290 px.
 *
 * @param {number} w
 * @param {number} rows
 * @returns {Sjw.Size}
 */
export function cardSize(w, rows) {
  const tallest = 288 + Math.max(0, rows - 4) * 16;
  const room = (tallest - (rows - 1) * ROW_GAP) / rows;
  const h = Math.min(w * 1.34, Math.max(TOUCH, room));
  return { w: Math.floor(w), h: Math.floor(Math.max(h, Math.min(w, TOUCH))) };
}

/**
 * The widest a viewer's card may be, so that it is not broader than high.
 *
 * @param {number} rows
 */
function widest(rows) {
  const room = (288 + Math.max(0, rows - 4) * 16 - (rows - 1) * ROW_GAP) / rows;
  return Math.max(TOUCH, Math.min(CARD_MAX, room / 1.2));
}

/**
 * Compact cards, a little higher than broad.
 *
 * @param {number} w
 * @returns {Sjw.Size}
 */
function miniSize(w) {
  return { w, h: Math.round(w * 1.18) };
}

/**
 * @param {number} w width of a compact card
 * @param {number} columns
 */
function blockWidth(w, columns) {
  return Math.max(BLOCK_MIN, span(columns, w, MINI_GAP) + BLOCK_PAD);
}

/**
 * The piles' place: as wide as a card, but never too narrow for their names.
 *
 * @param {Sjw.Size} card
 */
function pileSize(card) {
  const pile = { w: Math.max(48, card.w), h: Math.max(58, card.h) };
  return { pile, slot: Math.max(SLOT_MIN, pile.w) };
}

/**
 * The piles, the hand and the viewer's grid in one row.
 *
 * @param {number} w width of a card
 * @param {number} columns
 */
function besidePiles(w, columns) {
  const { pile, slot } = pileSize({ w, h: w });
  return slot + GAP + pile.w + GAP + span(columns, w, cardGap(columns));
}

/**
 * An opponent's block with cards as large as a finger.
 *
 * @param {number} columns
 */
function reachWidth(columns) {
  return span(columns, TOUCH, REACH_GAP) + BLOCK_PAD;
}

/** Opponents one over the other, at most, while their cards are as large as a finger. */
const REACH_ROWS = 3;
/** The viewer's cards make room for them down to this. */
const OWN_LEAST = 50;

/**
 * Opponents whose cards may be clicked, beside the viewer's grid if there is room for them there,
 * else below it.
 *
 * @param {number} room of the table
 * @param {Shape} shape
 * @param {Arrangement} found
 * @returns {Arrangement}
 */
function makeReach(room, shape, found) {
  if (!shape.reach || found.opponents === "below") return found;
  const block = reachWidth(shape.columns) + 10;
  for (let { w } = found; w >= Math.min(found.w, OWN_LEAST); w -= 1) {
    const own = besidePiles(w, shape.columns) + GAP + 4;
    const fit = Math.min(shape.reach, Math.floor((room - own + 10) / block));
    if (fit > 0 && shape.reach <= fit * REACH_ROWS) {
      return { ...found, w, used: Math.max(found.used, own + fit * block - 10) };
    }
  }
  return arrangeBelow(room, shape);
}

/**
 * @typedef {{columns: number, rows: number, seats: number, reach?: number, words?: boolean}} Shape
 *   reach: how many opponents have cards that may be clicked; words: whether cards have words
 * @typedef {Pick<Sjw.GridLayout, "table" | "opponents" | "opponentColumns"> &
 *   {w: number, mini: number, used: number}} Arrangement
 */

/**
 * The opponents' cards against the viewer's: what to try first.
 */
const TRADE = [
  { most: 42, least: 34, own: 58 },
  { most: 33, least: 28, own: 54 },
  { most: 27, least: 20, own: 54 },
];

/**
 * Opponents right of the viewer's grid, if they fit there.
 *
 * @param {number} width of the table
 * @param {Shape} shape
 * @returns {Arrangement | null}
 */
function arrangeBeside(width, { columns, rows, seats }) {
  const others = seats - 1;
  const top = Math.floor(widest(rows));
  for (const { most, least, own: smallest } of TRADE) {
    for (let w = top; w >= Math.min(top, smallest); w -= 1) {
      const own = besidePiles(w, columns);
      const height = OWN_HEADER + span(rows, cardSize(w, rows).h, cardGap(columns));
      for (let across = 1; across <= Math.max(1, others); across += 1) {
        const down = Math.ceil(others / across);
        for (let mini = most; mini >= least; mini -= 1) {
          const blocks = span(across, blockWidth(mini, columns), 10);
          const tall = span(down, BLOCK_HEADER + span(rows, miniSize(mini).h, MINI_GAP), 10);
          const used = own + (others ? GAP + 4 + blocks : 0);
          if (used <= width && tall <= height + 24) {
            return { table: "row", opponents: "beside", opponentColumns: across, w, mini, used };
          }
        }
      }
    }
  }
  return null;
}

/**
 * Opponents in rows below the viewer's grid; the piles above it when narrow.
 *
 * @param {number} width of the table
 * @param {Shape} shape
 * @returns {Arrangement}
 */
function arrangeBelow(width, { columns, rows, seats, words }) {
  const others = Math.max(1, seats - 1);
  const gaps = (columns - 1) * cardGap(columns);
  const many = others > 2;
  const most = many ? (words ? CARD_MANY_WORDS : CARD_MANY) : CARD_MAX;
  let inRow = Math.floor(Math.min(widest(rows), most));
  while (inRow > TOUCH && besidePiles(inRow, columns) > width) inRow -= 1;
  const row = besidePiles(inRow, columns) <= width && (inRow >= 50 || columns > 5);
  const w = row ? inRow : Math.max(26, Math.min(widest(rows), (width - gaps) / columns));

  const fit = Math.max(1, Math.floor((width + 10) / (blockWidth(22, columns) + 10)));
  const lines = Math.ceil(others / Math.min(fit, others));
  const across = Math.ceil(others / lines);
  const block = (width - (across - 1) * 10) / across;
  const mini = (block - BLOCK_PAD - (columns - 1) * MINI_GAP) / columns;
  const largest = others === 1 ? MINI_LONE : many ? MINI_MANY : 34;
  return {
    table: row ? "row" : "stack",
    opponents: "below",
    opponentColumns: across,
    w,
    mini: Math.floor(Math.max(12, Math.min(largest, mini))),
    used: width,
  };
}

/**
 * @param {number} width of the root, in CSS pixels
 * @param {Shape} shape
 * @returns {Sjw.GridLayout}
 */
export function gridLayout(width, shape) {
  const room = tableRoom(width);
  const found = makeReach(room, shape, arrangeBeside(room, shape) ?? arrangeBelow(room, shape));
  const { main, ...frame } = frameLayout(width, found.used);
  const card = cardSize(found.w, shape.rows);
  const { pile, slot } = pileSize(card);
  const grid = span(shape.columns, card.w, cardGap(shape.columns));
  const own = found.table === "row" ? slot + GAP + pile.w + GAP + grid : grid;
  const others = found.opponents === "beside" ? main - own - GAP - 4 : room;
  const reach = (others - BLOCK_PAD - (shape.columns - 1) * REACH_GAP) / shape.columns;
  return {
    ...frame,
    table: found.table,
    header: own < HEADER_MIN ? "two lines" : "one line",
    opponents: found.opponents,
    opponentColumns: found.opponentColumns,
    card,
    gap: cardGap(shape.columns),
    pile,
    slot,
    mini: miniSize(found.mini),
    reach: miniSize(Math.max(found.mini, Math.floor(Math.min(TOUCH, reach)))),
  };
}

/**
 * @param {Sjw.GridLayout} layout
 * @param {number} columns
 * @returns {Sjw.Style}
 */
export function gridStyle(layout, columns) {
  const { table, header, opponents, card, gap, slot, pile, mini } = layout;
  return {
    data: { table, header, opponents },
    pixels: {
      "--card-w": card.w,
      "--card-h": card.h,
      "--gap": gap,
      "--slot-w": slot,
      "--pile-w": pile.w,
      "--pile-h": pile.h,
      "--mini-w": mini.w,
      "--mini-h": mini.h,
    },
    numbers: { "--columns": columns, "--across": layout.opponentColumns },
  };
}
