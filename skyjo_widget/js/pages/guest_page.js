/**
 * The page of a guest: who joins a table on a device of their own, plays there, or watches.
 */

import { mount } from "../app/mount.js";
import { makeTranslate, pickLanguage } from "../lib/i18n.js";
import locales from "../lib/locales.js";
import { toggleSound, wantsSound } from "../lib/sound_wish.js";
import { speaker } from "../lib/speaker.js";
import { followTheme } from "../lib/theme.js";
import { html, render } from "../vendor/htm-preact.js";
import { Bar, News, OfflineLine } from "./guest/bar.js";
import { JoinForm, Message, roleOf } from "./guest/join.js";
import { followWaking, makeLink } from "./guest/link.js";
import { Lobby, Seatless } from "./guest/lobby.js";
import { makeModel } from "./guest/model.js";
import { Poll } from "./guest/poll.js";
import { isTurnOf, makeSignal } from "./guest/signal.js";
import { showScreen } from "./screen/screen.js";

/** The keys of a seat's token and the name in the browser's storage. */
const TOKEN = "skyjo_widget.guest";
const NAME = "skyjo_widget.name";
/** The key of a page that only looks, kept as long as the tab: the address doesn't show it. */
const LOOKS = "skyjo_widget.looks";

/**
 * A storage of the browser; null where it is forbidden.
 *
 * @param {Window} page
 * @param {"localStorage" | "sessionStorage"} kind
 */
function storageOf(page, kind) {
  try {
    page[kind].getItem(TOKEN);
    return page[kind];
  } catch {
    return null;
  }
}

/**
 * The address of the socket beside a page.
 *
 * @param {string} page
 */
export function socketAddress(page) {
  const address = new URL("./ws", page);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  address.search = "";
  return address.href;
}

/**
 * Show the page.
 *
 * @param {HTMLElement} el
 * @param {{open?: () => WebSocket}} [world]
 * @returns {() => void} take it away again
 */
