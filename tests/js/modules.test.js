/** The front end is linked by a small Python program: it holds to what that understands. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../skyjo_widget/js/", import.meta.url);
/** The stub isn't linked: it loads what is. */
const files = readdirSync(folder).filter((name) => name.endsWith(".js") && name !== "stub.js");
const sources = new Map(files.map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
const imports = (text) => [...text.matchAll(/^import [^"]*"([^"]+)";/gm)].map(([, from]) => from);

test("modules import only their own neighbours, by name", () => {
  for (const [name, text] of sources) {
    for (const from of imports(text)) {
      const known =
        from === "./vendor/htm-preact.js" ||
        from === "./locales.js" ||
        from === "./style.js" ||
        sources.has(from.replace("./", ""));
      assert.ok(known, `${name} imports ${from}`);
    }
    assert.doesNotMatch(text, /\bimport\(|import\.meta|^export .* from/m, name);
  }
});

test("only the entries need what the linker writes: words and style", () => {
  for (const [name, text] of sources) {
    assert.equal(imports(text).includes("./locales.js"), /^(main|front)\.js$/.test(name), name);
    assert.equal(imports(text).includes("./style.js"), name === "front.js", name);
  }
});

test("no module imports itself by a detour", () => {
  const visit = (name, path) => {
    assert.ok(!path.includes(name), [...path, name].join(" → "));
    for (const from of imports(sources.get(name) ?? "")) {
      visit(from.replace("./", ""), [...path, name]);
    }
  };
  for (const name of files) visit(name, []);
});

test("nothing reads the page by a global search, and no text becomes markup", () => {
  for (const [name, text] of sources) {
    assert.doesNotMatch(text, /document\.querySelector|innerHTML|dangerouslySet|\balert\(/, name);
  }
});
