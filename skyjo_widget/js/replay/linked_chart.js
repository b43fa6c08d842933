/**
 * A chart beside a replay: a click on a point, or Enter on the one that was chosen by arrows, shows
 * its decision on the board; a mark stands where the board is.
 */

import { scale, ticks } from "../charts/running_mean.js";
import { makeChannel } from "../lib/channel.js";
import { makeTranslate, pickLanguage, printed } from "../lib/i18n.js";
import { followTheme } from "../lib/theme.js";
import { html, render } from "../vendor/htm-preact.js";

/**
 * @typedef {[x: number, y: number, decision: number | null, row?: number, shown?: boolean]} Point
 * @typedef {{name: string, points: Point[]}} Series
 * @typedef {{title: string, x: string, y: string, lines?: boolean, series: Series[]}} Chart made by `LinkedChart` in
 *   replays/linked.py
 */

/** Width to draw with while the element is not in the page yet. */
const UNMEASURED = 640;
/** The largest distance of a click from its point, in px. */
const REACH = 28;
/** Points are drawn while there are so many px for each, and lines alone when there aren't. */
const ROOM = 5;
/** Lines with a colour and a dash of their own. */
const LOOKS = 8;

/**
 * @param {Series[]} series
 * @returns {{name: string, look: number, x: number, y: number, decision: number | null,
 *   row?: number, shown?: boolean}[]} by x
 */
export function allPoints(series) {
  return series
    .flatMap(({ name, points }, look) =>
      points.map(([x, y, decision, row, visible]) => ({
        name,
        look: look % LOOKS,
        x,
        y,
        decision,
        row,
        shown: visible,
      })),
    )
    .sort((a, b) => a.x - b.x);
}

/**
 * The ends of an axis, with some room; a lone value stands in the middle.
 *
 * @param {number[]} values
 * @param {number} room a part of the whole
 * @returns {[number, number]}
 */
export function ends(values, room) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const more = (high - low) * room || (high === low ? 1 : 0);
  return [low - more, high + more];
}

/**
 * @param {{left: number, top: number}[]} places
 * @param {number} left
 * @param {number} top
 * @returns {number} the nearest one's number; -1 if none is near
 */
export function nearestPoint(places, left, top) {
  let [best, least] = [-1, REACH];
  places.forEach((place, n) => {
    const far = Math.hypot(place.left - left, place.top - top);
    if (far < least) [best, least] = [n, far];
  });
  return best;
}

/** @param {number} x */
const short = (x) => Math.round(x * 10) / 10;

/**
 * One view.
 *
 * @param {{model: Sjw.Model, el: HTMLElement, locales: Sjw.Locales}} props
 * @returns {() => void} take it away again
 */
