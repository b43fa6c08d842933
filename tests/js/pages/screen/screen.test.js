import assert from "node:assert/strict";
import { test } from "node:test";
import { makeController } from "../../../../skyjo_widget/js/app/controller.js";
import { flights } from "../../../../skyjo_widget/js/pages/screen/flights.js";
import {
  Hall,
  isOver,
  Lobby,
  nameSizes,
  screenAfter,
  screenModel,
  tileSizes,
} from "../../../../skyjo_widget/js/pages/screen/screen.js";
import { lastText } from "../../../../skyjo_widget/js/pages/screen/tiles.js";
import { en, fr, sample, serving } from "../../support/helpers.js";
import { drawn, elements, textOf } from "../../support/tree.js";

const [SEAT] = serving().gathering_tables[0].seats;
const [LINE] = serving().playing.standings;
const seat = (number, name, more) => ({ ...SEAT, seat: number, name, ...more });
const seats = [
  seat(0, "Ana"),
  seat(1, "Bo", { here: false }),
  seat(2, ""),
  seat(3, "greedy", { kind: "bot" }),
];
const table = (number, more) => ({
  ...serving().gathering_tables[0],
  table: number,
  seats,
  traits: {},
  ...more,
});
const after = (...messages) => messages.reduce(screenAfter, null);
const hall = (more) => ({ type: "screen", screen: { ...serving().gathering, ...more } });
const show = (Part, screen, t = en) => drawn(Part({ screen, t, status: "online", id: "x" }));

test("tables come one by one, in any order, and change in parts", () => {
  const view = { state: 1 };
  const screen = after(
    table(2),
    hall(),
    table(1, { traits: { view } }),
    table(1, { traits: { sheet: {} }, seats: undefined }),
  );
  assert.deepEqual(
    screen.tables.map((tile) => tile.table),
    [1, 2],
  );
  assert.deepEqual(screen.tables[0], { table: 1, seats, traits: { view, sheet: {} } });
  assert.equal(after(hall(), table(1), hall({ started: true })).tables.length, 1, "the rest alone");
  assert.equal(after(hall({ pin: "1" }), { type: "screen", screen: { standings: [] } }).pin, "1");
});

test("the lobby shows how to join, and who is here, with their tables", () => {
  const tree = show(Lobby, after(hall({ lobby: ["Zoe"], count: 2 }), table(1), table(2)));
  const text = textOf(tree);
  for (const words of [
    "http://127.0.0.1:8765",
    "493027",
    "Table 1",
    "Table 2",
    "Ana",
    "People here: 7",
    "free seats: 2",
    "Without a seat",
    "Zoe",
  ])
    assert.ok(text.includes(words), words);
  const marks = elements(tree).filter(({ props }) => props.class === "sjs-mark");
  assert.deepEqual(
    marks.slice(0, 3).map(({ props }) => props["aria-label"]),
    ["connected", "not connected", "bot"],
  );
  assert.ok(
    elements(tree).some(({ props }) => props.role === "log"),
    "arrivals are announced",
  );
});

test("names in the lobby are as large as all in sight can be", () => {
  for (const count of [1, 3, 8, 32, 64, 128]) {
    const { columns, text } = nameSizes(count);
    assert.ok(text * Math.ceil(count / columns) <= 0.53 * 28, `${count}`);
  }
  assert.ok(nameSizes(3).text > nameSizes(32).text);
});

test("a tile has the seats, what everybody sees of them, and what happened last", () => {
  const { view, rows } = sample("four");
  const four = view.seats.map(({ seat: n, name }) => seat(n, name));
  const screen = after(
    hall({ started: true, count: 2 }),
    table(1, { seats: four, traits: { view, rows } }),
    table(2),
  );
  const tree = show(Hall, screen);
  const [tile, empty] = elements(tree).filter(({ props }) => props.class === "sjs-tile");
  const lines = elements([tile]).filter(({ props }) => props.class === "sjs-seat");
  assert.equal(lines.length, 4);
  lines.forEach((line, n) => {
    const { name, visible_sum, total, grid } = view.seats[n];
    const figures = elements([line]).find(({ props }) => props.class === "sjs-figures");
    assert.ok(textOf([line]).includes(name));
    assert.deepEqual(
      figures.children.map((figure) => textOf([figure])),
      [visible_sum, total].map((value) => String(value).replace("-", "−")),
    );
    const places = elements([line]).filter(({ props }) => props["data-at"]);
    assert.equal(places.length, grid.length);
  });
  assert.equal(
    elements([tile]).filter(({ props }) => props["data-turn"]).length,
    view.seat === null ? 0 : 1,
  );
  assert.equal(textOf([tile]).includes(lastText(en, screen.tables[0])), true);
  assert.match(textOf([empty]), /Ana ?––/, "before its first deal");
});

