/**
 * A running mean as a page of its own: its runs, drawn in a notebook, come one after the other.
 */

import { firstRuns } from "../charts/first_runs.js";
import mean from "../charts/running_mean.js";
import locales from "../lib/locales.js";

/** @typedef {Sjw.MeanChart} Chart */

/**
 * @param {HTMLElement} el
 * @param {{chart: Chart}} data
 */
export default function start(el, { chart }) {
  /** @type {Map<string, Set<(message?: object) => void>>} */
  const listeners = new Map();
  /** @type {Record<string, any>} */
  const traits = { chart: firstRuns(chart, 1) };

  /**
   * @param {string} event
   * @param {object} [message]
   */
  const notify = (event, message) => {
    for (const listener of listeners.get(event) ?? []) listener(message);
  };
  el.replaceChildren();
  mean.render({
    el,
    locales,
    model: {
      get: (name) => traits[name],
      set: (name, value) => {
        traits[name] = value;
      },
      save_changes() {},
      send(content) {
        const { type, asks } = /** @type {{type: string, asks?: number}} */ (content);
        const count = traits.chart.runs.length;
        if (type === "new run") traits.chart = firstRuns(chart, count + 1);
        if (type === "fill") traits.chart = firstRuns(chart, chart.runs.length);
        setTimeout(() => {
          if (traits.chart.runs.length > count) notify("change:chart");
          notify("msg:custom", { type: "present", id: asks, state: null });
        });
      },
      on(event, callback) {
        if (!listeners.has(event)) listeners.set(event, new Set());
        listeners.get(event)?.add(callback);
      },
      off: (event, callback) => listeners.get(event)?.delete(callback),
    },
  });
}
