/**
 * The coach in the side panel: its mode, the best choice by each measure, the formula of the choice
 * under the pointer, and the odds behind it.
 */

import { Card } from "../cards/card.js";
import { counted, inGame } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { bars, hasAdvice } from "./advice.js";
import { barHue } from "./badges.js";
import {
  actionText,
  barName,
  chanceText,
  formulaText,
  percentText,
  pointsText,
} from "./coach_words.js";

const MODES = /** @type {const} */ (["off", "request", "after"]);
/** A card of a number, beside how many there are. */
const CHIP = { w: 24, h: 28 };
/** Numbers that have their names under the bars of a chart; of more, every second … */
const NAMED = 16;

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
  const worth = looked === null ? null : coaching?.at(looked);
  return scroll(html`
    ${coaching && html`<${Best} view=${view} t=${t} control=${control} coaching=${coaching} />`}
    ${coaching && html`<${Why} view=${view} t=${t} worth=${worth ?? coaching.best(coaching.measure)} />`}
    ${coaching?.odds && html`<${Behind} t=${t} odds=${coaching.odds} wild=${coaching.wild} draw=${looked === "draw"} />`}
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
 * The best choice by each measure; pressed, a measure stands on the cards.
 *
 * @param {{view: Sjw.View, t: Sjw.Translate, control: Sjw.Controller, coaching: Sjw.Coaching}} props
 */
function Best({ view, t, control, coaching }) {
  const { measures, measure } = coaching;
  return html`<div class="sjw-measures" role="group" aria-label=${t("coach.shown")}>
    ${measures.map((name) => {
      const best = coaching.best(name);
      return html`<button
        key=${name}
        type="button"
        class="sjw-measure"
        aria-pressed=${measure === name ? "true" : "false"}
        aria-keyshortcuts=${measures.length > 1 ? "M" : undefined}
        title=${inGame(t, view.game, `coach.${name}_hint`)}
        onClick=${() => control.showMeasure(name)}
      >
        <span class="sjw-measure-name">${inGame(t, view.game, `coach.${name}`)}</span>
        <b title=${best?.error ? t("coach.error_hint") : undefined}>
          ${best ? `${best.text} ${best.error}` : coaching.thinking ? "…" : t("coach.none")}
        </b>
        <span class="sjw-measure-best">
          ${best ? actionText(t, view, best.action) : coaching.thinking && t("coach.thinking")}
        </span>
      </button>`;
    })}
  </div>`;
}

/**
 * The reasons for the worth of a choice.
 *
 * @param {{view: Sjw.View, t: Sjw.Translate, worth: Sjw.Worth | null | undefined}} props
 */
function Why({ view, t, worth }) {
  if (!worth) return null;
  const { points, formula, win, error, advice } = worth.judged;
  return html`<section class="sjw-why">
    <h4>${actionText(t, view, worth.action)}</h4>
    <dl>
      ${
        points !== null &&
        html`<div><dt>${t("coach.points")}</dt>
          <dd>${formula ? formulaText(t, view, formula) : pointsText(t, points)}</dd></div>`
      }
      ${
        win !== null &&
        html`<div><dt>${inGame(t, view.game, "coach.win")}</dt>
          <dd title=${error ? t("coach.error_hint") : undefined}>${percentText(t, win, error)}</dd></div>`
      }
    </dl>
    ${
      advice.length > 0 &&
      html`<ul>
        ${advice.map(
          ([name, speaks]) => html`<li key=${name} data-for=${speaks}>
            <${Icon} name=${speaks ? "done" : "against"} />
            ${t(speaks ? "coach.for" : "coach.against", { advice: t(`coach.advice.${name}`) })}
          </li>`,
        )}
      </ul>`
    }
  </section>`;
}

/**
 * The odds behind the values.
 *
 * @param {{t: Sjw.Translate, odds: Sjw.CoachOdds, wild: number | null, draw: boolean}} props
 *   draw: whether the pointer is on the draw pile
 */
function Behind({ t, odds, wild, draw }) {
  const ofDraw = draw || !odds.hidden?.length;
  const counts = (ofDraw ? odds.draw : odds.hidden) ?? [];
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
    ${
      counts.length > 0 &&
      html`<${Chart}
        counts=${counts}
        title=${t(ofDraw ? "coach.chances_draw" : "coach.chances_hidden")}
        unseen=${odds.unseen}
        wild=${wild}
        t=${t}
      />`
    }
  </section>`;
}

/** @param {{number: number, t: Sjw.Translate, children?: unknown}} props */
function Chip({ number, t, children }) {
  return html`<span class="sjw-chip">
    <${Card} card=${String(number)} size="small" shape=${CHIP} t=${t} /> ${children}
  </span>`;
}

/**
 * A distribution, bar by bar: the pointer, a finger or the arrows choose the bar that is described in
 * words; at first it is the highest.
 *
 * @param {{counts: Sjw.Counts, title: string, unseen: number, wild: number | null,
 *   t: Sjw.Translate}} props
 */
function Chart({ counts, title, unseen, wild, t }) {
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const found = bars(counts);
  const highest = Math.max(
    0,
    found.findIndex(({ height }) => height === 1),
  );
  const at = Math.min(chosen ?? highest, found.length - 1);
  const { number, copies } = found[at];
  const text = chanceText(t, number, copies, counts, wild);
  const every = Math.ceil(found.length / NAMED);

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const steps = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      Home: -at,
      End: found.length,
    };
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    const next = at + steps[/** @type {keyof typeof steps} */ (event.key)];
    setChosen(Math.max(0, Math.min(found.length - 1, next)));
  };
  /** @param {PointerEvent} event */
  const onPoint = ({ clientX, currentTarget }) => {
    const { left, width } = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    const n = Math.floor(((clientX - left) / width) * found.length);
    setChosen(Math.max(0, Math.min(found.length - 1, n)));
  };

  return html`<div class="sjw-chart">
    <h4>${title}</h4>
    <div
      class="sjw-bars"
      role="slider"
      tabindex="0"
      aria-label=${title}
      aria-valuemin="0"
      aria-valuemax=${found.length - 1}
      aria-valuenow=${at}
      aria-valuetext=${text}
      style=${`--bars:${found.length}`}
      onKeyDown=${onKeyDown}
      onPointerDown=${onPoint}
      onPointerMove=${onPoint}
    >
      ${found.map(
        (
          bar,
          n,
        ) => html`<span key=${bar.number} class="sjw-column" data-at=${n === at || undefined}>
          <span class="sjw-column-bar" style=${`${barHue(bar.number, wild)};height:${(100 * bar.height).toFixed(1)}%`}></span>
          <span class="sjw-column-name">${n % every === 0 ? barName(bar.number, wild) : ""}</span>
        </span>`,
      )}
    </div>
    <p class="sjw-chart-told"><b>${text}</b> <span>${counted(t, "coach.unseen", unseen)}</span></p>
  </div>`;
}