test("cards fly from the piles to the grid and back, and are turned where they lie", () => {
  const { view } = sample("four");
  const at = (more) => table(1, { traits: { view: { ...view, state: view.state + 1, ...more } } });
  const old = table(1, { traits: { view } });
  const seats = view.seats.map((place, n) =>
    n === 1 ? { ...place, grid: ["5", ...place.grid.slice(1)] } : place,
  );
  assert.deepEqual(flights(undefined, old), []);
  assert.deepEqual(flights(old, old), []);
  const held = { ...view, held: { seat: 1, card: "?" } };
  const changed = {
    seats,
    held: null,
    discard: { ...view.discard, count: view.discard.count + 1 },
  };
  assert.deepEqual(flights(table(1, { traits: { view: held } }), at(changed)), [
    { to: "1 1 0", from: "1 draw" },
    { to: "1 discard", from: "1 1 0" },
  ]);
  const still = table(1, { traits: { view: { ...view, held: null } } });
  assert.deepEqual(flights(still, at({ seats, held: null })), [{ to: "1 1 0", from: null }]);
  assert.deepEqual(flights(old, at({ round: view.round + 1, seats })), [], "a new deal");
});

test("when all games are over the best three stand on the podium", () => {
  const { view } = sample("game-over");
  const standings = ["Cleo", "Ana", "Bo", "Di"].map((name) => ({ ...LINE, name, games: 1 }));
  const over = table(1, { traits: { view } });
  const screen = after(hall({ started: true, standings }), over, { ...over, table: 2 });
  assert.equal(isOver(screen), true);
  assert.equal(isOver({ ...screen, tables: [...screen.tables, table(3)] }), false);
  const tree = show(Hall, screen, fr);
  const steps = elements(tree).filter(({ props }) => props["data-place"]);
  assert.deepEqual(
    steps.map(({ props, children }) => [props["data-place"], textOf([children[0]])]),
    [
      [2, "Ana"],
      [1, "Cleo"],
      [3, "Bo"],
    ],
  );
  assert.match(textOf(tree), /Di/);
});

test("between rounds a tile says who is ready, and after the game who has won", () => {
  const between = sample("round-over").view;
  const two = [seat(0, "Ana", { ready: true }), seat(1, "Bo")];
  assert.equal(
    lastText(en, { table: 1, seats: two, traits: { view: between } }),
    "Round over, ready: 1 of 2",
  );
  const over = sample("game-over").view;
  assert.match(lastText(fr, { table: 1, seats: two, traits: { view: over } }), /^Victoire/);
});

test("standings say how many rounds count, and what each has on average", () => {
  const { playing, won, ...recorded } = serving();
  const wall = (screen, t) =>
    textOf(show(Hall, after({ type: "screen", screen }, ...recorded.playing_tables), t));
  assert.match(
    wall(playing, en),
    /Name rounds per round 1\. Ana 1 0\.0 2\. Cleo 2 26\.5 3\. Bo 1 34\.0/,
  );
  assert.match(wall(playing, en), /By games won, then by points per round, fewest first\./);
  assert.match(wall(won, fr), /Nom gagnées manches par manche 1\. Cleo 1 4 21,0 2\. Ana 0 1 0,0/);
});

test("standings are cut where the wall ends", () => {
  const standings = Array.from({ length: 30 }, (_, n) => ({
    ...LINE,
    name: `N${n}`,
    games: 1,
    mean_score: -1 - n,
  }));
  const text = textOf(show(Hall, after(hall({ started: true, standings }), table(1), table(2))));
  assert.match(text, /12\. N11 0 1 −12\.0/);
  assert.doesNotMatch(text, /13\. N12/);
  assert.match(text, /and 18 more/);
});

test("tiles are as large as they can be, and all in sight", () => {
  const ANYBODY = seats[0];
  const of = (count, people) =>
    tileSizes(Array.from({ length: count }, () => ({ seats: Array(people).fill(ANYBODY) })));
  assert.deepEqual(
    [1, 2, 4, 8, 12, 32].map((count) => of(count, 4).columns),
    [1, 1, 4, 2, 4, 4],
  );
  assert.ok(of(2, 4).size > of(8, 4).size && of(8, 4).size > of(16, 4).size);
  assert.ok(of(8, 8).size < of(8, 4).size);
  assert.ok(of(60, 8).text >= 0.4 && Number.isFinite(tileSizes([]).text));
});

test("hostile names are texts", () => {
  const name = "<script>pwned=1</script>";
  const hostile = [seat(0, name)];
  for (const Part of [Lobby, Hall]) {
    const tree = show(
      Part,
      after(hall({ lobby: [name], standings: [{ ...LINE, name }] }), table(1, { seats: hostile })),
    );
    assert.ok(textOf(tree).includes(name));
    assert.ok(elements(tree).every(({ type }) => type !== "script"));
  }
});

test("the board on the screen never waits for an answer, and sends nothing", async () => {
  const { view, rows } = sample("bot");
  const model = screenModel({ view, rows, lang: "en" });
  const control = makeController(model, () => {});
  control.next();
  assert.equal(control.snapshot().busy, true);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(control.snapshot().busy, false);
  control.toggleProjector();
  assert.equal(control.snapshot().projector, true, "it stays as large as the window");
  model.receive({ view: { ...view, state: view.state + 1 } });
  assert.equal(control.snapshot().view.state, view.state + 1);
  control.dispose();
});
