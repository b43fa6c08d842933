/**
 * Commands to the kernel: one at a time for each state, nudged until the answer comes, sent again
 * when lost.
 */

import { makeLifeline } from "../lib/lifeline.js";
import { passesOnAtOnce } from "./websocket.js";

/**
 * Times after a command, in ms, at which tiny messages go up until it is answered. Where our part
 * of Jupyter's server (skyjo_widget_server.py) isn't installed, the answer to a fast second click
 * waits some 40 ms for the browser's delayed acknowledgement: they carry it.
 */
const NUDGES_AFTER = [16, 24, 32];

/** Time after which the board shows that it waits for an answer, in ms. */
const BUSY_AFTER = 80;

/** Time at rest after which the kernel is notified, and draws the still picture, in ms. */
const REST_AFTER = 1000;

/** @typedef {Sjw.OfBoard | Sjw.OfReplay} Command */

/**
 * @param {Sjw.Model} model
 * @param {object} board
 * @param {() => Sjw.View} board.view
 * @param {() => void} board.onChange called when there is something new to draw
 * @param {() => void} board.onDead called when a question finds the kernel gone
 */
export function makeSender(model, { view, onChange, onDead }) {
  /** The state for which a command is under way. @type {number | null} */
  let sent = null;
  let dead = false;
  /** The newest command, until it is answered, and whether it was sent again. */
  let command = /** @type {{message: Command, resent: boolean} | null} */ (null);
  /** Timers that run until the command is answered. @type {ReturnType<typeof setTimeout>[]} */
  let unanswered = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  const nudges = passesOnAtOnce() ? [] : NUDGES_AFTER;

  /** @param {Sjw.OfBoard | Sjw.OfPage} message one that is no command */
  const ask = (message) => {
    try {
      model.send(message);
    } catch {
      // The kernel is gone: the next command will find out.
    }
  };

  /** @param {"nudge" | "rest"} type a message that gets no answer */
  const whisper = (type) => ask({ type });

  const stopNudging = () => {
    for (const id of unanswered) clearTimeout(id);
    unanswered = [];
  };

  const rest = () => {
    clearTimeout(resting);
    resting = setTimeout(whisper, REST_AFTER, "rest");
  };

  const lifeline = makeLifeline((id) => {
    const { state, answer } = view();
    try {
      model.send({ type: "present", id, state, answer });
    } catch {
      onDead();
    }
  }, onChange);

  /**
   * @param {Command} message
   * @param {boolean} resent
   * @returns {boolean} whether it was sent
   */
  const post = (message, resent) => {
    stopNudging();
    try {
      model.send(message);
    } catch {
      // The model's channel is closed: the kernel that held the game is gone.
      dead = true;
      onChange();
      return false;
    }
    command = { message, resent };
    lifeline.sent();
    unanswered = nudges.map((wait) => setTimeout(whisper, wait, "nudge"));
    unanswered.push(setTimeout(onChange, BUSY_AFTER));
    return true;
  };

  const dispose = () => {
    stopNudging();
    lifeline.rest();
    clearTimeout(resting);
  };

  rest();

  return {
    /**
     * Send a command beside others.
     *
     * @param {Command} message
     * @returns {boolean} whether it was sent
     */
    post: (message) => post(message, false),
    /**
     * Send a command unless one was sent for its state.
     *
     * @param {Command} message
     */
    send(message) {
      if (sent === message.state) return;
      sent = message.state ?? null;
      post(message, false);
    },
    ask,
    isBusy: () => sent === view().state,
    isDead: () => dead,
    silence: () => (dead ? null : lifeline.silence()),
    /** Handle a view: any is an answer, one with an error too, and proves a kernel. */
    receive() {
      lifeline.rest();
      command = null;
      sent = null;
      dead = false;
      stopNudging();
      rest();
    },
    /**
     * Handle the answer that nothing has changed: a command before the question is lost, and is
     * sent again once.
     *
     * @param {number} id of the question
     * @returns {boolean} whether the command is given up
     */
    receiveNothing(id) {
      if (!lifeline.isDue(id)) return false;
      const lost = command;
      lifeline.rest();
      if (!lost || lost.resent || lost.message.state !== view().state) return true;
      post(lost.message, true);
      return false;
    },
    /** Handle the end of the kernel. */
    close() {
      dead = true;
      dispose();
    },
    /**
     * Ask for what came while the page was away or offline.
     *
     * @param {boolean} [cut] whether the channel is another one
     */
    wake(cut = false) {
      if (!dead) lifeline.woken(cut);
    },
    dispose,
  };
}
