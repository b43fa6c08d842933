/**
 * The class's question on the wall: how many have answered; what they predict, once nobody can
 * change it; the card; and, card by card, how good the predictions are.
 */

import { Card } from "../../cards/card.js";
import { decimal, percent } from "../../lib/figures.js";
import { printed } from "../../lib/i18n.js";
import { html } from "../../vendor/htm-preact.js";

/** The proportions of a card. */
const LARGE = { w: 300, h: 400 };
const SMALL = { w: 40, h: 52 };
/** As many of the turned cards are on show, the newest ones. */
const BEFORE = 24;
/** The size of a chart's drawing. */
const [WIDTH, HEIGHT] = [480, 250];
const EDGE = { left: 46, right: 12, top: 12, bottom: 34 };

/**
 * The size of an event's text: the longest has 100 characters.
 *
 * @param {string} text
 */
function lengthOf(text) {
  if (text.length > 50) return "long";
  return text.length > 20 ? "middle" : undefined;
}

/** @param {{poll: Sjw.ScreenPoll, t: Sjw.Translate, children: unknown}} props */
export function Poll({ poll, t, children }) {
  const { question, event, stage, card, before, left } = poll;
  return html`<div class="sjs-poll" data-stage=${stage}>
    <div class="sjs-poll-pile">
      <div class="sjs-poll-card" key=${`${question} ${card !== null}`} data-turned=${card !== null || undefined}>
        <${Card} card=${card ?? "?"} size="large" shape=${LARGE} t=${t} />
      </div>
      <p class="sjs-poll-left">${t("poll.left", { count: left })}</p>
      <div class="sjs-poll-before" aria-hidden="true">
        ${before.slice(-BEFORE).map((each, n) => html`<span key=${n}><${Card} card=${each} size="small" shape=${SMALL} t=${t} /></span>`)}
      </div>
      ${children}
    </div>
    <div class="sjs-poll-main">
      <p class="sjs-poll-number">${t("poll.question", { n: question })}</p>
      <h1 data-length=${lengthOf(event[t.lang])}>P(${event[t.lang]}) = ?</h1>
      ${stage === "open" && html`<${Count} poll=${poll} t=${t} />`}
      ${stage !== "open" && html`<${Histogram} poll=${poll} t=${t} />`}
      ${stage === "turned" && html`<${Outcome} poll=${poll} t=${t} />`}
    </div>
  </div>`;
}

/** @param {{poll: Sjw.ScreenPoll, t: Sjw.Translate}} props */
function Count({ poll: { answered, here }, t }) {
  return html`<div class="sjs-poll-count">
    <p class="sjs-poll-answered" role="status">
      <b>${answered}</b> <span>${t("poll.of", { count: here })}</span>
    </p>
    <progress max=${Math.max(1, here)} value=${answered} aria-hidden="true"></progress>
    <p class="sjs-poll-hint">${t("poll.on_phones")}</p>
    <p class="sjs-poll-hint">${t("poll.hidden")}</p>
  </div>`;
}

/**
 * The predictions by tenths, with their mean and, once the card is turned, the exact probability.
 *
 * @param {{poll: Sjw.ScreenPoll, t: Sjw.Translate}} props
 */
function Histogram({ poll: { bars, mean, exact }, t }) {
  const counts = bars ?? [];
  const most = Math.max(1, ...counts);
  const right = exact && exact[0] / exact[1];
  return html`<figure class="sjs-poll-histogram">
    <div class="sjs-poll-bars">
      ${counts.map((count, n) => html`<div key=${n}><span>${count || ""}</span><i style=${{ height: `${(86 * count) / most}%` }}></i></div>`)}
      ${mean !== null && html`<b class="sjs-poll-mean" style=${{ left: `${100 * mean}%` }}></b>`}
      ${right !== null && html`<b class="sjs-poll-exact" style=${{ left: `${100 * right}%` }}></b>`}
    </div>
    <div class="sjs-poll-axis" aria-hidden="true">
      ${[0, 0.25, 0.5, 0.75, 1].map((at) => html`<span key=${at} style=${{ left: `${100 * at}%` }}>${percent(t.lang, at)}</span>`)}
    </div>
    <figcaption>
      ${mean !== null && html`<span><i class="sjs-poll-mean"></i>${t("poll.class_mean", { value: percent(t.lang, mean) })}</span>`}
      ${
        exact &&
        html`<span><i class="sjs-poll-exact"></i>${t("poll.exactly", { fraction: `${exact[0]}/${exact[1]}`, value: percent(t.lang, exact[0] / exact[1]) })}</span>`
      }
    </figcaption>
  </figure>`;
}

/** @param {{poll: Sjw.ScreenPoll, t: Sjw.Translate}} props */
function Outcome({ poll: { card, came_true, scores, frequency, calibration }, t }) {
  const number = card === "wild" ? "★" : printed(String(card).split(":")[0]);
  return html`<p class="sjs-poll-verdict" role="status" data-true=${came_true}>
      ${t(came_true ? "poll.came_true" : "poll.came_false", { card: number })}
    </p>
    ${scores && html`<${Scores} scores=${scores} t=${t} />`}
    <div class="sjs-poll-charts">
      ${frequency.length > 1 && html`<${Frequency} points=${frequency} t=${t} />`}
      ${calibration && html`<${Calibration} bins=${calibration} cards=${frequency.length} t=${t} />`}
    </div>`;
}

