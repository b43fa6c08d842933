/**
 * Dragging with a mouse, a pen or a finger.
 */

/** A pointer that has moved so far drags, in pixels. */
const DRAG_FROM = 6;

/**
 * Let an element follow the pointer that has just pressed on a button, and report where it is let
 * go. A press that doesn't move stays a click; a drag isn't one.
 *
 * @param {PointerEvent} event
 * @param {object} follow
 * @param {HTMLElement} follow.element what moves
 * @param {() => void} [follow.start]
 * @param {(at: PointerEvent) => void} [follow.over]
 * @param {(at: PointerEvent | null) => void} follow.drop null: the drag was broken off; the element
 *   is where it was dropped, until `putBack`
 */
export function drag(event, { element, start, over, drop }) {
  if (event.button !== 0 || !event.isPrimary) return;
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  const [x, y] = [event.clientX, event.clientY];
  const signal = new AbortController();
  const options = { signal: signal.signal };
  let moved = false;
  button.setPointerCapture(event.pointerId);
  /** @param {PointerEvent} now */
  const move = (now) => {
    const [dx, dy] = [now.clientX - x, now.clientY - y];
    if (!moved && Math.hypot(dx, dy) <= DRAG_FROM) return;
    if (!moved) {
      moved = true;
      element.dataset.dragged = "true";
      start?.();
    }
    const zoom = element.currentCSSZoom || 1; // on a projector
    element.style.transform = `translate(${dx / zoom}px, ${dy / zoom}px)`;
    over?.(now);
  };
  /** @param {PointerEvent} now */
  const end = (now) => {
    signal.abort();
    if (!moved) return;
    const noClick = (/** @type {Event} */ click) => click.stopImmediatePropagation();
    button.addEventListener("click", noClick, { capture: true, once: true });
    // If no click follows, the next one counts.
    setTimeout(() => button.removeEventListener("click", noClick, { capture: true }));
    drop(now.type === "pointercancel" ? null : now);
  };
  button.addEventListener("pointermove", move, options);
  button.addEventListener("pointerup", end, options);
  button.addEventListener("pointercancel", end, options);
}

/**
 * Put what was dragged back where it belongs.
 *
 * @param {Element | null} box
 */
export function putBack(box) {
  for (const element of box?.querySelectorAll("[data-dragged]") ?? []) {
    const { style, dataset } = /** @type {HTMLElement} */ (element);
    style.transform = "";
    delete dataset.dragged;
  }
}

/**
 * @param {Element} element
 * @param {{clientX: number, clientY: number}} at
 */
export function holds(element, { clientX, clientY }) {
  const box = element.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}
