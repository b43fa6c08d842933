/**
 * The notes of a replay in the side panel: all of them, or those of a kind or with a tag. A click
 * on one goes to its moment.
 */

import { tagName } from "../notes/notes_panel.js";
import { html, useState } from "../vendor/htm-preact.js";
import { NoteLine } from "./replay_bar.js";

/**
 * @param {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller}} props
 */
export function ReplayNotes({ snap: { replay }, t, control }) {
  const [only, setOnly] = useState("");
  if (!replay) return null;
  const { line, at } = replay;
  const kinds = [...new Set(line.notes.map(({ kind }) => kind))];
  const tags = [...new Set(line.notes.flatMap((note) => note.tags ?? []))].sort();
  const visible = line.notes.filter((note) => fits(note, only));
  return html`<div class="sjw-scroll" tabindex="0" role="region" aria-label=${t("panel.notes")}>
    <label class="sjw-replay-only">
      <span>${t("replay.only")}</span>
      <select
        class="sjw-select"
        value=${only}
        onChange=${(/** @type {Event} */ event) =>
          setOnly(/** @type {HTMLSelectElement} */ (event.target).value)}
      >
        <option value="">${t("replay.all")}</option>
        ${kinds.map((kind) => html`<option key=${kind} value=${`kind ${kind}`} selected=${only === `kind ${kind}`}>${t(`replay.kinds.${kind}`)}</option>`)}
        ${tags.map((tag) => html`<option key=${tag} value=${`tag ${tag}`} selected=${only === `tag ${tag}`}>${tagName(t, tag)}</option>`)}
      </select>
    </label>
    <ul class="sjw-replay-notes">
      ${visible.map(
        (note, n) => html`<${NoteLine}
          key=${n}
          note=${note}
          line=${line}
          t=${t}
          here=${note.at === at}
          go=${() => control.stepping.seek(note.at)}
        />`,
      )}
    </ul>
  </div>`;
}

/**
 * True if a note is among those that are wanted.
 *
 * @param {Sjw.MomentNote} note
 * @param {string} only `kind …`, `tag …`, or empty for all
 */
export function fits(note, only) {
  if (only === "") return true;
  return only === `kind ${note.kind}` || (note.tags ?? []).some((tag) => only === `tag ${tag}`);
}
