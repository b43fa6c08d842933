import assert from "node:assert/strict";
import { test } from "node:test";
import { HostPanel } from "../../../../skyjo_widget/js/panel/host/host_panel.js";
import { newsOf } from "../../../../skyjo_widget/js/panel/host/news.js";
import { placesToMove } from "../../../../skyjo_widget/js/panel/host/tables.js";
import { presence, readiness } from "../../../../skyjo_widget/js/parts/served_seat.js";
import { en, fr, serving } from "../../support/helpers.js";
import { drawn, elements, textOf } from "../../support/tree.js";

const { state: RECORDED, ...RECORDED_INVITATION } = serving().host;
const seat = (number, more) => ({ ...RECORDED.tables[0].seats[0], seat: number, ...more });
const ANA = seat(0, {});
const BO = seat(1, { name: "Bo", guest: "g2", here: false, turn: true });
const FREE = seat(2, { name: "Cléa", guest: null, here: false });
const BOT = seat(3, { name: "greedy", kind: "bot", guest: null });
const HOST = seat(4, { name: "Host", guest: null, host: true });
const TABLE = {
  ...RECORDED.tables[0],
  seats: [ANA, BO, FREE, BOT, HOST],
  waiting: "person",
};
const STATE = { ...RECORDED, tables: [TABLE] };
const INVITATION = {
  ...RECORDED_INVITATION,
  links: [...RECORDED_INVITATION.links, ["eth0", "http://192.168.1.9:8765/"]],
};
const UI = { open: "", large: false, sure: false, said: { text: "", link: "" } };

/** The panel, and what presses on it did. */
const open = (state = {}, ui = {}, invitation = {}, t = en) => {
  const sent = [];
  const set = [];
  const copied = [];
  const hand = {
    send: (message) => sent.push(message),
    set: (part, focus) => set.push([part, focus]),
    copy: (link) => copied.push(link),
  };
  const tree = drawn(
    HostPanel({
      invitation: { ...INVITATION, ...invitation },
      state: { ...STATE, ...state },
      ui: { ...UI, ...ui },
      t,
      hand,
      id: "x",
      error: "",
      silence: "",
    }),
  );
  const all = elements(tree);
  const of = (name) => all.filter(({ props }) => props["data-does"] === name);
  return { tree, all, of, sent, set, copied, press: (name, n = 0) => of(name)[n].props.onClick() };
};
/** A form's event, with what it holds. */
const submit = (values) => ({
  preventDefault() {},
  target: { elements: { namedItem: (name) => ({ value: values[name] }) } },
});
const forms = (panel) =>
  panel.all.filter(({ type, props }) => type === "form" && props.class !== "sjh-poll-ask");

test("how somebody is there", () => {
  assert.deepEqual(TABLE.seats.map(presence), ["here", "away", "free", "bot", "host"]);
  assert.equal(presence({ ...ANA, guest: undefined, name: "" }), "free", "as guests hear of it");
  assert.equal(presence({ ...BO, guest: undefined }), "away");
});

test("only people who are here are waited for", () => {
  assert.deepEqual(readiness(TABLE.seats), { count: 0, all: 1 });
  assert.deepEqual(
    readiness([
      { ...ANA, ready: true },
      { ...BO, ready: true },
    ]),
    { count: 1, all: 1 },
  );
});

test("each button sends its message", () => {
  const panel = open({ started: false }, { sure: true });
  for (const name of [
    "start",
    "lock",
    "hide",
    "give-undo",
    "give-coach",
    "give-pace",
    "give-next_round",
  ])
    panel.press(name);
  panel.press("allow");
  panel.press("refuse");
  panel.press("stop");
  assert.deepEqual(panel.sent, [
    { type: "start" },
    { type: "lock", on: true },
    { type: "hide", on: true },
    { type: "give", what: "undo", on: false },
    { type: "give", what: "coach", on: true },
    { type: "give", what: "pace", on: true },
    { type: "give", what: "next_round", on: true },
    { type: "allow", request: "r1", on: true },
    { type: "allow", request: "r1", on: false },
    { type: "stop" },
  ]);
});

test("serving isn't stopped by one press", () => {
  const panel = open();
  assert.deepEqual(panel.of("stop"), []);
  panel.press("stopping");
  assert.deepEqual([panel.sent, panel.set], [[], [[{ sure: true }, "cancel"]]]);
});

