/** The part of a browser's WebSocket that a link uses. */
export class FakeSocket {
  readyState = 0;
  /** The messages sent up, oldest first. */
  sent = [];
  closed = false;

  accept() {
    this.readyState = 1;
    this.onopen?.();
  }

  send(text) {
    if (this.readyState !== 1) throw new Error("not open");
    this.sent.push(JSON.parse(text));
  }

  /** As when the table sends a message. */
  say(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** As when the network breaks, or the table closes the connection. */
  cut(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }
}

class Emitter {
  #listeners = new Map();

  addEventListener(event, callback) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), callback]);
  }

  removeEventListener(event, callback) {
    const others = (this.#listeners.get(event) ?? []).filter((other) => other !== callback);
    this.#listeners.set(event, others);
  }

  emit(event) {
    for (const callback of this.#listeners.get(event) ?? []) callback();
  }
}

/** A window with the events of a page that comes and goes. */
export class FakeWindow extends Emitter {
  document = Object.assign(new Emitter(), { hidden: false });
}
