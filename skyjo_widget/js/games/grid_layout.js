/**
 * The sizes of everything on a table of grids, from the board's width and the window's height.
 *
 * Worked out here rather than by the browser, because they hang together: the viewer's cards grow
 * until the table is as high as it may be, the three piles beside them are as high as they are, and
 * the opponents get what is left.
 */

import {
  frameLayout,
  GAP,
  guestWorth,
  inLines,
  isPanelBelow,
  isPhone,
  LARGE,
  PHONE_PAD,
  phoneFrame,
  span,
  tableHeight,
  tableRoom,
} from "../parts/frame_layout.js";

/** Space between two cards of a compact grid. */
export const MINI_GAP = 3;
/** Left and right padding of an opponent's block, and the height of its header and padding. */
const BLOCK_PAD = 16;
const BLOCK_HEADER = 62;
/** An opponent's figures want this much. */
export const BLOCK_MIN = 122;
/** The header over the viewer's grid, and the names of its columns and rows. */
const OWN_HEADER = 36;
export const NAMES = 16;
/** The viewer's name and figures want this much to stand in one line; the second line's height. */
const HEADER_MIN = 400;
const HEADER_LINE = 21;
/**
 * The figures with their words want this much in a line of their own, and a board this wide; below
 * it they have signs alone.  seat.css has both numbers.
 */
const FIGURES_MIN = 300;
const FIGURES_FROM = 380;
/** The full words of effects, and the order of play. */
const WORDS = 86;
/** The lines of words, and those of a table from a width on. */
const LINES = 4;
const LINES_WIDE = 3;
const WIDE = 620;

/** The piles' names want this much; a name and what lies under a pile are so high. */
const SLOT_MIN = 72;
const SLOT_MORE = 34;
/** A pile's number, which stands below its name where two are side by side. */
const COUNT_LINE = 15;
/** Beside piles side by side an opponent’s card keeps this part of its size. */
const PAIR_LEAST = 0.88;
/** Space between two piles. */
export const PILE_GAP = 8;
/** A card's height over its width. */
const TALL = 1.36;
const MINI_TALL = 1.2;
/** A finger's width: nothing that must be clicked is smaller while it fits. */
const TOUCH = 44;
/** The viewer's cards make room for the opponents' down to this. */
const OWN_LEAST = 50;
/** The narrowest card of the viewer, in a grid of many columns. */
const LEAST = 26;
/** Below this opponents' cards are hard to read, and better off below the viewer's grid. */
const MINI_GOOD = 20;
/** An opponent's card is at most this part of the viewer's, and is given half as much weight. */
const MINI_MOST = 0.66;
const WEIGHT = 2.1;
/** On an upright screen the viewer's cards have so much weight besides. */
const OWN_PART = 0.15;
/** A further column of opponents must gain this much: one above the other they are easier to scan. */
const SIDEWAYS = 0.12;
/** A card of a narrow table, where the piles stand above the grid. */
const STACK_HIGH = 100;
/** Space between two opponents' cards that may be clicked. */
export const REACH_GAP = 6;
/**
 * On a phone: a card's height over its width at least, and its width at most; what an opponent's
 * block needs, and has beside its cards; what stands above and below the grid and the piles.
 */
const PHONE_LOW = 0.92;
const PHONE_MOST = 104;
const PHONE_BLOCK = { least: 104, apart: 6, pad: 12, header: 46 };
const PHONE_AROUND = 232;
const PHONE_WORDS = 30;
/** A pile's height on a phone, and an opponent's card, alone or among others. */
const PHONE_PILE = [60, 86];
/** The place of a pile and its name, and the space between two. */
const PHONE_SLOT = 104;
const SLOT_GAP = 20;
const PHONE_MINI = { alone: 32, among: 27, least: 11 };

/**
 * Space between two cards of the viewer's grid.
 *
 * @param {number} columns
 */
export function cardGap(columns) {
  return columns > 5 ? 6 : 8;
}

/**
 * @typedef {{columns: number, rows: number, seats: number, reach?: number, words?: boolean,
 *   guest?: boolean, framed?: boolean, pair?: boolean}} Shape
 *   reach: how many opponents have cards that may be clicked; words: whether cards have words;
 *   framed: in a part of another page; pair: whether the piles beside the grid stand side by side
 * @typedef {Pick<Sjw.GridLayout, "table" | "opponents" | "opponentColumns"> &
 *   {w: number, mini: number, used: number, high: number, worth?: number, names?: number}} Arrangement
 *   high: the height that the viewer's card may have; worth: of the smallest card
 * @typedef {{wide: number, tall: number}} Room
 */

