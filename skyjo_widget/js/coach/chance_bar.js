/**
 * Everybody's chances to win as a bar: below a board for whoever has asked for it, and in a replay.
 */

import { initials, lookOf } from "../parts/initial.js";
import { html } from "../vendor/htm-preact.js";
import { percentText } from "./coach_words.js";

/** Width of a part of the bar from which its number has room, of 1. */
const NAMED = 0.12;

/**
 * The chances of a moment, each as wide as it is likely.
 *
 * @param {{chances: number[], view: Sjw.View, t: Sjw.Translate}} props
 */
export function ChanceBar({ chances, view, t }) {
  const letters = initials(view.seats.map(({ name }) => name));
  const words = view.seats.map(({ name }, seat) => `${name} ${percentText(t, chances[seat])}`);
  const label = `${t("chances.title")}: ${words.join(", ")}`;
  return html`<div class="sjw-chances" role="img" aria-label=${label} title=${words.join(", ")}>
    ${chances.map(
      (
        chance,
        seat,
      ) => html`<span key=${seat} data-look=${lookOf(view, seat) % 8} style=${`flex-grow:${chance}`}>
        ${chance >= NAMED && `${letters[seat]} ${percentText(t, chance)}`}
      </span>`,
    )}
  </div>`;
}

/**
 * The bar below a board, or a line on why there is none.
 *
 * @param {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller}} props
 */
export function LiveChances({ snap: { view, chances: bar, opened }, t, control }) {
  if (!bar || bar.why === "closed" || !opened.includes("chances")) return null;
  const { why, chances } = bar;
  // "chances.off", "chances.asked", "chances.between", "chances.unknown"
  const text = t(`chances.${why || "title"}`);
  return html`<section class="sjw-live-chances" aria-label=${t("chances.title")} data-why=${why || undefined}>
    <p class="sjw-quiet">${text}</p>
    ${why === "" && (chances ? html`<${ChanceBar} chances=${chances} view=${view} t=${t} />` : html`<div class="sjw-chances" />`)}
    ${
      why === "off" &&
      html`<button type="button" class="sjw-button" onClick=${() => control.setCoach("request")}>
        ${t("chances.turn_on")}
      </button>`
    }
  </section>`;
}
