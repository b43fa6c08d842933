/**
 * Notes about decisions: drafts, sending, and the result.
 *
 * No DOM here. A draft lives outside of the page's elements, so that no new view can lose it, nor a
 * reload of the page; it belongs to the decision that was the newest when it was begun.
 */

import { wholeNumber } from "../lib/whole_number.js";
import { keepDrafts, keptDrafts } from "./drafts.js";

export const KINDS = /** @type {const} */ (["observed", "opinion", "idea"]);
export const RATINGS = /** @type {const} */ ([1, 2, 3, 4, 5]);

/** The longest text that the kernel accepts, in characters. */
export const LONGEST_TEXT = 10_000;
const LONGEST_TAG = 60;
const MOST_TAGS = 20;

/** Time for which the board announces that a note was saved, in ms. */
const ANNOUNCED_FOR = 12_000;

/**
 * @param {string} text separated by commas
 * @returns {string[]} each once
 */
export function ownTags(text) {
  const tags = text.split(/[,،、，]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/**
 * @param {Sjw.Draft} draft
 * @returns {string[]} those chosen and those written, each once
 */
export function allTags({ tags, own }) {
  return [...new Set([...tags, ...ownTags(own)])];
}

/** @param {Sjw.Draft} draft */
export function isEmpty(draft) {
  const { text, kind, rating } = draft;
  return text.trim() === "" && kind === null && rating === null && allTags(draft).length === 0;
}

/**
 * The fault for which a draft can't be saved.
 *
 * @param {Sjw.Draft} draft
 * @param {number} decisions how many there have been
 * @returns {"empty" | "decision" | "text" | "tags" | "tag" | null}
 */
export function faultOf(draft, decisions) {
  const tags = allTags(draft);
  const about = wholeNumber(draft.decision);
  const named = draft.decision.trim() !== "";
  // Without one it is about the newest, or about that of the note that it edits.
  if (named && !isDecision(about, decisions)) return "decision";
  if (isEmpty(draft)) return "empty";
  if (letters(draft.text) > LONGEST_TEXT) return "text";
  if (tags.length > MOST_TAGS) return "tags";
  return tags.some((tag) => letters(tag) > LONGEST_TAG) ? "tag" : null;
}

/** @param {number | null} about @param {number} decisions */
function isDecision(about, decisions) {
  return about !== null && about >= 0 && about < decisions;
}

/** @param {string} text as Python counts it */
function letters(text) {
  return [...text].length;
}

/**
 * The number of notes on each decision.
 *
 * @param {Sjw.Notes | null} notes
 * @returns {Map<number | null, number>}
 */
export function notesByDecision(notes) {
  const counts = new Map();
  for (const { decision } of notes?.notes ?? []) {
    counts.set(decision, (counts.get(decision) ?? 0) + 1);
  }
  return counts;
}

/**
 * A decision in a few words, from the newest rows.
 *
 * @param {Sjw.Rows} rows
 * @param {number} decision
 * @returns {string} "" for an older one
 */
export function aboutDecision({ columns, rows }, decision) {
  const row = rows.find(([number]) => number === decision);
  if (!row) return "";
  const [player, notation] = ["player", "notation"].map((name) => row[columns.indexOf(name)]);
  return `${player} · ${notation}`;
}

/**
 * The newest decision that holds; none that holds is on show: the newest of all.
 *
 * @param {Sjw.Rows} rows
 * @returns {number | null} null before the first one
 */
export function newestDecision({ rows, undone = [] }) {
  const numbers = rows.map(([number]) => /** @type {number} */ (number));
  return numbers.filter((number) => !undone.includes(number)).at(-1) ?? numbers.at(-1) ?? null;
}

/**
 * @param {{
 *   notes: () => Sjw.Notes | null,
 *   view: () => Sjw.View,
 *   rows: () => Sjw.Rows,
 *   post: (message: Sjw.NoteMessage | Sjw.AskWholeNote) => boolean,
 *   onChange: () => void,
 * }} board `post` returns false if it couldn't send
 * @returns {Sjw.Noting & {snapshot(): Pick<Sjw.Snapshot, "draft" | "begun" | "noted">,
 *   receive(): void, lost(): void, dispose(): void}}
 */
export function makeNoting({ notes, view, rows, post, onChange }) {
  /** By the number of the note that is edited; null: the new one. @type {Map<number | null, Sjw.Draft>} */
  const drafts = new Map();
  const game = notes()?.game_id;
  for (const [edits, kept] of keptDrafts(game)) {
    drafts.set(edits, { ...blank(edits, "", null), ...kept });
  }
  /** The draft in the panel, by its note's number; undefined: it is closed. @type {number | null | undefined} */
  let open;
  /** The message that isn't answered yet. @type {({id: string, edits: number | null} & Sjw.Noted) | null} */
  let sent = null;
  /** The note that is to be edited, until the whole of it is here. @type {number | null} */
  let wanted = null;
  /** The note that was just saved. @type {Sjw.Noted | null} */
  let noted = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let forgetting;
  /** The author named last. @type {string | null | undefined} */
  let by;

  const draft = () => (open === undefined ? null : (drafts.get(open) ?? null));
  const newest = () => String(newestDecision(rows()) ?? "");
  const author = () => {
    const people = view().seats.filter(({ kind }) => kind === "person");
    return by !== undefined ? by : people.length === 1 ? people[0].name : null;
  };

  const keep = () => {
    const begun = [...drafts].filter(([, written]) => !isEmpty(written));
    keepDrafts(
      game,
      begun.map(([edits, written]) => [edits, { ...written, fault: null }]),
    );
  };

  /** @param {number | null} edits @param {Partial<Sjw.Draft>} part */
  const put = (edits, part) => {
    const before = drafts.get(edits) ?? blank(edits, newest(), author());
    drafts.set(edits, { ...before, ...part });
    keep();
  };

  /** @param {number | null} edits @param {Partial<Sjw.Draft>} part */
  const show = (edits, part) => {
    put(edits, { fault: null, ...part, opened: (drafts.get(edits)?.opened ?? 0) + 1 });
    open = edits;
    noted = null;
    onChange();
  };

  /** @param {number} number */
  const find = (number) => notes()?.notes.find(({ note }) => note === number);

  /** @param {Sjw.Note} note */
  const beginEdit = ({ note, decision, kind, tags, rating, text, by: author, whom }) => {
    const about = decision === null ? "" : String(decision);
    show(note, { decision: about, kind, tags, rating, text, by: author, whom });
  };

  /**
   * @param {Sjw.Noted["what"]} what
   * @param {number | null} edits
   * @param {Omit<Sjw.NoteMessage, "type" | "edits">} content
   */
  const send = (what, edits, content) => {
    const decision = edits === null ? null : (find(edits)?.decision ?? null);
    sent = { id: Math.random().toString(36).slice(2, 12), edits, what, decision };
    if (!post({ type: "note", id: sent.id, edits, ...content })) sent = null;
    onChange();
  };

  /** @param {Sjw.Noted} done */
  const announce = (done) => {
    clearTimeout(forgetting);
    noted = done;
    forgetting = setTimeout(() => {
      noted = null;
      onChange();
    }, ANNOUNCED_FOR);
  };

  return {
    snapshot() {
      const current = draft();
      const fresh = drafts.get(null);
      return {
        draft: current && { ...current, sending: sent?.edits === open },
        begun: fresh !== undefined && !isEmpty(fresh),
        noted,
      };
    },
    open(decision) {
      const fresh = drafts.get(null);
      if (decision !== undefined) show(null, { decision: String(decision) });
      else show(null, fresh && !isEmpty(fresh) ? {} : { decision: newest() });
    },
    edit(number) {
      const note = find(number);
      if (!note) return;
      const whole = notes()?.whole;
      if (drafts.has(number)) show(number, {});
      else if (!note.cut) beginEdit(note);
      else if (whole?.note === number) beginEdit({ ...note, ...whole });
      else {
        wanted = number;
        this.read(number);
      }
    },
    read(number) {
      post({ type: "whole note", note: number });
    },
    change(part) {
      if (open === undefined) return;
      put(open, { ...part, fault: null });
      if (open === null && part.by !== undefined) by = part.by;
      onChange();
    },
    save() {
      const now = draft();
      if (!now || sent) return;
      const fault = faultOf(now, view().decision);
      if (fault) {
        put(now.edits, { fault });
        onChange();
        return;
      }
      const { edits, kind, rating, text, by, whom } = now;
      const decision = wholeNumber(now.decision);
      const what = edits === null ? "saved" : "changed";
      send(what, edits, { decision, text, kind, tags: allTags(now), rating, by, whom });
    },
    withdraw() {
      const now = draft();
      if (!now || now.edits === null || sent) return;
      const nothing = { decision: null, text: "", kind: null, tags: [], rating: null };
      send("withdrawn", now.edits, { ...nothing, by: now.by, whom: now.whom });
    },
    close() {
      open = undefined;
      onChange();
    },
    receive() {
      const all = notes();
      if (wanted !== null && all?.whole?.note === wanted) {
        const note = find(wanted);
        wanted = null;
        if (note) beginEdit({ ...note, ...all.whole });
      }
      if (!sent) return;
      const { id, edits, what, decision } = sent;
      if (all?.saved?.id === id) {
        sent = null;
        drafts.delete(edits);
        keep();
        if (open === edits) open = undefined;
        // A note that was withdrawn is no more among them.
        announce({ what, decision: find(all.saved.note)?.decision ?? decision });
      } else if (view().error?.id === id) {
        sent = null;
        put(edits, { fault: "refused" });
      }
    },
    lost() {
      sent = null;
      wanted = null;
    },
    dispose: () => clearTimeout(forgetting),
  };
}

/**
 * @param {number | null} edits
 * @param {string} decision
 * @param {string | null} by
 * @returns {Sjw.Draft}
 */
function blank(edits, decision, by) {
  return {
    edits,
    decision,
    kind: null,
    tags: [],
    own: "",
    rating: null,
    text: "",
    by,
    whom: null,
    fault: null,
    opened: 0,
    sending: false,
  };
}
