/** The part of a widget model that the board uses, kept in memory. */
export class FakeModel {
  /** The messages sent up, oldest first. */
  sent = [];
  saves = 0;
  #state;
  #listeners = new Map();

  constructor(state) {
    this.#state = state;
  }

  get(name) {
    return this.#state[name];
  }

  /** As when the kernel sends a trait. */
  receive(name, value) {
    this.#state[name] = value;
    this.emit(`change:${name}`);
  }

  emit(event, ...values) {
    for (const callback of [...(this.#listeners.get(event) ?? [])]) callback(...values);
  }

  set(name, value) {
    this.receive(name, value);
  }

  save_changes() {
    this.saves += 1;
  }

  send(message) {
    this.sent.push(message);
  }

  on(event, callback) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), callback]);
  }

  off(event, callback) {
    const others = (this.#listeners.get(event) ?? []).filter((other) => other !== callback);
    this.#listeners.set(event, others);
  }

  listenerCount() {
    return [...this.#listeners.values()].flat().length;
  }
}
