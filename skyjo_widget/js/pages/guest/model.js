/**
 * A widget's model over a link: traits come down as states, what the page changes goes up.
 */

/** Traits that a table doesn't send. */
const OWN = {
  lang: "",
  projector: false,
  study: false,
  for_: "",
  asides: [],
  opened: [],
  panels: {},
  pace: 700,
  spoken: "",
  coach: null,
  notes: null,
  view: null,
  guest: { may: [] },
  lobby: null,
  offline: false,
};

/** Messages that only a notebook's kernel needs. */
const UNNEEDED = ["nudge", "rest"];

/**
 * Check if a view shows the same as another: it may answer something else.
 *
 * @param {any} before
 * @param {any} after
 */
function isSame(before, after) {
  if (before?.state !== after?.state || after?.error) return false;
  return JSON.stringify({ ...before, answer: 0 }) === JSON.stringify({ ...after, answer: 0 });
}

/**
 * @param {Sjw.Link} link
 * @returns {Sjw.Model & {forget: () => void, leave: () => void}}
 */
export function makeModel(link) {
  /** @type {Record<string, any>} */
  const traits = { ...OWN };
  /** @type {Map<string, Set<(message?: any) => void>>} */
  const listeners = new Map();
  /** Traits that were changed here and aren't sent. @type {Set<string>} */
  const unsaved = new Set();
  /** True from a new connection to its first state, which tells whether a message was lost. */
  let back = false;

  /** @param {string} event @param {any} [message] */
  const emit = (event, message) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(message);
  };

  /** @param {string} name @param {any} value */
  const put = (name, value) => {
    if (traits[name] === value) return;
    traits[name] = value;
    emit(`change:${name}`);
  };

  const save = () => {
    if (unsaved.size === 0) return;
    const changed = Object.fromEntries([...unsaved].map((name) => [name, traits[name]]));
    if (link.send({ type: "set", traits: changed })) unsaved.clear();
  };

  /** @param {Record<string, any>} changed */
  const receive = (changed) => {
    const { view, ...rest } = changed;
    const silent = back && view && isSame(traits.view, view);
    back = false;
    // The view last: what is drawn with it is there by then.
    for (const [name, value] of Object.entries(rest)) unsaved.has(name) || put(name, value);
    if (silent) traits.view = view;
    else if (view) put("view", view);
    // Nothing has happened since: a command that waits has been lost, or is on its way.
    if (silent) emit("channel");
  };

  /** Forget the board: it is another's now, or of another game. */
  const forget = () => {
    unsaved.clear();
    traits.guest = OWN.guest;
    traits.view = null;
  };

  const leave = [
    link.on("state", ({ traits: changed }) => receive(changed)),
    link.on("custom", ({ content }) => emit("msg:custom", content)),
    link.on("lobby", ({ lobby }) => {
      if (lobby.board !== (traits.guest.board ?? null)) forget(); // its view follows
      put("lobby", lobby);
      put("lang", lobby.language ?? "");
    }),
    link.on("status", ({ status }) => {
      put("offline", status !== "online");
      if (status !== "online") return;
      back = true;
      save();
    }),
  ];

  return {
    get: (name) => traits[name],
    set(name, value) {
      unsaved.add(name);
      put(name, value);
    },
    save_changes: save,
    // A message that can't be sent now is sent again later: see sender.js.
    send(content) {
      const message = /** @type {Sjw.OfBoard} */ (content);
      const { board } = traits.guest;
      if (!UNNEEDED.includes(message.type)) link.send(Object.assign({}, message, { board }));
    },
    /** Forget the table. */
    forget() {
      forget();
      traits.lobby = null;
    },
    on(event, callback) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event)?.add(callback);
    },
    off: (event, callback) => listeners.get(event)?.delete(callback),
    leave() {
      for (const off of leave) off();
    },
  };
}
