/**
 * The projector's page: how to join and who is here; then the one table, or all of them.
 * It holds what everybody may see, and nothing can be pressed.
 */

import { PAUSED } from "../../app/bot_clock.js";
import { mount } from "../../app/mount.js";
import { makeTranslate, pickLanguage } from "../../lib/i18n.js";
import { followTheme } from "../../lib/theme.js";
import { Pin, Qr, typedLink } from "../../parts/qr.js";
import { presence } from "../../parts/served_seat.js";
import { html, render } from "../../vendor/htm-preact.js";
import { Presence, Standings, Tile, viewOf } from "./tiles.js";

/** Traits of the board that the table doesn't send. */
const OWN = {
  projector: true,
  hosted: true,
  pace: PAUSED,
  spoken: "",
  study: false,
  for_: "",
  asides: [],
  opened: [],
  panels: {},
  coach: null,
  notes: null,
  rows: { columns: [], rows: [] },
};

/** Before the first message. @type {Sjw.Screen} */
const EMPTY = {
  started: false,
  pin: "",
  link: "",
  qr: [],
  language: "",
  count: 0,
  fewer: true,
  tables: [],
  standings: [],
  lobby: [],
};

/**
 * The screen after a message.
 *
 * @param {Sjw.Screen | null} before
 * @param {any} message of type `screen` or `screen table`
 * @returns {Sjw.Screen}
 */
export function screenAfter(before, message) {
  if (message.type === "screen") return { ...EMPTY, ...before, ...message.screen };
  const screen = before ?? EMPTY;
  const { table, seats, traits } = message;
  const old = screen.tables.find((one) => one.table === table);
  const now = {
    table,
    seats: seats ?? old?.seats ?? [],
    traits: { ...old?.traits, ...traits },
  };
  const tables = [...screen.tables.filter((one) => one !== old), now];
  return { ...screen, tables: tables.sort((one, other) => one.table - other.table) };
}

/**
 * A board's model over one table of the screen.
 *
 * @param {Record<string, any>} traits at first
 * @returns {Sjw.Model & {receive: (traits: Record<string, any>) => void}}
 */
export function screenModel(traits) {
  /** @type {Record<string, any>} */
  let held = { ...OWN, ...traits };
  /** @type {Map<string, Set<(message?: any) => void>>} */
  const listeners = new Map();
  /** @param {string} event @param {any} [message] */
  const emit = (event, message) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(message);
  };
  return {
    get: (name) => held[name],
    set() {}, // the screen stays a screen
    save_changes() {},
    send(content) {
      // Nobody listens: the board mustn't wait for an answer.
      const { type, id } = /** @type {{type: string, id?: number}} */ (content);
      if (type === "nudge" || type === "rest") return;
      if (type === "present") {
        queueMicrotask(() => emit("msg:custom", { type, id, state: null }));
      } else queueMicrotask(() => emit("change:view"));
    },
    on(event, callback) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event)?.add(callback);
    },
    off: (event, callback) => listeners.get(event)?.delete(callback),
    receive(next) {
      const changed = Object.keys(next).filter((name) => next[name] !== held[name]);
      held = { ...held, ...next };
      // The view last: what is drawn with it is there by then.
      for (const name of changed) if (name !== "view") emit(`change:${name}`);
      if (changed.includes("view")) emit("change:view");
    },
  };
}

/**
 * @param {{screen: Sjw.Screen, t: Sjw.Translate, status: string, id: string}} props
 */
export function Lobby({ screen: { link, pin, qr, tables, lobby }, t, status, id }) {
  return html`<div class="sjs-lobby" data-many=${tables.length > 2 || undefined}>
    <div class="sjs-join">
      <${Qr} rows=${qr} label=${t("serve.qr", { link })} />
      <div>
        <p class="sjs-step">${t("serve.screen.open")}</p>
        <p class="sjs-link">${typedLink(link)}</p>
        <p class="sjs-step">${t("serve.screen.then")}</p>
        <p><${Pin} pin=${pin} t=${t} name="sjs-pin" /></p>
      </div>
    </div>
    <${Offline} status=${status} t=${t} />
    <div class="sjs-people" role="log">
      ${tables.map(
        ({
          table,
          seats: all,
        }) => html`<section key=${table} class="sjs-tile" aria-labelledby=${`${id}-${table}`}>
          <h2 id=${`${id}-${table}`} class=${tables.length === 1 ? "sjs-unseen" : ""}>${t("serve.table", { table })}</h2>
          <ul>
            ${all.map((seat) => {
              const kind = presence(seat);
              return html`<li key=${`${seat.seat} ${seat.name}`} data-kind=${kind}>
                <${Presence} kind=${kind} turn=${false} t=${t} />
                <bdi>${seat.name || t("serve.seat.free")}</bdi>
              </li>`;
            })}
          </ul>
        </section>`,
      )}
      ${
        lobby.length > 0 &&
        html`<section key="lobby" class="sjs-tile" aria-labelledby=${`${id}-lobby`}>
          <h2 id=${`${id}-lobby`}>${t("serve.screen.lobby")}</h2>
          <ul>
            ${lobby.map((name) => html`<li key=${name}><bdi>${name}</bdi></li>`)}
          </ul>
        </section>`
      }
    </div>
  </div>`;
}

