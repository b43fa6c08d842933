/**
 * The part under the board: the buttons that open its panels, and those that are open, drawn as
 * board/panels/ describes them.
 */

import { actionText, decimal, percentText } from "../coach/coach_words.js";
import { Code } from "../parts/code.js";
import { focusOn } from "../parts/focus.js";
import { Switch } from "../parts/switch.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";

/** The people whom a board can be for; "both": everybody. */
const PEOPLE = ["", "class", "playtest"];

/**
 * @typedef {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller}} Props
 *
 * What was typed into a panel.
 * @typedef {object} Typed
 * @property {Record<string, string>} values by entry
 * @property {number | null} pressed how often the panel had been emptied when a button was pressed
 */

/**
 * Panels that a board for everybody has in its menu. A board for a class or a playtest has only
 * those that these use, in sight; so are those that a lesson offers.
 */
const MENU = ["predict", "what_if", "ruling", "form", "position"];
/** The menu's name among what is open, by which every view of the table remembers it. */
const TOOLS = "tools";

/** The bar of chances, which is in the menu wherever the coach may speak. */
const BAR = "chances";

/** @param {Sjw.Snapshot} snap */
export const openersOf = ({ asides, chances }) => (chances ? [...asides, BAR] : asides);

/**
 * @param {Sjw.Snapshot} snap
 * @param {boolean} [folded] true where the row has no room for panels but one that is due
 */
const menuOf = (snap, folded = false) =>
  openersOf(snap).filter((name) => {
    if (name === BAR) return true;
    if (snap.guest !== null) return false;
    return folded ? !isDue(snap, name) : snap.people === "" && MENU.includes(name);
  });

/**
 * Check if a panel is what is to be done now: the work of a round that is over is handed in.
 *
 * @param {Sjw.Snapshot} snap
 * @param {string} name
 */
const isDue = ({ view }, name) => name === "hand_in" && isOver(view);

/** @param {Props & {name: string, short?: boolean}} props short: whether what is due is so */
function Opener({ name, short = false, snap, t, control }) {
  const { opened, dead } = snap;
  // Names come from Python; panels that no module names: "form.title", "predict.title",
  // "referee.title", "ruling.title", "worksheet.title"; "chances.title" is the bar's.
  const open = opened.includes(name);
  const due = isDue(snap, name);
  const title = t(`${name}.title`);
  return html`<button
    type="button"
    class=${due ? "sjw-button sjw-button-main" : "sjw-button sjw-button-quiet"}
    data-aside=${name}
    aria-label=${due && short ? title : undefined}
    aria-expanded=${open ? "true" : "false"}
    aria-disabled=${dead ? "true" : "false"}
    onClick=${() => dead || control.toggle(name)}
  >
    <span aria-hidden="true">${open ? "▾" : "▸"}</span> ${due && short ? t("hand_in.short") : title}
  </button>`;
}

/**
 * The buttons that open the panels, and that of the menu. While this is shut, a panel of it that
 * is open has its button here, if there is room.
 *
 * @param {Props & {folded?: boolean, short?: boolean}} props
 */
export function Asides({ folded = false, short = false, ...props }) {
  const { snap, t, control } = props;
  const { opened, guest } = snap;
  const menu = menuOf(snap, folded);
  const open = opened.includes(TOOLS);
  return html`${openersOf(snap)
    .filter((name) => !menu.includes(name) || (!folded && !open && opened.includes(name)))
    .map((name) => html`<${Opener} key=${name} name=${name} short=${short} ...${props} />`)}
  ${
    guest === null &&
    html`<button
      type="button"
      class="sjw-button sjw-button-quiet sjw-more-button"
      aria-expanded=${open ? "true" : "false"}
      onClick=${() => control.toggle(TOOLS)}
    >
      <span aria-hidden="true">${open ? "▾" : "▸"}</span> ${t("asides.tools")}
    </button>`
  }`;
}

/**
 * The menu, a line of its own: the panels that nobody uses in every game, what the row has no room
 * for, and whom the board is for.
 *
 * @param {Props & {folded?: boolean, children?: unknown}} props
 */
export function ToolsMenu({ folded = false, children, ...props }) {
  const { snap, t, control } = props;
  const { people, guest, opened } = snap;
  if (guest !== null || !opened.includes(TOOLS)) return null;
  return html`<div class="sjw-menu">
    ${children}
    ${menuOf(snap, folded).map((name) => html`<${Opener} key=${name} name=${name} ...${props} />`)}
    <label class="sjw-people" title=${t("asides.for_hint")}>
      <span>${t("asides.for")}</span>
      <select
        class="sjw-select"
        value=${people}
        onChange=${(/** @type {Event} */ event) => control.setPeople(typed(event))}
      >
        ${PEOPLE.map(
          (name) => html`<option key=${name} value=${name} selected=${name === people}>
            ${t(`asides.people.${name || "both"}`)}
          </option>`,
        )}
      </select>
    </label>
    <${Switch} on=${snap.sound} text=${t("board.sound")} onToggle=${control.toggleSound} />
  </div>`;
}

