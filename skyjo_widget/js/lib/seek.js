/**
 * The place of a board whose output came before its model, as in a shared notebook: they take two
 * ways there.
 */

/** Time after which a board has its view, in ms. */
const AFTER = 3000;
/** ipywidgets' words, which stay there. */
const MISSED = "model not found";

/**
 * Have the kernel send an output again, soon, if it came too early.
 *
 * @param {Sjw.Model} model
 * @param {Document} page
 */
export function seek(model, page) {
  setTimeout(look, AFTER, model, page);
}

/** @param {Sjw.Model} model @param {Document} page */
function look(model, page) {
  const classes = /** @type {string[]} */ (model.get("_dom_classes") ?? []);
  if (classes.some((name) => page.querySelector(`.${name}`))) return;
  const places = [...page.querySelectorAll(".jp-OutputArea .jupyter-widgets")];
  if (!places.some(({ textContent }) => textContent?.endsWith(MISSED))) return;
  try {
    model.send({ type: "missed" });
  } catch {
    // Its kernel is gone.
  }
}