test("switches are on or off for the ear too", () => {
  const on = (panel, name) => panel.of(name)[0].props["aria-checked"];
  const panel = open({ locked: true });
  assert.deepEqual(
    ["lock", "hide", "give-undo", "give-coach"].map((name) => on(panel, name)),
    ["true", "false", "true", "false"],
  );
  panel.press("lock");
  assert.deepEqual(panel.sent, [{ type: "lock", on: false }]);
});

test("the link and that of spectators are copied, the screen is a link of its own", () => {
  const panel = open();
  panel.press("copy");
  panel.press("watch");
  assert.deepEqual(panel.copied, [INVITATION.link, INVITATION.watch]);
  const [link] = panel.all.filter(({ type }) => type === "a");
  assert.deepEqual(
    [link.props.href, link.props.target, link.props.rel],
    [INVITATION.screen, "_blank", "noopener noreferrer"],
  );
});

test("an address is chosen where there are several", () => {
  const chosen = (panel) => panel.all.filter(({ props }) => props.id === "x-address");
  const panel = open();
  chosen(panel)[0].props.onChange({ target: { value: "1" } });
  assert.deepEqual(panel.sent, [{ type: "choose", n: 1 }]);
  assert.deepEqual(chosen(open({}, {}, { links: INVITATION.links.slice(1) })), []);
});

test("a person's seat has a menu: rename, move, bot, free, remove", () => {
  const panel = open({}, { open: "1:0" });
  const [, rename, move] = forms(panel); // the first is the lobby's
  rename.props.onSubmit(submit({ name: "  Anna " }));
  move.props.onSubmit(submit({ place: "1:2" }));
  panel.press("bot");
  panel.press("free");
  panel.press("remove", 1);
  assert.deepEqual(panel.sent, [
    { type: "rename", table: 1, seat: 0, name: "Anna" },
    { type: "move", guest: "g1", table: 1, seat: 2 },
    { type: "bot", table: 1, seat: 0 },
    { type: "free", table: 1, seat: 0 },
    { type: "remove", guest: "g1" },
  ]);
  assert.deepEqual(panel.set, Array(5).fill([{ open: "" }, "menu 1:0"]), "and the focus is back");
});

test("an empty name isn't sent", () => {
  const panel = open({}, { open: "1:0" });
  forms(panel)[1].props.onSubmit(submit({ name: " " }));
  assert.deepEqual(panel.sent, []);
});

test("a menu offers what its seat can do", () => {
  const does = (key) => open({ lobby: [] }, { open: key });
  const names = (panel) => ["bot", "free", "remove"].filter((name) => panel.of(name).length > 0);
  assert.deepEqual(names(does("1:0")), ["bot", "free", "remove"]);
  assert.deepEqual(names(does("1:2")), ["bot"], "a free seat");
  assert.deepEqual(names(does("1:4")), ["bot"], "the host's own");
  assert.deepEqual(does("1:3").of("menu 1:3"), [], "a bot has none");
});

test("somebody without a seat gets one, or is sent away", () => {
  const panel = open();
  forms(panel)[0].props.onSubmit(submit({ place: "1:2" }));
  panel.press("remove");
  assert.deepEqual(panel.sent, [
    { type: "move", guest: "g5", table: 1, seat: 2 },
    { type: "remove", guest: "g5" },
  ]);
});

test("people move to a free seat, one for each table, or take somebody's place", () => {
  const two = { ...TABLE, table: 2, seats: [FREE, { ...FREE, seat: 5 }, BO] };
  assert.deepEqual(placesToMove(en, [TABLE, two]), [
    { value: "1:2", text: "Table 1: free seat", free: true },
    { value: "2:2", text: "Table 2: free seat", free: true },
    { value: "1:0", text: "Table 1: in place of Ana", free: false },
    { value: "1:1", text: "Table 1: in place of Bo", free: false },
    { value: "2:1", text: "Table 2: in place of Bo", free: false },
  ]);
});

test("a table between two rounds shows who is ready, and the next one can be dealt", () => {
  const between = { ...TABLE, waiting: "next round", seats: [{ ...ANA, ready: true }, BO] };
  const panel = open({ tables: [between] });
  assert.match(textOf(panel.tree), /Round over, ready: 1 of 1/);
  panel.press("next 1");
  assert.deepEqual(panel.sent, [{ type: "next_round", table: 1 }]);
  assert.deepEqual(open({ tables: [between], started: false }).of("next 1"), []);
});

