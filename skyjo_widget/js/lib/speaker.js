/**
 * The sounds of a page, made by the Web Audio API: one a moment, the most telling one, and never
 * before a touch or a key.
 */

/** Notes of each sound, in hertz, the most telling sound first. @type {Record<Sjw.Sound, number[]>} */
const SOUNDS = {
  end: [392, 494, 587, 784],
  last: [587, 440],
  turn: [660, 880],
  clear: [523, 659, 784],
  place: [196],
};
const NAMES = Object.keys(SOUNDS);
/** Length of a note, and of its beginning, in s. */
const [NOTE, ATTACK] = [0.12, 0.008];
const [LOUD, SILENT] = [0.14, 0.001];
/** Length of a moment, in ms: about as long as a card flies. */
const MOMENT = 180;

/**
 * @param {() => AudioContext} open
 * @returns {Sjw.Speaker}
 */
export function makeSpeaker(open) {
  /** @type {AudioContext | null} */
  let audio = null;
  /** The sound of this moment. @type {Sjw.Sound | null} */
  let due = null;
  /** @type {OscillatorNode | null} */
  let playing = null;

  const play = () => {
    const notes = SOUNDS[/** @type {Sjw.Sound} */ (due)];
    due = null;
    if (audio?.state !== "running") return;
    playing?.stop(); // two at once would be noise
    const now = audio.currentTime;
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    notes.forEach((pitch, n) => {
      const start = now + n * NOTE;
      tone.frequency.setValueAtTime(pitch, start);
      loudness.gain.setValueAtTime(SILENT, start);
      loudness.gain.linearRampToValueAtTime(LOUD, start + ATTACK);
      loudness.gain.exponentialRampToValueAtTime(SILENT, start + NOTE);
    });
    tone.connect(loudness).connect(audio.destination);
    tone.start(now);
    tone.stop(now + notes.length * NOTE);
    playing = tone;
  };

  return {
    touched() {
      audio ??= open();
      if (audio.state === "suspended") void audio.resume();
    },
    sound(name) {
      if (!audio) return;
      if (due === null) setTimeout(play, MOMENT);
      if (due === null || NAMES.indexOf(name) < NAMES.indexOf(due)) due = name;
    },
  };
}

/** The only one of a page: its views have their moments together. */
export const speaker = makeSpeaker(() => new AudioContext());
