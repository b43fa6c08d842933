/**
 * The module that anywidget gets. It gives a module two seconds, so this one only waits for the
 * board's code, which a page loads once for all widgets (see "The code is sent once per page" in
 * docs/internals/architecture.md), and asks for it where it doesn't come by itself.
 */

/**
 * @typedef {object} Filled values that front/js_bundle.py writes here
 * @property {string} hash of the code
 * @property {"board" | "rows" | "chart" | "mean" | "lesson" | "submit" | "host" | "keys"} kind
 * @property {string} kernel of the process that sent this
 * @property {Record<string, [string, string, string]>} words by language: while it loads; when that
 *   takes long; where there is no kernel
 * @property {string} [code] packed; of marimo's first widget alone
 *
 * @typedef {{show(kind: string, model: Sjw.Model, box: HTMLElement): () => void,
 *   seek(model: Sjw.Model): void}} Front
 *
 * @typedef {object} Entry one for each version of the code in a page
 * @property {Front | null} front
 * @property {Promise<Front>} code
 * @property {string} fault why it can't be loaded
 * @property {(kernel: string, ask: () => void) => void} join
 * @property {(packed: string) => void} take
 */

const { hash, kind, kernel, words, code } = /** @type {Filled} */ (/* filled */ {});

/** Time in which the code comes unasked, behind a kernel's first widget, in ms. */
const UNASKED = 100;
/** The longest time between two requests, in ms. */
const LONGEST = 30_000;
/** Time after which the placeholder says more, in ms. */
const LATE_AFTER = 5000;
/** Height of the place that is kept, in px. */
const HEIGHT = 530;

const KEY = Symbol.for("skyjo_widget");
const page = /** @type {{[KEY]?: Map<string, Entry>}} */ (/** @type {unknown} */ (globalThis));
page[KEY] ??= new Map();
/** @type {Entry} */
const entry = page[KEY].get(hash) ?? makeEntry();
page[KEY].set(hash, entry);

/** @returns {Entry} */
function makeEntry() {
  /** Widgets that can ask, with the number of their requests. @type {{name: string, request: () => void, times: number}[]} */
  const askers = [];
  /** The number of requests to each kernel. @type {Record<string, number>} */
  const times = {};
  let wait = 4000;
  let taken = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {(front: Front) => void} */
  let ready;

  // One request at a time: each kernel in turn, and of each its widgets in turn.
  const ask = () => {
    timer = setTimeout(ask, wait);
    wait = Math.min(wait * 2, LONGEST);
    askers.sort((a, b) => times[a.name] - times[b.name] || a.times - b.times);
    for (const asker of askers) {
      asker.times += 1;
      try {
        asker.request();
        times[asker.name] += 1;
        return;
      } catch {
        // Its kernel is gone.
      }
    }
  };

  /** @type {Entry} */
  const version = {
    front: null,
    fault: "",
    code: new Promise((resolve) => {
      ready = resolve;
    }),
    join(name, request) {
      askers.push({ name, request, times: 0 });
      times[name] ??= 0;
      timer ??= setTimeout(ask, UNASKED);
    },
    async take(packed) {
      if (taken) return;
      taken = true;
      clearTimeout(timer);
      try {
        // Reading from a blob, or into it, would take a round through other processes.
        const { body } = new Response(bytesOf(packed));
        const plain = new Response(body?.pipeThrough(new DecompressionStream("gzip")));
        const type = "text/javascript";
        const url = URL.createObjectURL(new Blob([await plain.arrayBuffer()], { type }));
        version.front = (await import(url)).default;
        URL.revokeObjectURL(url);
        askers.length = 0;
        ready(/** @type {Front} */ (version.front));
      } catch (error) {
        version.fault = String(error);
        taken = false;
        timer = setTimeout(ask, wait);
        console.error(error);
      }
    },
  };
  return version;
}

/**
 * Newer browsers read base64 in a tenth of the time.
 *
 * @param {string} packed
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytesOf(packed) {
  const all = /** @type {any} */ (Uint8Array);
  return (
    all.fromBase64?.(packed) ??
    all.from(atob(packed), (/** @type {string} */ letter) => letter.charCodeAt(0))
  );
}

/**
 * ipywidgets' own model: Backbone's `set` gives it back.
 *
 * @param {any} model
 */
function wholeOf(model) {
  return model.set("_anywidget_id", model.get("_anywidget_id"));
}

/**
 * True for a model that was read from a notebook: it has no kernel, and never gets one.
 *
 * @param {Sjw.Model} model
 */
function isStored(model) {
  return wholeOf(model)?.comm_live === false;
}

/**
 * Keep a model hearing whose start took more than two seconds: anywidget would drop all that
 * comes for it, for good. What it refuses goes to ipywidgets' own model instead.
 *
 * @param {any} model
 */
function keepHearing(model) {
  const whole = wholeOf(model);
  let owner = whole;
  while (owner && !Object.hasOwn(owner, "_handle_comm_msg")) owner = Object.getPrototypeOf(owner);
  const plain = owner && Object.getPrototypeOf(owner)._handle_comm_msg;
  // Other hosts have no such limit.
  if (!plain || !whole.comm?.on_msg) return;
  whole.comm.on_msg(async (/** @type {any} */ message) => {
    try {
      await whole._handle_comm_msg(message);
    } catch (error) {
      if (!String(error).includes("initialize")) throw error;
      await plain.call(whole, message);
    }
  });
}

/** @param {Sjw.Model} model */
function wording(model) {
  const asked = [model.get("lang") ?? "", ...navigator.languages];
  const lang = asked.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in words);
  return words[lang ?? "en"];
}

export default {
  /** @param {{model: Sjw.Model}} props */
  initialize({ model }) {
    if (isStored(model)) return;
    keepHearing(model);
    if (kind === "board") entry.code.then((front) => front.seek(model));
    if (entry.front) return;
    model.on("msg:custom", (/** @type {any} */ message) => {
      if (message?.type === "code" && message.hash === hash) entry.take(message.code);
    });
    entry.join(kernel, () => model.send({ type: "code", hash }));
    if (code) entry.take(code);
  },

  /** @param {{model: Sjw.Model, el: HTMLElement}} props */
  render({ model, el }) {
    const box = el.ownerDocument.createElement("div");
    if (isStored(model)) {
      // A board's still picture hides this, and says how to go on.
      box.className = "sjw-stored";
      if (kind !== "keys") box.textContent = wording(model)[2];
      el.append(box);
      return () => box.remove();
    }
    box.dataset.sjw = hash;
    el.append(box);
    /** @type {(() => void) | undefined} */
    let end;
    let late = 0;
    let gone = false;
    const show = (/** @type {Front} */ front) => {
      if (gone) return;
      clearTimeout(late);
      box.replaceChildren();
      box.removeAttribute("style");
      box.removeAttribute("role");
      box.removeAttribute("class");
      end = front.show(kind, model, box);
    };
    if (entry.front) show(entry.front);
    else {
      const [first, more] = wording(model);
      box.className = "sjw-waits";
      box.setAttribute("role", "status");
      box.textContent = first;
      box.style.cssText = `min-height: ${HEIGHT}px; opacity: 0.75`;
      late = setTimeout(() => {
        box.textContent = entry.fault ? `${more} (${entry.fault})` : more;
        box.className = "sjw-late";
      }, LATE_AFTER);
      entry.code.then(show);
    }
    return () => {
      gone = true;
      clearTimeout(late);
      end?.();
      box.remove();
    };
  },
};
