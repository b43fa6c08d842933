/**
 * Many tables on one screen: a tile for each, and the standings beside.
 */

import { describeLast } from "../../games/sentences.js";
import { printed } from "../../lib/i18n.js";
import { winnersText } from "../../parts/dialog.js";
import { presence, readiness } from "../../parts/served_seat.js";
import { html } from "../../vendor/htm-preact.js";

/** Lines of the standings that are shown. */
const LINES = 12;

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
  const one = /** @type {any} */ (seats[seat]);
  return one?.visible_sum ?? one?.stock?.count ?? null;
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

/** @param {{table: Sjw.ScreenTable, t: Sjw.Translate, id: string}} props */
export function Tile({ table, t, id }) {
  const view = viewOf(table);
  const name = `${id}-${table.table}`;
  const shown = view?.table === "piles" ? "stock" : "shown";
  return html`<section class="sjs-tile" aria-labelledby=${name}>
    <h2 id=${name}>
      ${t("serve.table", { table: table.table })}
      ${view && html`<small>${t("board.round", { round: view.round })}</small>`}
    </h2>
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="sjs-unseen">${t("serve.screen.player")}</span></th>
          <th scope="col">${t(`serve.screen.${shown}`)}</th>
          <th scope="col">${t("serve.screen.total")}</th>
        </tr>
      </thead>
      <tbody>
        ${table.seats.map((seat) => {
          const kind = presence(seat);
          const turn = view?.seat === seat.seat;
          const value = view && shownFigure(view, seat.seat);
          return html`<tr key=${seat.seat} data-turn=${turn || undefined} data-kind=${kind}>
            <th scope="row">
              <div>
                <${Presence} kind=${kind} turn=${turn} t=${t} />
                <bdi>${seat.name || t("serve.seat.free")}</bdi>
              </div>
            </th>
            <td>${value === null || value === undefined ? "–" : printed(value)}</td>
            <td>${view?.seats[seat.seat] ? printed(view.seats[seat.seat].total) : "–"}</td>
          </tr>`;
        })}
      </tbody>
    </table>
    <p class="sjs-last">${lastText(t, table)}</p>
  </section>`;
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

/** @param {{standings: Sjw.Ranked[], t: Sjw.Translate}} props */
export function Standings({ standings, t }) {
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
          <th scope="col">${t("serve.screen.total")}</th>
        </tr>
      </thead>
      <tbody>
        ${standings.slice(0, LINES).map(
          ({ name, wins, total }, n) => html`<tr key=${n}>
            <th scope="row"><div><i>${n + 1}.</i> <bdi>${name}</bdi></div></th>
            ${won && html`<td>${printed(wins)}</td>`}
            <td>${printed(total)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${more > 0 && html`<p class="sjs-last">${t("serve.screen.more", { count: more })}</p>`}
  </section>`;
}
