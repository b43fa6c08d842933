/**
 * A table of grids: the piles, the hand, the viewer's grid, the others' grids. What one game has
 * besides stands above the cards and below the viewer's, and beside the draw pile.
 */

import { Card, Edge } from "../cards/card.js";
import { cardParts, cardWords, effectWords } from "../cards/effects.js";
import { named, printed } from "../lib/i18n.js";
import { nearest, nextIndex } from "../lib/keys.js";
import { lookOf } from "../parts/initial.js";
import { Figure, SeatHeader } from "../parts/seat.js";
import {
  columnName,
  isTarget,
  openSeats,
  positionName,
  seatsFromViewer,
  spotName,
  touchedSpots,
} from "../parts/targets.js";
import { html, useRef, useState } from "../vendor/htm-preact.js";
import { Place } from "./place.js";

/**
 * @typedef {Sjw.GridTableProps & Sjw.TableParts & {touched: Set<string>}} Props
 */

/**
 * The text on hovering over a card.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.GridView} view
 * @param {Sjw.Card} card
 */
function hint(t, view, card) {
  const { effect } = cardParts(card);
  return effect ? effectWords(t, view, effect) : undefined;
}

/**
 * @typedef {{view: Sjw.GridView, seat: Sjw.GridSeat, touched: Set<string>, picked?: string | null,
 *   t: Sjw.Translate, shape: Sjw.Size}} GridProps
 */

/** @param {Sjw.GridSeat} seat */
const isDealt = ({ grid }) => grid.every((card) => card === "?") || undefined;

/**
 * A grid whose places may be chosen: one tab stop, arrows inside.
 *
 * @param {GridProps & {act: (target: string) => void, size: "large" | "small"}} props
 */
function PlayGrid({ view, seat, touched, picked, t, act, size, shape }) {
  const [at, setAt] = useState(0);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const current = Math.min(at, seat.grid.length - 1);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const next = nextIndex(event.key, current, view.columns, seat.grid.length);
    if (next === null || (next === current && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    setAt(next);
    /** @type {HTMLElement | undefined} */ (box.current?.children[next])?.focus();
  };
  return html`<div
    class=${`sjw-grid sjw-grid-${size}`}
    ref=${box}
    data-home=${size === "large" || undefined}
    data-dealt=${isDealt(seat)}
    role="group"
    aria-label=${t("board.grid_label", { player: seat.name, columns: view.columns, rows: view.rows })}
    onKeyDown=${onKeyDown}
  >
    ${seat.grid.map((card, index) => {
      const spot = spotName(seat.seat, positionName(index, view.columns));
      return html`<${Place}
        key=${spot}
        spot=${spot}
        label=${placeLabel(t, view, index, card, seat.under?.[index])}
        title=${hint(t, view, seat.under?.[index] || card)}
        open=${isTarget(view, spot)}
        touched=${touched.has(spot)}
        picked=${picked === spot}
        act=${act}
        t=${t}
        tabindex=${index === current ? 0 : -1}
        onfocus=${() => setAt(index)}
      >
        <${Card} card=${card} under=${seat.under?.[index]} size=${size} shape=${shape} t=${t} />
      <//>`;
    })}
  </div>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.GridView} view
 * @param {number} index
 * @param {Sjw.Card} card
 * @param {Sjw.Card} [under] what lies face down there, for who may look under it
 */
function placeLabel(t, view, index, card, under) {
  return t("board.place_label", {
    column: columnName(index % view.columns),
    row: Math.floor(index / view.columns) + 1,
    card: under
      ? t("board.face_down_known", { card: cardWords(t, view, under) })
      : cardWords(t, view, card),
  });
}

/**
 * A grid that can't be clicked.
 *
 * @param {GridProps} props
 */
function ShownGrid({ view, seat, touched, picked, t, shape }) {
  return html`<div
    class="sjw-grid sjw-grid-small"
    data-dealt=${isDealt(seat)}
    role="list"
    aria-label=${t("board.grid_label", { player: seat.name, columns: view.columns, rows: view.rows })}
  >
    ${seat.grid.map((card, index) => {
      const spot = spotName(seat.seat, positionName(index, view.columns));
      return html`<span
        key=${spot}
        class="sjw-place"
        role="listitem"
        data-spot=${spot}
        data-touched=${touched.has(spot)}
        data-picked=${picked === spot || undefined}
        aria-label=${placeLabel(t, view, index, card, seat.under?.[index])}
        title=${hint(t, view, seat.under?.[index] || card)}
      >
        <${Card} card=${card} under=${seat.under?.[index]} size="small" shape=${shape} t=${t} />
      </span>`;
    })}
  </div>`;
}

