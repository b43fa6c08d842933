/**
 * Advice of the coach: the worth of each choice, and the shape of a chart. Its words are in
 * coach_words.js; badges.js shows it on the cards, coach_tab.js in the side panel.
 *
 * Points now: the less, the better. Chance to win: the more, the better, and known with an error.
 */

import { actionOf, choice } from "../parts/selection.js";
import { errorText, worthText } from "./coach_words.js";

const MEASURES = /** @type {const} */ (["points", "win"]);
/** Two values nearer than this are equal: they were computed in two ways. */
const SAME = 1e-9;
/** Differences below this are nothing that a text could show. */
const NEAR = { points: 0.05, win: 0.005 };

/**
 * The coach, without advice for another state than that on show.
 *
 * @param {(Sjw.Coach & {state: number}) | {} | undefined} trait
 * @param {Sjw.View} view
 * @returns {Sjw.Coach | null} null where there is no coach
 */
export function presentCoach(trait, view) {
  if (!trait || !("mode" in trait)) return null;
  if (trait.state === view.state) return trait;
  return { ...trait, odds: null, actions: null, best: null, thinking: false };
}

/**
 * Check if the coach can be asked now.
 *
 * @param {Sjw.View} view
 * @param {Sjw.Coach | null} coach
 */
export function mayAsk(view, coach) {
  const due = view.waiting === "person" && !(/** @type {Sjw.PileView} */ (view).covered);
  return due && coach?.mode === "request" && !hasAdvice(coach);
}

/** @param {Sjw.Coach | null} coach */
export function hasAdvice(coach) {
  return Boolean(coach && (coach.actions || coach.odds));
}

/* ---- The worth of a choice --------------------------------------------------- */

/**
 * The worth of an action by a measure, the more the better.
 *
 * @param {Sjw.Judged} judged
 * @param {Sjw.Measure} measure
 * @returns {number} −∞ while it isn't known
 */
function merit(judged, measure) {
  const value = judged[measure];
  if (value === null) return Number.NEGATIVE_INFINITY;
  return measure === "points" ? -value : value;
}

/**
 * The best of some actions.
 *
 * @param {Record<string, Sjw.Judged>} judged by action
 * @param {string[]} actions
 * @param {Sjw.Measure} measure
 * @returns {string | null} the first of equals
 */
export function bestOf(judged, actions, measure) {
  let best = null;
  for (const action of actions) {
    if (!Object.hasOwn(judged, action)) continue;
    if (best === null || merit(judged[action], measure) > merit(judged[best], measure))
      best = action;
  }
  return best;
}

/**
 * An action among all.
 *
 * @param {Sjw.Judged} judged
 * @param {Sjw.Judged[]} all
 * @param {Sjw.Measure} by
 * @returns {Sjw.Standing | null} null while it isn't known
 */
export function standingOf(judged, all, by) {
  const loss = (/** @type {Sjw.Judged} */ option) => option.cost[by] ?? 0;
  const asGood = (/** @type {Sjw.Judged} */ option) =>
    loss(option) < NEAR[by] || (by === "win" && option.good);
  if (judged.cost[by] === null) return null;
  const worse = all.filter((option) => !asGood(option)).sort((a, b) => loss(a) - loss(b));
  const others = all.length - worse.length - 1;
  if (all.length === 1) return { kind: "only", gap: 0, error: null, others };
  if (worse.length === 0) return { kind: "even", gap: 0, error: null, others };
  const [next] = asGood(judged) ? worse : [judged];
  const kind = next === judged ? "worse" : loss(judged) < SAME ? "best" : "near";
  return { kind, gap: loss(next), error: by === "win" ? next.cost.error : null, others };
}

/**
 * The advice for the state on show.
 *
 * @param {Sjw.Translate} t
 * @param {Pick<Sjw.Snapshot, "view" | "coach" | "chosen" | "measure">} snap
 * @param {number | null} wild the number that stands for wild cards
 * @returns {Sjw.Coaching | null} null without advice
 */
