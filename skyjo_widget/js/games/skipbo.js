/**
 * Skip-Bo's table: the building piles in the middle, below them the viewer's stock pile, discard
 * piles and hand, then a partner's and the others' piles.
 *
 * Playing is two steps: a card is chosen, then its place; see selection.js for spots.
 */

import { Card, Strip } from "../cards/card.js";
import { drag, holds, putBack } from "../cards/drag.js";
import { fan } from "../cards/fan.js";
import { named } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { nearest } from "../lib/keys.js";
import { lookOf } from "../parts/initial.js";
import { Figure, SeatHeader, Tag, TeamTag } from "../parts/seat.js";
import { placesOf, standing } from "../parts/selection.js";
import { seatsFromViewer } from "../parts/targets.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Place } from "./place.js";
import { touchedPiles } from "./skipbo_changes.js";
import { describeCut, pileCardWords } from "./skipbo_sentences.js";

/** Heights of a strip of a fan, in pixels. */
const STRIP = { most: 21, least: 16 };
const MINI_STRIP = { most: 15, least: 12 };

/** The number that stands for wild cards where cards are counted by number. */
export const WILD = 0;

/**
 * @typedef {Sjw.PileTableProps & {touched: Set<string>,
 *   onPress: (event: PointerEvent, spot: string) => void}} Props
 */

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.PileView} view
 * @returns {string} with paper cards nobody knows the hand: what it may be is shown
 */
function handCaption(t, { hand, paper, seats, viewer }) {
  if (hand?.length === 0) return t("piles.hand_empty");
  return paper ? t("paper.any_hand", { count: seats[viewer ?? 0].hand }) : t("piles.hand");
}

/**
 * The keyboard's stop in a row of places: one of them, the others are reached by arrows.
 *
 * @param {number} count
 * @returns {(index: number) => {tabindex: number, onfocus: () => void}}
 */
function useStops(count) {
  const [at, setAt] = useState(0);
  const current = Math.min(at, count - 1);
  return (index) => ({ tabindex: index === current ? 0 : -1, onfocus: () => setAt(index) });
}

/**
 * A place that may be a card to choose, or where the chosen one goes.
 *
 * @param {Props & {spot: string, label: string, title?: string, can?: string, name?: string,
 *   stop: {tabindex: number, onfocus: () => void}, children?: unknown}} props
 */
function Spot({ view, chosen, spot, label, title, can, name = "", touched, stop, ...props }) {
  const as = standing(view, chosen, spot);
  return html`<${Place}
    spot=${spot}
    label=${label}
    title=${title}
    can=${as === "place" ? can : undefined}
    open=${as !== ""}
    touched=${touched.has(spot)}
    picked=${as === "chosen"}
    act=${props.act}
    t=${props.t}
    tabindex=${stop.tabindex}
    onfocus=${stop.onfocus}
    attributes=${{
      class: `sjw-place ${name}`,
      "data-as": as || undefined,
      "aria-pressed": as === "card" || as === "chosen" ? String(as === "chosen") : undefined,
      onPointerDown: (/** @type {PointerEvent} */ event) =>
        (as === "card" || as === "chosen") && props.onPress(event, spot),
    }}
  >
    ${props.children}
  <//>`;
}

/* ---- The middle ---------------------------------------------------------- */

