import assert from "node:assert/strict";
import { test } from "node:test";
import { passesToNotebook } from "../../../skyjo_widget/js/lib/keys.js";
import {
  aboutDecision,
  allTags,
  faultOf,
  newestDecision,
  notesByDecision,
  ownTags,
} from "../../../skyjo_widget/js/notes/notes.js";
import { faultText, notedText, tagName } from "../../../skyjo_widget/js/notes/notes_panel.js";
import { openController } from "../support/controller.js";
import { FakeModel } from "../support/fake-model.js";
import { en, fr, sample } from "../support/helpers.js";
import { NO_NOTES as NONE, NOTE } from "../support/payloads.js";

const EMPTY = { decision: "2", kind: null, tags: [], own: "", rating: null, text: "", edits: null };

const open = (notes = NONE, name = "choose") => {
  const { view, rows } = sample(name);
  const model = new FakeModel({ view, rows, notes, pace: -1, lang: "en" });
  const control = openController(model, () => {});
  const draft = () => control.snapshot().draft;
  return { model, control, noting: control.noting, draft, view, rows };
};
/** The browser's storage, for the time of a test. */
const storage = (context, get) => {
  Object.defineProperty(globalThis, "sessionStorage", { get, configurable: true });
  context.after(() => delete globalThis.sessionStorage);
};
const sent = (model) => model.sent.filter(({ type }) => /note/.test(type));
const whole = (model, more) => model.receive("notes", { ...model.get("notes"), ...more });
const answer = (model, more) => model.receive("view", { ...model.get("view"), ...more });

test("tags are separated by commas of any script, each once", () => {
  assert.deepEqual(ownTags(" set-up, le décompte ,, set-up،三、x，y "), [
    "set-up",
    "le décompte",
    "三",
    "x",
    "y",
  ]);
  assert.deepEqual(ownTags(" , "), []);
  assert.deepEqual(allTags({ tags: ["fun"], own: "fun, slow" }), ["fun", "slow"]);
});

test("a draft is saved if it says anything about a decision that there is", () => {
  const fault = (part) => faultOf({ ...EMPTY, ...part }, 3);
  assert.equal(fault({}), "empty");
  assert.equal(fault({ text: " \n" }), "empty");
  assert.equal(fault({ text: "x" }), null);
  assert.equal(fault({ kind: "idea" }), null);
  assert.equal(fault({ rating: 1 }), null);
  assert.equal(fault({ own: "mine" }), null);
  for (const decision of ["3", "-1", "1.5", "two", "1e9", "1e0", "0x1", "0,5"]) {
    assert.equal(fault({ text: "x", decision }), "decision", decision);
  }
  assert.equal(fault({ text: "x", decision: " " }), null, "the newest one");
  assert.equal(fault({ text: "x", decision: " 2,0 " }), null, "as people write it");
  assert.equal(fault({ text: "😀".repeat(10_000) }), null, "counted as Python does");
  assert.equal(fault({ text: "x".repeat(10_001) }), "text");
  assert.equal(fault({ own: "x".repeat(61) }), "tag");
  assert.equal(fault({ own: [...Array(21).keys()].join(",") }), "tags");
});

test("the newest decision is the last one that holds", () => {
  const rows = [[0], [1], [2]];
  assert.equal(newestDecision({ columns: ["decision"], rows }), 2);
  assert.equal(newestDecision({ columns: ["decision"], rows, undone: [1, 2] }), 0);
  assert.equal(newestDecision({ columns: ["decision"], rows, undone: [0, 1, 2] }), 2);
  assert.equal(newestDecision({ columns: ["decision"], rows: [] }), null);
});

test("a decision is described if there is a row of it", () => {
  const { rows } = sample("choose");
  const [number] = rows.rows.at(-1);
  assert.match(aboutDecision(rows, number), /^\S+.* · \w+/);
  assert.equal(aboutDecision(rows, 10_000), "");
});

test("notes are counted by decision", () => {
  const notes = { ...NONE, notes: [NOTE, { ...NOTE, note: 5 }, { ...NOTE, decision: null }] };
  assert.deepEqual(
    [...notesByDecision(notes)],
    [
      [3, 2],
      [null, 1],
    ],
  );
  assert.equal(notesByDecision(null).size, 0);
});

