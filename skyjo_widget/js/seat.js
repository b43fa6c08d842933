/**
 * Who sits there, and how they stand: the line above a player's cards.
 */

import { printed } from "./i18n.js";
import { html } from "./vendor/htm-preact.js";

/** Small drawings on a 16 × 16 sheet, in the text's colour. */
const ICONS = {
  person: "M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 14.2c.4-3 2.8-4.6 6-4.6s5.6 1.6 6 4.6Z",
  bot: "M7.4 1h1.2v2H12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.4ZM5.5 6a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Zm5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3ZM5 10.8V12h6v-1.2Z",
  visible:
    "M4 1h8a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 12 15H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 1Zm0 1.4v11.2h8V2.4ZM8 5l2.2 3L8 11 5.8 8Z",
  hidden:
    "M4 1h8a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 12 15H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 1Z",
  total: "M3 2h10v3h-1.5V3.5H6L9.8 8 6 12.5h5.5V11H13v3H3v-1.300L7 8 3 3.300Z",
  first: "M4 2.5 12.5 8 4 13.5Z",
  flag: "M3 1h1.5v1H13l-2.5 3.5L13 9H4.5v6H3Z",
};

/** @param {{name: keyof typeof ICONS}} props */
function Icon({ name }) {
  return html`<svg class="sjw-icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${ICONS[name]} fill-rule="evenodd" />
  </svg>`;
}

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

/** @param {{icon: "first" | "flag", text: string}} props */
function Tag({ icon, text }) {
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
      <span class="sjw-cut" title=${line.name}>${line.name}</span>
      ${line.starter && html`<${Tag} icon="first" text=${t("pad.starter")} />`}
      ${line.ender && html`<${Tag} icon="flag" text=${t("pad.ender")} />`}
    </div>
  </th>`;
}

/**
 * @param {{view: Sjw.View, seat: Sjw.Seat, t: Sjw.Translate, size: "large" | "small"}} props
 */
export function SeatHeader({ view, seat, t, size }) {
  const words = size === "large";
  const onTurn = view.seat === seat.seat;
  return html`<header class="sjw-seat">
    <div class="sjw-who">
      ${onTurn && html`<span class="sjw-arrow" role="img" aria-label=${t("board.on_turn")}></span>`}
      <span class="sjw-kind" role="img" aria-label=${t(`board.${seat.kind}`)} title=${t(`board.${seat.kind}`)}>
        <${Icon} name=${seat.kind} />
      </span>
      <span class="sjw-name" title=${seat.name}>${seat.name}</span>
      ${seat.ender && html`<${Tag} icon="flag" text=${t("board.ender")} />`}
    </div>
    <div class="sjw-figures">
      <${Figure} icon="visible" value=${seat.visible_sum} t=${t} words=${words} />
      <${Figure} icon="hidden" value=${seat.hidden} t=${t} words=${words} />
      <${Figure} icon="total" value=${seat.total} t=${t} words=${words} />
    </div>
  </header>`;
}
