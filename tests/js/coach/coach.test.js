import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bars,
  bestOf,
  makeCoaching,
  mayAsk,
  presentCoach,
} from "../../../skyjo_widget/js/coach/advice.js";
import { comparedRows, comparedScale, lawOf } from "../../../skyjo_widget/js/coach/coach_charts.js";
import {
  actionText,
  adviceText,
  bestText,
  chanceText,
  choicesText,
  choiceText,
  decimal,
  formulaText,
  percentText,
  pointsText,
  verdictParts,
} from "../../../skyjo_widget/js/coach/coach_words.js";
import { en, fr, sample } from "../support/helpers.js";
import { coachOf, judged, NO_COST, ODDS, VERDICT } from "../support/payloads.js";

const coaching = (t, view, coach, more = {}) =>
  makeCoaching(t, { view, coach, chosen: null, measure: "points", ...more }, null);
/** Actions by points, or by chances to win with an error, each with its cost. */
const byPoints = (points) => {
  const least = Math.min(...Object.values(points));
  return Object.fromEntries(
    Object.entries(points).map(([action, value]) => [
      action,
      judged({ points: value, cost: { ...NO_COST, points: value - least } }),
    ]),
  );
};
const byWin = (chances, good = []) => {
  const most = Math.max(...Object.values(chances));
  return Object.fromEntries(
    Object.entries(chances).map(([action, win]) => [
      action,
      judged({
        win,
        error: 0.02,
        cost: { ...NO_COST, win: most - win, error: 0.03 },
        good: win === most || good.includes(action),
      }),
    ]),
  );
};

test("points have a real sign, one decimal and the language's comma", () => {
  assert.equal(pointsText(en, -5.05), "−5.1");
  assert.equal(pointsText(fr, -5.05), "−5,1");
  assert.equal(pointsText(en, 6.99), "+7.0");
  assert.equal(pointsText(en, 0), "0.0");
  assert.equal(pointsText(en, -0.04), "0.0");
  assert.equal(pointsText(en, 43.8, false), "43.8");
  assert.equal(pointsText(en, -123.44), "−123");
  assert.equal(pointsText(en, -99.96), "−100");
  assert.equal(decimal(fr, 1234.5, 1), "1\u202f234,5");
});

test("a chance is in percent, with two standard errors where it has one", () => {
  assert.equal(percentText(en, 0.614), "61%");
  assert.equal(percentText(fr, 0.614, 0.012), "61\u00a0%\u00a0±2");
  assert.equal(percentText(en, 0.614, 0.0001), "61%\u00a0±1");
  assert.equal(percentText(en, 1, 0), "100%");
});

test("a formula is written in the language's numbers, and broken between terms only", () => {
  const { view } = sample("choose");
  assert.equal(formulaText(en, view, "+4 −9 −0.05 = −5.05"), "+4 −9 −0.05\u00a0=\u00a0−5.05");
  assert.equal(formulaText(fr, view, "+4 −9 −0.05 = −5.05"), "+4 −9 −0,05\u00a0=\u00a0−5,05");
  assert.equal(
    formulaText(en, view, "− 5/122 × 6.98 + 7/122 × 5.97 = −2.59"),
    "−\u00a05/122\u00a0×\u00a06.98 +\u00a07/122\u00a0×\u00a05.97\u00a0=\u00a0−2.59",
  );
  assert.equal(
    formulaText(fr, view, "place d1: +12 −4.95 = +7.05"),
    "poser la carte en d1\u00a0: +12 −4,95\u00a0=\u00a0+7,05",
  );
});

test("a formula in two steps names the effect and the action in words", () => {
  const { view } = sample("newskyjo-pick");
  const effect = Object.keys(view.effects)[0];
  const text = formulaText(en, view, `${effect}: +0, pick 0:b3: +4 −9 = −5`);
  assert.equal(text, `${en(`effect_labels.${effect}`)}: +0; pick your b3: +4 −9\u00a0=\u00a0−5`);
});

