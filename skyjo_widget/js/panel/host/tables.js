/**
 * The tables of a host: who sits where, and a menu for each seat.
 */

import { named } from "../../lib/i18n.js";
import { presence, readiness } from "../../parts/served_seat.js";
import { html } from "../../vendor/htm-preact.js";

/**
 * @typedef {{state: Sjw.HostState, ui: Sjw.HostUi, t: Sjw.Translate, hand: Sjw.HostHand, id: string}} Props
 */

/**
 * The name of a seat among all.
 *
 * @param {number} table
 * @param {number} seat
 */
export function seatKey(table, seat) {
  return `${table}:${seat}`;
}

/**
 * The seats to which somebody can move: those that are free, then those that somebody has.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.HostTable[]} tables
 * @returns {Sjw.HostPlace[]} one for all free seats of a table
 */
export function placesToMove(t, tables) {
  /** @param {(kind: Sjw.Presence) => boolean} fits */
  const those = (fits) =>
    tables.map(({ table, seats }) => ({
      table,
      seats: seats.filter((seat) => fits(presence(seat))),
    }));
  const free = those((kind) => kind === "free").flatMap(({ table, seats }) =>
    seats.slice(0, 1).map(({ seat }) => ({
      value: seatKey(table, seat),
      text: t("host.to_free", { table }),
      free: true,
    })),
  );
  const taken = those((kind) => kind === "here" || kind === "away").flatMap(({ table, seats }) =>
    seats.map(({ seat, name }) => ({
      value: seatKey(table, seat),
      text: t("host.to_taken", { table, player: name }),
      free: false,
    })),
  );
  return [...free, ...taken];
}

/** @param {Props} props */
export function Tables({ state, ui, t, hand, id }) {
  const places = placesToMove(t, state.tables);
  return html`<div class="sjh-tables" data-one=${state.tables.length === 1 || undefined}>
    ${
      state.lobby.length > 0 &&
      html`<section key="lobby" class="sjh-table sjh-lobby" aria-labelledby=${`${id}-lobby`}>
        <h4 id=${`${id}-lobby`}>${t("host.lobby")}</h4>
        <ul>
          ${state.lobby.map(
            ({ guest, name }) => html`<li key=${guest} class="sjh-unseated">
              <bdi class="sjh-name" title=${name}>${name}</bdi>
              <${Move} name=${name} guest=${guest} places=${places} word=${t("host.seat_them")} t=${t} hand=${hand} />
              <button
                type="button"
                class="sjh-quiet"
                data-does="remove"
                onClick=${() => hand.send({ type: "remove", guest })}
              >
                ${t("host.remove", { player: name })}
              </button>
            </li>`,
          )}
        </ul>
      </section>`
    }
    ${state.tables
      .filter(({ seats }) => seats.length > 0) // one isn't open yet
      .map(
        (table) => html`<${Table}
        key=${table.table}
        of=${table}
        started=${state.started}
        places=${places}
        ui=${ui}
        t=${t}
        hand=${hand}
        id=${id}
      />`,
      )}
  </div>`;
}

/**
 * @param {{of: Sjw.HostTable, started: boolean, places: Sjw.HostPlace[], ui: Sjw.HostUi,
 *   t: Sjw.Translate, hand: Sjw.HostHand, id: string}} props
 */
function Table({ of: { table, seats, waiting, round, over }, started, places, ui, t, hand, id }) {
  const name = `${id}-${table}`;
  const between = started && waiting === "next round";
  return html`<section class="sjh-table" aria-labelledby=${name}>
    <h4 id=${name}>
      ${t("serve.table", { table })}
      ${started && html`<small>${over ? t("host.over") : t("board.round", { round })}</small>`}
    </h4>
    <ul>
      ${seats.map(
        (seat) => html`<${Seat}
          key=${seat.seat}
          table=${table}
          of=${seat}
          places=${places}
          open=${ui.open === seatKey(table, seat.seat)}
          t=${t}
          hand=${hand}
          id=${id}
        />`,
      )}
    </ul>
    ${
      between &&
      html`<p class="sjh-between">
        <span>${t("host.ready", readiness(seats))}</span>
        <button
          type="button"
          class="sjh-main"
          data-does=${`next ${table}`}
          aria-label=${t("serve.about", { what: t("dialog.next_round"), who: t("serve.table", { table }) })}
          onClick=${() => hand.send({ type: "next_round", table })}
        >
          ${t("dialog.next_round")}
        </button>
      </p>`
    }
  </section>`;
}

/**
 * @param {{table: number, of: Sjw.ServedSeat, places: Sjw.HostPlace[], open: boolean,
 *   t: Sjw.Translate, hand: Sjw.HostHand, id: string}} props
 */
