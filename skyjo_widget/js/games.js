/**
 * Which table belongs to which game. The frame around it is the same for all.
 */

import { SkyjoTable } from "./skyjo.js";

const TABLES = { skyjo: SkyjoTable };

/**
 * @param {string} game
 * @returns {((props: Sjw.TableProps) => object) | null}
 */
export function tableOf(game) {
  return Object.hasOwn(TABLES, game) ? TABLES[/** @type {keyof typeof TABLES} */ (game)] : null;
}
