/**
 * The menu of the pace at which bots play, or a replay runs.
 */

import { html } from "../vendor/htm-preact.js";

/**
 * @param {{paces: readonly (readonly [string, number])[], pace: number, t: Sjw.Translate,
 *   control: Sjw.Controller, box?: string}} props
 *   paces: each with its name in the locale, and the milliseconds between two moves; any other
 *   `pace` has an entry of its own; `box`: the class of the whole
 */
export function PaceMenu({ paces, pace, t, control, box }) {
  const own = paces.every(([, milliseconds]) => milliseconds !== pace);
  return html`<label class=${box}>
    <span>${t("board.pace")}</span>
    <select
      class="sjw-select"
      value=${String(pace)}
      onChange=${(/** @type {Event} */ event) =>
        control.setPace(Number(/** @type {HTMLSelectElement} */ (event.target).value))}
    >
      ${paces.map(
        ([name, milliseconds]) => html`<option
          key=${name}
          value=${String(milliseconds)}
          selected=${milliseconds === pace}
        >
          ${t(`board.pace_${name}`)}
        </option>`,
      )}
      ${
        own &&
        html`<option value=${String(pace)} selected>
          ${t("board.pace_own", { milliseconds: pace })}
        </option>`
      }
    </select>
  </label>`;
}
