/**
 * Notices on the board: a refused message, a bot's error, a record that can't be
 * written, a kernel that is gone.
 */

import { counted, sinceText } from "../lib/i18n.js";
import { html } from "../vendor/htm-preact.js";

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" when there is no error
 */
export function errorText(t, view) {
  const error = view.error;
  return error ? (t.maybe(`error.${error.key}`, { ...error }) ?? error.text) : "";
}

/**
 * The notice that the kernel which held the game is gone, with the way to resume it.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 */
export function deadText(t, { record, trouble }) {
  return t(record && !trouble ? "board.dead_record" : "board.dead");
}

/**
 * The lines that resume a game in another kernel; "" if its record isn't whole.
 *
 * @param {Sjw.View} view
 */
export function wayOn({ record, trouble }) {
  if (!record || trouble) return "";
  return `from skyjo_widget import load\ntable = load(${JSON.stringify(record)})`;
}

/** @param {{view: Sjw.View}} props lines to copy: all in sight, so that nothing needs scrolling */
export function WayOn({ view }) {
  const lines = wayOn(view);
  return lines && html`<pre class="sjw-way-on">${lines}</pre>`;
}

/** @param {{view: Sjw.View, t: Sjw.Translate}} props */
export function DeadBanner({ view, t }) {
  return html`<div class="sjw-notice sjw-notice-dead">
    <p>${deadText(t, view)}</p>
    <${WayOn} view=${view} />
  </div>`;
}

/**
 * The reason why nothing happens, and what can be done about it.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.Snapshot} snap
 * @returns {string} "" while the kernel answers
 */
export function silenceText(t, { silence, guest, view }) {
  if (silence && guest) return t(`guest.${silence}`);
  if (silence !== "lost") return silence ? t("silence.late") : "";
  return t("silence.lost") + (wayOn(view) && ` ${t("board.lost_record")}`);
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Snapshot} snap
 * @returns {string} "" while no click waits
 */
export function waitsText(t, { waits }) {
  return waits.length > 0 ? counted(t, "waits.wait", waits.length, {}) : "";
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Dropped | null} dropped
 * @returns {string} "" if no click waited in vain
 */
export function droppedText(t, dropped) {
  if (!dropped) return "";
  const why = t(`waits.why_${dropped.why}`, { player: dropped.player });
  return counted(t, "waits.dropped", dropped.count, { why });
}

/** @param {{snap: Sjw.Snapshot, t: Sjw.Translate}} props */
export function SilenceBanner({ snap, t }) {
  return html`<div class="sjw-notice sjw-notice-silence">
    <p>${silenceText(t, snap)}</p>
    ${snap.silence === "lost" && !snap.guest && html`<${WayOn} view=${snap.view} />`}
  </div>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" while the record is written
 */
export function troubleText(t, { trouble }) {
  if (!trouble) return "";
  const what = t.maybe(`board.trouble.${trouble.key}`, { ...trouble }) ?? trouble.text;
  return `${what} ${t(`board.trouble.${trouble.key === "moved" ? "still" : "memory"}`)}`;
}

/**
 * With the way out: a file elsewhere, or where no drive keeps one, the record as it is now.
 *
 * @param {{view: Sjw.View, file: Sjw.File | undefined, t: Sjw.Translate, onSave: () => void}} props
 */
export function TroubleNotice({ view, file, t, onSave }) {
  const fleeting = view.trouble?.key === "fleeting";
  return html`<div class="sjw-notice sjw-notice-trouble">
    <p title=${view.trouble?.text}>${troubleText(t, view)}</p>
    <p class="sjw-code">${view.trouble?.path}</p>
    ${
      fleeting && file?.state === view.state
        ? html`<a class="sjw-button" href=${file.url} download=${file.name}>
            ${t("hand_in.save", { file: file.name })}
          </a>`
        : html`<button type="button" class="sjw-button" onClick=${onSave}>
            ${t(fleeting ? "board.download" : "board.save")}
          </button>`
    }
  </div>`;
}

/**
 * A line that can be put away: a refused message, or where the game was saved.
 *
 * @param {{kind: "error" | "saved", text: string, title?: string, path?: string, t: Sjw.Translate,
 *   onDismiss: () => void}} props
 */
export function Line({ kind, text, title, path, t, onDismiss }) {
  return html`<div class=${`sjw-notice sjw-notice-line sjw-notice-${kind}`}>
    <p title=${title}>${text}${path && html` <span class="sjw-code">${path}</span>`}</p>
    <button type="button" class="sjw-button sjw-button-plain" aria-label=${t("board.dismiss")} onClick=${onDismiss}>
      <span aria-hidden="true">✕</span>
    </button>
  </div>`;
}

/**
 * The offer to go on with an earlier game of the same players.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.Begun | null} earlier
 * @returns {string} "" when there is none
 */
export function earlierText(t, earlier) {
  if (!earlier) return "";
  const time = sinceText(t, earlier.at, new Date());
  const what = counted(t, "board.earlier", earlier.decisions, { time });
  return earlier.held ? `${what} ${t("board.earlier_held")}` : what;
}

/** @param {{earlier: Sjw.Begun, t: Sjw.Translate, onChoose: (goOn: boolean) => void}} props */
export function EarlierNotice({ earlier, t, onChoose }) {
  return html`<div class="sjw-notice sjw-notice-line sjw-notice-offer sjw-notice-earlier">
    <p title=${earlier.path}>${earlierText(t, earlier)}</p>
    <button type="button" class="sjw-button sjw-button-main" onClick=${() => onChoose(true)}>
      ${t("board.go_on")}
    </button>
    <button type="button" class="sjw-button" onClick=${() => onChoose(false)}>
      ${t("dialog.again")}
    </button>
  </div>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" but in a round that nobody ends
 */
export function longRoundText(t, view) {
  return view.long_round ? t("board.long_round") : "";
}

/** @param {{text: string, shut: boolean, t: Sjw.Translate, onEnd: (() => void) | null}} props */
export function LongRoundNotice({ text, shut, t, onEnd }) {
  return html`<div class="sjw-notice sjw-notice-line sjw-notice-offer sjw-notice-long">
    <p>${text}</p>
    ${
      onEnd &&
      html`<button type="button" class="sjw-button" aria-disabled=${`${shut}`} onClick=${onEnd}>
        ${t("board.break_off")}
      </button>`
    }
  </div>`;
}

/**
 * @param {{fault: Sjw.Fault, shut: boolean, t: Sjw.Translate, control: Sjw.Controller}} props
 */
export function FaultPanel({ fault, shut, t, control }) {
  return html`<section class="sjw-notice sjw-fault" aria-label=${t("fault.title", { player: fault.player })}>
    <h3>${t("fault.title", { player: fault.player })}</h3>
    <p class="sjw-code" title=${fault.text}>${fault.text}</p>
    <details>
      <summary>${t("fault.traceback")}</summary>
      <pre tabindex="0">${fault.traceback}</pre>
    </details>
    <details>
      <summary>${t(`fault.observation_${fault.whose}`)}</summary>
      <pre class="sjw-wrap" tabindex="0">${fault.observation}</pre>
    </details>
    <div class="sjw-buttons">
      <button type="button" class="sjw-button sjw-button-main" aria-disabled=${`${shut}`} onClick=${control.retry}>
        ${t("fault.retry")}
      </button>
      <button type="button" class="sjw-button" aria-disabled=${`${shut}`} onClick=${() => control.replace(fault.seat)}>
        ${t("fault.replace")}
      </button>
    </div>
  </section>`;
}
