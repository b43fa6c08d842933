/**
 * A running mean's chart at an earlier moment.
 */

/** @typedef {Sjw.MeanChart} Chart */

/**
 * A chart as it was when the first of its shown runs had been drawn, or a later one.
 *
 * @param {Chart} chart
 * @param {number} count how many of the shown runs
 * @returns {Chart}
 */
export function firstRuns(chart, count) {
  const later = chart.runs.length - count;
  return {
    ...chart,
    runs: chart.runs.slice(0, count),
    tally: chart.tally.map((row) => ({
      ...row,
      inside: row.inside.slice(0, row.inside.length - later),
      errors: row.errors.slice(0, row.errors.length - later),
    })),
    renews: later > 0,
  };
}
