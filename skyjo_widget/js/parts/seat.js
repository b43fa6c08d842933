/**
 * The line above a player's cards: name and figures.
 */

import { printed } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { html } from "../vendor/htm-preact.js";
import { Initial, SeatInitial } from "./initial.js";

/**
 * @param {{icon: "visible" | "hidden" | "total", value: number, t: Sjw.Translate, words: boolean}} props
 */
export function Figure({ icon, value, t, words }) {
  const hint = t(`board.${icon}_hint`);
  return html`<span class="sjw-figure" title=${hint}>
    <${Icon} name=${icon} />
    <span class=${words ? "sjw-figure-word" : "sjw-unseen"}>${t(`board.${icon}`)}</span>
    <b>${printed(value)}</b>
  </span>`;
}

/** @param {{icon: "first" | "flag" | "next" | "dealer", text: string}} props */
export function Tag({ icon, text }) {
  return html`<span class="sjw-tag" role="img" aria-label=${text} title=${text}>
    <${Icon} name=${icon} />
  </span>`;
}

/**
 * The name of a team: a letter.
 *
 * @param {number} team from 0
 */
export function teamLetter(team) {
  return String.fromCharCode("A".charCodeAt(0) + team);
}

/**
 * The mark of a team: a letter and a colour.
 *
 * @param {{team: number, t: Sjw.Translate}} props
 */
export function TeamTag({ team, t }) {
  const text = t("team.name", { team: teamLetter(team) });
  return html`<${Initial} look=${team} text=${teamLetter(team)} kind="team" label=${text} />`;
}

/**
 * The head of a table of scores.
 *
 * @param {{columns: string[], view: Sjw.View, t: Sjw.Translate}} props
 */
export function ScoreHead({ columns, view, t }) {
  return html`<thead>
    <tr>
      <th scope="col">${t(view.pad.teams ? "pad.team" : "pad.player")}</th>
      ${columns.map(
        (name) => html`<th key=${name} scope="col" class="sjw-number">${t(`pad.${name}`)}</th>`,
      )}
    </tr>
  </thead>`;
}

/**
 * A line of scores; the name is cut where there is no room for it, the total comes last.
 *
 * @param {{line: Sjw.PadLine, winner?: boolean, t: Sjw.Translate}} props
 */
export function ScoreLine({ line, winner, t }) {
  return html`<tr data-winner=${winner}>
    <${ScoreName} line=${line} t=${t} />
    ${line.cells.map(
      (text, n) =>
        html`<td key=${n} class=${n + 1 < line.cells.length ? "sjw-number" : "sjw-number sjw-strong"}>${text}</td>`,
    )}
  </tr>`;
}

/** @param {{line: Sjw.PadLine, t: Sjw.Translate}} props */
function ScoreName({ line, t }) {
  return html`<th scope="row">
    <div class="sjw-line">
      ${
        line.team === null
          ? html`<${Initial} look=${line.seats[0]} text=${line.initial} kind=${line.kind} />`
          : html`<${TeamTag} team=${line.team} t=${t} />`
      }
      <bdi class="sjw-cut" title=${line.name}>${line.name}</bdi>
      ${line.dealer && html`<${Tag} icon="dealer" text=${t("pad.dealer")} />`}
      ${line.starter && html`<${Tag} icon="first" text=${t("pad.starter")} />`}
      ${line.ender && html`<${Tag} icon="flag" text=${t("pad.ender")} />`}
    </div>
  </th>`;
}

/**
 * @param {{view: Sjw.View, seat: Sjw.Seat, t: Sjw.Translate, tags?: unknown,
 *   children?: unknown}} props the figures
 */
export function SeatHeader({ view, seat, t, tags, children }) {
  const onTurn = view.seat === seat.seat;
  return html`<div class="sjw-seat">
    <div class="sjw-who">
      ${onTurn && html`<span class="sjw-arrow" role="img" aria-label=${t("board.on_turn")}></span>`}
      <${SeatInitial} view=${view} seat=${seat.seat} label=${t(`board.${seat.kind}`)} />
      <bdi class="sjw-name" title=${seat.name}>${seat.name}</bdi>
      ${seat.ender && html`<${Tag} icon="flag" text=${t("board.ender")} />`}
      ${tags}
    </div>
    <div class="sjw-figures">${children}</div>
  </div>`;
}
