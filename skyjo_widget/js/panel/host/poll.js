/**
 * The class's predictions on the host's panel: ask, then one button that goes on.
 */

import { html } from "../../vendor/htm-preact.js";

/** The button's next action, by the state on the wall. */
const NEXT = { open: "close", closed: "turn", turned: "next" };

/** @param {{poll: Sjw.HostPoll, t: Sjw.Translate, hand: Sjw.HostHand, id: string}} props */
export function Poll({ poll: { event, question, last, stage, answered, here }, t, hand, id }) {
  const isOld = stage !== null && question < last;
  const text = stage && t(`host.poll_${stage}`, { answered, here, n: question });
  /** @param {Event} submit */
  const onSubmit = (submit) => {
    submit.preventDefault();
    const { elements } = /** @type {HTMLFormElement} */ (submit.target);
    const field = /** @type {HTMLInputElement} */ (elements.namedItem("event"));
    hand.send({ type: "ask", event: field.value });
  };
  return html`<section class="sjh-poll" aria-labelledby=${`${id}-poll`}>
    <h3 id=${`${id}-poll`}>${t("host.poll_title")}</h3>
    <form class="sjh-poll-ask" onSubmit=${onSubmit}>
      <label for=${`${id}-event`}>${t("host.ask_field")}</label>
      <input
        id=${`${id}-event`}
        key=${event}
        name="event"
        autocomplete="off"
        spellcheck=${false}
        maxlength="100"
        defaultValue=${event}
      />
      <button type="submit" data-does="ask">${t("host.ask")}</button>
    </form>
    ${
      stage &&
      html`<div class="sjh-actions">
        <span class="sjh-poll-state" role="status">${text}</span>
        ${!isOld && html`<button type="button" class="sjh-main" data-does="poll" onClick=${() => hand.send({ type: "poll step", question, stage })}>${t(`host.poll_${NEXT[stage]}`)}</button>`}
        ${question > 1 && html`<button type="button" data-does="poll-back" onClick=${() => hand.send({ type: "poll show", question: question - 1 })}>${t("host.poll_back")}</button>`}
        ${isOld && html`<button type="button" data-does="poll-on" onClick=${() => hand.send({ type: "poll show", question: question + 1 })}>${t("host.poll_on")}</button>`}
        <button type="button" data-does="poll-end" onClick=${() => hand.send({ type: "poll end" })}>${t("host.poll_end")}</button>
      </div>`
    }
    ${
      !stage &&
      last > 0 &&
      html`<div class="sjh-actions"><button type="button" data-does="poll-back" onClick=${() => hand.send({ type: "poll show", question: last })}>${t("host.poll_back")}</button></div>`
    }
  </section>`;
}
