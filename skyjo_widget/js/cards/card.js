/**
 * Cards: our own drawing, in HTML and SVG built here.
 *
 * A face is a sheet of tinted paper with one large numeral and, along its
 * rim, the twelve marks of a rectangular watch; as many are inked as the
 * card is worth, diamonds when it is below zero. So a card shows its value
 * three times over: numeral, marks, colour. Beyond twelve an inner row of
 * marks continues the count. A card that can do something has a foot below the
 * dial, with a drawing and, where there is room, a word, which the style sheet
 * paints: the card's name in words has the whole sentence.
 */

import { printed } from "../lib/i18n.js";
import { Kept } from "../lib/kept.js";
import { html } from "../vendor/htm-preact.js";
import { EffectIcon } from "./effect_icons.js";
import { cardParts, effectLabel } from "./effects.js";
import { tone } from "./tint.js";

const MARKS = 12;

/**
 * The whole number a card stands for, if it does.
 *
 * @param {Sjw.Card} card
 * @returns {number | null}
 */
export function cardValue(card) {
  const { number } = cardParts(card);
  return /^-?\d+$/.test(number) ? Number(number) : null;
}

/**
 * The marks of a value's dial: how many of the twelve are inked in each row.
 *
 * @param {number} value
 * @returns {{outer: number, inner: number, shape: "bar" | "diamond"}}
 */
export function dial(value) {
  const size = Math.abs(value);
  return {
    outer: Math.min(size, MARKS),
    inner: Math.min(Math.max(size - MARKS, 0), MARKS),
    shape: value < 0 ? "diamond" : "bar",
  };
}

/**
 * The places of the twelve marks on a card 100 wide, three on each side,
 * clockwise from the middle of the top, each with its way inwards.
 *
 * @param {number} height of the card when it is 100 wide
 * @param {number} inset from the rim
 * @returns {{x: number, y: number, dx: number, dy: number}[]}
 */
export function markPlaces(height, inset) {
  const [near, far] = [26, 74];
  const [high, middle, low] = [height * 0.27, height / 2, height * 0.73];
  const top = (/** @type {number} */ x) => ({ x, y: inset, dx: 0, dy: 1 });
  const right = (/** @type {number} */ y) => ({ x: 100 - inset, y, dx: -1, dy: 0 });
  const bottom = (/** @type {number} */ x) => ({ x, y: height - inset, dx: 0, dy: -1 });
  const left = (/** @type {number} */ y) => ({ x: inset, y, dx: 1, dy: 0 });
  return [
    top(50),
    top(far),
    right(high),
    right(middle),
    right(low),
    bottom(far),
    bottom(50),
    bottom(near),
    left(low),
    left(middle),
    left(high),
    top(near),
  ];
}

/**
 * SVG path data of some of the marks.
 *
 * @param {ReturnType<typeof markPlaces>} places
 * @param {"bar" | "diamond"} shape
 * @param {number} size a bar's length, a diamond's half width
 */
function markPath(places, shape, size) {
  const n = (/** @type {number} */ x) => Number(x.toFixed(1));
  return places
    .map(({ x, y, dx, dy }) =>
      shape === "bar"
        ? `M${n(x)} ${n(y)}l${dx * size} ${dy * size}`
        : `M${n(x)} ${n(y - size)}l${size} ${size}l${-size} ${size}l${-size} ${-size}Z`,
    )
    .join("");
}

/** @param {string} text */
function numeralSize(text) {
  if (text.length === 1) return 60;
  if (text.length === 2) return 44;
  return text.length === 3 ? (text.startsWith("−") ? 29 : 33) : 84 / text.length;
}

/**
 * @param {{value: number, text: string, height: number}} props
 */
