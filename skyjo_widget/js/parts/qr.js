/**
 * A QR code, drawn dark on white in any theme: phones don't read the opposite.
 */

import { html } from "../vendor/htm-preact.js";

/** Modules of white around it. */
const QUIET = 4;

/**
 * The dark modules as one path: a bar for those side by side.
 *
 * @param {string[]} rows of modules, "1" dark
 */
export function qrPath(rows) {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
      ),
    )
    .join("");
}

/** @param {{rows: string[], label: string}} props */
export function Qr({ rows, label }) {
  const side = rows.length + 2 * QUIET;
  return html`<svg
    class="qr"
    viewBox=${`-${QUIET} -${QUIET} ${side} ${side}`}
    shape-rendering="crispEdges"
    role="img"
    aria-label=${label}
  >
    <rect x=${-QUIET} y=${-QUIET} width=${side} height=${side} fill="#fff" />
    <path d=${qrPath(rows)} fill="#000" />
  </svg>`;
}

/**
 * A PIN in two groups, which are copied as one number.
 *
 * @param {{pin: string, t: Sjw.Translate, name: string}} props `name`: of its class
 */
export function Pin({ pin, t, name }) {
  const half = Math.ceil(pin.length / 2);
  const spelled = t("serve.about", { what: t("serve.pin"), who: [...pin].join(" ") });
  return html`<b class=${name} role="img" aria-label=${spelled}>
    <span>${pin.slice(0, half)}</span><span>${pin.slice(half)}</span>
  </b>`;
}

/**
 * A link as people type it: nothing is lost without the slash after an address alone.
 *
 * @param {string} link
 */
export function typedLink(link) {
  return link.replace(/^(\w+:\/\/[^/]+)\/$/, "$1");
}
