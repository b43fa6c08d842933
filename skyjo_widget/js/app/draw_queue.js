/**
 * Views are drawn when they come near the part of the page that is in sight, one at a time: so a
 * notebook with many of them leaves the page time for everything else.
 */

/** Distance from the visible part of the page within which views are drawn, in px. */
const NEAR = 1000;
/** The longest pause after a drawing, in ms: the page gets as much time as the drawing took. */
const PAUSE = 1000;

/** A view that isn't in the page yet is looked for so many times, after so many ms each. */
const LOOKS = 200;
const LOOK_AFTER = 50;

/** @type {(() => void)[]} */
const line = [];
let busy = false;

function serve() {
  const draw = line.shift();
  busy = draw !== undefined;
  if (!draw) return;
  const start = performance.now();
  try {
    draw();
  } finally {
    setTimeout(serve, Math.min(PAUSE, performance.now() - start));
  }
}

/** @param {() => void} draw */
function queue(draw) {
  line.push(draw);
  if (!busy) serve();
}

/** @param {Element} box */
function isNear(box) {
  if (!box.isConnected) return false;
  const { top, bottom, width } = box.getBoundingClientRect();
  return width > 0 && bottom > -NEAR && top < innerHeight + NEAR;
}

/**
 * Draw a view when it is near and its turn has come: at once, if that is now.
 *
 * @param {Element} box its place; it has a height
 * @param {() => void} draw
 * @returns {() => void} leave it undrawn
 */
export function drawInTurn(box, draw) {
  let left = false;
  let due = false;
  /** @type {IntersectionObserver | undefined} */
  let observer;
  const turn = () => {
    observer?.disconnect();
    if (!due) queue(() => left || draw());
    due = true;
  };
  if (isNear(box) || typeof IntersectionObserver === "undefined") {
    turn();
  } else {
    const margin = `${NEAR}px`;
    const options = { rootMargin: margin, scrollMargin: margin };
    observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) turn();
    }, options);
    observer.observe(box);
    // In JupyterLab the margins don't count: a panel around the notebook cuts off what lies outside.
    onceInPage(box, LOOKS, () => left || !isNear(box) || turn());
  }
  return () => {
    left = true;
    observer?.disconnect();
  };
}

/**
 * Call back when an element has come into the page, unless that takes too long.
 *
 * @param {Element} box
 * @param {number} looks
 * @param {() => void} then
 */
function onceInPage(box, looks, then) {
  if (box.isConnected) then();
  else if (looks > 0) setTimeout(onceInPage, LOOK_AFTER, box, looks - 1, then);
}