function Dial({ value, text, height }) {
  const { outer, inner, shape } = dial(value);
  const size = numeralSize(text) * (inner > 0 ? 0.84 : 1);
  const rim = shape === "bar" ? markPlaces(height, 7) : markPlaces(height, 11.5);
  const rest = markPlaces(height, 9).slice(outer);
  const second = markPlaces(height, shape === "bar" ? 20 : 24).slice(0, inner);
  // Figures of the common text faces are 0.72 em high: half of that centres them.
  return html`<svg class="sjw-dial" viewBox=${`0 0 100 ${height}`} aria-hidden="true">
    <path class="sjw-mark sjw-mark-rest" d=${markPath(rest, "bar", 0.1)} />
    <path
      class=${`sjw-mark sjw-mark-${shape}`}
      d=${markPath(rim.slice(0, outer), shape, shape === "bar" ? 7 : 6.5)}
    />
    ${
      inner > 0 &&
      html`<path
        class=${`sjw-mark sjw-mark-${shape} sjw-mark-inner`}
        d=${markPath(second, shape, shape === "bar" ? 2.5 : 3.2)}
      />`
    }
    <text class="sjw-numeral" text-anchor="middle" font-size=${size} x="50" y=${height / 2 + size * 0.36}>
      ${text}
    </text>
  </svg>`;
}

/** The lattice of the back: drawn once, as lines through a 60 × 80 sheet. */
const LATTICE = (() => {
  let path = "";
  for (let k = -80; k <= 140; k += 10) path += `M${k} 0L${k + 80} 80M${k} 0L${k - 80} 80`;
  return path;
})();
/** A round dial with all twelve marks. */
const BACK_MARKS = (() => {
  let path = "";
  for (let k = 0; k < MARKS; k += 1) {
    const angle = (k * 2 * Math.PI) / MARKS;
    const [x, y] = [Math.sin(angle), Math.cos(angle)];
    path += `M${(x * 10.4).toFixed(2)} ${(y * 10.4).toFixed(2)}L${(x * 15.6).toFixed(2)} ${(y * 15.6).toFixed(2)}`;
  }
  return path;
})();
const BACK_DIAMOND = "M0 -6.5L5 0L0 6.5L-5 0Z";

/** The side that all cards share: a lattice, and the dial without marks. */
function Back() {
  return html`<svg
    class="sjw-back-art"
    viewBox="0 0 60 80"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    <path class="sjw-lattice" d=${LATTICE} />
    <g transform="translate(30 40)">
      <circle class="sjw-medal" r="19" />
      <path class="sjw-medal-marks" d=${BACK_MARKS} />
      <path class="sjw-medal-heart" d=${BACK_DIAMOND} />
    </g>
  </svg>`;
}

/**
 * A card's own hue, for the style sheet.
 *
 * @param {Sjw.Card} card
 */
export function hue(card) {
  const { a, b } = tone(cardValue(card) ?? 5);
  return `--a:${a.toFixed(4)};--b:${b.toFixed(4)}`;
}

/** A star: what a wild card has for a number, on a 16 × 16 sheet. */
const STAR = "M8 .8 10.1 5.6 15.3 6.1 11.4 9.6 12.5 14.7 8 12.1 3.5 14.7 4.6 9.6 .7 6.1 5.9 5.6Z";

export function Star() {
  return html`<svg class="sjw-icon sjw-star" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${STAR} />
  </svg>`;
}

/**
 * A wild card: each mark of its dial has the colour of its number, and a star is in the middle.
 *
 * @param {{height: number}} props
 */
function WildDial({ height }) {
  const size = 46;
  return html`<svg class="sjw-dial" viewBox=${`0 0 100 ${height}`} aria-hidden="true">
    ${markPlaces(height, 7).map((place, n) => {
      // The first place is at the top, where the twelve of a watch is.
      return html`<path
        key=${n}
        class="sjw-mark sjw-mark-bar"
        style=${hue(String(n === 0 ? MARKS : n))}
        d=${markPath([place], "bar", 7)}
      />`;
    })}
    <path
      class="sjw-wild-star"
      d=${STAR}
      transform=${`translate(${50 - size / 2} ${height / 2 - size / 2 - 1}) scale(${size / 16})`}
    />
  </svg>`;
}

/** The part of a card's height that its foot takes. */
const FOOT = 0.32;
/** A card as wide as this has room for a word on its foot, in pixels. */
const WORD_FROM = 62;
/** The same for the word that a wild card has. */
const SHORT_WORD_FROM = 50;