/**
 * The panels that are open.
 *
 * @param {Props & {id: string}} props
 */
export function OpenAsides({ snap, t, control, id }) {
  const [drafts, setDrafts] = useState(/** @type {Record<string, Typed>} */ ({}));
  return snap.asides
    .filter((name) => snap.opened.includes(name) && snap.panels[name])
    .map((name) => {
      const panel = snap.panels[name];
      return html`<${Aside}
        key=${name}
        name=${name}
        panel=${panel}
        draft=${still(panel, drafts[name])}
        onDraft=${(/** @type {Typed} */ draft) => setDrafts((all) => ({ ...all, [name]: draft }))}
        snap=${snap}
        t=${t}
        control=${control}
        id=${`${id}-${name}`}
      />`;
    });
}

/** @param {Pick<Sjw.View, "phase">} view */
export const isOver = ({ phase }) => phase === "round over" || phase === "game over";

/**
 * Check if the work of a round that is over can be handed in.
 *
 * @param {Sjw.Snapshot} snap
 */
export function isHandInDue({ asides, view }) {
  return asides.includes("hand_in") && isOver(view);
}

/**
 * The panel that a guest's table opens below the board, such as a worksheet.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.Snapshot} snap
 * @returns {{name: string, title: string} | null} null if there is none
 */
export function offeredAside(t, { asides, opened, panels, guest }) {
  const name = guest && asides.find((aside) => opened.includes(aside) && panels[aside]);
  if (!name) return null;
  return { name, title: (panels[name].about || t(`${name}.title`)).split(" · ")[0] };
}

/**
 * Bring the focus to a panel, which is opened if it isn't.
 *
 * @param {Element | null} board
 * @param {string} name
 */
export function goToAside(board, name) {
  const root = board?.closest(".sjw");
  const find = () => root?.querySelector(`.sjw-aside[data-name="${name}"]`);
  /** @type {HTMLElement | null | undefined} */
  const opener = root?.querySelector(`[data-aside="${name}"]`);
  if (!find()) {
    opener?.focus(); // the panel comes into sight
    opener?.click();
    return;
  }
  const section = find();
  section?.scrollIntoView({ block: "nearest" });
  /** @type {HTMLElement | null | undefined} */ (
    section?.querySelector(":is(input, textarea, select), .sjw-button:not(.sjw-button-plain)")
  )?.focus();
}

/**
 * The answers of the open panels, for the ear.
 *
 * @param {Sjw.Snapshot} snap
 */
export function answersText({ panels }) {
  return Object.values(panels)
    .map(({ answer }) => answer)
    .join(" ");
}

/**
 * The entries typed that still hold: those that are used once are empty after their use.
 *
 * @param {Sjw.Aside} panel
 * @param {Typed} [draft]
 * @returns {Typed}
 */
export function still({ entries, emptied }, draft = { values: {}, pressed: null }) {
  if (draft.pressed === null || draft.pressed === emptied) return draft;
  const once = entries.filter((entry) => entry.once).map(({ name }) => name);
  const left = Object.entries(draft.values).filter(([name]) => !once.includes(name));
  return { values: Object.fromEntries(left), pressed: null };
}

/**
 * The values of the entries that are shown, which are others than all: a choice decides what else
 * is needed.
 *
 * @param {Sjw.Entry[]} entries
 * @param {Record<string, string>} values what was typed
 * @returns {Map<Sjw.Entry, string>}
 */
export function shownValues(entries, values) {
  const all = Object.fromEntries(entries.map((entry) => [entry.name, valueIn(entry, values)]));
  const visible = entries.filter(
    ({ when }) =>
      !when ||
      when.some((way) => Object.entries(way).every(([name, some]) => some.includes(all[name]))),
  );
  return new Map(visible.map((entry) => [entry, all[entry.name]]));
}

/**
 * @param {Sjw.Entry} entry
 * @param {Record<string, string>} values
 */
function valueIn({ name, kind, value, options = [] }, values) {
  const current = values[name] ?? value;
  const offered = kind !== "choice" || options.some(([option]) => option === current);
  return offered ? current : (options[0]?.[0] ?? "");
}

/**
 * @param {Props & {name: string, panel: Sjw.Aside, draft: Typed, id: string,
 *   onDraft: (draft: Typed) => void}} props
 */
