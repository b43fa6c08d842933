/**
 * A card's colour: cool when low, warm when high.
 *
 * Blue through sand to vermilion, straight lines in OKLab: the blue–yellow
 * axis is the one that colour-blind readers keep, and there is no green
 * between. Only hue and chroma are given here; frame.css sets the lightness
 * of paper, ink and marks for each theme, so contrast is the same for every
 * value.
 */

/** [value, hue in degrees, chroma] */
const STOPS = [
  [-2, 276, 0.17],
  [1, 255, 0.14],
  [3.5, 225, 0.085],
  [5.5, 95, 0.05],
  [8, 76, 0.13],
  [10, 52, 0.15],
  [12, 27, 0.175],
];

const POINTS = STOPS.map(([value, hue, chroma]) => {
  const angle = (hue * Math.PI) / 180;
  return { value, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) };
});

/**
 * The OKLab a and b of a value; values beyond the ends take the ends' colour.
 *
 * @param {number} value
 * @returns {{a: number, b: number}}
 */
export function tone(value) {
  const last = POINTS.length - 1;
  if (value <= POINTS[0].value) return POINTS[0];
  if (value >= POINTS[last].value) return POINTS[last];
  const k = POINTS.findIndex((point) => value < point.value);
  const [low, high] = [POINTS[k - 1], POINTS[k]];
  const f = (value - low.value) / (high.value - low.value);
  return { a: low.a + f * (high.a - low.a), b: low.b + f * (high.b - low.b) };
}
