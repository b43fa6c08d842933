/**
 * The class's question on a phone: the event, the own prediction, and how good it was.
 */

import { decimal, percent } from "../../lib/figures.js";
import { printed } from "../../lib/i18n.js";
import { html, useEffect, useState } from "../../vendor/htm-preact.js";

/**
 * A prediction as it was written, or in percent.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.GuestPoll} poll
 */
function ownText(t, { value, written }) {
  return written ?? percent(t.lang, value ?? 0);
}

/**
 * @param {{t: Sjw.Translate, poll: Sjw.GuestPoll, refused: string,
 *   onPredict: (value: number | string) => void, onBack: () => void}} props
 */
export function Poll({ t, poll, refused, onPredict, onBack }) {
  const { stage, event, question } = poll;
  return html`<section class="sjw-poll" aria-label=${t("poll.question", { n: question })}>
    <p class="sjw-poll-number">${t("poll.question", { n: question })}</p>
    <h1>P(${event[t.lang]}) = ?</h1>
    <p class="sjw-poll-about">${t("poll.about")}</p>
    ${
      stage === "open"
        ? html`<${Field} key=${question} t=${t} poll=${poll} refused=${refused} onPredict=${onPredict} />`
        : html`<${Outcome} t=${t} poll=${poll} onBack=${onBack} />`
    }
  </section>`;
}

/**
 * @param {{t: Sjw.Translate, poll: Sjw.GuestPoll, refused: string,
 *   onPredict: (value: number | string) => void}} props
 */
function Field({ t, poll, refused, onPredict }) {
  const { value } = poll;
  /** The slider's value; null while nobody has touched it: its middle is no answer. */
  const [at, setAt] = useState(value === null ? null : Math.round(value * 100));
  const [typed, setTyped] = useState(poll.written ?? "");
  useEffect(() => {
    if (value !== null) setAt(Math.round(value * 100));
  }, [value]);
  const text = typed.trim();
  const draft = text || at !== null;
  /** @param {number} next */
  const slide = (next) => {
    setAt(Math.max(0, Math.min(100, next)));
    setTyped("");
  };
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    if (text) onPredict(text);
    else if (at !== null) onPredict(at / 100);
  };
  const number = text || (at === null ? "–" : percent(t.lang, at / 100));
  return html`<form class="sjw-poll-form" onSubmit=${onSubmit}>
    <output class="sjw-poll-value">${number}</output>
    <div class="sjw-poll-slide">
      <button type="button" class="sjw-button" aria-label=${t("poll.less")} onClick=${() => slide((at ?? 50) - 5)}>−5</button>
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value=${at ?? 50}
        data-untouched=${at === null || undefined}
        aria-label=${t("poll.slider")}
        aria-valuetext=${number}
        onInput=${(/** @type {Event} */ event) => slide(Number(/** @type {HTMLInputElement} */ (event.target).value))}
      />
      <button type="button" class="sjw-button" aria-label=${t("poll.more")} onClick=${() => slide((at ?? 50) + 5)}>+5</button>
    </div>
    <label class="sjw-poll-type">
      <span>${t("poll.type")}</span>
      <input
        class="sjw-field"
        name="chance"
        autocomplete="off"
        spellcheck=${false}
        maxlength="40"
        enterkeyhint="send"
        value=${typed}
        placeholder=${t("poll.like")}
        onInput=${(/** @type {Event} */ event) => setTyped(/** @type {HTMLInputElement} */ (event.target).value)}
      />
    </label>
    <button type="submit" class="sjw-button sjw-button-main" disabled=${!draft}>${t(value === null ? "poll.send" : "poll.change")}</button>
    <p class="sjw-poll-noted" role="status">
      ${value !== null && !refused && t("poll.noted", { value: ownText(t, poll) })}
    </p>
    <p class="sjw-why" role="alert">${refused}</p>
  </form>`;
}

/** @param {{t: Sjw.Translate, poll: Sjw.GuestPoll, onBack: () => void}} props */
function Outcome({ t, poll, onBack }) {
  const { value, card, came_true, exact, brier, mean, cards } = poll;
  const own = value === null ? t("poll.none") : t("poll.own", { value: ownText(t, poll) });
  if (card === null) {
    return html`<p class="sjw-poll-big" role="status">${t("poll.closed")}</p><p>${own}</p>`;
  }
  const [count, all] = exact ?? [0, 1];
  const number = card === "wild" ? "★" : printed(card.split(":")[0]);
  return html`<p class="sjw-poll-card" data-true=${came_true} aria-hidden="true">${number}</p>
    <p class="sjw-poll-big" role="status">
      ${t(came_true ? "poll.came_true" : "poll.came_false", { card: number })}
    </p>
    <dl>
      <dt>${t("poll.exact")}</dt><dd>${count}/${all} ≈ ${percent(t.lang, count / all)}</dd>
      <dt>${t("poll.yours")}</dt><dd>${value === null ? "–" : ownText(t, poll)}</dd>
      ${brier !== null && html`<dt>${t("poll.brier")}</dt><dd>${decimal(t.lang, brier, 3)}</dd>`}
      ${mean !== null && cards > 1 && html`<dt>${t("poll.mean", { count: cards })}</dt><dd>${decimal(t.lang, mean, 3)}</dd>`}
    </dl>
    ${brier !== null && html`<p class="sjw-poll-about">${t("poll.brier_hint")}</p>`}
    <button type="button" class="sjw-button" onClick=${onBack}>${t("poll.back")}</button>`;
}
