/**
 * Between the model and the board: what was received, what may be sent.
 *
 * No DOM here. The kernel holds the truth; this holds only which state the
 * reader saw, so that a double click or two timers never send twice for it.
 */

import { hasAdvice, mayAsk, presentCoach } from "../coach/advice.js";
import { makeLifeline } from "../lib/lifeline.js";
import { makeNoting } from "../notes/notes.js";
import { makePaper } from "../paper/paper.js";
import { actionOf, choice, stillChosen } from "../parts/selection.js";
import { makeStepping } from "../replay/replay_line.js";
import { passesOnAtOnce } from "./websocket.js";

/**
 * When, after each command, tiny messages go up until it is answered. Where our part of Jupyter's
 * server (skyjo_widget_server.py) isn't installed, the answer to a fast second click waits some 40 ms for the
 * browser's delayed acknowledgement: they carry it.
 */
const NUDGES_AFTER = [16, 24, 32];

/** How long an answer may take before the board shows that it is waiting. */
const BUSY_AFTER = 80;

/** How long a board is at rest before the kernel hears of it, and draws the still picture. */
const REST_AFTER = 1000;

/** Pace of a reader who presses "Next move" for each move. */
export const PAUSED = -1;

/**
 * @param {Sjw.Model} model
 * @param {() => void} onChange called when there is something new to draw
 * @param {(target: string) => void} [onRefuse] called when what was chosen is no target
 * @returns {Sjw.Controller}
 */
