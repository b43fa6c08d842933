/**
 * The lobby: who is here, until the host starts.
 */

import { Icon } from "../../lib/icons.js";
import { Initial, initials } from "../../parts/initial.js";
import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { LONGEST } from "./join.js";

/** @typedef {{t: Sjw.Translate, lobby: Sjw.Lobby, watches: boolean}} Props */

/**
 * The sentence that says what a guest waits for.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.Lobby} lobby
 */
export function waitingText(t, { started }) {
  return t(started ? "guest.soon" : "guest.waiting");
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.LobbySeat} seat
 * @returns {string} what stands beside a name
 */
export function seatNote(t, { kind, here, me, host }) {
  if (me) return t("guest.you");
  if (kind === "bot") return t("board.bot");
  if (host) return t("guest.host");
  return here ? "" : t("guest.not_here");
}

/**
 * The page of somebody who has no seat, or no table any more.
 *
 * @param {{t: Sjw.Translate, lobby: Sjw.Lobby, onSit: () => void}} props
 */
export function Seatless({ t, lobby: { name, lost, free }, onSit }) {
  const closed = lost === "closed";
  const next = closed ? "guest.seat_lost.again" : free ? "guest.seat_free" : "guest.no_seat";
  return html`<section class="sjw-join">
    <h1>${closed ? t("guest.seat_lost.closed_title") : t("guest.welcome", { player: name })}</h1>
    <p role="status">${lost && `${t(`guest.seat_lost.${lost}`)} `}${t(next)}</p>
    ${
      free &&
      html`<button type="button" class="sjw-button sjw-button-main" onClick=${onSit}>${t("guest.sit")}</button>`
    }
  </section>`;
}

/**
 * @typedef {{why: string, seconds?: number} | null} Refused the reason why a name wasn't changed
 * @param {Props & {refused: Refused, onRename: (name: string) => void}} props
 */
export function Lobby({ t, lobby, watches, refused, onRename }) {
  const { tables, table, name, seats, seat } = lobby;
  const letters = initials(seats.map((place) => place.name));
  return html`<section class="sjw-lobby">
    <h1>${watches ? t("guest.watching") : t("guest.welcome", { player: name })}</h1>
    ${tables > 1 && html`<p class="sjw-table-number">${t("guest.table", { table })}</p>`}
    <p class="sjw-waits" role="status">${waitingText(t, lobby)}<span class="sjw-dots" aria-hidden="true"></span></p>
    <h2>${t("guest.who")}</h2>
    <ul class="sjw-seats">
      ${seats.map(
        (
          place,
        ) => html`<li key=${place.seat} data-me=${place.me || undefined} data-here=${place.here || place.kind === "bot"}>
          ${place.name ? html`<${Initial} look=${place.seat} text=${letters[place.seat]} kind=${place.kind} />` : html`<${Icon} name=${place.kind} />`}
          <bdi class="sjw-cut">${place.name || t("guest.free")}</bdi>
          <small>${place.name ? seatNote(t, place) : ""}</small>
        </li>`,
      )}
    </ul>
    ${seat !== null && !watches && html`<${Rename} t=${t} name=${name} refused=${refused} onRename=${onRename} />`}
  </section>`;
}

/**
 * @param {{t: Sjw.Translate, name: string, refused: Refused,
 *   onRename: (name: string) => void}} props
 */
function Rename({ t, name, refused, onRename }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  useEffect(() => setTyped(null), [name]);
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    const next = (typed ?? "").trim();
    if (next && next !== name) onRename(next);
    else setTyped(null);
  };
  if (typed === null) {
    return html`<button type="button" class="sjw-button" onClick=${() => setTyped(name)}>
      ${t("guest.rename")}
    </button>`;
  }
  return html`<form class="sjw-rename" onSubmit=${onSubmit}>
    <input
      class="sjw-field"
      name="name"
      autocomplete="nickname"
      autocapitalize="words"
      spellcheck=${false}
      maxlength=${LONGEST}
      enterkeyhint="done"
      aria-label=${t("guest.name")}
      value=${typed}
      ref=${(/** @type {HTMLInputElement | null} */ field) => field?.focus()}
      onInput=${(/** @type {Event} */ event) => setTyped(/** @type {HTMLInputElement} */ (event.target).value)}
    />
    <button type="submit" class="sjw-button sjw-button-main">${t("guest.save_name")}</button>
    ${
      refused &&
      html`<p class="sjw-why" role="alert">
        ${t(`guest.refused.${refused.why}`, { seconds: refused.seconds })}
      </p>`
    }
  </form>`;
}
