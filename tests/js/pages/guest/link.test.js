import assert from "node:assert/strict";
import { test } from "node:test";
import { followWaking, makeLink } from "../../../../skyjo_widget/js/pages/guest/link.js";
import { FakeSocket, FakeWindow } from "../../support/fake-socket.js";

const JOIN = { type: "join", pin: "123456", name: "Ana", lang: "en" };
const WELCOME = { type: "welcome", token: "abc", role: "player" };

const make = (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const sockets = [];
  const open = () => {
    sockets.push(new FakeSocket());
    return sockets.at(-1);
  };
  const link = makeLink({ open, chance: () => 0.5 });
  const heard = [];
  for (const type of ["status", "refused", "bye", "lobby"]) {
    link.on(type, (message) => heard.push(message));
  }
  const enter = () => {
    link.begin(JOIN);
    sockets[0].accept();
    sockets[0].say(WELCOME);
  };
  return { link, sockets, heard, enter, clock: context.mock.timers };
};

test("a page greets when its connection opens, and is online when it is let in", (context) => {
  const { link, sockets, heard } = make(context);
  link.begin(JOIN);
  assert.deepEqual(sockets[0].sent, []);
  assert.equal(link.send({ type: "act" }), false, "nothing goes up before that");
  sockets[0].accept();
  assert.deepEqual(sockets[0].sent, [JOIN]);
  sockets[0].say(WELCOME);
  assert.deepEqual(
    heard.map(({ status }) => status),
    ["connecting", "online"],
  );
  assert.ok(link.send({ type: "act" }));
});

test("it comes back by itself with its token, after growing pauses", (context) => {
  const { link, sockets, enter, clock } = make(context);
  enter();
  const pauses = [300, 600, 1200, 2400, 4800, 5000, 5000];
  for (const [n, pause] of pauses.entries()) {
    sockets.at(-1).cut();
    assert.equal(link.status(), "offline");
    clock.tick(pause - 1);
    assert.equal(sockets.length, n + 1, `after ${pause}`);
    clock.tick(1);
    assert.equal(sockets.length, n + 2, `after ${pause}`);
  }
  sockets.at(-1).accept();
  assert.deepEqual(sockets.at(-1).sent, [{ type: "hello", token: "abc", lang: "en" }]);
  sockets.at(-1).say({ type: "welcome", role: "player" });
  assert.equal(link.status(), "online");
  sockets.at(-1).cut();
  clock.tick(300);
  sockets.at(-1).accept();
  assert.equal(sockets.at(-1).sent[0].token, "abc", "a welcome without a token keeps the old one");
});

test("phones that were cut off together don't come back at once", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const times = [0, 0.999].map((chance) => {
    let opened = 0;
    const sockets = [];
    const link = makeLink({
      open: () => {
        opened += 1;
        sockets.push(new FakeSocket());
        return sockets.at(-1);
      },
      chance: () => chance,
    });
    link.begin({ type: "hello", token: "abc", lang: "" });
    sockets[0].cut();
    let time = 0;
    for (; opened < 2; time += 1) context.mock.timers.tick(1);
    return time;
  });
  assert.deepEqual(times, [225, 375]);
});

test("silence is followed by a question, and no answer by a new connection", (context) => {
  const { link, sockets, enter, clock } = make(context);
  enter();
  clock.tick(10_000);
  assert.deepEqual(sockets[0].sent.at(-1), { type: "ping" });
  sockets[0].say({ type: "pong" });
  clock.tick(10_000);
  clock.tick(4999);
  assert.equal(link.status(), "online");
  clock.tick(1);
  assert.equal(link.status(), "offline");
  assert.ok(sockets[0].closed);
  clock.tick(300);
  assert.equal(sockets.length, 2);
});

test("what an old connection still says is nothing", (context) => {
  const { sockets, heard, enter, clock } = make(context);
  enter();
  sockets[0].cut();
  clock.tick(300);
  heard.length = 0;
  sockets[0].say({ type: "lobby", lobby: {} });
  sockets[0].cut(4003);
  assert.deepEqual(heard, []);
});

test("a connection that never opens is given up", (context) => {
  const { link, sockets, clock } = make(context);
  link.begin({ type: "hello", token: "abc", lang: "" });
  clock.tick(5000);
  assert.equal(link.status(), "offline");
  clock.tick(300);
  assert.equal(sockets.length, 2);
});

test("somebody who was refused tries again on the same connection", (context) => {
  const { link, sockets, heard } = make(context);
  link.begin({ ...JOIN, pin: "000000" });
  sockets[0].accept();
  sockets[0].say({ type: "refused", why: "pin" });
  assert.equal(heard.at(-1).why, "pin");
  link.begin(JOIN);
  assert.equal(sockets.length, 1);
  assert.deepEqual(sockets[0].sent.at(-1), JOIN);
});

test("who isn't in yet doesn't come back by itself, unless the host is asked", (context) => {
  for (const [why, status] of [
    ["pin", "idle"],
    ["token", "idle"],
    ["asked", "offline"],
  ]) {
    const { link, sockets } = make(context);
    link.begin(JOIN);
    sockets[0].accept();
    sockets[0].say({ type: "refused", why });
    sockets[0].cut();
    assert.equal(link.status(), status, why);
    context.mock.timers.reset();
  }
});

test("a page that was sent away, or is open elsewhere, stays away", (context) => {
  const codes = { removed: 4003, elsewhere: 4001, stopped: 4010 };
  for (const [why, code] of Object.entries(codes)) {
    for (const end of [
      (socket) => socket.say({ type: "bye", why }),
      (socket) => socket.cut(code),
    ]) {
      const { link, sockets, heard, enter, clock } = make(context);
      enter();
      end(sockets[0]);
      assert.deepEqual([link.status(), heard.at(-1).why], ["ended", why]);
      link.wake();
      clock.tick(100_000);
      assert.equal(sockets.length, 1, why);
      context.mock.timers.reset();
    }
  }
});

test("a page that was too fast comes back", (context) => {
  const { link, sockets, enter, clock } = make(context);
  enter();
  sockets[0].say({ type: "bye", why: "fast" });
  sockets[0].cut(4008);
  assert.equal(link.status(), "offline");
  clock.tick(300);
  assert.equal(sockets.length, 2);
});

test("a page that wakes up comes back at once, or asks whether anybody is there", (context) => {
  const { link, sockets, enter, clock } = make(context);
  const page = new FakeWindow();
  const stop = followWaking(page, link);
  enter();
  page.emit("online");
  clock.tick(0);
  assert.deepEqual(sockets[0].sent.at(-1), { type: "ping" });
  for (let n = 0; n < 6; n += 1) {
    sockets.at(-1).cut();
    clock.tick(5000);
  }
  sockets.at(-1).cut();
  const before = sockets.length;
  page.document.hidden = true;
  page.document.emit("visibilitychange");
  assert.equal(sockets.length, before);
  page.document.hidden = false;
  page.document.emit("visibilitychange");
  assert.equal(sockets.length, before + 1);
  stop();
  sockets.at(-1).cut();
  page.emit("pageshow");
  assert.equal(sockets.length, before + 1);
});

test("who leaves says so, and doesn't come back", (context) => {
  const { link, sockets, enter, clock } = make(context);
  enter();
  link.leave();
  assert.deepEqual(sockets[0].sent.at(-1), { type: "leave" });
  clock.tick(100_000);
  assert.deepEqual([sockets.length, link.status()], [1, "idle"]);
});
