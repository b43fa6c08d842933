/**
 * The board's controller: it reads the model and sends commands.
 *
 * No DOM here. The kernel holds the truth; this holds only which state the
 * reader saw, so that a double click or two timers never send twice for it.
 */

import { presentCoach } from "../coach/advice.js";
import { makeCoachRequests } from "../coach/requests.js";
import { unpacked } from "../lib/packed.js";
import { toggleSound, wantsSound } from "../lib/sound_wish.js";
import { speaker } from "../lib/speaker.js";
import { makeNoting } from "../notes/notes.js";
import { makePaper } from "../paper/paper.js";
import { actionOf, choice, stillChosen } from "../parts/selection.js";
import { makeStepping } from "../replay/replay_line.js";
import { makeBotClock } from "./bot_clock.js";
import { makeClickQueue, UNDO } from "./click_queue.js";
import { makeFiles } from "./files.js";
import { makeSender } from "./sender.js";
import { makeTraits } from "./traits.js";

/**
 * @param {Sjw.Model} model
 * @param {() => void} onChange called when there is something new to draw
 * @param {(target: string) => void} [onRefuse] called when what was chosen is no target
 * @param {() => void} [onFocus] called when the board is to have the focus
 * @returns {Sjw.Controller}
 */
export function makeController(model, onChange, onRefuse, onFocus) {
  /** True while a request to save elsewhere is under way. */
  let saving = false;
  /** The state in which an undo was asked for that can't be. @type {number | null} */
  let refused = null;
  /** The card that waits for its place. @type {Sjw.Chosen | null} */
  let card = null;

  const traits = makeTraits(model);
  const { rows } = traits;
  /** True while nothing that is chosen here can be done: no kernel, no connection, no game. */
  const isShut = () => {
    const moved = traits.view().trouble?.key === "moved";
    return sender.isDead() || Boolean(model.get("offline")) || moved;
  };
  const view = () => (isShut() ? traits.shut() : traits.view());
  const pace = () => /** @type {number} */ (model.get("pace"));
  const sender = makeSender(model, { view, onChange, onDead: () => onDead() });
  const { post, isBusy } = sender;
  /** @param {Parameters<typeof sender.send>[0]} message */
  const send = (message) => isShut() || sender.send(message);
  const clock = makeBotClock({
    view,
    pace,
    isDead: sender.isDead,
    isHosted: () => Boolean(model.get("hosted")) || guest() !== null,
    send,
  });
  const coaching = makeCoachRequests({
    view,
    coach: () => {
      const coach = presentCoach(traits.get("coach"), view());
      const silent = coach?.mode === "off" || coach?.mode === "locked";
      return people() === "playtest" && silent ? null : coach;
    },
    post,
    onChange,
  });

  /** @returns {Sjw.Guest | null} */
  const guest = () => model.get("guest") ?? null;

  const chosen = () => stillChosen(view(), card);

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

  /** @returns {Sjw.Begun | null} */
  const earlier = () => {
    const game = traits.get("earlier");
    return game?.path ? game : null;
  };

  /** @returns {Sjw.Snapshot["people"]} */
  const people = () => model.get("for_") ?? "";
  /** @returns {Sjw.Chances | null} */
  const chances = () => {
    const bar = traits.get("chances");
    return bar && "why" in bar ? bar : null;
  };
  const notes = () => (people() === "class" ? null : (traits.get("notes") ?? null));
  const noting = makeNoting({
    notes,
    view,
    rows,
    post: (message) => post({ state: view().state, ...message }),
    onChange,
  });

  const projector = () => Boolean(model.get("projector"));
  const toggleProjector = () => {
    model.set("projector", !projector());
    model.save_changes();
    onChange();
  };

  const paper = makePaper({ view, send, ask: sender.ask, onChange });
  const saves = makeFiles(onChange);

  /** @param {string} target */
  const actNow = (target) => {
    const now = view();
    const action = actionOf(now, target, chosen());
    const candidate = cardOn(target);
    if (action !== null)
      paper.ask(action) || sendClick(target, { type: "act", action, state: now.state });
    else if (candidate !== null) choose(chosen()?.spot === target ? null : candidate);
    else onRefuse?.(target);
  };

  const undoNow = () => {
    const { undo: may, viewer, state } = view();
    if (viewer === null) return;
    if (may === "yes") {
      sendClick(UNDO, { type: "undo", state });
    } else {
      refused = state;
      onChange();
    }
  };

  const queue = makeClickQueue({
    view,
    isBusy,
    chosen,
    play: (target) => (target === UNDO ? undoNow() : actNow(target)),
    onChange,
  });
  /** @param {string} target */
  const click = (target) => {
    if (isBusy() || queue.isAhead()) queue.keep(target);
    else if (target === UNDO) undoNow();
    else actNow(target);
  };

  /** @param {string} target @param {Sjw.OfBoard} message */
  const sendClick = (target, message) => {
    if (isShut()) return;
    queue.sent(target);
    sender.send(message);
  };

  /** Null of a game that is played; a note makes it new. @type {Sjw.Timeline | null} */
  let line = model.get("replay") ?? null;
  const stepping = makeStepping({
    line: () => /** @type {Sjw.Timeline} */ (line),
    moment: () => view().at ?? 0,
    pace,
    send: (to) => {
      if (!post({ type: "seek", to, state: view().state })) stepping.lost();
    },
    onChange,
  });

  /** Events of the model, with what they do. @type {Record<string, (message?: any) => void>} */
  const listeners = {
    "change:view": () => {
      line = model.get("replay") ?? null; // of another game, it came with this view
      traits.renew();
      receive();
    },
    "change:rows": () => {
      traits.renew("rows");
      onChange();
    },
    "change:coach": () => {
      traits.renew("coach");
      onChange();
    },
    "change:chances": () => {
      traits.renew("chances");
      onChange();
    },
    "change:notes": () => {
      traits.renew("notes");
      noting.receive();
      onChange();
    },
    "change:replay": () => {
      line = model.get("replay") ?? null;
      onChange();
    },
    "change:pace": onChange,
    "change:lang": onChange,
    "change:projector": onChange,
    "change:study": onChange,
    "change:asides": onChange,
    "change:opened": onChange,
    "change:for_": onChange,
    "change:guest": onChange,
    "change:hosted": onChange,
    "change:offline": onChange,
    "change:lobby": () => {
      if (model.get("lobby")?.ready) sender.receive(); // the answer to who is ready
      onChange();
    },
    "change:earlier": () => {
      traits.renew("earlier");
      onChange();
    },
    "change:panels": () => {
      traits.renew("panels");
      onChange();
    },
    comm_live_update: () => onDead(),
    channel: () => sender.wake(true),
    /** @param {{type?: string, id: number, state: Record<string, any> | null}} [message] */
    "msg:custom": (message) => {
      if (message?.type === "file") saves.take(message);
      if (message?.type === "focus") onFocus?.();
      if (message?.type === "understood") paper.take(/** @type {any} */ (message));
      if (message?.type !== "present") return;
      const state = unpacked(message.state);
      if (state) {
        traits.replace(state);
        receive();
      } else if (sender.receiveNothing(message.id)) {
        clock.retry();
        noting.lost();
        stepping.lost();
        queue.lost();
        receive();
      }
    },
  };

  const receive = () => {
    sender.receive();
    saving = false;
    coaching.receive();
    noting.receive();
    if (line) stepping.receive();
    queue.receive();
    onChange();
  };
  const onDead = () => {
    sender.close();
    queue.lost();
    clock.stop();
    noting.lost();
    stepping.lost();
    onChange();
  };

  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);

  return {
    snapshot: () => ({
      view: view(),
      rows: rows(),
      pace: pace(),
      lang: model.get("lang"),
      projector: projector(),
      sound: !line && wantsSound(people(), projector()), // a replay is silent
      study: Boolean(model.get("study")),
      hosted: Boolean(model.get("hosted")),
      back: Boolean(model.get("back")),
      dead: sender.isDead(),
      shut: isShut(),
      silence: sender.silence(),
      busy: isBusy(),
      undoRefused: refused === view().state,
      chosen: chosen(),
      asked: isBusy() || isShut() ? null : paper.snapshot(),
      understood: paper.understood(),
      ...coaching.snapshot(),
      chances: chances(),
      notes: notes(),
      people: people(),
      guest: guest(),
      lobby: model.get("lobby") ?? null,
      panels: traits.get("panels") ?? {},
      earlier: earlier(),
      files: saves.files(),
      asides: model.get("asides") ?? [],
      opened: model.get("opened") ?? [],
      ...noting.snapshot(),
      ...queue.snapshot(),
      replay: line && { line, ...stepping.snapshot() },
    }),
    noting,
    paper,
    stepping,
    act: click,
    lift(spot) {
      if (isBusy()) queue.keep(spot);
      else if (cardOn(spot) !== null) choose(cardOn(spot));
    },
    letGo() {
      if (!queue.takeBack() && chosen() !== null && !isBusy()) choose(null);
    },
    ready: () => send({ type: "ready", state: view().state }),
    penalize: (seat) => send({ type: "penalty", seat, state: view().state }),
    breakOff: () => send({ type: "break off", state: view().state }),
    next: clock.next,
    undo: () => click(UNDO),
    save() {
      if (saving) return;
      saving = true;
      post({ type: "save", state: view().state });
    },
    nextRound: () => send({ type: "next_round", state: view().state }),
    study() {
      if (model.get("projector")) toggleProjector(); // or it would lie over the replay
      send({ type: "study", state: view().state });
    },
    judge: !model.get("judges") ? null : () => post({ type: "judge", state: view().state }),
    back: () => {
      if (model.get("back")) post({ type: "back", state: view().state });
    },
    again: (same) => send({ type: "again", same, state: view().state }),
    chooseEarlier: (goOn) => send({ type: "earlier", go_on: goOn, state: view().state }),
    retry: () => send({ type: "retry", state: view().state }),
    replace: (seat) => send({ type: "replace", seat, state: view().state }),
    askCoach: coaching.ask,
    setCoach: coaching.setMode,
    showMeasure: coaching.showMeasure,
    setPace(milliseconds) {
      model.set("pace", milliseconds);
      model.save_changes();
      onChange();
    },
    toggleProjector,
    toggleSound() {
      toggleSound(people(), projector());
      speaker.touched();
      onChange();
    },
    press: (panel, button, values) => {
      post({ type: "panel", panel, button, values, state: view().state });
    },
    setPeople: (name) => {
      post({ type: "for", for_: name, state: view().state });
    },
    toggle(name) {
      const opened = model.get("opened");
      const rest = opened.filter((/** @type {string} */ panel) => panel !== name);
      model.set("opened", rest.length < opened.length ? rest : [...opened, name]);
      model.save_changes();
      onChange();
    },
    drawn() {
      if (line) stepping.drawn();
      else clock.arm();
    },
    woken: () => sender.wake(),
    dispose() {
      clock.stop();
      queue.dispose();
      sender.dispose();
      noting.dispose();
      saves.dispose();
      stepping.dispose();
      for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
    },
  };
}
