/**
 * Below the table of a replay: the line of its moments with what was noted on it, and the buttons
 * that go along it.
 */

import { ChanceBar } from "../coach/chance_bar.js";
import { Icon } from "../lib/icons.js";
import { KindMark, Stars } from "../notes/notes_marks.js";
import { tagName } from "../notes/notes_panel.js";
import { focusOn } from "../parts/focus.js";
import { PaceMenu } from "../parts/pace_menu.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { ChanceLines, slipNotes } from "./course.js";
import {
  clusters,
  lastOf,
  momentOf,
  nextNote,
  noteWords,
  roundStarts,
  whereWords,
} from "./replay_line.js";

/** The slider's thumb, in px: its middle stands on a moment. */
const THUMB = 20;
/** A mark's place for a finger or a pointer. */
const MARK = 24;
/** Names of rounds want this much. */
const ROUND_NAME = 26;
/** Until it is measured. */
const UNMEASURED = 480;

/** [name in the locale, milliseconds between two moments] */
const PACES = /** @type {const} */ ([
  ["slow", 2500],
  ["normal", 1200],
  ["fast", 400],
]);

/**
 * @typedef {{snap: Sjw.Snapshot, replay: Sjw.ReplaySnapshot, t: Sjw.Translate,
 *   control: Sjw.Controller}} Props
 */

/** @param {Props} props */
export function ReplayBar({ replay: { line: own, at, playing }, snap, t, control }) {
  const { course } = own;
  const slips = slipNotes(t, snap.view, course);
  const line = { ...own, notes: [...own.notes, ...slips].sort((a, b) => a.at - b.at) };
  const props = { replay: { line, at, playing }, snap, t, control };
  const [judging, setJudging] = useState(/** @type {Sjw.View | null} */ (null));
  const busy = judging === snap.view;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const held = focusOn(box.current);
  useLayoutEffect(() => {
    // The button that asked for the course has gone with its focus.
    if (held?.isConnected === false)
      /** @type {HTMLElement | null} */ (box.current?.querySelector("input"))?.focus({
        preventScroll: true,
      });
  }, [course]);
  const [looked, look] = useState(/** @type {Sjw.MomentNote[] | null} */ (null));
  const last = lastOf(line);
  const notes = looked ?? line.notes.filter((note) => note.at === at);
  /**
   * @param {Sjw.Step} way
   * @param {"first_moment" | "back" | "on" | "last_moment"} icon
   * @param {boolean} off
   */
  const button = (way, icon, off) => html`<button
    type="button"
    class="sjw-button sjw-button-plain"
    data-step=${way}
    aria-label=${t(`replay.${icon}`)}
    title=${t(`replay.${icon}`)}
    aria-disabled=${off ? "true" : "false"}
    onClick=${() => off || control.stepping.step(way)}
  >
    <${Icon} name=${icon} />
  </button>`;
  return html`<section class="sjw-replay" ref=${box} aria-label=${t("replay.slider")}>
    <p class="sjw-replay-where" data-at=${at}>${whereWords(t, line, at)}${
      at === last &&
      snap.view.at === last &&
      snap.view.winners === null &&
      html` <span class="sjw-replay-open">${t("replay.open")}</span>`
    }</p>
    ${
      course &&
      (course.chances[at]?.length
        ? html`<${ChanceBar} chances=${course.chances[at]} view=${snap.view} t=${t} />`
        : html`<p class="sjw-quiet">${t(course.chances[at] ? "chances.unfinished" : "chances.unknown")}</p>`)
    }
    <${Track} ...${props} look=${look} />
    <div class="sjw-replay-controls">
      <div class="sjw-replay-steps">
        ${button("first", "first_moment", at === 0)} ${button("back", "back", at === 0)}
        <button
          type="button"
          class="sjw-button sjw-button-main sjw-replay-play"
          aria-label=${t(playing ? "replay.pause" : "replay.play")}
          title=${t(playing ? "replay.pause" : "replay.play")}
          onClick=${control.stepping.play}
        >
          <${Icon} name=${playing ? "pause" : "play"} />
        </button>
        ${button("on", "on", at === last)} ${button("last", "last_moment", at === last)}
      </div>
      <${PaceMenu} paces=${PACES} pace=${snap.pace} t=${t} control=${control} box="sjw-replay-pace" />
      ${
        !course &&
        control.judge &&
        html`<button
            type="button"
            class="sjw-button"
            title=${t("replay.judge_hint")}
            aria-disabled=${busy ? "true" : "false"}
            onClick=${() => {
              if (busy) return;
              setJudging(snap.view);
              control.judge?.();
            }}
          >
            ${t(busy ? "asides.busy" : "chances.title")}
          </button>`
      }
      <details class="sjw-keys">
        <summary title=${t("replay.keys_hint")} aria-keyshortcuts="?">${t("board.keys")}</summary>
        <p>${t("replay.keys_hint")} ${t("board.keys_help")}</p>
      </details>
      ${
        snap.back &&
        html`<button type="button" class="sjw-button" title=${t("replay.to_board_hint")} onClick=${control.back}>
          ${t("replay.to_board")}
        </button>`
      }
    </div>
    ${
      line.notes.length > 0 &&
      html`<ul class="sjw-replay-notes" aria-label=${t("replay.notes")}>
        ${notes.map((note, n) => html`<${NoteLine} key=${n} note=${note} line=${line} t=${t} />`)}
      </ul>`
    }
  </section>`;
}

