/**
 * The host's panel: how to join, who sits where, and what the host may change.
 */

import { makeChannel } from "../../lib/channel.js";
import { makeTranslate, named, pickLanguage } from "../../lib/i18n.js";
import { followTheme } from "../../lib/theme.js";
import { copyFrom } from "../../parts/code.js";
import { focusOn } from "../../parts/focus.js";
import { Pin, Qr, typedLink } from "../../parts/qr.js";
import { presence } from "../../parts/served_seat.js";
import { html, render } from "../../vendor/htm-preact.js";
import { newsOf } from "./news.js";
import { Poll } from "./poll.js";
import { Tables } from "./tables.js";

/** Permissions and commands that the host can give. */
const GIFTS = ["undo", "coach", "pace", "next_round"];

/**
 * Everything that the panel shows.
 *
 * @param {{invitation: Sjw.Invitation, state: Sjw.HostState, ui: Sjw.HostUi, t: Sjw.Translate, hand: Sjw.HostHand, id: string,
 *   error: string, silence: string, dead?: boolean}} props
 */
export function HostPanel({ invitation, state, ui, t, hand, id, error, silence, dead }) {
  if (dead) return html`<p class="sjh-ended" role="status">${silence}</p>`;
  if (!state.running) return html`<p class="sjh-ended" role="status">${t("host.ended")}</p>`;
  return html`<${Join} invitation=${invitation} t=${t} hand=${hand} id=${id} />
    <${Actions} invitation=${invitation} state=${state} ui=${ui} t=${t} hand=${hand} />
    ${
      ui.said.text &&
      html`<p class="sjh-said" role="status">${ui.said.text} ${ui.said.link && html`<code>${ui.said.link}</code>`}</p>`
    }
    <p class="sjh-alarms" role="alert" dir="auto">${error}</p>
    <p class="sjh-alarms" aria-live="polite">${silence}</p>
    <p class="sjh-alarms" aria-live="polite">${state.crowd && t("host.crowd", { ...state.crowd })}</p>
    <${Requests} state=${state} t=${t} hand=${hand} />
    ${state.poll && html`<${Poll} poll=${state.poll} t=${t} hand=${hand} id=${id} />`}
    <${Counts} state=${state} t=${t} />
    <${Tables} state=${state} ui=${ui} t=${t} hand=${hand} id=${id} />
    <${Gifts} state=${state} t=${t} hand=${hand} id=${id} />
    ${ui.large && html`<${Large} invitation=${invitation} state=${state} t=${t} hand=${hand} />`}`;
}

/** @param {{invitation: Sjw.Invitation, t: Sjw.Translate, hand: Sjw.HostHand, id: string}} props */
function Join({ invitation: { link, links, chosen, pin, qr }, t, hand, id }) {
  return html`<div class="sjh-join">
    <${Qr} rows=${qr} label=${t("serve.qr", { link })} />
    <div class="sjh-how">
      <p>${t("host.join")}</p>
      <p class="sjh-link">${typedLink(link)}</p>
      <p class="sjh-pin-line">
        <span aria-hidden="true">${t("serve.pin")}</span>
        <${Pin} pin=${pin} t=${t} name="sjh-pin" />
      </p>
      ${
        links.length > 1 &&
        html`<label class="sjh-address" for=${`${id}-address`}>
          <span>${t("host.address")}</span>
          <select
            id=${`${id}-address`}
            value=${String(chosen)}
            onChange=${(/** @type {Event} */ event) => hand.send({ type: "choose", n: Number(chosenIn(event)) })}
          >
            ${links.map(
              (
                [label, url],
                n,
              ) => html`<option key=${n} value=${String(n)} selected=${n === chosen}>
                ${label ? `${label} – ${url}` : url}
              </option>`,
            )}
          </select>
        </label>`
      }
    </div>
  </div>`;
}

/** @param {{invitation: Sjw.Invitation, state: Sjw.HostState, ui: Sjw.HostUi, t: Sjw.Translate, hand: Sjw.HostHand}} props */
function Actions({ invitation: { link, watch, screen }, state, ui, t, hand }) {
  return html`<div class="sjh-actions">
    ${
      !state.started &&
      html`<button key="start" type="button" class="sjh-main" data-does="start" onClick=${() => hand.send({ type: "start" })}>
        ${t("host.start")}
      </button>`
    }
    <button
      key="large"
      type="button"
      data-does="large"
      title=${t("host.large_hint")}
      onClick=${() => hand.set({ large: true }, "close")}
    >
      ${t("host.large")}
    </button>
    <a key="screen" class="sjh-button" href=${screen} target="_blank" rel="noopener noreferrer" title=${t("host.screen_hint")}>
      ${t("host.screen")} <span aria-hidden="true">↗</span>
    </a>
    <button key="copy" type="button" data-does="copy" onClick=${() => hand.copy(link)}>
      ${t("host.copy")}
    </button>
    <button key="watch" type="button" data-does="watch" onClick=${() => hand.copy(watch)}>
      ${t("host.copy_watch")}
    </button>
    <${Switch}
      key="lock"
      does="lock"
      on=${state.locked}
      text=${t("host.lock")}
      onPress=${(/** @type {boolean} */ on) => hand.send({ type: "lock", on })}
    />
    <${Switch}
      key="hide"
      does="hide"
      on=${state.hidden}
      text=${t("host.hide")}
      onPress=${(/** @type {boolean} */ on) => hand.send({ type: "hide", on })}
    />
    ${
      ui.sure
        ? html`<span key="sure" class="sjh-sure" role="group" aria-label=${t("host.stop")}>
            <span>${t("host.stop_sure")}</span>
            <button
              type="button"
              class="sjh-alarm"
              data-does="stop"
              onClick=${() => {
                hand.set({ sure: false });
                hand.send({ type: "stop" });
              }}
            >
              ${t("host.stop_yes")}
            </button>
            <button type="button" data-does="cancel" onClick=${() => hand.set({ sure: false }, "stopping")}>
              ${t("host.cancel")}
            </button>
          </span>`
        : html`<button
            key="stopping"
            type="button"
            class="sjh-quiet"
            data-does="stopping"
            onClick=${() => hand.set({ sure: true }, "cancel")}
          >
            ${t("host.stop")}
          </button>`
    }
  </div>`;
}

