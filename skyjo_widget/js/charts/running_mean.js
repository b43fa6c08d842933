/**
 * A mean that grows: Python sends its values at some hundred numbers of draws, and here they are
 * shown one after the other, at the reader's speed.
 */

import { makeChannel } from "../lib/channel.js";
import { fill, makeTranslate } from "../lib/i18n.js";
import { passesToNotebook } from "../lib/keys.js";
import { followTheme } from "../lib/theme.js";
import { html, render } from "../vendor/htm-preact.js";

/**
 * @typedef {object} Chart what is shown; made by `RunningMean` in classroom/running_mean.py
 * @property {string} lang
 * @property {string} title
 * @property {string} unit "" for none
 * @property {string} each what is counted, in words
 * @property {"log" | "linear"} axis
 * @property {"exact" | "reference" | "own"} band round the exact mean; round a given one, as wide as
 *   the values spread; round the mean so far
 * @property {number | null} mean the exact or given one
 * @property {number[]} n how many were drawn
 * @property {number[][]} runs the means at these n; the present run last
 * @property {number[]} low the band
 * @property {number[]} high
 * @property {[number, number]} range of the vertical axis
 * @property {number} digits decimals
 * @property {boolean} renews whether new draws can be had
 * @property {Record<string, any>} words
 */

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
/** The time of a run at speed 1, in seconds; less if there are few values. */
const LONGEST = 12;
const SECONDS_EACH = 0.25;
/** With reduced motion a run is shown in so many steps. */
const STEPS = 10;
/** Width to draw with while the element is not in the page yet. */
const UNMEASURED = 640;
/** The approximate width of a letter, in px. */
const LETTER = 6.6;

/**
 * The place in a run after some time.
 *
 * @param {number} at place in the list of values, from 0
 * @param {number} last place
 * @param {number} seconds since; a frame's time may lie a little before that of the press
 * @param {number} speed
 * @returns {number}
 */
export function advance(at, last, seconds, speed) {
  const whole = Math.min(LONGEST, SECONDS_EACH * last);
  return Math.min(last, at + (Math.max(0, seconds) * speed * last) / whole);
}

/**
 * The part of a run that is shown.
 *
 * @param {number} at
 * @param {number} last
 * @param {boolean} still whether the reader wants little motion
 * @returns {number}
 */
export function shownTo(at, last, still) {
  if (!still || at >= last) return at;
  return (Math.floor((at / last) * STEPS) / STEPS) * last;
}

/**
 * Round numbers inside a range.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} most how many at most
 * @returns {number[]}
 */
export function ticks(low, high, most) {
  if (high <= low) return [low];
  const ten = 10 ** Math.floor(Math.log10((high - low) / most));
  const step = ten * ([1, 2, 5, 10].find((s) => (high - low) / (ten * s) <= most) ?? 10);
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
    found.push(Number((k * step).toPrecision(12)));
  }
  return found;
}

/**
 * Powers of ten inside a range.
 *
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
export function powers(low, high) {
  const found = [];
  for (let ten = 10 ** Math.ceil(Math.log10(low) - 1e-9); ten <= high; ten *= 10) found.push(ten);
  return found;
}

/**
 * A scale: from a number to a place in the picture.
 *
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {(x: number) => number} [by]
 * @returns {(x: number) => number}
 */
export function scale(from, to, by = (x) => x) {
  const [a, b] = from.map(by);
  const ratio = b === a ? 0 : (to[1] - to[0]) / (b - a);
  return (x) => to[0] + (by(x) - a) * ratio;
}

/** @param {number} x */
const short = (x) => Math.round(x * 10) / 10;

/**
 * Points of a line up to a place between two of them.
 *
 * @param {number[]} xs
 * @param {number[]} ys
 * @param {number} at
 * @returns {[number, number][]}
 */
export function pointsTo(xs, ys, at) {
  const full = Math.floor(at);
  /** @type {[number, number][]} */
  const points = xs.slice(0, full + 1).map((x, i) => [x, ys[i]]);
  const part = at - full;
  if (part > 0 && full + 1 < xs.length) {
    points.push([
      xs[full] + part * (xs[full + 1] - xs[full]),
      ys[full] + part * (ys[full + 1] - ys[full]),
    ]);
  }
  return points;
}

