/**
 * The signal that one's turn begins: a short sound, and the phone shakes. Only for who wants it.
 */

/** The key of the wish in the browser's storage. */
const WISH = "skyjo_widget.signal";
/** The phone shakes twice, in ms. */
const SHAKE = [80, 60, 80];

/**
 * Check if a view is a person's turn.
 *
 * @param {Sjw.View | null | undefined} view
 * @param {number | null | undefined} seat
 */
export function isTurnOf(view, seat) {
  return typeof seat === "number" && view?.waiting === "person" && view.seat === seat;
}

/**
 * @param {object} world
 * @param {Storage | null} world.storage
 * @param {Sjw.Speaker} world.speaker
 * @param {(pattern: number[]) => void} world.shake
 */
export function makeSignal({ storage, speaker, shake }) {
  let on = storage?.getItem(WISH) === "on";
  /** Null until the first view: a page that opens in one's turn needs no signal. @type {boolean | null} */
  let turn = null;

  const give = () => {
    shake(SHAKE);
    speaker.sound("turn");
  };

  return {
    isOn: () => on,
    /** The page was touched: from now on it may sound. */
    touched: () => on && speaker.touched(),
    /** Want the signal, or no longer; it is given once, to be known. */
    toggle() {
      on = !on;
      storage?.setItem(WISH, on ? "on" : "off");
      if (!on) return;
      speaker.touched();
      give();
    },
    /** @param {boolean} now whether it is one's turn */
    follow(now) {
      if (on && now && turn === false) give();
      turn = now;
    },
  };
}
