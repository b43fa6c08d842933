/**
 * One view of a model in one element: everything that touches the page.
 */

import { motionTime } from "../games/grid_changes.js";
import { makeTranslate, pickLanguage } from "../lib/i18n.js";
import { isTyping, shortcut } from "../lib/keys.js";
import { followPage } from "../lib/lifeline.js";
import { speaker } from "../lib/speaker.js";
import { followTheme } from "../lib/theme.js";
import { focusHome } from "../parts/focus.js";
import { keyTarget, markWaiting } from "../parts/targets.js";
import { replayKey } from "../replay/replay_line.js";
import { html, render } from "../vendor/htm-preact.js";
import { Board } from "./board.js";
import { makeController } from "./controller.js";
import { drawInTurn } from "./draw_queue.js";
import { gameOf } from "./games.js";
import { makeStage } from "./motion.js";
import { playFor, soundOf } from "./sound.js";

/** Width to draw with while the element is not in the page yet. */
const UNMEASURED = 640;

/** The parts that Escape closes. */
const OPEN = [".sjw-dialog", ".sjw-note", ".sjw-aside", ".sjw-keys[open]"];

/** Height that is kept for a board until its turn to be drawn has come: that of the last one. */
let usual = 530;

/**
 * @param {Sjw.Model} model
 * @param {HTMLElement} el
 * @param {Sjw.Locales} locales
 * @returns {() => void} take it away again
 */
