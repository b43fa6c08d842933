/**
 * Messages of a widget without a game to its kernel: each command carries a number, which comes
 * back when it was carried out. One that gets no answer is followed up as a board's are (lifeline.js).
 */

import { followPage, makeLifeline } from "./lifeline.js";
import { unpacked } from "./packed.js";

/**
 * @param {Sjw.Model} model
 * @param {Document} page
 * @param {() => void} onChange called when there is something new to show
 */
export function makeChannel(model, page, onChange) {
  let dead = false;
  /** The newest command, until it was carried out. */
  let command = /** @type {{message: object, id: number, resent: boolean} | null} */ (null);

  /**
   * @param {object} message
   * @returns {boolean} whether it was sent
   */
  const up = (message) => {
    try {
      model.send(message);
      return true;
    } catch {
      // The model's channel is closed: its kernel is gone.
      onDead();
      return false;
    }
  };
  const lifeline = makeLifeline((id) => {
    up({ type: "present", id });
  }, onChange);

  /**
   * @param {object} message
   * @param {boolean} [resent]
   */
  const send = (message, resent = false) => {
    const id = lifeline.sent();
    command = { message, id, resent };
    return up({ ...message, asks: id });
  };

  const rest = () => {
    const wasSilent = lifeline.silence();
    command = null;
    lifeline.rest();
    if (wasSilent) onChange();
  };

  /** @param {{type?: string, id: number, state: Record<string, any> | null}} [answer] */
  const onMessage = (answer) => {
    if (answer?.type !== "present") return;
    const { id, state } = answer;
    const news = Object.entries(unpacked(state) ?? {}).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(model.get(name)),
    );
    for (const [name, value] of news) model.set(name, value);
    if (!command || !lifeline.isDue(id) || id < command.id) return;
    const lost = command;
    rest();
    // The kernel has come as far as a later question, and nothing has changed.
    if (id > lost.id && news.length === 0 && !lost.resent) send(lost.message, true);
  };

  const onDead = () => {
    dead = true;
    command = null;
    lifeline.rest();
    onChange();
  };

  const leave = followPage(page, () => dead || lifeline.woken());
  model.on("comm_live_update", onDead);
  model.on("msg:custom", onMessage);

  return {
    send: (/** @type {object} */ message) => send(message),
    isDead: () => dead,
    /**
     * @param {Sjw.Translate} t
     * @returns {string} the reason why nothing happens; "" while the kernel answers
     */
    silence(t) {
      const silence = dead ? "dead" : lifeline.silence();
      return silence ? t(`silence.${silence}`) : "";
    },
    dispose() {
      leave();
      lifeline.rest();
      model.off("comm_live_update", onDead);
      model.off("msg:custom", onMessage);
    },
  };
}
