/**
 * Cards that were looked at, to be put back in an order: clicked one after the other, dragged, or
 * by keys. Nothing is decided until the button is pressed.
 */

import { Card } from "../cards/card.js";
import { drag, holds, putBack } from "../cards/drag.js";
import { cardWords } from "../cards/effects.js";
import { BadgeOf } from "../coach/badges.js";
import { focusOn } from "../parts/focus.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { freePlaces, lay, orderText, takeBack } from "./order.js";

/** The cards stand twice in a row, with buttons beside them. */
const WIDEST = 62;

/**
 * @param {{cards: Sjw.Card[], view: Sjw.View, layout: Sjw.GridLayout, t: Sjw.Translate,
 *   act: (target: string) => void}} props
 */
export function OrderTray({ cards, view, layout, t, act }) {
  const [places, setPlaces] = useState(freePlaces(cards.length));
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const done = useRef(/** @type {HTMLElement | null} */ (null));
  const order = orderText(places);
  const w = Math.min(WIDEST, layout.pile.w);
  const shape = { w, h: Math.round((w * layout.pile.h) / layout.pile.w) };
  const toFirst = () => box.current?.querySelector("button")?.focus({ preventScroll: true });
  const startAgain = () => {
    setPlaces(freePlaces(cards.length));
    toFirst();
  };
  useLayoutEffect(() => {
    // The keyboard's focus, if it is on the board, moves here.
    const board = box.current?.closest(".sjw-board") ?? null;
    if (focusOn(board)) toFirst();
  }, []);
  useLayoutEffect(() => {
    if (order !== null && box.current?.contains(focused(box.current))) done.current?.focus();
  }, [order]);

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (event.key === "Escape") {
      event.preventDefault(); // or it would leave the board too
      startAgain();
    }
    if (step === 0 || !box.current) return;
    event.preventDefault();
    const stops = [...box.current.querySelectorAll("button")];
    const at = stops.indexOf(/** @type {HTMLButtonElement} */ (focused(box.current)));
    stops[at + step]?.focus();
  };

  /**
   * Follow the pointer with the card, and lay it where it is let go.
   *
   * @param {PointerEvent} event
   * @param {number} card
   */
  const onPointerDown = (event, card) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    if (button.dataset.free === "true") return;
    drag(event, {
      element: button,
      drop(at) {
        putBack(box.current);
        if (at === null) return;
        const slots = [...(box.current?.querySelectorAll("[data-slot]") ?? [])];
        const slot = slots.findIndex((element) => holds(element, at));
        const from = places.indexOf(card);
        if (slot >= 0) setPlaces(lay(places, card, slot));
        else if (from >= 0) setPlaces(takeBack(places, from));
      },
    });
  };

  /**
   * @param {number | null} card
   * @param {string} label
   * @param {() => void} choose
   * @param {number} [slot]
   */
  const place = (card, label, choose, slot) => html`<button
    type="button"
    class="sjw-place sjw-order-card"
    data-slot=${slot}
    data-card=${slot === undefined ? (card ?? undefined) : undefined}
    data-free=${card === null || undefined}
    data-spot=${card === null ? undefined : `peeked:${card}`}
    title=${card === null ? undefined : cardWords(t, view, cards[card])}
    aria-label=${label}
    onPointerDown=${(/** @type {PointerEvent} */ event) => card !== null && onPointerDown(event, card)}
    onClick=${choose}
  >
    <${Card} card=${card === null ? "." : cards[card]} size="large" shape=${shape} t=${t} />
  </button>`;

  return html`<section
    class="sjw-order"
    data-asked
    ref=${box}
    style=${`--pile-w:${shape.w}px;--pile-h:${shape.h}px`}
    aria-label=${t("order.name")}
    onKeyDown=${onKeyDown}
  >
    <div class="sjw-order-cards">
      ${cards.map((card, n) => {
        const laid = places.includes(n);
        return html`<div key=${n} data-laid=${laid}>
          ${place(laid ? null : n, laid ? t("order.laid") : t("order.card", { card: cardWords(t, view, card) }), () => laid || setPlaces(lay(places, n)))}
          <span class="sjw-caption">${t("order.was", { place: n + 1 })}</span>
        </div>`;
      })}
    </div>
    <span class="sjw-order-arrow" aria-hidden="true">➜</span>
    <div class="sjw-order-cards sjw-order-slots">
      ${places.map((card, n) => {
        const words = card === null ? t("board.empty_place") : cardWords(t, view, cards[card]);
        return html`<div key=${n}>
          ${place(card, t("order.place", { place: n + 1, card: words }), () => setPlaces(takeBack(places, n)), n)}
          <span class="sjw-caption">${n === 0 ? t("order.top") : t("order.then", { place: n + 1 })}</span>
        </div>`;
      })}
    </div>
    <div class="sjw-buttons">
      <button
        ref=${done}
        type="button"
        class=${order === null ? "sjw-button" : "sjw-button sjw-button-main"}
        aria-disabled=${order === null ? "true" : "false"}
        onClick=${() => order !== null && act(`order:${order}`)}
      >
        ${t("order.done")}${order !== null && html`<${BadgeOf} spot=${`order:${order}`} />`}
      </button>
      <button type="button" class="sjw-button" onClick=${startAgain}>
        ${t("order.again")}
      </button>
    </div>
  </section>`;
}

/**
 * @param {Element} node
 * @returns {Element | null} what has the focus in its page
 */
function focused(node) {
  return /** @type {Document | ShadowRoot} */ (node.getRootNode()).activeElement;
}
