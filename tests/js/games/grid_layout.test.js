import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BLOCK_MIN,
  cardGap,
  gridLayout,
  MINI_GAP,
  NAMES,
  PILE_GAP,
  REACH_GAP,
} from "../../../skyjo_widget/js/games/grid_layout.js";
import {
  AROUND,
  GAP,
  PAD,
  span,
  tableHeight,
} from "../../../skyjo_widget/js/parts/frame_layout.js";

/** The window's height. */
const HIGH = 900;

const SHAPES = [];
for (const [columns, rows] of [
  [4, 3],
  [3, 4],
  [6, 6],
  [1, 2],
]) {
  for (let seats = 2; seats <= 8; seats += 1) SHAPES.push({ columns, rows, seats });
}

const ownWidth = (layout, { columns }) => {
  const grid = layout.names + span(columns, layout.card.w, layout.gap);
  const piles = layout.piles === "pair" ? span(2, layout.slot, PILE_GAP) : layout.slot;
  return layout.table === "row" ? grid + GAP + piles : grid;
};
const othersWidth = (layout, { columns }) =>
  span(
    layout.opponentColumns,
    Math.max(BLOCK_MIN, span(columns, layout.mini.w, MINI_GAP) + 16),
    10,
  );

test("the table never needs more than the width there is", () => {
  for (const shape of SHAPES) {
    for (let width = 280; width <= 1900; width += 20) {
      const layout = gridLayout(width, HIGH, shape);
      const panel = layout.panel === "beside" ? layout.panelWidth + GAP : 0;
      const room = width - 2 * PAD - panel;
      const own = ownWidth(layout, shape);
      const others = othersWidth(layout, shape);
      const used = layout.opponents === "beside" ? own + GAP + 4 + others : Math.max(own, others);
      assert.ok(used <= room + 1, `${JSON.stringify(shape)} at ${width}: ${used} in ${room}`);
    }
  }
});