/** @param {Props} props */
function Middle(props) {
  const { view, chosen, layout, t } = props;
  const { draw, completed, building, highest } = view;
  const stops = useStops(building.length);
  const either = building.some((place) => place.down || place.either);
  const done = t("piles.completed_label", { count: completed.count });
  return html`<div class="sjw-middle sjw-five">
    <div class="sjw-drawing">
      <span class="sjw-place" data-spot="draw" role="img" aria-label=${t("board.draw_label", { count: draw.count })}>
        <span class="sjw-stack" data-depth=${Math.min(3, Math.ceil(draw.count / 40))}>
          <${Card} card=${draw.count > 0 ? "?" : "."} size="large" shape=${layout.draw} t=${t} />
        </span>
      </span>
      <div class="sjw-caption"><span class="sjw-word-of">${t("piles.draw")} </span><b>${draw.count}</b></div>
      <div class="sjw-caption sjw-completed" role="img" aria-label=${done} title=${done}>
        <span data-spot="completed"><span class="sjw-card sjw-small sjw-back"></span></span>
        <${Icon} name="done" /><b>${completed.count}</b>
      </div>
    </div>
    <div class="sjw-row" data-row data-either=${either || undefined} role="group" aria-label=${t("piles.building_group")}>
      ${building.map(({ count, top, next, ...way }, n) => {
        const pile = { pile: n + 1, next, highest };
        const number = way.down ? highest + 1 - count : count;
        const label =
          top === null
            ? t(way.either ? "piles.building_either" : "piles.building_empty", pile)
            : t(way.down ? "piles.building_down" : "piles.building", {
                ...pile,
                card: pileCardWords(t, top, top === "wild" ? number : null),
              });
        const down = `b${n + 1} down`;
        return html`<div key=${n} class="sjw-build">
          <${Spot} ...${props} spot=${`b${n + 1}`} label=${label} title=${label} can=${t("piles.play_here")} stop=${stops(n)}>
            ${
              top === null
                ? html`<span class="sjw-card sjw-large sjw-gone"><span class="sjw-hint-number">${next}</span></span>`
                : html`<${Card} card=${top === "?" ? top : String(number)} wild=${top === "wild"} size="large" shape=${layout.card} t=${t} />`
            }
          <//>
          ${
            standing(view, chosen, down) === "place"
              ? html`<${Spot} ...${props} spot=${down} label=${t("piles.begin_down", pile)} can=${t("piles.play_here")} name="sjw-begin-down" stop=${stops(n)}><b>▼ ${highest}</b><//>`
              : html`<div class="sjw-caption sjw-next" aria-hidden="true">${!way.either && html`<span class="sjw-word-of">${t("piles.next")} </span>`}<b>${way.down && "▼ "}${next}${way.either && ` ▼ ${highest}`}</b></div>`
          }
        </div>`;
      })}
    </div>
  </div>`;
}

/* ---- A player's piles ------------------------------------------------------ */

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.PileSeat} seat
 */
function stockLabel(t, { stock: { count, top } }) {
  return top === null
    ? t("piles.stock_empty")
    : t("piles.stock_label", { count, card: pileCardWords(t, top) });
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Card[]} cards
 * @param {number} n
 */
function discardLabel(t, cards, n) {
  if (cards.length === 0) return t("piles.discard_empty", { pile: n + 1 });
  const words = [...cards].reverse().map((card) => pileCardWords(t, card));
  return t("piles.discard_label", { pile: n + 1, cards: words.join(", ") });
}

/**
 * The cards of a discard pile, as they lie.
 *
 * @param {{cards: Sjw.Card[], size: "large" | "small", shape: Sjw.Size, room: number,
 *   strip: {most: number, least: number}, t: Sjw.Translate}} props
 */
function Fan({ cards, size, shape, room, strip, t }) {
  const covered = cards.slice(0, -1);
  const { hidden, step } = fan(covered.length, room, strip);
  const strips = covered.slice(hidden);
  return html`${hidden > 0 && html`<span class="sjw-strip sjw-more" style=${`--step:${step}px`} data-value=${`+${hidden}`}></span>`}
    ${strips.map(
      (card, k) =>
        html`<span key=${k} class="sjw-step" style=${`--step:${step}px`}><${Strip} card=${card} /></span>`,
    )}
    <${Card} card=${cards.at(-1) ?? "."} size=${size} shape=${shape} t=${t} />`;
}

/** @param {number} count */
function depth(count) {
  return count > 1 ? Math.min(3, Math.ceil(count / 10)) : undefined;
}

/**
 * Piles whose cards may be chosen: one's own, or a partner's.
 *
 * @param {Props & {seat: Sjw.PileSeat, shape: Sjw.Size, room: number}} props
 *   room: for the covered cards
 */
