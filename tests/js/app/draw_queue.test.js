import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { drawInTurn } from "../../../skyjo_widget/js/app/draw_queue.js";

/** Observers that were made; none tells anything by itself. @type {any[]} */
const observers = [];

class Observer {
  /** @param {(entries: any[]) => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.ended = false;
    observers.push(this);
  }
  observe() {}
  disconnect() {
    this.ended = true;
  }
}

/** @param {number} top */
function place(top) {
  const box = {
    isConnected: false,
    getBoundingClientRect: () => ({ top, bottom: top + 500, width: 800 }),
  };
  return /** @type {any} */ (box);
}

/** @param {(page: {wait(ms: number): void}) => void} body */
function inPage(body) {
  const page = /** @type {any} */ (globalThis);
  page.IntersectionObserver = Observer;
  page.innerHeight = 1000;
  observers.length = 0;
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    body({ wait: (ms) => mock.timers.tick(ms) });
  } finally {
    mock.timers.reset();
    delete page.IntersectionObserver;
    delete page.innerHeight;
  }
}

/** Draw a place in its turn, and count how often that happens. @param {any} box */
function counted(box) {
  const seen = { drawn: 0, leave: () => {} };
  seen.leave = drawInTurn(box, () => {
    seen.drawn += 1;
  });
  return seen;
}

test("a view that comes into the page near what is in sight is drawn, once", () => {
  inPage(({ wait }) => {
    const box = place(1300);
    const seen = counted(box);
    wait(500);
    assert.equal(seen.drawn, 0);
    box.isConnected = true;
    wait(500);
    assert.equal(seen.drawn, 1);
    assert.ok(observers[0].ended);
    observers[0].tell([{ isIntersecting: true }]);
    wait(500);
    assert.equal(seen.drawn, 1);
  });
});

test("one that is far away waits until it is seen", () => {
  inPage(({ wait }) => {
    const box = place(9000);
    const seen = counted(box);
    box.isConnected = true;
    for (const isIntersecting of [false, true]) {
      wait(20_000);
      assert.equal(seen.drawn, 0);
      observers[0].tell([{ isIntersecting }]);
    }
    wait(500);
    assert.equal(seen.drawn, 1);
  });
});

test("one that was left before isn't drawn", () => {
  inPage(({ wait }) => {
    const box = place(0);
    const seen = counted(box);
    seen.leave();
    box.isConnected = true;
    wait(20_000);
    assert.equal(seen.drawn, 0);
    assert.ok(observers[0].ended);
  });
});