test("every action has words in both languages", () => {
  const grid = sample("newskyjo-pick").view;
  const other = grid.seats.find(({ seat }) => seat !== grid.viewer);
  const piles = sample("skipbo-teams").view;
  const actions = [
    [grid, "flip a1", "turn a1"],
    [grid, "draw", "draw a card"],
    [grid, "take", "take the discard pile’s card"],
    [grid, "place b3", "place the card on b3"],
    [grid, "discard", "discard the card"],
    [grid, "keep", "keep the card"],
    [grid, `pick ${grid.viewer}:b3`, "pick your b3"],
    [grid, `pick ${other.seat}:b3`, `pick b3 of ${other.name}`],
    [grid, "decline", "decline"],
    [grid, "order 231", "put the cards back in the order 231"],
    [grid, "pass", "pass"],
    [piles, "play 7 b2", "play 7 on building pile 2"],
    [piles, "play wild b1", "play a wild card on building pile 1"],
    [piles, "play stock b1", "play the stock pile’s card on building pile 1"],
    [piles, "play d3 b1", "play the card of discard pile 3 on building pile 1"],
    [piles, "play partner-stock b1", "play your partner’s stock card on building pile 1"],
    [piles, "play partner-d3 b4", "play your partner’s card of discard pile 3 on building pile 4"],
    [piles, "discard 12 d4", "discard 12 on discard pile 4"],
    [piles, "pass", "end the turn"],
  ];
  for (const [view, action, words] of actions) {
    assert.equal(actionText(en, view, action), words);
    assert.doesNotMatch(actionText(fr, view, action), /…|coach|\{|[ .:]$/, action);
    assert.notEqual(actionText(fr, view, action), action);
  }
  assert.equal(actionText(en, grid, "somersault b3"), "somersault b3");
});

test("what belongs to another state isn't shown, but the verdict is", () => {
  const { view } = sample("choose");
  const coach = coachOf(
    view,
    { draw: judged({ points: 1 }) },
    { verdict: VERDICT, thinking: true },
  );
  assert.equal(presentCoach(undefined, view), null);
  assert.equal(presentCoach({}, view), null);
  assert.equal(presentCoach(coach, view), coach);
  const old = presentCoach({ ...coach, state: view.state - 1 }, view);
  assert.equal(coaching(en, view, old), null);
  assert.equal(old.verdict, VERDICT);
  assert.equal(old.thinking, false);
});

test("the coach is asked on request, when a person is to act, once", () => {
  const { view } = sample("choose");
  const silent = coachOf(view, null, { odds: null });
  assert.ok(mayAsk(view, silent));
  assert.ok(!mayAsk(view, coachOf(view, {})));
  assert.ok(!mayAsk({ ...view, waiting: "bot" }, silent));
  assert.ok(!mayAsk({ ...view, covered: true }, silent));
  assert.ok(!mayAsk(view, null));
  for (const mode of ["off", "after", "locked"]) assert.ok(!mayAsk(view, { ...silent, mode }));
});

test("each target has the value of its action, the best ones a mark, nothing else any", () => {
  const { view } = sample("choose");
  const actions = { draw: judged({ points: -2.6 }), take: judged({ points: 1.25, win: 0.5 }) };
  const coached = coaching(
    en,
    view,
    coachOf(view, actions, { best: { points: "draw", win: "take" } }),
  );
  assert.deepEqual(coached.measures, ["points", "win"]);
  assert.equal(coached.at("draw").text, "−2.6");
  assert.ok(coached.at("draw").best);
  assert.equal(coached.at("draw").words, "points now −2.6, the best choice");
  assert.equal(coached.at("discard").text, "+1.3");
  assert.ok(!coached.at("discard").best);
  assert.equal(coached.at("0:a1"), null);
  assert.equal(coached.at("toString"), null);
});

test("equal values are equally good, however they were reckoned", () => {
  const { view } = sample("choose");
  const actions = { draw: judged({ points: 0.1 + 0.2 }), take: judged({ points: 0.3 }) };
  const best = { points: "take", win: null };
  const other = { pass: judged({ points: 0.4 }) };
  const coached = coaching(en, view, coachOf(view, { ...actions, ...other }, { best }));
  assert.ok(coached.at("draw").best && coached.at("discard").best);
  const even = coaching(en, view, coachOf(view, actions, { best }));
  assert.ok(!even.at("draw").best && !even.at("discard").best, "where all are, none is the best");
});

test("chances to win come later: until then their place is kept", () => {
  const { view } = sample("choose");
  const actions = { draw: judged({ points: 1 }), take: judged({ points: 2 }) };
  const best = { points: "draw", win: null };
  const early = coaching(en, view, coachOf(view, actions, { best, thinking: true }), {
    measure: "win",
  });
  assert.equal(early.at("draw").text, "…");
  assert.ok(early.at("draw").waiting && !early.at("draw").best);
  assert.match(early.at("draw").words, /still being worked out/);
  assert.equal(early.best("win"), null);
  const without = coaching(en, view, coachOf(view, actions, { best }), { measure: "win" });
  assert.equal(without.measure, "points");
  assert.deepEqual(without.measures, ["points"]);
});

test("a card of Skip-Bo is worth the best of its places, a place its own action", () => {
  const { view } = sample("skipbo-two");
  const source = Object.keys(view.moves).find((name) => name.startsWith("hand:"));
  const places = Object.values(view.moves[source]);
  assert.ok(places.length > 1);
  const win = Object.fromEntries(
    Object.values(view.moves).flatMap((moves) => Object.values(moves).map((name) => [name, 0.2])),
  );
  win[places.at(-1)] = 0.71;
  const actions = Object.fromEntries(
    Object.entries(win).map(([name, chance]) => [name, judged({ win: chance, error: 0.01 })]),
  );
  const coach = coachOf(view, actions, { best: { points: null, win: places.at(-1) } });
  const spot = `hand:${view.hand.indexOf(source.slice("hand:".length))}`;
  const coached = coaching(en, view, coach);
  assert.equal(coached.measure, "win");
  assert.equal(coached.at(spot).action, places.at(-1));
  assert.equal(coached.at(spot).text, "71%");
  assert.equal(coached.at(spot).error, "±2");
  assert.ok(coached.at(spot).best);
  assert.equal(coached.at("b1"), null);
  const chosen = { card: source, spot, decision: view.decision };
  const after = coaching(en, view, coach, { chosen });
  const place = Object.keys(view.moves[source]).at(-1);
  const at = place.startsWith("b") ? place : `${view.viewer}:${place}`;
  assert.equal(after.at(at).text, "71%");
  assert.equal(after.at(spot), null);
});

test("the best of several actions, by either measure", () => {
  const actions = {
    a: judged({ points: -1, win: 0.2 }),
    b: judged({ points: -3, win: 0.1 }),
    c: judged({ points: -3 }),
  };
  assert.equal(bestOf(actions, ["a", "b", "c"], "points"), "b");
  assert.equal(bestOf(actions, ["a", "b", "c"], "win"), "a");
  assert.equal(bestOf(actions, ["nowhere"], "win"), null);
});

test("the best choice has a sentence, by each measure there is", () => {
  const { view } = sample("choose");
  const cost = (points, win) => ({ points, win, error: 0.01 });
  const actions = {
    draw: judged({ points: -2.6, win: 0.5, cost: cost(0, 0.1), good: false }),
    take: judged({ points: 1, win: 0.6, cost: cost(3.6, 0) }),
  };
  const coach = coachOf(view, actions, { best: { points: "draw", win: "take" } });
  view.discard.top = "9";
  assert.equal(
    bestText(en, view, coaching(en, view, coach)),
    `Draw a card: 3.6 points fewer on average than the next best. Take the 9: chance to win 10\u00a0±2 percentage points higher than with the next best.`,
  );
  assert.equal(bestText(en, view, null), "");
});

const advised = (t, view, actions, action, measure) =>
  adviceText(t, view, coaching(t, view, coachOf(view, actions)), action, measure);

test("advice is about one choice: its distance from the others, with the unit", () => {
  const { view } = sample("place-drawn");
  view.held.card = "4";
  const actions = byPoints({ "place d2": -6.4, "place a1": 4.6, "place b1": 5, discard: 4.62 });
  assert.equal(
    advised(en, view, actions, "place d2", "points"),
    `Put the 4 on d2: 11 points fewer on average than the next best.`,
  );
  assert.equal(
    advised(fr, view, actions, "place d2", "points"),
    `Poser le 4 en d2\u00a0: 11 points de moins en moyenne que le choix suivant.`,
  );
  assert.equal(
    advised(en, view, actions, "place b1", "points"),
    `Put the 4 on b1: 11.4 points more on average than the best choice.`,
  );
  assert.equal(
    advised(fr, view, actions, "discard", "points"),
    `Défausser le 4\u00a0: 11 points de plus en moyenne que le meilleur choix.`,
  );
});

test("a unit is in the singular as its language has it", () => {
  const { view } = sample("choose");
  const half = byPoints({ draw: 0, take: 1.5 });
  assert.match(advised(en, view, half, "draw", "points"), /: 1\.5 points fewer/);
  assert.match(advised(fr, view, half, "draw", "points"), /: 1,5 point de moins/);
  const unit = byPoints({ draw: 0, take: 1.02 });
  assert.match(advised(en, view, unit, "draw", "points"), /: 1 point fewer/);
});

test("choices that are equally good are said to be so", () => {
  const { view } = sample("place-drawn");
  const tied = byPoints({ "place a1": 1, "place b1": 1.01, "place c1": 3 });
  assert.match(
    advised(en, view, tied, "place a1", "points"),
    /on a1, or 1 other as good: 2 points fewer on average than the next best\.$/,
  );
  assert.match(
    advised(en, view, tied, "place b1", "points"),
    /on b1: as good on average as the best choice\.$/,
  );
  const even = byPoints({ "place a1": 1, "place b1": 1 });
  for (const [t, words] of [
    [en, "No choice is better: all are worth the same on average."],
    [fr, "Aucun choix n’est meilleur\u00a0: tous se valent en moyenne."],
  ]) {
    assert.equal(advised(t, view, even, "place b1", "points"), words);
  }
  assert.match(advised(en, view, byPoints({ draw: 3 }), "draw", "points"), /: the only choice\.$/);
});

test("chances to win that can't be told apart are no advice", () => {
  const { view } = sample("choose");
  const clear = byWin({ draw: 0.5, take: 0.38 });
  assert.match(
    advised(fr, view, clear, "draw", "win"),
    /: probabilité de gagner plus haute de 12\u00a0±6 points de pourcentage qu’avec le choix suivant\.$/,
  );
  assert.match(
    advised(en, view, clear, "take", "win"),
    /: chance to win 12\u00a0±6 percentage points lower than with the best choice\.$/,
  );
  const close = byWin({ draw: 0.5, take: 0.48 }, ["take"]);
  assert.match(advised(en, view, close, "draw", "win"), /^No choice is clearly better/);
  const three = byWin({ draw: 0.5, take: 0.48, pass: 0.1 }, ["take"]);
  assert.equal(
    advised(en, view, three, "draw", "win"),
    "Draw a card: 50%\u00a0±4 to win; 1 other choice is about as good.",
  );
  assert.match(
    advised(en, view, three, "take", "win"),
    /: chance to win about as good as with the/,
  );
  const early = { draw: judged({ points: 1, cost: { ...NO_COST, points: 0 } }) };
  assert.match(advised(en, view, early, "draw", "win"), /still being worked out/);
});

test("a choice names the card that it is about, where it is seen", () => {
  const { view } = sample("place-drawn");
  const named = (card, action, t = en) =>
    choiceText(t, { ...view, held: { ...view.held, card } }, action);
  assert.equal(named("-2", "place d2"), "put the −2 on d2");
  assert.equal(named("5:reverse", "discard"), "discard the 5");
  assert.equal(named("?", "place d2"), "place the card on d2");
  assert.equal(named("4", "place d2", fr), "poser le 4 en d2");
  assert.equal(named("4", "flip d2"), "turn d2");
  assert.equal(choiceText(en, { ...view, held: null }, "place d2"), "place the card on d2");
});

test("the comparison has a row for each worth, the best first, and that of the choice looked at", () => {
  const { view } = sample("place-drawn");
  const points = { a1: 0, b1: 7, c1: 1, d1: 2, a2: 3, b2: 4, c2: 5, d2: 1.01 };
  const actions = byPoints(
    Object.fromEntries(Object.entries(points).map(([at, value]) => [`place ${at}`, value])),
  );
  const ranks = coaching(en, view, coachOf(view, actions)).ranks("points");
  assert.deepEqual(
    ranks.map(({ value }) => value),
    [0, 1, 2, 3, 4, 5, 7],
  );
  assert.equal(
    choicesText(en, { ...view, held: null }, ranks[1].actions),
    "place the card on c1 and 1 more",
  );
  const places = (looked) =>
    comparedRows(ranks, looked).map(
      ({ actions: [first], here }) => `${first.slice(6)}${here ? "!" : ""}`,
    );
  assert.deepEqual(places(null), ["a1", "c1", "d1", "a2", "b2"]);
  assert.deepEqual(places("place d2"), ["a1", "d2!", "d1", "a2", "b2"]);
  assert.deepEqual(places("place b1"), ["a1", "c1", "d1", "a2", "b1!"]);
  assert.deepEqual(places("draw"), places(null));
});

test("zero is on the scale of the comparison, whatever the signs", () => {
  const { view } = sample("choose");
  const scale = (actions, measure) =>
    comparedScale(coaching(en, view, coachOf(view, actions)).ranks(measure));
  const mixed = scale(byPoints({ draw: -2, take: 6 }), "points");
  assert.deepEqual([-2, 0, 6].map(mixed), [0, 0.25, 1]);
  const low = scale(byPoints({ draw: -4, take: -2 }), "points");
  assert.deepEqual([-4, -2, 0].map(low), [0, 0.5, 1]);
  const chances = scale(byWin({ draw: 0.36, take: 0.01 }), "win");
  assert.deepEqual([-0.03, 0, 0.4].map(chances), [0, 0, 1]);
  assert.deepEqual([0].map(scale(byPoints({ draw: 0 }), "points")), [0]);
});

test("there is one law of the unseen cards, unless the next card has its own", () => {
  const counts = [
    [1, 2],
    [3, 4],
  ];
  const alike = { ...ODDS, unseen: 6, hidden: counts, draw: structuredClone(counts) };
  for (const draw of [false, true]) {
    assert.deepEqual(lawOf(en, alike, draw), { counts, title: "The 6 unseen cards" });
  }
  const apart = { ...alike, draw: [[9, 1]] };
  assert.deepEqual(lawOf(en, apart, false), { counts, title: "What a face-down card may be" });
  assert.deepEqual(lawOf(en, apart, true), {
    counts: [[9, 1]],
    title: "What the next card may be",
  });
  assert.deepEqual(lawOf(fr, { ...alike, hidden: null }, false).title, "Les 6 cartes inconnues");
  assert.equal(lawOf(en, { ...alike, hidden: [], draw: [] }, true), null);
});

test("a verdict names the cost of a move and the better choice, and no general rule", () => {
  const { view } = sample("choose");
  const { what, costs, more } = verdictParts(en, view, VERDICT);
  assert.equal(what, "Ana: place the card on b3.");
  assert.deepEqual(costs, [
    { text: "2.3 points more on average", good: false },
    { text: "Chance to win: −4\u00a0±2 percentage points", good: false },
  ]);
  assert.deepEqual(more, [
    "Better for points now: place the card on a1.",
    "Better for the chance to win: take the discard pile’s card.",
  ]);
  const french = verdictParts(fr, view, VERDICT);
  assert.equal(french.costs[0].text, "2,3 points de plus en moyenne");
  assert.doesNotMatch([french.what, ...french.more].join(" "), /…|coach\./);
});

test("a cost within its error is none", () => {
  const { view } = sample("choose");
  const cost = { points: 0, win: 0.04, error: 0.02 };
  const { costs, more } = verdictParts(en, view, { ...VERDICT, cost, good: true });
  assert.deepEqual(costs, [
    { text: "Points now: as good as the best", good: true },
    { text: "Chance to win: about as good as the best", good: true },
  ]);
  assert.deepEqual(more, []);
  const alone = { ...VERDICT, cost: NO_COST };
  assert.deepEqual(verdictParts(en, view, alone).costs, []);
});

test("what is better by both measures is named once", () => {
  const { view } = sample("choose");
  const best = { points: "draw", win: "draw" };
  assert.equal(verdictParts(en, view, { ...VERDICT, best }).more[0], "Better: draw a card.");
});

test("a player's name in a verdict is a name", () => {
  const { view } = sample("choose");
  const { what } = verdictParts(en, view, { ...VERDICT, player: "{action} <b>" });
  assert.equal(what, "{action} <b>: place the card on b3.");
});

test("a chart has a place for each number, also for one that is all gone", () => {
  assert.deepEqual(bars([]), []);
  assert.deepEqual(
    bars([
      [3, 4],
      [1, 8],
    ]),
    [
      { number: 1, copies: 8, height: 1 },
      { number: 2, copies: 0, height: 0 },
      { number: 3, copies: 4, height: 0.5 },
    ],
  );
  assert.deepEqual(bars([[5, 0]]), [{ number: 5, copies: 0, height: 0 }]);
});

test("numbers that lie far apart stand side by side", () => {
  const wide = bars([
    [-100, 1],
    [0, 2],
    [500, 4],
  ]);
  assert.deepEqual(
    wide.map(({ number, height }) => [number, height]),
    [
      [-100, 0.25],
      [0, 0.5],
      [500, 1],
    ],
  );
});

test("a chance is given as copies of a total", () => {
  const counts = [
    [-1, 3],
    [7, 10],
    [12, 84],
  ];
  assert.equal(chanceText(en, 7, 10, counts, null), "7: 10 of 97 (10%)");
  assert.equal(chanceText(fr, -1, 3, counts, null), "−1\u00a0: 3 sur 97 (3\u00a0%)");
  const wild = chanceText(
    en,
    0,
    18,
    [
      [0, 18],
      [1, 144],
    ],
    0,
  );
  assert.equal(wild, "wild card: 18 of 162 (11%)");
});