function PlayPiles({ seat, shape, room, ...props }) {
  const { view, t, chosen } = props;
  const stops = useStops(1 + seat.discards.length);
  const own = seat.seat === (view.viewer ?? 0);
  const discarding =
    own && chosen !== null && placesOf(view, chosen).some((spot) => spot.includes(":"));
  const label = own ? t("piles.own_piles") : t("piles.piles_of", { player: seat.name });
  return html`<div class="sjw-piles-of sjw-five" data-row role="group" aria-label=${label}>
    <div class="sjw-stock">
      <${Spot} ...${props} spot=${`${seat.seat}:stock`} label=${stockLabel(t, seat)} stop=${stops(0)}>
        <span class="sjw-stack" data-depth=${depth(seat.stock.count)}>
          <${Card} card=${seat.stock.top ?? "."} size="large" shape=${shape} t=${t} />
        </span>
      <//>
      <div class="sjw-caption" aria-hidden="true">${t("piles.stock")} <b>${seat.stock.count}</b></div>
    </div>
    ${seat.discards.map((cards, n) => {
      const words = discardLabel(t, cards, n);
      return html`<${Spot}
        key=${n}
        ...${props}
        spot=${`${seat.seat}:d${n + 1}`}
        name="sjw-fan"
        label=${words}
        title=${words}
        can=${t("piles.discard_here")}
        stop=${stops(n + 1)}
      >
        <${Fan} cards=${cards} size="large" shape=${shape} room=${room} strip=${STRIP} t=${t} />
      <//>`;
    })}
    <div class="sjw-caption sjw-discards" data-deed=${discarding || undefined} aria-hidden="true">
      ${discarding ? t("piles.discard_ends") : t("piles.discards")}
    </div>
  </div>`;
}

/**
 * Piles that can't be clicked.
 *
 * @param {Props & {seat: Sjw.PileSeat}} props
 */
function ShownPiles({ seat, layout, touched, t }) {
  const stock = `${seat.seat}:stock`;
  return html`<div class="sjw-shown" role="list" aria-label=${t("piles.piles_of", { player: seat.name })}>
    <span class="sjw-stock" role="listitem" aria-label=${stockLabel(t, seat)} title=${stockLabel(t, seat)}>
      <span class="sjw-place" data-spot=${stock} data-touched=${touched.has(stock)}>
        <span class="sjw-stack" data-depth=${seat.stock.count > 1 ? 1 : undefined}>
          <${Card} card=${seat.stock.top ?? "."} size="small" shape=${layout.mini} t=${t} />
        </span>
      </span>
      <span class="sjw-caption"><b>${seat.stock.count}</b></span>
    </span>
    ${seat.discards.map((cards, n) => {
      const [spot, words] = [`${seat.seat}:d${n + 1}`, discardLabel(t, cards, n)];
      return html`<span
        key=${n}
        class="sjw-place sjw-fan"
        role="listitem"
        data-spot=${spot}
        data-touched=${touched.has(spot)}
        aria-label=${words}
        title=${words}
      >
        <${Fan} cards=${cards} size="small" shape=${layout.mini} room=${layout.miniFan} strip=${MINI_STRIP} t=${t} />
      </span>`;
    })}
  </div>`;
}

/* ---- Hands ----------------------------------------------------------------- */

/**
 * The hand of another player: as many backs as cards.
 *
 * @param {{seat: Sjw.PileSeat, t: Sjw.Translate}} props
 */
function Backs({ seat, t }) {
  const label = t("piles.hand_of", { player: seat.name, count: seat.hand });
  if (seat.cards && seat.cards.length > 0) {
    const words = seat.cards.map((card) => pileCardWords(t, card)).join(", ");
    return html`<span class="sjw-backs sjw-laid-open" data-spot=${`${seat.seat}:hand`} role="img" aria-label=${`${label}: ${words}`} title=${`${label}: ${words}`}>
      ${seat.cards.map((card, n) => html`<${Card} key=${n} card=${card} size="small" shape=${{ w: 20, h: 26 }} t=${t} />`)}
    </span>`;
  }
  return html`<span class="sjw-backs" data-spot=${`${seat.seat}:hand`} role="img" aria-label=${label} title=${label}>
    ${Array.from(
      { length: Math.max(1, seat.hand) },
      (_, n) =>
        html`<span key=${n} class=${`sjw-card sjw-small ${seat.hand > 0 ? "sjw-back" : "sjw-gone"}`}></span>`,
    )}
    <b>${seat.hand}</b>
  </span>`;
}

/**
 * Check if a round was just dealt: no card lies anywhere yet.
 *
 * @param {Sjw.PileView} view
 */
const isDealt = ({ building, seats }) =>
  (building.every(({ top }) => top === null) &&
    seats.every(({ discards }) => discards.flat().length === 0)) ||
  undefined;

/** @param {Props & {seat: Sjw.PileSeat}} props */
function Hand({ seat, ...props }) {
  const { view, layout, t, control } = props;
  const stops = useStops(view.hand?.length ?? 0);
  if (view.covered) {
    return html`<div class="sjw-cover" data-home>
      <${Backs} seat=${seat} t=${t} />
      <p>${t("piles.covered", { player: seat.name })}</p>
      <button type="button" class="sjw-button sjw-button-main" tabindex="0" onClick=${control.ready}>
        ${t("piles.ready", { player: seat.name })}
      </button>
    </div>`;
  }
  if (view.hand === null)
    return html`<div class="sjw-cover"><${Backs} seat=${seat} t=${t} /></div>`;
  return html`<div class="sjw-own-hand">
    <div
      class="sjw-five"
      data-row
      data-home
      data-dealt=${isDealt(view)}
      role="group"
      aria-label=${t("piles.your_hand", { count: view.hand.length })}
    >
      ${view.hand.map(
        (
          card,
          n,
        ) => html`<${Spot} key=${n} ...${props} spot=${`hand:${n}`} label=${pileCardWords(t, card)} stop=${stops(n)}>
          <${Card} card=${card} size="large" shape=${layout.card} t=${t} />
        <//>`,
      )}
      ${
        view.hand.length === 0 &&
        html`<span class="sjw-place" data-spot=${`${seat.seat}:hand`}>
          <${Card} card="." size="large" shape=${layout.card} t=${t} />
        </span>`
      }
    </div>
    <div class="sjw-caption" aria-hidden="true">
      ${handCaption(t, view)}
    </div>
  </div>`;
}

/* ---- The players ------------------------------------------------------------ */

/**
 * @param {{view: Sjw.PileView, seat: Sjw.PileSeat, t: Sjw.Translate, own?: boolean,
 *   partner?: boolean}} props
 */
function Header({ view, seat, t, own = false, partner = false }) {
  const tags = html`${view.pad.teams && html`<${TeamTag} team=${lookOf(view, seat.seat)} t=${t} />`}
    ${seat.dealer && html`<${Tag} icon="dealer" text=${t("piles.dealer")} />`}
    ${partner && html`<span class="sjw-partner-word">${t("team.partner")}</span>`}`;
  return html`<${SeatHeader} view=${view} seat=${seat} t=${t} tags=${tags}>
    ${!own && html`<${Backs} seat=${seat} t=${t} />`}
    <${Figure} icon="total" value=${seat.total} t=${t} words=${own} />
  <//>`;
}