/**
 * The face of a face-down card, for viewers who may see it: small, on its back.
 *
 * @param {{card: Sjw.Card}} props
 */
function Under({ card }) {
  const { number, effect } = cardParts(card);
  return html`<span class="sjw-under sjw-face" style=${hue(card)}>
    ${printed(number)}${effect && html`<${EffectIcon} name=${effect} />`}
  </span>`;
}

/**
 * One card, drawn anew only when it looks different: most of a table stays as it is.
 *
 * @param {CardProps} props
 */
export function Card(props) {
  const { card, size, shape, t, wild, under } = props;
  const says = [card, size, shape.w, shape.h, t.lang, wild, under].join();
  return html`<${Kept} says=${says} draw=${() => face(props)} />`;
}

/**
 * @typedef {{card: Sjw.Card, size: "large" | "small", shape: Sjw.Size, t: Sjw.Translate,
 *   wild?: boolean, under?: Sjw.Card}} CardProps
 *   wild: whether it only stands for this number; under: of a card that lies face down, what it is
 */

/**
 * One card, whichever side is up. "." draws the place where a card was; "wild" one that may stand
 * for any number.
 *
 * @param {CardProps} props
 */
function face({ card, size, shape, t, wild = false, under = "" }) {
  if (card === ".") return html`<span class=${`sjw-card sjw-${size} sjw-gone`}></span>`;
  if (card === "?") {
    return html`<span class=${`sjw-card sjw-${size} sjw-back`}>
      <${Back} />${under && html`<${Under} card=${under} />`}
    </span>`;
  }
  if (card === "wild") {
    return html`<span class=${`sjw-card sjw-${size} sjw-face sjw-wild`}>
      ${
        size === "small"
          ? html`<${Star} />`
          : html`<${WildDial} height=${(100 * shape.h) / shape.w} />`
      }
    </span>`;
  }
  const value = cardValue(card);
  const { number, effect } = cardParts(card);
  const text = printed(number);
  const icon = wild ? html`<${Star} />` : effect && html`<${EffectIcon} name=${effect} />`;
  const word = wild
    ? shape.w >= SHORT_WORD_FROM && t("piles.wild_mark")
    : shape.w >= WORD_FROM && effectLabel(t, effect);
  if (size === "small") {
    return html`<span
      class="sjw-card sjw-small sjw-face"
      style=${hue(card)}
      data-length=${Math.min(text.length, 4)}
      data-effect=${effect || wild || undefined}
    >
      ${text}${icon}
    </span>`;
  }
  const height = ((icon ? 1 - FOOT : 1) * 100 * shape.h) / shape.w;
  return html`<span class="sjw-card sjw-large sjw-face" style=${hue(card)} data-effect=${effect || wild || undefined}>
    ${
      value === null
        ? html`<span class="sjw-word">${text}</span>`
        : html`<${Dial} value=${value} text=${text} height=${height} />`
    }
    ${
      icon &&
      html`<span class="sjw-foot" data-wild=${wild || undefined} data-word=${word || undefined}>
        ${icon}
      </span>`
    }
  </span>`;
}

/**
 * The visible part of a card in a fan: its upper edge, with its number, which is painted as that of
 * an `Edge`.
 *
 * @param {{card: Sjw.Card}} props
 */
export function Strip({ card }) {
  if (card === "wild") return html`<span class="sjw-strip sjw-face sjw-wild"><${Star} /></span>`;
  return html`<span class="sjw-strip sjw-face" style=${hue(card)} data-value=${printed(card)}></span>`;
}

/**
 * The visible part of a card under another: its lower edge, with its value. The value is
 * painted by the style sheet: as text it would run into the upper card's ("10" and "9" as "109").
 *
 * @param {{card: Sjw.Card}} props
 */
export function Edge({ card }) {
  const value = printed(cardParts(card).number);
  return html`<span class="sjw-edge sjw-face" style=${hue(card)} data-value=${value}></span>`;
}
