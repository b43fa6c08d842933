/**
 * Icons of effects: small drawings on a 16 × 16 sheet in the text's colour. Each is made of
 * a few shapes that stay apart at 12 pixels.
 */

import { html } from "../vendor/htm-preact.js";

/** A card of one's own is filled, another's is an outline; the arrows pass between the two. */
const SWAP = {
  arrows: "M8 2h5v3h1.9l-2.7 2.7L9.5 5h2V3.5H8ZM8 14H3v-3H1.1l2.7-2.7L6.5 11h-2v1.5H8Z",
  left: "M1 1h5.6v6.7H1Z",
  leftHole: "M2.5 2.5v3.7h2.6V2.5Z",
  right: "M9.4 8.3H15V15H9.4Z",
  rightHole: "M10.9 9.8v3.7h2.6V9.8Z",
};

export const ICONS = {
  "right-neighbour-swap":
    "M11.9 1.5a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8ZM8 13.5c.2-3.9 1.7-5.8 3.9-5.8s3.7 1.9 3.9 5.8ZM.3 5l3.2-3v2h3.6v2H3.5v2ZM7 11l-3.2 3v-2H.3v-2h3.5V8Z",
  "only-top-left": "M1 1h7.6v7.6H1ZM11.2 3.3h3v3h-3ZM3.3 11.2h3v3h-3ZM11.2 11.2h3v3h-3Z",
  "only-top-right": "M7.4 1H15v7.6H7.4ZM1.8 3.3h3v3h-3ZM1.8 11.2h3v3h-3ZM9.7 11.2h3v3h-3Z",
  "only-bottom-left": "M1 7.4h7.6V15H1ZM3.3 1.8h3v3h-3ZM11.2 1.8h3v3h-3ZM11.2 9.7h3v3h-3Z",
  "only-bottom-right": "M7.4 7.4H15V15H7.4ZM1.8 1.8h3v3h-3ZM9.7 1.8h3v3h-3ZM1.8 9.7h3v3h-3Z",
  "next-plays-twice": "M1.3 2.3 8.2 8l-6.9 5.7ZM8.2 2.3 15.1 8l-6.9 5.7Z",
  "next-skips":
    "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 1.9a5.1 5.1 0 1 1 0 10.2A5.1 5.1 0 0 1 8 2.9ZM3.9 5.3l1.4-1.4 6.8 6.8-1.4 1.4Z",
  "next-takes-discard": "M1 9.5h2v3.5h10V9.5h2V15H1ZM8 .8l4.2 4.6H9.2V11H6.8V5.4h-3Z",
  reverse:
    "M2.2 7A6 6 0 0 1 12.4 3.8L14 2.2V7H9.2L11 5.2A4 4 0 0 0 4.3 7ZM13.8 9A6 6 0 0 1 3.6 12.2L2 13.8V9h4.8L5 10.8A4 4 0 0 0 11.7 9Z",
  "lowest-to-discard":
    "M4.4.8l3.5 4.2H5.5v6.5H3.3V5H.9ZM11.6 11.7 8.1 7.5h2.4V1h2.2v6.5h2.4ZM1 13h14v2H1Z",
  "swap-own-two": SWAP.arrows + SWAP.left + SWAP.right,
  "peek-three":
    "M8 3C4.3 3 1.7 5.5.4 8 1.7 10.5 4.3 13 8 13s6.3-2.5 7.6-5C14.3 5.5 11.7 3 8 3Zm0 1.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8Zm0 1.7a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4Z",
  "two-actions":
    "M3.3 4.3h2.3v2.7h2.7v2.3H5.6V12H3.3V9.3H.6V7h2.7ZM11.4 2.5h2.4v11h-2.6V5.6l-2 .9V4Z",
  "swap-two-others": SWAP.arrows + SWAP.left + SWAP.leftHole + SWAP.right + SWAP.rightHole,
  "swap-with-another": SWAP.arrows + SWAP.left + SWAP.right + SWAP.rightHole,
};

/** A flash: an effect of somebody's own. */
const OTHER = "M9.5.8 2.8 9.3h4l-1.2 6 7-8.8H8.3Z";

/** @param {{name: string}} props the effect's key */
export function EffectIcon({ name }) {
  const path = Object.hasOwn(ICONS, name) ? ICONS[/** @type {keyof typeof ICONS} */ (name)] : OTHER;
  return html`<svg class="sjw-icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${path} fill-rule="evenodd" />
  </svg>`;
}
