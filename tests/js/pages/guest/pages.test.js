import assert from "node:assert/strict";
import { test } from "node:test";
import { promptText } from "../../../../skyjo_widget/js/app/board.js";
import { missing, roleOf } from "../../../../skyjo_widget/js/pages/guest/join.js";
import { seatNote, waitingText } from "../../../../skyjo_widget/js/pages/guest/lobby.js";
import { isTurnOf, makeSignal } from "../../../../skyjo_widget/js/pages/guest/signal.js";
import { missingText, unready } from "../../../../skyjo_widget/js/parts/dialog.js";
import { en, fr, sample, serving } from "../../support/helpers.js";

test("an address names a PIN, or a link's token, or nothing", () => {
  assert.deepEqual(roleOf("#123456"), { pin: "123456" });
  assert.deepEqual(roleOf("#w=AbC-_123456789"), { token: "AbC-_123456789" });
  assert.deepEqual(roleOf("#s=AbC-_123456789"), { token: "AbC-_123456789" });
  for (const hash of [
    "",
    "#",
    "#12345",
    "#1234567",
    "#w=",
    "#w=<b>abcdefgh",
    "#x=abcdefghij",
    "#s=a b",
  ]) {
    assert.deepEqual(roleOf(hash), { pin: "" }, hash);
  }
});

test("a link that a login has passed on names a code, or a spectator's token", () => {
  assert.deepEqual(roleOf("", "?c=AbC-_12345678901"), { pin: "", code: "AbC-_12345678901" });
  assert.deepEqual(roleOf("", "?redirects=1&c=AbC-_123"), { pin: "", code: "AbC-_123" });
  assert.deepEqual(roleOf("", "?w=AbC-_123456789"), { token: "AbC-_123456789" });
  for (const search of ["?c=", "?c=<b>abcdefgh", "?s=AbC-_123456789", "?cc=AbC-_123456789"])
    assert.deepEqual(roleOf("#123456", search), { pin: "123456" }, search);
});

test("a form says which entry is missing, the PIN first", () => {
  assert.equal(missing("", ""), "no_pin");
  assert.equal(missing("12345", "Ana"), "no_pin");
  assert.equal(missing("123456", ""), "no_name");
  assert.equal(missing("123456", "Ana"), null);
  assert.equal(missing(null, "Ana"), null, "a code stands for the PIN");
});

test("each refusal and each end has words in both languages", () => {
  const refused = "pin wait locked full name token code unreachable no_pin no_name";
  for (const t of [en, fr]) {
    for (const why of refused.split(" ")) assert.ok(t.maybe(`guest.refused.${why}`), why);
    for (const why of ["removed", "elsewhere", "stopped", "crowded"]) {
      assert.ok(t.maybe(`guest.ended.${why}`) && t.maybe(`guest.back.${why}`), why);
    }
    assert.match(t("guest.refused.wait", { seconds: 20 }), /20/);
  }
});

test("the lobby says what is awaited, and who is who", () => {
  const { lobby } = serving();
  assert.match(waitingText(en, lobby), /host to start/);
  assert.match(waitingText(en, { ...lobby, started: true }), /is coming/);
  const [seat, own] = lobby.seats;
  assert.equal(seatNote(en, seat), "");
  assert.equal(seatNote(en, own), "you");
  assert.equal(seatNote(en, { ...seat, host: true }), "host");
  assert.equal(seatNote(en, { ...seat, here: false }), "not here");
  assert.equal(seatNote(en, { ...seat, kind: "bot", here: false }), "bot");
});

test("the next round waits for the people who are here, and not for the host", () => {
  const [seat] = serving().lobby.seats;
  const seats = [
    { ...seat, name: "Ana", ready: true },
    { ...seat, name: "Bo" },
    { ...seat, name: "Cem", here: false },
    { ...seat, name: "Di", host: true },
    { ...seat, name: "greedy", kind: "bot" },
  ];
  assert.deepEqual(unready({ seats }), ["Bo"]);
  assert.equal(missingText(en, { seats, ready: true }), "Still to be ready: Bo.");
  assert.equal(missingText(en, { seats, ready: false }), en("guest.dealt_when"));
  assert.equal(missingText(en, { seats: seats.slice(0, 1), ready: true }), en("guest.all_ready"));
});

test("a guest reads what they are to do, and of others only whose turn it is", () => {
  const { view } = sample("choose");
  const guest = { may: [] };
  const own = promptText(en, { view: { ...view, viewer: view.seat }, chosen: null, guest });
  assert.match(own, /draw a card/);
  const other = { ...view, viewer: (view.seat + 1) % view.seats.length };
  const { name } = view.seats[view.seat];
  assert.equal(promptText(en, { view: other, chosen: null, guest }), `To play: ${name}.`);
  assert.match(promptText(en, { view: other, chosen: null, guest: null }), /draw a card/);
});

/** A signal whose sounds and shakes are counted. */
const signalOf = (kept = {}) => {
  const done = { shakes: 0, sounds: [], touched: 0 };
  const storage = {
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => (kept[key] = value),
  };
  const signal = makeSignal({
    storage,
    speaker: {
      touched: () => {
        done.touched += 1;
      },
      sound: (name) => done.sounds.push(name),
    },
    shake: () => {
      done.shakes += 1;
    },
  });
  return { signal, done, kept };
};

test("nothing sounds unless it is wanted", () => {
  const { signal, done } = signalOf();
  assert.equal(signal.isOn(), false);
  for (const now of [false, true, false, true]) signal.follow(now);
  signal.touched();
  assert.deepEqual(done, { shakes: 0, sounds: [], touched: 0 });
});

test("a wanted signal is given when a turn begins, once", () => {
  const { signal, done, kept } = signalOf();
  signal.toggle();
  assert.deepEqual(done, { shakes: 1, sounds: ["turn"], touched: 1 }, "to be known");
  for (const now of [true, true, false, true, true, false]) signal.follow(now);
  assert.equal(done.shakes, 2, "not for the turn in which the page opened");
  assert.equal(done.sounds.length, 2);
  assert.equal(signalOf(kept).signal.isOn(), true, "the wish is kept");
  signal.toggle();
  assert.equal(signalOf(kept).signal.isOn(), false);
});

test("where the browser keeps nothing, the signal works without", () => {
  const signal = makeSignal({ storage: null, speaker: null, shake() {} });
  assert.equal(signal.isOn(), false);
});

test("it is somebody's turn if a person is awaited, and it is they", () => {
  assert.ok(isTurnOf({ waiting: "person", seat: 0 }, 0));
  assert.ok(!isTurnOf({ waiting: "person", seat: 1 }, 0));
  assert.ok(!isTurnOf({ waiting: "bot", seat: 0 }, 0));
  assert.ok(!isTurnOf({ waiting: "person", seat: null }, null));
  assert.ok(!isTurnOf(undefined, 0));
});