/** @param {{does: string, on: boolean, text: string, onPress: (on: boolean) => void}} props */
function Switch({ does, on, text, onPress }) {
  return html`<button
    type="button"
    class="sjh-switch"
    role="switch"
    aria-checked=${on ? "true" : "false"}
    data-does=${does}
    onClick=${() => onPress(!on)}
  >
    <i aria-hidden="true"></i>${text}
  </button>`;
}

/** @param {{state: Sjw.HostState, t: Sjw.Translate, hand: Sjw.HostHand}} props */
function Requests({ state: { requests }, t, hand }) {
  if (requests.length === 0) return null;
  return html`<section class="sjh-requests" aria-label=${t("host.requests")}>
    <ul>
      ${requests.map(
        ({ request, name, table }) => html`<li key=${request}>
          <span dir="auto">${t("host.asks", { player: name, table })}</span>
          ${[true, false].map((on) => {
            const word = t(`host.${on ? "allow" : "refuse"}`);
            return html`<button
              key=${word}
              type="button"
              class=${on ? "sjh-main" : ""}
              data-does=${on ? "allow" : "refuse"}
              aria-label=${t("serve.about", { what: word, who: named(name) })}
              onClick=${() => hand.send({ type: "allow", request, on })}
            >
              ${word}
            </button>`;
          })}
        </li>`,
      )}
    </ul>
  </section>`;
}

/**
 * The number of people here, with the marks of the list below.
 *
 * @param {{state: Sjw.HostState, t: Sjw.Translate}} props
 */
function Counts({ state: { tables, watchers }, t }) {
  const all = tables.flatMap(({ seats }) => seats.map(presence));
  return html`<ul class="sjh-counts">
    ${
      /** @type {const} */ (["here", "away", "bot", "free"]).map((kind) => {
        const count = all.filter((seated) => seated === kind).length;
        return (
          (count > 0 || kind === "here") &&
          html`<li key=${kind}><${Mark} kind=${kind} /> ${t(`host.count.${kind}`, { count })}</li>`
        );
      })
    }
    ${watchers > 0 && html`<li key="watchers">${t("host.count.watchers", { count: watchers })}</li>`}
  </ul>`;
}

/** @param {{kind: string}} props */
function Mark({ kind }) {
  return html`<i class="sjh-mark" data-kind=${kind} aria-hidden="true"></i>`;
}

/** @param {{state: Sjw.HostState, t: Sjw.Translate, hand: Sjw.HostHand, id: string}} props */
function Gifts({ state: { may }, t, hand, id }) {
  return html`<div class="sjh-gifts" role="group" aria-labelledby=${`${id}-gifts`}>
    <span id=${`${id}-gifts`}>${t("host.may.title")}</span>
    ${GIFTS.map(
      (what) => html`<${Switch}
        key=${what}
        does=${`give-${what}`}
        on=${may.includes(what)}
        text=${t(`host.may.${what}`)}
        onPress=${(/** @type {boolean} */ on) => hand.send({ type: "give", what, on })}
      />`,
    )}
  </div>`;
}

/**
 * The invitation as large as the window, for the last row of a classroom.
 *
 * @param {{invitation: Sjw.Invitation, state: Sjw.HostState, t: Sjw.Translate, hand: Sjw.HostHand}} props
 */
