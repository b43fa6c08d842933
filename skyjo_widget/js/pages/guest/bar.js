/**
 * The foot of a guest's board: the signal and the way out; and the line that says that the
 * page is offline.
 */

import { Switch } from "../../parts/switch.js";
import { html, useState } from "../../vendor/htm-preact.js";

/** @param {{t: Sjw.Translate}} props */
export function OfflineLine({ t }) {
  return html`<p class="sjw-offline" role="status">
    <span>${t("guest.offline")}</span><span class="sjw-dots" aria-hidden="true"></span>
  </p>`;
}

/**
 * A change by the host, until it is read.
 *
 * @param {{t: Sjw.Translate, text: string, onRead: () => void}} props
 */
export function News({ t, text, onRead }) {
  return html`<div class="sjw-notice sjw-notice-line sjw-notice-news" role="status">
    <p>${text}</p>
    <button type="button" class="sjw-button sjw-button-plain" aria-label=${t("board.dismiss")} onClick=${onRead}>
      <span aria-hidden="true">✕</span>
    </button>
  </div>`;
}

/**
 * @param {{t: Sjw.Translate, signal: boolean | null, sound: boolean, sits: boolean,
 *   onSignal: () => void, onSound: () => void, onLeave: () => void}} props
 *   signal: null for who has no turn
 */
export function Bar({ t, signal, sound, sits, onSignal, onSound, onLeave }) {
  const [asking, setAsking] = useState(false);
  if (asking) {
    return html`<div class="sjw-bar">
      <p>${t(sits ? "guest.leave_sure" : "guest.leave_watching")}</p>
      <button type="button" class="sjw-button sjw-button-main" onClick=${onLeave}>${t("guest.leave_yes")}</button>
      <button type="button" class="sjw-button" onClick=${() => setAsking(false)}>${t("guest.leave_no")}</button>
    </div>`;
  }
  return html`<div class="sjw-bar">
    ${
      signal !== null &&
      html`<${Switch} on=${signal} text=${t("guest.signal")} onToggle=${onSignal} />
        <${Switch} on=${sound} text=${t("board.sound")} onToggle=${onSound} />`
    }
    <button type="button" class="sjw-button sjw-button-quiet" onClick=${() => setAsking(true)}>
      ${t("guest.leave")}
    </button>
  </div>`;
}
