/**
 * Skyjo's table: the piles, the hand, the viewer's grid, the others' grids.
 */

import { Card, Edge } from "./card.js";
import { named, printed } from "./i18n.js";
import { nextIndex } from "./keys.js";
import { SeatHeader } from "./seat.js";
import {
  columnName,
  isTarget,
  positionName,
  seatsFromViewer,
  spotName,
  touchedSpots,
} from "./targets.js";
import { html, useRef, useState } from "./vendor/htm-preact.js";

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Card} card
 * @returns {string}
 */
function cardWords(t, card) {
  if (card === "?") return t("board.face_down");
  return card === "." ? t("board.empty_place") : printed(card);
}

/**
 * A card on the table, as a real button: it stays focusable when it cannot
 * be chosen, so that the keyboard can look around and never loses its place.
 *
 * @param {{spot: string, label: string, open: boolean, touched: boolean, act: (target: string) => void,
 *   t: Sjw.Translate, tabindex?: number, onfocus?: () => void, children: unknown}} props
 */
function Place({ spot, label, open, touched, act, t, tabindex = 0, onfocus, children }) {
  const words = [label];
  if (touched) words.push(t("board.last_mark"));
  if (open) words.push(t("board.can_click"));
  return html`<button
    type="button"
    class="sjw-place"
    data-spot=${spot}
    data-open=${open}
    data-touched=${touched}
    aria-disabled=${open ? "false" : "true"}
    aria-label=${words.join(", ")}
    tabindex=${tabindex}
    onFocus=${onfocus}
    onClick=${() => act(spot)}
  >
    ${children}
  </button>`;
}

/**
 * A grid whose places may be chosen: one tab stop, arrows inside.
 *
 * @param {{view: Sjw.View, seat: Sjw.Seat, touched: Set<string>, t: Sjw.Translate,
 *   act: (target: string) => void, size: "large" | "small", shape: Sjw.Size}} props
 */
function PlayGrid({ view, seat, touched, t, act, size, shape }) {
  const [at, setAt] = useState(0);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const current = Math.min(at, seat.grid.length - 1);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const next = nextIndex(event.key, current, view.columns, seat.grid.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    /** @type {HTMLElement | undefined} */ (box.current?.children[next])?.focus();
  };
  return html`<div
    class=${`sjw-grid sjw-grid-${size}`}
    ref=${box}
    role="group"
    aria-label=${t("board.grid_label", { player: seat.name, columns: view.columns, rows: view.rows })}
    onKeyDown=${onKeyDown}
  >
    ${seat.grid.map((card, index) => {
      const spot = spotName(seat.seat, positionName(index, view.columns));
      return html`<${Place}
        key=${spot}
        spot=${spot}
        label=${placeLabel(t, view, index, card)}
        open=${isTarget(view, spot)}
        touched=${touched.has(spot)}
        act=${act}
        t=${t}
        tabindex=${index === current ? 0 : -1}
        onfocus=${() => setAt(index)}
      >
        <${Card} card=${card} size=${size} shape=${shape} />
      <//>`;
    })}
  </div>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {number} index
 * @param {Sjw.Card} card
 */
function placeLabel(t, view, index, card) {
  return t("board.place_label", {
    column: columnName(index % view.columns),
    row: Math.floor(index / view.columns) + 1,
    card: cardWords(t, card),
  });
}

/**
 * A grid to look at.
 *
 * @param {{view: Sjw.View, seat: Sjw.Seat, touched: Set<string>, t: Sjw.Translate,
 *   shape: Sjw.Size}} props
 */
function ShownGrid({ view, seat, touched, t, shape }) {
  return html`<div
    class="sjw-grid sjw-grid-small"
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
        aria-label=${placeLabel(t, view, index, card)}
      >
        <${Card} card=${card} size="small" shape=${shape} />
      </span>`;
    })}
  </div>`;
}

/**
 * @param {{name: string, count: number, children: unknown}} props
 */
function PileFrame({ name, count, children }) {
  return html`<div class="sjw-pile">
    ${children}
    <div class="sjw-caption">${name} <b>${count}</b></div>
  </div>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 */