test("nothing is said by colour alone", () => {
  const text = textOf(open().tree);
  for (const words of [
    "Ana",
    "connected: 1",
    "not connected: 1",
    "bots: 1",
    "free seats: 1",
    "spectators: 1",
  ])
    assert.ok(text.includes(words), words);
  const row = (name) => open().all.find((node) => node.props["data-does"] === name);
  assert.equal(row("menu 1:1").props["aria-label"], "Seat of Bo, table 1");
  const turn = open().all.filter(({ props }) => props["aria-label"] === "to play");
  assert.equal(turn.length, 1);
});

test("when serving has ended there is nothing to press", () => {
  const panel = open({ running: false });
  assert.match(textOf(panel.tree), /^Serving has ended/);
  assert.deepEqual(
    panel.all.filter(({ type }) => ["button", "a", "form"].includes(type)),
    [],
  );
});

test("hostile names are texts, and none is a key or a place", () => {
  const name = '<img src=x onerror="pwned=1">';
  const panel = open({
    tables: [{ ...TABLE, seats: [{ ...ANA, name }] }],
    lobby: [{ guest: "g5", name: "__proto__" }],
    requests: [{ request: "r1", name, table: 1, seat: 0 }],
  });
  assert.ok(textOf(panel.tree).includes(name));
  assert.deepEqual(
    panel.all.filter(({ type }) => type === "img"),
    [],
  );
  assert.ok(panel.all.every(({ props }) => !("dangerouslySetInnerHTML" in props)));
});

test("arrivals, departures and requests are announced", () => {
  const empty = { ...STATE, tables: [{ ...TABLE, seats: [FREE] }], lobby: [], requests: [] };
  const news = (before, after, t = en) => newsOf(t, before, after);
  assert.equal(news(undefined, STATE), "", "not what was there at first");
  assert.equal(news(empty, empty), "");
  const come = { ...empty, tables: [{ ...TABLE, seats: [ANA] }] };
  assert.equal(news(empty, come), "Table 1: Ana came in.");
  assert.equal(news(empty, come, fr), "Table 1\u00a0: Ana est là.");
  assert.equal(news(come, empty), "Ana left.");
  const away = { ...empty, tables: [{ ...TABLE, seats: [{ ...ANA, here: false }] }] };
  assert.equal(news(come, away), "No longer connected: Ana.");
  assert.equal(news(away, come), "Connected again: Ana.");
  assert.equal(news(empty, { ...empty, lobby: STATE.lobby }), "Eli came in, without a seat.");
  assert.match(news(empty, { ...empty, requests: STATE.requests }), /^Ana asks to take over/);
  assert.match(news(come, { ...come, running: false }), /^Serving has ended/);
  assert.equal(
    news(come, { ...come, tables: [{ ...TABLE, seats: [{ ...ANA, name: "Anna" }] }] }),
    "",
  );
});

test("many arrivals at once are counted", () => {
  const some = (count) => ({
    ...STATE,
    lobby: Array.from({ length: count }, (_, n) => ({ guest: `n${n}`, name: `N${n}` })),
  });
  assert.equal(newsOf(en, some(0), some(30)), "People who came in: 30.");
});

test("the class is asked by a form, then one button does each step", () => {
  const poll = { question: 0, last: 0, stage: null, event: "X <= 4", answered: 0, here: 2 };
  const asking = open({ poll });
  const form = asking.all.find(({ props }) => props.class === "sjh-poll-ask");
  form.props.onSubmit(submit({ event: "X > 9" }));
  assert.deepEqual(asking.sent, [{ type: "ask", event: "X > 9" }]);
  for (const stage of ["open", "closed", "turned"]) {
    const panel = open({ poll: { ...poll, question: 2, last: 2, stage, answered: 1 } });
    panel.press("poll");
    panel.press("poll-back");
    panel.press("poll-end");
    assert.deepEqual(panel.sent, [
      { type: "poll step", question: 2, stage },
      { type: "poll show", question: 1 },
      { type: "poll end" },
    ]);
  }
  const old = open({ poll: { ...poll, question: 1, last: 2, stage: "turned" } });
  assert.ok(!old.all.some(({ props }) => props["data-does"] === "poll"), "it is over");
  assert.ok(!open({ poll: null }).all.some(({ props }) => props.class === "sjh-poll"));
});
