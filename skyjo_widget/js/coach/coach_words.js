/**
 * The coach's words: numbers as the language writes them, actions, what is best, what a move cost.
 */

import { cardParts, effectLabel, effectParts } from "../cards/effects.js";
import { counted, inGame, printed } from "../lib/i18n.js";

/** Standard errors after ±: 95 of 100 such intervals hold the true chance. */
const ERRORS = 2;

/* ---- Numbers ---------------------------------------------------------------- */

/**
 * A number with its decimals, as the language writes it.
 *
 * @param {Sjw.Translate} t
 * @param {number} value
 * @param {number} digits after the comma
 * @param {boolean} [signed] whether a plus is written too
 * @returns {string}
 */
export function decimal(t, value, digits, signed = false) {
  const text = new Intl.NumberFormat(t.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: "exceptZero", // or −0.04 would be "−0.0"
  }).format(value);
  return (signed ? text : text.replace("+", "")).replace("-", "−");
}

/**
 * Points with one decimal, which three figures do without.
 *
 * @param {Sjw.Translate} t
 * @param {number} points
 * @param {boolean} [signed]
 */
export function pointsText(t, points, signed = true) {
  return decimal(t, points, Math.abs(points) < 99.95 ? 1 : 0, signed);
}

/**
 * A chance in percent, with its error if it has one.
 *
 * @param {Sjw.Translate} t
 * @param {number} chance 0 to 1
 * @param {number | null} [error]
 */
export function percentText(t, chance, error = null) {
  const text = t("coach.percent", { value: decimal(t, 100 * chance, 0) });
  return error ? `${text}\u00a0${errorText(t, error)}` : text;
}

/**
 * The error of a chance: never less than its last digit.
 *
 * @param {Sjw.Translate} t
 * @param {number} error over 0
 */
export function errorText(t, error) {
  return `±${decimal(t, Math.max(1, 100 * ERRORS * error), 0)}`;
}

/**
 * A formula in the language's words and numbers, which is broken between two terms only.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {string} formula "+4 −9 −0.05 = −5.05", "place b3: +4 …", "reverse: +0, place b3: +4 …"
 */
export function formulaText(t, view, formula) {
  const comma = decimal(t, 0.5, 1)[1];
  const steps = formula.split(", ").map((step) => {
    const [, name, terms] = /^(?:(.*): )?(.*)$/s.exec(step) ?? ["", undefined, step];
    const written = terms
      .replace(/(\d)\.(\d)/g, `$1${comma}$2`)
      .replace(/ × | = /g, (sign) => sign.replaceAll(" ", "\u00a0"))
      .replace(/([+−]) (\d)/g, "$1\u00a0$2");
    if (name === undefined) return written;
    const action = effectParts(view, name) ? effectLabel(t, name) : actionText(t, view, name);
    return t("coach.then", { action, formula: written });
  });
  return steps.join(t("coach.formula_joint"));
}

/**
 * The chance that a card has a number, in words.
 *
 * @param {Sjw.Translate} t
 * @param {number} number
 * @param {number} copies
 * @param {Sjw.Counts} counts
 * @param {number | null} wild the number that stands for wild cards
 */
export function chanceText(t, number, copies, counts, wild) {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const card = number === wild ? { key: "piles.wild" } : number;
  return t("coach.chance", { card, copies, total, percent: percentText(t, copies / total) });
}

/**
 * The label under a bar.
 *
 * @param {number} number
 * @param {number | null} wild the number that stands for wild cards
 * @returns {string}
 */
export function barName(number, wild) {
  return number === wild ? "★" : printed(number);
}

/* ---- Actions ---------------------------------------------------------------- */

/**
 * An action in the infinitive: "place the card on b3".
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {string} action in notation
 * @returns {string} the notation itself where there are no words
 */
export function actionText(t, view, action) {
  const [kind, ...rest] = action.split(" ");
  const [what = "", where = ""] = rest;
  const place = where || what;
  const [seat, position] = what.includes(":") ? what.split(":") : ["", what];
  const other = seat !== "" && Number(seat) !== view.viewer;
  return (
    inGame(t, view.game, `coach.do.${kind}`, {
      position,
      order: what,
      card: {
        key: other ? "cards.place" : "cards.your_place",
        position,
        player: view.seats[Number(seat)]?.name,
      },
      what: sourcePhrase(what),
      pile: place.slice(1),
    }) ?? action
  );
}

/**
 * @param {string} name "7", "wild", "stock", "d3", "partner-d2"
 * @returns {Sjw.Phrase}
 */
function sourcePhrase(name) {
  const [, partner = "", pile] = /^(partner-)?(.*)$/.exec(name) ?? [];
  const whose = partner ? "partner_" : "";
  if (pile === "stock") return { key: `coach.${whose}stock` };
  if (/^d\d$/.test(pile)) return { key: `coach.${whose}pile`, pile: pile.slice(1) };
  return { key: name === "wild" ? "piles.the_wild" : "piles.the_card", card: name };
}

