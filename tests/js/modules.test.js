/** The front end is linked by a small Python program: it holds to what that understands. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

const folder = new URL("../../skyjo_widget/js/", import.meta.url);

/** A folder imports from those in rows above its own only; the entries stand beside the folders. */
const ROWS = [
  ["vendor"],
  ["lib"],
  ["cards", "parts"],
  ["coach", "notes", "paper", "charts"],
  ["games", "replay"],
  ["panel", "panel/host"],
  ["app"],
  ["pages/guest", "pages/screen"],
  ["pages", "."],
];
/** Modules that the linker writes: words and style. */
const WRITTEN = ["lib/locales.js", "lib/style.js"];
const VENDORED = "vendor/htm-preact.js";

/** The stub isn't linked: it loads what is. */
const files = readdirSync(folder, { recursive: true })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => /^(?!vendor\/).*\.js$/.test(name) && name !== "app/stub.js");
const sources = new Map(files.map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
/** The imports of each module, as paths from the top. */
const imports = new Map(
  [...sources].map(([name, text]) => [
    name,
    [...text.matchAll(/^import [^"]*"([^"]+)";/gm)].map(([, from]) => {
      assert.match(from, /^\.\.?\//, `${name} imports ${from}`);
      return posix.join(posix.dirname(name), from);
    }),
  ]),
);
const rowOf = (name) => ROWS.findIndex((row) => row.includes(posix.dirname(name)));

test("every folder has a row", () => {
  assert.ok(files.length > 50);
  for (const name of files) assert.notEqual(rowOf(name), -1, name);
});

test("modules import only modules of the front end, by name", () => {
  for (const [name, paths] of imports) {
    for (const from of paths) {
      const ours = from === VENDORED || WRITTEN.includes(from) || sources.has(from);
      assert.ok(ours, `${name} imports ${from}`);
    }
    assert.doesNotMatch(
      sources.get(name),
      /\bimport\(|import\.meta|^export .* from/m,
      `${name} imports in another way`,
    );
  }
});

test("a folder imports from itself and from rows above its own", () => {
  for (const [name, paths] of imports) {
    for (const from of paths) {
      const same = posix.dirname(from) === posix.dirname(name);
      assert.ok(same || rowOf(from) < rowOf(name), `${name} imports ${from}`);
    }
  }
});

test("only modules for a whole view need what the linker writes", () => {
  const users = (written) => files.filter((name) => imports.get(name).includes(written)).sort();
  assert.deepEqual(users("lib/locales.js"), [
    "app/board_widget.js",
    "main.js",
    "pages/guest_page.js",
    "pages/mean_page.js",
  ]);
  assert.deepEqual(users("lib/style.js"), ["main.js"]);
});

test("no module imports itself by a detour", () => {
  const done = new Set();
  const visit = (name, path) => {
    assert.ok(!path.includes(name), [...path, name].join(" → "));
    if (done.has(name)) return;
    for (const from of imports.get(name) ?? []) visit(from, [...path, name]);
    done.add(name);
  };
  for (const name of files) visit(name, []);
});

test("nothing reads the page by a global search, and no text becomes markup", () => {
  for (const [name, text] of sources) {
    assert.doesNotMatch(text, /document\.querySelector|innerHTML|dangerouslySet|\balert\(/, name);
  }
});

test("only a game's own modules and the list of games name a game", () => {
  const own = /^(app\/games|games\/(skipbo|newskyjo)\w*)\.js$/;
  for (const [name, text] of sources) {
    if (!own.test(name)) assert.doesNotMatch(text, /["'`](skip-bo|newskyjo|skyjo)["'`]/, name);
  }
});