function Aside({ name, panel, draft, onDraft, snap, t, control, id }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const { entries, buttons, about, question, answer, busy, outcome, rounds } = panel;
  const file = snap.files[name];
  const visible = shownValues(entries, draft.values);
  const idle = busy || snap.dead;
  const title = t(`${name}.title`);
  const opener = () =>
    /** @type {HTMLElement | null | undefined} */ (
      box.current?.parentElement?.querySelector(`[data-aside="${name}"]`)
    );

  useLayoutEffect(() => {
    // Only where it was opened by hand: not in a page that is loaded, nor in another view.
    const root = /** @type {Document | ShadowRoot} */ (box.current?.getRootNode());
    if (root.activeElement === opener()) box.current?.scrollIntoView({ block: "nearest" });
  }, []);

  /** @param {string} button */
  const press = (button) => {
    if (idle || !button) return;
    onDraft({ ...draft, pressed: panel.emptied });
    const values = Object.fromEntries([...visible].map(([entry, value]) => [entry.name, value]));
    control.press(name, button, values);
  };
  const close = () => {
    const root = focusOn(box.current) ? box.current?.parentElement : null;
    control.toggle(name);
    // The menu's button, where the panel's own goes with it.
    const menu = !snap.opened.includes(TOOLS) && menuOf(snap).includes(name);
    const more = root?.querySelector(".sjw-more-button");
    const own = menu ? null : root?.querySelector(`[data-aside="${name}"]`);
    /** @type {HTMLElement | null | undefined} */ (own ?? more)?.focus({ preventScroll: true });
  };
  /** @param {string} entry @param {string | undefined} value undefined: its own again */
  const onType = (entry, value) => {
    const { [entry]: _, ...rest } = draft.values;
    onDraft({ values: value === undefined ? rest : { ...rest, [entry]: value }, pressed: null });
  };
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.isComposing) return; // Escape and Enter belong to the letters that are being put in
    const line = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey;
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && line) press(buttons[0]);
    else return;
    event.preventDefault();
  };

  return html`<section
    ref=${box}
    class="sjw-aside"
    data-own-keys
    data-name=${name}
    aria-labelledby=${`${id}-title`}
    onKeyDown=${onKeyDown}
  >
    <div class="sjw-aside-head">
      <h3 id=${`${id}-title`}>${title}</h3>
      <button
        type="button"
        class="sjw-button sjw-button-plain"
        aria-label=${t("asides.close", { title })}
        onClick=${close}
      >
        <span aria-hidden="true">✕</span>
      </button>
    </div>
    ${about && html`<p class="sjw-aside-about sjw-quiet">${about}</p>`}
    ${question && html`<${Question} question=${question} />`}
    <div class="sjw-aside-entries">
      ${[...visible].map(
        ([entry, value]) => html`<${Entry}
          key=${entry.name}
          of=${name}
          entry=${entry}
          value=${value}
          own=${Object.hasOwn(draft.values, entry.name)}
          t=${t}
          id=${`${id}-${entry.name}`}
          onType=${onType}
        />`,
      )}
      <div class="sjw-buttons">
        ${buttons.map(
          (button, n) => html`<button
            key=${button}
            type="button"
            class=${n === 0 ? "sjw-button sjw-button-main" : "sjw-button"}
            aria-disabled=${idle ? "true" : "false"}
            onClick=${() => press(button)}
          >
            ${t(`${name}.${button}`, { rounds })}
          </button>`,
        )}
      </div>
    </div>
    ${(busy || answer) && html`<p class="sjw-aside-answer">${busy ? t("asides.busy") : answer}</p>`}
    ${
      file &&
      html`<p class="sjw-aside-file">
        <a class="sjw-button" href=${file.url} download=${file.name}>
          ${t(`${name}.save`, { file: file.name })}
        </a>
      </p>`
    }
    ${outcome && html`<${Outcome} outcome=${outcome} view=${snap.view} t=${t} />`}
  </section>`;
}

/**
 * A panel's question, with the table that it is about.
 *
 * @param {{question: Sjw.Question}} props
 */
function Question({ question: { text, moment, image, caption } }) {
  return html`<div class="sjw-aside-question">
    ${
      image &&
      html`<img
        src=${image.source}
        alt=${image.text}
        width=${image.width}
        height=${image.height}
      />`
    }
    ${caption && html`<p class="sjw-quiet">${caption}</p>`}
    <p><bdi>${text}</bdi></p>
    ${moment && html`<p class="sjw-quiet">${moment}</p>`}
  </div>`;
}

/**
 * @param {{of: string, entry: Sjw.Entry, value: string, own: boolean, t: Sjw.Translate, id: string,
 *   onType: (entry: string, value: string | undefined) => void}} props
 *   own: whether the value was typed
 */