export default function start(el, { open } = {}) {
  const page = /** @type {Window} */ (el.ownerDocument.defaultView);
  const { document, navigator, location } = page;
  const [storage, tab] = /** @type {const} */ (["localStorage", "sessionStorage"]).map((kind) =>
    storageOf(page, kind),
  );
  let role = roleOf(location.hash, location.search);
  const looks = location.hash || location.search ? null : tab?.getItem(LOOKS);
  if (looks) role = { token: looks };
  if ("token" in role) tab?.setItem(LOOKS, role.token);
  else tab?.removeItem(LOOKS);
  if (location.hash || location.search) page.history.replaceState(null, "", location.pathname);
  // A hub has many tables at one host.
  const place = `${TOKEN}${location.pathname.replace(/^\/$/, "")}`;

  const link = makeLink({ open: open ?? (() => new WebSocket(socketAddress(location.href))) });
  const model = makeModel(link);
  const signal = makeSignal({
    storage,
    speaker,
    shake: (pattern) => navigator.vibrate?.(pattern),
  });

  const title = el.dataset.title ?? "";
  el.replaceChildren();
  const [top, table, bottom, layer] = ["div", "div", "div", "div"].map((tag) => {
    const part = document.createElement(tag);
    el.append(part);
    return part;
  });
  top.className = "sjw sjw-guest";
  bottom.className = "sjw sjw-guest sjw-guest-foot";
  layer.className = "sjw sjw-guest sjw-poll-layer";
  const leaveTheme = [top, bottom, layer].map(followTheme);

  /** The newest refusal, until something else is tried. @type {{why: string, seconds?: number} | null} */
  let refused = null;
  /** The reason why the newest name wasn't taken. @type {{why: string, seconds?: number} | null} */
  let notRenamed = null;
  /** The reason why the table has ended the connection. @type {Sjw.LinkEnd | null} */
  let ended = null;
  /** @type {"player" | "watcher" | "screen" | null} */
  let as = null;
  let name = storage?.getItem(NAME) ?? "";
  /** News of the seat or the game, until it is read. @type {"" | "seat" | "game"} */
  let news = "";
  /** The class's question. @type {Sjw.GuestPoll | null} */
  let poll = null;
  /** The reason why the newest prediction wasn't taken. */
  let notTaken = "";
  /** The question whose outcome was read. */
  let read = 0;
  /** Takes what is on show away. @type {(() => void) | null} */
  let endTable = null;
  let current = "";

  const speak = () =>
    makeTranslate(locales, pickLanguage(locales, model.get("lang"), navigator.languages));
  const lang = () => speak().lang;

  /** @param {string} pin @param {string} typed */
  const join = (pin, typed) => {
    name = typed;
    refused = null;
    storage?.setItem(NAME, name);
    const code = "pin" in role && role.code;
    link.begin({ type: "join", ...(code ? { code } : { pin }), name, lang: lang() });
    draw();
  };

  /** Go back to where one was, or to the form. */
  const comeBack = () => {
    const token = storage?.getItem(place);
    ended = null;
    refused = null;
    if ("token" in role) link.begin({ type: "watch", token: role.token, lang: lang() });
    else if (token) link.begin({ type: "hello", token, lang: lang() });
    draw();
  };

  const forget = () => {
    storage?.removeItem(place);
    as = null;
    news = "";
    model.forget();
    hideTable();
  };

  const leave = () => {
    link.leave();
    forget();
    draw();
  };

  const hideTable = () => {
    endTable?.();
    endTable = null;
    table.replaceChildren();
  };

  /** @returns {"screen" | "board" | "lobby" | "ended" | "asked" | "form" | "wait"} */
  const stage = () => {
    if (ended) return "ended";
    if (as === "screen") return "screen";
    const lobby = /** @type {Sjw.Lobby | null} */ (model.get("lobby"));
    const here = lobby?.board === (model.get("guest").board ?? null) && model.get("view");
    if (as && lobby) return lobby.started && here && !lobby.lost ? "board" : "lobby";
    if (refused?.why === "asked") return "asked";
    const knows = "token" in role || storage?.getItem(TOKEN);
    return as || (knows && refused === null && link.status() !== "idle") ? "wait" : "form";
  };

  /** @param {string} now @param {string} which a board of another seat, or game, is another one */
  const showTable = (now, which) => {
    if (`${now} ${which}` === current) return;
    current = `${now} ${which}`;
    hideTable();
    if (now === "board") endTable = mount(model, table, locales);
    if (now === "screen") endTable = showScreen(table, link, locales);
  };

  const readNews = () => {
    news = "";
    draw();
  };

  /** @param {Sjw.Translate} t @param {boolean} seated */
  const drawPoll = (t, seated) => {
    const asked = as === "player" && seated && poll?.question !== read ? poll : null;
    for (const part of [top, table, bottom]) part.inert = asked !== null;
    layer.lang = t.lang;
    render(
      asked &&
        html`<${Poll}
          t=${t}
          poll=${asked}
          refused=${notTaken}
          onPredict=${(/** @type {number | string} */ value) => {
            notTaken = "";
            link.send({ type: "chance", question: asked.question, value });
          }}
          onBack=${() => {
            read = asked.question;
            draw();
          }}
        />`,
      layer,
    );
  };

  const draw = () => {
    const t = speak();
    const now = stage();
    const lobby = /** @type {Sjw.Lobby} */ (model.get("lobby"));
    const offline = link.status() === "offline";
    const mine = now === "board" && as === "player" && isTurnOf(model.get("view"), lobby.seat);
    document.documentElement.lang = t.lang;
    document.title = t(mine ? "guest.title_turn" : "guest.title");
    el.dataset.stage = now;
    el.toggleAttribute("data-offline", offline);
    top.lang = t.lang;
    bottom.lang = t.lang;
    showTable(now, lobby?.board ?? "");
    signal.follow(mine);

    const parts = {
      form: () => html`<${JoinForm}
        t=${t}
        title=${title}
        pin=${"pin" in role ? role.pin : ""}
        code=${"pin" in role ? role.code : undefined}
        name=${name}
        busy=${link.status() === "connecting" && refused === null}
        refused=${refused}
        onJoin=${join}
      />`,
      wait: () =>
        html`<section class="sjw-join"><p role="status">${t("guest.connecting")}</p></section>`,
      asked: () => html`<${Message}
        title=${t("guest.asked_title")}
        text=${t("guest.asked", { player: name })}
        more=${t("guest.asked_wait")}
        button=${t("guest.asked_other")}
        onPress=${() => {
          link.close();
          refused = null;
          forget();
          draw();
        }}
      />`,
      lobby: () =>
        lobby.lost || (as === "player" && lobby.seat === null)
          ? html`<${Seatless} t=${t} lobby=${lobby} onSit=${() => link.send({ type: "sit" })} />`
          : html`<${Lobby}
        key=${lobby.name}
        t=${t}
        lobby=${lobby}
        watches=${as === "watcher"}
        refused=${notRenamed}
        onRename=${(/** @type {string} */ next) => {
          notRenamed = null;
          link.send({ type: "rename", name: next });
        }}
      />`,
      ended: () => html`<${Message}
        text=${t(`guest.ended.${ended}`)}
        button=${t(`guest.back.${ended}`)}
        onPress=${comeBack}
      />`,
      board: () =>
        html`<h1 class="sjw-unseen">${t("guest.title")}</h1>
          <h2 class="sjw-unseen">${t("guest.table", { table: lobby.table })}</h2>
          ${as === "watcher" && html`<p class="sjw-line">${t("guest.watching")}</p>`}
          ${news && html`<${News} t=${t} text=${t(`guest.news.${news}`, { table: lobby.table })} onRead=${() => readNews()} />`}`,
      screen: () => null,
    };
    render(parts[now](), top);
    const people = model.get("for_") ?? "";
    const seated = as === "player" && (now === "board" || now === "lobby");
    drawPoll(t, seated);
    render(
      html`${offline && html`<${OfflineLine} t=${t} />`}
        ${
          seated &&
          html`<${Bar}
            t=${t}
            signal=${now === "board" && lobby.seat !== null ? signal.isOn() : null}
            sound=${wantsSound(people)}
            sits=${lobby.seat !== null}
            onSignal=${() => {
              signal.toggle();
              draw();
            }}
            onSound=${() => {
              toggleSound(people);
              speaker.touched();
              draw();
            }}
            onLeave=${leave}
          />`
        }`,
      bottom,
    );
  };

  link.on("welcome", ({ role: granted, token }) => {
    as = granted;
    refused = null;
    ended = null;
    if (as === "player" && token) storage?.setItem(place, token);
    draw();
  });
  link.on("refused", (message) => {
    refused = message;
    if (["token", "code"].includes(message.why)) {
      role = { pin: "" };
      tab?.removeItem(LOOKS);
      forget();
    }
    draw();
  });
  link.on("not renamed", (message) => {
    notRenamed = message;
    draw();
  });
  link.on("poll", (message) => {
    poll = message.poll;
    notTaken = "";
    if (poll?.stage !== "turned") read = 0;
    draw();
  });
  link.on("not taken", ({ text }) => {
    notTaken = text;
    draw();
  });
  link.on("bye", ({ why }) => {
    ended = why;
    draw();
  });
  link.on("status", ({ status }) => {
    if (status === "idle" && !refused && !as) refused = { why: "unreachable" };
    draw();
  });
  for (const trait of ["view", "lobby", "lang"]) model.on(`change:${trait}`, draw);
  /** The newest board's table and seat, and its game. */
  let last = ["", ""];
  link.on("lobby", ({ lobby }) => {
    if (lobby.name) name = lobby.name;
    if (!lobby.board) return;
    const [, seat, game] = /^(\d+\.\d+)\.(.*)$/.exec(lobby.board) ?? [];
    if (last[0] && seat !== last[0]) news = "seat";
    else if (last[1] && game !== last[1]) news = "game";
    last = [seat, game];
  });

  const leaveWaking = followWaking(page, link);
  const touched = () => signal.touched();
  page.addEventListener("pointerdown", touched);
  // There is nothing else on the page that keys could be for.
  /** @param {KeyboardEvent} event */
  const pass = (event) => {
    if (event.target !== document.body) return;
    const forBoard = new KeyboardEvent("keydown", event);
    if (table.firstElementChild?.dispatchEvent(forBoard) === false) event.preventDefault();
  };
  document.addEventListener("keydown", pass);
  comeBack();

  return () => {
    page.removeEventListener("pointerdown", touched);
    document.removeEventListener("keydown", pass);
    leaveWaking();
    hideTable();
    model.leave();
    link.close();
    for (const end of leaveTheme) end();
    for (const part of [top, bottom, layer]) render(null, part);
  };
}
