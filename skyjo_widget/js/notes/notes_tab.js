/**
 * Notes in the side panel: those so far, and the pencil beside a row of the decisions.
 */

import { Icon } from "../lib/icons.js";
import { shortcut } from "../lib/keys.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { KindMark, Stars } from "./notes_marks.js";
import { tagName } from "./notes_panel.js";

/**
 * @typedef {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller}} Props
 */

/** @param {Props} props */
export function NotesTab({ snap: { notes }, t, control: { noting } }) {
  if (!notes) return null;
  const { notes: all, rulings, count, whole } = notes;
  return html`<div class="sjw-scroll" tabindex="0" role="region" aria-label=${t("panel.notes")}>
    ${
      rulings.length > 0 &&
      html`<ul class="sjw-notes" aria-label=${t("notes.rulings")}>
        ${rulings.map((ruling) => html`<${RulingItem} key=${ruling.ruling} ruling=${ruling} t=${t} />`)}
      </ul>`
    }
    ${all.length === 0 && html`<p class="sjw-quiet">${t("notes.none")}</p>`}
    <ul class="sjw-notes">
      ${all.map(
        (note) => html`<${NoteItem}
          key=${note.note}
          note=${note}
          text=${whole?.note === note.note ? whole.text : note.text}
          t=${t}
          noting=${noting}
        />`,
      )}
    </ul>
    ${count > all.length && html`<p class="sjw-quiet">${t("notes.older", { count: count - all.length })}</p>`}
  </div>`;
}

/** A text up to here stands in the list as a whole. */
const SHORT = 160;

/** @param {{note: Sjw.Note, text: string, t: Sjw.Translate, noting: Sjw.Noting}} props */
function NoteItem({ note, text, t, noting }) {
  const [open, setOpen] = useState(false);
  const { decision, undone, kind, rating, tags, by, whom, edited, cut } = note;
  const long = cut || text.length > SHORT || text.split("\n").length > 4;
  const unfold = () => {
    if (!open && cut) noting.read(note.note);
    setOpen(!open);
  };
  return html`<li class="sjw-note-item" data-undone=${undone || undefined}>
    <div class="sjw-note-line">
      <${Where} note=${note} t=${t} />
      <button
        type="button"
        class="sjw-button sjw-button-plain"
        aria-label=${editText(t, decision)}
        title=${editText(t, decision)}
        onClick=${() => noting.edit(note.note)}
      >
        <${Icon} name="pencil" />
      </button>
    </div>
    ${
      (kind || rating !== null || by || whom || edited) &&
      html`<p class="sjw-note-facts">
        ${kind && html`<span class="sjw-note-kind"><${KindMark} kind=${kind} />${t(`notes.kinds.${kind}`)}</span>`}
        ${rating !== null && html`<${Stars} rating=${rating} t=${t} />`}
        ${by && html`<bdi class="sjw-cut" title=${by}>${by}</bdi>`}
        ${whom && html`<bdi class="sjw-cut" title=${whom}>→ ${whom}</bdi>`}
        ${edited && html`<i>${t("notes.edited")}</i>`}
      </p>`
    }
    ${
      text &&
      html`<p class="sjw-note-said" dir="auto" data-long=${(long && !open) || undefined} title=${long && !open ? text.slice(0, 500) : undefined}>${text}</p>`
    }
    ${
      long &&
      html`<button type="button" class="sjw-button sjw-button-quiet sjw-note-more" aria-expanded=${open ? "true" : "false"} onClick=${unfold}>
        ${t(open ? "notes.less" : "notes.more")}
      </button>`
    }
    ${
      tags.length > 0 &&
      html`<p class="sjw-note-its-tags">
        ${tags.map((tag) => html`<bdi key=${tag} class="sjw-cut" title=${tag}>${tagName(t, tag)}</bdi>`)}
      </p>`
    }
  </li>`;
}

/** @param {{ruling: Sjw.Ruling, t: Sjw.Translate}} props */
function RulingItem({ ruling, t }) {
  const { undone, question, text, by } = ruling;
  return html`<li class="sjw-note-item" data-undone=${undone || undefined}>
    <${Where} note=${ruling} t=${t} />
    <p class="sjw-note-facts">
      <span class="sjw-note-kind"><${KindMark} kind="ruling" />${t("replay.kinds.ruling")}</span>
      ${by && html`<bdi class="sjw-cut" title=${by}>${by}</bdi>`}
    </p>
    ${question && html`<p class="sjw-note-said" dir="auto"><i>${question}</i></p>`}
    <p class="sjw-note-said" dir="auto">${text}</p>
  </li>`;
}

/**
 * The decision that something is about.
 *
 * @param {{note: Pick<Sjw.Note, "decision" | "about" | "undone">, t: Sjw.Translate}} props
 */
function Where({ note: { decision, about, undone }, t }) {
  return html`<span class="sjw-note-where">
    <b>${decision === null ? t("notes.before") : t("notes.at", { decision })}</b>
    ${about && html` <span title=${undone ? t("panel.undone") : about}>${about}</span>`}
  </span>`;
}

/** @param {Sjw.Translate} t @param {number | null} decision */
function editText(t, decision) {
  return decision === null ? t("notes.edit") : t("notes.edit_at", { decision });
}

/**
 * The decision's row under the pointer or reached by the arrow keys: it has the pencil.
 *
 * @param {(number | null)[]} decisions those that have rows
 * @param {boolean} on whether notes can be written
 * @param {Sjw.Noting} noting
 * @returns {{at: number | null, handlers: object, pencil: {current: HTMLElement | null}}}
 */
export function useRow(decisions, on, noting) {
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const pencil = useRef(/** @type {HTMLElement | null} */ (null));
  const byKey = useRef(false);
  useLayoutEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    pencil.current?.focus({ preventScroll: true });
    pencil.current?.closest("tr, li")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  if (!on) return { at: null, handlers: {}, pencil };
  /** @param {PointerEvent} event */
  const onPoint = ({ target }) => {
    const row = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (target).closest("[data-decision]")
    );
    if (row) setAt(Number(row.dataset.decision));
  };
  /** @param {PointerEvent} event */
  const onPointerLeave = ({ pointerType }) => {
    if (pointerType !== "touch") setAt(null); // a finger leaves at once
  };
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (at !== null && shortcut(event) === "note" && event.target === pencil.current) {
      event.preventDefault(); // or the letter lands in the text that gets the focus
      event.stopPropagation(); // anywhere else it is about the newest one
      noting.open(at);
      return;
    }
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0 || decisions.length === 0) return;
    event.preventDefault();
    const now = decisions.indexOf(at);
    const next = now < 0 ? decisions.length - 1 : now + step;
    byKey.current = true;
    setAt(decisions[Math.max(0, Math.min(decisions.length - 1, next))]);
  };
  // No pointerover: it comes too when the table moves under a pointer that rests.
  const handlers = { onPointerMove: onPoint, onPointerDown: onPoint, onPointerLeave, onKeyDown };
  return { at, handlers, pencil };
}

/**
 * @param {{decision: number, t: Sjw.Translate, noting: Sjw.Noting,
 *   pencil: {current: HTMLElement | null}}} props
 */
export function Pencil({ decision, t, noting, pencil }) {
  const name = t("notes.on", { decision });
  return html`<button
    ref=${pencil}
    type="button"
    class="sjw-row-note"
    aria-label=${name}
    title=${name}
    onClick=${() => noting.open(decision)}
  >
    <${Icon} name="pencil" />
  </button>`;
}
