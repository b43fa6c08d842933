/**
 * The page's one connection to the table: it greets, notices when it is cut, and comes back by
 * itself with growing pauses.
 */

/** Silence after which the page asks whether anybody is there, and the time for an answer; in ms. */
const QUIET = 10_000;
const PATIENCE = 5000;
/** The first pause before a new try, and the longest; in ms. */
const PAUSES = [300, 5000];
/** The ends after which the page doesn't come back by itself, by the table's close code. */
const ENDS = /** @type {Record<number, Sjw.LinkEnd>} */ ({
  4001: "elsewhere",
  4003: "removed",
  4010: "stopped",
  4012: "crowded",
});

/** @param {Sjw.Greeting | null} greeting */
function tokenOf(greeting) {
  return greeting && "token" in greeting ? greeting.token : "";
}

/**
 * @param {object} world
 * @param {() => WebSocket} world.open a new socket
 * @param {() => number} [world.chance] from 0 to 1: phones that were cut off together come back one by one
 * @returns {Sjw.Link}
 */
export function makeLink({ open, chance = Math.random }) {
  /** @type {Map<string, Set<(message: any) => void>>} */
  const listeners = new Map();
  /** @type {WebSocket | null} */
  let socket = null;
  /** The first message of the next connection. @type {Sjw.Greeting | null} */
  let greeting = null;
  /** @type {Sjw.LinkStatus} */
  let status = "idle";
  /** True once a table has let this page in: then it comes back by itself. */
  let admitted = false;
  let pause = PAUSES[0];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let quiet;

  /** @param {string} type @param {any} message */
  const emit = (type, message) => {
    for (const listener of [...(listeners.get(type) ?? [])]) listener(message);
  };

  /** @param {Sjw.LinkStatus} next */
  const setStatus = (next) => {
    if (status === next) return;
    status = next;
    emit("status", { type: "status", status });
  };

  /** @param {object} message */
  const post = (message) => socket?.send(JSON.stringify(message));

  /** Forget the socket, whatever it still says. */
  const drop = () => {
    clearTimeout(quiet);
    clearTimeout(retry);
    const old = socket;
    socket = null;
    old?.close();
  };

  const lost = () => {
    drop();
    if (!admitted) {
      setStatus("idle");
      return;
    }
    setStatus("offline");
    retry = setTimeout(connect, pause * (0.75 + chance() / 2));
    pause = Math.min(pause * 2, PAUSES[1]);
  };

  /** @param {Sjw.LinkEnd} why */
  const end = (why) => {
    drop();
    setStatus("ended");
    emit("bye", { type: "bye", why });
  };

  /** Wait for the next message; a question goes up if none comes. @param {number} [wait] */
  const listen = (wait = QUIET) => {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      post({ type: "ping" });
      quiet = setTimeout(lost, PATIENCE);
    }, wait);
  };

  /** @param {any} message */
  const receive = (message) => {
    listen();
    if (message.type === "bye") {
      if (Object.values(ENDS).includes(message.why)) end(message.why);
      return; // the others are followed by the socket's end
    }
    if (message.type === "welcome") {
      const type = message.role === "player" ? "hello" : "watch";
      greeting = { type, token: message.token ?? tokenOf(greeting), lang: greeting?.lang ?? "" };
      admitted = true;
      [pause] = PAUSES;
      setStatus("online");
    }
    // A guest whom the host is asked about goes on waiting, even when cut off; others may try again.
    if (message.type === "refused") admitted = message.why === "asked";
    emit(message.type, message);
  };

  const connect = () => {
    drop();
    if (status !== "offline") setStatus("connecting");
    const own = open();
    socket = own;
    quiet = setTimeout(() => own === socket && lost(), PATIENCE);
    own.onopen = () => {
      if (own !== socket) return;
      post(/** @type {Sjw.Greeting} */ (greeting));
      listen();
    };
    own.onmessage = ({ data }) => {
      if (own === socket) receive(JSON.parse(data));
    };
    own.onclose = ({ code }) => {
      if (own !== socket) return;
      if (ENDS[code]) end(ENDS[code]);
      else lost();
    };
  };

  return {
    on(type, callback) {
      if (!listeners.has(type)) listeners.set(type, new Set());
      listeners.get(type)?.add(callback);
      return () => listeners.get(type)?.delete(callback);
    },
    status: () => status,
    send(message) {
      if (status !== "online") return false;
      post(message);
      return true;
    },
    begin(first) {
      greeting = first;
      admitted = first.type !== "join"; // a table that isn't reached yet is tried again
      // A table that has refused leaves the connection open for another try.
      if (status === "connecting" && socket?.readyState === 1) post(first);
      else connect();
    },
    wake() {
      if (status === "offline") {
        [pause] = PAUSES;
        connect();
      } else if (status === "online") listen(0);
    },
    lose() {
      if (status === "online") lost();
    },
    leave() {
      post({ type: "leave" });
      admitted = false;
      drop();
      setStatus("idle");
    },
    close() {
      admitted = false;
      drop();
      setStatus("idle");
    },
  };
}

/**
 * Bring a link back when the page comes back: shown again, restored, or with a network again; and
 * notice at once that the device has none.
 *
 * @param {Window} page
 * @param {Sjw.Link} link
 * @returns {() => void} stop
 */
export function followWaking(page, link) {
  const { document } = page;
  const look = () => document.hidden || link.wake();
  const lose = () => link.lose();
  document.addEventListener("visibilitychange", look);
  page.addEventListener("online", look);
  page.addEventListener("offline", lose);
  page.addEventListener("pageshow", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    page.removeEventListener("online", look);
    page.removeEventListener("offline", lose);
    page.removeEventListener("pageshow", look);
  };
}
