/**
 * Many tables on one screen: a tile for each, and the standings beside.
 */

import { hue } from "../../cards/card.js";
import { cardParts } from "../../cards/effects.js";
import { describeLast } from "../../games/sentences.js";
import { printed } from "../../lib/i18n.js";
import { winnersText } from "../../parts/dialog.js";
import { Initial, initials, lookOf } from "../../parts/initial.js";
import { presence, readiness } from "../../parts/served_seat.js";
import { html } from "../../vendor/htm-preact.js";

/** Lines of the standings that are shown. */
const LINES = 12;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/**
 * The view of a table, as the board has it.
 *
 * @param {Sjw.ScreenTable} table
 * @returns {Sjw.View | null} null before its first deal, and once its game goes on elsewhere
 */
export function viewOf({ traits }) {
  return traits?.view && !traits.closed
    ? { ...traits.terms, ...traits.sheet, ...traits.view }
    : null;
}

/**
 * The figure of a seat that the round changes, and that everybody may see.
 *
 * @param {Sjw.View} view
 * @param {number} seat
 */
function shownFigure({ seats }, seat) {
  const player = /** @type {any} */ (seats[seat]);
  return player?.visible_sum ?? player?.stock?.count ?? null;
}

/**
 * The newest decision at a table, in a sentence.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.ScreenTable} table
 * @returns {string}
 */
export function lastText(t, table) {
  if (table.traits?.closed) return t("serve.screen.closed");
  const view = viewOf(table);
  if (!view) return "";
  if (view.winners) return winnersText(t, view);
  if (view.waiting === "next round") return t("serve.screen.waiting", readiness(table.seats));
  return describeLast(t, view);
}

/** @param {{table: Sjw.ScreenTable, t: Sjw.Translate, id: string, across?: number}} props */
export function Tile({ table, t, id, across = 2 }) {
  const view = viewOf(table);
  const name = `${id}-${table.table}`;
  const grids =
    view?.table === "grids" ? /** @type {Sjw.GridView} */ (/** @type {any} */ (view)) : null;
  return html`<section class="sjs-tile" aria-labelledby=${name} data-over=${isPause(view) || undefined}>
    <h2 id=${name}>
      ${t("serve.table", { table: table.table })}
      ${view && html`<small>${t("board.round", { round: view.round })}</small>`}
      ${
        grids &&
        html`<span class="sjs-piles" aria-hidden="true">
        <${Mini} card=${grids.draw.count > 0 ? "?" : "."} at=${`${table.table} draw`} />
        <${Mini} card=${grids.discard.top ?? "."} at=${`${table.table} discard`} />
      </span>`
      }
    </h2>
    ${
      isPause(view)
        ? html`<${Moment} table=${table} view=${view} t=${t} />`
        : html`<div class="sjs-seats" style=${shapeOf(table, grids, across)}>
            ${table.seats.map((seat) => html`<${Seat} key=${seat.seat} table=${table} seat=${seat} view=${view} grids=${grids} t=${t} />`)}
          </div>`
    }
    <p class="sjs-last">${lastText(t, table)}</p>
  </section>`;
}

/**
 * True between two rounds, and after the last.
 *
 * @param {Sjw.View | null} view
 */
function isPause(view) {
  return view !== null && (Boolean(view.winners) || view.waiting === "next round");
}

/**
 * The numbers of seats and cards across and down, from which the style sheet has the cards' size.
 *
 * @param {Sjw.ScreenTable} table
 * @param {Sjw.GridView | null} grids
 * @param {number} across
 */
function shapeOf({ seats }, grids, across) {
  const down = Math.ceil(seats.length / across) || 1;
  const [columns, rows] = grids ? [grids.columns, grids.rows] : [4, 3];
  return { "--across": across, "--down": down, "--columns": columns, "--rows": rows };
}

/** @param {Sjw.ScreenTable} table */
const lettersOf = ({ seats }) => initials(seats.map(({ name }) => name ?? ""));

/**
 * @param {{table: Sjw.ScreenTable, seat: Sjw.ServedSeat, view: Sjw.View | null,
 *   grids: Sjw.GridView | null, t: Sjw.Translate}} props
 */
function Seat({ table, seat, view, grids, t }) {
  const kind = presence(seat);
  const turn = view?.seat === seat.seat;
  const value = view && shownFigure(view, seat.seat);
  const cards = grids?.seats[seat.seat]?.grid;
  return html`<div class="sjs-seat" data-turn=${turn || undefined} data-kind=${kind} data-look=${lookOf(view, seat.seat)}>
    <p class="sjs-who">
      <${Presence} kind=${kind} turn=${turn} t=${t} />
      ${seat.name && html`<${Initial} look=${lookOf(view, seat.seat)} text=${lettersOf(table)[seat.seat]} kind=${seat.kind} />`}
      <bdi>${seat.name || t("serve.seat.free")}</bdi>
      <span class="sjs-figures">
        <span title=${t(`serve.screen.${view?.table === "piles" ? "stock" : "shown"}`)}>${value === null || value === undefined ? "–" : printed(value)}</span>
        <b title=${t("serve.screen.total")}>${view?.seats[seat.seat] ? printed(view.seats[seat.seat].total) : "–"}</b>
      </span>
    </p>
    ${
      cards &&
      html`<div class="sjs-grid" aria-hidden="true">
        ${cards.map((/** @type {string} */ card, /** @type {number} */ n) => html`<${Mini} key=${n} card=${card} at=${`${table.table} ${seat.seat} ${n}`} />`)}
      </div>`
    }
  </div>`;
}

