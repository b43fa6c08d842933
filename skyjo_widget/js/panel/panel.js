/**
 * The side panel: decisions as they become rows, the score pad, the rules, the coach.
 */

import { hasAdvice } from "../coach/advice.js";
import { CoachTab } from "../coach/coach_tab.js";
import { phrasesOf, turnsOf } from "../games/story.js";
import { counted, mentioned } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { Kept } from "../lib/kept.js";
import { notesByDecision } from "../notes/notes.js";
import { NotesTab, Pencil, useRow } from "../notes/notes_tab.js";
import { Initial, initials, lookOf } from "../parts/initial.js";
import { padColumns, padLines } from "../parts/score_pad.js";
import { ScoreHead, ScoreLine } from "../parts/seat.js";
import { REPLAY } from "../replay/parts.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { cell, cellText, columnHint, columnTitle, numericColumns, rowMarks } from "./log_rows.js";
import { howToPlay, ruleSentences } from "./rule_sentences.js";

/** On a projector the table is one of the things to look at, one at a time. */
const TABLE = /** @type {const} */ ("table");
const TABS = { decisions: Decisions, pad: Pad, rules: Rules, notes: Notes, coach: CoachTab };
/** @typedef {keyof typeof TABS} Tab */

/**
 * @typedef {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller,
 *   coaching: Sjw.Coaching | null}} Props
 */

/** @param {Props & {id: string}} props */
export function Panel({ id, ...props }) {
  const { snap, t } = props;
  const [chosen, setTab] = useState(/** @type {Tab | "table"} */ (TABLE));
  const { coach, view } = snap;
  const coached = coach !== null && view.viewer !== null;
  const names = /** @type {Tab[]} */ (Object.keys(TABS)).filter(
    (name) =>
      (name !== "coach" || coached) &&
      (name !== "notes" || snap.notes !== null || (snap.replay?.line.notes.length ?? 0) > 0),
  );
  const tabs = snap.projector ? [TABLE, ...names] : names;
  const tab = tabs.includes(chosen) ? chosen : tabs[0];
  const advised = hasAdvice(coach);
  useLayoutEffect(() => {
    if (advised) setTab("coach");
  }, [advised, view.state]);
  const bar = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (tabs.indexOf(tab) + step + tabs.length) % tabs.length;
    setTab(tabs[next]);
    /** @type {HTMLElement | undefined} */ (bar.current?.children[next])?.focus();
  };
  const content = tab === TABLE ? "decisions" : /** @type {Tab} */ (tab);
  return html`<aside class="sjw-panel" data-tab=${tab} aria-label=${t("panel.name")}>
    <div class="sjw-tabs" role="tablist" ref=${bar} onKeyDown=${onKeyDown}>
      ${tabs.map(
        (name) => html`<button
          key=${name}
          type="button"
          role="tab"
          class="sjw-tab"
          id=${`${id}-tab-${name}`}
          aria-selected=${tab === name ? "true" : "false"}
          aria-controls=${`${id}-panel`}
          tabindex=${tab === name ? 0 : -1}
          onClick=${() => setTab(name)}
        >
          ${
            name === "coach"
              ? html`${coach?.mode === "locked" && html`<${Icon} name="lock" />`}${t("coach.name")}`
              : t(`panel.${name}`)
          }
        </button>`,
      )}
    </div>
    <div
      class="sjw-tabpanel"
      role="tabpanel"
      id=${`${id}-panel`}
      aria-labelledby=${`${id}-tab-${tab}`}
    >
      <${TABS[content]} ...${props} />
    </div>
  </aside>`;
}

/** @param {Props} props */
function Notes(props) {
  return html`<${props.snap.replay ? REPLAY.Notes : NotesTab} ...${props} />`;
}

/**
 * The decisions so far: as a story, a line a turn, or as the columns of the DataFrame.
 *
 * @param {Props} props
 */
