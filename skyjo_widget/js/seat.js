/**
 * Who sits there, and how they stand: the line above a player's cards.
 */

import { printed } from "./i18n.js";
import { Icon } from "./icons.js";
import { html } from "./vendor/htm-preact.js";

/**
 * @param {{icon: "visible" | "hidden" | "total", value: number, t: Sjw.Translate, words: boolean}} props
 */
function Figure({ icon, value, t, words }) {
  const hint = t(`board.${icon}_hint`);
  return html`<span class="sjw-figure" title=${hint}>
    <${Icon} name=${icon} />
    <span class=${words ? "sjw-figure-word" : "sjw-unseen"}>${t(`board.${icon}`)}</span>
    <b>${printed(value)}</b>
  </span>`;
}

/** @param {{icon: "first" | "flag" | "next", text: string}} props */
export function Tag({ icon, text }) {
  return html`<span class="sjw-tag" role="img" aria-label=${text} title=${text}>
    <${Icon} name=${icon} />
  </span>`;
}

/**
 * The head of a line of scores: the name, cut where there is no room for it.
 *
 * @param {{line: {name: string, starter: boolean, ender: boolean}, t: Sjw.Translate}} props
 */
export function ScoreName({ line, t }) {
  return html`<th scope="row">
    <div class="sjw-line">
      <bdi class="sjw-cut" title=${line.name}>${line.name}</bdi>
      ${line.starter && html`<${Tag} icon="first" text=${t("pad.starter")} />`}
      ${line.ender && html`<${Tag} icon="flag" text=${t("pad.ender")} />`}
    </div>
  </th>`;
}

/**
 * @param {{view: Sjw.View, seat: Sjw.Seat, t: Sjw.Translate, size: "large" | "small",
 *   tags?: unknown}} props
 */
export function SeatHeader({ view, seat, t, size, tags }) {
  const words = size === "large";
  const onTurn = view.seat === seat.seat;
  return html`<div class="sjw-seat">
    <div class="sjw-who">
      ${onTurn && html`<span class="sjw-arrow" role="img" aria-label=${t("board.on_turn")}></span>`}
      <span class="sjw-kind" role="img" aria-label=${t(`board.${seat.kind}`)} title=${t(`board.${seat.kind}`)}>
        <${Icon} name=${seat.kind} />
      </span>
      <bdi class="sjw-name" title=${seat.name}>${seat.name}</bdi>
      ${seat.ender && html`<${Tag} icon="flag" text=${t("board.ender")} />`}
      ${tags}
    </div>
    <div class="sjw-figures">
      <${Figure} icon="visible" value=${seat.visible_sum} t=${t} words=${words} />
      <${Figure} icon="hidden" value=${seat.hidden} t=${t} words=${words} />
      <${Figure} icon="total" value=${seat.total} t=${t} words=${words} />
    </div>
  </div>`;
}
