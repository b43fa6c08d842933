/**
 * The line of a game's moments: their decisions, their notes, and the way of each key. Stepping
 * along it sends one message at a time, and only the newest wish counts.
 *
 * No DOM here.
 */

import { counted, named } from "../lib/i18n.js";

/** The longest text of a note for the ear, in characters: the rest can be read at its mark. */
const LONGEST = 100;

/** Time after which a board asks again, in ms. */
const PATIENCE = 4000;

/** @param {Sjw.Timeline} line */
export function lastOf(line) {
  return line.cause.length - 1;
}

/**
 * The moment that shows a decision.
 *
 * @param {Sjw.Timeline} line
 * @param {number} decision
 * @returns {number} -1 if there is none
 */
export function momentOf(line, decision) {
  return line.decision.findIndex((d, k) => d === decision && line.seat[k] !== null);
}

/**
 * The moment at which the same player's next turn begins, or the one before.
 *
 * @param {Sjw.Timeline} line
 * @param {number} at
 * @param {1 | -1} way
 * @returns {number} the end of the line if there is none
 */
export function turnFrom(line, at, way) {
  const { seat, round, turn } = line;
  const last = lastOf(line);
  /** @param {number} k */
  const begins = (k) =>
    seat[k] !== null &&
    (k === 0 || seat[k] !== seat[k - 1] || turn[k] !== turn[k - 1] || round[k] !== round[k - 1]);
  // If nobody has decided, the next to decide is meant.
  let from = at;
  while (from < last && seat[from] === null) from += 1;
  const who = seat[from];
  for (let k = at + way; k >= 0 && k <= last; k += way) {
    if (seat[k] === who && begins(k)) return k;
  }
  return way > 0 ? last : 0;
}

/**
 * The moment at which each round begins.
 *
 * @param {Sjw.Timeline} line
 * @returns {{at: number, round: number}[]}
 */
export function roundStarts({ round }) {
  return round
    .map((number, at) => ({ at, round: number }))
    .filter(({ at, round: number }) => at === 0 || round[at - 1] !== number);
}

/**
 * Notes that stand so near to each other on the line that they are one mark.
 *
 * @param {Sjw.MomentNote[]} notes in their order
 * @param {(at: number) => number} place in px
 * @param {number} near in px
 * @returns {{x: number, notes: Sjw.MomentNote[]}[]}
 */
export function clusters(notes, place, near) {
  /** @type {{x: number, notes: Sjw.MomentNote[]}[]} */
  const groups = [];
  for (const note of notes) {
    const x = place(note.at);
    const group = groups.at(-1);
    if (group && x - group.x < near) group.notes.push(note);
    else groups.push({ x, notes: [note] });
  }
  return groups;
}

/**
 * The moment that a click on a mark leads to: that of its first note, or of the one after the note
 * on show.
 *
 * @param {Sjw.MomentNote[]} notes
 * @param {number} at
 */
export function nextNote(notes, at) {
  return (notes.find((note) => note.at > at) ?? notes[0]).at;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Timeline} line
 * @param {number} at
 * @returns {string} "Decision 12 of 143 · round 2"
 */
export function whereWords(t, line, at) {
  const round = t("replay.round", { round: line.round[at] });
  const last = Math.max(0, ...line.decision.map((d) => d ?? 0));
  const decision = line.decision[at];
  const cause = line.cause[at];
  const what =
    line.seat[at] === null
      ? (t.maybe(`replay.causes.${cause}`) ?? t("replay.causes.other"))
      : t("replay.decision", { decision, last });
  const undone = line.undone.includes(at) ? ` · ${t("replay.undone")}` : "";
  return `${what} · ${round}${undone}`;
}

/**
 * Notes in words, for the ear: the first one, and how many more there are.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.MomentNote[]} notes
 * @returns {string}
 */
export function noteWords(t, notes) {
  const { kind, decision, question, text, tags = [] } = notes[0];
  const where = decision === null ? t("replay.before") : t("replay.at", { decision });
  const what = named(question || text || tags.join(", "), LONGEST);
  const label = `${t(`replay.kinds.${kind}`)}, ${where}${what && `, ${what}`}`;
  return notes.length === 1 ? label : `${label}; ${counted(t, "replay.more", notes.length - 1)}`;
}

/**
 * The step that a key means on the board of a replay.
 *
 * @param {{key: string, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @returns {"back" | "on" | "turn back" | "turn on" | "first" | "last" | "play" | null}
 */
export function replayKey({ key, shiftKey, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return null;
  switch (key) {
    case "ArrowLeft":
      return shiftKey ? "turn back" : "back";
    case "ArrowRight":
      return shiftKey ? "turn on" : "on";
    case "PageUp":
      return "turn back";
    case "PageDown":
      return "turn on";
    case "Home":
      return "first";
    case "End":
      return "last";
    case " ":
      return "play";
    default:
      return null;
  }
}

/**
 * Make the stepping along a line.
 *
 * @param {object} board
 * @param {() => Sjw.Timeline} board.line
 * @param {() => number} board.moment the moment on show
 * @param {() => number} board.pace milliseconds between two moments that are played
 * @param {(to: number) => void} board.send
 * @param {() => void} board.onChange
 * @returns {Sjw.Stepping}
 */
export function makeStepping({ line, moment, pace, send, onChange }) {
  /** The moment that is wanted. @type {number | null} */
  let wanted = null;
  /** The moment that was asked for, until the answer. @type {number | null} */
  let asked = null;
  let playing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;

  const ask = () => {
    if (asked !== null || wanted === null) return;
    if (wanted === moment()) {
      wanted = null;
      return;
    }
    asked = wanted;
    clearTimeout(patience);
    patience = setTimeout(() => {
      asked = null;
      ask();
    }, PATIENCE);
    send(asked);
  };

  /** @param {number} to */
  const go = (to) => {
    wanted = Math.max(0, Math.min(lastOf(line()), Math.round(to)));
    ask();
    onChange();
  };

  const stop = () => {
    clearTimeout(clock);
    clock = undefined;
    playing = false;
  };

  const at = () => wanted ?? moment();

  /** @type {Sjw.Stepping} */
  const stepping = {
    snapshot: () => ({ at: at(), playing }),
    seek(to) {
      stop();
      go(to);
    },
    step(way) {
      stop();
      if (way === "first") go(0);
      else if (way === "last") go(lastOf(line()));
      else if (way === "turn on" || way === "turn back")
        go(turnFrom(line(), at(), way === "turn on" ? 1 : -1));
      else go(at() + (way === "on" ? 1 : -1));
    },
    play() {
      if (playing) stop();
      else {
        playing = true;
        if (at() >= lastOf(line())) go(0);
      }
      onChange();
    },
    receive() {
      clearTimeout(patience);
      if (wanted === asked) wanted = null;
      asked = null;
      ask();
    },
    drawn() {
      if (!playing || clock !== undefined || asked !== null) return;
      if (moment() >= lastOf(line())) {
        stop();
        onChange();
        return;
      }
      clock = setTimeout(() => {
        clock = undefined;
        go(moment() + 1);
      }, pace());
    },
    lost() {
      stop();
      clearTimeout(patience);
      wanted = asked = null; // or the line would name a moment that the board doesn't show
    },
    dispose() {
      stop();
      clearTimeout(patience);
    },
  };
  return stepping;
}