/** @param {[number, number][]} points */
const path = (points) => `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`;

/**
 * The numbers at a place, formatted.
 *
 * @param {Chart} chart
 * @param {number} at
 * @returns {{n: string, mean: string, exact: string, error: string, inside: boolean}}
 */
export function numbersAt(chart, at) {
  const i = Math.floor(at);
  const format = numberFormat(chart);
  const value = chart.runs[chart.runs.length - 1][i];
  const half = (chart.high[i] - chart.low[i]) / 2;
  return {
    n: format(chart.n[i], 0),
    mean: format(value, chart.digits),
    exact: chart.mean === null ? "" : format(chart.mean, chart.digits),
    error: format(half, chart.digits),
    inside: chart.low[i] <= value && value <= chart.high[i],
  };
}

/**
 * The same as a sentence.
 *
 * @param {Chart} chart
 * @param {number} at
 * @returns {string}
 */
export function sentenceAt(chart, at) {
  const { words } = chart;
  const found = numbersAt(chart, at);
  const where = chart.band === "own" ? "" : words.where[found.inside ? "inside" : "outside"];
  return fill(words.sentence[chart.band], { ...found, each: chart.each, where }).trim();
}

/**
 * @param {Chart} chart
 * @returns {(number: number, digits?: number) => string} a number as the language writes it
 */
function numberFormat(chart) {
  return (number, digits) => {
    const format = new Intl.NumberFormat(chart.lang, {
      minimumFractionDigits: digits ?? 0,
      maximumFractionDigits: digits ?? 6,
    });
    return format
      .format(number)
      .replace("-", "−")
      .replace(/^−(?=[0.,]*$)/, "");
  };
}

/**
 * The picture.
 *
 * @param {{chart: Chart, at: number, width: number}} props
 */
function Picture({ chart, at, width }) {
  const { words } = chart;
  const format = numberFormat(chart);
  const last = chart.n.length - 1;
  const height = Math.round(Math.min(380, Math.max(230, width * 0.48)));
  const heights = ticks(...chart.range, height > 300 ? 7 : 5);
  const widest = Math.max(...heights.map((y) => format(y).length));
  const left = 30 + 7 * widest;
  // The horizontal axis's title has a second line if one is too short for it.
  const note = chart.axis === "log" ? words.axis.log : "";
  const lines = [chart.each, note].filter(Boolean);
  if (lines.join(" ").length * LETTER < width - left) lines.splice(0, 2, lines.join(" "));
  const [right, top, bottom] = [width - 12, 8, height - 30 - 16 * lines.length];
  /** @type {[number, number]} */
  const ends = [chart.n[0], chart.n[last]];
  const log = chart.axis === "log";
  const x = scale(ends, [0, right - left], log ? Math.log : undefined);
  const y = scale(chart.range, [bottom - top, 0]);
  const numbers = log ? powers(...ends) : ticks(0, ends[1], width < 480 ? 4 : 8).filter(Boolean);
  const xs = chart.n.map(x);
  const run = pointsTo(xs, chart.runs[chart.runs.length - 1].map(y), at);
  // A band that is known beforehand is there from the beginning.
  const known = chart.band === "own" ? at : last;
  const band = [
    ...pointsTo(xs, chart.high.map(y), known),
    ...pointsTo(xs, chart.low.map(y), known).reverse(),
  ];
  const [headX, headY] = run[run.length - 1];
  const unit = chart.unit ? ` (${chart.unit})` : "";
  return html`<svg
    class="sjm-picture"
    role="img"
    aria-label=${`${chart.title} – ${sentenceAt(chart, at)}`}
    width=${width}
    height=${height}
    viewBox=${`0 0 ${width} ${height}`}
  >
    ${heights.map(
      (value) => html`<g key=${value}>
        <line class="sjm-grid" x1=${left} x2=${right} y1=${top + y(value)} y2=${top + y(value)} />
        <text x=${left - 7} y=${top + y(value) + 4} text-anchor="end">${format(value)}</text>
      </g>`,
    )}
    ${numbers.map(
      (value) => html`<g key=${value}>
        <line
          class="sjm-tick"
          x1=${left + x(value)}
          x2=${left + x(value)}
          y1=${bottom}
          y2=${bottom + 5}
        />
        <text x=${left + x(value)} y=${bottom + 18} text-anchor=${
          x(value) > right - left - 24 ? "end" : "middle"
        }>
          ${format(value)}
        </text>
      </g>`,
    )}
    <svg x=${left} y=${top} width=${width - left} height=${bottom - top} class="sjm-plot">
      <path class="sjm-band" data-band=${chart.band} d=${`${path(band)}Z`} />
      ${chart.runs
        .slice(0, -1)
        .map(
          (means, i) =>
            html`<path key=${i} class="sjm-earlier" d=${path(pointsTo(xs, means.map(y), last))} />`,
        )}
      ${
        chart.mean !== null &&
        html`<line class="sjm-exact" x1="0" x2=${right - left} y1=${y(chart.mean)} y2=${y(chart.mean)} />`
      }
      <path class="sjm-run" d=${path(run)} />
      <circle class="sjm-head" cx=${short(headX)} cy=${short(headY)} r="4" />
    </svg>
    <line class="sjm-axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom} />
    ${lines.map(
      (line, i) =>
        html`<text
          key=${i}
          class="sjm-axis-title"
          x=${(left + right) / 2}
          y=${bottom + 38 + 16 * i}
          text-anchor="middle"
        >
          ${line}
        </text>`,
    )}
    <text
      class="sjm-axis-title"
      transform=${`translate(13 ${(top + bottom) / 2}) rotate(-90)`}
      text-anchor="middle"
    >
      ${words.so_far}${unit}
    </text>
  </svg>`;
}