export function makeController(model, onChange, onRefuse) {
  /** The state for which a command is under way. @type {number | null} */
  let sent = null;
  /** The newest state for which a step was sent, by the clock or by hand. @type {number | null} */
  let stepped = null;
  let dead = false;
  /** The newest command, until it is answered, and whether it was sent again. */
  let command = /** @type {{message: {state: number}, again: boolean} | null} */ (null);
  /** Traits as they came on being asked for: newer than the model's. @type {Record<string, any>} */
  let present = {};
  /** Whether a wish to save elsewhere is under way. */
  let saving = false;
  /** The state in which an undo was asked for that can't be. @type {number | null} */
  let refused = null;
  /** The card that waits for its place. @type {Sjw.Chosen | null} */
  let card = null;
  /** The state in which the coach was asked, until it answers. @type {number | null} */
  let asked = null;
  /** @type {Sjw.Measure} */
  let measure = "points";
  /** What is due until the command is answered. @type {ReturnType<typeof setTimeout>[]} */
  let unanswered = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  /** @type {{state: number, pace: number, id: ReturnType<typeof setTimeout>} | null} */
  let timer = null;

  const nudges = passesOnAtOnce() ? [] : NUDGES_AFTER;
  let whole = { part: null, sheet: null, terms: null, view: /** @type {Sjw.View} */ ({}) };
  /** @param {string} name */
  const trait = (name) => (name in present ? present[name] : model.get(name));
  /** The whole picture: what changes seldom comes as a trait of its own. */
  const view = () => {
    const [part, sheet, terms] = [trait("view"), trait("sheet"), trait("terms")];
    if (part !== whole.part || sheet !== whole.sheet || terms !== whole.terms) {
      whole = { part, sheet, terms, view: { ...terms, ...sheet, ...part } };
    }
    return whole.view;
  };
  const rows = () => {
    const [newest, older] = [trait("rows"), trait("older")];
    return { ...newest, rows: [...(older?.rows ?? []), ...newest.rows] };
  };
  const pace = () => /** @type {number} */ (model.get("pace"));

  /** @param {"nudge" | "rest"} type a word that gets no answer */
  const whisper = (type) => {
    try {
      model.send({ type });
    } catch {
      // The kernel is gone: the next command will tell.
    }
  };

  const rest = () => {
    clearTimeout(resting);
    resting = setTimeout(whisper, REST_AFTER, "rest");
  };

  /**
   * @param {{type: string, state: number} & Sjw.Params} message
   * @returns {boolean} whether it was sent
   */
  const post = (message) => {
    answered();
    try {
      model.send(message);
      command = { message, again: false };
      lifeline.sent();
      unanswered = nudges.map((wait) => setTimeout(whisper, wait, "nudge"));
      unanswered.push(setTimeout(onChange, BUSY_AFTER));
      return true;
    } catch {
      // The model's channel is closed: the kernel that held the game is gone.
      dead = true;
      onChange();
      return false;
    }
  };

  const answered = () => {
    for (const id of unanswered) clearTimeout(id);
    unanswered = [];
  };

  /** @param {{type: string, state: number} & Sjw.Params} message */
  const send = (message) => {
    if (sent === message.state) return;
    sent = message.state;
    post(message);
  };

  const step = () => {
    const { state } = view();
    stepped = state;
    send({ type: "step", state });
  };

  const stopTimer = () => {
    if (timer) clearTimeout(timer.id);
    timer = null;
  };

  /** Arm the clock for the state now on show, once for each state. */
  const shown = () => {
    const now = view();
    const wait = pace();
    const due = now.waiting === "bot" && wait !== PAUSED && stepped !== now.state && !dead;
    if (timer && due && timer.state === now.state && timer.pace === wait) return;
    stopTimer();
    if (!due) return;
    if (wait <= 0) {
      step();
      return;
    }
    const id = setTimeout(() => {
      timer = null;
      step();
    }, wait);
    timer = { state: now.state, pace: wait, id };
  };

  const chosen = () => stillChosen(view(), card);
  const coach = () => presentCoach(trait("coach"), view());

  /** @param {Sjw.Chosen | null} next */
  const choose = (next) => {
    card = next;
    onChange();
  };

  /**
   * @param {string} spot
   * @returns {Sjw.Chosen | null} the card there, if it may be chosen
   */
  const cardOn = (spot) => {
    const name = choice(view(), spot);
    return name === null ? null : { card: name, spot, decision: view().decision };
  };

  const notes = () => trait("notes") ?? null;
  const noting = makeNoting({
    notes,
    view,
    rows,
    post: (message) => post({ state: view().state, ...message }),
    onChange,
  });

  const paper = makePaper({ view, send, onChange });

  /** Null of a game that is played. @type {Sjw.Line | null} */
  const line = model.get("replay") ?? null;
  const stepping = makeStepping({
    line: () => /** @type {Sjw.Line} */ (line),
    shown: () => view().at ?? 0,
    pace,
    send: (to) => {
      if (!post({ type: "seek", to, state: view().state })) stepping.lost();
    },
    onChange,
  });

  const onRows = () => {
    delete present.rows;
    onChange();
  };
  const onCoach = () => {
    delete present.coach;
    onChange();
  };
  const onNotes = () => {
    delete present.notes;
    noting.heard();
    onChange();
  };

  const lifeline = makeLifeline((id) => {
    const { state, answer } = view();
    try {
      model.send({ type: "present", id, state, answer });
    } catch {
      onDead();
    }
  }, onChange);

  /** @param {{type?: string, id: number, state: Record<string, any> | null}} [message] */
  const onMessage = (message) => {
    if (message?.type !== "present") return;
    const { id, state } = message;
    if (state) {
      present = state;
      heard();
    } else if (lifeline.isDue(id)) {
      // The kernel has come as far as the question, and nothing has changed: the command is lost.
      const lost = command;
      lifeline.rest();
      if (lost && !lost.again && lost.message.state === view().state) {
        post(/** @type {any} */ (lost.message));
        command = { message: lost.message, again: true };
      } else {
        stepped = null;
        noting.lost();
        stepping.lost();
        heard();
      }
    }
  };

  const onView = () => {
    present = {};
    heard();
  };
  const heard = () => {
    // Any view is an answer, one with an error too; and it proves a kernel.
    lifeline.rest();
    command = null;
    sent = null;
    saving = false;
    asked = null;
    dead = false;
    answered();
    noting.heard();
    if (line) stepping.heard();
    rest();
    onChange();
  };
  const onDead = () => {
    dead = true;
    stopTimer();
    answered();
    lifeline.rest();
    noting.lost();
    stepping.lost();
    clearTimeout(resting);
    onChange();
  };

  model.on("change:view", onView);
  model.on("change:rows", onRows);
  model.on("change:coach", onCoach);
  model.on("change:notes", onNotes);
  model.on("change:pace", onChange);
  model.on("change:lang", onChange);
  model.on("change:asides", onChange);
  model.on("change:opened", onChange);
  model.on("comm_live_update", onDead);
  model.on("msg:custom", onMessage);
  rest();

  return {
    snapshot: () => ({
      view: view(),
      rows: rows(),
      pace: pace(),
      lang: model.get("lang"),
      dead,
      silence: dead ? null : lifeline.silence(),
      busy: sent === view().state,
      undoRefused: refused === view().state,
      chosen: chosen(),
      asked: sent === view().state ? null : paper.snapshot(),
      coach: coach(),
      measure,
      asking: asked === view().state,
      notes: notes(),
      asides: model.get("asides") ?? [],
      opened: model.get("opened") ?? [],
      ...noting.snapshot(),
      replay: line && { line, ...stepping.snapshot() },
    }),
    noting,
    paper,
    stepping,
    act(target) {
      const now = view();
      const action = actionOf(now, target, chosen());
      const found = cardOn(target);
      if (action !== null)
        sent === now.state || paper.ask(action) || send({ type: "act", action, state: now.state });
      else if (sent === now.state) return;
      else if (found !== null) choose(chosen()?.spot === target ? null : found);
      else onRefuse?.(target);
    },
    lift(spot) {
      const found = cardOn(spot);
      if (found !== null && sent !== view().state) choose(found);
    },
    letGo() {
      if (chosen() !== null && sent !== view().state) choose(null);
    },
    ready: () => send({ type: "ready", state: view().state }),
    penalize: (seat) => send({ type: "penalty", seat, state: view().state }),
    next() {
      if (view().waiting !== "bot") return;
      stopTimer();
      step();
    },
    undo() {
      const { undo, viewer, state } = view();
      if (viewer === null) return;
      if (undo === "yes") {
        send({ type: "undo", state });
      } else {
        refused = state;
        onChange();
      }
    },
    save() {
      if (saving) return;
      saving = true;
      post({ type: "save", state: view().state });
    },
    nextRound: () => send({ type: "next_round", state: view().state }),
    retry: () => send({ type: "retry", state: view().state }),
    replace: (seat) => send({ type: "replace", seat, state: view().state }),
    askCoach() {
      const now = view();
      if (asked === now.state || !mayAsk(now, coach())) return;
      asked = now.state;
      post({ type: "coach", state: now.state });
      onChange();
    },
    setCoach: (mode) => post({ type: "coach mode", state: view().state, mode }),
    showMeasure(name = measure === "points" ? "win" : "points") {
      measure = name;
      if (hasAdvice(coach())) onChange();
    },
    setPace(milliseconds) {
      model.set("pace", milliseconds);
      model.save_changes();
      onChange();
    },
    toggle(name) {
      const opened = model.get("opened");
      const rest = opened.filter((/** @type {string} */ one) => one !== name);
      model.set("opened", rest.length < opened.length ? rest : [...opened, name]);
      model.save_changes();
      onChange();
    },
    shown() {
      if (line) stepping.drawn();
      else shown();
    },
    woken() {
      if (!dead) lifeline.woken();
    },
    dispose() {
      stopTimer();
      answered();
      lifeline.rest();
      noting.dispose();
      stepping.dispose();
      clearTimeout(resting);
      model.off("change:view", onView);
      model.off("change:rows", onRows);
      model.off("change:coach", onCoach);
      model.off("change:notes", onNotes);
      model.off("change:pace", onChange);
      model.off("change:lang", onChange);
      model.off("change:asides", onChange);
      model.off("change:opened", onChange);
      model.off("comm_live_update", onDead);
      model.off("msg:custom", onMessage);
    },
  };
}
