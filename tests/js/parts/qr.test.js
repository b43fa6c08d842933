import assert from "node:assert/strict";
import { test } from "node:test";
import { Pin, Qr, qrPath, typedLink } from "../../../skyjo_widget/js/parts/qr.js";
import { fr } from "../support/helpers.js";
import { drawn, textOf } from "../support/tree.js";

/** The dark modules of a path, as rows. */
const modules = (path, side) => {
  const rows = Array.from({ length: side }, () => Array(side).fill("0"));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let n = 0; n < Number(width); n++) rows[Number(y)][Number(x) + n] = "1";
  return rows.map((row) => row.join(""));
};

test("each dark module of a QR code is drawn, and no other", () => {
  let seed = 7;
  const bit = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed & 65536 ? "1" : "0";
  };
  const rows = Array.from({ length: 29 }, () => Array.from({ length: 29 }, bit).join(""));
  assert.deepEqual(modules(qrPath(rows), 29), rows);
  assert.equal(qrPath([]), "");
});

test("a QR code is dark on white in any theme, with four modules of white around", () => {
  const [svg] = drawn(Qr({ rows: ["11", "01"], label: "QR code: x" }));
  assert.equal(svg.props.viewBox, "-4 -4 10 10");
  assert.equal(svg.props["aria-label"], "QR code: x");
  const [white, dark] = svg.children;
  assert.deepEqual([white.props.fill, white.props.x, white.props.width], ["#fff", -4, 10]);
  assert.deepEqual([dark.props.fill, dark.props.d], ["#000", "M0 0h2v1h-2zM1 1h1v1h-1z"]);
});

test("a PIN is seen in two groups, copied as one number, and spelled for the ear", () => {
  const tree = drawn(Pin({ pin: "049302", t: fr, name: "pin" }));
  assert.equal(textOf(tree), "049302");
  assert.equal(tree[0].children.length, 2);
  assert.equal(tree[0].props["aria-label"], "Code PIN\u00a0: 0 4 9 3 0 2");
});

test("a link is shown as it is typed", () => {
  assert.equal(typedLink("http://10.0.0.7:8765/"), "http://10.0.0.7:8765");
  assert.equal(
    typedLink("https://hub.example/user/ana/proxy/8765/"),
    "https://hub.example/user/ana/proxy/8765/",
  );
});
