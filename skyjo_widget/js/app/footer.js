/**
 * The row below the table: undo, the pace of the bots, the keys. It stays one line: what doesn't
 * fit is shortened, then stands in the menu.
 */

import { AskButton, WorthLegend } from "../coach/coach_line.js";
import { inGame } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { NoteButton, Noted } from "../notes/notes_panel.js";
import { html, useRef } from "../vendor/htm-preact.js";
import { Asides, isOver, openersOf, ToolsMenu } from "./asides.js";
import { PaceControl } from "./pace.js";
import { FOLDED, LEAST, PACE_FOLDED, SHORT, useFit } from "./row_fit.js";

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
 * @typedef {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller, result: boolean,
 *   onResult: () => void, onPenalty: () => void}} Props
 */

/**
 * The row, and its menu while this is open.
 *
 * @param {Props} props
 */
export function Tools(props) {
  const { snap, t, control } = props;
  const { people, coach, notes, opened, view, pace } = snap;
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  /** @type {unknown[]} */
  const content = [t.lang, people, coach?.mode, notes !== null, view.viewer === null, view.penalty];
  content.push(isOver(view), pace, props.result, ...openersOf(snap), "open", ...opened);
  const fit = useFit(row, content.join());
  return html`<div class="sjw-tools">
    <${Footer} ...${props} row=${row} fit=${fit} />
    <${ToolsMenu} snap=${snap} t=${t} control=${control} folded=${fit >= FOLDED}>
      ${fit >= PACE_FOLDED && html`<${Pace} snap=${snap} t=${t} control=${control} />`}
      ${fit >= PACE_FOLDED && html`<${Penalty} ...${props} />`}
      ${fit >= LEAST && html`<${Result} ...${props} /><${Projector} ...${props} /><${KeysButton} t=${t} />`}
    <//>
  </div>`;
}

/**
 * Check if a person at this screen may do something.
 *
 * @param {Sjw.Snapshot} snap
 * @param {string} what
 */
const may = ({ guest }, what) => guest === null || guest.may.includes(what);

/** @param {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller}} props */
function Pace({ snap, t, control }) {
  const bots = snap.view.seats.some(({ kind }) => kind === "bot");
  return (
    may(snap, "pace") && bots && html`<${PaceControl} snap=${snap} t=${t} control=${control} />`
  );
}

/** @param {Props} props */
function Penalty({ snap: { view, people, guest }, t, onPenalty }) {
  if (!view.penalty || people === "class" || guest !== null) return null;
  return html`<button
    type="button"
    class="sjw-button sjw-button-quiet sjw-penalty"
    title=${t("penalty.hint")}
    onClick=${onPenalty}
  >
    ${t("penalty.button")}
  </button>`;
}

/** @param {Props} props */
function Result({ t, result, onResult }) {
  if (!result) return null;
  return html`<button type="button" class="sjw-button sjw-show-result" title=${t("dialog.show")} onClick=${onResult}>
    <${Icon} name="result" /><span>${t("dialog.show")}</span>
  </button>`;
}

/** @param {Props} props */
function Projector({ snap, t, control }) {
  return html`<button
    type="button"
    class="sjw-button sjw-button-quiet sjw-projector"
    aria-pressed=${snap.projector ? "true" : "false"}
    aria-keyshortcuts="P"
    aria-label=${t("board.projector")}
    title=${t("board.projector_hint")}
    onClick=${control.toggleProjector}
  >
    <${Icon} name="projector" />
  </button>`;
}

/**
 * The button of the menu that opens the help on keys, which has no button in the row then.
 *
 * @param {{t: Sjw.Translate}} props
 */
function KeysButton({ t }) {
  const press = (/** @type {Event} */ { currentTarget }) => {
    const tools = /** @type {HTMLElement} */ (currentTarget).closest(".sjw-tools");
    const keys = /** @type {HTMLDetailsElement} */ (tools?.querySelector(".sjw-keys"));
    keys.open = !keys.open;
  };
  return html`<button
    type="button"
    class="sjw-button sjw-button-quiet"
    aria-keyshortcuts="?"
    onClick=${press}
  >
    ${t("board.keys")}
  </button>`;
}

/** @param {Props & {row: {current: HTMLElement | null}, fit: number}} props */
function Footer({ row, fit, ...props }) {
  const { snap, t, control } = props;
  const { viewer, game } = snap.view;
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
  return html`<div class="sjw-footer" ref=${row} data-fit=${fit || undefined}>
    ${
      viewer !== null &&
      may(snap, "undo") &&
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
    ${fit < PACE_FOLDED && html`<${Pace} snap=${snap} t=${t} control=${control} />`}
    <${Noted} snap=${snap} t=${t} control=${control} />
    ${snap.hosted && viewer === null && html`<span class="sjw-hint">${t("serve.devices")}</span>`}
    ${snap.undoRefused && reason && html`<span class="sjw-hint">${reason}</span>`}
    ${(fit < LEAST || snap.guest !== null) && html`<${Result} ...${props} />`}
    ${fit < PACE_FOLDED && html`<${Penalty} ...${props} />`}
    <${Asides} snap=${snap} t=${t} control=${control} folded=${fit >= FOLDED} short=${fit >= SHORT} />
    ${
      snap.guest === null &&
      html`${fit < LEAST && html`<${Projector} ...${props} />`}
        <details class="sjw-keys">
          <summary title=${keys} aria-keyshortcuts="?"><span>${t("board.keys")}</span></summary>
          <p>${keys}</p>
        </details>`
    }
  </div>`;
}