/** @param {{screen: Sjw.Screen, t: Sjw.Translate}} props */
function Corner({ screen: { link, pin, qr }, t }) {
  return html`<${Qr} rows=${qr} label=${t("serve.qr", { link })} />
    <div>
      <p class="sjs-corner-link">${typedLink(link)}</p>
      <p class="sjs-corner-pin"><span aria-hidden="true">${t("serve.pin")}</span> <${Pin} pin=${pin} t=${t} name="sjs-pin" /></p>
    </div>`;
}

/** @param {{status: string, t: Sjw.Translate}} props */
function Offline({ status, t }) {
  if (status === "online") return null;
  const word = status === "ended" ? "stopped" : "offline";
  return html`<p class="sjs-offline" role="status">${t(`serve.screen.${word}`)}</p>`;
}

/** The largest text of a tile, by the number of columns, as a multiple of the page's. */
const LARGEST = [1.6, 1.4, 1, 0.78, 0.62, 0.52];
/** Height of the window, of a tile without its seats, and of a seat; in lines of text. */
const [WINDOW, FRAME, SEAT] = [33, 6.2, 1.45];

/**
 * The number of columns of tiles, and how large their text can be so that all are in sight.
 *
 * @param {Sjw.ScreenTable[]} tables
 */
export function tileSizes(tables) {
  const columns = Math.min(LARGEST.length, Math.ceil(Math.sqrt(tables.length)) || 1);
  const rows = Math.ceil(tables.length / columns);
  const seats = Math.max(0, ...tables.map((table) => table.seats.length));
  const fits = WINDOW / (rows * (FRAME + seats * SEAT));
  return { columns, text: Math.max(0.4, Math.min(LARGEST[columns - 1], fits)) };
}

/** @param {{screen: Sjw.Screen, t: Sjw.Translate, status: string, id: string}} props */
export function Hall({ screen, t, status, id }) {
  const { columns, text } = tileSizes(screen.tables);
  return html`<div class="sjs-hall">
    <div class="sjs-tiles" style=${{ "--columns": columns, "--text": text }}>
      ${screen.tables.map((table) => html`<${Tile} key=${table.table} table=${table} t=${t} id=${id} />`)}
    </div>
    <aside class="sjs-side">
      <${Standings} standings=${screen.standings} fewer=${screen.fewer} t=${t} />
      <${Offline} status=${status} t=${t} />
      <div class="sjs-invite"><${Corner} screen=${screen} t=${t} /></div>
    </aside>
  </div>`;
}

/**
 * @param {HTMLElement} el
 * @param {Sjw.Link} link
 * @param {Sjw.Locales} locales
 * @returns {() => void} take it away again
 */
export function showScreen(el, link, locales) {
  const page = el.ownerDocument;
  const root = page.createElement("div");
  root.className = "sjs";
  const unfollow = followTheme(root);
  const text = page.createElement("div");
  const stage = page.createElement("div");
  stage.className = "sjs-stage";
  const corner = page.createElement("aside");
  corner.className = "sjs-corner";
  const canPop = typeof corner.showPopover === "function";
  if (canPop) corner.setAttribute("popover", "manual");
  const isRaised = () => canPop && corner.matches(":popover-open");
  root.append(text, stage, corner);
  el.replaceChildren(root);
  const id = `sjs-${Math.random().toString(36).slice(2, 10)}`;
  /** @type {Sjw.Screen | null} */
  let screen = null;
  /** The one table's board. @type {{model: ReturnType<typeof screenModel>, end: () => void} | null} */
  let board = null;

  const endBoard = () => {
    board?.end();
    board = null;
    if (isRaised()) corner.hidePopover();
    render(null, corner);
  };

  /** @param {Sjw.Screen} now @param {Record<string, any>} traits @param {Sjw.Translate} t */
  const showBoard = (now, traits, t) => {
    const all = { ...traits, lang: t.lang };
    if (board) board.model.receive(all);
    else {
      const model = screenModel(all);
      board = { model, end: mount(model, stage, locales) };
    }
    render(
      html`<${Corner} screen=${now} t=${t} /><${Offline} status=${link.status()} t=${t} />`,
      corner,
    );
    raise();
  };
  /** Bring the corner above the board, which covers the page once it is drawn. */
  const raise = () => {
    if (!board || !canPop || isRaised()) return;
    if (stage.querySelector(":popover-open")) corner.showPopover();
    else requestAnimationFrame(raise);
  };

  const draw = () => {
    const t = makeTranslate(
      locales,
      pickLanguage(locales, screen?.language ?? "", navigator.languages),
    );
    page.documentElement.lang = t.lang;
    const only =
      screen && screen.count <= 1 && screen.tables.length === 1 ? screen.tables[0] : null;
    const traits = only && viewOf(only) ? only.traits : undefined;
    if (screen?.started && traits) {
      render(null, text);
      showBoard(screen, traits, t);
      return;
    }
    endBoard();
    const Part = screen?.started && (!only || only.traits.closed) ? Hall : Lobby;
    render(
      screen
        ? html`<${Part} screen=${screen} t=${t} status=${link.status()} id=${id} />`
        : html`<p class="sjs-offline" role="status">${t("board.loading")}</p>`,
      text,
    );
  };

  let due = false;
  /** @param {any} message */
  const receive = (message) => {
    screen = screenAfter(screen, message);
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      if (root.isConnected) draw();
    });
  };
  const leave = [
    link.on("screen", receive),
    link.on("screen table", receive),
    link.on("status", draw),
  ];
  draw();
  return () => {
    for (const off of leave) off();
    endBoard();
    unfollow();
    render(null, text);
    root.remove();
  };
}