/**
 * The height that a card may have.
 *
 * @param {number} tall the table's height
 * @param {Shape} shape
 */
function highest(tall, { columns, rows, words }) {
  const grid = tall - OWN_HEADER - NAMES - (words ? WORDS : 0);
  return Math.max(TOUCH, (grid - (rows - 1) * cardGap(columns)) / rows);
}

/**
 * The widest a viewer's card may be: not broader than high.
 *
 * @param {number} high
 */
function widest(high) {
  return Math.max(TOUCH, Math.min(high / TALL, 160), Math.min(high / 1.2, 60));
}

/**
 * The viewer's cards at a given width: upright, but lower when there are many rows.
 *
 * @param {number} w
 * @param {number} high at most
 * @returns {Sjw.Size}
 */
export function cardSize(w, high) {
  return {
    w: Math.floor(w),
    h: Math.floor(Math.max(Math.min(w, TOUCH), Math.min(w * TALL, high))),
  };
}

/**
 * Compact cards, a little higher than broad.
 *
 * @param {number} w
 * @returns {Sjw.Size}
 */
function miniSize(w) {
  return { w, h: Math.round(w * MINI_TALL) };
}

/**
 * @param {number} w width of a compact card
 * @param {number} columns
 */
function blockWidth(w, columns) {
  return Math.max(BLOCK_MIN, span(columns, w, MINI_GAP) + BLOCK_PAD);
}

/**
 * The draw pile, the hand and the discard pile: beside the grid one below the other, or the hand
 * below the two piles; else in a row.
 *
 * @param {Sjw.Size} card
 * @param {Shape} shape
 * @param {boolean} row whether they stand beside the grid
 */
function pileSize(card, { columns, rows, pair }, row) {
  const grid = span(rows, card.h, cardGap(columns));
  const lines = pair ? 2 : 3;
  const more = SLOT_MORE + (pair ? COUNT_LINE : 0);
  const part = (grid + NAMES - (lines - 1) * PILE_GAP) / lines - more;
  const h = row ? Math.max(58, Math.min(card.h, part)) : Math.max(58, card.h * 0.9);
  const pile = { w: Math.floor(Math.max(48, Math.min(card.w, h / 1.3))), h: Math.floor(h) };
  const slot = Math.max(SLOT_MIN, pile.w);
  return { pile, slot, wide: pair ? span(2, slot, PILE_GAP) : slot };
}

/**
 * The viewer's grid with its names, and the piles beside it.
 *
 * @param {number} w width of a card
 * @param {number} high at most
 * @param {Shape} shape
 */
