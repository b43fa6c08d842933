/**
 * The panel for writing a note: below the table, so that the position stays in sight.
 */

import { Icon } from "../lib/icons.js";
import { wholeNumber } from "../lib/whole_number.js";
import { deadText, WayOn } from "../parts/notices.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { aboutDecision, allTags, KINDS, ownTags, RATINGS } from "./notes.js";
import { KindMark, star, starsText } from "./notes_marks.js";

/**
 * @typedef {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller}} Props
 */

/** @param {Props} props */
export function NoteButton({ snap: { notes, draft, begun }, t, control: { noting } }) {
  if (!notes) return null;
  return html`<button
    type="button"
    class="sjw-button sjw-note-button"
    aria-expanded=${draft ? "true" : "false"}
    aria-keyshortcuts="A"
    data-begun=${(begun && !draft) || undefined}
    title=${t(begun ? "notes.go_on" : "notes.hint")}
    onClick=${() => (draft ? noting.close() : noting.open())}
  >
    <${Icon} name="pencil" /><span>${t("notes.note")}</span>
  </button>`;
}

/** @param {Props} props */
export function Noted({ snap: { noted }, t }) {
  if (noted === null) return null;
  return html`<span class="sjw-hint sjw-noted"><${Icon} name="done" />${notedText(t, noted)}</span>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Noted | null} noted
 * @returns {string} "" when nothing was just saved
 */
export function notedText(t, noted) {
  if (noted === null) return "";
  const { what, decision } = noted;
  const where = decision === null ? t("replay.before") : t("replay.at", { decision });
  return t(`notes.${what}`, { where });
}

/**
 * A tag in the reader's language, if it is one of those that are offered in every game.
 *
 * @param {Sjw.Translate} t
 * @param {string} tag
 */
export function tagName(t, tag) {
  return t.maybe(`notes.tag.${tag}`) ?? tag;
}

/** @param {Props & {id: string}} props */
export function NotePanel({ snap, t, control, id }) {
  return snap.notes && snap.draft
    ? html`<${Panel} notes=${snap.notes} draft=${snap.draft} rows=${snap.rows} view=${snap.view}
        dead=${snap.dead} t=${t} noting=${control.noting} id=${id} />`
    : null;
}

/**
 * @param {{notes: Sjw.Notes, draft: Sjw.Draft, rows: Sjw.Rows, view: Sjw.View, dead: boolean,
 *   t: Sjw.Translate, noting: Sjw.Noting, id: string}} props
 */
function Panel({ notes, draft, rows, view, dead, t, noting, id }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useComingAndGoing(box, draft.opened);
  const title = t(draft.edits === null ? "notes.new" : "notes.edit");
  const fault = dead ? deadText(t, view) : faultText(t, draft, view);
  const save = () => dead || noting.save();
  const people = view.seats.filter(({ kind }) => kind === "person").map(({ name }) => name);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.isComposing) return; // Escape and Enter belong to the letters that are being put in
    if (event.key === "Escape") noting.close();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    else return;
    event.preventDefault();
  };
  return html`<section
    ref=${box}
    class="sjw-note"
    aria-label=${title}
    tabindex="-1"
    data-own-keys
    data-sending=${draft.sending || undefined}
    onKeyDown=${onKeyDown}
  >
    <div class="sjw-note-head">
      <h3>${title}</h3>
      <${About} draft=${draft} rows=${rows} t=${t} noting=${noting} id=${id} />
      <button type="button" class="sjw-button sjw-button-plain" aria-label=${t("notes.close")} onClick=${noting.close}>
        <span aria-hidden="true">✕</span>
      </button>
    </div>
    <textarea
      class="sjw-field sjw-note-text"
      rows="2"
      dir="auto"
      aria-label=${t("notes.text")}
      placeholder=${t("notes.placeholder")}
      readOnly=${draft.sending}
      value=${draft.text}
      onInput=${(/** @type {Event} */ event) => noting.change({ text: typed(event) })}
    ></textarea>
    <div class="sjw-note-choices">
      <${Toggles}
        label=${t("notes.kind")}
        options=${KINDS.map((kind) => ({ value: kind, mark: html`<${KindMark} kind=${kind} />`, text: t(`notes.kinds.${kind}`), hint: t(`notes.kind_hints.${kind}`) }))}
        chosen=${draft.kind}
        onChoose=${(/** @type {Sjw.NoteKind | null} */ kind) => noting.change({ kind })}
      />
      <${Toggles}
        label=${t("notes.rating")}
        stars
        options=${RATINGS.map((rating) => ({ value: rating, text: star(rating, draft.rating), name: starsText(t, rating), hint: t("notes.rating_hint", { rating }) }))}
        chosen=${draft.rating}
        onChoose=${(/** @type {number | null} */ rating) => noting.change({ rating })}
      />
    </div>
    <${Tags} notes=${notes} draft=${draft} t=${t} noting=${noting} id=${id} />
    <div class="sjw-note-foot">
      <button
        type="button"
        class="sjw-button sjw-button-main"
        aria-disabled=${draft.sending || dead ? "true" : "false"}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick=${save}
      >
        ${t("notes.save")}
      </button>
      ${
        draft.edits !== null &&
        html`<button
          type="button"
          class="sjw-button sjw-button-quiet"
          aria-disabled=${dead ? "true" : "false"}
          onClick=${() => dead || noting.withdraw()}
        >
          ${t("notes.withdraw")}
        </button>`
      }
      <${Somebody}
        label=${t("notes.by")}
        nobody=${t("notes.nobody")}
        other=${t("notes.other")}
        names=${people}
        chosen=${draft.by}
        onChoose=${(/** @type {string | null} */ by) => noting.change({ by })}
      />
      <${Somebody}
        label=${t("notes.whom")}
        nobody=${t("notes.no_one")}
        names=${view.seats.map(({ name }) => name)}
        chosen=${draft.whom}
        onChoose=${(/** @type {string | null} */ whom) => noting.change({ whom })}
      />
      <span class=${fault ? "sjw-hint sjw-note-fault" : "sjw-hint"}>${fault || t("notes.keys")}</span>
    </div>
    ${dead && html`<${WayOn} view=${view} />`}
  </section>`;
}

/** The choice of a name that is to be typed. */
const OTHER = "other";

/**
 * A menu of names; with `other` also one for a name of one's own, such as an observer's.
 *
 * @param {{label: string, nobody: string, other?: string, names: string[], chosen: string | null,
 *   onChoose: (name: string | null) => void}} props
 */
function Somebody({ label, nobody, other, names, chosen, onChoose }) {
  const [typing, setTyping] = useState(false);
  const all = [...new Set([...names, ...(chosen ? [chosen] : [])])];
  /** @param {Event} event */
  const choose = (event) => {
    const at = typed(event);
    setTyping(at === OTHER);
    if (at !== OTHER) onChoose(at === "" ? null : all[Number(at)]);
  };
  /** @param {Event} event */
  const name = (event) => {
    setTyping(false);
    onChoose(typed(event).trim() || null);
  };
  return html`<label class="sjw-note-by">
    <span>${label}</span>
    ${
      typing
        ? html`<input
            class="sjw-field"
            aria-label=${label}
            placeholder=${other}
            maxlength="60"
            ref=${(/** @type {HTMLElement | null} */ field) => field?.focus()}
            onChange=${name}
            onBlur=${name}
          />`
        : html`<select
            class="sjw-select"
            aria-label=${label}
            value=${chosen === null ? "" : String(all.indexOf(chosen))}
            onChange=${choose}
          >
            <option value="" selected=${chosen === null}>${nobody}</option>
            ${all.map(
              (
                person,
                n,
              ) => html`<option key=${person} value=${String(n)} selected=${person === chosen}>
                ${person}
              </option>`,
            )}
            ${other && html`<option value=${OTHER}>${other}</option>`}
          </select>`
    }
  </label>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Draft | null} draft
 * @param {Sjw.View} view
 * @returns {string} why it can't be saved; "" while nothing is wrong
 */
