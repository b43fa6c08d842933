/**
 * Small drawings on a 16 × 16 sheet, in the text's colour.
 */

import { html } from "./vendor/htm-preact.js";

const ICONS = {
  person: "M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 14.2c.4-3 2.8-4.6 6-4.6s5.6 1.6 6 4.6Z",
  bot: "M7.4 1h1.2v2H12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.4ZM5.5 6a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Zm5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3ZM5 10.8V12h6v-1.2Z",
  visible:
    "M4 1h8a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 12 15H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 1Zm0 1.4v11.2h8V2.4ZM8 5l2.2 3L8 11 5.8 8Z",
  hidden:
    "M4 1h8a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 12 15H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 1Z",
  total: "M3 2h10v3h-1.5V3.5H6L9.8 8 6 12.5h5.5V11H13v3H3v-1.3L7 8 3 3.3Z",
  first: "M4 2.5 12.5 8 4 13.5Z",
  flag: "M3 1h1.5v1H13l-2.5 3.5L13 9H4.5v6H3Z",
  known:
    "M3 1h7a1.5 1.5 0 0 1 1.5 1.5V4H13a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 13 15H6a1.5 1.5 0 0 1-1.5-1.5V12H3a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 3 1Zm3 4.4v8.2h7V5.4Z",
  next: "M4.2 2 10.2 8l-6 6-1.6-1.6L7 8 2.6 3.6Z",
  left: "M8 2.5V.3l4.2 3.3L8 6.9V4.6a4.2 4.2 0 1 0 4.2 4.2h2.1A6.3 6.3 0 1 1 8 2.5Z",
  right: "M8 2.5V.3L3.8 3.6 8 6.9V4.6a4.2 4.2 0 1 1-4.2 4.2H1.7A6.3 6.3 0 1 0 8 2.5Z",
  dealer:
    "M3 3.5h6A1.5 1.5 0 0 1 10.5 5v8A1.5 1.5 0 0 1 9 14.5H3A1.5 1.5 0 0 1 1.5 13V5A1.5 1.5 0 0 1 3 3.5ZM6.5 1h6A1.5 1.5 0 0 1 14 2.5v8A1.5 1.5 0 0 1 12.5 12h-.6V5A2.9 2.9 0 0 0 9 2.1H5.2A1.5 1.5 0 0 1 6.5 1Z",
  done: "M6.2 12.9 1.6 8.3l1.8-1.8 2.8 2.8 6.4-6.4 1.8 1.8Z",
  undo: "M6.6 1.6 1.8 6l4.8 4.4V7.2h3.1a2.8 2.8 0 0 1 0 5.6H5v1.7h4.7a4.5 4.5 0 0 0 0-9H6.6Z",
};

/** @param {{name: keyof typeof ICONS}} props */
export function Icon({ name }) {
  return html`<svg class="sjw-icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${ICONS[name]} fill-rule="evenodd" />
  </svg>`;
}
