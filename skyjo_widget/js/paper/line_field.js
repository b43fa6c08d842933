/**
 * A turn with paper cards typed as one line; what the kernel understands of it is shown before
 * Enter.
 */

import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";

/** The most texts that are shown of those that may come next. */
const SHOWN = 24;

/**
 * @param {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller, id: string,
 *   onTyping: (typing: boolean) => void}} props
 */
export function LineField({ snap: { view, understood, busy }, t, control, id, onTyping }) {
  const [text, setText] = useState("");
  /** The state for which a line was sent, until its answer. */
  const sent = useRef(/** @type {number | null} */ (null));
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const meaning = understood?.line === text && understood.state === view.state ? understood : null;

  useLayoutEffect(() => {
    if (sent.current !== null && view.state !== sent.current) setText("");
    sent.current = null;
  }, [view.state, view.error]);
  useLayoutEffect(() => {
    if (input.current?.matches(":focus")) control.paper.tryLine(text);
  }, [text, view.state]);

  const write = () => {
    if (text.trim() === "" || busy) return;
    sent.current = view.state;
    control.paper.write(text);
  };
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const undoes = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
    if (event.key === "Enter" && !event.isComposing) write();
    else if (event.key === "Escape") {
      /** @type {HTMLElement | null | undefined} */ (input.current?.closest(".sjw"))?.focus({
        preventScroll: true,
      });
    } else if (undoes && text === "" && !event.repeat) control.paper.unwrite();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="sjw-typed">
    <label for=${`${id}-line`}>${t("shorthand.label")}</label>
    <input
      id=${`${id}-line`}
      ref=${input}
      type="text"
      autocomplete="off"
      autocapitalize="off"
      spellcheck=${false}
      maxlength="400"
      placeholder=${t("shorthand.example")}
      aria-describedby=${`${id}-understood`}
      aria-keyshortcuts="L"
      title=${t("shorthand.hint")}
      value=${text}
      onInput=${(/** @type {Event} */ event) =>
        setText(/** @type {HTMLInputElement} */ (event.target).value)}
      onKeyDown=${onKeyDown}
      onFocus=${() => {
        onTyping(true);
        control.paper.tryLine(text);
      }}
      onBlur=${() => onTyping(false)}
    />
    <button type="button" class="sjw-button sjw-button-quiet" onClick=${control.paper.unwrite}>
      ${t("shorthand.undo")}
    </button>
    <div id=${`${id}-understood`} class="sjw-typed-told" role="status">
      ${meaning?.text && html`<p>${meaning.text}</p>`}
      ${text !== "" && meaning?.error && html`<p class="sjw-typed-fault">${meaning.error}</p>`}
      ${meaning && meaning.next.length > 0 && html`<p class="sjw-typed-next">${nextWords(t, meaning.next)}</p>`}
    </div>
  </div>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {string[]} next
 * @returns {string}
 */
function nextWords(t, next) {
  const more = next.length > SHOWN ? " …" : "";
  return t("shorthand.next", { options: next.slice(0, SHOWN).join("  ") + more });
}
