/**
 * Whether the kernel answers. A command that stays without an answer is followed by a small
 * question for the present state, one at a time: a busy kernel has a queue already.
 */

/** When a board says that it waits, and when it says what can be done; in ms. */
const LATE_AFTER = 4000;
const LOST_AFTER = 30_000;
/** How long a question waits before it is put again, at first and at most; in ms. */
const PATIENCE = [8000, 60_000];

/** @typedef {"late" | "lost" | null} Silence */

/**
 * @param {(id: number) => void} ask put the question; what it throws is the caller's
 * @param {() => void} onChange called when there is something new to say
 */
export function makeLifeline(ask, onChange) {
  /** @type {Silence} */
  let silence = null;
  let waiting = false;
  /** The newest question, and the first one after the command that waits. */
  let [newest, first] = [0, 0];
  let [wait, longest] = PATIENCE;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let saying;

  const put = () => {
    clearTimeout(asking);
    newest += 1;
    asking = setTimeout(put, wait);
    wait = Math.min(wait * 2, longest);
    ask(newest);
  };

  /** @param {Silence} next */
  const say = (next) => {
    silence = next;
    onChange();
  };

  const rest = () => {
    clearTimeout(asking);
    clearTimeout(saying);
    waiting = false;
    silence = null;
    [wait] = PATIENCE;
  };

  return {
    /** @returns {Silence} */
    silence: () => silence,
    /** A command has gone up. */
    sent() {
      if (waiting) return;
      waiting = true;
      first = newest + 1;
      saying = setTimeout(() => {
        saying = setTimeout(say, LOST_AFTER - LATE_AFTER, "lost");
        put();
        say("late");
      }, LATE_AFTER);
    },
    /** The page was away or offline: what came meanwhile may be lost. */
    woken() {
      [wait] = PATIENCE;
      if (silence !== null) put();
      else if (!waiting) ask(++newest);
    },
    /** Whether a command waits that was sent before this question, which is answered now. */
    isDue: (/** @type {number} */ id) => waiting && id >= first,
    /** Nothing is waited for any more. */
    rest,
  };
}
