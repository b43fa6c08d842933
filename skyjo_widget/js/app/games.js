/**
 * The list of games: the parts of the board that differ. The frame around them is the same.
 */

import { changes } from "../games/grid_changes.js";
import { gridLayout, gridStyle } from "../games/grid_layout.js";
import { GridTable } from "../games/grid_table.js";
import { NewSkyjoTable } from "../games/newskyjo.js";
import { SkipBoTable, WILD } from "../games/skipbo.js";
import { pileChanges } from "../games/skipbo_changes.js";
import { pileLayout, pileStyle } from "../games/skipbo_layout.js";
import { frameLayout } from "../parts/frame_layout.js";
import { openSeats } from "../parts/targets.js";

/** A grid before each seat. */
const GRIDS = {
  Table: GridTable,
  /** @param {number} width @param {number} height @param {Sjw.GridView} view @param {boolean} guest @param {boolean} [framed] */
  layout: (width, height, view, guest, framed) =>
    gridLayout(width, height, {
      guest,
      framed,
      columns: view.columns,
      rows: view.rows,
      seats: view.seats.length,
      words: view.effects !== undefined,
      reach: [...openSeats(view)].filter((seat) => seat !== (view.viewer ?? 0)).length,
    }),
  /** @param {Sjw.GridLayout} sizes @param {Sjw.GridView} view */
  style: (sizes, view) => gridStyle(sizes, view.columns),
  changes,
  wild: null,
};

/** @type {Record<string, Sjw.Game>} */
const GAMES = {
  skyjo: GRIDS,
  newskyjo: { ...GRIDS, Table: NewSkyjoTable },
  "skip-bo": {
    Table: SkipBoTable,
    /** @param {number} width @param {number} height @param {Sjw.PileView} view @param {boolean} guest */
    layout: (width, height, { seats, viewer }, guest) =>
      pileLayout(width, height, {
        guest,
        seats: seats.length,
        partner: seats[viewer ?? 0].partner !== null,
      }),
    style: pileStyle,
    changes: pileChanges,
    wild: WILD,
  },
};

/** A game that this front end doesn't know: all but its table is shown. @type {Sjw.Game} */
const UNKNOWN = {
  Table: () => ({}),
  layout: (width) => frameLayout(width, 0),
  style: () => ({ data: {}, pixels: {}, numbers: {} }),
  changes: () => [],
  wild: null,
};

/**
 * The parts of a view's game; one from outside the package is drawn by the kind of its table.
 *
 * @param {Pick<Sjw.View, "game" | "table">} view
 * @returns {Sjw.Game}
 */
export function gameOf({ game, table }) {
  if (Object.hasOwn(GAMES, game)) return GAMES[game];
  return table === "grids" ? GRIDS : UNKNOWN;
}
