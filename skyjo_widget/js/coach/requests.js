/**
 * The reader's wishes to the coach: advice for a state, its mode, the measure on the cards.
 */

import { hasAdvice, mayAsk } from "./advice.js";

/**
 * @param {object} board
 * @param {() => Sjw.View} board.view
 * @param {() => Sjw.Coach | null} board.coach
 * @param {(message: Sjw.OfBoard) => void} board.post
 * @param {() => void} board.onChange called when there is something new to draw
 */
export function makeCoachRequests({ view, coach, post, onChange }) {
  /** The state in which the coach was asked, until it answers. @type {number | null} */
  let asked = null;
  /** @type {Sjw.Measure} */
  let measure = "points";

  return {
    snapshot: () => ({ coach: coach(), measure, asking: asked === view().state }),
    /** Take note of a view: a question before it is answered. */
    receive() {
      asked = null;
    },
    ask() {
      const now = view();
      if (asked === now.state || !mayAsk(now, coach())) return;
      asked = now.state;
      post({ type: "coach", state: now.state });
      onChange();
    },
    /** @param {Sjw.CoachMode} mode */
    setMode: (mode) => post({ type: "coach mode", state: view().state, mode }),
    /** @param {Sjw.Measure} [name] the other one, if none is named */
    showMeasure(name = measure === "points" ? "win" : "points") {
      measure = name;
      if (hasAdvice(coach())) onChange();
    },
  };
}
