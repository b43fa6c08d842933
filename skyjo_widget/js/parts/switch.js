/**
 * A switch: on or off, with its name beside.
 */

import { html } from "../vendor/htm-preact.js";

/** @param {{on: boolean, text: string, onToggle: () => void}} props */
export function Switch({ on, text, onToggle }) {
  return html`<button
    type="button"
    class="sjw-button sjw-button-quiet sjw-switch"
    role="switch"
    aria-checked=${on ? "true" : "false"}
    onClick=${onToggle}
  >
    <span class="sjw-knob" aria-hidden="true"></span>${text}
  </button>`;
}
