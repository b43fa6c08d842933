/**
 * A referee's penalty: whom it is given to.
 */

import { Dialog } from "../parts/dialog.js";
import { html } from "../vendor/htm-preact.js";

/**
 * @param {{view: Sjw.View, t: Sjw.Translate, onGive: (seat: number) => void,
 *   onClose: () => void}} props
 */
export function PenaltyDialog({ view, t, onGive, onClose }) {
  return html`<${Dialog} title=${t("penalty.title")} takeFocus=${true} onClose=${onClose}>
    <p>${t("penalty.hint")}</p>
    <div class="sjw-buttons sjw-choices">
      ${view.seats.map(
        ({ seat, name }) => html`<button
          key=${seat}
          type="button"
          class="sjw-button"
          onClick=${() => {
            onGive(seat);
            onClose();
          }}
        >
          <bdi class="sjw-cut">${name}</bdi>
        </button>`,
      )}
    </div>
    <div class="sjw-buttons">
      <button type="button" class="sjw-button sjw-button-quiet" onClick=${onClose}>
        ${t("penalty.none")}
      </button>
    </div>
  <//>`;
}
