/**
 * The watch over the kernel's answers. A command that stays without one is followed by a small
 * question for the present state, one at a time: a busy kernel has a queue already.
 */

/** Times after which a board says that it waits, and what can be done; in ms. */
const LATE_AFTER = 4000;
const LOST_AFTER = 30_000;
/** Time after which a question is put again, at first and at most; in ms. */
const PATIENCE = [8000, 60_000];
/** Time hidden after which a page asks for news, in ms. */
const AWAY = 60_000;

/** @typedef {"late" | "lost" | null} Silence */

/**
 * @param {(id: number) => void} ask put the question; what it throws is the caller's
 * @param {() => void} onChange called when there is something new to show
 */
export function makeLifeline(ask, onChange) {
  /** @type {Silence} */
  let silence = null;
  let waiting = false;
  /** The newest question's number, and the first one's after the command that waits; other views have others. */
  let newest = Math.floor(Math.random() * 2 ** 40);
  let first = newest;
  let [wait, longest] = PATIENCE;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let announcing;

  const put = () => {
    clearTimeout(asking);
    newest += 1;
    asking = setTimeout(put, wait);
    wait = Math.min(wait * 2, longest);
    ask(newest);
  };

  /** @param {Silence} next */
  const setSilence = (next) => {
    silence = next;
    onChange();
  };

  const rest = () => {
    clearTimeout(asking);
    clearTimeout(announcing);
    waiting = false;
    silence = null;
    [wait] = PATIENCE;
  };

  return {
    /** @returns {Silence} */
    silence: () => silence,
    /**
     * A command goes up.
     *
     * @returns {number} as if it were a question
     */
    sent() {
      newest += 1;
      if (waiting) return newest;
      waiting = true;
      first = newest;
      announcing = setTimeout(() => {
        announcing = setTimeout(setSilence, LOST_AFTER - LATE_AFTER, "lost");
        put();
        setSilence("late");
      }, LATE_AFTER);
      return newest;
    },
    /**
     * Ask for what may be lost: the page was away or offline.
     *
     * @param {boolean} [cut] whether the channel is another one: nothing is under way any more
     */
    woken(cut) {
      [wait] = PATIENCE;
      if (silence !== null || (cut && waiting)) put();
      else if (!waiting) ask(++newest);
    },
    /** Check if a command waits that was sent before a question, which is answered now. */
    isDue: (/** @type {number} */ id) => waiting && id >= first && id <= newest,
    /** Stop waiting. */
    rest,
  };
}

/**
 * Notice when the page comes back: it was hidden for a while, as by a lid that was closed, or offline.
 *
 * @param {Document} page
 * @param {() => void} onBack
 * @returns {() => void} stop
 */
export function followPage(page, onBack) {
  let hidden = Number.POSITIVE_INFINITY;
  const look = () => {
    if (page.hidden) hidden = Date.now();
    else if (Date.now() - hidden > AWAY) onBack();
  };
  page.addEventListener("visibilitychange", look);
  page.defaultView?.addEventListener("online", onBack);
  return () => {
    page.removeEventListener("visibilitychange", look);
    page.defaultView?.removeEventListener("online", onBack);
  };
}