export function makeCoaching(t, { view, coach, chosen, measure: wished }, wild) {
  if (!coach || !hasAdvice(coach)) return null;
  const { odds, thinking } = coach;
  const actions = coach.actions ?? {};
  const all = Object.values(actions);
  const measures = MEASURES.filter(
    (name) => all.some((judged) => judged[name] !== null) || (name === "win" && thinking),
  );
  const measure = measures.includes(wished) ? wished : (measures[0] ?? "points");

  /** @param {string} action @param {Sjw.Measure} by @returns {Sjw.Worth | null} */
  const of = (action, by) => {
    if (!Object.hasOwn(actions, action)) return null;
    const judged = actions[action];
    const value = judged[by];
    const waiting = value === null;
    if (waiting && !(by === "win" && thinking)) return null;
    const merits = all.map((other) => merit(other, by));
    const [least, most] = [Math.min(...merits), Math.max(...merits)];
    // If all choices are worth the same, none is the best.
    const best = most - merit(judged, by) < SAME && most - least > SAME;
    const share =
      waiting || !(most - least > SAME) ? null : (merit(judged, by) - least) / (most - least);
    const text = waiting ? "…" : worthText(t, by, value);
    const error = !waiting && by === "win" && judged.error ? errorText(t, judged.error) : "";
    const worth = waiting ? t("coach.thinking") : [text, error].filter(Boolean).join("\u00a0");
    const words = [t(`coach.said_${by}`, { value: worth })];
    if (best) words.push(t("coach.the_best"));
    return {
      action,
      judged,
      measure: by,
      text,
      error,
      words: words.join(", "),
      best,
      share,
      waiting,
    };
  };

  return {
    measure,
    measures,
    odds,
    wild,
    thinking,
    of,
    best(by) {
      const action = coach.best?.[by] ?? null;
      return action === null ? null : of(action, by);
    },
    compare: (action, by) =>
      Object.hasOwn(actions, action) ? standingOf(actions[action], all, by) : null,
    ranks(by) {
      /** @type {Sjw.Rank[]} */
      const ranks = [];
      const rated = Object.keys(actions).filter((action) => actions[action][by] !== null);
      rated.sort((a, b) => merit(actions[b], by) - merit(actions[a], by));
      for (const action of rated) {
        const worth = /** @type {Sjw.Worth} */ (of(action, by));
        const last = ranks.at(-1);
        if (last && last.worth.text === worth.text && last.worth.error === worth.error)
          last.actions.push(action);
        else ranks.push({ actions: [action], worth, value: Number(actions[action][by]) });
      }
      return ranks;
    },
    at(spot) {
      let action = actionOf(view, spot, chosen);
      const card = action === null && chosen === null ? choice(view, spot) : null;
      if (card !== null) action = bestOf(actions, Object.values(view.moves?.[card] ?? {}), measure);
      return action === null ? null : of(action, measure);
    },
  };
}

/* ---- Charts ----------------------------------------------------------------- */

/** The widest range of numbers that gets a place for each of them, copies or none. */
const WIDEST = 24;

/**
 * A bar for each number: where it stands, and how high it is.
 *
 * @param {Sjw.Counts} counts
 * @returns {{number: number, copies: number, height: number}[]} from the lowest number on; the
 *   height of the most frequent one is 1
 */
export function bars(counts) {
  const copies = new Map(counts);
  const most = Math.max(0, ...copies.values());
  const numbers = [...copies.keys()].sort((a, b) => a - b);
  const [low, high] = [numbers[0], numbers[numbers.length - 1]];
  const whole = numbers.length > 0 && high - low <= WIDEST;
  const axis = whole ? Array.from({ length: high - low + 1 }, (_, k) => low + k) : numbers;
  return axis.map((number) => {
    const count = copies.get(number) ?? 0;
    return { number, copies: count, height: most > 0 ? count / most : 0 };
  });
}