/**
 * An action of this moment, with the card that it is about: "put the 4 on b3".
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {string} action in notation
 */
export function choiceText(t, view, action) {
  const [kind, position] = action.split(" ");
  const { held, discard } = /** @type {Partial<Sjw.GridView>} */ (view);
  const face = (kind === "take" ? discard?.top : held?.card) ?? "?";
  const card = face === "?" ? null : cardParts(face).number;
  const text = card === null ? null : t.maybe(`coach.with_card.${kind}`, { card, position });
  return text ?? actionText(t, view, action);
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Measure} measure
 * @param {number} value
 */
export function worthText(t, measure, value) {
  return measure === "points" ? pointsText(t, value) : percentText(t, value);
}

/* ---- Advice ------------------------------------------------------------------ */

/**
 * A difference with its unit: "11 points", "8 ±5 percentage points".
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.Measure} measure
 * @param {number} gap 0 or more
 * @param {number | null} [error]
 */
function gapText(t, measure, gap, error = null) {
  const digits = measure === "points" && gap < 99.95 ? 1 : 0;
  const number = Number((measure === "points" ? gap : 100 * gap).toFixed(digits));
  const value = decimal(t, number, Number.isInteger(number) ? 0 : digits);
  const singular = !error && new Intl.PluralRules(t.lang).select(number) === "one";
  return t(`coach.unit.${measure}.${singular ? "one" : "any"}`, {
    value: error ? `${value}\u00a0${errorText(t, error)}` : value,
  });
}

/**
 * The advice on an action, as a sentence: how far it is from the others.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Coaching} coaching
 * @param {string} action
 * @param {Sjw.Measure} measure
 * @returns {string}
 */
export function adviceText(t, view, coaching, action, measure) {
  const standing = coaching.compare(action, measure);
  if (!standing) return t("coach.advice.waiting");
  const { kind, gap, error, others } = standing;
  const words = choiceText(t, view, action);
  const { text, error: own } = /** @type {Sjw.Worth} */ (coaching.of(action, measure));
  const holes = {
    action: words[0].toLocaleUpperCase(t.lang) + words.slice(1),
    chance: own ? `${text}\u00a0${own}` : text,
    gap: gapText(t, measure, gap, error),
  };
  if (kind === "only") return t("coach.advice.only", holes);
  if (kind !== "best" || others === 0) return t(`coach.advice.${measure}.${kind}`, holes);
  return counted(t, `coach.advice.${measure}.tied`, others, holes);
}

/**
 * The advice on the best choice by each measure, for the ear.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Coaching | null} coaching
 * @returns {string} "" while there is no advice
 */
export function bestText(t, view, coaching) {
  const sentences = (coaching?.measures ?? []).map((measure) => {
    const best = coaching?.best(measure);
    return coaching && best ? adviceText(t, view, coaching, best.action, measure) : "";
  });
  return sentences.filter(Boolean).join(" ");
}

/**
 * Choices of one worth: the first, and how many more.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {string[]} actions
 */
export function choicesText(t, view, [first, ...more]) {
  const action = choiceText(t, view, first);
  return more.length > 0 ? counted(t, "coach.and_more", more.length, { action }) : action;
}

/* ---- After the move ------------------------------------------------------------ */

/**
 * The coach's verdict on a decision: the action, its cost by each measure, and the rest.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Verdict} verdict
 * @returns {{what: string, costs: {text: string, good: boolean}[], more: string[]}}
 */
export function verdictParts(t, view, { player, action, best, cost, good: asGood }) {
  const costs = [];
  /** The better choice by measure. @type {[Sjw.Measure, string][]} */
  const better = [];
  if (cost.points !== null) {
    const good = cost.points < 0.05;
    const text = good
      ? t("coach.cost.points_none")
      : t("coach.cost.points", { gap: gapText(t, "points", cost.points) });
    costs.push({ text, good });
    if (!good && best.points !== null) better.push(["points", best.points]);
  }
  if (cost.win !== null) {
    const good = asGood || cost.win < 0.005;
    const text = good
      ? t("coach.cost.win_none")
      : t("coach.cost.win", { gap: gapText(t, "win", cost.win, cost.error) });
    costs.push({ text, good });
    if (!good && best.win !== null) better.push(["win", best.win]);
  }
  const more = [];
  if (better.length === 2 && better[0][1] === better[1][1]) {
    more.push(t("coach.better.both", { action: actionText(t, view, better[0][1]) }));
  } else {
    for (const [measure, name] of better) {
      more.push(t(`coach.better.${measure}`, { action: actionText(t, view, name) }));
    }
  }
  return { what: t("coach.did", { player, action: actionText(t, view, action) }), costs, more };
}
