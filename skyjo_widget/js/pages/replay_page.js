/**
 * A replay as a page of its own: what a notebook's kernel does for a board, with all that it could
 * be asked for already here.
 */

import main from "../app/board_widget.js";
import "../replay/install.js";
import { momentOf } from "../replay/replay_line.js";
import { pageModel, passKeys } from "./page_model.js";

/** Rows of the log in one batch, as in replays/widget.py. */
const BATCH = 20;
/** Time that a moment is on show before the page's address names it, in ms. */
const ADDRESS_AFTER = 300;

/**
 * @typedef {{first: {view: object, sheet: object}, steps: {view?: object, sheet?: object}[],
 *   traits: Record<string, any>, rows: Sjw.Rows}} Data
 */

/**
 * A picture with changes laid over it.
 *
 * @param {any} before
 * @param {any} changes of `replay_page._changes`
 * @returns {any}
 */
export function laidOver(before, changes) {
  if (!changes) return before;
  if (changes.whole) return changes.whole;
  const after = { ...before, ...changes };
  if (changes.seats) {
    after.seats = before.seats.map((/** @type {object} */ seat, /** @type {number} */ n) =>
      laidOver(seat, changes.seats[n]),
    );
  }
  return after;
}

/**
 * All moments of a page.
 *
 * @param {Data} data
 * @returns {{view: any, sheet: any}[]}
 */
export function moments({ first, steps }) {
  const shots = [first];
  for (const { view, sheet } of steps) {
    const before = shots[shots.length - 1];
    shots.push({ view: laidOver(before.view, view), sheet: laidOver(before.sheet, sheet) });
  }
  return shots;
}

/**
 * The rows around a decision.
 *
 * @param {Sjw.Rows} rows
 * @param {number} decision
 * @returns {Sjw.Rows}
 */
export function rowsAround(rows, decision) {
  const batch = Math.floor(decision / BATCH);
  return { ...rows, rows: rows.rows.slice(Math.max(0, (batch - 1) * BATCH), (batch + 2) * BATCH) };
}

/**
 * The decision that an address names.
 *
 * @param {string} hash "#d12"
 * @returns {number | null}
 */
export function decisionOf(hash) {
  const match = /^#d(\d{1,6})$/.exec(hash);
  return match && Number(match[1]);
}

/**
 * Show a replay.
 *
 * @param {HTMLElement} el
 * @param {Data} data
 * @param {object} [inPage] where it is a part of a page, whose address isn't its own
 * @param {number} inPage.before the decision before which it opens
 * @param {() => void} [inPage.onSmall] opens it as large as the window; called when it no longer is
 * @returns {() => void} take it away again
 */
export default function start(el, data, inPage) {
  const shots = moments(data);
  const line = /** @type {Sjw.Timeline} */ (data.traits.replay);
  /** @type {Record<string, any>} */
  const traits = { ...data.traits, older: { rows: [] }, coach: null, pace: 1200, spoken: "" };
  traits.projector = Boolean(inPage?.onSmall);
  let answer = 0;
  let timer = 0;

  /** @param {number} to */
  const show = (to) => {
    const decision = line.decision[to];
    answer += 1;
    traits.view = { ...shots[to].view, answer };
    traits.sheet = shots[to].sheet;
    traits.rows = rowsAround(data.rows, decision ?? 0);
    model.show();
    if (inPage) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (answer > 1) history.replaceState(null, "", decision === null ? "#" : `#d${decision}`);
    }, ADDRESS_AFTER);
  };

  /** @param {string} address */
  const goTo = (address) => {
    const decision = decisionOf(new URL(address).hash);
    const to = decision === null ? -1 : momentOf(line, decision);
    if (to >= 0 || answer === 0) show(Math.max(0, to));
  };

  // The page's address may by now be that of an earlier moment again: the timer's work.
  /** @param {HashChangeEvent} event */
  const toAddress = ({ newURL }) => goTo(newURL);

  const model = pageModel(traits, {
    onMessage: ({ type, to }) => type === "seek" && setTimeout(show, 0, to),
    onSet: (name, value) => name === "projector" && !value && inPage?.onSmall?.(),
  });
  if (inPage) show(Math.max(0, momentOf(line, inPage.before) - 1));
  else {
    goTo(location.href);
    window.addEventListener("hashchange", toAddress);
  }
  el.replaceChildren();
  const leaves = [main.render({ el, model }), passKeys(el)];
  return () => {
    clearTimeout(timer);
    window.removeEventListener("hashchange", toAddress);
    for (const leave of leaves) leave();
  };
}
