/**
 * The signal that one's turn begins: a short sound, and the phone shakes. Only for who wants it.
 */

/** Where the wish is kept in the browser. */
const WISH = "skyjo_widget.signal";
/** The phone shakes twice, in ms. */
const SHAKE = [80, 60, 80];
/** Two notes: hertz, and seconds from now. */
const NOTES = [
  [660, 0],
  [880, 0.12],
];
const LENGTH = 0.16;

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
 * @param {() => AudioContext} world.sound
 * @param {(pattern: number[]) => void} world.shake
 */
export function makeSignal({ storage, sound, shake }) {
  let on = storage?.getItem(WISH) === "on";
  /** A browser lets a page sound only after a touch. @type {AudioContext | null} */
  let audio = null;
  /** Null until the first view: a page that opens in one's turn needs no signal. @type {boolean | null} */
  let turn = null;

  const play = () => {
    shake(SHAKE);
    if (audio?.state !== "running") return;
    for (const [pitch, after] of NOTES) {
      const start = audio.currentTime + after;
      const [note, loudness] = [audio.createOscillator(), audio.createGain()];
      note.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.18, start);
      loudness.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
      note.connect(loudness).connect(audio.destination);
      note.start(start);
      note.stop(start + LENGTH);
    }
  };

  return {
    isOn: () => on,
    /** The page was touched: from now on it may sound. */
    touched() {
      if (!on) return;
      audio ??= sound();
      if (audio.state === "suspended") void audio.resume();
    },
    /** Want the signal, or no longer; it is given once, to be known. */
    toggle() {
      on = !on;
      storage?.setItem(WISH, on ? "on" : "off");
      if (!on) return;
      this.touched();
      void (audio?.state === "running" ? play() : audio?.resume().then(play));
    },
    /** @param {boolean} now whether it is one's turn */
    follow(now) {
      if (on && now && turn === false) play();
      turn = now;
    },
  };
}
