/** The button below a question: what its press carries. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { givesAnswer, shownAnswer } from "../../../skyjo_widget/js/app/submit.js";

const box = (...fields) => ({ querySelectorAll: () => fields });
const radio = (checked) => ({ type: "radio", value: "0", checked });

test("a field's text is the answer, as it is shown", () => {
  assert.equal(shownAnswer(box({ type: "text", value: " 23/48" })), " 23/48");
  assert.equal(shownAnswer(box({ type: "textarea", value: "because\nit is" })), "because\nit is");
  assert.equal(shownAnswer(box({ type: "text", value: "" })), "");
});

test("of options, the number of the chosen one is", () => {
  assert.equal(shownAnswer(box(radio(false), radio(true), radio(false))), 1);
  assert.equal(shownAnswer(box(radio(true), radio(false))), 0);
  assert.equal(shownAnswer(box(radio(false), radio(false))), -1);
});

test("without a field the kernel judges what it has", () => {
  assert.equal(shownAnswer(box()), null);
  assert.equal(shownAnswer(null), null);
});

test("Enter gives an answer in a field of one line alone", () => {
  const line = { localName: "input", type: "text" };
  assert.ok(givesAnswer({ key: "Enter" }, line));
  assert.ok(!givesAnswer({ key: "Enter" }, { localName: "input", type: "radio" }));
  assert.ok(!givesAnswer({ key: "Enter" }, { localName: "textarea", type: "textarea" }));
  assert.ok(!givesAnswer({ key: "Enter" }, { localName: "button", type: "submit" }));
  assert.ok(!givesAnswer({ key: "5" }, line));
});

test("nor does Enter that is held, picks a word or has a modifier", () => {
  const line = { localName: "input", type: "text" };
  for (const key of ["repeat", "isComposing", "shiftKey", "ctrlKey", "altKey", "metaKey"]) {
    assert.ok(!givesAnswer({ key: "Enter", [key]: true }, line), key);
  }
});