export function faultText(t, draft, { decision }) {
  return draft?.fault ? t(`notes.fault.${draft.fault}`, { last: decision - 1 }) : "";
}

/**
 * The focus goes to the text when the panel opens, and back when it closes; so does the page, if it
 * had to be scrolled for it.
 *
 * @param {{current: HTMLElement | null}} box
 * @param {number} opened
 */
function useComingAndGoing(box, opened) {
  useLayoutEffect(() => {
    const panel = box.current;
    const { activeElement } = rootOf(panel);
    const places = scrolled(panel);
    return () => {
      // A focus that has moved elsewhere stays there.
      if (!panel?.contains(rootOf(panel).activeElement)) return;
      const button = panel.closest(".sjw-board")?.querySelector(".sjw-note-button");
      const before = activeElement?.isConnected && activeElement !== panel.ownerDocument.body;
      /** @type {HTMLElement | null | undefined} */ (before ? activeElement : button)?.focus({
        preventScroll: true,
      });
      for (const [node, top] of places) node.scrollTop = top;
    };
  }, []);
  useLayoutEffect(() => {
    const text = box.current?.querySelector("textarea");
    text?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, [opened]);
}

/**
 * Whatever scrolls a node, and where it stands.
 *
 * @param {Element | null} node
 * @returns {[Element, number][]}
 */
function scrolled(node) {
  /** @type {[Element, number][]} */
  const boxes = [];
  for (let at = node; at; at = at.parentElement ?? hostOf(at)) {
    if (at.scrollHeight > at.clientHeight) boxes.push([at, at.scrollTop]);
  }
  return boxes;
}

/** @param {Element} node @returns {Element | null} */
function hostOf(node) {
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** @param {HTMLElement | null} node @returns {Document | ShadowRoot} */
function rootOf(node) {
  return /** @type {Document | ShadowRoot} */ (node?.getRootNode());
}

/** @param {Event} event */
function typed({ target }) {
  return /** @type {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} */ (target).value;
}

/**
 * The field for the decision that the note is about.
 *
 * @param {{draft: Sjw.Draft, rows: Sjw.Rows, t: Sjw.Translate, noting: Sjw.Noting, id: string}} props
 */
function About({ draft, rows, t, noting, id }) {
  const number = wholeNumber(draft.decision);
  const about = number === null ? "" : aboutDecision(rows, number);
  return html`<div class="sjw-note-about">
    <label for=${`${id}-note-decision`}>${t("notes.decision")}</label>
    <input
      id=${`${id}-note-decision`}
      class="sjw-field sjw-note-decision"
      inputmode="numeric"
      autocomplete="off"
      value=${draft.decision}
      onInput=${(/** @type {Event} */ event) => noting.change({ decision: typed(event) })}
    />
    <span class="sjw-note-told" title=${about}>${about}</span>
  </div>`;
}

/**
 * Buttons of which one may be pressed; pressed again, none is.
 *
 * @template V
 * @param {{label: string, options: {value: V, mark?: unknown, text: string, name?: string,
 *   hint: string}[], chosen: V | null, onChoose: (value: V | null) => void, stars?: boolean}} props
 */
function Toggles({ label, options, chosen, onChoose, stars }) {
  return html`<div class="sjw-toggles" role="group" aria-label=${label} data-stars=${stars || undefined}>
    <span class="sjw-note-label" aria-hidden="true">${label}</span>
    <span class="sjw-toggles-row">
      ${options.map(
        ({ value, mark, text, name, hint }) => html`<button
          key=${value}
          type="button"
          class="sjw-toggle"
          aria-label=${name}
          aria-pressed=${value === chosen ? "true" : "false"}
          title=${hint}
          onClick=${() => onChoose(value === chosen ? null : value)}
        >
          ${mark}${text}
        </button>`,
      )}
    </span>
  </div>`;
}

/**
 * The tags that are offered, and a line for others.
 *
 * @param {{notes: Sjw.Notes, draft: Sjw.Draft, t: Sjw.Translate, noting: Sjw.Noting, id: string}} props
 */
function Tags({ notes, draft, t, noting, id }) {
  const offered = [...new Set([...notes.tags, ...draft.tags])];
  const chosen = allTags(draft);
  /** @param {string} tag */
  const toggle = (tag) => {
    if (!chosen.includes(tag)) noting.change({ tags: [...draft.tags, tag] });
    else {
      const own = ownTags(draft.own).filter((other) => other !== tag);
      noting.change({
        tags: draft.tags.filter((other) => other !== tag),
        ...(own.length < ownTags(draft.own).length && { own: own.join(", ") }),
      });
    }
  };
  return html`<div class="sjw-note-tags" role="group" aria-label=${t("notes.tags")}>
    <div class="sjw-note-offered">
      ${offered.map(
        (tag) => html`<button
          key=${tag}
          type="button"
          class="sjw-tag-chip"
          aria-pressed=${chosen.includes(tag) ? "true" : "false"}
          title=${tag}
          onClick=${() => toggle(tag)}
        >
          <bdi>${tagName(t, tag)}</bdi>
        </button>`,
      )}
    </div>
    <input
      id=${`${id}-note-own`}
      class="sjw-field sjw-note-own"
      dir="auto"
      autocomplete="off"
      aria-label=${t("notes.own")}
      placeholder=${t("notes.own_hint")}
      value=${draft.own}
      onInput=${(/** @type {Event} */ event) => noting.change({ own: typed(event) })}
    />
  </div>`;
}
