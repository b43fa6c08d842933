/** Parts of what Python sends, by the types of its messages: `npm run types` checks them. */

/** @type {Sjw.Cost} */
export const NO_COST = { points: null, win: null, error: null };

/** @param {Partial<Sjw.Judged>} [more] @returns {Sjw.Judged} */
export const judged = (more) => ({
  points: null,
  formula: null,
  win: null,
  error: null,
  cost: NO_COST,
  good: true,
  ...more,
});

/** @type {Sjw.CoachOdds} */
export const ODDS = {
  memory: "perfect",
  unseen: 97,
  hidden: [[-2, 5]],
  draw: [[-2, 5]],
  mean: 43.8,
  completing: [],
  needed: null,
  helping: null,
};

/**
 * @param {{state: number}} view
 * @param {Record<string, Sjw.Judged> | null} actions
 * @param {Partial<Sjw.Coach>} [more]
 * @returns {Sjw.Coach}
 */
export const coachOf = (view, actions, more = {}) => ({
  mode: "request",
  state: view.state,
  odds: ODDS,
  actions,
  best: { points: null, win: null },
  thinking: false,
  verdict: null,
  ...more,
});

/** @type {Sjw.Verdict} */
export const VERDICT = {
  decision: 41,
  player: "Ana",
  action: "place b3",
  best: { points: "place a1", win: "take" },
  cost: { points: 2.3, win: 0.04, error: 0.01 },
  good: false,
};

/** @type {Sjw.Notes} */
export const NO_NOTES = {
  game_id: "a game",
  notes: [],
  rulings: [],
  count: 0,
  tags: ["fun"],
  whole: null,
  saved: null,
};

/** @type {Sjw.Note} */
export const NOTE = {
  note: 4,
  decision: 3,
  about: "Ana: draw",
  undone: false,
  kind: "idea",
  tags: ["fun", "mine"],
  rating: 5,
  text: "so be it",
  by: "Ben",
  whom: null,
  edited: false,
  cut: false,
};

/**
 * A deal, two turns of seat 0 and one of seat 1, an undo, another deal, a turn of seat 1.
 *
 * @type {Sjw.Timeline}
 */
export const TIMELINE = {
  decision: [null, 0, 1, 2, 3, 4, 3, 3, 5],
  cause: ["shuffle", "act", "act", "act", "act", "act", "undo", "shuffle", "act"],
  seat: [null, 0, 0, 1, 0, 0, null, null, 1],
  turn: [0, 1, 1, 2, 3, 3, 3, 0, 1],
  round: [1, 1, 1, 1, 1, 1, 1, 2, 2],
  undone: [5],
  notes: [],
};

/**
 * @param {string} lang
 * @param {Record<string, any>} words of the locale
 * @param {Partial<Sjw.MeanChart>} more
 * @returns {Sjw.MeanChart}
 */
export const meanChart = (lang, words, more) => ({
  lang,
  title: "A title",
  unit: "points",
  each: words.each.next_draw,
  axis: "log",
  band: "exact",
  mean: -0.5,
  n: [1, 1000],
  runs: [[12, -0.375]],
  low: [-8, -0.75],
  high: [7, -0.25],
  range: [-9, 13],
  digits: 2,
  renews: true,
  tally: [],
  words,
  ...more,
});

/** @param {Partial<Sjw.TallyRow>} [more] @returns {Sjw.TallyRow} */
export const tallyRow = (more = {}) => ({
  n: 1000,
  at: 1,
  band: "2σ/√n",
  half_width: 0.25,
  share: 0.9545,
  inside: [...Array(18).fill(1), 0, 1],
  errors: [...Array(18).fill(0.3), -2.4, 1],
  ...more,
});

/** @type {Sjw.Entry[]} */
export const ENTRIES = [
  {
    name: "what",
    kind: "choice",
    value: "",
    options: [
      ["show", null],
      ["move", null],
    ],
  },
  { name: "pile", kind: "line", value: "draw" },
  {
    name: "card",
    kind: "line",
    value: "",
    once: true,
    when: [{ what: ["show"] }, { what: ["move"], pile: ["draw"] }],
  },
];

/** @type {Sjw.Paper["left"][number]} */
export const LEFT = [
  ["-2", 1],
  ["5", 2],
  ["5:reverse", 0],
  ["7:one", 1],
  ["7:two", 1],
  ["wild", 3],
];

/** @param {Date} at @returns {Sjw.BegunGame} */
export const begunGame = (at) => ({ players: "Ana", at: at.toISOString(), round: 2 });

/** @param {Date} at @returns {Sjw.Begun} */
export const earlierGame = (at) => ({
  path: "games/a.jsonl",
  at: at.toISOString(),
  decisions: 13,
  held: false,
});