export function mount(model, el, locales) {
  const page = el.ownerDocument;
  const root = page.createElement("div");
  root.className = "sjw";
  const leaveTheme = followTheme(root);
  root.tabIndex = -1; // a click on what takes no focus itself gives it to the board, and its keys work
  const frame = page.createElement("div");
  frame.className = "sjw-frame";
  const layer = page.createElement("div");
  layer.className = "sjw-layer";
  layer.setAttribute("aria-hidden", "true");
  root.append(frame, layer);
  el.append(root);

  // Each model imports its own copy of this module, so a counter would repeat itself.
  const id = `sjw-${Math.random().toString(36).slice(2, 10)}`;
  const stage = makeStage(frame, layer);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const control = makeController(
    model,
    () => drawSoon(),
    (target) => still.matches || stage.refuse(target),
    () => takeFocus(root, root.querySelector("[data-study]") ?? root),
  );
  /** True while a drawing is due: traits that come in one message are drawn once. */
  let due = false;
  const drawSoon = () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      if (due) draw();
    });
  };
  let gone = false;
  let flight = 0;
  /** The view on show. @type {Sjw.View | null} */
  let seen = null;
  let onStage = false;

  const draw = () => {
    due = false;
    if (gone) return;
    sendShown(model, control.snapshot().view?.state);
    if (!onStage) {
      control.drawn(); // bots play on where nobody looks
      return;
    }
    const snap = control.snapshot();
    const { view } = snap;
    const t = makeTranslate(locales, pickLanguage(locales, snap.lang, navigator.languages));
    if (!view?.seats) {
      render(html`<p class="sjw-quiet">${t("board.loading")}</p>`, frame);
      return;
    }
    const game = gameOf(view);
    const { width: wide, height: high, zoom } = showProjector(root, snap.projector);
    const framed = page.defaultView?.top !== page.defaultView;
    const sizes = game.layout(wide, high, view, snap.guest !== null, framed);
    const time = still.matches ? 0 : motionTime(snap.pace);
    const loud = snap.sound && !page.hidden;
    const moves = (time > 0 || loud) && seen !== view ? game.changes(seen, view) : [];
    const before = time > 0 && stage.look(moves); // while nothing is changed yet, or it costs a layout
    root.lang = t.lang;
    root.setAttribute("role", "region");
    root.setAttribute("aria-label", t(snap.replay ? "replay.name" : "board.name"));
    root.dataset.busy = String(snap.busy);
    root.toggleAttribute("data-guest", snap.guest !== null);
    root.dataset.state = String(view.state);
    showLayout(root, sizes, game.style(sizes, view));
    root.style.setProperty("--zoom", `${zoom}`);

    if (seen !== view) stage.clear();
    render(
      html`<${Board} snap=${snap} layout=${sizes} t=${t} control=${control} id=${id} />`,
      frame,
    );
    markWaiting(frame, snap.waits);
    if (seen !== view) {
      cancelAnimationFrame(flight);
      // In the frame that will show the board anyway, so that no layout is made for this alone.
      flight = requestAnimationFrame(() => before && stage.play(moves, before, time));
      const sound = loud && soundOf(seen, view, moves);
      if (sound) requestAnimationFrame(() => playFor(root, sound));
    }
    seen = view;
    control.drawn();
  };

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const at = event.composedPath()[0];
    const typing = isTyping(at);
    if (at === root && /^(Arrow|Enter$)/.test(event.key) && !event.defaultPrevented) {
      event.preventDefault();
      focusHome(root);
    }
    const what = typing ? null : shortcut(event);
    if (what === "next") control.next();
    else if (what === "projector") event.repeat || control.toggleProjector();
    else if (what === "keys") event.repeat || toggleKeys();
    else if (what === "undo") event.repeat || control.undo();
    else if (what === "let go") event.defaultPrevented || letGo(event);
    else if (what === "coach") event.repeat || control.askCoach();
    else if (what === "measure") event.repeat || control.showMeasure();
    else if (what === "note") noteByKey(event);
    else if (what === "line") lineByKey(event);
    else if (what !== null) {
      const target = keyTarget(control.snapshot().view, what);
      if (target !== null && !event.repeat) control.act(target);
    }
  };
  /**
   * Let a chosen card go, or the newest click that waits; without one Escape closes what is open, from wherever the focus is,
   * leaves the projector, as it does a full screen, then a replay that has a way back. If there
   * is nothing of all that, it leaves the board: see lib/hold_keys.js.
   *
   * @param {KeyboardEvent} event
   */
  const letGo = (event) => {
    const { chosen, waits, projector, back } = control.snapshot();
    const [open] = (projector ? OPEN.slice(0, 1) : OPEN).flatMap((part) => [
      ...root.querySelectorAll(part),
    ]);
    if (chosen || waits.length > 1) control.letGo();
    else if (open) close(open);
    else if (projector) control.toggleProjector();
    else if (back) control.back();
    else return;
    event.preventDefault();
  };
  const toggleKeys = () => {
    const keys = /** @type {HTMLDetailsElement | null} */ (root.querySelector(".sjw-keys"));
    if (!keys) return;
    keys.open = !keys.open;
    if (keys.open) keys.scrollIntoView({ block: "nearest" });
  };
  /** @param {KeyboardEvent} event */
  const noteByKey = (event) => {
    if (event.repeat || control.snapshot().notes === null) return;
    event.preventDefault(); // or the letter lands in the text that gets the focus
    control.noting.open();
  };
  /** @param {KeyboardEvent} event */
  const lineByKey = (event) => {
    const field = /** @type {HTMLElement | null} */ (root.querySelector('[aria-keyshortcuts="L"]'));
    if (!field) return;
    event.preventDefault(); // or the letter lands there
    field.focus();
  };
  root.addEventListener("keydown", onKeyDown);
  /**
   * Move along a replay's line by arrows, but where they have a meaning of their own.
   *
   * @param {KeyboardEvent} event
   */
  const onReplayKey = (event) => {
    const way = replayKey(event);
    const at = event.composedPath()[0];
    if (way === null || isTyping(at) || !(at instanceof Element) || at.matches('[role="tab"]'))
      return;
    if (way === "play" && at.matches("button, summary")) return;
    event.preventDefault();
    event.stopPropagation();
    if (way === "play") control.stepping.play();
    else control.stepping.step(way);
  };
  if (control.snapshot().replay) root.addEventListener("keydown", onReplayKey, true);
  const touched = () => control.snapshot().sound && speaker.touched();
  for (const event of ["pointerdown", "keydown"]) root.addEventListener(event, touched);

  const leavePage = followPage(page, () => onStage && control.woken());
  let [width, height] = [root.clientWidth, windowHeight(page)];
  const measure = () => {
    if (!onStage || (root.clientWidth === width && windowHeight(page) === height)) return;
    [width, height] = [root.clientWidth, windowHeight(page)];
    draw();
  };
  const observer = new ResizeObserver(() => {
    // A study that was just asked for is drawn wherever it lands.
    if (!onStage && model.get("fresh")) root.scrollIntoView({ block: "nearest" });
    measure();
  });
  observer.observe(root);
  page.defaultView?.addEventListener("resize", measure);
  root.style.minHeight = `${usual}px`;
  draw();
  const leave = drawInTurn(root, () => {
    onStage = true;
    [width, height] = [root.clientWidth, windowHeight(page)];
    root.style.minHeight = "";
    draw();
    usual = root.offsetHeight || usual;
    if (!model.get("fresh")) return;
    model.set("fresh", false);
    model.save_changes();
    takeFocus(root, root);
  });
  sendLanguage(model, pickLanguage(locales, model.get("lang"), navigator.languages));

  return () => {
    gone = true;
    leave();
    cancelAnimationFrame(flight);
    observer.disconnect();
    page.defaultView?.removeEventListener("resize", measure);
    leaveTheme();
    leavePage();
    control.dispose();
    stage.clear();
    render(null, frame);
    root.remove();
  };
}