/** @param {Props & {seat: Sjw.PileSeat, partner: boolean}} props */
function Other({ partner, ...props }) {
  const { view, seat, layout, t } = props;
  return html`<section
    class=${partner ? "sjw-other sjw-partner" : "sjw-other"}
    aria-label=${named(seat.name)}
    data-turn=${view.seat === seat.seat}
    data-look=${lookOf(view, seat.seat)}
  >
    <${Header} view=${view} seat=${seat} t=${t} partner=${partner} />
    ${
      partner
        ? html`<${PlayPiles} ...${props} shape=${layout.reach} room=${layout.partnerFan} />`
        : html`<${ShownPiles} ...${props} />`
    }
  </section>`;
}

/** @param {Sjw.PileTableProps} table */
export function SkipBoTable(table) {
  const { view, t, act, control, chosen } = table;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  /** The card that was chosen by keys: the focus returns to it. */
  const source = useRef(/** @type {string | null} */ (null));
  const [own, ...others] = seatsFromViewer(view);
  const partner = others.find(({ seat }) => seat === own.partner);
  const opponents = others.filter((seat) => seat !== partner);
  const cut = describeCut(t, view);

  /** @param {string} spot @returns {HTMLElement | null} */
  const spotAt = (spot) => box.current?.querySelector(`button[data-spot="${spot}"]`) ?? null;

  // A dragged card stays where it was dropped until the next view.
  useLayoutEffect(() => putBack(box.current), [view]);
  // By keys: from the card to its first place, and back.
  useLayoutEffect(() => {
    if (source.current === null || !holdsFocus(box.current)) return;
    const [spot] = chosen ? placesOf(view, chosen) : [source.current];
    const hand = box.current?.querySelector("[data-home]");
    const last = /** @type {HTMLElement | null} */ (hand?.querySelector("button:last-of-type"));
    (spotAt(spot) ?? last)?.focus({ preventScroll: true });
    source.current = chosen?.spot ?? null;
  }, [chosen?.spot, view.decision]);

  /** @param {string} spot @param {MouseEvent} event */
  const onAct = (spot, { detail }) => {
    const byKeys = detail === 0;
    if (standing(view, chosen, spot) === "card") source.current = byKeys ? spot : null;
    act(spot);
  };

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Enter" && event.repeat) event.preventDefault(); // held down, it would play on
    const row = at.closest("[data-row]");
    if (!row || !box.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = /** @type {HTMLElement[]} */ ([
      ...box.current.querySelectorAll("[data-row] button"),
    ]);
    const own = stops.filter((stop) => row.contains(stop));
    const next =
      { Home: own[0], End: own.at(-1) }[event.key] ??
      stops[
        nearest(
          event.key,
          at.getBoundingClientRect(),
          stops.map((stop) => stop.getBoundingClientRect()),
        ) ?? -1
      ];
    if (next || event.key.startsWith("Arrow")) event.preventDefault();
    next?.focus();
  };

  /** @param {PointerEvent} event @param {string} spot */
  const onPress = (event, spot) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    const element = /** @type {HTMLElement | undefined} */ (
      [...button.querySelectorAll(".sjw-card")].at(-1)
    );
    if (!element) return;
    /**
     * @param {PointerEvent | null} at
     * @returns {string | undefined} the place there, which is marked
     */
    const under = (at) => {
      const places = [...(box.current?.querySelectorAll('[data-as="place"]') ?? [])];
      const target = at && places.find((place) => holds(place, at));
      for (const place of places) place.toggleAttribute("data-over", place === target);
      return /** @type {HTMLElement | null | undefined} */ (target)?.dataset.spot;
    };
    drag(event, {
      element,
      start: () => control.lift(spot),
      over: under,
      drop(at) {
        const place = under(at);
        under(null);
        if (place) {
          act(place);
        } else {
          putBack(box.current);
          control.letGo();
        }
      },
    });
  };

  const props = { ...table, act: onAct, touched: touchedPiles(view), onPress };
  return html`<div
    class="sjw-skipbo"
    ref=${box}
    data-choosing=${chosen !== null || undefined}
    onKeyDown=${onKeyDown}
  >
    ${cut && html`<p class="sjw-cutting">${cut}</p>`}
    <div class="sjw-play">
      <${Middle} ...${props} />
      <div class="sjw-own" data-turn=${view.seat === own.seat} data-look=${lookOf(view, own.seat)}>
        <${Header} view=${view} seat=${own} t=${t} own=${true} />
        <${PlayPiles} key=${`${own.seat} piles`} ...${props} seat=${own} shape=${table.layout.card} room=${table.layout.fan} />
        <${Hand} key=${`${own.seat} hand`} ...${props} seat=${own} />
      </div>
    </div>
    ${partner && html`<${Other} key=${partner.seat} ...${props} seat=${partner} partner=${true} />`}
    ${
      opponents.length > 0 &&
      html`<div class="sjw-others">
        ${opponents.map(
          (seat) => html`<${Other} key=${seat.seat} ...${props} seat=${seat} partner=${false} />`,
        )}
      </div>`
    }
  </div>`;
}

/** @param {Element | null} box */
function holdsFocus(box) {
  const root = /** @type {Document | ShadowRoot | undefined} */ (box?.getRootNode());
  return root?.activeElement ? box?.contains(root.activeElement) : false;
}