function Large({ invitation: { link, pin, qr }, state: { tables, lobby }, t, hand }) {
  const names = [
    ...tables.flatMap(({ seats }) =>
      seats.filter((seat) => ["here", "host"].includes(presence(seat))),
    ),
    ...lobby,
  ].map(({ name }) => name);
  return html`<div
    class="sjh-large"
    role="dialog"
    aria-label=${t("host.join")}
    popover="manual"
    ref=${(/** @type {HTMLElement | null} */ box) => {
      const can = box?.isConnected && typeof box.showPopover === "function";
      if (can && !box.matches(":popover-open")) box.showPopover();
    }}
  >
    <${Qr} rows=${qr} label=${t("serve.qr", { link })} />
    <div>
      <p class="sjh-link">${typedLink(link)}</p>
      <p class="sjh-pin-line"><${Pin} pin=${pin} t=${t} name="sjh-pin" /></p>
      <ul class="sjh-names">
        ${names.map((name, n) => html`<li key=${n}><bdi>${name}</bdi></li>`)}
      </ul>
    </div>
    <button type="button" data-does="close" onClick=${() => hand.set({ large: false }, "large")}>
      ${t("host.close")}
    </button>
  </div>`;
}

/** @param {Event} event */
function chosenIn({ target }) {
  return /** @type {HTMLSelectElement} */ (target).value;
}

/**
 * @param {{model: Sjw.Model, el: HTMLElement, locales: Sjw.Locales}} props
 * @returns {() => void} take it away again
 */
function mount({ model, el, locales }) {
  const page = el.ownerDocument;
  const root = page.createElement("section");
  root.className = "sjh";
  const unfollow = followTheme(root);
  root.tabIndex = -1; // the focus comes here when its element is gone
  const panel = page.createElement("div");
  panel.className = "sjh-panel";
  const news = page.createElement("div");
  news.className = "sjh-unseen";
  news.setAttribute("role", "log");
  root.append(panel, news);
  el.append(root);
  const id = `sjh-${Math.random().toString(36).slice(2, 10)}`;
  /** @type {Sjw.HostUi} */
  let ui = { open: "", large: false, sure: false, said: { text: "", link: "" } };
  /** @type {Sjw.HostState} */
  let seen = model.get("state");
  const channel = makeChannel(model, page, () => draw());
  const words = () =>
    makeTranslate(locales, pickLanguage(locales, model.get("lang") ?? "", navigator.languages));

  /** @param {string} name of an element's `data-does` */
  const focus = (name) => {
    const element = [...root.querySelectorAll("[data-does]")].find(
      (node) => /** @type {HTMLElement} */ (node).dataset.does === name,
    );
    /** @type {HTMLElement} */ (element ?? root).focus({ preventScroll: true });
  };

  /** @type {Sjw.HostHand} */
  const hand = {
    send: (message) => {
      channel.send(message);
    },
    set(part, goal) {
      ui = { ...ui, ...part };
      draw();
      if (goal !== undefined) focus(goal);
    },
    async copy(link) {
      const before = focusOn(root);
      const field = page.createElement("textarea");
      field.className = "sjh-unseen";
      field.value = link;
      root.append(field);
      const done = await copyFrom(field);
      field.remove();
      /** @type {HTMLElement | null} */ (before)?.focus({ preventScroll: true });
      const text = words()(done ? "host.copied" : "host.by_hand");
      hand.set({ said: { text, link: done ? "" : link } });
    },
  };

  const draw = () => {
    const t = words();
    root.lang = t.lang;
    root.setAttribute("aria-label", t("host.name"));
    const held = focusOn(root);
    const names = ["link", "links", "chosen", "pin", "qr", "watch", "screen"];
    render(
      html`<${HostPanel}
        invitation=${Object.fromEntries(names.map((name) => [name, model.get(name)]))}
        state=${model.get("state")}
        ui=${ui}
        t=${t}
        hand=${hand}
        id=${id}
        error=${model.get("error") ?? ""}
        silence=${channel.silence(t)}
        dead=${channel.isDead()}
      />`,
      panel,
    );
    // The answered entry is gone: on to the next one of its kind, or to the panel.
    if (held && !root.contains(held)) focus(/** @type {HTMLElement} */ (held).dataset.does ?? "");
  };

  let due = false;
  const drawSoon = () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      if (due) draw();
      due = false;
    });
  };

  const hear = () => {
    const t = words();
    const state = model.get("state");
    const text = newsOf(t, seen, state);
    seen = state;
    if (text) {
      const line = page.createElement("p");
      line.textContent = text;
      news.replaceChildren(line);
    }
    drawSoon();
  };

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    if (ui.large) hand.set({ large: false }, "large");
    else if (ui.sure) hand.set({ sure: false }, "stopping");
    else if (ui.open) hand.set({ open: "" }, `menu ${ui.open}`);
    else return;
    event.preventDefault(); // or it would leave the panel too
  };

  const others = ["link", "links", "chosen", "pin", "qr", "watch", "screen", "lang", "error"];
  root.addEventListener("keydown", onKeyDown);
  root.setAttribute("data-jp-suppress-context-menu", "true");
  model.on("change:state", hear);
  const { origin = "" } = page.defaultView?.location ?? {};
  // A hub's own address, which its kernels needn't know.
  if (model.get("link")?.startsWith("/")) hand.send({ type: "origin", origin });
  for (const name of others) model.on(`change:${name}`, drawSoon);
  draw();
  return () => {
    due = false;
    model.off("change:state", hear);
    for (const name of others) model.off(`change:${name}`, drawSoon);
    channel.dispose();
    unfollow();
    render(null, panel);
    root.remove();
  };
}

export default { render: mount };
