/**
 * The coach in the side panel: the advice on the choice under the pointer, else on the best one; the
 * choices side by side; the odds behind them; the coach's mode.
 */

import { Card } from "../cards/card.js";
import { counted, inGame } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { hasAdvice } from "./advice.js";
import { Choices, Law, lawOf } from "./coach_charts.js";
import { adviceText, choiceText, formulaText, percentText, pointsText } from "./coach_words.js";

const MODES = /** @type {const} */ (["off", "request", "after"]);
/** A card of a number, beside how many there are. */
const CHIP = { w: 24, h: 28 };

/**
 * @typedef {{snap: Sjw.Snapshot, t: Sjw.Translate, control: Sjw.Controller,
 *   coaching: Sjw.Coaching | null}} Props
 */

/** @param {Props} props */
export function CoachTab({ snap, t, control, coaching }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const looked = useLook(box, hasAdvice(snap.coach));
  const { coach, view } = snap;
  if (!coach) return null;
  const scroll = (
    /** @type {unknown} */ content,
  ) => html`<div class="sjw-scroll" tabindex="0" role="region" aria-label=${t("coach.name")} ref=${box}>
    <div class="sjw-coach">${content}</div>
  </div>`;
  if (coach.mode === "locked") {
    return scroll(html`<p class="sjw-locked"><${Icon} name="lock" />${t("coach.locked")}</p>`);
  }
  return scroll(html`
    ${coaching && html`<${Advised} view=${view} t=${t} control=${control} coaching=${coaching} looked=${looked} />`}
    ${!coaching && html`<p>${t(`coach.about.${coach.mode}`)}</p>`}
    <label class="sjw-coach-mode">
      <span>${t("coach.mode")}</span>
      <select
        class="sjw-select"
        value=${coach.mode}
        onChange=${(/** @type {Event} */ event) =>
          control.setCoach(
            /** @type {Sjw.CoachMode} */ (/** @type {HTMLSelectElement} */ (event.target).value),
          )}
      >
        ${MODES.map(
          (mode) => html`<option key=${mode} value=${mode} selected=${mode === coach.mode}>
            ${t(`coach.modes.${mode}`)}
          </option>`,
        )}
      </select>
    </label>
  `);
}

/**
 * The spot on the table that the pointer or the focus is on; only this panel follows it.
 *
 * @param {{current: HTMLElement | null}} box in the board
 * @param {boolean} on
 */
function useLook(box, on) {
  const [spot, setSpot] = useState(/** @type {string | null} */ (null));
  useLayoutEffect(() => {
    const table = box.current?.closest(".sjw-board")?.querySelector(".sjw-stage");
    if (!on || !table) return undefined;
    /** @param {Event} event */
    const look = ({ target }) => {
      const place = /** @type {Element} */ (target).closest("[data-spot]");
      setSpot(/** @type {HTMLElement | null} */ (place)?.dataset.spot ?? null);
    };
    /** @param {Event} event */
    const leave = (event) => {
      // A finger leaves at once.
      if (/** @type {PointerEvent} */ (event).pointerType !== "touch") setSpot(null);
    };
    table.addEventListener("pointerover", look);
    table.addEventListener("focusin", look);
    table.addEventListener("pointerleave", leave);
    return () => {
      table.removeEventListener("pointerover", look);
      table.removeEventListener("focusin", look);
      table.removeEventListener("pointerleave", leave);
      setSpot(null);
    };
  }, [on]);
  return spot;
}

/**
 * The advice: a sentence, the charts, and how the values come about.
 *
 * @param {{view: Sjw.View, t: Sjw.Translate, control: Sjw.Controller, coaching: Sjw.Coaching,
 *   looked: string | null}} props looked: the spot that is looked at
 */
