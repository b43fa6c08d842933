/**
 * Rows of a frame beside a replay: a click on one, or Enter, shows its decision on the board; where
 * the board goes the rows are marked and come into view.
 */

import { makeChannel } from "../lib/channel.js";
import { makeTranslate, pickLanguage } from "../lib/i18n.js";
import { followTheme } from "../lib/theme.js";
import { html, render } from "../vendor/htm-preact.js";

/**
 * @typedef {object} Table a page of the rows; made by `LinkedRows` in replays/linked.py
 * @property {number} start the number of its first row
 * @property {number} count how many rows there are in all
 * @property {string[]} columns
 * @property {boolean[]} numeric
 * @property {string[][]} rows
 * @property {(number | null)[]} decisions
 * @property {boolean[]} ours whether the row is of the game on the board
 * @property {boolean[]} known whether its game can be opened
 */

/**
 * The row that a key leads to.
 *
 * @param {string} key
 * @param {number} at
 * @param {number} count
 * @returns {number | null}
 */
export function rowFrom(key, at, count) {
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - 10, PageDown: at + 10 };
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (!Object.hasOwn(to, key)) return null;
  return Math.max(0, Math.min(count - 1, to[/** @type {keyof typeof to} */ (key)]));
}

/** A cell with more characters than that is longer than a name or a place. */
const LONG = 24;

/**
 * The column that is given lines for its words: the last one, if it has any that are long.
 *
 * @param {string[][]} rows
 * @returns {number} -1 if there is none
 */
export function textColumn(rows) {
  const last = (rows[0]?.length ?? 0) - 1;
  return rows.some((cells) => cells[last].length > LONG) ? last : -1;
}

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
  /** The row that the keyboard is at. */
  let at = 0;
  /** The message about the row that was opened last. */
  let message = "";
  const t = makeTranslate(locales, pickLanguage(locales, model.get("lang"), navigator.languages));
  const table = () => /** @type {Table} */ (model.get("table"));
  const present = (/** @type {number} */ n) =>
    table().ours[n] && table().decisions[n] === model.get("decision");

  const channel = makeChannel(model, el.ownerDocument, () => draw());

  /** @param {number} n */
  const open = (n) => {
    const decision = table().decisions[n];
    at = n;
    message = !table().known[n]
      ? t("linked.other_game")
      : decision === null
        ? t("linked.nowhere")
        : "";
    if (!message) channel.send({ type: "show", decision, row: table().start + n });
    draw();
  };

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowFrom(event.key, at, table().rows.length);
    if (event.key === "Enter" || event.key === " ") open(at);
    else if (to === null) return;
    else {
      at = to;
      draw();
      const row = /** @type {HTMLElement | undefined} */ (root.querySelectorAll("tbody tr")[at]);
      row?.focus({ preventScroll: true });
      bring(row);
    }
    event.preventDefault();
  };

  /** @param {HTMLElement | null | undefined} row into the box, and no page moves for it */
  const bring = (row) => {
    const box = root.querySelector(".sjl-scroll");
    if (!row || !box) return;
    const head = root.querySelector("thead")?.offsetHeight ?? 0;
    const low = row.offsetTop + row.offsetHeight - box.clientHeight;
    if (row.offsetTop - head < box.scrollTop) box.scrollTop = row.offsetTop - head;
    else if (low > box.scrollTop) box.scrollTop = low;
  };

  const draw = () => {
    const { start, count, columns, numeric, rows, ours, known: openable } = table();
    const text = textColumn(rows);
    const kind = (/** @type {number} */ k) =>
      numeric[k] ? "sjl-number" : k === text ? "sjl-text" : undefined;
    const end = start + rows.length;
    const silence = channel.silence(t);
    const size = 200;
    /** @type {(word: string, to: number, off: boolean) => unknown} */
    const button = (word, to, off) => html`<button
      type="button"
      aria-disabled=${off ? "true" : "false"}
      onClick=${() => off || channel.send({ type: "page", start: to })}
    >
      ${t(`linked.${word}`)}
    </button>`;
    render(
      html`<div class="sjl-scroll" role="region" aria-label=${t("linked.rows")} tabindex="-1" onKeyDown=${onKeyDown}>
          <table>
            <thead>
              <tr>
                ${columns.map((name, k) => html`<th key=${k} scope="col" class=${kind(k)}>${name}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                (cells, n) => html`<tr
                  key=${start + n}
                  tabindex=${n === at ? 0 : -1}
                  data-present=${present(n) || undefined}
                  data-other=${!openable[n] || undefined}
                  data-away=${(openable[n] && !ours[n]) || undefined}
                  aria-current=${present(n) ? "true" : undefined}
                  title=${openable[n] ? undefined : t("linked.other_game")}
                  onClick=${() => open(n)}
                >
                  ${cells.map((cell, k) => html`<td key=${k} class=${kind(k)} title=${cell.length > LONG ? cell : undefined}>${cell}</td>`)}
                </tr>`,
              )}
            </tbody>
          </table>
          ${rows.length === 0 && html`<p>${t("linked.none")}</p>`}
        </div>
        <div class="sjl-foot">
          ${
            count > rows.length &&
            html`${button("earlier", start - size, start === 0)}
              <span>${t("linked.page", { from: start + 1, to: end, count })}</span>
              ${button("later", end, end >= count)}`
          }
          <p aria-live="polite" data-silent=${silence ? "" : undefined}>
            ${silence || message || t("linked.hint")}
          </p>
        </div>`,
      root,
    );
  };

  const follow = () => {
    const row = table().decisions.findIndex((_, n) => present(n));
    if (row >= 0) at = row;
    at = Math.min(at, Math.max(0, table().rows.length - 1));
    message = "";
    draw();
    bring(root.querySelector("[data-present]"));
  };

  root.setAttribute("data-jp-suppress-context-menu", "true");
  root.lang = t.lang;
  model.on("change:decision", follow);
  model.on("change:table", follow);
  follow();
  // In the page only now, with a height.
  requestAnimationFrame(() => bring(root.querySelector("[data-present]")));
  return () => {
    model.off("change:decision", follow);
    model.off("change:table", follow);
    channel.dispose();
    unfollow();
    render(null, root);
    root.remove();
  };
}

export default { render: mount };
