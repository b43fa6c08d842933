/**
 * The control of the bots' pace, and the button for their next move.
 */

import { PaceMenu } from "../parts/pace_menu.js";
import { html } from "../vendor/htm-preact.js";
import { PAUSED } from "./bot_clock.js";

/** [name in the locale, milliseconds between two moves] */
const PACES = /** @type {const} */ ([
  ["pause", PAUSED],
  ["slow", 1500],
  ["normal", 700],
  ["fast", 250],
  ["once", 0],
]);

/** @param {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller}} props */
export function PaceControl({ snap, t, control }) {
  const { pace, view } = snap;
  const refused = view.error !== null && view.waiting === "bot";
  const idle = snap.busy || view.waiting !== "bot";
  return html`<div class="sjw-pace">
    <${PaceMenu} paces=${PACES} pace=${pace} t=${t} control=${control} />
    ${
      (pace === PAUSED || refused) &&
      html`<button
        type="button"
        class=${idle ? "sjw-button" : "sjw-button sjw-button-main"}
        aria-disabled=${idle ? "true" : "false"}
        aria-keyshortcuts="N"
        onClick=${control.next}
      >
        ${t("board.next_move")}
      </button>`
    }
  </div>`;
}
