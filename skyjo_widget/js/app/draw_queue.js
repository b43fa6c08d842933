/**
 * Views are drawn when they come near the part of the page that is in sight, one at a time: so a
 * notebook with many of them leaves the page time for everything else.
 */

/** Distance from the visible part of the page within which views are drawn, in px. */
const NEAR = 1000;
/** The longest pause after a drawing, in ms: the page gets as much time as the drawing took. */
const PAUSE = 1000;

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
  const turn = () => queue(() => left || draw());
  if (isNear(box) || typeof IntersectionObserver === "undefined") {
    turn();
    return () => {
      left = true;
    };
  }
  const margin = `${NEAR}px`;
  const options = { rootMargin: margin, scrollMargin: margin };
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    turn();
  }, options);
  observer.observe(box);
  return () => {
    left = true;
    observer.disconnect();
  };
}