/**
 * A card as small as a table on the wall needs it.
 *
 * @param {{card: string, at: string}} props at: its place, from which others fly
 */
function Mini({ card, at }) {
  if (card === ".") return html`<span class="sjs-mini sjs-none" data-at=${at}></span>`;
  if (card === "?") return html`<span class="sjs-mini sjs-back" data-at=${at}></span>`;
  const { number, effect } = cardParts(card);
  const text = card === "wild" ? "★" : printed(number);
  return html`<span class="sjs-mini sjw-face" style=${hue(card)} data-at=${at} data-length=${Math.min(3, text.length)} data-effect=${effect || undefined}>${text}</span>`;
}

/**
 * The end of a round, or of the game: what everybody has, the best first.
 *
 * @param {{table: Sjw.ScreenTable, view: Sjw.View, t: Sjw.Translate}} props
 */
function Moment({ table, view, t }) {
  const won = view.winners ?? [];
  const order = [...table.seats].sort((a, b) => {
    const [first, second] = [a, b].map(({ seat }) => view.seats[seat]?.total ?? 0);
    return (view.table === "piles" ? second - first : first - second) || a.seat - b.seat;
  });
  return html`<ol class="sjs-moment" style=${`--lines:${order.length}`}>
    ${order.map(
      ({
        seat,
        name,
        ready,
      }) => html`<li key=${seat} data-look=${lookOf(view, seat)} data-won=${won.includes(seat) || undefined}>
        <${Initial} look=${lookOf(view, seat)} text=${lettersOf(table)[seat]} />
        <bdi>${name || t("serve.seat.free")}</bdi>
        ${ready && !view.winners && html`<i role="img" aria-label=${t("serve.seat.ready")}>✓</i>`}
        <b>${printed(view.seats[seat]?.total ?? 0)}</b>
      </li>`,
    )}
  </ol>`;
}

/** The steps of the podium, from left to right, by place. */
const STEPS = [2, 1, 3];

/**
 * The end of all games: the three best, and who comes after them.
 *
 * @param {{standings: Sjw.Ranked[], t: Sjw.Translate}} props
 */
export function Podium({ standings, t }) {
  const rest = standings.slice(3);
  /** @param {Sjw.Ranked} line */
  const figures = ({ wins, mean_score }) =>
    `${t("serve.screen.won", { count: wins })} · ${t("serve.screen.per_round", { points: printed(mean_score.toLocaleString(t.lang, ONE_DECIMAL)) })}`;
  return html`<div class="sjs-podium-page">
    <h1>${t("serve.screen.podium")}</h1>
    <ol class="sjs-podium">
      ${STEPS.filter((place) => place <= standings.length).map((place) => {
        const line = standings[place - 1];
        return html`<li key=${place} data-place=${place} value=${place}>
          <bdi>${line.name}</bdi>
          <small>${t("serve.table", { table: line.table })} · ${figures(line)}</small>
          <b aria-hidden="true">${place}</b>
        </li>`;
      })}
    </ol>
    ${
      rest.length > 0 &&
      html`<ol class="sjs-rest" start="4" style=${{ "--text": Math.min(1, 16 / Math.ceil(rest.length / 4) / 3.2) }}>
        ${rest.map((line, n) => html`<li key=${n}><span>${n + 4}.</span> <bdi>${line.name}</bdi></li>`)}
      </ol>`
    }
  </div>`;
}

/**
 * The mark of a seat, with its words for the ear; who is to play has an arrow.
 *
 * @param {{kind: Sjw.Presence, turn: boolean, t: Sjw.Translate}} props
 */
export function Presence({ kind, turn, t }) {
  const word = t(`serve.seat.${kind}`);
  return html`${turn && html`<i class="sjs-turn" role="img" aria-label=${t("serve.seat.turn")}></i>`}
    <i class="sjs-mark" data-kind=${kind} role="img" aria-label=${word} title=${word}></i>`;
}

/** @param {{standings: Sjw.Ranked[], fewer: boolean, t: Sjw.Translate}} props */
export function Standings({ standings, fewer, t }) {
  if (standings.length === 0) return null;
  const won = standings.some(({ games }) => games > 0);
  const more = standings.length - LINES;
  return html`<section class="sjs-standings" aria-label=${t("serve.screen.standings")}>
    <h2>${t("serve.screen.standings")}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="sjs-unseen">${t("serve.screen.player")}</span></th>
          ${won && html`<th scope="col">${t("serve.screen.wins")}</th>`}
          <th scope="col">${t("serve.screen.rounds")}</th>
          <th scope="col">${t("serve.screen.mean")}</th>
        </tr>
      </thead>
      <tbody>
        ${standings.slice(0, LINES).map(
          ({ name, wins, rounds, mean_score }, n) => html`<tr key=${n}>
            <th scope="row"><div><i>${n + 1}.</i> <bdi>${name}</bdi></div></th>
            ${won && html`<td>${printed(wins)}</td>`}
            <td>${printed(rounds)}</td>
            <td>${printed(mean_score.toLocaleString(t.lang, ONE_DECIMAL))}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="sjs-last">${t(`serve.screen.${fewer ? "fewest" : "most"}_first`)}</p>
    ${more > 0 && html`<p class="sjs-last">${t("serve.screen.more", { count: more })}</p>`}
  </section>`;
}