/** @param {{chart: Chart, at: number}} props */
function Numbers({ chart, at }) {
  const { words } = chart;
  const found = numbersAt(chart, at);
  const pairs = [
    [chart.each, found.n, ""],
    [words.so_far, found.mean, "sjm-of-run"],
    ...(chart.mean === null ? [] : [[words.mean[chart.band], found.exact, "sjm-of-exact"]]),
    [words.errors, `± ${found.error}`, ""],
  ];
  return html`<dl class="sjm-numbers">
    ${pairs.map(
      ([name, value, of], i) =>
        html`<div key=${i}><dt>${name}</dt><dd class=${of}>${value}</dd></div>`,
    )}
  </dl>`;
}

/** @param {{chart: Chart}} props */
function Legend({ chart }) {
  const { words } = chart;
  const entries = [
    ["run", words.so_far],
    ...(chart.runs.length > 1 ? [["earlier", words.earlier]] : []),
    ...(chart.mean === null ? [] : [["exact", words.mean[chart.band]]]),
    ["band", words.band[chart.band]],
  ];
  return html`<ul class="sjm-legend">
    ${entries.map(
      ([of, text]) => html`<li key=${of}>
        <svg width="26" height="12" aria-hidden="true">
          ${
            of === "band"
              ? html`<rect class="sjm-band" data-band=${chart.band} width="26" height="12" />`
              : html`<line class=${`sjm-${of}`} x1="0" x2="26" y1="6" y2="6" />`
          }
        </svg>
        <span>${text}</span>
      </li>`,
    )}
  </ul>`;
}

/**
 * One view.
 *
 * @param {Sjw.Model} model
 * @param {HTMLElement} el
 * @param {Sjw.Locales} locales
 * @returns {() => void} take it away again
 */