/** @param {{scores: Sjw.ClassScores, t: Sjw.Translate}} props */
function Scores({ scores, t }) {
  const { pupils, exact, all_pupils, all_together, all_exact, cards } = scores;
  const score = (/** @type {number | null} */ value) =>
    value === null ? "–" : decimal(t.lang, value, 3);
  const rows = [
    { name: t("poll.pupils"), now: pupils, all: all_pupils },
    { name: t("poll.together"), now: null, all: all_together },
    { name: t("poll.exact"), now: exact, all: all_exact },
  ].filter(({ now }) => cards > 1 || now !== null);
  return html`<table class="sjs-poll-scores">
    <thead><tr>
      <th scope="col">${t("poll.brier")}</th>
      <th scope="col">${t("poll.this_card")}</th>
      ${cards > 1 && html`<th scope="col">${t("poll.cards", { count: cards })}</th>`}
    </tr></thead>
    <tbody>
      ${rows.map(
        ({ name, now, all }) =>
          html`<tr key=${name}><th scope="row">${name}</th><td>${now === null ? "" : score(now)}</td>${cards > 1 && html`<td>${score(all)}</td>`}</tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {number} share */
const y = (share) => EDGE.top + (1 - share) * (HEIGHT - EDGE.top - EDGE.bottom);

/** @param {{t: Sjw.Translate, label: string, children: unknown}} props */
function Frame({ t, label, children }) {
  return html`<svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label}>
    ${[0, 0.5, 1].map(
      (
        at,
      ) => html`<path key=${at} class="sjs-axis" d=${`M${EDGE.left} ${y(at)}H${WIDTH - EDGE.right}`} />
        <text key=${`${at} text`} x=${EDGE.left - 6} y=${y(at) + 5} text-anchor="end">${percent(t.lang, at)}</text>`,
    )}
    ${children}
  </svg>`;
}

/**
 * The frequency with which the events came true, in the band round the exact probabilities.
 *
 * @param {{points: Sjw.FrequencyPoint[], t: Sjw.Translate}} props
 */
function Frequency({ points, t }) {
  const last = Math.max(10, points.length);
  const x = (/** @type {number} */ n) =>
    EDGE.left + ((n - 1) / (last - 1)) * (WIDTH - EDGE.left - EDGE.right);
  const at = (/** @type {number} */ n, /** @type {number} */ share) =>
    `${x(n).toFixed(1)} ${y(Math.max(0, Math.min(1, share))).toFixed(1)}`;
  const line = (/** @type {(point: Sjw.FrequencyPoint) => number} */ of) =>
    points.map((point, n) => at(n + 1, of(point)));
  const high = line(({ exact, half }) => exact + half);
  const low = line(({ exact, half }) => exact - half).reverse();
  return html`<figure>
    <${Frame} t=${t} label=${t("poll.frequency")}>
      <path class="sjs-band" d=${`M${[...high, ...low].join("L")}Z`} />
      <path class="sjs-line-exact" d=${`M${line(({ exact }) => exact).join("L")}`} />
      <path class="sjs-line" d=${`M${line(({ share }) => share).join("L")}`} />
      ${points.map(({ share }, n) => html`<circle key=${n} class="sjs-dot" cx=${x(n + 1)} cy=${y(share)} r="5" />`)}
      <text x=${x(1)} y=${HEIGHT - 10}>1</text>
      <text x=${x(last)} y=${HEIGHT - 10} text-anchor="end">${t("poll.n_cards", { count: last })}</text>
    <//>
    <figcaption>${t("poll.frequency")}</figcaption>
  </figure>`;
}

/**
 * The predictions, and the frequency with which they came true.
 *
 * @param {{bins: Sjw.PollBin[], cards: number, t: Sjw.Translate}} props
 */
function Calibration({ bins, cards, t }) {
  const x = (/** @type {number} */ share) => EDGE.left + share * (WIDTH - EDGE.left - EDGE.right);
  const all = bins.reduce((sum, { n }) => sum + n, 0);
  return html`<figure>
    <${Frame} t=${t} label=${t("poll.calibration")}>
      <path class="sjs-line-exact" d=${`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
      ${bins.map(
        ({ n, prediction, came_true }, at) =>
          html`<circle key=${at} class="sjs-dot" cx=${x(prediction)} cy=${y(came_true)} r=${5 + 16 * Math.sqrt(n / all)} />`,
      )}
      <text x=${x(0)} y=${HEIGHT - 10}>${percent(t.lang, 0)}</text>
      <text x=${x(1)} y=${HEIGHT - 10} text-anchor="end">${t("poll.predicted")} ${percent(t.lang, 1)}</text>
    <//>
    <figcaption>${t("poll.calibration")} <small>${t("poll.calibration_n", { count: all, cards })}</small></figcaption>
  </figure>`;
}
