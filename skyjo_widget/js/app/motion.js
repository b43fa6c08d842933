/**
 * Cards that move. The layer above the board belongs to this module alone:
 * copies of cards fly there while the board below already shows the truth.
 * The board's own elements are only given Web Animations, which leave no
 * trace on them; nothing waits for a motion to end.
 */

/** @typedef {{rect: DOMRect, card: Element}} Sight */

/**
 * Check if there is only the place of a card.
 *
 * @param {Element} card
 */
function isGone(card) {
  return card.classList.contains("sjw-gone");
}

/** A column that is cleared is a moment of the game: its cards rise, stay, and go. */
const LONG = 2.5;

/** @param {DOMRect} rect */
function lifted({ left, top, width, height }) {
  return new DOMRect(left - 0.06 * width, top - 0.06 * height, 1.12 * width, 1.12 * height);
}

/** @param {Sjw.Change} change */
function spotsOf(change) {
  if (change.kind === "fly") return [change.from, change.to, change.via ?? change.to];
  return change.kind === "leave" && change.to ? [change.spot, change.to] : [change.spot];
}

/**
 * @param {Element} frame holds the board
 * @param {HTMLElement} layer lies over it, same origin
 */
export function makeStage(frame, layer) {
  /** @type {Set<Animation>} */
  const running = new Set();

  /**
   * @param {string} spot
   * @returns {Element | null}
   */
  const cardAt = (spot) =>
    frame.querySelector(
      `[data-spot="${spot}"] > .sjw-card, [data-spot="${spot}"] > .sjw-stack > .sjw-card`,
    );

  /**
   * @param {Sjw.Change[]} changes
   * @returns {Map<string, Sight>} what the spots concerned look like now
   */
  const look = (changes) => {
    const sights = new Map();
    for (const change of changes) {
      for (const spot of spotsOf(change)) {
        const card = sights.has(spot) ? null : cardAt(spot);
        if (!card) continue;
        const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
        copy.style.transform = ""; // it may just have been dragged
        sights.set(spot, { rect: card.getBoundingClientRect(), card: copy });
      }
    }
    return sights;
  };

  const clear = () => {
    for (const animation of running) animation.cancel();
    running.clear();
    layer.replaceChildren();
  };

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @returns {Animation}
   */
  const run = (element, frames, duration) => {
    const animation = element.animate(frames, { duration, easing: "cubic-bezier(.3,.1,.2,1)" });
    running.add(animation);
    animation.onfinish = () => running.delete(animation);
    return animation;
  };

  /**
   * @param {Element} card a copy
   * @param {DOMRect} from
   * @param {DOMRect} to
   * @param {number} duration
   * @param {number} fade opacity at the end
   * @param {DOMRect} origin of the layer
   * @param {DOMRect} [via] where it rests a moment on its way
   */
  const fly = (card, from, to, duration, fade, origin, via) => {
    const ghost = layer.ownerDocument.createElement("span");
    ghost.className = "sjw-ghost";
    ghost.style.left = `${to.left - origin.left}px`;
    ghost.style.top = `${to.top - origin.top}px`;
    ghost.style.width = `${to.width}px`;
    ghost.style.height = `${to.height}px`;
    ghost.append(card);
    layer.append(ghost);
    /** @param {DOMRect} there */
    const at = (there) =>
      `translate(${there.left - to.left}px, ${there.top - to.top}px) scale(${
        there.width / to.width
      }, ${there.height / to.height})`;
    /** @type {Keyframe[]} */
    const frames = [{ transform: at(from), opacity: 1 }];
    if (via)
      for (const offset of [0.4, 0.65]) frames.push({ transform: at(via), opacity: 1, offset });
    const animation = run(ghost, [...frames, { transform: "none", opacity: fade }], duration);
    animation.onfinish = () => {
      running.delete(animation);
      ghost.remove();
    };
  };

  /**
   * @param {Sjw.Change[]} changes
   * @param {Map<string, Sight>} before
   * @param {number} duration
   */
  const play = (changes, before, duration) => {
    // All is measured before the first card flies: from then on each look would cost a layout.
    const after = look(changes);
    const origin = layer.getBoundingClientRect();
    for (const change of changes) {
      if (change.kind === "flip") {
        const card = cardAt(change.spot);
        if (card) {
          const turn = ["perspective(400px) rotateY(86deg)", "perspective(400px) rotateY(0deg)"];
          run(card, [{ transform: turn[0] }, { transform: turn[1] }], duration);
        }
      } else if (change.kind === "leave") {
        const start = before.get(change.spot);
        const end = change.to ? after.get(change.to)?.rect : start?.rect;
        if (start && end)
          fly(start.card, start.rect, end, LONG * duration, 0.2, origin, lifted(start.rect));
      } else {
        const start = before.get(change.from);
        const end = after.get(change.to);
        if (!start || !end) continue;
        const arrives = change.card === "arrival" && !isGone(end.card);
        if (!arrives && isGone(start.card)) continue;
        const card = /** @type {Element} */ ((arrives ? end : start).card.cloneNode(true));
        if (change.via) {
          // From there on it is one of many, and its destination still shows them.
          const via = after.get(change.via)?.rect;
          fly(card, start.rect, end.rect, 2 * duration, 0.2, origin, via);
          continue;
        }
        fly(card, start.rect, end.rect, duration, 1, origin);
        const real = cardAt(change.to);
        if (real) run(real, [{ opacity: 0 }, { opacity: 0 }], duration);
      }
    }
  };

  /**
   * Refuse a choice: the card and the prompt shake a little.
   *
   * @param {string} spot
   */
  const refuse = (spot) => {
    for (const element of frame.querySelectorAll(`[data-spot="${spot}"], .sjw-prompt`)) {
      const shift = [0, 2, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
      run(element, shift, 180);
    }
  };

  return { look, play, refuse, clear };
}