function Entry({ of, entry, value, own, t, id, onType }) {
  const { name, kind, options = [], words, hint, most, newest } = entry;
  const label = t(`${of}.${name}`);
  /** @param {Event} event */
  const onInput = (event) => onType(name, typed(event));
  const named = { id, value, onInput };
  if (kind === "code") return html`<${Code} text=${value} label=${label} id=${id} t=${t} />`;
  if (kind === "scale") {
    return html`<div class="sjw-entry" data-kind=${kind} role="group" aria-labelledby=${id}>
      <span id=${id}>${label}</span>
      <span class="sjw-toggles-row">
        ${options.map(
          ([option, text]) => html`<button
            key=${option}
            type="button"
            class="sjw-toggle"
            aria-pressed=${option === value ? "true" : "false"}
            onClick=${() => onType(name, option === value ? undefined : option)}
          >
            ${text}
          </button>`,
        )}
      </span>
    </div>`;
  }
  if (kind === "options") {
    return html`<fieldset class="sjw-entry sjw-options" data-kind=${kind}>
      <legend class="sjw-unseen">${label}</legend>
      ${options.map(
        ([option, text]) => html`<label key=${option}>
          <input
            type="radio"
            name=${id}
            value=${option}
            checked=${option === value}
            onInput=${onInput}
          />
          <span><bdi>${text}</bdi></span>
        </label>`,
      )}
    </fieldset>`;
  }
  return html`<div class="sjw-entry" data-kind=${kind}>
    <label for=${id}>${label}</label>
    ${
      kind === "choice"
        ? html`<select class="sjw-select" ...${named}>
            ${options.map(
              ([
                option,
                text,
              ]) => html`<option key=${option} value=${option} selected=${option === value}>
                ${text ?? t(`${of}.${words}.${option}`)}
              </option>`,
            )}
          </select>`
        : kind === "text"
          ? html`<textarea class="sjw-field" rows="2" dir="auto" placeholder=${hint} ...${named}></textarea>`
          : kind === "number"
            ? html`<span>
                <input class="sjw-field" inputmode="numeric" autocomplete="off" ...${named} />
                ${
                  newest &&
                  own &&
                  value !== String(most) &&
                  html`<button type="button" class="sjw-button" onClick=${() => onType(name, undefined)}>
                    ${t(`${of}.${newest}`)}
                  </button>`
                }
              </span>`
            : html`<input class="sjw-field" dir="auto" autocomplete="off" placeholder=${hint} ...${named} />`
    }
  </div>`;
}

/**
 * The outcomes of each action: the distribution of the round's score, its mean, the chance to win.
 *
 * @param {{outcome: Sjw.Outlook, view: Sjw.View, t: Sjw.Translate}} props
 */
function Outcome({ outcome, view, t }) {
  const { decision, bot, worlds, low, high, sentence, rows } = outcome;
  const about = t("what_if.picture", { bot, worlds });
  return html`<div class="sjw-outcome">
    <p class="sjw-quiet">${t("what_if.decision")} ${decision}. ${about}</p>
    ${sentence && html`<p>${sentence}</p>`}
    <ol>
      ${rows.map(({ action, score, score_error, win, win_error, apart, bars }, n) => {
        const at = (((score ?? low) - low + 0.5) / (high - low + 1)) * bars.length;
        const points = score === null ? "–" : decimal(t, score, 1);
        const error = score_error ? `\u00a0±${decimal(t, 2 * score_error, 1)}` : "";
        return html`<li key=${action} data-best=${(n === 0 && rows.length > 1) || undefined}>
          <b>${actionText(t, view, action)}</b>
          <svg viewBox=${`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden="true">
            ${bars.map(
              (height, k) =>
                html`<rect key=${k} x=${k + 0.06} y=${100 - height} width="0.88" height=${height} />`,
            )}
            ${score !== null && html`<line x1=${at} x2=${at} y1="0" y2="100" />`}
          </svg>
          <span>${t("what_if.score", { value: points + error })}</span>
          <span>
            ${t("what_if.win", { value: win === null ? "–" : percentText(t, win, win_error) })}
            ${apart && html`<small>${apart}</small>`}
          </span>
        </li>`;
      })}
      <li class="sjw-outcome-axis" aria-hidden="true">
        <span><i>${decimal(t, low, 0)}</i><i>${decimal(t, high, 0)} ${t("what_if.unit")}</i></span>
      </li>
    </ol>
    ${sentence && html`<p class="sjw-quiet">${t("what_if.apart")}</p>`}
  </div>`;
}

/** @param {Event} event */
function typed({ target }) {
  return /** @type {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} */ (target).value;
}