function mount({ model, el, locales }) {
  const root = el.ownerDocument.createElement("div");
  root.className = "sjl";
  const unfollow = followTheme(root);
  el.append(root);
  const t = makeTranslate(locales, pickLanguage(locales, model.get("lang"), navigator.languages));
  const format = new Intl.NumberFormat(t.lang, { maximumSignificantDigits: 6 });
  const numberText = (/** @type {number} */ x) => format.format(x).replace("-", "−");
  let width = UNMEASURED;
  /** The point that was chosen by keys, or that the pointer is near. */
  let at = -1;
  let message = "";
  /** @type {{left: number, top: number}[]} */
  let places = [];

  const chart = () => /** @type {Chart} */ (model.get("chart"));
  let points = allPoints(chart().series);
  const channel = makeChannel(model, el.ownerDocument, () => draw());

  /** @param {number} n */
  const pointWords = (n) => {
    const { name, x, y } = points[n];
    const about = {
      x: chart().x,
      xs: numberText(x),
      y: chart().y,
      ys: numberText(y),
      series: name,
    };
    return t(name ? "linked.point" : "linked.point_alone", about);
  };

  /** @param {number} n */
  const open = (n) => {
    const decision = points[n]?.decision ?? null;
    if (decision === null) {
      message = t("linked.nowhere");
      draw();
      return;
    }
    channel.send({ type: "show", decision, row: points[n].row });
  };

  /** @param {MouseEvent} event */
  const near = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    return nearestPoint(places, event.clientX - box.left, event.clientY - box.top);
  };
  /** @param {MouseEvent} event */
  const onClick = (event) => {
    at = near(event);
    if (at >= 0) open(at);
    draw();
  };
  /** @param {MouseEvent} event */
  const onMove = (event) => {
    const nearest = near(event);
    if (nearest === at) return;
    at = nearest;
    message = at < 0 ? "" : pointWords(at);
    draw();
  };
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || points.length === 0) return;
    const last = points.length - 1;
    if (event.key === "ArrowRight") at = Math.min(last, at + 1);
    else if (event.key === "ArrowLeft") at = Math.max(0, at - 1);
    else if (event.key === "Home") at = 0;
    else if (event.key === "End") at = last;
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (at >= 0) open(at);
      return;
    } else return;
    event.preventDefault();
    message = pointWords(at);
    draw();
  };

  const draw = () => {
    const { title, x: xName, y: yName, lines = true, series } = chart();
    if (points.length === 0) {
      render(html`<h4>${title}</h4><p class="sjl-foot">${t("linked.empty")}</p>`, root);
      return;
    }
    const height = Math.round(Math.min(340, Math.max(220, width * 0.42)));
    const xEnds = ends(
      points.map(({ x }) => x),
      0.01,
    );
    const yEnds = ends(
      points.map(({ y }) => y),
      0.06,
    );
    const heights = ticks(yEnds[0], yEnds[1], height > 280 ? 6 : 4);
    const left = 30 + 7 * Math.max(...heights.map((y) => numberText(y).length));
    const [right, top, bottom] = [width - 14, 8, height - 44];
    const x = scale(xEnds, [left, right]);
    const y = scale(yEnds, [bottom, top]);
    const steps = ticks(xEnds[0], xEnds[1], width < 480 ? 4 : 8);
    const now = model.get("decision");
    const silence = channel.silence(t);
    const here = points.find((point) => point.decision === now && point.shown !== false);
    const dots = points.length * ROOM < (right - left) * 2;
    places = points.map((point) => ({ left: x(point.x), top: y(point.y) }));
    render(
      html`<h4>${title}</h4>
        <svg
          class="sjl-chart"
          role="img"
          tabindex="0"
          aria-label=${`${t("linked.chart")}, ${title}. ${t("linked.chart_hint")}`}
          width=${width}
          height=${height}
          viewBox=${`0 0 ${width} ${height}`}
          onClick=${onClick}
          onMouseMove=${onMove}
          onKeyDown=${onKeyDown}
        >
          ${heights.map(
            (value) => html`<g key=${value}>
              <line class="sjl-grid" x1=${left} x2=${right} y1=${y(value)} y2=${y(value)} />
              <text x=${left - 7} y=${y(value) + 4} text-anchor="end">${numberText(value)}</text>
            </g>`,
          )}
          ${steps.map(
            (value) => html`<g key=${value}>
              <line class="sjl-tick" x1=${x(value)} x2=${x(value)} y1=${bottom} y2=${bottom + 5} />
              <text x=${x(value)} y=${bottom + 18} text-anchor="middle">${numberText(value)}</text>
            </g>`,
          )}
          <line class="sjl-axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom} />
          <text class="sjl-name" x=${(left + right) / 2} y=${height - 6} text-anchor="middle">${xName}</text>
          <text
            class="sjl-name"
            transform=${`translate(13 ${(top + bottom) / 2}) rotate(-90)`}
            text-anchor="middle"
          >
            ${yName}
          </text>
          ${
            here &&
            html`<line class="sjl-here" x1=${x(here.x)} x2=${x(here.x)} y1=${top} y2=${bottom} data-decision=${now} />`
          }
          ${series.map(
            (line, n) => html`<g key=${n} data-look=${n % LOOKS}>
              ${
                lines &&
                html`<path class="sjl-line" d=${`M${line.points.map(([px, py]) => `${short(x(px))} ${short(y(py))}`).join("L")}`} />`
              }
              ${
                (dots || !lines || line.points.length === 1) &&
                line.points.map(
                  ([px, py], k) =>
                    html`<circle key=${k} class="sjl-dot" cx=${short(x(px))} cy=${short(y(py))} r="2.6" />`,
                )
              }
            </g>`,
          )}
          ${points
            .filter(
              (point) => point.decision !== null && point.decision === now && point.shown !== false,
            )
            .map(
              (point, k) =>
                html`<circle key=${k} class="sjl-ring" cx=${short(x(point.x))} cy=${short(y(point.y))} r="6" />`,
            )}
          ${
            points[at] &&
            html`<circle class="sjl-chosen" cx=${short(places[at].left)} cy=${short(places[at].top)} r="5" />`
          }
        </svg>
        ${
          (series.length > 1 || series[0].name !== "") &&
          html`<ul class="sjl-legend">
            ${series.map(
              ({ name }, n) => html`<li key=${n} data-look=${n % LOOKS}>
                <svg width="26" height="12" aria-hidden="true"><line class="sjl-line" x1="0" x2="26" y1="6" y2="6" /></svg>
                <bdi>${printed(name)}</bdi>
              </li>`,
            )}
          </ul>`
        }
        <div class="sjl-foot">
          <p aria-live="polite" data-silent=${silence ? "" : undefined}>
            ${silence || message || t("linked.chart_hint")}
          </p>
        </div>`,
      root,
    );
  };

  const renew = () => {
    points = allPoints(chart().series);
    at = -1;
    message = "";
    draw();
  };
  const measure = new ResizeObserver(([entry]) => {
    const measured = Math.round(entry.contentRect.width);
    if (measured && measured !== width) {
      width = measured;
      draw();
    }
  });
  root.setAttribute("data-jp-suppress-context-menu", "true");
  root.lang = t.lang;
  model.on("change:decision", draw);
  model.on("change:chart", renew);
  measure.observe(root);
  draw();
  return () => {
    model.off("change:decision", draw);
    model.off("change:chart", renew);
    channel.dispose();
    measure.disconnect();
    unfollow();
    render(null, root);
    root.remove();
  };
}

export default { render: mount };
