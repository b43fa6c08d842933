/**
 * The coach on the cards: the worth of a choice on its target. Without advice nothing of it is drawn.
 */

import { Star } from "../cards/card.js";
import { createContext, html, useContext } from "../vendor/htm-preact.js";

/** The advice for the state on show, for whatever shows a part of it. */
export const Coaching = createContext(/** @type {Sjw.Coaching | null} */ (null));

/**
 * The worth of a choice, on its target. The style sheet paints it: as text it would run into the
 * card's number, and the place's name in words has it.
 *
 * @param {{worth: Sjw.Worth}} props
 */
export function Badge({ worth: { text, error, best, waiting } }) {
  return html`<span
    class="sjw-worth"
    data-best=${best || undefined}
    data-waiting=${waiting || undefined}
    aria-hidden="true"
  >
    <span class="sjw-worth-value" data-value=${text}>${best && html`<${Star} />`}</span>
    ${error && html`<span class="sjw-worth-error" data-error=${error}></span>`}
  </span>`;
}

/**
 * The badge of what is no place, such as a button.
 *
 * @param {{spot: string}} props
 */
export function BadgeOf({ spot }) {
  const worth = useContext(Coaching)?.at(spot);
  return worth
    ? html`<${Badge} worth=${worth} /><span class="sjw-unseen">, ${worth.words}</span>`
    : null;
}
