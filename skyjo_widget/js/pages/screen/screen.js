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
import { flights, fly } from "./flights.js";
import { Poll } from "./poll.js";
import { Podium, Presence, Standings, Tile, viewOf } from "./tiles.js";

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
  poll: null,
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
  const old = screen.tables.find((tile) => tile.table === table);
  const now = {
    table,
    seats: seats ?? old?.seats ?? [],
    traits: { ...old?.traits, ...traits },
  };
  const tables = [...screen.tables.filter((tile) => tile !== old), now];
  return { ...screen, tables: tables.sort((a, b) => a.table - b.table) };
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

/** Columns of names in the lobby, by how many names there are at most. */
const NAME_COLUMNS = /** @type {const} */ ([
  [5, 1],
  [12, 2],
  [36, 3],
  [72, 4],
  [Number.POSITIVE_INFINITY, 6],
]);
/** Height of the room for names, in lines of text, and the largest one. */
const [NAMES_HIGH, LARGEST_NAME] = [28, 2.6];

/**
 * The columns of the names in the lobby, and how large they can be so that all are in sight.
 *
 * @param {number} count
 */
export function nameSizes(count) {
  const columns = NAME_COLUMNS.find(([most]) => count <= most)?.[1] ?? 1;
  const rows = Math.ceil(count / columns) || 1;
  const widest = [LARGEST_NAME, 2.2, 1.5, 1.2, 0, 0.9][columns - 1];
  return { columns, text: Math.min(widest, (0.52 * NAMES_HIGH) / rows) };
}

/**
 * @param {{screen: Sjw.Screen, t: Sjw.Translate, status: string, id: string}} props
 */
export function Lobby({ screen: { link, pin, qr, tables, lobby, count }, t, status }) {
  const all = tables.flatMap(({ table, seats }) =>
    seats.map((seat) => ({ ...seat, table, kind: presence(seat) })),
  );
  const people = all.filter(({ kind }) => kind !== "free");
  const free = all.length - people.length;
  const { columns, text } = nameSizes(people.length + lobby.length);
  return html`<div class="sjs-lobby">
    <div class="sjs-join">
      <${Qr} rows=${qr} label=${t("serve.qr", { link })} />
      <p class="sjs-step">${t("serve.screen.open")}</p>
      <p class="sjs-link">${typedLink(link)}</p>
      <p class="sjs-step">${t("serve.screen.then")}</p>
      <p><${Pin} pin=${pin} t=${t} name="sjs-pin" /></p>
      <${Offline} status=${status} t=${t} />
    </div>
    <div class="sjs-people">
      <p class="sjs-count">
        ${t("serve.screen.here", { count: people.length + lobby.length })}
        ${free > 0 && html` <small>${t("serve.screen.free", { count: free })}</small>`}
      </p>
      <ul role="log" style=${{ "--columns": columns, "--text": text }}>
        ${people.map(
          ({
            kind,
            name,
            seat,
            table,
          }) => html`<li key=${`${table} ${seat} ${name}`} data-kind=${kind} data-look=${seat}>
            <${Presence} kind=${kind} turn=${false} t=${t} />
            <bdi>${name || t("serve.seat.free")}</bdi>
            ${count > 1 && html`<small>${t("serve.table", { table })}</small>`}
          </li>`,
        )}
        ${lobby.map((name, n) => html`<li key=${`${n} ${name}`}><bdi>${name}</bdi> <small>${t("serve.screen.lobby")}</small></li>`)}
      </ul>
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

/** The room for tiles, a tile's frame, a seat's name and the space between seats, and the width of a name; in lines of text. */
const ROOM = { w: 44, h: 33 };
const [FRAME, SEAT_NAME, GAP, NAME_WIDE] = [{ w: 1.6, h: 3.6 }, 1.5, 0.5, 7.5];

/**
 * The columns of tiles, and of seats in each, with which the cards are largest.
 *
 * @param {Sjw.ScreenTable[]} tables
 */
export function tileSizes(tables) {
  const most = Math.max(1, ...tables.map((table) => table.seats.length));
  const [wide, high] = [4, 3];
  let best = { columns: 1, across: 1, text: 1, size: 0 };
  for (let columns = 1; columns <= Math.max(1, tables.length) && columns <= 8; columns += 1) {
    const rows = Math.ceil(tables.length / columns) || 1;
    const [w, h] = [ROOM.w / columns - FRAME.w, ROOM.h / rows];
    for (let across = 1; across <= most; across += 1) {
      const down = Math.ceil(most / across);
      // Of many tables the words are smaller, so that cards keep some room, and names fit.
      const text = Math.max(0.42, Math.min(1, h / 9, w / across / NAME_WIDE));
      const size = Math.min(
        (w / across - GAP) / wide,
        ((h - FRAME.h * text) / down - SEAT_NAME * text) / (high * 1.2),
      );
      if (size > best.size) best = { columns, across, text, size };
    }
  }
  return best;
}

/**
 * Check if all games are over and somebody has won.
 *
 * @param {Sjw.Screen} screen
 */
export function isOver({ tables, standings }) {
  return (
    standings.length > 0 && tables.length > 0 && tables.every((table) => viewOf(table)?.winners)
  );
}

/** @param {{screen: Sjw.Screen, t: Sjw.Translate, status: string, id: string}} props */
export function Hall({ screen, t, status, id }) {
  if (isOver(screen)) return html`<${Podium} standings=${screen.standings} t=${t} />`;
  const { columns, across, text } = tileSizes(screen.tables);
  const ranks = screen.standings.length > 0;
  return html`<div class="sjs-hall" data-ranks=${ranks || undefined}>
    <div class="sjs-tiles" style=${{ "--tiles": columns, "--text": text }}>
      ${screen.tables.map((table) => html`<${Tile} key=${table.table} table=${table} t=${t} id=${id} across=${across} />`)}
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
  root.className = "sjs sjw";
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
  /** The tables as they were drawn. @type {Sjw.ScreenTable[]} */
  let drawn = [];
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
    if (screen?.poll) {
      endBoard();
      render(
        html`<${Poll} poll=${screen.poll} t=${t}>
          <div class="sjs-invite"><${Corner} screen=${screen} t=${t} /></div>
          <${Offline} status=${link.status()} t=${t} />
        <//>`,
        text,
      );
      return;
    }
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
    const tables = screen?.tables ?? [];
    const all = tables.flatMap((now) =>
      flights(
        drawn.find(({ table }) => table === now.table),
        now,
      ),
    );
    drawn = tables;
    fly(text, all);
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