function Decisions({ snap, t, control }) {
  const [asColumns, setColumns] = useState(false);
  const { noting } = control;
  const replayRows = REPLAY.useRows(snap, control);
  const numbers = snap.rows.rows.map(([number]) => /** @type {number} */ (number));
  const { at, handlers, pencil } = useRow(numbers, snap.notes !== null, noting);
  if (numbers.length === 0) return html`<p class="sjw-quiet">${t("panel.no_rows")}</p>`;
  const name = `sjw-scroll ${snap.replay ? "sjw-scroll-replay" : "sjw-scroll-newest"}`;
  const noted = notesByDecision(snap.notes);
  const own =
    at !== null && html`<${Pencil} decision=${at} t=${t} noting=${noting} pencil=${pencil} />`;
  const props = { snap, t, noted, at, pencil: own, present: replayRows.present };
  return html`<div class="sjw-decisions">
    <div class=${name} ref=${replayRows.box} tabindex="0" role="region" aria-label=${t("panel.decisions")} ...${handlers} ...${replayRows.handlers}>
      ${asColumns ? html`<${Columns} ...${props} />` : html`<${Story} ...${props} />`}
    </div>
    <button
      type="button"
      class="sjw-button sjw-button-quiet sjw-as"
      aria-pressed=${asColumns ? "true" : "false"}
      title=${t("panel.as_columns_hint")}
      onClick=${() => setColumns(!asColumns)}
    >
      ${t("panel.as_columns")}
    </button>
  </div>`;
}

/**
 * @typedef {{snap: Sjw.Snapshot, t: Sjw.Translate, noted: Map<number | null, number>,
 *   at: number | null, pencil: unknown, present: number | null}} RowProps
 *   at: the decision that is pointed at, which has the pencil; present: the one on show in a replay
 */

/**
 * A line a turn.  Lines that say the same as before are left as they are; one that is pointed at
 * is drawn each time, since its pencil may change.
 *
 * @param {RowProps} props
 */
function Story({ snap, t, noted, at, pencil, present }) {
  const turns = turnsOf(snap.rows);
  const newest = snap.replay
    ? present
    : turns
        .filter(({ undone }) => !undone)
        .at(-1)
        ?.decisions.at(-1);
  const { view } = snap;
  const names = view.seats.map(({ name }) => name);
  const letters = initials(names);
  const lines = turns.map((turn, n) => {
    const { decisions } = turn;
    const seat = names.indexOf(turn.player);
    const mark =
      seat < 0
        ? null
        : { look: lookOf(view, seat), text: letters[seat], kind: view.seats[seat].kind };
    const starts = n > 0 && turns[n - 1].round !== turn.round;
    const pointed = at !== null && decisions.includes(at);
    const here = newest != null && decisions.includes(newest) ? newest : null;
    const notes = decisions.map((decision) => noted.get(decision) ?? 0);
    const says = pointed
      ? {}
      : JSON.stringify([t.lang, view.game, starts, here, notes, turn, mark]);
    const props = { t, snap, turn, mark, starts, here, notes, pencil: pointed && pencil };
    return html`<${Kept} key=${decisions[0]} says=${says} draw=${() => Line(props)} />`;
  });
  return html`<ol class="sjw-story">${lines}</ol>`;
}

/**
 * @param {{t: Sjw.Translate, snap: Sjw.Snapshot, turn: Sjw.Turn,
 *   mark: {look: number, text: string, kind: string} | null,
 *   starts: boolean, here: number | null, notes: number[], pencil: unknown}} props
 *   starts: whether a round begins with it; here: the decision of it that is marked
 */
function Line({ t, snap, turn, mark, starts, here, notes, pencil }) {
  const { player, round, undone } = turn;
  const count = notes.reduce((sum, number) => sum + number, 0);
  return html`${starts && html`<li class="sjw-story-round">${t("board.round", { round })}</li>`}
    <li data-mark=${undone ? "undone" : here === null ? undefined : "newest"}>
      <span class="sjw-turn" title=${t("board.turn", { turn: turn.turn })}>${turn.turn || ""}</span>
      <span class="sjw-line-of">
        ${mark && html`<${Initial} ...${mark} /> `}<bdi class="sjw-player">${mentioned(t, player)}</bdi>${phrasesOf(
          t,
          snap.view,
          snap.rows,
          turn,
        ).map(
          ({ decision, text, title, spots }, n) => html`<span
            key=${decision}
            data-decision=${decision}
            data-spots=${spots.join(" ")}
            data-here=${decision === here || undefined}
            data-noted=${notes[n] || undefined}
            title=${title}
            >${text}</span
          >`,
        )}
        ${undone && html`<span class="sjw-unseen">, ${t("panel.undone")}</span>`}
        ${count > 0 && html`<span class="sjw-unseen">, ${counted(t, "notes.count", count)}</span>`}
      </span>
      ${pencil}
    </li>`;
}

