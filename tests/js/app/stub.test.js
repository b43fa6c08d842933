/** The module that anywidget gets: it asks for the code, one widget at a time, and keeps a late model hearing. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FakeModel } from "../support/fake-model.js";

const source = readFileSync(
  new URL("../../../skyjo_widget/js/app/stub.js", import.meta.url),
  "utf8",
);
let count = 0;

/** The module as each model imports its own. */
const load = async (hash, kernel) => {
  const filled = { hash, kernel, kind: "board", words: { en: ["…", "…"] } };
  const text = source.replace("/* filled */ {}", JSON.stringify(filled));
  count += 1;
  return (await import(`data:text/javascript,${encodeURIComponent(text)}//${count}`)).default;
};
const open = async (hash, kernel) => {
  const model = new FakeModel({});
  (await load(hash, kernel)).initialize({ model });
  return model;
};
const asked = (...models) => models.map(({ sent }) => sent.length);

test("one widget asks at a time, each kernel in turn", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const [first, second] = [await open("turns", "a"), await open("turns", "a")];
  const other = await open("turns", "b");
  assert.deepEqual(asked(first, second, other), [0, 0, 0], "it may come unasked");
  context.mock.timers.tick(100);
  assert.deepEqual(asked(first, second, other), [1, 0, 0]);
  assert.deepEqual(first.sent, [{ type: "code", hash: "turns" }]);
  context.mock.timers.tick(4000);
  assert.deepEqual(asked(first, second, other), [1, 0, 1], "the first one's kernel may be busy");
  context.mock.timers.tick(8000);
  assert.deepEqual(asked(first, second, other), [1, 1, 1]);
});

test("a kernel that is gone doesn't keep the others from asking", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const gone = new FakeModel({});
  gone.send = () => {
    throw new Error("Cannot send");
  };
  (await load("gone", "a")).initialize({ model: gone });
  const living = await open("gone", "b");
  context.mock.timers.tick(4100);
  assert.deepEqual(asked(living), [1]);
});

test("two versions ask for themselves", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const [old, young] = [await open("old", "a"), await open("young", "a")];
  context.mock.timers.tick(100);
  assert.deepEqual([old.sent[0].hash, young.sent[0].hash], ["old", "young"]);
});

/** A model as Jupyter's are: anywidget's class on top of ipywidgets'. */
class Plain extends FakeModel {
  heard = [];
  comm = { on_msg: (callback) => (this.comm.hear = callback) };
  set() {
    return this;
  }
  _handle_comm_msg(message) {
    this.heard.push(message);
    return Promise.resolve();
  }
}
class Any extends Plain {
  fault = null;
  async _handle_comm_msg(message) {
    if (this.fault) throw this.fault;
    return super._handle_comm_msg(message);
  }
}
const late = async (fault) => {
  const model = new Any({});
  model.fault = fault;
  (await load("late", "a")).initialize({ model });
  return model;
};

test("what anywidget refuses for a late start is heard all the same, once", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const deaf = await late(new Error("[anywidget] Failed to initialize model."));
  const sound = await late(null);
  for (const model of [deaf, sound]) {
    await model.comm.hear("update");
    assert.deepEqual(model.heard, ["update"]);
  }
});

test("other errors are reported as ever", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const broken = await late(new Error("a listener failed"));
  await assert.rejects(() => broken.comm.hear("update"), /a listener failed/);
  assert.deepEqual(broken.heard, []);
});
