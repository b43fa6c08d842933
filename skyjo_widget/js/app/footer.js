/**
 * The row below the table: undo, the pace of the bots, the keys.
 */

import { AskButton, WorthLegend } from "../coach/coach_line.js";
import { inGame } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { NoteButton, Noted } from "../notes/notes_panel.js";
import { html } from "../vendor/htm-preact.js";
import { Asides } from "./asides.js";
import { PaceControl } from "./pace.js";

/**
 * The reason why nothing can be taken back now.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" if something can
 */
export function undoReason(t, { undo }) {
  return undo === "yes" ? "" : t(`board.undo_${undo}`);
}

/**
 * @param {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller, result: boolean,
 *   onResult: () => void, onPenalty: () => void}} props
 */
export function Footer({ snap, t, control, result, onResult, onPenalty }) {
  const { seats, viewer, game } = snap.view;
  const penalty = snap.view.penalty && snap.people !== "class" && snap.guest === null;
  const asks = snap.coach?.mode === "request" && viewer !== null;
  const keys = [
    inGame(t, game, "board.keys_hint"),
    snap.view.paper && t("shorthand.keys_hint"),
    asks && t("coach.keys_hint"),
    snap.notes && t("notes.keys_hint"),
    t("board.keys_help"),
  ]
    .filter(Boolean)
    .join(" ");
  const reason = snap.shut ? t("board.shut") : undoReason(t, snap.view);
  const may = (/** @type {string} */ what) => snap.guest === null || snap.guest.may.includes(what);
  return html`<div class="sjw-footer">
    ${
      viewer !== null &&
      may("undo") &&
      html`<button
        type="button"
        class="sjw-button sjw-undo"
        aria-disabled=${reason ? "true" : "false"}
        aria-keyshortcuts="U"
        title=${reason || t("board.undo_hint")}
        onClick=${control.undo}
      >
        <${Icon} name="undo" /><span>${t("board.undo")}</span>
      </button>`
    }
    <${AskButton} snap=${snap} t=${t} control=${control} />
    <${WorthLegend} view=${snap.view} t=${t} />
    <${NoteButton} snap=${snap} t=${t} control=${control} />
    ${may("pace") && seats.some(({ kind }) => kind === "bot") && html`<${PaceControl} snap=${snap} t=${t} control=${control} />`}
    <${Noted} snap=${snap} t=${t} control=${control} />
    ${snap.hosted && viewer === null && html`<span class="sjw-hint">${t("serve.devices")}</span>`}
    ${snap.undoRefused && reason && html`<span class="sjw-hint">${reason}</span>`}
    ${
      result &&
      html`<button type="button" class="sjw-button" onClick=${onResult}>${t("dialog.show")}</button>`
    }
    ${
      penalty &&
      html`<button
        type="button"
        class="sjw-button sjw-button-quiet sjw-penalty"
        title=${t("penalty.hint")}
        onClick=${onPenalty}
      >
        ${t("penalty.button")}
      </button>`
    }
    <${Asides} snap=${snap} t=${t} control=${control} />
    ${
      snap.guest === null &&
      html`<button
          type="button"
          class="sjw-button sjw-button-quiet sjw-projector"
          aria-pressed=${snap.projector ? "true" : "false"}
          aria-keyshortcuts="P"
          aria-label=${t("board.projector")}
          title=${t("board.projector_hint")}
          onClick=${control.toggleProjector}
        >
          <${Icon} name="projector" />
        </button>
        <details class="sjw-keys">
          <summary title=${keys} aria-keyshortcuts="?"><span>${t("board.keys")}</span></summary>
          <p>${keys}</p>
        </details>`
    }
  </div>`;
}
