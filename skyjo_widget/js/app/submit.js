/**
 * The button below a question of a worksheet: a press carries the answer as the page shows it.
 *
 * ipywidgets sends a press at once, but the newest value of a field only when the kernel has
 * answered the one before: of a button of theirs, a slow kernel would judge the older text.
 */

import { makeChannel } from "../lib/channel.js";
import { makeTranslate, pickLanguage } from "../lib/i18n.js";
import { html, render } from "../vendor/htm-preact.js";

/** The box of a question; made by `_Box` in lessons/worksheet/worksheet.py. */
const QUESTION = ".sjq-box";

/**
 * The answer that a question shows.
 *
 * @param {Pick<ParentNode, "querySelectorAll"> | null} box
 * @returns {string | number | null} a text; the number of the chosen option, or -1; null without a field
 */
export function shownAnswer(box) {
  const inputs = box?.querySelectorAll("input, textarea") ?? [];
  const fields = /** @type {HTMLInputElement[]} */ ([...inputs]);
  if (fields[0]?.type !== "radio") return fields[0]?.value ?? null;
  return fields.findIndex((field) => field.checked);
}

/**
 * Check if a key gives an answer: Enter in a field of one line.
 *
 * @param {Pick<KeyboardEvent, "key" | "isComposing" | "repeat" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">} event
 * @param {{localName: string, type?: string}} field
 */
export function givesAnswer(event, field) {
  if (event.key !== "Enter" || event.isComposing || event.repeat) return false;
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false;
  return field.localName === "input" && field.type === "text";
}

/**
 * @param {{model: Sjw.Model, el: HTMLElement, locales: Sjw.Locales}} props
 * @returns {() => void} take it away again
 */
function mount({ model, el, locales }) {
  const t = makeTranslate(locales, pickLanguage(locales, model.get("lang"), navigator.languages));
  const channel = makeChannel(model, el.ownerDocument, () => draw());
  /** @type {HTMLElement | null} */
  const box = el.closest(QUESTION);

  const press = () => {
    if (!model.get("disabled")) channel.send({ type: "submit", answer: shownAnswer(box) });
  };
  /** @param {KeyboardEvent} event */
  const enter = (event) => {
    if (givesAnswer(event, /** @type {HTMLInputElement} */ (event.target))) press();
  };

  // The classes are those of ipywidgets, whose style it has.
  const draw = () =>
    render(
      html`<button
          type="button"
          class="jupyter-widgets jupyter-button widget-button"
          disabled=${model.get("disabled")}
          onClick=${press}
        >
          ${model.get("label")}
        </button>
        <span class="sjq-about" aria-live="polite">${channel.silence(t)}</span>`,
      el,
    );

  box?.addEventListener("keydown", enter, true); // ipywidgets lets no key out of its fields
  model.on("change:label", draw);
  model.on("change:disabled", draw);
  draw();
  return () => {
    box?.removeEventListener("keydown", enter, true);
    model.off("change:label", draw);
    model.off("change:disabled", draw);
    channel.dispose();
    render(null, el);
  };
}

export default { render: mount };