/**
 * Close an open thing, as Escape in it does.
 *
 * @param {Element} open
 */
function close(open) {
  if (open instanceof HTMLDetailsElement) open.open = false;
  else open.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }));
}

/**
 * Give the focus to a board, and bring it into sight; never while somebody types elsewhere.
 *
 * @param {HTMLElement} root
 * @param {Element} target in the board
 */
function takeFocus(root, target) {
  const { activeElement } = root.ownerDocument;
  if (activeElement && isTyping(activeElement) && !activeElement.closest(".sjw")) return;
  /** @type {HTMLElement} */ (target).focus({ preventScroll: true });
  root.scrollIntoView({ block: "nearest" });
}

/** The size of a board on a projector, which is then drawn as large as the window. */
const PROJECTED = { width: 836, height: 540, tabs: 44, share: 0.64 };

/**
 * Lay the board over the whole page while it is projected; elsewhere it stays where it is.
 *
 * @param {HTMLElement} root
 * @param {boolean} on
 * @returns {{width: number, height: number, zoom: number}} what its layout may have
 */
function showProjector(root, on) {
  const page = root.ownerDocument;
  root.toggleAttribute("data-projector", on);
  if (!on) root.removeAttribute("popover");
  else if (root.isConnected && typeof root.showPopover === "function") {
    root.setAttribute("popover", "manual");
    if (!root.matches(":popover-open")) {
      root.showPopover();
      root.focus({ preventScroll: true }); // its keys, not those of the cell below
    }
  }
  if (!on) return { width: root.clientWidth || UNMEASURED, height: windowHeight(page), zoom: 1 };
  const { innerWidth = PROJECTED.width, innerHeight = PROJECTED.height } = page.defaultView ?? {};
  const zoom = Math.max(1, Math.min(innerWidth / PROJECTED.width, innerHeight / PROJECTED.height));
  const height = (innerHeight / zoom - PROJECTED.tabs) / PROJECTED.share;
  return { width: Math.min(PROJECTED.width, innerWidth / zoom), height, zoom };
}

/**
 * The height in which a reader sees the board. A frame that is as high as its content has no
 * height of its own: there the screen's counts.
 *
 * @param {Document} page
 */
function windowHeight({ defaultView: view }) {
  if (!view) return 0;
  const { availHeight } = view.screen;
  return view.top === view ? Math.min(view.innerHeight, availHeight) : availHeight;
}

/**
 * Send the board's language to the widgets around it: only the browser knows which is preferred.
 *
 * @param {Sjw.Model} model
 * @param {string} language
 */
function sendLanguage(model, language) {
  if (model.get("spoken") === language) return;
  model.set("spoken", language);
  model.save_changes();
}

/**
 * Send which state is on show, where that must be reported: marimo runs cells again for what a
 * page writes.
 *
 * @param {Sjw.Model} model
 * @param {number | undefined} state
 */
function sendShown(model, state) {
  const onPage = model.get("on_page") ?? -1;
  if (onPage < 0 || state === undefined || onPage === state) return;
  model.set("on_page", state);
  model.save_changes();
}

/**
 * Hand the sizes to the style sheet.
 *
 * @param {HTMLElement} root
 * @param {Sjw.Layout} frame
 * @param {Sjw.Style} style
 */
function showLayout(root, { panel, panelWidth }, { data, pixels, numbers }) {
  Object.assign(root.dataset, data, { panel });
  for (const [name, value] of Object.entries({ "--panel-w": panelWidth, ...pixels })) {
    root.style.setProperty(name, `${value}px`);
  }
  for (const [name, value] of Object.entries(numbers)) root.style.setProperty(name, `${value}`);
}