function Advised({ view, t, control, coaching, looked }) {
  const [law, setLaw] = useState(false);
  const { measure, measures, odds, wild } = coaching;
  const at = looked === null ? null : coaching.at(looked);
  const worth = at ?? coaching.best(measure);
  const draw = looked === "draw";
  const compares = coaching.ranks(measure).length > 1;
  const both = compares && odds !== null && lawOf(t, odds, draw) !== null;
  return html`
    <p class="sjw-said">
      ${worth ? adviceText(t, view, coaching, worth.action, measure) : t("coach.advice.waiting")}
    </p>
    ${measures.length > 1 && html`<${Measures} view=${view} t=${t} control=${control} coaching=${coaching} />`}
    <div class="sjw-charts" data-large=${compares && !law ? "compared" : "law"}>
      <${Choices} view=${view} t=${t} coaching=${coaching} looked=${at?.action ?? null} />
      ${odds && html`<${Law} t=${t} odds=${odds} wild=${wild} draw=${draw} />`}
      ${
        both &&
        html`<button type="button" class="sjw-button sjw-charts-turn" onClick=${() => setLaw(!law)}>
          ${t(law ? "coach.show_choices" : "coach.show_cards")}
        </button>`
      }
    </div>
    <${Why} view=${view} t=${t} worth=${worth} />
    ${odds && html`<${Behind} t=${t} odds=${odds} />`}
  `;
}

/**
 * The choice of the measure on the cards and in the chart.
 *
 * @param {{view: Sjw.View, t: Sjw.Translate, control: Sjw.Controller, coaching: Sjw.Coaching}} props
 */
function Measures({ view, t, control, coaching }) {
  const { measures, measure, thinking } = coaching;
  return html`<div class="sjw-measures" role="group" aria-label=${t("coach.shown")}>
    ${measures.map(
      (name) => html`<button
        key=${name}
        type="button"
        class="sjw-measure"
        aria-pressed=${measure === name ? "true" : "false"}
        aria-keyshortcuts="M"
        onClick=${() => control.showMeasure(name)}
      >
        ${inGame(t, view.game, `coach.${name}`)}
        ${thinking && !coaching.best(name) && html`<span aria-label=${t("coach.thinking")}>…</span>`}
      </button>`,
    )}
  </div>`;
}

/**
 * The calculation of the worth of a choice.
 *
 * @param {{view: Sjw.View, t: Sjw.Translate, worth: Sjw.Worth | null}} props
 */
function Why({ view, t, worth }) {
  if (!worth) return null;
  const { points, formula, win, error } = worth.judged;
  return html`<section class="sjw-why">
    <h4>${choiceText(t, view, worth.action)}</h4>
    <dl>
      ${
        points !== null &&
        html`<div><dt>${t("coach.points")}</dt>
          <dd>${formula ? formulaText(t, view, formula) : pointsText(t, points)}</dd></div>`
      }
      ${
        win !== null &&
        html`<div><dt>${inGame(t, view.game, "coach.win")}</dt>
          <dd>${percentText(t, win, error)}</dd></div>`
      }
    </dl>
  </section>`;
}

/**
 * The odds behind the values.
 *
 * @param {{t: Sjw.Translate, odds: Sjw.CoachOdds}} props
 */
function Behind({ t, odds }) {
  return html`<section class="sjw-behind">
    ${
      odds.mean !== null &&
      html`<p>${t("coach.mean", { points: pointsText(t, odds.mean, false) })}</p>`
    }
    ${
      odds.completing.length > 0 &&
      html`<p class="sjw-chips">
        <span>${t("coach.completing")}</span>
        ${odds.completing.map(
          ([number, left]) => html`<${Chip} key=${number} number=${number} t=${t}>
            ${counted(t, "coach.left", left)}
          <//>`,
        )}
      </p>`
    }
    ${
      odds.needed &&
      html`<p class="sjw-chips">
        <span>${t("coach.needed")}</span>
        ${odds.needed.map((number, n) => html`<${Chip} key=${n} number=${number} t=${t} />`)}
      </p>`
    }
    ${
      odds.helping !== null &&
      html`<p>${t("coach.helping", { percent: percentText(t, odds.helping) })}</p>`
    }
  </section>`;
}

/** @param {{number: number, t: Sjw.Translate, children?: unknown}} props */
function Chip({ number, t, children }) {
  return html`<span class="sjw-chip">
    <${Card} card=${String(number)} size="small" shape=${CHIP} t=${t} /> ${children}
  </span>`;
}
