/**
 * The form to join a table, and what stands in its place while a guest waits or can't be there.
 */

import { Card } from "../../cards/card.js";
import { html, useEffect, useState } from "../../vendor/htm-preact.js";

/** Digits of a PIN, and the longest name, in characters. */
const DIGITS = 6;
export const LONGEST = 24;

/**
 * The part that an address gives a page.
 *
 * @param {string} hash
 * @param {string} [search] what a login leaves of a link
 * @returns {{pin: string, code?: string} | {token: string}}
 */
export function roleOf(hash, search = "") {
  const token =
    /^#[ws]=([\w-]{8,200})$/.exec(hash)?.[1] ?? /[?&]w=([\w-]{8,200})(?=&|$)/.exec(search)?.[1];
  if (token) return { token };
  const code = /[?&]c=([\w-]{8,200})(?=&|$)/.exec(search)?.[1];
  if (code) return { pin: "", code };
  return { pin: new RegExp(`^#(\\d{${DIGITS}})$`).exec(hash)?.[1] ?? "" };
}

/**
 * The fault of an entry.
 *
 * @param {string | null} pin null: none is needed
 * @param {string} name
 * @returns {"no_pin" | "no_name" | null}
 */
export function missing(pin, name) {
  if (pin !== null && pin.length !== DIGITS) return "no_pin";
  return name === "" ? "no_name" : null;
}

/**
 * Seconds that are still to be waited.
 *
 * @param {number} seconds at first
 */
function useCountdown(seconds) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => setLeft(seconds), [seconds]);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

/** Cards that invite: one of each kind that there is, as a hand holds them. */
const CARDS = ["-2", "5", "12"];

/**
 * @param {{t: Sjw.Translate, title: string, pin: string, code?: string, name: string, busy: boolean,
 *   refused: {why: string, seconds?: number} | null,
 *   onJoin: (pin: string, name: string) => void}} props
 */
export function JoinForm({ t, title, pin: oldPin, code, name: oldName, busy, refused, onJoin }) {
  const [pin, setPin] = useState(oldPin);
  const [name, setName] = useState(oldName);
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const left = useCountdown(refused?.why === "wait" ? Math.ceil(refused.seconds ?? 0) : 0);
  useEffect(() => setFault(null), [refused]);
  const waiting = busy || left > 0;
  const over = refused?.why === "wait" && left === 0;
  const why = fault ?? (over ? null : refused?.why);
  const text = why ? t(`guest.refused.${why}`, { seconds: left }) : "";
  const wrong = {
    pin: why === "pin" || why === "no_pin" || why === "code",
    name: why === "name" || why === "no_name",
  };

  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    if (waiting) return;
    const typed = name.trim();
    const reason = missing(code ? null : pin, typed);
    setFault(reason);
    if (reason) {
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      /** @type {HTMLElement | null} */ (
        form.querySelector(reason === "no_pin" ? "[name=pin]" : "[name=name]")
      )?.focus();
    } else onJoin(pin, typed);
  };
  /** @param {Event} event */
  const typed = (event) => /** @type {HTMLInputElement} */ (event.target).value;
  return html`<form class="sjw-join" novalidate onSubmit=${onSubmit}>
    <div class="sjw-invite" data-dealt aria-hidden="true">
      ${CARDS.map((card) => html`<${Card} key=${card} card=${card} size="large" shape=${{ w: 3, h: 4 }} t=${t} />`)}
    </div>
    <div class="sjw-entries">
    <h1>${title || t("guest.join")}</h1>
    ${title && html`<p class="sjw-more-words">${t("guest.join")}</p>`}
    ${
      !code &&
      html`<label>
          <span>${t("guest.pin")}</span>
          <input
            class="sjw-field sjw-pin"
            name="pin"
            inputmode="numeric"
            pattern="[0-9]*"
            autocomplete="off"
            maxlength="12"
            enterkeyhint="next"
            value=${pin}
            aria-invalid=${wrong.pin ? "true" : "false"}
            aria-describedby="sjw-join-why sjw-pin-hint"
            onInput=${(/** @type {Event} */ event) => setPin(typed(event).replace(/\D/g, ""))}
          />
          <small id="sjw-pin-hint">${t("guest.pin_hint")}</small>
        </label>`
    }
    <label>
      <span>${t("guest.name")}</span>
      <input
        class="sjw-field"
        name="name"
        autocomplete="nickname"
        autocapitalize="words"
        spellcheck=${false}
        maxlength=${LONGEST}
        enterkeyhint="go"
        value=${name}
        aria-invalid=${wrong.name ? "true" : "false"}
        aria-describedby="sjw-join-why"
        onInput=${(/** @type {Event} */ event) => setName(typed(event))}
      />
    </label>
    <p id="sjw-join-why" class="sjw-why" role="alert">${text}</p>
    <button type="submit" class="sjw-button sjw-button-main" aria-disabled=${waiting ? "true" : "false"}>
      ${t(busy ? "guest.connecting" : "guest.enter")}
    </button>
    </div>
  </form>`;
}

/**
 * A sentence with one way on.
 *
 * @param {{title?: string, text: string, more?: string, button: string, onPress: () => void}} props
 */
export function Message({ title, text, more, button, onPress }) {
  return html`<section class="sjw-join">
    ${title && html`<h1>${title}</h1>`}
    <p role="status">${text}</p>
    ${more && html`<p class="sjw-more-words">${more}</p>`}
    <button type="button" class="sjw-button sjw-button-main" onClick=${onPress}>${button}</button>
  </section>`;
}
