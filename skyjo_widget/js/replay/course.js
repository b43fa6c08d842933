/**
 * The course of a replayed game: everybody's chances to win as lines over the slider, and the
 * decisions that cost points as marks.
 */

import { actionText, decimal } from "../coach/coach_words.js";
import { lookOf } from "../parts/initial.js";
import { html } from "../vendor/htm-preact.js";

/**
 * The slips as notes, which stand on the line with the others.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Course | undefined} course
 * @returns {Sjw.MomentNote[]}
 */
export function slipNotes(t, view, course) {
  return (course?.slips ?? []).map(({ at, decision, seat, best, cost }) => ({
    kind: "slip",
    at,
    decision,
    by: view.seats[seat].name,
    text: t("replay.best_was", {
      action: actionText(t, view, best),
      points: decimal(t, cost, 1),
    }),
  }));
}

/**
 * The chances from moment to moment, a line a player.
 *
 * @param {{course: Sjw.Course, view: Sjw.View, place: (moment: number) => number, width: number}} props
 */
export function ChanceLines({ course: { chances }, view, place, width }) {
  const judged = chances.flatMap((now, at) => (now.length > 0 ? [{ now, at }] : []));
  if (judged.length === 0) return null;
  return html`<svg class="sjw-chance-lines" viewBox=${`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true">
    ${view.seats.map(({ seat }) => {
      const points = judged.map(
        ({ now, at }) => `${place(at).toFixed(1)},${100 - 100 * now[seat]}`,
      );
      return html`<polyline key=${seat} data-look=${lookOf(view, seat) % 8} points=${points.join(" ")} />`;
    })}
  </svg>`;
}
