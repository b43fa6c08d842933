/**
 * The side panel: decisions as they become rows, the score pad, the rules, the coach.
 */

import { hasAdvice } from "../coach/advice.js";
import { CoachTab } from "../coach/coach_tab.js";
import { describeDecision } from "../games/sentences.js";
import { counted } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { notesByDecision } from "../notes/notes.js";
import { NotesTab, Pencil, useRow } from "../notes/notes_tab.js";
import { padColumns, padLines } from "../parts/score_pad.js";
import { ScoreHead, ScoreLine } from "../parts/seat.js";
import { useReplayRows } from "../replay/replay_bar.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import {
  cell,
  cellText,
  columnHint,
  columnTitle,
  numericColumns,
  rowMarks,
  rowOutcome,
  shownColumns,
} from "./log_rows.js";
import { howToPlay, ruleSentences } from "./rule_sentences.js";

const TABS = { decisions: Decisions, pad: Pad, rules: Rules, notes: NotesTab, coach: CoachTab };
/** @typedef {keyof typeof TABS} Tab */

/**
 * @typedef {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller,
 *   coaching: Sjw.Coaching | null}} Props
 */

/** @param {Props & {id: string}} props */
export function Panel({ id, ...props }) {
  const { snap, t } = props;
  const [chosen, setTab] = useState(/** @type {Tab} */ ("decisions"));
  const { coach, view } = snap;
  const coached = coach !== null && view.viewer !== null;
  const tabs = /** @type {Tab[]} */ (Object.keys(TABS)).filter(
    (name) => (name !== "coach" || coached) && (name !== "notes" || snap.notes !== null),
  );
  const tab = tabs.includes(chosen) ? chosen : "decisions";
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
  return html`<aside class="sjw-panel" aria-label=${t("panel.name")}>
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
      <${TABS[tab]} ...${props} />
    </div>
  </aside>`;
}

/** @param {Props} props */
function Decisions({ snap, t, control }) {
  const { noting } = control;
  const again = useReplayRows(snap, control);
  const { columns, rows } = snap.rows;
  const numbers = rows.map(([number]) => /** @type {number} */ (number));
  const { at, handlers, pencil } = useRow(numbers, snap.notes !== null, noting);
  const noted = notesByDecision(snap.notes);
  if (rows.length === 0) return html`<p class="sjw-quiet">${t("panel.no_rows")}</p>`;
  const numeric = numericColumns(snap.rows);
  const shown = shownColumns(snap.rows);
  const marks = rowMarks(snap.rows, again.present);
  const kind = (/** @type {number} */ k) => (numeric[k] ? "sjw-number" : "sjw-text");
  const name = `sjw-scroll ${snap.replay ? "sjw-scroll-replay" : "sjw-scroll-newest"}`;
  return html`<div class=${name} ref=${again.box} tabindex="0" role="region" aria-label=${t("panel.decisions")} ...${handlers} ...${again.handlers}>
    <table class="sjw-table sjw-table-rows">
      <thead>
        <tr>
          ${shown.map(
            (k) => html`<th
              key=${columns[k]}
              scope="col"
              class=${kind(k)}
              title=${columnHint(t, columns[k])}
            >
              ${columnTitle(t, columns[k])}
            </th>`,
          )}
          ${snap.notes && html`<td></td>`}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row, n) => {
          const outcome = rowOutcome(snap.rows, row);
          const count = noted.get(numbers[n]);
          return html`<tr
              key=${row[0]}
              data-decision=${numbers[n]}
              data-noted=${count}
              data-mark=${marks[n]}
              data-told=${outcome !== null || undefined}
              title=${marks[n] === "undone" ? t("panel.undone") : undefined}
            >
              ${shown.map((k) => {
                const text = cellText(t, columns[k], row[k]);
                return html`<td key=${k} class=${kind(k)} title=${cellTitle(cell(row[k]), text)}>
                  ${text}
                  ${k === 0 && marks[n] === "undone" && html`<span class="sjw-unseen">, ${t("panel.undone")}</span>`}
                  ${k === 0 && count && html`<span class="sjw-unseen">, ${counted(t, "notes.count", count)}</span>`}
                </td>`;
              })}
              ${
                snap.notes &&
                html`<td class="sjw-row-end">
                  ${at === numbers[n] && html`<${Pencil} decision=${at} t=${t} noting=${noting} pencil=${pencil} />`}
                </td>`
              }
            </tr>
            ${
              outcome &&
              html`<tr key=${`${row[0]} outcome`} class="sjw-row-told" data-mark=${marks[n]}>
                <td colspan=${shown.length + (snap.notes ? 1 : 0)}><div>${describeDecision(t, snap.view, outcome)}</div></td>
              </tr>`
            }`;
        })}
      </tbody>
    </table>
  </div>`;
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
