/**
 * Which table belongs to which game. The frame around it is the same for all.
 */

import { GridTable } from "./grid_table.js";
import { NewSkyjoTable } from "./newskyjo.js";

const TABLES = { skyjo: GridTable, newskyjo: NewSkyjoTable };

/**
 * @param {string} game
 * @returns {((props: Sjw.TableProps) => object) | null}
 */
export function tableOf(game) {
  return Object.hasOwn(TABLES, game) ? TABLES[/** @type {keyof typeof TABLES} */ (game)] : null;
}