function mount(model, el, locales) {
  const root = el.ownerDocument.createElement("div");
  root.className = "sjm";
  el.append(root);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {Chart} */
  let chart = model.get("chart");
  let at = 0;
  let playing = false;
  let speed = SPEEDS.indexOf(1);
  let width = UNMEASURED;
  /** The text for screen readers; it changes only when a run stops. */
  let announced = "";
  let frame = 0;
  let before = 0;
  const last = () => chart.n.length - 1;

  const stop = () => {
    playing = false;
    cancelAnimationFrame(frame);
    announced = sentenceAt(chart, shownTo(at, last(), still.matches));
    draw();
  };
  /** @param {number} now */
  const step = (now) => {
    at = advance(at, last(), (now - before) / 1000, SPEEDS[speed]);
    before = now;
    if (at >= last()) return stop();
    frame = requestAnimationFrame(step);
    draw();
  };
  const start = () => {
    cancelAnimationFrame(frame);
    if (at >= last()) at = 0;
    playing = true;
    announced = "";
    before = performance.now();
    frame = requestAnimationFrame(step);
    draw();
  };
  const again = () => {
    at = 0;
    start();
  };
  const toEnd = () => {
    at = last();
    stop();
  };
  const channel = makeChannel(model, el.ownerDocument, () => draw());
  const renew = () => {
    if (!channel.send({ type: "new run" })) again(); // there are these draws, and no others
  };
  /** @param {number} by */
  const change = (by) => {
    speed = Math.max(0, Math.min(SPEEDS.length - 1, speed + by));
    draw();
  };

  const draw = () => {
    const { words } = chart;
    const shown = shownTo(at, last(), still.matches);
    /** @type {(name: string, act: () => void, off?: boolean) => unknown} */
    const button = (name, act, off = false) =>
      html`<button
        type="button"
        data-does=${name}
        aria-disabled=${off}
        data-lm-suppress-shortcuts="true"
        onClick=${off ? undefined : act}
      >
        ${words.buttons[name]}
      </button>`;
    render(
      html`<h4>${chart.title}</h4>
        <${Numbers} chart=${chart} at=${shown} />
        <${Picture} chart=${chart} at=${shown} width=${width} />
        <${Legend} chart=${chart} />
        <div class="sjm-controls" role="group" aria-label=${words.controls}>
          <button
            type="button"
            class="sjm-main"
            data-does="play"
            data-lm-suppress-shortcuts="true"
            onClick=${playing ? stop : start}
          >
            ${words.buttons[playing ? "pause" : "play"]}
          </button>
          ${button("again", again)} ${button("end", toEnd, at >= last())}
          <span class="sjm-speed">
            ${button("slower", () => change(-1), speed === 0)}
            <output>${fill(words.speed, { speed: numberFormat(chart)(SPEEDS[speed]) })}</output>
            ${button("faster", () => change(1), speed === SPEEDS.length - 1)}
          </span>
          ${chart.renews && button("renew", renew)}
        </div>
        <p class="sjm-silence" aria-live="polite">${channel.silence(makeTranslate(locales, chart.lang))}</p>
        <p class="sjm-unseen" aria-live="polite">${announced}</p>`,
      root,
    );
  };

  const fresh = () => {
    chart = model.get("chart");
    if (still.matches) toEnd();
    else again();
  };
  const measure = new ResizeObserver(([entry]) => {
    const found = Math.round(entry.contentRect.width);
    if (found && found !== width) {
      width = found;
      draw();
    }
  });
  const notice = new IntersectionObserver(
    ([entry]) => {
      if (!entry.isIntersecting) return;
      notice.disconnect();
      if (!playing && at === 0) start();
    },
    { threshold: 0.5 },
  );
  /** @param {KeyboardEvent} event */
  const keep = (event) => {
    if (!passesToNotebook(event)) event.stopPropagation();
  };

  const unfollow = followTheme(root);
  root.addEventListener("keydown", keep);
  root.setAttribute("data-jp-suppress-context-menu", "true");
  model.on("change:chart", fresh);
  measure.observe(root);
  if (still.matches) toEnd();
  else {
    draw();
    notice.observe(root);
  }
  return () => {
    cancelAnimationFrame(frame);
    model.off("change:chart", fresh);
    channel.dispose();
    measure.disconnect();
    notice.disconnect();
    unfollow();
    render(null, root);
    root.remove();
  };
}

export default {
  /** @param {{model: Sjw.Model, el: HTMLElement, locales: Sjw.Locales}} props */
  render({ model, el, locales }) {
    return mount(model, el, locales);
  },
};
