/**
 * NewSkyjo's table: the grids, and with them the order of play, what cards do in full words, what
 * the viewer knows of the draw pile, and the cards that are to be put in order.
 */

import { Card } from "../cards/card.js";
import { EffectIcon } from "../cards/effect_icons.js";
import { cardParts, cardWords, effectWords } from "../cards/effects.js";
import { counted, listOf, named, printed } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { Tag } from "../parts/seat.js";
import { positionIndex } from "../parts/targets.js";
import { html, useState } from "../vendor/htm-preact.js";
import { GridTable } from "./grid_table.js";
import { OrderTray } from "./order_tray.js";

/** The narrowest card on the draw pile that can be read. */
const KNOWN_LEAST = 12;

/**
 * Facts about the order of play, in a few words each.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.GridView} view
 * @returns {string[]}
 */
export function orderOfPlay(t, { seats, seat, order_of_play: flow }) {
  if (!flow) return [];
  const player = seats[flow.on_turn].name;
  const facts = [];
  if (flow.on_turn !== seat) facts.push(t("flow.on_turn", { player }));
  if (flow.must_take) facts.push(t("flow.must_take", { player }));
  if (flow.actions_left > 0) facts.push(counted(t, "flow.actions", flow.actions_left));
  if (flow.turns_left > 1) facts.push(counted(t, "flow.again", flow.turns_left, { player }));
  if (flow.next) {
    const { turns, takes_discard } = flow.next;
    const next = counted(t, "flow.next", turns, { player: seats[flow.next.seat].name });
    facts.push(takes_discard ? `${next}, ${t("flow.takes_discard")}` : next);
  }
  if (flow.protected) {
    const players = flow.protected.map((seat) => named(seats[seat].name));
    facts.push(t("flow.protected", { players: listOf(t, players) }));
  }
  if (flow.due) {
    const players = flow.due.map((due) => named(seats[due].name));
    facts.push(
      players.length > 0 ? t("flow.due", { players: listOf(t, players) }) : t("flow.last"),
    );
  }
  return facts;
}

/** @param {{view: Sjw.GridView, t: Sjw.Translate}} props */
function Flow({ view, t }) {
  const way = view.order_of_play && (view.order_of_play.direction > 0 ? "left" : "right");
  return html`<p class="sjw-flow">
    ${way && html`<span class="sjw-way"><${Icon} name=${way} />${t(`flow.${way}`)}</span>`}
    ${orderOfPlay(t, view).map((text) => html`<span key=${text}>${text}</span>`)}
  </p>`;
}

/**
 * The effects whose words are shown in full: the one that is decided about, and that of the
 * discard pile's top card; while the pointer rests on another card, that one's.
 *
 * @param {Sjw.GridView} view
 * @param {string | null} looked the spot
 * @returns {{where: string, number: string, effect: string}[]}
 */
export function legend(view, looked) {
  const { held, resolving, discard } = view;
  /** @param {string} where @param {Sjw.Card | null | undefined} card */
  const line = (where, card) => ({ where, ...cardParts(card ?? ".") });
  const now = resolving
    ? { ...line("resolving", held?.card), effect: resolving.effect }
    : line(held?.source === "kept" ? "kept" : "hand", held?.card);
  const card = line("looked", looked && cardOn(view, looked));
  return [now, card.effect ? card : line("discard", discard.top)].filter(({ effect }) => effect);
}

/**
 * @param {Sjw.GridView} view
 * @param {string} spot
 * @returns {Sjw.Card | undefined} of a grid, or one that is to be put in order
 */
function cardOn(view, spot) {
  const [where, at] = spot.split(":");
  if (where === "peeked") return view.peeked?.[Number(at)];
  return at && view.seats[Number(where)]?.grid[positionIndex(at, view.columns)];
}

/**
 * The full words, line by line.
 *
 * @param {{view: Sjw.GridView, t: Sjw.Translate, looked: string | null}} props
 */
function Legend({ view, t, looked }) {
  return html`<dl class="sjw-legend">
    ${legend(view, looked).map(
      ({ where, number, effect }) => html`<div key=${where}>
        <dt><${EffectIcon} name=${effect} />${t(`legend.${where}`, { card: printed(number) })}</dt>
        <dd>${effectWords(t, view, effect)}</dd>
      </div>`,
    )}
    ${
      view.known &&
      html`<div key="known">
        <dt><${Icon} name="known" />${knower(t, view)}</dt>
        <dd>${knownWords(t, view.known, (card) => printed(cardParts(card).number))}</dd>
      </div>`
    }
  </dl>`;
}

/**
 * The owner of the knowledge: the viewer, or in an open view the player on turn.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.GridView} view
 */
function knower(t, { viewer, seat, seats }) {
  return viewer === null && seat !== null
    ? t("known.of", { player: seats[seat].name })
    : t("known.name");
}

