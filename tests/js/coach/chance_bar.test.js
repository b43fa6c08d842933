import assert from "node:assert/strict";
import { test } from "node:test";
import { ChanceBar, LiveChances } from "../../../skyjo_widget/js/coach/chance_bar.js";
import { en, fr, sample } from "../support/helpers.js";
import { drawn, elements } from "../support/tree.js";

const { view } = sample("choose");
const SEATS = view.seats.length;
const sure = [1, ...Array.from({ length: SEATS - 1 }, () => 0)];
const even = Array.from({ length: SEATS }, () => 1 / SEATS);

test("the bar is as wide as each chance, and says all of them", () => {
  const bar = (chances) => elements(drawn(ChanceBar({ chances, view, t: en })));
  const [box, ...parts] = bar(sure);
  assert.match(box.props["aria-label"], /^Chances to win: .* 100%/);
  assert.deepEqual(
    parts.map(({ props }) => props.style),
    sure.map((chance) => `flex-grow:${chance}`),
  );
  assert.equal(bar(even).filter(({ type }) => type === "span").length, SEATS);
});

const live = (chances, { t = en, opened = ["chances"], control = {} } = {}) =>
  LiveChances({ snap: { view, chances, opened }, t, control });

test("below a board it is drawn once it is open, and is no live region", () => {
  assert.equal(live(null), null);
  assert.equal(live({ why: "closed", chances: null }), null);
  assert.equal(live({ why: "", chances: even }, { opened: ["tools"] }), null);
  const parts = elements(drawn(live({ why: "", chances: even })));
  assert.ok(parts.some(({ props }) => props.role === "img"));
  assert.ok(parts.every(({ props }) => !props["aria-live"] && props.role !== "status"));
});

test("until the chances are known its place is kept", () => {
  const parts = elements(drawn(live({ why: "", chances: null })));
  assert.deepEqual(parts.at(-1).props, { class: "sjw-chances" });
});

test("where there are none a line says why", () => {
  for (const why of ["off", "asked", "between", "unknown"])
    for (const t of [en, fr]) {
      const [, line] = elements(drawn(live({ why, chances: null }, { t })));
      assert.deepEqual(line.children, [t(`chances.${why}`)]);
    }
});

test("a coach that is off is turned on from the bar", () => {
  const modes = [];
  const control = { setCoach: (mode) => modes.push(mode) };
  const parts = elements(drawn(live({ why: "off", chances: null }, { control })));
  parts.find(({ type }) => type === "button").props.onClick();
  assert.deepEqual(modes, ["request"]);
});
