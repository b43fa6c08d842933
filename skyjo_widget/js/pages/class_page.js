/**
 * A class's page: its wall, one thing at a time, and the replays of some decisions.  The page is
 * whole without this: only the wall and the replays need it.
 */

import { slideBy, slideOf } from "../lib/slides.js";
import start from "./replay_page.js";

/** Time between two looks for a newer page, while it is watched, in ms. */
const RELOAD_AFTER = 5000;
const SCROLL = "skyjo_widget class scroll";

/**
 * @typedef {object} Data
 * @property {string} style the board's
 * @property {boolean} live whether the page is made again as files arrive
 * @property {any[]} replays each the data of a replay's page, with the `decision` to show
 * @property {{of: string}} words
 */

/**
 * @param {Document} page
 * @param {Data} data
 */
export default function run(page, data) {
  const root = page.documentElement;
  const slides = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("section.slide")]);
  const bar = /** @type {HTMLElement} */ (page.querySelector(".wall-bar"));
  const where = /** @type {HTMLElement} */ (bar.querySelector("output"));
  const dialog = /** @type {HTMLDialogElement} */ (page.querySelector("dialog"));
  // The page's style is for texts and tables, and the board has its own.
  const shadow = /** @type {HTMLElement} */ (dialog.querySelector(".replay")).attachShadow({
    mode: "open",
  });
  const style = page.createElement("style");
  style.textContent = data.style;
  const place = page.createElement("div");
  shadow.append(style, place);
  /** @param {string} name */
  const button = (name) => /** @type {HTMLElement} */ (page.querySelector(`[data-does="${name}"]`));
  let end = () => {};

  /** @param {number | null} at null: the whole page */
  const show = (at) => {
    root.classList.toggle("wall", at !== null);
    for (const [n, slide] of slides.entries()) slide.classList.toggle("on", n === at);
    bar.hidden = at === null;
    if (at !== null) {
      const of = data.words.of.replace("{number}", `${at + 1}`);
      where.textContent = of.replace("{count}", `${slides.length}`);
    }
    history.replaceState(null, "", at === null ? "#" : `#wall-${at + 1}`);
  };
  const current = () => slides.findIndex((slide) => slide.classList.contains("on"));
  /** @param {string} key */
  const turn = (key) => {
    const to = slideBy(key, current(), slides.length);
    if (to !== null) show(to);
    return to !== null;
  };

  /** @param {number} number */
  const open = (number) => {
    dialog.showModal();
    end = start(place, data.replays[number], {
      before: data.replays[number].decision,
      onSmall: current() < 0 ? undefined : () => dialog.close(),
    });
    /** @type {HTMLElement | null} */ (place.querySelector(".sjw"))?.focus();
  };
  dialog.addEventListener("close", () => {
    end();
    place.replaceChildren();
  });
  button("close").addEventListener("click", () => dialog.close());
  for (const opener of /** @type {NodeListOf<HTMLButtonElement>} */ (
    page.querySelectorAll("[data-replay]")
  )) {
    opener.addEventListener("click", () => open(Number(opener.dataset.replay)));
    opener.disabled = false; // until here a click would have been lost
  }

  button("wall").addEventListener("click", () => show(0));
  button("leave").addEventListener("click", () => show(null));
  button("back").addEventListener("click", () => turn("ArrowLeft"));
  button("on").addEventListener("click", () => turn("ArrowRight"));
  page.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (
      event.defaultPrevented ||
      dialog.open ||
      ctrlKey ||
      metaKey ||
      altKey ||
      slides.length === 0
    )
      return;
    const onButton = target instanceof Element && target.closest("button, summary, a") !== null;
    if (key.toLowerCase() === "p") show(current() < 0 ? 0 : null);
    else if (current() < 0) return;
    else if (key === "Escape") show(null);
    else if ((key === " " && onButton) || !turn(key)) return;
    event.preventDefault();
  });

  button("wall").hidden = slides.length === 0;
  show(slideOf(location.hash, slides.length));
  if (data.live) watch(page, () => dialog.open);
}

/**
 * Load the page again and again, where it was scrolled to.
 *
 * @param {Document} page
 * @param {() => boolean} isBusy whether it must stay as it is
 */
function watch(page, isBusy) {
  const { sessionStorage } = window;
  const at = Number(sessionStorage.getItem(SCROLL));
  if (at > 0) window.scrollTo(0, at);
  setInterval(() => {
    const open = page.querySelector("details[open]") !== null;
    if (isBusy() || open || page.hidden) return;
    sessionStorage.setItem(SCROLL, `${window.scrollY}`);
    location.reload();
  }, RELOAD_AFTER);
}
