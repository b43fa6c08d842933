/**
 * A text that can be copied: by a button, or by hand where the page mustn't reach the clipboard.
 */

import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";

/**
 * @param {{text: string, label: string, id: string, t: Sjw.Translate}} props
 */
export function Code({ text, label, id, t }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const [notice, setNotice] = useState("");
  useLayoutEffect(() => setNotice(""), [text]);

  const copy = async () => {
    if (!field.current) return;
    const done = await copyFrom(field.current);
    setNotice(t(done ? "position.copied" : "position.by_hand"));
    if (done) button.current?.focus({ preventScroll: true });
  };
  return html`<div class="sjw-entry" data-kind="code">
    <label for=${id}>${label}</label>
    <textarea
      ref=${field}
      class="sjw-field"
      readonly
      spellcheck=${false}
      rows=${text.split("\n").length}
      value=${text}
      id=${id}
    ></textarea>
    <div class="sjw-buttons">
      <button ref=${button} type="button" class="sjw-button sjw-button-main" onClick=${copy}>
        ${t("position.copy")}
      </button>
      <span role="status">${notice}</span>
    </div>
  </div>`;
}

/**
 * Copy a field's text; it stays selected where that can't be done.
 *
 * @param {HTMLTextAreaElement} field
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyFrom(field) {
  field.focus({ preventScroll: true });
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // no permission, or a page that isn't served securely: the old way may do
  }
  try {
    return field.ownerDocument.execCommand("copy");
  } catch {
    return false;
  }
}
