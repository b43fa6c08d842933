import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BLOCK_MIN,
  cardGap,
  cardSize,
  gridLayout,
  MINI_GAP,
  REACH_GAP,
} from "../../../skyjo_widget/js/games/grid_layout.js";
import { GAP, PAD, span } from "../../../skyjo_widget/js/parts/frame_layout.js";

const SHAPES = [];
for (const [columns, rows] of [
  [4, 3],
  [3, 4],
  [6, 6],
  [1, 2],
]) {
  for (let seats = 2; seats <= 8; seats += 1) SHAPES.push({ columns, rows, seats });
}

const ownWidth = (found, { columns }) => {
  const grid = span(columns, found.card.w, found.gap);
  return found.table === "row" ? found.slot + found.pile.w + 2 * GAP + grid : grid;
};
const othersWidth = (found, { columns }) =>
  span(found.opponentColumns, Math.max(BLOCK_MIN, span(columns, found.mini.w, MINI_GAP) + 16), 10);

test("the table never needs more than the width there is", () => {
  for (const shape of SHAPES) {
    for (let width = 280; width <= 1900; width += 20) {
      const found = gridLayout(width, shape);
      const panel = found.panel === "beside" ? found.panelWidth + GAP : 0;
      const room = width - 2 * PAD - panel;
      const own = ownWidth(found, shape);
      const others = othersWidth(found, shape);
      const used = found.opponents === "beside" ? own + GAP + 4 + others : Math.max(own, others);
      assert.ok(used <= room + 1, `${JSON.stringify(shape)} at ${width}: ${used} in ${room}`);
    }
  }
});

test("cards of the usual grids are as large as a finger at every width", () => {
  for (const shape of SHAPES.filter(({ columns }) => columns <= 4)) {
    for (let width = 280; width <= 1900; width += 20) {
      const { card } = gridLayout(width, shape);
      assert.ok(card.w >= 44 && card.h >= 44, `${JSON.stringify(shape)} at ${width}`);
    }
  }
});

test("at a notebook's usual width everything stands in one row beside the panel", () => {
  for (const shape of [
    { columns: 4, rows: 3, seats: 2 },
    { columns: 3, rows: 4, seats: 2 },
    { columns: 6, rows: 6, seats: 2 },
  ]) {
    const found = gridLayout(900, shape);
    assert.deepEqual(
      [found.panel, found.table, found.opponents],
      ["beside", "row", "beside"],
      JSON.stringify(shape),
    );
  }
});

test("the grid of two players leaves room for a board under 480 px", () => {
  for (const rows of [3, 4]) {
    const { card } = gridLayout(900, { columns: 7 - rows, rows, seats: 2 });
    assert.ok(span(rows, card.h, cardGap(7 - rows)) <= 300);
  }
});

test("a narrow board puts the piles above the grid and the panel below", () => {
  const found = gridLayout(280, { columns: 4, rows: 3, seats: 8 });
  assert.deepEqual([found.panel, found.table, found.opponents], ["below", "stack", "below"]);
});

test("opponents' cards that may be clicked are as large as a finger, and in the board", () => {
  for (let seats = 3; seats <= 8; seats += 1) {
    for (let reach = 1; reach < seats; reach += 1) {
      for (let width = 280; width <= 1900; width += 20) {
        const shape = { columns: 4, rows: 3, seats, reach, words: true };
        const found = gridLayout(width, shape);
        const where = `${JSON.stringify(shape)} at ${width}`;
        assert.ok(found.reach.w >= 44 && found.reach.h >= 44, where);
        const panel = found.panel === "beside" ? found.panelWidth + GAP : 0;
        const block = span(4, found.reach.w, REACH_GAP) + 16;
        const own = found.opponents === "beside" ? ownWidth(found, shape) + GAP + 4 : 0;
        assert.ok(own + block <= width - 2 * PAD - panel + 1, where);
        if (found.panel === "beside") assert.ok(found.panelWidth >= 240, where);
      }
    }
  }
});

test("opponents' cards are as large as a narrow board allows", () => {
  const { reach } = gridLayout(280, { columns: 6, rows: 3, seats: 3, reach: 2 });
  assert.ok(reach.w >= 33);
  assert.ok(span(6, reach.w, REACH_GAP) + 16 <= 256);
});

test("a card is never broader than it is high", () => {
  for (let rows = 2; rows <= 12; rows += 1) {
    const { card } = gridLayout(1200, { columns: 4, rows, seats: 2 });
    assert.ok(card.h >= card.w, `${rows} rows`);
  }
  assert.ok(cardSize(70, 3).h <= 94);
});

test("no size is negative or missing in the largest and smallest grids", () => {
  for (const columns of [1, 12]) {
    for (const rows of [2, 12]) {
      for (const width of [200, 280, 900]) {
        const found = gridLayout(width, { columns, rows, seats: 1 });
        for (const size of [found.card, found.pile, found.mini]) {
          assert.ok(size.w > 0 && size.h > 0);
        }
      }
    }
  }
});