test("it is opened for the newest decision, and stays with it while the game goes on", () => {
  const { model, noting, draft, rows } = open();
  const newest = String(newestDecision(rows));
  noting.open();
  assert.equal(draft().decision, newest);
  noting.change({ text: "hm" });
  model.receive("rows", { ...rows, rows: [...rows.rows, [99, "greedy", "draw"]] });
  answer(model, { state: 40, decision: 100 });
  assert.deepEqual([draft().text, draft().decision], ["hm", newest]);
  noting.close();
  assert.equal(draft(), null);
  noting.open();
  assert.deepEqual([draft().text, draft().decision], ["hm", newest], "the draft was kept");
  noting.change({ text: "" });
  noting.close();
  noting.open();
  assert.equal(draft().decision, "99", "there was nothing to keep");
  noting.open(1);
  assert.equal(draft().decision, "1");
});

test("a note goes up once, and its draft is gone when it is saved", () => {
  const { model, control, noting, draft } = open();
  noting.open(1);
  noting.change({ text: "why?", kind: "opinion", rating: 3, tags: ["fun"], own: "mine, " });
  noting.save();
  noting.save();
  const [message, ...others] = sent(model);
  assert.deepEqual(others, []);
  const { id, state, ...content } = message;
  assert.equal(state, 17);
  assert.deepEqual(content, {
    type: "note",
    edits: null,
    decision: 1,
    text: "why?",
    kind: "opinion",
    tags: ["fun", "mine"],
    rating: 3,
    by: content.by,
    whom: null,
  });
  assert.ok(draft().sending);
  whole(model, { saved: { id: "another view's", note: 6 } });
  assert.ok(draft().sending);
  whole(model, { notes: [{ ...NOTE, note: 7, decision: 1 }], saved: { id, note: 7 } });
  assert.equal(draft(), null);
  assert.deepEqual(control.snapshot().noted, { what: "saved", decision: 1 });
  noting.open();
  assert.equal(draft().text, "");
  control.dispose();
});

test("a note that is refused stays, and can be sent again", () => {
  const { model, noting, draft } = open();
  noting.open(1);
  noting.change({ text: "why?" });
  noting.save();
  answer(model, { error: { key: "note", text: "no", id: sent(model)[0].id } });
  assert.deepEqual([draft().text, draft().fault, draft().sending], ["why?", "refused", false]);
  noting.save();
  assert.equal(sent(model).length, 2);
});

test("what can't be saved isn't sent", () => {
  const { model, noting, draft } = open();
  noting.open();
  noting.save();
  assert.equal(draft().fault, "empty");
  noting.change({ text: "x" });
  assert.equal(draft().fault, null);
  noting.change({ decision: "999" });
  noting.save();
  assert.equal(draft().fault, "decision");
  assert.deepEqual(sent(model), []);
});

test("a kernel that is gone takes nothing, and the draft stays", () => {
  const { model, control, noting, draft } = open();
  noting.open();
  noting.change({ text: "dear" });
  model.send = () => {
    throw new Error("Cannot send");
  };
  noting.save();
  assert.ok(control.snapshot().dead);
  assert.deepEqual([draft().text, draft().sending], ["dear", false]);
});

test("an edit fills the panel and leaves the new note's draft alone", () => {
  const { model, noting, draft } = open({ ...NONE, notes: [NOTE], count: 1 });
  noting.open();
  noting.change({ text: "another one" });
  noting.edit(4);
  const { text, kind, tags, rating, by, decision, edits } = draft();
  assert.deepEqual(
    { text, kind, tags, rating, by, decision, edits },
    {
      text: "so be it",
      kind: "idea",
      tags: NOTE.tags,
      rating: 5,
      by: "Ben",
      decision: "3",
      edits: 4,
    },
  );
  noting.save();
  assert.equal(sent(model)[0].edits, 4);
  whole(model, { saved: { id: sent(model)[0].id, note: 5 } });
  noting.open();
  assert.equal(draft().text, "another one");
});

test("a note that came in part is fetched before it is edited", () => {
  const { model, noting, draft } = open({ ...NONE, notes: [{ ...NOTE, cut: true }], count: 1 });
  noting.edit(4);
  assert.equal(draft(), null);
  assert.deepEqual(
    sent(model).map(({ type, note }) => [type, note]),
    [["whole note", 4]],
  );
  whole(model, { whole: { note: 4, text: "so be it, at length", tags: ["fun"], by: null } });
  assert.deepEqual([draft().text, draft().edits], ["so be it, at length", 4]);
});