function discardLabel(t, { discard: { count, top, below } }) {
  if (top === null) return t("board.discard_label_empty");
  const label = t("board.discard_label", { count, card: cardWords(t, top) });
  return below === null ? label : `${label}, ${t("board.discard_below", { card: printed(below) })}`;
}

/** @param {Sjw.TableProps & {touched: Set<string>}} props */
function Piles({ view, layout, t, act, touched }) {
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
          <${Card} card=${view.draw.count > 0 ? "?" : "."} size="large" shape=${layout.pile} />
        </span>
      <//>
    <//>
    <${PileFrame} name=${t("board.discard_pile")} count=${count}>
      <${Place}
        spot="discard"
        label=${discardLabel(t, view)}
        open=${isTarget(view, "discard")}
        touched=${touched.has("discard")}
        act=${act}
        t=${t}
      >
        ${below !== null && html`<${Edge} card=${below} />`}
        <${Card} card=${top ?? "."} size="large" shape=${layout.pile} />
      <//>
    <//>
  </div>`;
}

/** @param {Sjw.TableProps} props */
function Hand({ view, layout, t }) {
  const held = view.held;
  const holder = held ? view.seats[held.seat].name : "";
  const label = held
    ? t("board.hand_label", { player: holder, card: cardWords(t, held.card) })
    : `${t("board.your_hand")}: ${t("board.hand_empty")}`;
  const mine = held === null || held.seat === (view.viewer ?? 0);
  return html`<div class="sjw-hand" data-full=${held !== null}>
    <span class="sjw-place" data-spot="held" role="img" aria-label=${label}>
      <${Card} card=${held ? held.card : "."} size="large" shape=${layout.pile} />
    </span>
    <div class="sjw-caption">
      ${mine ? t("board.your_hand") : t("board.hand_of", { player: holder })}
    </div>
  </div>`;
}

/**
 * An opponent: compact, and only to look at unless a rule lets one choose there.
 *
 * @param {Sjw.TableProps & {touched: Set<string>, seat: Sjw.Seat}} props
 */
function Opponent({ view, layout, t, act, touched, seat }) {
  const open = Object.keys(view.targets).some((target) => target.startsWith(`${seat.seat}:`));
  const grid = { view, seat, touched, t, shape: layout.mini };
  // Alone below the viewer's grid there is room for words.
  const size = layout.opponents === "below" && view.seats.length === 2 ? "large" : "small";
  return html`<section class="sjw-other" aria-label=${named(seat.name)} data-turn=${view.seat === seat.seat}>
    <${SeatHeader} view=${view} seat=${seat} t=${t} size=${size} />
    ${
      open
        ? html`<${PlayGrid} ...${grid} act=${act} size="small" />`
        : html`<${ShownGrid} ...${grid} />`
    }
  </section>`;
}

/** @param {Sjw.TableProps} props */
export function SkyjoTable(props) {
  const { view, t, act } = props;
  const touched = touchedSpots(view);
  const [own, ...others] = seatsFromViewer(view);
  return html`<div class="sjw-skyjo">
    <div class="sjw-own" data-turn=${view.seat === own.seat}>
      <${SeatHeader} view=${view} seat=${own} t=${t} size="large" />
      <${Piles} ...${props} touched=${touched} />
      <${Hand} ...${props} />
      <${PlayGrid}
        key=${own.seat}
        view=${view}
        seat=${own}
        touched=${touched}
        t=${t}
        act=${act}
        size="large"
        shape=${props.layout.card}
      />
    </div>
    ${
      others.length > 0 &&
      html`<div class="sjw-others">
        ${others.map(
          (seat) =>
            html`<${Opponent} key=${seat.seat} ...${props} touched=${touched} seat=${seat} />`,
        )}
      </div>`
    }
  </div>`;
}
