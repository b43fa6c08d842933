import assert from "node:assert/strict";
import { test } from "node:test";
import { makeController } from "../../../../skyjo_widget/js/app/controller.js";
import { makeLink } from "../../../../skyjo_widget/js/pages/guest/link.js";
import { makeModel } from "../../../../skyjo_widget/js/pages/guest/model.js";
import { FakeSocket } from "../../support/fake-socket.js";
import { sample } from "../../support/helpers.js";

/** A guest's board on a link to a table that the test plays. */
const open = (context, name = "choose") => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const sockets = [];
  const link = makeLink({
    open: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1);
    },
    chance: () => 0.5,
  });
  const model = makeModel(link);
  const { view, rows } = sample(name);
  const traits = { view: { ...view, answer: 4 }, rows, guest: { may: [] }, pace: 0 };
  const control = makeController(model, () => {});
  const enter = () => {
    sockets.at(-1).accept();
    sockets.at(-1).say({ type: "welcome", role: "player", token: "abc" });
  };
  const show = (more = {}) => sockets.at(-1).say({ type: "state", traits: { ...traits, ...more } });
  const up = (type) => sockets.at(-1).sent.filter((message) => message.type === type);
  link.begin({ type: "hello", token: "abc", lang: "en" });
  enter();
  show();
  const cut = () => {
    sockets.at(-1).cut();
    context.mock.timers.tick(300);
  };
  return {
    link,
    sockets,
    model,
    control,
    view: traits.view,
    enter,
    show,
    up,
    cut,
    clock: context.mock.timers,
  };
};

test("states come down as traits, commands and changed traits go up", (context) => {
  const { model, control, view, show, up } = open(context);
  assert.equal(model.get("view").state, view.state);
  const heard = [];
  model.on("change:view", () => heard.push("view"));
  model.on("change:rows", () => heard.push("rows"));
  show({ view: { ...view, state: view.state + 1 } });
  assert.deepEqual(heard, ["rows", "view"], "the view last");
  control.act("draw");
  assert.deepEqual(up("act"), [{ type: "act", action: "draw", state: view.state + 1 }]);
  control.toggle("predict");
  assert.deepEqual(up("set"), [{ type: "set", traits: { opened: ["predict"] } }]);
});

test("what only a notebook's kernel needs stays here", (context) => {
  const { control, up, clock } = open(context);
  control.act("draw");
  clock.tick(3000);
  assert.deepEqual([up("nudge"), up("rest")], [[], []]);
});

test("a guest's board doesn't pace the bots", (context) => {
  const { control, up, clock } = open(context, "bot");
  control.drawn();
  clock.tick(9000);
  assert.deepEqual(up("step"), []);
});

test("a command that was lost with its connection is sent again, once", (context) => {
  const { control, view, enter, show, up, cut, clock, sockets } = open(context);
  control.act("draw");
  assert.equal(up("act").length, 1);
  cut();
  assert.ok(control.snapshot().busy);
  enter();
  show();
  const [asked, ...others] = up("present");
  assert.deepEqual([asked.state, asked.answer, others], [view.state, 4, []]);
  const nothing = { type: "present", id: asked.id, state: null };
  sockets.at(-1).say({ type: "custom", content: nothing });
  assert.deepEqual(up("act"), [{ type: "act", action: "draw", state: view.state }]);
  sockets.at(-1).say({ type: "custom", content: nothing });
  clock.tick(1000);
  assert.equal(up("act").length, 1);
});

test("a table that counts its answers anew makes no difference to that", (context) => {
  const { control, view, enter, show, up, cut, sockets } = open(context);
  control.act("draw");
  cut();
  enter();
  show({ view: { ...view, answer: 0 } });
  const [asked] = up("present");
  assert.equal(asked.answer, 0, "it asks about what is shown now");
  sockets.at(-1).say({ type: "custom", content: { type: "present", id: asked.id, state: null } });
  assert.equal(up("act").length, 1);
});

test("a command that did arrive isn't sent again", (context) => {
  const { control, view, enter, show, up, cut, clock } = open(context);
  control.act("draw");
  cut();
  enter();
  show({ view: { ...view, state: view.state + 1, answer: 5 } });
  assert.ok(!control.snapshot().busy);
  clock.tick(60_000);
  assert.deepEqual(up("act"), []);
});

test("a refusal that came with the new connection is shown", (context) => {
  const { control, view, enter, show, cut } = open(context);
  control.act("draw");
  cut();
  enter();
  show({ view: { ...view, answer: 5, error: { key: "stale", text: "late" } } });
  assert.deepEqual([control.snapshot().busy, control.snapshot().view.error.key], [false, "stale"]);
});

test("offline nothing can be chosen, and what is opened goes up when the page is back", (context) => {
  const { control, enter, show, up, cut, sockets } = open(context);
  assert.ok("draw" in control.snapshot().view.targets);
  cut();
  assert.ok(sockets.length === 2);
  control.toggle("predict");
  assert.deepEqual([control.snapshot().shut, control.snapshot().view.targets], [true, {}]);
  control.act("draw");
  enter();
  show();
  assert.deepEqual(up("set"), [{ type: "set", traits: { opened: ["predict"] } }]);
  assert.deepEqual(up("act"), []);
  control.act("draw");
  assert.equal(up("act").length, 1);
});

test("what is meant for one seat in one game says so, and is forgotten with it", (context) => {
  const { control, model, show, up, sockets, view } = open(context);
  const lobby = (board) => sockets[0].say({ type: "lobby", lobby: { board, seats: [] } });
  lobby("1.0.g");
  show({ guest: { may: [], board: "1.0.g" } });
  control.act("draw");
  assert.equal(up("act")[0].board, "1.0.g");
  lobby("1.0.g");
  assert.equal(model.get("view").state, view.state);
  lobby("2.1.h");
  assert.equal(model.get("view"), null);
  assert.deepEqual(model.get("guest"), { may: [] });
});

test("being ready is answered by the lobby", (context) => {
  const { control, sockets, up } = open(context, "round-over");
  control.nextRound();
  assert.equal(up("next_round").length, 1);
  assert.ok(control.snapshot().busy);
  sockets[0].say({ type: "lobby", lobby: { board: null, ready: true, seats: [] } });
  assert.ok(!control.snapshot().busy);
  assert.equal(control.snapshot().lobby.ready, true);
});

test("a file of a panel comes down, and a page that leaves hears nothing more", (context) => {
  const { model, sockets, show, view } = open(context);
  const heard = [];
  model.on("msg:custom", (content) => heard.push(content));
  sockets[0].say({ type: "custom", content: { type: "file", panel: "predict", text: "" } });
  assert.equal(heard[0].type, "file");
  model.leave();
  show({ view: { ...view, state: 99 } });
  assert.equal(model.get("view").state, view.state);
});