/** @param {Props & {look: (notes: Sjw.MomentNote[] | null) => void}} props */
function Track({ replay, snap, t, control, look }) {
  const { line, at } = replay;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(UNMEASURED);
  useLayoutEffect(() => {
    const measured = box.current?.clientWidth;
    if (measured && measured !== width) setWidth(measured);
  });
  const last = lastOf(line);
  /** @param {number} moment */
  const place = (moment) => THUMB / 2 + ((width - THUMB) * moment) / Math.max(1, last);
  const rounds = roundStarts(line);
  let free = Number.NEGATIVE_INFINITY;
  return html`<div class="sjw-replay-track" ref=${box}>
    <div class="sjw-replay-marks">
      ${clusters(line.notes, place, MARK - 2).map(({ x, notes }) => {
        const ordered = rulingsFirst(notes);
        return html`<button
          key=${notes[0].at}
          type="button"
          class="sjw-replay-mark"
          style=${`left:${x}px`}
          data-kind=${ordered[0].kind}
          data-count=${notes.length > 1 ? notes.length : undefined}
          data-on=${notes.some((note) => note.at === at) || undefined}
          aria-label=${noteWords(t, ordered)}
          onClick=${() => control.stepping.seek(nextNote(notes, at))}
          onMouseEnter=${() => look(ordered)}
          onMouseLeave=${() => look(null)}
          onFocus=${() => look(ordered)}
          onBlur=${() => look(null)}
        >
          <${KindMark} kind=${ordered[0].kind} />
        </button>`;
      })}
    </div>
    ${line.course && html`<${ChanceLines} course=${line.course} view=${snap.view} place=${place} width=${width} />`}
    <input
      type="range"
      class="sjw-replay-slider"
      min="0"
      max=${last}
      step="1"
      value=${at}
      style=${`--done:${place(at)}px`}
      aria-label=${t("replay.slider")}
      aria-valuetext=${whereWords(t, line, at)}
      onInput=${(/** @type {Event} */ event) =>
        control.stepping.seek(Number(/** @type {HTMLInputElement} */ (event.target).value))}
    />
    <div class="sjw-replay-rounds" aria-hidden="true">
      ${rounds.map(({ at: start, round }) => {
        const x = place(start);
        const named = x >= free;
        if (named) free = x + ROUND_NAME;
        return html`<span key=${start} style=${`left:${x}px`}>${named && t("replay.round_mark", { round })}</span>`;
      })}
    </div>
  </div>`;
}

/**
 * Sort the notes at one mark: rulings first, for there is no rule without them.
 *
 * @param {Sjw.MomentNote[]} notes
 */
export function rulingsFirst(notes) {
  /** @param {Sjw.MomentNote} note */
  const rank = ({ kind }) => (kind === "ruling" ? 0 : 1);
  return [...notes].sort((a, b) => rank(a) - rank(b));
}

/**
 * A note with what it is about; that is a button if it can go there.
 *
 * @param {{note: Sjw.MomentNote, line: Sjw.Timeline, t: Sjw.Translate, here?: boolean,
 *   go?: () => void}} props
 */
export function NoteLine({ note, line, t, here = false, go }) {
  const { kind, decision, question, text, tags = [], rating, by, whom } = note;
  const where = decision === null ? t("replay.before") : t("replay.at", { decision });
  const about = html`${where}${line.undone.includes(note.at) && ` · ${t("replay.undone")}`}`;
  return html`<li data-kind=${kind} data-on=${here || undefined}>
    <p class="sjw-replay-note-head">
      <${KindMark} kind=${kind} />
      <b>${t(`replay.kinds.${kind}`)}</b>
      ${
        go
          ? html`<button type="button" class="sjw-button sjw-button-quiet" onClick=${go}>${about}</button>`
          : html`<span>${about}</span>`
      }
      ${rating && html`<${Stars} rating=${rating} t=${t} />`}
      ${by && html`<bdi>${by}</bdi>`}
      ${whom && html`<bdi>→ ${whom}</bdi>`}
    </p>
    ${question && html`<p class="sjw-replay-question"><bdi>${question}</bdi></p>`}
    ${text && html`<p><bdi>${text}</bdi></p>`}
    ${tags.length > 0 && html`<p class="sjw-replay-tags">${tags.map((tag) => html`<bdi key=${tag}>${tagName(t, tag)}</bdi>`)}</p>`}
  </li>`;
}

/**
 * The rows of the log in a replay: the present one is marked and in view, a click on one goes
 * there.
 *
 * @param {Sjw.Snapshot} snap
 * @param {Sjw.Controller} control
 */
export function useReplayRows({ replay, view }, control) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const present = replay ? replay.line.decision[view.at ?? 0] : null;
  useLayoutEffect(() => {
    if (!replay || !box.current) return;
    const row = /** @type {HTMLElement | null} */ (
      box.current.querySelector(`[data-decision="${present ?? ""}"]`)
    );
    const { clientHeight } = box.current;
    box.current.scrollTop = row ? row.offsetTop - (clientHeight - row.offsetHeight) / 2 : 0;
  }, [present, replay !== null]);
  if (!replay) return { box, present: null, handlers: {} };
  /** @param {MouseEvent} event */
  const onClick = ({ target }) => {
    const row = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (target).closest("[data-decision]")
    );
    const to = row ? momentOf(replay.line, Number(row.dataset.decision)) : -1;
    if (to >= 0) control.stepping.seek(to);
  };
  return { box, present, handlers: { onClick } };
}
