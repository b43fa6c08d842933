/**
 * What went wrong, said on the board itself: a refused message, a bot's
 * error, a kernel that is gone.
 */

import { html } from "./vendor/htm-preact.js";

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" when there is no error
 */
export function errorText(t, view) {
  const error = view.error;
  return error ? (t.maybe(`error.${error.key}`, error) ?? error.text) : "";
}

/** @param {{view: Sjw.View, t: Sjw.Translate}} props */
export function DeadBanner({ view, t }) {
  const text = view.record ? t("board.dead_record", { record: view.record }) : t("board.dead");
  return html`<div class="sjw-notice sjw-notice-dead"><p>${text}</p></div>`;
}

/** @param {{view: Sjw.View, t: Sjw.Translate, onDismiss: () => void}} props */
export function ErrorLine({ view, t, onDismiss }) {
  return html`<div class="sjw-notice sjw-notice-error">
    <p title=${view.error?.text}>${errorText(t, view)}</p>
    <button type="button" class="sjw-button sjw-button-plain" aria-label=${t("board.dismiss")} onClick=${onDismiss}>
      <span aria-hidden="true">✕</span>
    </button>
  </div>`;
}

/**
 * @param {{fault: Sjw.Fault, t: Sjw.Translate, control: Sjw.Controller}} props
 */
export function FaultPanel({ fault, t, control }) {
  return html`<section class="sjw-notice sjw-fault" aria-label=${t("fault.title", { player: fault.player })}>
    <h3>${t("fault.title", { player: fault.player })}</h3>
    <p class="sjw-code">${fault.text}</p>
    <details>
      <summary>${t("fault.traceback")}</summary>
      <pre tabindex="0">${fault.traceback}</pre>
    </details>
    <details>
      <summary>${t("fault.observation")}</summary>
      <pre class="sjw-wrap" tabindex="0">${fault.observation}</pre>
    </details>
    <div class="sjw-buttons">
      <button type="button" class="sjw-button sjw-button-main" onClick=${control.retry}>
        ${t("fault.retry")}
      </button>
      <button type="button" class="sjw-button" onClick=${() => control.replace(fault.seat)}>
        ${t("fault.replace")}
      </button>
    </div>
  </section>`;
}
