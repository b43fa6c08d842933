/**
 * A position to be tried in a page without a kernel: what each choice leads to is already here, and
 * any can be taken back.
 */

import main from "../app/board_widget.js";
import { pageModel, passKeys } from "./page_model.js";

/**
 * @typedef {{traits: Record<string, any>, moments: {shown: Record<string, any>,
 *   ways: Record<string, number>}[]}} Data
 *   `shown`: the traits that differ; `ways`: the moment that each action leads to
 */

/**
 * Show a position.
 *
 * @param {HTMLElement} el
 * @param {Data} data
 * @returns {() => void} take it away again
 */
export default function start(el, { traits, moments }) {
  const path = [0];
  const here = () => moments[path[path.length - 1]];
  /** @type {Record<string, any>} */
  const now = { ...traits, pace: -1, spoken: "", opened: [], asides: [] };
  let answer = 0;
  const show = () => {
    const { shown: changes } = here();
    answer += 1;
    Object.assign(now, changes);
    now.view = { ...changes.view, answer, state: path[path.length - 1] };
    now.view.undo = path.length > 1 ? "yes" : "nothing";
    model.show();
  };
  const model = pageModel(now, {
    onMessage({ type, action }) {
      const to = here().ways[action];
      if (type === "undo") path.pop();
      else if (type === "act" && to !== undefined) path.push(to);
      else return;
      setTimeout(show);
    },
  });
  show();
  el.replaceChildren();
  const leaves = [main.render({ el, model }), passKeys(el)];
  // A frame is as high as its page says; from the disk each file is another origin.
  const observer = new ResizeObserver(() =>
    parent.postMessage({ skyjo: document.documentElement.offsetHeight }, "*"),
  );
  observer.observe(document.documentElement);
  return () => {
    observer.disconnect();
    for (const leave of leaves) leave();
  };
}
