/**
 * The coach on the cards: the worth of a choice on its target, a bar for each number that a
 * face-down card may have. Without advice nothing of it is drawn.
 */

import { hue, Star } from "../cards/card.js";
import { createContext, html, useContext } from "../vendor/htm-preact.js";
import { bars } from "./advice.js";
import { barName, chanceText } from "./coach_words.js";

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
    data-value=${text}
    data-error=${error || undefined}
    data-best=${best || undefined}
    data-waiting=${waiting || undefined}
    aria-hidden="true"
  >
    ${best && html`<${Star} />`}
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

/**
 * The colour of a bar: that of its number's cards.
 *
 * @param {number} number
 * @param {number | null} wild the number that stands for wild cards
 */
export function barHue(number, wild) {
  return number === wild ? "--a:0.004;--b:0.012" : hue(String(number));
}

/**
 * The odds of a face-down card, laid on its back: a bar for each number, as high as there are
 * copies. The side panel has the same for the ear, the keyboard and fingers.
 *
 * @param {{of: "hidden" | "draw", t: Sjw.Translate}} props
 */
export function Chances({ of, t }) {
  const coaching = useContext(Coaching);
  const counts = coaching?.odds?.[of] ?? [];
  if (!coaching || counts.length === 0) return null;
  const { wild } = coaching;
  const found = bars(counts);
  const [low, high] = [found[0], found[found.length - 1]].map((end) => barName(end.number, wild));
  return html`<span class="sjw-chances" aria-hidden="true">
    <svg viewBox=${`0 0 ${found.length} 1`} preserveAspectRatio="none">
      ${found.map(
        ({ number, copies, height }, n) => html`<g key=${number}>
          <rect class="sjw-bar" style=${barHue(number, wild)} x=${n + 0.1} y=${1 - height} width="0.8" height=${height} />
          <rect class="sjw-bar-all" x=${n} y="0" width="1" height="1">
            <title>${chanceText(t, number, copies, counts, wild)}</title>
          </rect>
        </g>`,
      )}
    </svg>
    <span class="sjw-ends" data-low=${low} data-high=${high}></span>
  </span>`;
}