/**
 * A grid with the names of its columns and rows, as tables and notation have them.
 *
 * @param {{columns: number, rows: number, children: unknown}} props
 */
function Named({ columns, rows, children }) {
  const names = (/** @type {number} */ count, /** @type {(n: number) => string | number} */ name) =>
    Array.from({ length: count }, (_, n) => html`<span key=${n}>${name(n)}</span>`);
  return html`<div class="sjw-named">
    <div class="sjw-columns" aria-hidden="true">${names(columns, columnName)}</div>
    <div class="sjw-rows" aria-hidden="true">${names(rows, (n) => n + 1)}</div>
    ${children}
  </div>`;
}

/**
 * @param {{name: string, count: number, children: unknown}} props
 */
function PileFrame({ name, count, children }) {
  return html`<div class="sjw-pile">
    ${children}
    <div class="sjw-caption sjw-pile-name"><span class="sjw-cut">${name}</span> <b>${count}</b></div>
  </div>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.GridView} view
 */
function discardLabel(t, view) {
  const { count, top, below } = view.discard;
  if (top === null) return t("board.discard_label_empty");
  const label = t("board.discard_label", { count, card: cardWords(t, view, top) });
  const under = below === null ? "" : printed(cardParts(below).number);
  return under ? `${label}, ${t("board.discard_below", { card: under })}` : label;
}

/** @param {Props} props */
function Piles(props) {
  const { view, layout, t, act, touched, onDraw } = props;
  const { count, top, below } = view.discard;
  return html`<div class="sjw-piles">
    <${PileFrame} name=${t("board.draw_pile")} count=${view.draw.count}>
      <${Place}
        spot="draw"
        label=${t("board.draw_label", { count: view.draw.count })}
        open=${isTarget(view, "draw")}
        touched=${touched.has("draw")}
        act=${act}
        t=${t}
      >
        <span class="sjw-stack" data-depth=${Math.min(3, Math.ceil(view.draw.count / 40))}>
          <${Card} card=${view.draw.count > 0 ? "?" : "."} size="large" shape=${layout.pile} t=${t} />
        </span>
      <//>
      ${onDraw}
    <//>
    <${Hand} ...${props} />
    <${PileFrame} name=${t("board.discard_pile")} count=${count}>
      <${Place}
        spot="discard"
        label=${discardLabel(t, view)}
        title=${top === null ? undefined : hint(t, view, top)}
        open=${isTarget(view, "discard")}
        touched=${touched.has("discard")}
        act=${act}
        t=${t}
      >
        ${below !== null && html`<${Edge} card=${below} />`}
        <${Card} card=${top ?? "."} size="large" shape=${layout.pile} t=${t} />
      <//>
    <//>
  </div>`;
}

/** @param {Props} props */
function Hand({ view, layout, t, act }) {
  const { held } = view;
  const holder = held ? view.seats[held.seat].name : "";
  const open = isTarget(view, "held");
  const label = held
    ? t("board.hand_label", { player: holder, card: cardWords(t, view, held.card) })
    : `${t("board.your_hand")}: ${t("board.hand_empty")}`;
  const title = held ? hint(t, view, held.card) : undefined;
  const card = html`<${Card} card=${held ? held.card : "."} size="large" shape=${layout.pile} t=${t} />`;
  return html`<div class="sjw-hand" data-full=${held !== null || undefined}>
    ${
      open
        ? html`<${Place}
            spot="held"
            label=${`${label}, ${t(`board.${view.targets.held}`)}`}
            title=${title}
            open=${true}
            touched=${false}
            act=${act}
            t=${t}
          >
            ${card}
          <//>`
        : html`<span class="sjw-place" data-spot="held" role="img" aria-label=${label} title=${title}>
            ${card}
          </span>`
    }
    <div class="sjw-caption" data-deed=${open || undefined}>
      ${open ? t(`board.${view.targets.held}`) : handCaption(t, view)}
    </div>
  </div>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.GridView} view
 */
function handCaption(t, { held, viewer, seats }) {
  const kept = held?.source === "kept";
  if (held === null || held.seat === (viewer ?? 0))
    return t(kept ? "board.kept" : "board.your_hand");
  return t(kept ? "board.kept_by" : "board.hand_of", { player: seats[held.seat].name });
}