function besidePiles(w, high, shape) {
  const { wide } = pileSize(cardSize(w, high), shape, true);
  return NAMES + span(shape.columns, w, cardGap(shape.columns)) + GAP + wide;
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

/**
 * Opponents whose cards may be clicked, beside the viewer's grid if there is room for them there,
 * else below it.
 *
 * @param {Room} room
 * @param {Shape} shape
 * @param {Arrangement} arranged
 * @returns {Arrangement}
 */
function makeReach(room, shape, arranged) {
  if (!shape.reach || arranged.opponents === "below") return arranged;
  const block = reachWidth(shape.columns) + 10;
  const high = highest(room.tall, shape);
  for (let { w } = arranged; w >= Math.min(arranged.w, OWN_LEAST); w -= 1) {
    const own = besidePiles(w, high, shape) + GAP + 4;
    const fit = Math.min(shape.reach, Math.floor((room.wide - own + 10) / block));
    if (fit > 0 && shape.reach <= fit * REACH_ROWS) {
      return { ...arranged, w, used: Math.max(arranged.used, own + fit * block - 10) };
    }
  }
  return arrangeBelow(room, shape);
}

/**
 * Opponents right of the piles, if they fit there: of all numbers of columns and sizes of the
 * viewer's cards those that leave the smallest card, by its weight, as large as can be.
 *
 * @param {Room} room
 * @param {Shape} shape
 * @returns {Arrangement | null}
 */
function arrangeBeside(room, shape) {
  const { columns, rows, seats } = shape;
  const others = seats - 1;
  const high = highest(room.tall, shape);
  const top = Math.floor(widest(high));
  /** @type {Arrangement | null} */
  let best = null;
  let most = 0;
  const least = Math.min(top, columns > 5 ? TOUCH : OWN_LEAST);
  for (let w = top; w >= least; w -= 1) {
    const own = besidePiles(w, high, shape);
    if (own > room.wide) continue;
    if (others === 0)
      return {
        table: "row",
        opponents: "beside",
        opponentColumns: 1,
        w,
        mini: 12,
        used: own,
        high,
      };
    for (let across = 1; across <= others; across += 1) {
      const down = Math.ceil(others / across);
      const wide = (room.wide - own - GAP - 4 - (across - 1) * 10) / across - BLOCK_PAD;
      const tall = (room.tall - (down - 1) * 10) / down - BLOCK_HEADER;
      const mini = Math.floor(
        Math.min(
          (wide - (columns - 1) * MINI_GAP) / columns,
          (tall - (rows - 1) * MINI_GAP) / rows / MINI_TALL,
          w * MINI_MOST,
        ),
      );
      if (mini < MINI_GOOD || wide + BLOCK_PAD < BLOCK_MIN) continue;
      const worth = Math.min(w, mini * WEIGHT);
      const cards = shape.guest ? guestWorth({ w, mini }) : worth;
      const scanned = cards * (1 - (across - 1) * SIDEWAYS);
      if (scanned <= most) continue;
      most = scanned;
      const used = own + GAP + 4 + span(across, blockWidth(mini, columns), 10);
      best = {
        table: "row",
        opponents: "beside",
        opponentColumns: across,
        w,
        mini,
        used,
        high,
        worth,
      };
    }
  }
  return best;
}

/**
 * Opponents in lines below the viewer's grid and piles, if all of it is in sight on an upright
 * screen: of all sizes those that leave the smallest card, by its weight, as large as can be.
 *
 * @param {Room} room
 * @param {Shape} shape
 * @returns {Arrangement | null}
 */
function arrangeUpright(room, shape) {
  const { columns, rows, seats, words } = shape;
  const others = seats - 1;
  const top = Math.floor(widest(highest(room.tall, shape)));
  /** @type {Arrangement | null} */
  let best = null;
  let most = 0;
  for (let w = top; w >= OWN_LEAST && others > 0; w -= 1) {
    const high = Math.floor(w * TALL);
    if (besidePiles(w, high, shape) > room.wide) continue;
    const own = OWN_HEADER + NAMES + (words ? WORDS : 0) + span(rows, high, cardGap(columns));
    for (let lines = 1; lines <= others; lines += 1) {
      const across = Math.ceil(others / lines);
      const wide = (room.wide - (across - 1) * 10) / across - BLOCK_PAD;
      const tall = (room.tall - own - GAP - (lines - 1) * 10) / lines - BLOCK_HEADER;
      const mini = Math.floor(
        Math.min(
          (wide - (columns - 1) * MINI_GAP) / columns,
          (tall - (rows - 1) * MINI_GAP) / rows / MINI_TALL,
          w * MINI_MOST,
        ),
      );
      const worth = Math.min(w, mini * WEIGHT);
      if (mini < MINI_GOOD || wide + BLOCK_PAD < BLOCK_MIN) continue;
      if (worth + OWN_PART * w <= most) continue;
      most = worth + OWN_PART * w;
      best = {
        table: "row",
        opponents: "below",
        opponentColumns: across,
        w,
        mini,
        used: room.wide,
        high,
        worth,
      };
    }
  }
  return best;
}

/**
 * Opponents in rows below the viewer's grid; the piles above it when narrow.
 *
 * @param {Room} room
 * @param {Shape} shape
 * @returns {Arrangement}
 */
function arrangeBelow(room, shape) {
  const { columns, seats } = shape;
  const width = room.wide;
  const others = Math.max(1, seats - 1);
  const high = Math.min(STACK_HIGH, highest(room.tall, shape));
  const gaps = (columns - 1) * cardGap(columns);
  let inRow = Math.floor(widest(high));
  while (inRow > TOUCH && besidePiles(inRow, high, shape) > width) inRow -= 1;
  const row = besidePiles(inRow, high, shape) <= width && (inRow >= OWN_LEAST || columns > 5);
  // Cards that a finger can hit are worth more than the names of their rows.
  const names = row || (width - NAMES - gaps) / columns >= TOUCH ? NAMES : 0;
  const w = row ? inRow : Math.max(LEAST, Math.min(widest(high), (width - names - gaps) / columns));

  const fit = Math.max(1, Math.floor((width + 10) / (blockWidth(22, columns) + 10)));
  const lines = Math.ceil(others / Math.min(fit, others));
  const across = Math.ceil(others / lines);
  const block = (width - (across - 1) * 10) / across;
  const mini = (block - BLOCK_PAD - (columns - 1) * MINI_GAP) / columns;
  return {
    table: row ? "row" : "stack",
    opponents: "below",
    opponentColumns: across,
    w,
    mini: Math.floor(Math.max(12, Math.min(w * 0.5, mini))),
    used: width,
    high,
    names,
  };
}

/**
 * The viewer's grid and piles as they are arranged.
 *
 * @param {Shape} shape
 * @param {Arrangement} arranged
 */
function ownBlock(shape, arranged) {
  const card = cardSize(arranged.w, arranged.high);
  const row = arranged.table === "row";
  const { pile, slot, wide } = pileSize(card, shape, row);
  const names = arranged.names ?? NAMES;
  const grid = names + span(shape.columns, card.w, cardGap(shape.columns));
  return { card, row, pile, slot, names, own: row ? grid + GAP + wide : grid };
}

/**
 * All that lies on the table; beside the piles the cards leave room for a header of two lines.
 *
 * @param {Room} room
 * @param {Shape} shape
 * @returns {Arrangement & ReturnType<typeof ownBlock>}
 */
function arrange(room, shape) {
  const at = (/** @type {Room} */ within) => {
    const beside = arrangeBeside(within, shape);
    const upright = shape.guest && within.tall > within.wide ? arrangeUpright(within, shape) : null;
    const better = (upright?.worth ?? 0) > (beside?.worth ?? 0);
    const arranged = makeReach(
      within,
      shape,
      (better ? upright : beside) ?? arrangeBelow(within, shape),
    );
    return { ...arranged, ...ownBlock(shape, arranged) };
  };
  const arranged = at(room);
  if (!arranged.row || arranged.own >= HEADER_MIN) return arranged;
  return at({ ...room, tall: room.tall - HEADER_LINE });
}

/**
 * The shape with the draw pile and the discard pile side by side, so that they are larger, unless
 * a card that isn't large gets smaller by it.  Cards that may be clicked now and then move no pile.
 *
 * @param {Room} room
 * @param {Shape} shape
 * @returns {Shape}
 */
function pairPiles(room, shape) {
  const pair = { ...shape, pair: true };
  const reaches = Array.from({ length: shape.words ? shape.seats : 1 }, (_, reach) => reach);
  const good = reaches.every((reach) => {
    const line = arrange(room, { ...shape, reach });
    const paired = arrange(room, { ...pair, reach });
    const same = paired.table === "row" && paired.opponents === line.opponents;
    return (
      same &&
      (paired.opponents === "below" || !shape.guest || paired.w >= PAIR_LEAST * line.w) &&
      paired.w >= Math.min(line.w, LARGE) &&
      paired.mini >= Math.min(PAIR_LEAST * line.mini, LARGE / 2)
    );
  });
  return good ? pair : shape;
}

/**
 * A guest's table on a phone: the viewer's cards as broad as the screen allows, the piles above
 * them; the opponents above these, if all that is then in sight, else below.
 *
 * @param {number} width of the root
 * @param {number} height of the window
 * @param {Shape} shape
 * @returns {Sjw.GridLayout}
 */
function phoneLayout(width, height, { columns, rows, seats, words }) {
  const wide = width - 2 * PHONE_PAD;
  const gap = cardGap(columns);
  const broad = Math.max(LEAST, Math.min(PHONE_MOST, (wide - (columns - 1) * gap) / columns));
  const { least, apart, pad, header } = PHONE_BLOCK;
  const { across, lines, block } = inLines(seats - 1, wide, least, apart);
  const most = seats === 2 ? PHONE_MINI.alone : PHONE_MINI.among;
  const room = (block - pad - (columns - 1) * MINI_GAP) / columns;
  const mini = miniSize(Math.floor(Math.max(PHONE_MINI.least, Math.min(most, room))));
  const others = lines * (header + span(rows, mini.h, MINI_GAP) + apart);

  const tall = height - PHONE_AROUND - (words ? PHONE_WORDS : 0) - (rows - 1) * gap;
  const [low, high] = PHONE_PILE;
  const lowest = Math.max(TOUCH, broad * PHONE_LOW);
  const above = (tall - others - low) / rows >= lowest;
  const left = above ? tall - others : tall;
  const h = Math.max(lowest, Math.min(broad * TALL, (left - low) / rows));
  const pile = Math.floor(Math.max(low, Math.min(high, h, left - rows * h)));
  const reach = Math.floor((wide - pad - (columns - 1) * REACH_GAP) / columns);
  return {
    ...phoneFrame(width),
    table: "stack",
    piles: "line",
    header: "one line",
    opponents: above ? "above" : "below",
    opponentColumns: across,
    names: 0,
    lines: LINES,
    card: { w: Math.floor(broad), h: Math.floor(h) },
    gap,
    pile: { w: Math.floor(pile / 1.3), h: pile },
    slot: Math.floor(Math.max(SLOT_MIN, Math.min(PHONE_SLOT, (wide - 2 * SLOT_GAP) / 3))),
    mini,
    reach: miniSize(Math.max(mini.w, Math.min(TOUCH, reach))),
  };
}

/**
 * The lines of the viewer's name and figures, which may be wider than a narrow grid.
 *
 * @param {number} own width of the grid and the piles
 * @param {number} most that the lines may have
 * @returns {Sjw.GridLayout["header"]}
 */
function headerOf(own, most) {
  if (own >= HEADER_MIN) return "one line";
  return most >= FIGURES_MIN ? "two lines" : "signs";
}

/**
 * @param {number} width of the root, in CSS pixels
 * @param {number} height of the window, in CSS pixels
 * @param {Shape} plain
 * @returns {Sjw.GridLayout}
 */
export function gridLayout(width, height, plain) {
  if (isPhone(width, plain.guest)) return phoneLayout(width, height, plain);
  const tall = tableHeight(height, plain.guest);
  // Cards that may be clicked now and then move no panel.
  const below = isPanelBelow(width, plain.guest && !plain.framed, (wide) =>
    arrange({ wide, tall }, pairPiles({ wide, tall }, { ...plain, reach: 0 })),
  );
  const room = { wide: tableRoom(width, below), tall };
  const shape = pairPiles(room, plain);
  const arranged = arrange(room, shape);
  const { card, row, pile, slot, names } = arranged;
  const others = arranged.opponents === "beside" ? arranged.used - arranged.own : 0;
  const header = headerOf(arranged.own, width < FIGURES_FROM ? 0 : room.wide - others);
  const own = header === "two lines" ? Math.max(arranged.own, FIGURES_MIN) : arranged.own;
  const { main, ...frame } = frameLayout(width, Math.max(arranged.used, own + others), below);
  const left = arranged.opponents === "beside" ? main - own - GAP - 4 : room.wide;
  const reach = (left - BLOCK_PAD - (shape.columns - 1) * REACH_GAP) / shape.columns;
  return {
    ...frame,
    table: arranged.table,
    piles: row && shape.pair ? "pair" : "line",
    header,
    opponents: arranged.opponents,
    opponentColumns: arranged.opponentColumns,
    names,
    card,
    lines: own < WIDE ? LINES : LINES_WIDE,
    gap: cardGap(shape.columns),
    pile,
    slot,
    mini: miniSize(arranged.mini),
    reach: miniSize(Math.max(12, Math.floor(Math.min(Math.max(arranged.mini, TOUCH), reach)))),
  };
}

/**
 * @param {Sjw.GridLayout} layout
 * @param {number} columns
 * @returns {Sjw.Style}
 */
export function gridStyle(layout, columns) {
  const { table, piles, header, opponents, names, card, gap, slot, pile, mini } = layout;
  return {
    data: { table, piles, header, opponents },
    pixels: {
      "--names": names,
      "--card-w": card.w,
      "--card-h": card.h,
      "--gap": gap,
      "--slot-w": slot,
      "--pile-w": pile.w,
      "--pile-h": pile.h,
      "--mini-w": mini.w,
      "--mini-h": mini.h,
    },
    numbers: { "--columns": columns, "--across": layout.opponentColumns, "--lines": layout.lines },
  };
}
