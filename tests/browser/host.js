// The part of JupyterLab and anywidget for a widget's module, in one small page: a model
// whose traits live in Python. The test's server is the kernel: /down is its voice, /up its ear.

const state = {};
const unsaved = new Set();
const listeners = new Map();
let alive = true;
let sending = Promise.resolve();

function emit(event, ...values) {
  for (const callback of [...(listeners.get(event) ?? [])]) callback(...values);
}

function apply(values) {
  const changed = Object.keys(values).filter(
    (name) => JSON.stringify(state[name]) !== JSON.stringify(values[name]),
  );
  Object.assign(state, values);
  for (const name of changed) emit(`change:${name}`, model, state[name]);
  if (changed.length) emit("change", model);
  return changed;
}

function up(message) {
  // One after the other: a websocket keeps the order too.
  sending = sending.then(() => fetch("/up", { method: "POST", body: JSON.stringify(message) }));
}

const model = {
  get: (name) => state[name],
  set(name, value) {
    for (const changed of apply({ [name]: value })) unsaved.add(changed);
  },
  save_changes() {
    if (unsaved.size && alive) {
      up({ method: "update", state: Object.fromEntries([...unsaved].map((n) => [n, state[n]])) });
    }
    unsaved.clear();
  },
  send(content) {
    if (!alive) throw new Error("Cannot send");
    up({ method: "custom", content });
  },
  on(events, callback) {
    for (const event of events.split(" ")) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event).add(callback);
    }
  },
  off(events, callback) {
    for (const event of events ? events.split(" ") : listeners.keys()) {
      if (callback) listeners.get(event)?.delete(callback);
      else listeners.delete(event);
    }
  },
  widget_manager: {},
};

let widget;
const cleanups = [];

/** The functions that the tests call. */
window.host = {
  model,
  /** Show the model once more; give the number of the view. */
  async addView() {
    const el = document.createElement("div");
    el.className = "view";
    document.getElementById("views").append(el);
    const number = cleanups.push(await widget.render({ model, el })) - 1;
    while (el.querySelector(".sjw-waits, .sjw-late")) await new Promise(requestAnimationFrame);
    return number;
  },
  async removeView(number) {
    await cleanups[number]?.();
    document.querySelectorAll(".view")[number].replaceChildren();
  },
  /** As after a restart of the kernel. */
  kill() {
    alive = false;
    emit("comm_live_update");
  },
};

async function start() {
  const style = document.createElement("style");
  style.textContent = state._css ?? "";
  document.head.append(style);
  const address = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
  const module = await import(address);
  URL.revokeObjectURL(address);
  widget = typeof module.default === "function" ? await module.default() : module.default;
  await widget.initialize?.({ model });
  await window.host.addView();
  document.body.dataset.ready = "true";
}

let started = false;
const down = new EventSource("/down");
down.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.method === "custom") emit("msg:custom", message.content, []);
  if (message.method === "update") apply(message.state);
  if (!started) {
    started = true;
    start();
  }
};
window.addEventListener("pagehide", () => down.close());