function Seat({ table, of, places, open, t, hand, id }) {
  const { seat, name, turn, ready } = of;
  const kind = presence(of);
  const key = seatKey(table, seat);
  const menu = `${id}-menu-${key}`;
  const free = kind === "free";
  const title =
    free && !name ? t("host.free_seat", { table }) : t("host.seat_of", { player: name, table });
  return html`<li class="sjh-seat" data-kind=${kind} data-turn=${turn || undefined}>
    <div class="sjh-row">
      <i class="sjh-mark" data-kind=${kind} aria-hidden="true"></i>
      ${name && html`<bdi class="sjh-name" title=${name}>${name}</bdi>`}
      ${turn && html`<span class="sjh-turn" role="img" aria-label=${t("serve.seat.turn")} title=${t("serve.seat.turn")}></span>`}
      ${ready && html`<span class="sjh-ready" role="img" aria-label=${t("serve.seat.ready")} title=${t("serve.seat.ready")}>✓</span>`}
      <span class="sjh-presence">${t(`serve.seat.${kind}`)}</span>
      ${
        kind !== "bot" &&
        html`<button
        type="button"
        class="sjh-more"
        data-does=${`menu ${key}`}
        aria-expanded=${open ? "true" : "false"}
        aria-controls=${open ? menu : undefined}
        aria-label=${title}
        title=${title}
        onClick=${() => hand.set({ open: open ? "" : key })}
      >
        <span aria-hidden="true">⋯</span>
      </button>`
      }
    </div>
    ${
      open &&
      html`<${SeatMenu} table=${table} of=${of} title=${title} places=${places} t=${t} hand=${hand} id=${menu} />`
    }
  </li>`;
}

/**
 * @param {{table: number, of: Sjw.HostSeat, title: string, places: Sjw.HostPlace[],
 *   t: Sjw.Translate, hand: Sjw.HostHand, id: string}} props
 */
function SeatMenu({ table, of, title, places, t, hand, id }) {
  const { seat, name, guest } = of;
  const key = seatKey(table, seat);
  /** @param {Sjw.OfHost} message */
  const send = (message) => {
    hand.set({ open: "" }, `menu ${key}`);
    hand.send(message);
  };
  /** @param {SubmitEvent} event */
  const rename = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value.trim();
    if (text) send({ type: "rename", table, seat, name: text });
  };
  const isGuest = guest !== null && guest !== undefined;
  return html`<div class="sjh-menu" id=${id} role="group" aria-label=${title}>
    <form onSubmit=${rename}>
        <input
          name="name"
          aria-label=${t("host.new_name")}
          dir="auto"
          autocomplete="off"
          spellcheck=${false}
          maxlength="24"
          defaultValue=${name}
        />
        <button type="submit">${t("host.rename")}</button>
      </form>
    ${
      isGuest &&
      html`<${Move} name=${name} guest=${guest} places=${places.filter(({ value }) => value !== key)} word=${t("host.move")} t=${t} hand=${{ ...hand, send }} />`
    }
    <button type="button" data-does="bot" onClick=${() => send({ type: "bot", table, seat })}>
      ${t("host.bot")}
    </button>
    ${
      isGuest &&
      html`<button type="button" data-does="free" onClick=${() => send({ type: "free", table, seat })}>
        ${t("host.free")}
      </button>`
    }
    ${
      isGuest &&
      html`<button type="button" class="sjh-alarm" data-does="remove" onClick=${() => send({ type: "remove", guest })}>
        ${t("host.remove", { player: name })}
      </button>`
    }
  </div>`;
}

/**
 * @param {{name: string, guest: string, places: Sjw.HostPlace[],
 *   word: string, t: Sjw.Translate, hand: Sjw.HostHand}} props
 */
function Move({ name, guest, places, word, t, hand }) {
  const [free, taken] = [true, false].map((is) => places.filter((place) => place.free === is));
  /** @param {Sjw.HostPlace[]} some */
  const options = (some) =>
    some.map(({ value, text }) => html`<option key=${value} value=${value}>${text}</option>`);
  if (places.length === 0) return html`<p class="sjh-nowhere">${t("host.nowhere")}</p>`;
  /** @param {SubmitEvent} event */
  const move = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { value } = /** @type {HTMLSelectElement} */ (form.elements.namedItem("place"));
    const [table, seat] = value.split(":").map(Number);
    hand.send({ type: "move", guest, table, seat });
  };
  return html`<form class="sjh-move" onSubmit=${move}>
    <select name="place" aria-label=${t("serve.about", { what: t("host.to"), who: named(name) })}>
      ${options(free)}
      ${taken.length > 0 && html`<optgroup label=${t("host.taken")}>${options(taken)}</optgroup>`}
    </select>
    <button type="submit">${word}</button>
  </form>`;
}
