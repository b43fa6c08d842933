/**
 * The prompt for a paper card: chosen with the mouse, or typed as a number and Enter; then, if cards
 * of that number can do different things, which of them it is.
 */

import { Card } from "../cards/card.js";
import { cardParts, cardWords, effectLabel } from "../cards/effects.js";
import { printed } from "../lib/i18n.js";
import { Dialog } from "../parts/dialog.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { onlyCard, placeWords, typed } from "./paper.js";

const SHAPE = { w: 34, h: 46 };

/**
 * @param {{asking: Sjw.Asking, view: Sjw.View, t: Sjw.Translate, paper: Sjw.Controller["paper"]}} props
 */
export function PaperPrompt({ asking, view, t, paper }) {
  const [text, setText] = useState("");
  /** The number that was chosen, while it isn't clear which of its cards it was. */
  const [number, setNumber] = useState(/** @type {string | null} */ (null));
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const group = asking.groups.find((cards) => cards.number === number) ?? null;
  const typedGroup = typed(asking.groups, text);
  const what = placeWords(t, view, asking);

  useLayoutEffect(() => {
    // The dialog has taken the focus if it may: typing is what most want to do there.
    if (box.current?.contains(focused(box.current))) input.current?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    if (group) first(box.current)?.focus({ preventScroll: true });
    else if (text === "" && number !== null) input.current?.focus({ preventScroll: true });
  }, [group]);

  /** @param {Sjw.CardGroup} cards */
  const choose = (cards) => {
    const card = onlyCard(cards);
    if (card !== null) paper.name(card);
    else if (cards.left > 0) setNumber(cards.number);
  };
  const toNumbers = () => {
    setNumber(null);
    setText("");
    input.current?.focus({ preventScroll: true });
  };
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const typing = event.target === input.current;
    if (event.key === "Escape" && number !== null) {
      event.stopPropagation();
      toNumbers();
    } else if (event.key === "Enter" && typing) {
      event.preventDefault();
      if (typedGroup) choose(typedGroup);
    } else if (/^[0-9-]$/.test(event.key) && !typing && !event.ctrlKey && !event.metaKey) {
      setNumber(null);
      setText("");
      input.current?.focus({ preventScroll: true }); // the key lands there
    } else if (/^l$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      /** @type {HTMLElement | null | undefined} */ (
        box.current?.closest(".sjw")?.querySelector(".sjw-typed input")
      )?.focus();
    } else if (event.key.startsWith("Arrow") && box.current) {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key] ?? 0;
      const stops = [...box.current.querySelectorAll(".sjw-paper-card")];
      const at = stops.indexOf(/** @type {HTMLElement} */ (focused(box.current)));
      if (typing && event.key !== "ArrowDown") return;
      event.preventDefault();
      /** @type {HTMLElement | undefined} */ (stops[typing ? 0 : at + step] ?? stops[at])?.focus();
    }
  };

  const title = asking.steps > 1 ? `${what} (${asking.step}/${asking.steps})` : what;
  return html`<${Dialog} title=${title} takeFocus=${true} onClose=${paper.cancel}>
    <div class="sjw-paper" ref=${box} data-own-keys onKeyDown=${onKeyDown} onClickCapture=${once}>
      <label class="sjw-paper-entry">
        <span>${t("paper.type")}</span>
        <input
          ref=${input}
          type="text"
          inputmode="text"
          autocomplete="off"
          maxlength="12"
          value=${text}
          aria-invalid=${text !== "" && (!typedGroup || typedGroup.left === 0)}
          onInput=${(/** @type {Event} */ event) => {
            setNumber(null);
            setText(/** @type {HTMLInputElement} */ (event.target).value);
          }}
        />
        <span class="sjw-paper-hint" role="status">${hint(t, text, typedGroup)}</span>
      </label>
      ${
        group
          ? html`<div class="sjw-paper-cards sjw-paper-effects" role="group" aria-label=${t("paper.which", { card: printed(group.number) })}>
              ${group.cards.map(
                ({ card, left }) =>
                  html`<${Choice} key=${card} card=${card} left=${left} view=${view} t=${t} word=${word(t, card)} choose=${() => paper.name(card)} />`,
              )}
            </div>`
          : html`<div class="sjw-paper-cards" role="group" aria-label=${t("paper.cards")}>
              ${asking.groups.map(
                (cards) =>
                  html`<${Choice}
                    key=${cards.number}
                    card=${cards.number}
                    left=${cards.left}
                    view=${view}
                    t=${t}
                    meant=${typedGroup === cards}
                    choose=${() => choose(cards)}
                  />`,
              )}
            </div>`
      }
      <div class="sjw-buttons">
        ${asking.more > 0 && html`<span class="sjw-paper-more">${t("paper.more", { count: asking.more })}</span>`}
        ${
          (group || asking.step > 1) &&
          html`<button type="button" class="sjw-button" onClick=${group ? toNumbers : paper.back}>
            ${t(group ? "paper.back" : "paper.card_before")}
          </button>`
        }
        ${
          asking.open &&
          html`<button type="button" class="sjw-button" onClick=${paper.leaveOpen}>
            ${t("paper.leave_open")}
          </button>`
        }
        ${
          asking.action !== null &&
          html`<button type="button" class="sjw-button sjw-button-quiet" onClick=${paper.cancel}>
            ${t("paper.cancel")}
          </button>`
        }
      </div>
    </div>
  <//>`;
}

/**
 * @param {{card: Sjw.Card, left: number, view: Sjw.View, t: Sjw.Translate, word?: string,
 *   meant?: boolean, choose: () => void}} props
 */
function Choice({ card, left, view, t, word, meant = false, choose }) {
  const count = t("paper.left", { count: left });
  const words = `${cardWords(t, view, card)}, ${count}`;
  return html`<button
    type="button"
    class="sjw-paper-card"
    data-card=${card}
    data-meant=${meant || undefined}
    aria-disabled=${left > 0 ? "false" : "true"}
    aria-label=${words}
    title=${left > 0 ? words : t("paper.none_left")}
    onClick=${() => left > 0 && choose()}
  >
    <${Card} card=${card} size="small" shape=${SHAPE} t=${t} />
    ${word && html`<span class="sjw-paper-word">${word}</span>`}
    <span class="sjw-paper-left" aria-hidden="true">${left}</span>
  </button>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Card} card
 */
function word(t, card) {
  const { effect } = cardParts(card);
  return effect ? effectLabel(t, effect) : t("paper.no_effect");
}

/**
 * @param {Sjw.Translate} t
 * @param {string} text
 * @param {Sjw.CardGroup | null} group
 */
function hint(t, text, group) {
  if (text.trim() === "") return "";
  if (!group) return text.trim() === "-" ? "" : t("paper.no_card");
  return group.left > 0 ? t("paper.enter") : t("paper.none_left");
}

/**
 * The dialog may have opened under the pointer: a double click on the table names no card.
 *
 * @param {MouseEvent} event
 */
function once(event) {
  if (event.detail > 1) event.stopPropagation();
}

/** @param {Element | null} box */
function first(box) {
  return /** @type {HTMLElement | null} */ (
    box?.querySelector('.sjw-paper-card[aria-disabled="false"]') ?? null
  );
}

/** @param {Element} node */
function focused(node) {
  return /** @type {Document | ShadowRoot} */ (node.getRootNode()).activeElement;
}
