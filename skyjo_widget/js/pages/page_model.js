/**
 * The model of a board in a page without a kernel: what a kernel could answer is already here.
 */

/**
 * @param {Record<string, any>} traits changed in place; `show` brings a change to the board
 * @param {object} hears
 * @param {(message: any) => void} hears.onMessage what the board asks for
 * @param {(name: string, value: unknown) => void} [hears.onSet]
 * @returns {Sjw.Model & {show: () => void}}
 */
export function pageModel(traits, { onMessage, onSet }) {
  /** @type {Map<string, Set<() => void>>} */
  const listeners = new Map();
  return {
    show() {
      for (const listener of listeners.get("change:view") ?? []) listener();
    },
    get: (name) => traits[name],
    set: (name, value) => {
      traits[name] = value;
      onSet?.(name, value);
    },
    save_changes() {},
    send: (content) => onMessage(content),
    on(event, callback) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event)?.add(callback);
    },
    off: (event, callback) => listeners.get(event)?.delete(callback),
  };
}

/**
 * Give the board the keys that nothing on the page has: there is nothing else that they could be
 * for.
 *
 * @param {HTMLElement} el holds the board
 * @returns {() => void} no longer
 */
export function passKeys(el) {
  /** @param {KeyboardEvent} event */
  const pass = (event) => {
    if (event.target !== document.body) return;
    const forBoard = new KeyboardEvent("keydown", event);
    if (el.firstElementChild?.dispatchEvent(forBoard) === false) event.preventDefault();
  };
  document.addEventListener("keydown", pass);
  return () => document.removeEventListener("keydown", pass);
}