/** @param {RowProps} props */
function Columns({ snap, t, noted, at, pencil, present }) {
  const { columns, rows } = snap.rows;
  const numeric = numericColumns(snap.rows);
  const marks = rowMarks(snap.rows, present);
  const kind = (/** @type {number} */ k) => (numeric[k] ? "sjw-number" : "sjw-text");
  return html`<table class="sjw-table sjw-table-rows">
    <thead>
      <tr>
        ${columns.map(
          (
            column,
            k,
          ) => html`<th key=${column} scope="col" class=${kind(k)} title=${columnHint(t, column)}>
            ${columnTitle(t, column)}
          </th>`,
        )}
        ${snap.notes && html`<td></td>`}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row, n) => {
        const decision = /** @type {number} */ (row[0]);
        const count = noted.get(decision);
        return html`<tr
          key=${decision}
          data-decision=${decision}
          data-noted=${count}
          data-mark=${marks[n]}
          title=${marks[n] === "undone" ? t("panel.undone") : undefined}
        >
          ${columns.map((column, k) => {
            const text = cellText(t, column, row[k]);
            return html`<td key=${k} class=${kind(k)} title=${cellTitle(cell(row[k]), text)}>
              ${text}
              ${k === 0 && marks[n] === "undone" && html`<span class="sjw-unseen">, ${t("panel.undone")}</span>`}
              ${k === 0 && count && html`<span class="sjw-unseen">, ${counted(t, "notes.count", count)}</span>`}
            </td>`;
          })}
          ${snap.notes && html`<td class="sjw-row-end">${at === decision && pencil}</td>`}
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/**
 * @param {string} value as in the DataFrame
 * @param {string} text as it stands in the cell
 * @returns {string | undefined} the value, where the cell cuts it or has other words for it
 */
function cellTitle(value, text) {
  return value.length > 12 || value !== text ? value : undefined;
}

/** @param {Props} props */
function Pad({ snap, t }) {
  const { view } = snap;
  const { rounds, target, of } = view.pad;
  const columns = rounds.length > 0 ? padColumns(rounds[0]) : [];
  return html`<div class="sjw-scroll sjw-scroll-newest" tabindex="0" role="region" aria-label=${t("panel.pad")}><div>
    <p class="sjw-quiet">
      ${target !== undefined && t("pad.target", { target })}
      ${of && html` ${counted(t, target === undefined ? "pad.of" : "pad.at_most", of)}`}
      ${rounds.length === 0 && html` ${t("panel.no_rounds")}`}
    </p>
    ${
      rounds.length > 0 &&
      html`<table class="sjw-table sjw-table-scores sjw-table-pad">
        <${ScoreHead} columns=${columns} view=${view} t=${t} />
        ${rounds.map(
          (round) => html`<tbody key=${round.round}>
            <tr class="sjw-pad-round">
              <th scope="rowgroup" colspan=${columns.length + 1}>
                ${t("pad.round", { round: round.round })}${round.ender === null && html`<span>, ${t("pad.no_winner")}</span>`}
              </th>
            </tr>
            ${padLines(t, view, round).map(
              (line, n) => html`<${ScoreLine} key=${n} line=${line} t=${t} />`,
            )}
          </tbody>`,
        )}
      </table>`
    }
  </div></div>`;
}

/** @param {Props} props */
function Rules({ snap, t }) {
  const { view } = snap;
  const how = howToPlay(t, view);
  return html`<div class="sjw-scroll" tabindex="0" role="region" aria-label=${t("panel.rules")}>
    ${
      how.length > 0 &&
      html`<h4>${t("rules.how_title")}</h4>
        <ol class="sjw-rules">
          ${how.map((sentence, n) => html`<li key=${n}>${sentence}</li>`)}
        </ol>`
    }
    <h4>${t("rules.options_title")}</h4>
    <p class="sjw-quiet">${t("rules.preset")} <span class="sjw-code">${view.preset}</span></p>
    ${
      view.deck_name &&
      html`<p class="sjw-quiet">${t("rules.deck_name")} <bdi>${view.deck_name}</bdi></p>`
    }
    <ul class="sjw-rules">
      ${ruleSentences(t, view).map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}
    </ul>
    ${
      view.record &&
      html`<p class="sjw-quiet">
        ${t("rules.record")} <span class="sjw-code">${view.record}</span>
      </p>`
    }
  </div>`;
}
