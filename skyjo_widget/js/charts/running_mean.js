/**
 * A mean that grows: Python sends its values at some hundred numbers of draws, and here they are
 * shown one after the other, at the reader's speed.
 */

import { makeChannel } from "../lib/channel.js";
import { fill, makeTranslate } from "../lib/i18n.js";
import { followTheme } from "../lib/theme.js";
import { html, render } from "../vendor/htm-preact.js";

/** @typedef {Sjw.MeanChart} Chart */
/** @typedef {Sjw.TallyRow} TallyRow */

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
/** The time of a run at speed 1, in seconds; less if there are few values. */
const LONGEST = 12;
const SECONDS_EACH = 0.25;
/** With reduced motion a run is shown in so many steps. */
const STEPS = 10;
/** A button draws up to a multiple of so many runs, as in lessons/running_mean.py. */
const BATCH = 20;
/** From this width on the tally stands beside the picture, in px; and the room that it takes there, by bands. */
const BESIDE = 760;
const TALLY = [0, 260, 330];
/** The strip of dots in the tally, in px, and how many standard errors it shows to each side. */
const STRIP = { width: 128, height: 16, errors: 3.5 };
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
  const numbers = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
    numbers.push(Number((k * step).toPrecision(12)));
  }
  return numbers;
}

/**
 * Powers of ten inside a range.
 *
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
export function powers(low, high) {
  const tens = [];
  for (let ten = 10 ** Math.ceil(Math.log10(low) - 1e-9); ten <= high; ten *= 10) tens.push(ten);
  return tens;
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
 * @param {Chart} chart
 * @returns {number} how many runs were drawn; some may not be shown any more
 */
export function runsOf({ tally, runs }) {
  return tally.length ? tally[0].inside.length : runs.length;
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
  const numbers = numbersAt(chart, at);
  const where = chart.band === "own" ? "" : words.where[numbers.inside ? "inside" : "outside"];
  const sentence = fill(words.sentence[chart.band], { ...numbers, each: chart.each, where }).trim();
  const reached = chart.tally.filter((row) => row.at <= at && row.inside.length > 1);
  return [sentence, ...reached.slice(-1).map((row) => tallySentence(chart, row, at))].join(" ");
}

/**
 * The number of runs inside a band at the size they have reached; the present one may be on its way.
 *
 * @param {TallyRow} row
 * @param {number} at
 * @returns {{inside: number, runs: number, expected: number}}
 */
export function tallyAt(row, at) {
  const counted = at >= row.at ? row.inside : row.inside.slice(0, -1);
  return {
    inside: counted.reduce((sum, inside) => sum + inside, 0),
    runs: counted.length,
    expected: Math.round(row.share * counted.length),
  };
}

/**
 * @param {Chart} chart
 * @param {TallyRow} row
 * @param {number} at
 * @returns {string}
 */
function tallySentence(chart, row, at) {
  const format = numberFormat(chart);
  const { inside, runs, expected } = tallyAt(row, at);
  const counts = { inside: format(inside), runs: format(runs), expected: format(expected) };
  return fill(chart.words.tally.sentence, {
    ...counts,
    band: bandText(chart, row),
    n: format(row.n),
  });
}

/**
 * @param {Chart} chart
 * @param {TallyRow} row
 * @returns {string} the band's half width, as a formula
 */
function bandText(chart, row) {
  return isEstimated(chart) ? row.band.replace("σ", "s") : row.band;
}

/**
 * @param {Chart} chart
 * @returns {boolean} whether the band is as wide as the values of each run spread
 */
