/**
 * The coach's two charts: the choices side by side, and the one distribution of a card that nobody
 * has seen.
 */

import { hue, Star } from "../cards/card.js";
import { counted, inGame } from "../lib/i18n.js";
import { html, useState } from "../vendor/htm-preact.js";
import { bars } from "./advice.js";
import { barName, chanceText, choicesText } from "./coach_words.js";

/** Rows of the comparison: all others have their values on the cards. */
const ROWS = 5;
/** Numbers that have their names under the bars of a chart; of more, every second … */
const NAMED = 16;
/** Standard errors that a whisker spans to each side, as after ±. */
const ERRORS = 2;

/* ---- Choices ------------------------------------------------------------------- */

/**
 * The rows of a comparison: the best ones, and always the one that is looked at.
 *
 * @param {Sjw.Rank[]} ranks
 * @param {string | null} looked an action
 */
export function comparedRows(ranks, looked) {
  const at = ranks.findIndex(({ actions }) => looked !== null && actions.includes(looked));
  const visible = at < ROWS ? ranks.slice(0, ROWS) : [...ranks.slice(0, ROWS - 1), ranks[at]];
  return visible.map((rank) => {
    const { actions } = rank;
    const here = rank === ranks[at] && looked !== null;
    const named = here ? [looked, ...actions.filter((action) => action !== looked)] : actions;
    return { ...rank, actions: named, here };
  });
}

/**
 * The scale of a comparison: zero is always on it.
 *
 * @param {Sjw.Rank[]} ranks
 * @returns {(value: number) => number} from a value to a share of the width, 0 to 1
 */
export function comparedScale(ranks) {
  const ends = ranks.flatMap(({ value, worth: { judged, measure } }) => {
    const error = measure === "win" ? ERRORS * (judged.error ?? 0) : 0;
    return [value - error, value + error];
  });
  const low = Math.min(0, ...(ranks[0]?.worth.measure === "win" ? [] : ends));
  const high = Math.max(0, ...ends);
  return (value) => Math.min(1, Math.max(0, (value - low) / (high - low || 1)));
}

/**
 * The choices by the measure on show, where they differ.
 *
 * @param {{view: Sjw.View, t: Sjw.Translate, coaching: Sjw.Coaching, looked: string | null}} props
 */
export function Choices({ view, t, coaching, looked }) {
  const { measure } = coaching;
  const ranks = coaching.ranks(measure);
  if (ranks.length < 2) return null;
  const scale = comparedScale(ranks);
  const share = (/** @type {number} */ value) => `${(100 * scale(value)).toFixed(1)}%`;
  const title = inGame(t, view.game, `coach.compared.${measure}`) ?? "";
  return html`<section class="sjw-chart sjw-compared" style=${`--zero:${share(0)}`}>
    <h4>${title}</h4>
    <ol aria-label=${title}>
      ${comparedRows(ranks, looked).map(({ actions, worth, value, here }) => {
        const error = measure === "win" ? ERRORS * (worth.judged.error ?? 0) : 0;
        return html`<li key=${actions[0]} data-best=${worth.best || undefined} data-at=${here || undefined}>
          <span class="sjw-compared-name">
            ${worth.best && html`<${Star} />`}${choicesText(t, view, actions)}${worth.best && html`<span class="sjw-unseen">, ${t("coach.the_best")}</span>`}
          </span>
          <b>${worth.text}${worth.error && html` <small>${worth.error}</small>`}</b>
          <span class="sjw-track" aria-hidden="true">
            <i style=${`left:${share(Math.min(0, value))};right:calc(100% - ${share(Math.max(0, value))})`}></i>
            ${
              error > 0 &&
              html`<i class="sjw-whisker" style=${`left:${share(value - error)};right:calc(100% - ${share(value + error)})`}></i>`
            }
          </span>
        </li>`;
      })}
    </ol>
    <p class="sjw-chart-told">${inGame(t, view.game, `coach.compared.${measure}_how`)}</p>
  </section>`;
}

/* ---- Cards ----------------------------------------------------------------------- */

/**
 * The distribution of a card: the one law of the cards that aren't seen. Only where the next card
 * of the draw pile has another one, it is that of the place that is looked at.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.CoachOdds} odds
 * @param {boolean} draw whether the draw pile is looked at
 * @returns {{counts: Sjw.Counts, title: string} | null}
 */
export function lawOf(t, { hidden, draw: next, unseen }, draw) {
  const ofNext = draw || !hidden?.length;
  const counts = (ofNext ? next : hidden) ?? [];
  if (counts.length === 0) return null;
  const same = !hidden || JSON.stringify(hidden) === JSON.stringify(next);
  const title = same
    ? counted(t, "coach.unseen", unseen)
    : t(ofNext ? "coach.chances_draw" : "coach.chances_hidden");
  return { counts, title };
}

/**
 * A distribution, bar by bar: the pointer, a finger or the arrows choose the bar that is described in
 * words; at first it is the highest.
 *
 * @param {{odds: Sjw.CoachOdds, draw: boolean, wild: number | null, t: Sjw.Translate}} props
 */
export function Law({ odds, draw, wild, t }) {
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const law = lawOf(t, odds, draw);
  if (!law) return null;
  const { counts, title } = law;
  const columns = bars(counts);
  const highest = Math.max(
    0,
    columns.findIndex(({ height }) => height === 1),
  );
  const at = Math.min(chosen ?? highest, columns.length - 1);
  const { number, copies } = columns[at];
  const text = chanceText(t, number, copies, counts, wild);
  const every = Math.ceil(columns.length / NAMED);

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const steps = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      Home: -at,
      End: columns.length,
    };
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    const next = at + steps[/** @type {keyof typeof steps} */ (event.key)];
    setChosen(Math.max(0, Math.min(columns.length - 1, next)));
  };
  /** @param {PointerEvent} event */
  const onPoint = ({ clientX, currentTarget }) => {
    const { left, width } = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    const n = Math.floor(((clientX - left) / width) * columns.length);
    setChosen(Math.max(0, Math.min(columns.length - 1, n)));
  };

  return html`<section class="sjw-chart sjw-law">
    <h4>${title}</h4>
    <div
      class="sjw-bars"
      role="slider"
      tabindex="0"
      aria-label=${title}
      aria-valuemin="0"
      aria-valuemax=${columns.length - 1}
      aria-valuenow=${at}
      aria-valuetext=${text}
      style=${`--bars:${columns.length}`}
      onKeyDown=${onKeyDown}
      onPointerDown=${onPoint}
      onPointerMove=${onPoint}
    >
      ${columns.map(
        (
          bar,
          n,
        ) => html`<span key=${bar.number} class="sjw-column" data-at=${n === at || undefined}>
          <span class="sjw-column-bar" style=${`${barHue(bar.number, wild)};height:${(100 * bar.height).toFixed(1)}%`}></span>
          <span class="sjw-column-name">${n % every === 0 ? barName(bar.number, wild) : ""}</span>
        </span>`,
      )}
    </div>
    <p class="sjw-chart-told"><b>${text}</b></p>
  </section>`;
}

/**
 * The colour of a bar: that of its number's cards.
 *
 * @param {number} number
 * @param {number | null} wild the number that stands for wild cards
 */
function barHue(number, wild) {
  return number === wild ? "--a:0.004;--b:0.012" : hue(String(number));
}