test("cards of the usual grids are as large as a finger at every width", () => {
  for (const shape of SHAPES.filter(({ columns }) => columns <= 4)) {
    for (let width = 280; width <= 1900; width += 20) {
      const { card } = gridLayout(width, HIGH, shape);
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
    const layout = gridLayout(900, HIGH, shape);
    assert.deepEqual(
      [layout.panel, layout.table, layout.opponents],
      ["beside", "row", "beside"],
      JSON.stringify(shape),
    );
  }
});

test("the viewer's cards grow with the width and with the window's height", () => {
  for (const seats of [2, 3, 4]) {
    const shape = { columns: 4, rows: 3, seats };
    assert.ok(gridLayout(1280, HIGH, shape).card.h >= 96, `${seats} at 1280`);
    assert.ok(gridLayout(1880, 1080, shape).card.h >= 170, `${seats} at 1880`);
    const cards = [600, 800, 1000, 1200].map((high) => gridLayout(1600, high, shape).card.h);
    for (let n = 1; n < cards.length; n += 1) assert.ok(cards[n] >= cards[n - 1], `${cards}`);
  }
});

test("a board leaves the bars of JupyterLab and a lesson's head in sight, and no more room", () => {
  assert.ok(tableHeight(768) + AROUND <= 476.2, "a small laptop");
  for (const high of [800, 900, 1080, 1200]) {
    assert.ok(high - 300 <= tableHeight(high) + AROUND, `${high}: unused`);
    assert.ok(tableHeight(high) + AROUND <= high - 290, `${high}: out of sight`);
  }
});

test("a table beside its opponents is as high as the window allows, and no higher", () => {
  for (const shape of SHAPES.filter(({ columns }) => columns <= 4)) {
    for (const width of [934, 1280]) {
      for (const high of [600, 768, 900, 1200]) {
        const layout = gridLayout(width, high, shape);
        if (layout.opponents === "below") continue;
        const header = layout.header === "one line" ? 36 : 36 + 21;
        const grid = span(shape.rows, layout.card.h, cardGap(shape.columns));
        const where = `${JSON.stringify(shape)} at ${width} × ${high}`;
        assert.ok(grid + NAMES + header <= tableHeight(high) + 1, where);
      }
    }
  }
});

test("on a guest's upright tablet opponents stand below larger cards, all of it in sight", () => {
  for (const [width, high] of [
    [768, 1024],
    [834, 1194],
  ]) {
    for (const seats of [2, 3, 4, 5]) {
      const shape = { columns: 4, rows: 3, seats };
      const layout = gridLayout(width, high, { ...shape, guest: true });
      const where = `${seats} at ${width} × ${high}`;
      assert.deepEqual([layout.opponents, layout.piles], ["below", "pair"], where);
      assert.ok(layout.card.w > 1.05 * gridLayout(width, high, shape).card.w, where);
      const lines = Math.ceil((seats - 1) / layout.opponentColumns);
      const others = span(lines, 62 + span(3, layout.mini.h, MINI_GAP), 10);
      const own = 36 + NAMES + span(3, layout.card.h, layout.gap);
      assert.ok(own + GAP + others <= tableHeight(high, true) + 1, where);
      assert.ok(ownWidth(layout, shape) <= width - 2 * PAD, where);
      assert.ok(othersWidth(layout, shape) <= width - 2 * PAD, where);
    }
  }
});

test("on a guest's upright tablet cards with words grow with the room as cards without", () => {
  for (const [width, high] of [
    [768, 1024],
    [834, 1194],
  ]) {
    for (const seats of [3, 4]) {
      const shape = { columns: 4, rows: 3, seats, guest: true };
      const plain = gridLayout(width, high, shape);
      const layout = gridLayout(width, high, { ...shape, words: true });
      const where = `${seats} at ${width} × ${high}`;
      assert.ok(layout.card.w >= 0.92 * plain.card.w, `${where}: ${layout.card.w}`);
      // The order of play, and as many lines of words as are kept.
      const words = 34 + layout.lines * 17.5;
      const others = 62 + span(3, layout.mini.h, MINI_GAP);
      const own = 36 + NAMES + span(3, layout.card.h, layout.gap);
      assert.ok(words + own + GAP + others <= tableHeight(high, true) + 2, where);
    }
  }
});

test("on a guest's upright tablet opponents take no room that makes the own cards much smaller", () => {
  const five = { columns: 4, rows: 3, seats: 5, guest: true };
  const four = gridLayout(768, 1024, { ...five, seats: 4 });
  const layout = gridLayout(768, 1024, five);
  assert.ok(layout.card.w >= 0.9 * four.card.w, `${layout.card.w}, not ${four.card.w}`);
});

test("on a guest's tablet on its side the panel goes below where the cards gain much by it", () => {
  for (const [width, high] of [
    [1024, 690],
    [1024, 768],
    [1080, 810],
  ]) {
    for (const [seats, words] of [
      [2, false],
      [3, false],
      [4, false],
      [3, true],
    ]) {
      if (words && high < 768) continue; // high cards have no room there, wherever the panel is
      const shape = { columns: 4, rows: 3, seats, words };
      const layout = gridLayout(width, high, { ...shape, guest: true });
      const where = `${seats}, words: ${words}, at ${width} × ${high}`;
      assert.deepEqual([layout.panel, layout.opponents], ["below", "beside"], where);
      assert.ok(layout.card.w >= 1.15 * gridLayout(width, high, shape).card.w, where);
      assert.ok(layout.card.w >= 105 && layout.mini.w >= 34, `${where}: ${layout.mini.w}`);
      assert.ok(ownWidth(layout, shape) + GAP + 4 + othersWidth(layout, shape) <= width - 2 * PAD);
      const own = 36 + NAMES + span(3, layout.card.h, layout.gap) + (words ? 34 + 52 : 0);
      const lines = Math.ceil((seats - 1) / layout.opponentColumns);
      const others = span(lines, 62 + span(3, layout.mini.h, MINI_GAP), 10);
      assert.ok(Math.max(own, others) + AROUND <= high, `${where}: ${own}, ${others}`);
    }
  }
});

test("a guest's panel stays beside large cards, and moves for no card that may be clicked", () => {
  const four = { columns: 4, rows: 3, seats: 4, guest: true, words: true };
  for (const [width, high] of [
    [1024, 768],
    [1366, 768],
    [1920, 1080],
  ]) {
    const panels = [0, 1, 3].map((reach) => gridLayout(width, high, { ...four, reach }).panel);
    assert.deepEqual(new Set(panels), new Set(["beside"]), `${width} × ${high}`);
  }
  const three = { ...four, seats: 3 };
  for (const reach of [0, 1, 2]) {
    assert.equal(gridLayout(1024, 768, { ...three, reach }).panel, "below");
  }
  assert.equal(gridLayout(1024, 768, { ...three, framed: true }).panel, "beside");
});

test("the draw pile, the hand and the discard pile are no higher than the grid beside them", () => {
  for (let width = 560; width <= 1900; width += 20) {
    const layout = gridLayout(width, HIGH, { columns: 4, rows: 3, seats: 2 });
    const grid = NAMES + span(3, layout.card.h, layout.gap);
    // A name, and the edges of the cards below the top one.
    const piles = span(layout.piles === "pair" ? 2 : 3, layout.pile.h + 34, PILE_GAP);
    const least = layout.pile.h === 58; // as small as a pile may be
    assert.ok(
      layout.table === "stack" || least || piles <= grid + 1,
      `${width}: ${piles} beside ${grid}`,
    );
  }
});

test("the piles stand side by side, about as large as the cards, where no small card gets smaller by it", () => {
  const shape = { columns: 4, rows: 3, seats: 2 };
  for (const [width, height] of [
    [1000, 768],
    [1540, 1080],
  ]) {
    const { piles, pile, card } = gridLayout(width, height, shape);
    assert.equal(piles, "pair", `${width} × ${height}`);
    assert.ok(pile.h >= 0.9 * card.h && pile.w >= 0.9 * card.w, `${width} × ${height}`);
  }
  assert.equal(gridLayout(900, HIGH, shape).piles, "line");
  assert.equal(gridLayout(280, HIGH, shape).piles, "line");
});

test("no pile moves while an opponent's card may be clicked", () => {
  for (let seats = 3; seats <= 8; seats += 1) {
    for (let width = 280; width <= 1900; width += 20) {
      const shape = { columns: 4, rows: 3, seats, words: true };
      const all = [0, 1, seats - 1].map((reach) => gridLayout(width, HIGH, { ...shape, reach }));
      if (all.every(({ table }) => table === "row"))
        assert.equal(new Set(all.map(({ piles }) => piles)).size, 1, `${seats} at ${width}`);
    }
  }
});

test("the panel's lines are neither too short to read nor too long", () => {
  for (let width = 840; width <= 2400; width += 20) {
    const layout = gridLayout(width, HIGH, { columns: 4, rows: 3, seats: 2 });
    assert.ok(
      layout.panelWidth >= 256 && layout.panelWidth <= 460,
      `${width}: ${layout.panelWidth}`,
    );
  }
});

test("a narrow board puts the piles above the grid and the panel below", () => {
  const layout = gridLayout(280, HIGH, { columns: 4, rows: 3, seats: 8 });
  assert.deepEqual([layout.panel, layout.table, layout.opponents], ["below", "stack", "below"]);
});

test("opponents' cards that may be clicked are as large as a finger, and in the board", () => {
  for (let seats = 3; seats <= 8; seats += 1) {
    for (let reach = 1; reach < seats; reach += 1) {
      for (let width = 280; width <= 1900; width += 20) {
        const shape = { columns: 4, rows: 3, seats, reach, words: true };
        const layout = gridLayout(width, HIGH, shape);
        const where = `${JSON.stringify(shape)} at ${width}`;
        assert.ok(layout.reach.w >= 44 && layout.reach.h >= 44, where);
        const panel = layout.panel === "beside" ? layout.panelWidth + GAP : 0;
        const block = span(4, layout.reach.w, REACH_GAP) + 16;
        const own = layout.opponents === "beside" ? ownWidth(layout, shape) + GAP + 4 : 0;
        assert.ok(own + block <= width - 2 * PAD - panel + 1, where);
        if (layout.panel === "beside") assert.ok(layout.panelWidth >= 256, where);
      }
    }
  }
});

test("on a guest's screen opponents' cards that may be clicked stay in the board", () => {
  for (const [seats, reach] of [
    [3, 1],
    [3, 2],
    [4, 3],
    [6, 1],
  ]) {
    for (const high of [690, 768, 1024]) {
      for (let width = 600; width <= 1900; width += 4) {
        const shape = { columns: 4, rows: 3, seats, reach, words: true, guest: true };
        const layout = gridLayout(width, high, shape);
        const where = `${seats}, ${reach} at ${width} × ${high}`;
        const panel = layout.panel === "beside" ? layout.panelWidth + GAP : 0;
        const block = span(4, layout.reach.w, REACH_GAP) + 16;
        const own = layout.opponents === "beside" ? ownWidth(layout, shape) + GAP + 4 : 0;
        const beside = layout.opponents === "beside";
        assert.ok(own + block <= width - 2 * PAD - panel, where);
        assert.ok(beside || othersWidth(layout, shape) <= width - 2 * PAD, where);
        assert.ok(layout.reach.w >= 44 && layout.reach.h >= 44, where);
      }
    }
  }
});

test("opponents' cards are as large as a narrow board allows", () => {
  const { reach } = gridLayout(280, HIGH, { columns: 6, rows: 3, seats: 3, reach: 2 });
  assert.ok(reach.w >= 33);
  assert.ok(span(6, reach.w, REACH_GAP) + 16 <= 256);
});

test("a card is never broader than it is high", () => {
  for (let rows = 2; rows <= 12; rows += 1) {
    const { card } = gridLayout(1200, HIGH, { columns: 4, rows, seats: 2 });
    assert.ok(card.h >= card.w, `${rows} rows`);
  }
});

test("no size is negative or missing in the largest and smallest grids", () => {
  for (const columns of [1, 12]) {
    for (const rows of [2, 12]) {
      for (const width of [200, 280, 900]) {
        const layout = gridLayout(width, HIGH, { columns, rows, seats: 1 });
        for (const size of [layout.card, layout.pile, layout.mini]) {
          assert.ok(size.w > 0 && size.h > 0);
        }
      }
    }
  }
});

const PHONES = [
  [320, 568],
  [360, 640],
  [360, 740],
  [390, 664],
  [390, 844],
  [430, 932],
];
/** The part of a phone's height that a page needs around and between the piles and the grid. */
const phoneHeight = (layout, { rows, seats, words }) => {
  const { card, gap, pile, mini, opponents, opponentColumns } = layout;
  const lines = Math.ceil((seats - 1) / opponentColumns);
  const others = opponents === "above" ? lines * (52 + span(rows, mini.h, MINI_GAP)) : 0;
  return 184 + (words ? 30 : 0) + others + pile.h + span(rows, card.h, gap);
};

test("on a guest's phone the viewer's cards fill the width, and nothing is wider", () => {
  for (const shape of SHAPES) {
    for (const [width, height] of PHONES) {
      const where = `${JSON.stringify(shape)} at ${width}`;
      const layout = gridLayout(width, height, { ...shape, guest: true });
      const grid = span(shape.columns, layout.card.w, layout.gap);
      assert.ok(grid <= width - 16, where);
      if (shape.columns === 4) assert.ok(grid > width - 16 - shape.columns, where);
      const blocks = span(
        layout.opponentColumns,
        span(shape.columns, layout.mini.w, MINI_GAP) + 12,
        6,
      );
      assert.ok(blocks <= width - 16 || shape.columns > 5, where);
      assert.ok(3 * layout.slot + 40 <= width - 16, where);
      if (shape.columns <= 4) assert.ok(layout.card.w >= 44 && layout.card.h >= 44, where);
      assert.ok(layout.pile.h >= 58 && layout.reach.h >= 44, where);
    }
  }
});

test("on a guest's phone the usual grids, their piles and four players are in sight at once", () => {
  for (const shape of [
    { columns: 4, rows: 3, seats: 4, guest: true },
    { columns: 4, rows: 3, seats: 3, guest: true, words: true },
  ]) {
    for (const [width, height] of PHONES.filter(([, high]) => high >= 740)) {
      const layout = gridLayout(width, height, shape);
      assert.equal(layout.opponents, "above");
      assert.ok(phoneHeight(layout, shape) <= height, `${phoneHeight(layout, shape)} of ${height}`);
    }
    const low = gridLayout(320, 568, shape);
    assert.equal(low.opponents, "below", "a low screen has the own cards first");
    assert.ok(phoneHeight(low, shape) <= 568, `${phoneHeight(low, shape)} of 568`);
  }
});

test("sizes are positive at any width, and a guest's wide screen is laid out as a notebook's", () => {
  for (const guest of [true, false]) {
    for (const width of [0, 5, 40, 599, 600, 1280]) {
      const layout = gridLayout(width, 800, { columns: 4, rows: 3, seats: 4, guest });
      for (const part of ["card", "pile", "mini", "reach"]) {
        assert.ok(layout[part].w > 0 && layout[part].h > 0, `${part} at ${width}`);
      }
    }
  }
  assert.equal(
    gridLayout(1280, 900, { columns: 4, rows: 3, seats: 4, guest: true }).panel,
    "beside",
  );
});
