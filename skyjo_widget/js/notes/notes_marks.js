/**
 * The marks of a note: its kind as a colour and a shape, its rating as stars.
 */

import { counted } from "../lib/i18n.js";
import { html } from "../vendor/htm-preact.js";
import { RATINGS } from "./notes.js";

/** @param {{kind: Sjw.MomentNote["kind"]}} props */
export function KindMark({ kind }) {
  return html`<span class="sjw-note-mark" data-kind=${kind}></span>`;
}

/** @param {{rating: number, t: Sjw.Translate}} props */
export function Stars({ rating, t }) {
  return html`<span class="sjw-stars" role="img" aria-label=${starsText(t, rating)}>${RATINGS.map((n) => star(n, rating)).join("")}</span>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {number} rating
 */
export function starsText(t, rating) {
  return counted(t, "replay.rating", rating);
}

/**
 * One of the stars of a rating.
 *
 * @param {number} number
 * @param {number | null} rating
 */
export function star(number, rating) {
  return number <= (rating ?? 0) ? "★" : "☆";
}
