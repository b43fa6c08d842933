/**
 * The coach around the table: the button that asks it, and the line with the cost of a move.
 */

import { inGame } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { html, useContext } from "../vendor/htm-preact.js";
import { hasAdvice, mayAsk } from "./advice.js";
import { Coaching } from "./badges.js";
import { verdictParts } from "./coach_words.js";

/**
 * The button that asks the coach, if it gives advice on request; disabled, its title says why.
 *
 * @param {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller}} props
 */
export function AskButton({ snap: { view, coach, asking, shut }, t, control }) {
  if (coach?.mode !== "request" || view.viewer === null) return null;
  const can = mayAsk(view, coach) && !asking && !shut;
  const why = t(can ? "coach.ask_hint" : hasAdvice(coach) ? "coach.asked" : "coach.ask_later");
  return html`<button
    type="button"
    class="sjw-button sjw-ask"
    aria-disabled=${can ? "false" : "true"}
    aria-keyshortcuts="C"
    title=${why}
    onClick=${control.askCoach}
  >
    <${Icon} name="coach" /><span>${t("coach.ask")}</span>
  </button>`;
}

/**
 * The unit of the values on the cards, and which of them are better.
 *
 * @param {{view: Sjw.View, t: Sjw.Translate}} props
 */
export function WorthLegend({ view, t }) {
  const coaching = useContext(Coaching);
  return (
    coaching &&
    html`<span class="sjw-hint sjw-worth-legend">
      ${inGame(t, view.game, `coach.legend.${coaching.measure}`)}
    </span>`
  );
}

/**
 * The verdict on the last move, if the coach gives one. Its place is kept, so that nothing moves.
 *
 * @param {{snap: Sjw.Snapshot, t: Sjw.Translate}} props
 */
export function VerdictLine({ snap: { view, coach }, t }) {
  if (coach?.mode !== "after" || view.viewer === null) return null;
  const { verdict } = coach;
  const { what, costs, more } = verdict
    ? verdictParts(t, view, verdict)
    : { what: t("coach.verdict_none"), costs: [], more: [] };
  return html`<section class="sjw-verdict" aria-label=${t("coach.verdict")} data-quiet=${!verdict || undefined}>
    <${Icon} name="coach" />
    <p>
      <span class="sjw-verdict-what">${what}</span>
      ${costs.map(
        ({ text, good }) => html` <span key=${text} class="sjw-cost" data-good=${good || undefined}>
          ${good && html`<${Icon} name="done" />`}${text}
        </span>`,
      )}
      ${more.map((text) => html` <span key=${text} class="sjw-verdict-more">${text}</span>`)}
    </p>
  </section>`;
}