function isEstimated(chart) {
  return chart.band === "reference" && !chart.words.tally.root;
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
 * Texts in a row without those that would touch the next one; the last always stays.
 *
 * @template {{text: string, at: number, anchor: string}} Label
 * @param {Label[]} labels from left to right
 * @returns {Label[]}
 */
export function spaced(labels) {
  /** @type {Label[]} */
  const kept = [];
  let free = Number.POSITIVE_INFINITY;
  for (const label of [...labels].reverse()) {
    const wide = label.text.length * LETTER;
    const end = label.anchor === "end" ? label.at : label.at + wide / 2;
    if (end > free) continue;
    free = end - wide - LETTER;
    kept.unshift(label);
  }
  return kept;
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
  const labels = numbers.map((value) => ({
    text: format(value),
    at: x(value),
    anchor: x(value) > right - left - 24 ? "end" : "middle",
  }));
  const xs = chart.n.map(x);
  const run = pointsTo(xs, chart.runs[chart.runs.length - 1].map(y), at);
  // A band that is known beforehand is there from the beginning.
  const end = chart.band === "own" ? at : last;
  const band = [
    ...pointsTo(xs, chart.high.map(y), end),
    ...pointsTo(xs, chart.low.map(y), end).reverse(),
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
    ${labels.map(
      ({ text, at }) =>
        html`<line key=${text} class="sjm-tick" x1=${left + at} x2=${left + at} y1=${bottom} y2=${bottom + 5} />`,
    )}
    ${spaced(labels).map(
      ({ text, at, anchor }) =>
        html`<text key=${`at ${text}`} x=${left + at} y=${bottom + 18} text-anchor=${anchor}>${text}</text>`,
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
      <${Marks} chart=${chart} at=${at} x=${xs} y=${y} height=${bottom - top} />
      <circle class="sjm-head" cx=${short(headX)} cy=${short(headY)} r="4" />
    </svg>
    <line class="sjm-axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom} />
    ${lines.map(
      (line, i) =>
        html`<text
          key=${i}
          class="sjm-axis-title"
          x=${Math.min((left + right) / 2, width - (line.length * LETTER) / 2)}
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

/**
 * The means of the runs where they are counted: a dot each, empty outside of the band.
 *
 * @param {{chart: Chart, at: number, x: number[], y: (mean: number) => number, height: number}} props
 */
function Marks({ chart, at, x, y, height }) {
  const { runs, tally } = chart;
  const counted = tally.filter((row) => row.band === tally[0].band && row.inside.length > 1);
  return counted.map((row) => {
    const visible = row.inside.slice(-runs.length);
    return html`<g key=${row.n}>
      <line class="sjm-count" x1=${short(x[row.at])} x2=${short(x[row.at])} y1="0" y2=${height} />
      ${visible.map(
        (inside, i) =>
          (i < visible.length - 1 || at >= row.at) &&
          html`<circle
            key=${i}
            class="sjm-dot"
            data-inside=${inside}
            cx=${short(x[row.at])}
            cy=${short(y(runs[i][row.at]))}
            r="2.6"
          />`,
      )}
    </g>`;
  });
}

/**
 * The number of runs inside, at each size, and the expected number.
 *
 * @param {{chart: Chart, at: number}} props
 */
function Tally({ chart, at }) {
  const { tally, words } = chart;
  const format = numberFormat(chart);
  const texts = words.tally;
  const bands = [...new Set(tally.map((row) => row.band))];
  const sizes = [...new Set(tally.map((row) => row.n))];
  const heads = bands.map((band) => tally.find((row) => row.band === band));
  const estimated = isEstimated(chart);
  const [two, root] = heads.map((row) => row && percentOf(chart, row.share));
  return html`<div class="sjm-tally">
    <table>
      <caption>
        ${texts[chart.band === "reference" ? "reference" : "title"]}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.n}</th>
          ${heads.map(
            (row) =>
              row &&
              html`<th key=${row.band} scope="col">
                ${fill(texts.within, { band: bandText(chart, row) })}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${sizes.map(
          (n) => html`<tr key=${n}>
            <th scope="row">${format(n)}</th>
            ${tally
              .filter((row) => row.n === n)
              .map((row) => {
                const { inside, runs, expected } = tallyAt(row, at);
                return html`<td key=${row.band}>
                  ${
                    runs
                      ? html`<b>${fill(texts.count, { inside: format(inside), runs: format(runs) })}</b>
                          <small>${fill(texts.expected, { expected: format(expected) })}</small>
                          ${row.band === bands[0] && html`<${Strip} row=${row} at=${at} />`}`
                      : html`<small>${texts.later}</small>`
                  }
                </td>`;
              })}
          </tr>`,
        )}
      </tbody>
    </table>
    <p>
      ${fill(texts[chart.band === "reference" && (estimated || root) ? "two_reference" : "two"], { share: two })}
      ${root && ` ${fill(texts.root, { share: root })}`}
    </p>
  </div>`;
}

/**
 * The runs at one size, as dots at their distance from the exact mean; the band lies in the middle.
 *
 * @param {{row: TallyRow, at: number}} props
 */
function Strip({ row, at }) {
  const { width, height, errors } = STRIP;
  const x = scale([-errors, errors], [0, width]);
  const counted = row.errors.slice(0, tallyAt(row, at).runs);
  return html`<svg class="sjm-strip" width=${width} height=${height} aria-hidden="true">
    <rect class="sjm-band" x=${x(-2)} width=${x(2) - x(-2)} height=${height} />
    <line class="sjm-exact" x1=${x(0)} x2=${x(0)} y1="0" y2=${height} />
    ${counted.map(
      (away, i) => html`<circle
        key=${i}
        class="sjm-dot"
        data-inside=${row.inside[i]}
        cx=${short(x(Math.max(-errors, Math.min(errors, away))))}
        cy=${2.6 + ((i * 5) % 11)}
        r="2.6"
      />`,
    )}
  </svg>`;
}

/**
 * @param {Chart} chart
 * @param {number} share from 0 to 1
 * @returns {string} in per cent
 */
function percentOf(chart, share) {
  const style = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(chart.lang, /** @type {Intl.NumberFormatOptions} */ (style)).format(
    share,
  );
}

/** @param {{chart: Chart, at: number}} props */
function Numbers({ chart, at }) {
  const { words } = chart;
  const numbers = numbersAt(chart, at);
  const pairs = [
    [chart.each, numbers.n, ""],
    [words.so_far, numbers.mean, "sjm-of-run"],
    ...(chart.mean === null ? [] : [[words.mean[chart.band], numbers.exact, "sjm-of-exact"]]),
    [words.errors, `± ${numbers.error}`, ""],
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
 * @param {{model: Sjw.Model, el: HTMLElement, locales: Sjw.Locales}} props
 * @returns {() => void} take it away again
 */
function mount({ model, el, locales }) {
  const root = el.ownerDocument.createElement("div");
  root.className = "sjm";
  const unfollow = followTheme(root);
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
  const restart = () => {
    at = 0;
    start();
  };
  const toEnd = () => {
    at = last();
    stop();
  };
  const channel = makeChannel(model, el.ownerDocument, () => draw());
  /** @param {"new run" | "fill"} type */
  const renew = (type) => {
    if (!channel.send({ type })) restart(); // there are these draws, and no others
  };
  /** @param {number} by */
  const change = (by) => {
    speed = Math.max(0, Math.min(SPEEDS.length - 1, speed + by));
    draw();
  };

  const draw = () => {
    const { words } = chart;
    const visible = shownTo(at, last(), still.matches);
    const counts = chart.tally.length > 0 && (chart.renews || runsOf(chart) > 1);
    const bands = new Set(chart.tally.map((row) => row.band)).size;
    const beside = counts && width >= BESIDE ? TALLY[bands] : 0;
    const goal = (Math.floor(runsOf(chart) / BATCH) + 1) * BATCH;
    /** @type {(name: string, act: () => void, off?: boolean) => unknown} */
    const button = (name, act, off = false) =>
      html`<button
        type="button"
        data-does=${name}
        aria-disabled=${off}
        onClick=${off ? undefined : act}
      >
        ${fill(words.buttons[name], { runs: numberFormat(chart)(goal) })}
      </button>`;
    render(
      html`<h4>${chart.title}</h4>
        <${Numbers} chart=${chart} at=${visible} />
        <div class="sjm-body" data-beside=${beside > 0} data-bands=${bands}>
          <div><${Picture} chart=${chart} at=${visible} width=${width - beside} />
            <${Legend} chart=${chart} /></div>
          ${counts && html`<${Tally} chart=${chart} at=${visible} />`}
        </div>
        <div class="sjm-controls" role="group" aria-label=${words.controls}>
          <button
            type="button"
            class="sjm-main"
            data-does="play"
            onClick=${playing ? stop : start}
          >
            ${words.buttons[playing ? "pause" : "play"]}
          </button>
          ${button("again", restart)} ${button("end", toEnd, at >= last())}
          <span class="sjm-speed">
            ${button("slower", () => change(-1), speed === 0)}
            <output>${fill(words.speed, { speed: numberFormat(chart)(SPEEDS[speed]) })}</output>
            ${button("faster", () => change(1), speed === SPEEDS.length - 1)}
          </span>
          ${chart.renews && button("renew", () => renew("new run"))}
          ${chart.renews && counts && button("fill", () => renew("fill"))}
        </div>
        <p class="sjm-silence" aria-live="polite">${channel.silence(makeTranslate(locales, chart.lang))}</p>
        <p class="sjm-unseen" aria-live="polite">${announced}</p>`,
      root,
    );
  };

  const fresh = () => {
    const before = runsOf(chart);
    chart = model.get("chart");
    if (still.matches || runsOf(chart) > before + 1) toEnd();
    else restart();
  };
  const measure = new ResizeObserver(([entry]) => {
    const measured = Math.round(entry.contentRect.width);
    if (measured && measured !== width) {
      width = measured;
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

export default { render: mount };
