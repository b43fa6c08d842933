/**
 * Where a note is written: below the table, so that the position stays in sight.
 */

import { Icon } from "./icons.js";
import { aboutDecision, allTags, KINDS, ownTags, RATINGS } from "./notes.js";
import { html, useLayoutEffect, useRef } from "./vendor/htm-preact.js";

/**
 * @typedef {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller}} Props
 */

/** @param {Props} props */
export function NoteButton({ snap: { notes, draft }, t, control: { noting } }) {
  if (!notes) return null;
  return html`<button
    type="button"
    class="sjw-button sjw-note-button"
    aria-expanded=${draft ? "true" : "false"}
    aria-keyshortcuts="A"
    title=${t("notes.hint")}
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
 * @param {number | null} noted
 * @returns {string} "" when none was just saved
 */
export function notedText(t, noted) {
  return noted === null ? "" : t("notes.saved", { number: noted });
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
        t=${t} noting=${control.noting} id=${id} />`
    : null;
}

/**
 * @param {{notes: Sjw.Notes, draft: Sjw.Draft, rows: Sjw.Rows, view: Sjw.View, t: Sjw.Translate,
 *   noting: Sjw.Noting, id: string}} props
 */
function Panel({ notes, draft, rows, view, t, noting, id }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useComingAndGoing(box, draft.opened);
  const title = draft.edits === null ? t("notes.new") : t("notes.edit", { number: draft.edits });
  const people = view.seats.filter(({ kind }) => kind === "person").map(({ name }) => name);
  const authors = [...new Set([...people, ...(draft.by === null ? [] : [draft.by])])];
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.isComposing) return; // Escape and Enter belong to the letters that are being put in
    if (event.key === "Escape") noting.close();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) noting.save();
    else return;
    event.preventDefault();
  };
  return html`<section
    ref=${box}
    class="sjw-note"
    aria-label=${title}
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
      rows="3"
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
        options=${KINDS.map((kind) => ({ value: kind, text: t(`notes.kinds.${kind}`), hint: t(`notes.kind_hints.${kind}`) }))}
        chosen=${draft.kind}
        onChoose=${(/** @type {Sjw.NoteKind | null} */ kind) => noting.change({ kind })}
      />
      <${Toggles}
        label=${t("notes.rating")}
        options=${RATINGS.map((rating) => ({ value: rating, text: String(rating), hint: t("notes.rating_hint", { rating }) }))}
        chosen=${draft.rating}
        onChoose=${(/** @type {number | null} */ rating) => noting.change({ rating })}
      />
    </div>
    <${Tags} notes=${notes} draft=${draft} t=${t} noting=${noting} id=${id} />
    <div class="sjw-note-foot">
      <button
        type="button"
        class="sjw-button sjw-button-main"
        aria-disabled=${draft.sending ? "true" : "false"}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick=${noting.save}
      >
        ${t("notes.save")}
      </button>
      ${
        draft.edits !== null &&
        html`<button type="button" class="sjw-button sjw-button-quiet" onClick=${noting.withdraw}>
          ${t("notes.withdraw")}
        </button>`
      }
      ${
        authors.length > 0 &&
        html`<label class="sjw-note-by">
          <span>${t("notes.by")}</span>
          <select
            class="sjw-select"
            value=${draft.by === null ? "" : String(authors.indexOf(draft.by))}
            onChange=${(/** @type {Event} */ event) => {
              const at = typed(event);
              noting.change({ by: at === "" ? null : authors[Number(at)] });
            }}
          >
            <option value="" selected=${draft.by === null}>${t("notes.nobody")}</option>
            ${authors.map(
              (
                name,
                n,
              ) => html`<option key=${name} value=${String(n)} selected=${name === draft.by}>
                ${name}
              </option>`,
            )}
          </select>
        </label>`
      }
      <span class=${draft.fault ? "sjw-hint sjw-note-fault" : "sjw-hint"}>
        ${draft.fault ? faultText(t, draft, view) : t("notes.keys")}
      </span>
    </div>
  </section>`;
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
 * The focus goes to the text when the panel opens, and back when it closes.
 *
 * @param {{current: HTMLElement | null}} box
 * @param {number} opened
 */
function useComingAndGoing(box, opened) {
  useLayoutEffect(() => {
    const panel = box.current;
    const { activeElement } = rootOf(panel);
    return () => {
      // Whoever went elsewhere meanwhile stays there.
      if (!panel?.contains(rootOf(panel).activeElement)) return;
      const button = panel.closest(".sjw-board")?.querySelector(".sjw-note-button");
      const before = activeElement?.isConnected && activeElement !== panel.ownerDocument.body;
      /** @type {HTMLElement | null | undefined} */ (before ? activeElement : button)?.focus({
        preventScroll: true,
      });
    };
  }, []);
  useLayoutEffect(() => {
    const text = box.current?.querySelector("textarea");
    text?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, [opened]);
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
 * Which decision it is about.
 *
 * @param {{draft: Sjw.Draft, rows: Sjw.Rows, t: Sjw.Translate, noting: Sjw.Noting, id: string}} props
 */
function About({ draft, rows, t, noting, id }) {
  const about = draft.decision.trim() === "" ? "" : aboutDecision(rows, Number(draft.decision));
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
 * @param {{label: string, options: {value: V, text: string, hint: string}[], chosen: V | null,
 *   onChoose: (value: V | null) => void}} props
 */
function Toggles({ label, options, chosen, onChoose }) {
  return html`<div class="sjw-toggles" role="group" aria-label=${label}>
    <span class="sjw-note-label" aria-hidden="true">${label}</span>
    <span class="sjw-toggles-row">
      ${options.map(
        ({ value, text, hint }) => html`<button
          key=${value}
          type="button"
          class="sjw-toggle"
          aria-pressed=${value === chosen ? "true" : "false"}
          title=${hint}
          onClick=${() => onChoose(value === chosen ? null : value)}
        >
          ${text}
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
