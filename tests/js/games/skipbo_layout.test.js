import assert from "node:assert/strict";
import { test } from "node:test";
import {
  APART,
  BETWEEN,
  blockWidth,
  ownWidth,
  PARTNER,
  pileLayout,
  pileStyle,
} from "../../../skyjo_widget/js/games/skipbo_layout.js";
import {
  AROUND,
  PAD,
  tableHeight,
  tableRoom,
} from "../../../skyjo_widget/js/parts/frame_layout.js";

const SHAPES = [2, 3, 4, 5, 6].map((seats) => ({ seats, partner: false }));
SHAPES.push({ seats: 4, partner: true }, { seats: 6, partner: true });
/** @param {(found: object, shape: object, width: number, where: string) => void} check */
const everywhere = (check) => {
  for (const shape of SHAPES) {
    for (let width = 280; width <= 1900; width += 4) {
      check(pileLayout(width, 900, shape), shape, width, `${JSON.stringify(shape)} at ${width}`);
    }
  }
};

test("the table never needs more than the width there is", () => {
  everywhere((layout, shape, width, where) => {
    const across = layout.opponentColumns;
    const blocks = across * blockWidth(layout.mini.w) + (across - 1) * BETWEEN;
    const own = ownWidth(layout.card.w, layout.gap);
    const partner = shape.partner ? PARTNER : 0;
    const side = [layout.opponents === "beside" ? blocks : 0];
    if (layout.partner === "beside") side.push(partner);
    const beside = Math.max(...side);
    const room = tableRoom(width);
    assert.ok(own + (beside ? APART + beside : 0) <= room, where);
    if (layout.opponents === "below" && across > 1) assert.ok(blocks <= room, where);
    if (layout.panel === "beside") assert.ok(layout.panelWidth >= 256, where);
  });
});

test("whatever may be chosen is as large as a finger at every width", () => {
  everywhere(({ card, reach }, _shape, _width, where) => {
    assert.ok(card.w >= 44 && card.h >= 44 && reach.w >= 44 && reach.h >= 44, where);
  });
});

test("compact cards stay large enough to read", () => {
  everywhere(({ mini }, _shape, _width, where) => assert.ok(mini.w >= 22, where));
});

test("an opponent stands beside the viewer's cards at a notebook's width", () => {
  for (const width of [600, 900, 1200]) {
    assert.equal(pileLayout(width, 900, { seats: 2, partner: false }).opponents, "beside");
  }
  assert.equal(pileLayout(360, 900, { seats: 2, partner: false }).opponents, "below");
});

test("the stock pile is larger than any other, and its width is counted", () => {
  const layout = pileLayout(1280, 900, { seats: 2, partner: false });
  const factor = pileStyle(layout).numbers["--stock"];
  assert.ok(factor >= 1.15);
  assert.ok(ownWidth(100, 8) >= 400 + factor * 100 + 32);
});

test("a partner stands beside the viewer's cards where there is room", () => {
  assert.equal(pileLayout(620, 900, { seats: 6, partner: true }).partner, "beside");
  assert.equal(pileLayout(900, 900, { seats: 4, partner: true }).partner, "beside");
  assert.equal(pileLayout(500, 900, { seats: 4, partner: true }).partner, "below");
});

test("cards grow with the width and with the window's height", () => {
  const shape = { seats: 2, partner: false };
  assert.ok(pileLayout(1280, 900, shape).card.h >= 96);
  assert.ok(pileLayout(1880, 1080, shape).card.h >= 120);
});

test("on a guest's phone all of the viewer's cards are in sight, as wide as the screen", () => {
  for (const shape of SHAPES) {
    for (const [width, height] of [
      [320, 568],
      [360, 740],
      [390, 844],
      [430, 932],
    ]) {
      const layout = pileLayout(width, height, { ...shape, guest: true });
      const where = `${JSON.stringify(shape)} at ${width}`;
      const own = ownWidth(layout.card.w, layout.gap);
      assert.ok(own <= width - 16 && own > width - 16 - 5, where);
      assert.ok(layout.card.w >= 44 && layout.reach.w >= 44 && layout.mini.w >= 18, where);
      const high = 3 * layout.card.h + layout.fan + 240;
      assert.ok(high <= height, `${where}: ${high} of ${height}`);
    }
  }
  const two = pileLayout(390, 844, { seats: 2, partner: false, guest: true });
  assert.equal(two.opponents, "above");
  assert.equal(pileLayout(320, 568, { seats: 4, partner: false, guest: true }).opponents, "below");
  assert.equal(pileLayout(900, 900, { seats: 2, partner: false, guest: true }).opponents, "beside");
});

test("on a guest's upright tablet an opponent or two stand below larger cards, all in sight", () => {
  for (const [width, height] of [
    [768, 1024],
    [834, 1194],
  ]) {
    for (const seats of [2, 3]) {
      const shape = { seats, partner: false, guest: true };
      const where = `${seats} at ${width} × ${height}`;
      const layout = pileLayout(width, height, shape);
      const beside = pileLayout(width, height, { ...shape, guest: false });
      assert.equal(layout.opponents, "below", where);
      assert.ok(layout.card.w >= 1.2 * beside.card.w, `${where}: ${layout.card.w}`);
      const { card, mini, fan, miniFan, opponentColumns: across } = layout;
      assert.ok(ownWidth(card.w, layout.gap) <= width - 2 * PAD, where);
      assert.ok(across * blockWidth(mini.w) + BETWEEN <= width - 2 * PAD, where);
      const others = (across === 1 ? 40 : 78) + mini.h + miniFan;
      const high = 3 * card.h + fan + 142 + 14 + others;
      assert.ok(high <= tableHeight(height, true) + 4, `${where}: ${high}`);
    }
  }
});

test("on a guest's tablet three opponents stand where the cards are largest, all in sight", () => {
  for (const [width, height, opponents] of [
    [768, 1024, "below"],
    [810, 1080, "below"],
    [1024, 768, "beside"],
    [1080, 810, "beside"],
  ]) {
    const shape = { seats: 4, partner: false, guest: true };
    const where = `${width} × ${height}`;
    const layout = pileLayout(width, height, shape);
    assert.deepEqual([layout.panel, layout.opponents], ["below", opponents], where);
    assert.ok(layout.card.w >= 100 && layout.mini.w >= 38, `${where}: ${layout.card.w}`);
    const { card, mini, fan, miniFan, opponentColumns: across } = layout;
    const blocks = across * blockWidth(mini.w) + (across - 1) * BETWEEN;
    const own = ownWidth(card.w, layout.gap);
    const beside = opponents === "beside";
    const wide = beside ? own + APART + blocks : Math.max(own, blocks);
    assert.ok(wide <= width - 2 * PAD, `${where}: ${wide}`);
    const lines = 3 / across;
    const others = lines * (78 + mini.h + miniFan) + (lines - 1) * BETWEEN;
    // Rows that run down have a line of 20 more, which other tables don't need.
    const high = 3 * card.h + fan + 142 - 20;
    const used = beside ? Math.max(high, others) : high + 14 + others;
    assert.ok(used + AROUND - 12 <= height, `${where}: ${used}`);
  }
});
