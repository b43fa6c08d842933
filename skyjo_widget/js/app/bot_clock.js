/**
 * The clock that lets bots play at the reader's pace.
 */

/** Pace of a reader who presses "Next move" for each move. */
export const PAUSED = -1;

/**
 * @param {object} board
 * @param {() => Sjw.View} board.view
 * @param {() => number} board.pace in ms, or `PAUSED`
 * @param {() => boolean} board.isDead
 * @param {() => boolean} board.isHosted the kernel paces the bots, for people at many screens
 * @param {(message: {type: "step", state: number}) => void} board.send
 */
export function makeBotClock({ view, pace, isDead, isHosted, send }) {
  /** The newest state for which a step was sent, by the clock or by hand. @type {number | null} */
  let stepped = null;
  /** @type {{state: number, pace: number, id: ReturnType<typeof setTimeout>} | null} */
  let timer = null;

  const step = () => {
    const { state } = view();
    stepped = state;
    send({ type: "step", state });
  };

  const stop = () => {
    if (timer) clearTimeout(timer.id);
    timer = null;
  };

  return {
    /** Arm the clock for the state now on show, once for each state. */
    arm() {
      const { waiting, state } = view();
      const wait = pace();
      const due =
        waiting === "bot" && wait !== PAUSED && stepped !== state && !isDead() && !isHosted();
      if (timer && due && timer.state === state && timer.pace === wait) return;
      stop();
      if (!due) return;
      if (wait <= 0) {
        step();
        return;
      }
      const id = setTimeout(() => {
        timer = null;
        step();
      }, wait);
      timer = { state, pace: wait, id };
    },
    /** Let the bot whose turn it is play now. */
    next() {
      if (view().waiting !== "bot") return;
      stop();
      step();
    },
    /** Allow another step for the same state: the last one was lost. */
    retry() {
      stepped = null;
    },
    stop,
  };
}