test("a note is withdrawn by an edit that says nothing", () => {
  const { model, control, noting } = open({ ...NONE, notes: [NOTE], count: 1 });
  noting.edit(4);
  noting.withdraw();
  const { id, text, kind, tags, rating, edits, decision } = sent(model)[0];
  assert.deepEqual(
    { text, kind, tags, rating, edits, decision },
    { text: "", kind: null, tags: [], rating: null, edits: 4, decision: null },
  );
  whole(model, { notes: [], saved: { id, note: 5 } });
  assert.deepEqual(control.snapshot().noted, { what: "withdrawn", decision: 3 });
  control.dispose();
});

test("a draft is kept for its game and its tab until it is saved", (context) => {
  const kept = new Map();
  storage(context, () => ({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
  }));
  const game = { ...NONE, game_id: "g1", notes: [NOTE], count: 1 };
  const before = open(game);
  before.noting.open(1);
  assert.equal(kept.size, 0, "it says nothing yet");
  before.noting.change({ text: "half a thou", tags: ["fun"] });
  before.noting.edit(4);
  before.noting.change({ text: "so be it?" });
  const { control, model, noting, draft } = open(game);
  assert.equal(draft(), null);
  assert.ok(control.snapshot().begun);
  noting.open();
  assert.deepEqual([draft().text, draft().tags, draft().decision], ["half a thou", ["fun"], "1"]);
  noting.edit(4);
  assert.equal(draft().text, "so be it?");
  noting.save();
  whole(model, { saved: { id: sent(model)[0].id, note: 5 } });
  noting.open();
  noting.save();
  whole(model, { saved: { id: sent(model)[1].id, note: 6 } });
  assert.equal(kept.size, 0);
  assert.ok(!open(game).control.snapshot().begun);
  before.noting.change({ text: "again" });
  assert.ok(!open({ ...game, game_id: "g2" }).control.snapshot().begun, "another game's");
  control.dispose();
});

test("a browser that keeps nothing, or something else, is no reason to fail", (context) => {
  const game = { ...NONE, game_id: "g1" };
  const places = [
    () => {
      throw new Error("denied");
    },
    () => undefined,
    () => ({ getItem: () => "{", setItem: () => assert.fail("full") }),
    () => ({ getItem: () => '{"a": 1}', setItem() {}, removeItem() {} }),
  ];
  let place = places[0];
  storage(context, () => place());
  for (place of places) {
    const { noting, draft } = open(game);
    noting.open();
    noting.change({ text: "dear" });
    assert.equal(draft().text, "dear");
  }
});

test("a board without notes has none to write", () => {
  const { control } = open(undefined);
  assert.equal(open(null).control.snapshot().notes, null);
  assert.equal(control.snapshot().draft, null);
});

test("tags that every game offers are shown in the reader's language, others as they are", () => {
  assert.equal(tagName(fr, "rule question"), "question de règle");
  for (const tag of ["constructor", "__proto__", "a.b", "", "toString.length"]) {
    assert.equal(tagName(en, tag), tag);
  }
});

test("faults and results have words", () => {
  const view = { decision: 3 };
  assert.equal(faultText(en, null, view), "");
  assert.match(faultText(en, { fault: "decision" }, view), /last one is 2/);
  for (const fault of ["empty", "decision", "text", "tags", "tag", "refused"]) {
    for (const t of [en, fr]) assert.doesNotMatch(faultText(t, { fault }, view), /fault|…/);
  }
  assert.equal(notedText(en, null), "");
  assert.equal(notedText(en, { what: "saved", decision: 3 }), "Saved: decision 3");
  assert.equal(notedText(fr, { what: "changed", decision: 0 }), "Modifiée\u00a0: décision 0");
  assert.equal(
    notedText(en, { what: "withdrawn", decision: null }),
    "Withdrawn: before the first decision",
  );
});

test("while one is typing the notebook hears Ctrl+S alone", () => {
  const press = (key) => ({ key, ctrlKey: true, metaKey: false });
  assert.ok(passesToNotebook(press("s"), true));
  for (const key of ["a", "z", "Enter", "b"]) assert.ok(!passesToNotebook(press(key), true), key);
});
