/** The sounds of a page. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { makeSpeaker } from "../../../skyjo_widget/js/lib/speaker.js";

/** A speaker whose notes are kept: of each sound that began its pitches, and those that were stopped. */
const speakerOf = (state = "running") => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const done = { opened: 0, sounds: [], cut: 0 };
  const node = () => {
    const pitches = [];
    return {
      frequency: { setValueAtTime: (pitch) => pitches.push(pitch) },
      gain: {
        setValueAtTime() {},
        linearRampToValueAtTime() {},
        exponentialRampToValueAtTime() {},
      },
      connect: (next) => next,
      start: () => done.sounds.push(pitches),
      stop: (at) => {
        if (at === undefined) done.cut += 1;
      },
    };
  };
  const audio = { state, currentTime: 0, createOscillator: node, createGain: node };
  const speaker = makeSpeaker(() => {
    done.opened += 1;
    return audio;
  });
  return { speaker, done, pass: () => mock.timers.tick(1000), end: () => mock.timers.reset() };
};

test("nothing is opened, and nothing sounds, before a touch", () => {
  const { speaker, done, pass, end } = speakerOf();
  speaker.sound("end");
  pass();
  assert.deepEqual(done, { opened: 0, sounds: [], cut: 0 });
  speaker.touched();
  speaker.touched();
  pass();
  assert.deepEqual(done, { opened: 1, sounds: [], cut: 0 });
  end();
});

test("a moment has one sound, the most telling one", () => {
  const { speaker, done, pass, end } = speakerOf();
  speaker.touched();
  for (const name of ["place", "clear", "place", "last", "place"]) speaker.sound(name);
  pass();
  assert.deepEqual(done.sounds, [[587, 440]]);
  speaker.sound("place");
  pass();
  assert.deepEqual(done.sounds[1], [196]);
  assert.equal(done.cut, 1, "the one before has ended by then");
  end();
});

test("a page that a browser keeps silent stays so", () => {
  const { speaker, done, pass, end } = speakerOf("closed");
  speaker.touched();
  speaker.sound("clear");
  pass();
  assert.deepEqual(done.sounds, []);
  end();
});
