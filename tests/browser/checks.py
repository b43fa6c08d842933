"""Checks that run in a page: access for everyone, and no harm by texts."""

from __future__ import annotations

from tests.fixtures.paths import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
CHECK = """async () => (await axe.run(".view", { resultTypes: ["violations"] })).violations.map(
  ({ impact, id, nodes }) => `${impact} ${id}: ${nodes.map((n) => n.target.join(" ")).join(", ")}`
)"""
CHECK_PAGE = CHECK.replace('".view"', "document")
FAULT = {
    "seat": 1,
    "player": "greedy",
    "text": "ZeroDivisionError: division by zero",
    "traceback": "Traceback (most recent call last):\n  ZeroDivisionError",
    "observation": "round 1, turn 3",
    "whose": "bot",
}
SMALL = """() => {
  const all = "button, select, summary, a, input, [role=tab], [data-open=true]";
  const boxes = [...document.querySelectorAll(all)].filter((e) => e.checkVisibility())
    .map((e) => [e, e.getBoundingClientRect()]);
  const name = (e) => e.dataset.spot ?? (e.ariaLabel || e.textContent.trim() || e.className);
  const small = boxes.filter(([e, r]) => r.width < 43.99 || r.height < 43.99)
    .map(([e, r]) => `${name(e)}: ${r.width} × ${r.height}`);
  const shown = boxes.map(([e, r]) => {  // what a line that scrolls cuts off lies over nothing
    let { left, right, top, bottom } = r;
    for (let p = e.parentElement; p; p = p.parentElement) {
      if (getComputedStyle(p).overflowX !== "auto") continue;
      const c = p.getBoundingClientRect();
      [left, right] = [Math.max(left, c.left), Math.min(right, c.right)];
    }
    return [e, { left, right, top, bottom }];
  });
  const over = shown.flatMap(([e, r], k) => shown.slice(k + 1)
    .filter(([f, q]) => !document.querySelector(".sjw-dialog")
      && Math.min(r.right, q.right) - Math.max(r.left, q.left) > 0.5
      && Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top) > 0.5)
    .map(([f]) => `${name(e)} overlaps ${name(f)}`));
  return small.concat(over);
}"""
HARM = """() => ({
  ran: window.pwned ?? null,
  polluted: ({}).pwned ?? null,
  title: document.title,
  made: document.querySelectorAll(
    ".view :is(script, style, img, iframe, object, embed, link, meta, base, form, a, input)",
  ).length,
  attributes: [...document.querySelectorAll(".view *")]
    .flatMap((node) => node.getAttributeNames()).filter((name) => name.startsWith("on")),
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  long: [...document.querySelectorAll(".view [aria-label]")].map((node) => node.ariaLabel)
    .filter((label) => label.length > 200),
})"""
HARMLESS: dict[str, object] = {
    "ran": None,
    "polluted": None,
    "title": "A widget",
    "made": 0,
    "attributes": [],
    "wide": 0,
    "long": [],
}
HOLES = r"""() => {
  const hole = /\b(undefined|NaN|null)\b|\[object/;
  const said = ["aria-label", "aria-valuetext", "aria-description", "title", "alt", "placeholder"];
  const holes = [];
  const note = (text, of) => {
    const name = of.className || of.localName || "shadow";
    if (hole.test(text)) holes.push(`${name}: ${text.trim().slice(0, 90)}`);
  };
  const look = (root) => {
    for (const child of root.childNodes) if (child.nodeType === 3) note(child.data, root);
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) look(node.shadowRoot);
      if (node.matches("script, style, noscript") || !node.checkVisibility()) continue;
      for (const name of said) note(node.getAttribute(name) ?? "", node);
      for (const child of node.childNodes) if (child.nodeType === 3) note(child.data, node);
    }
  };
  // In a notebook only what is ours: a cell may well print NaN.
  const notebook = document.querySelector(".jp-Notebook, .jp-NotebookPanel");
  const ours = "[data-sjw], .sjw-still, .sjw-live";
  for (const root of notebook ? document.querySelectorAll(ours) : [document]) look(root);
  return holes;
}"""
"""Find texts and labels on show that stand for a value that isn't there."""
