/**
 * Clicks that are made while an earlier one waits for its answer, as beside a cell that runs for
 * long. They are kept here, and played one after the other, each on the view that answers the one
 * before: only if it is still the same person's decision and means what it meant. Otherwise they
 * are given back with the reason.
 */

import { actionOf, choice, sameCard, seenCard } from "../parts/selection.js";

/** Time after which a click that is under way is shown as waiting, in ms. */
const SLOW_AFTER = 500;

/** In place of a target: the wish to take the last decision back. */
export const UNDO = "undo";

/**
 * @typedef {object} Click
 * @property {string} target
 * @property {number | null} viewer who clicked
 * @property {string | null} action what it meant then; null: nothing yet
 * @property {ReturnType<typeof seenCard>} card that lay there
 * @property {Sjw.Chosen | null} picked the same if the click chose it
 */

/**
 * @param {object} board
 * @param {() => Sjw.View} board.view
 * @param {() => boolean} board.isBusy a command for the view is under way
 * @param {() => Sjw.Chosen | null} board.chosen
 * @param {(target: string) => void} board.play click now
 * @param {() => void} board.onChange called when there is something new to draw
 */
export function makeClickQueue({ view, isBusy, chosen, play, onChange }) {
  /** @type {Click[]} */
  let kept = [];
  /** The click that waits for its answer. @type {{target: string, state: number} | null} */
  let sent = null;
  let slow = false;
  /** @type {Sjw.Dropped | null} */
  let dropped = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /**
   * @param {Click} click
   * @returns {{spot: string} | Sjw.Dropped["why"]} where it is to be made now, or why it can't be
   */
  const fit = ({ target, viewer, action, card }) => {
    const now = view();
    if (now.seat !== null && now.seat !== viewer) return "turn";
    if (now.viewer !== viewer || now.waiting !== "person") return "changed";
    if (target === UNDO) return { spot: target };
    const spot = card ? sameCard(now, target, card) : target;
    if (spot === null) return "changed";
    const means = actionOf(now, spot, chosen());
    if (means === null && choice(now, spot) === null) return "changed";
    if (action !== null) return means === action ? { spot } : "changed";
    // A card that was just drawn wasn't known when its place was clicked.
    const { held } = /** @type {Partial<Sjw.GridView>} */ (now);
    return held?.source === "draw" ? "unseen" : { spot };
  };

  /** @param {Sjw.Dropped["why"]} why */
  const drop = (why) => {
    if (kept.length === 0) return;
    const { seats, seat } = view();
    dropped = { count: kept.length, why, player: seat === null ? "" : seats[seat].name };
    kept = [];
  };

  const settle = () => {
    clearTimeout(timer);
    sent = null;
    slow = false;
  };

  return {
    snapshot: () => ({
      waits: sent && (slow || kept.length > 0) ? [sent, ...kept].map(({ target }) => target) : [],
      dropped,
    }),
    /** Check if clicks are kept: a further one is behind them. */
    isAhead: () => kept.length > 0,
    /**
     * A click goes up.
     *
     * @param {string} target
     */
    sent(target) {
      settle();
      dropped = null;
      sent = { target, state: view().state };
      timer = setTimeout(() => {
        slow = true;
        onChange();
      }, SLOW_AFTER);
    },
    /**
     * Keep a click until those before are answered; a second one on the same place is none.
     *
     * @param {string} target
     */
    keep(target) {
      const now = view();
      const { viewer } = now;
      if (sent === null || now.paper || now.waiting !== "person" || now.seat !== viewer) return;
      const last = kept.at(-1);
      if ((last ?? sent).target === target) return;
      const card = choice(now, target);
      const picked = last ? last.picked : chosen();
      const action = target === UNDO ? null : actionOf(now, target, picked);
      kept.push({
        target,
        viewer,
        action,
        card: seenCard(now, target),
        picked:
          action === null && card !== null ? { card, spot: target, decision: now.decision } : null,
      });
      onChange();
    },
    /** @returns {boolean} whether there was a kept click, whose newest is no more */
    takeBack() {
      if (kept.pop() === undefined) return false;
      onChange();
      return true;
    },
    /** Handle a view: the answer if it shows another state, or a refusal. */
    receive() {
      const now = view();
      if (sent === null || (now.state === sent.state && !now.error)) return;
      settle();
      if (now.error) drop("first");
      while (kept.length > 0 && !isBusy()) {
        const place = fit(kept[0]);
        if (typeof place === "string") drop(place);
        else {
          kept.shift();
          play(place.spot);
        }
      }
    },
    /** Handle the loss of the click that is under way. */
    lost() {
      settle();
      drop("first");
    },
    dispose: settle,
  };
}