/**
 * The figures of a player.
 *
 * @param {{seat: Sjw.GridSeat, t: Sjw.Translate, words: boolean}} props
 */
function Figures({ seat, t, words }) {
  return html`<${Figure} icon="visible" value=${seat.visible_sum} t=${t} words=${words} />
    <${Figure} icon="hidden" value=${seat.hidden} t=${t} words=${words} />
    <${Figure} icon="total" value=${seat.total} t=${t} words=${words} />`;
}

/**
 * An opponent: compact, and not clickable unless a rule allows a choice there; the cards are
 * then as large as a finger, where there is room.
 *
 * @param {Props & {seat: Sjw.GridSeat, open: boolean}} props
 */
function Opponent({ view, layout, t, act, touched, picked, tags, seat, open }) {
  const shape = open ? layout.reach : layout.mini;
  const grid = { view, seat, touched, picked, t, shape };
  // Alone below the viewer's grid there is room for words.
  const words = layout.opponents === "below" && view.seats.length === 2;
  return html`<section
    class="sjw-other"
    aria-label=${named(seat.name)}
    data-turn=${view.seat === seat.seat}
    data-look=${lookOf(view, seat.seat)}
    data-reach=${open || undefined}
    style=${open ? `--mini-w:${shape.w}px;--mini-h:${shape.h}px` : undefined}
  >
    <${SeatHeader} view=${view} seat=${seat} t=${t} tags=${tags?.(seat.seat)}>
      <${Figures} seat=${seat} t=${t} words=${words} />
    <//>
    ${
      open
        ? html`<${PlayGrid} ...${grid} act=${act} size="small" />`
        : html`<${ShownGrid} ...${grid} />`
    }
  </section>`;
}

/**
 * Move the focus by an arrow between the grid and the piles, and from pile to pile.
 *
 * @param {KeyboardEvent} event
 */
function goToNearest(event) {
  const start = event.target;
  if (event.defaultPrevented || !(start instanceof HTMLElement) || !start.dataset.spot) return;
  const own = /** @type {HTMLElement} */ (event.currentTarget);
  const box = start.closest(".sjw-piles, .sjw-grid");
  const sideways = /Left|Right/.test(event.key);
  // If the piles stand beside the grid, up and down stay among them.
  const away = sideways === (own.closest("[data-table]")?.getAttribute("data-table") === "row");
  const places = /** @type {HTMLElement[]} */ ([...own.querySelectorAll("button[data-spot]")]);
  const near = places.filter((place) => box?.contains(place));
  if (event.key.startsWith("Arrow")) event.preventDefault();
  for (const group of away ? [near, places] : [near]) {
    const boxes = group.map((place) => place.getBoundingClientRect());
    const next = nearest(event.key, start.getBoundingClientRect(), boxes);
    if (next === null) continue;
    group[next].focus();
    return;
  }
}

/** @param {Sjw.GridTableProps & Sjw.TableParts} parts */
export function GridTable(parts) {
  const { view, layout, t, act, above, below, picked, tags } = parts;
  const props = { ...parts, touched: touchedSpots(view) };
  const [own, ...others] = seatsFromViewer(view);
  const open = openSeats(view);
  return html`<div class="sjw-grids">
    ${above}
    <div class="sjw-own" data-turn=${view.seat === own.seat} data-look=${lookOf(view, own.seat)} onKeyDown=${goToNearest}>
      <${SeatHeader} view=${view} seat=${own} t=${t} tags=${tags?.(own.seat)}>
        <${Figures} seat=${own} t=${t} words=${layout.header !== "signs"} />
      <//>
      <${Named} columns=${view.columns} rows=${view.rows}>
        <${PlayGrid}
          key=${own.seat}
          view=${view}
          seat=${own}
          touched=${props.touched}
          picked=${picked}
          t=${t}
          act=${act}
          size="large"
          shape=${props.layout.card}
        />
      <//>
      <${Piles} ...${props} />
      ${below}
    </div>
    ${
      others.length > 0 &&
      html`<div class="sjw-others" data-reach=${others.some(({ seat }) => open.has(seat)) || undefined}>
        ${others.map(
          (seat) =>
            html`<${Opponent} key=${seat.seat} ...${props} seat=${seat} open=${open.has(seat.seat)} />`,
        )}
      </div>`
    }
  </div>`;
}