/**
 * @param {Sjw.Translate} t
 * @param {NonNullable<Sjw.GridView["known"]>} known
 * @param {(card: Sjw.Card) => string} words
 * @returns {string} those whose place is known first, then the others
 */
export function knownWords(t, known, words) {
  /** Cards that may lie in the same places. @type {{from: number, to: number, cards: string[]}[]} */
  const groups = [];
  for (const [card, to] of known) {
    const last = groups.at(-1);
    if (last?.to === to) last.cards.push(words(card));
    else groups.push({ from: (last?.to ?? 0) + 1, to, cards: [words(card)] });
  }
  const sure = groups.findIndex(({ from, to }) => from !== to);
  const ahead = groups.slice(0, sure < 0 ? groups.length : sure).flatMap(({ cards }) => cards);
  const parts = ahead.length > 0 ? [t("known.in_order", { cards: ahead.join(", ") })] : [];
  for (const { from, to, cards } of groups.slice(ahead.length)) {
    parts.push(t(from === to ? "known.at" : "known.among", { from, to, cards: cards.join(", ") }));
  }
  return parts.join(t("known.joint"));
}

/**
 * The viewer's knowledge of the draw pile, laid on it.
 *
 * @param {{known: NonNullable<Sjw.GridView["known"]>, view: Sjw.GridView, layout: Sjw.GridLayout, t: Sjw.Translate}} props
 */
function Known({ known, view, layout, t }) {
  // Of more than fit, the next ones: the words below the grid have them all.
  const cards = known.slice(0, Math.floor((layout.slot - 4) / (KNOWN_LEAST + 2)));
  const w = Math.min(24, Math.floor((layout.slot - 4) / cards.length) - 2);
  const shape = { w, h: Math.round(w * 1.25) };
  return html`<span
    class="sjw-known"
    role="img"
    aria-label=${`${knower(t, view)} ${knownWords(t, known, (card) => cardWords(t, view, card))}`}
    style=${`--mini-w:${shape.w}px;--mini-h:${shape.h}px`}
  >
    ${cards.map(([card], n) => html`<${Card} key=${n} card=${card} size="small" shape=${shape} t=${t} />`)}
  </span>`;
}

/**
 * The cards that were being put in order, in a replay.
 *
 * @param {{cards: Sjw.Card[], view: Sjw.GridView, layout: Sjw.GridLayout, t: Sjw.Translate}} props
 */
function Peeked({ cards, view, layout, t }) {
  const words = cards.map((card) => cardWords(t, view, card)).join(", ");
  return html`<div class="sjw-peeked" role="img" aria-label=${t("replay.looked_at", { cards: words })}>
    ${cards.map((card, n) => html`<${Card} key=${n} card=${card} size="large" shape=${layout.pile} t=${t} />`)}
  </div>`;
}

/** @param {Sjw.GridTableProps} props */
export function NewSkyjoTable(props) {
  const { view, layout, t, act } = props;
  const [looked, setLooked] = useState(/** @type {string | null} */ (null));
  /** @param {Event} event */
  const look = ({ target }) => {
    const place = /** @type {Element} */ (target).closest("[data-spot]");
    setLooked(/** @type {HTMLElement | null} */ (place)?.dataset.spot ?? null);
  };
  /** @param {PointerEvent} event */
  const leave = ({ pointerType }) => {
    if (pointerType !== "touch") setLooked(null); // a finger leaves at once
  };
  /** @param {FocusEvent & {currentTarget: Element}} event */
  const blur = ({ currentTarget, relatedTarget }) => {
    if (!currentTarget.contains(/** @type {Node | null} */ (relatedTarget))) setLooked(null);
  };
  const next = view.order_of_play?.next?.seat;
  return html`<div class="sjw-newskyjo" onpointerover=${look} onpointerleave=${leave} onfocusin=${look} onfocusout=${blur}>
    <${GridTable}
      ...${props}
      picked=${view.resolving?.first ?? null}
      tags=${(/** @type {number} */ seat) => seat === next && html`<${Tag} icon="next" text=${t("flow.tag")} />`}
      above=${html`<${Flow} view=${view} t=${t} />
        ${
          view.peeked &&
          (view.waiting === "replay"
            ? html`<${Peeked} cards=${view.peeked} view=${view} layout=${layout} t=${t} />`
            : html`<${OrderTray} key=${view.decision} cards=${view.peeked} view=${view} layout=${layout} t=${t} act=${act} />`)
        }`}
      below=${view.effects && html`<${Legend} view=${view} t=${t} looked=${looked} />`}
      onDraw=${view.known && html`<${Known} known=${view.known} view=${view} layout=${layout} t=${t} />`}
    />
  </div>`;
}
