/**
 * The frame that every game shares: status, table, notices, pace, and the data beside it.
 */

import { makeCoaching } from "../coach/advice.js";
import { BadgeOf, Coaching } from "../coach/badges.js";
import { VerdictLine } from "../coach/coach_line.js";
import { bestText, verdictParts } from "../coach/coach_words.js";
import { describeLast, describeTakenBack } from "../games/sentences.js";
import { inGame } from "../lib/i18n.js";
import { faultText, NotePanel, notedText } from "../notes/notes_panel.js";
import { light, unlight } from "../panel/lit.js";
import { Panel } from "../panel/panel.js";
import { PAPER } from "../paper/parts.js";
import { ResultDialog, resultName } from "../parts/dialog.js";
import { focusOn, keepFocus } from "../parts/focus.js";
import {
  DeadBanner,
  deadText,
  droppedText,
  EarlierNotice,
  earlierText,
  errorText,
  FaultPanel,
  Line,
  LongRoundNotice,
  longRoundText,
  SilenceBanner,
  silenceText,
  TroubleNotice,
  troubleText,
  waitsText,
} from "../parts/notices.js";
import { chosenFace } from "../parts/selection.js";
import { buttonTargets } from "../parts/targets.js";
import { REPLAY } from "../replay/parts.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { answersText, goToAside, isHandInDue, OpenAsides, offeredAside } from "./asides.js";
import { Tools, undoReason } from "./footer.js";
import { gameOf } from "./games.js";
import { PenaltyDialog } from "./penalty.js";

/**
 * @typedef {{snap: Sjw.Snapshot, layout: Sjw.Layout, t: Sjw.Translate,
 *   control: Sjw.Controller, id: string}} Props
 */

/** @param {Props} props */
export function Board(props) {
  const { t, snap, control, id } = props;
  const coaching = makeCoaching(t, snap, gameOf(snap.view).wild);
  return html`<${Coaching.Provider} value=${coaching}>
    <${Frame} ...${props} coaching=${coaching} />
    ${isPhone(props) || html`<${OpenAsides} snap=${snap} t=${t} control=${control} id=${id} />`}
  <//>`;
}

/**
 * Check if a guest's narrow board is drawn: panels stand before the rows there, in sight.
 *
 * @param {Props} props
 */
function isPhone({ snap, layout }) {
  return snap.guest !== null && layout.panel === "below";
}

/** @param {Props & {coaching: Sjw.Coaching | null}} props */
function Frame({ snap, layout, t, control, id, coaching }) {
  const { view } = snap;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const viewer = useRef(view.viewer);
  const drawn = useRef(false);
  // The result that was closed, the error and the place of a saved game that were dismissed.
  const [closed, setClosed] = useState("");
  const [read, setRead] = useState(/** @type {Sjw.BoardError | null} */ (null));
  const [gone, setGone] = useState(/** @type {Sjw.Dropped | null} */ (null));
  const [punishing, setPunishing] = useState(false);
  /** True while the field for a line has the focus: no dialog asks for a card, or takes it. */
  const [typing, setTyping] = useState(false);
  const [noted, setNoted] = useState(/** @type {string | null} */ (null));

  const result = snap.replay ? "" : resultName(view); // the table is to be seen, round after round
  const shut = result !== "" && closed === result;
  const { Table } = gameOf(view);
  const prompt = promptText(t, snap);
  const dropped = snap.dropped !== gone ? droppedText(t, snap.dropped) : "";
  const latest = describeTakenBack(t, view) || describeLast(t, view);
  // The viewer's own move stays for the ear while others play on: "at once" they'd talk over it.
  const own = useRef("");
  const isOwn = view.last !== null && view.last.seat === view.viewer;
  if (isOwn || view.taken_back) own.current = isOwn ? latest : "";
  const offered = offeredAside(t, snap);
  const [begun] = useState(offered?.title);
  // A refused note has its message in the note's panel.
  const inPanel = view.error?.key === "note" && snap.draft?.fault === "refused";
  const error = view.error && view.error !== read && !inPanel ? errorText(t, view) : "";
  // The earlier game is the one to be kept, as nobody has decided in this one yet.
  const kept = snap.earlier ? { ...view, record: snap.earlier.path } : view;
  const saved = view.saved !== noted ? view.saved : null;
  const long = longRoundText(t, view);
  const announcements = [
    snap.dead && deadText(t, view),
    silenceText(t, snap),
    error,
    waitsText(t, snap),
    dropped,
    troubleText(t, view),
    saved && `${t("board.saved")} ${saved}`,
    earlierText(t, snap.earlier),
    long,
    snap.undoRefused && undoReason(t, view),
    own.current,
    own.current !== latest && latest,
    offered && offered.title !== begun && t("asides.offered", { title: offered.title }),
    prompt,
    bestText(t, view, coaching),
    verdictText(t, snap),
    notedText(t, snap.noted),
    faultText(t, snap.draft, view),
    answersText(snap),
  ];

  const toHandIn = () => {
    setClosed(result);
    goToAside(box.current, "hand_in");
  };
  const endPenalty = () => {
    setPunishing(false);
    /** @type {HTMLElement | null | undefined} */ (
      box.current?.querySelector(".sjw-penalty")
    )?.focus({ preventScroll: true });
  };

  const held = focusOn(box.current);
  useLayoutEffect(() => {
    if (box.current) keepFocus(box.current, held, viewer.current !== view.viewer);
    viewer.current = view.viewer;
    drawn.current = true;
  });
  useLayoutEffect(() => setNoted((path) => (path === view.saved ? path : null)), [view.saved]);
  // A round that is played again after an undo has a result to show again.
  useLayoutEffect(() => setClosed((name) => (name === result ? name : "")), [result]);

  /** @param {Event} event */
  const onPoint = ({ currentTarget, target }) =>
    light(/** @type {Element} */ (currentTarget), target);
  const onLeave = () => box.current && unlight(box.current);

  return html`<div class="sjw-board" ref=${box} onpointerover=${onPoint} onpointerleave=${onLeave} onfocusin=${onPoint}>
    <div class="sjw-main">
      ${
        offered &&
        html`<button
          type="button"
          class="sjw-button sjw-skip"
          onClick=${() => goToAside(box.current, offered.name)}
        >
          ${t("asides.go", { title: offered.title })}
        </button>`
      }
      ${snap.dead && html`<${DeadBanner} view=${kept} t=${t} />`}
      <${Status} snap=${snap} t=${t} prompt=${prompt} latest=${latest} act=${control.act} />
      ${
        snap.earlier &&
        !snap.dead &&
        html`<${EarlierNotice} earlier=${snap.earlier} t=${t} onChoose=${control.chooseEarlier} />`
      }
      ${
        error &&
        html`<${Line}
          kind="error"
          text=${error}
          title=${view.error?.text}
          t=${t}
          onDismiss=${() => setRead(view.error)}
        />`
      }
      ${
        dropped &&
        html`<${Line} kind="error" text=${dropped} t=${t} onDismiss=${() => setGone(snap.dropped)} />`
      }
      ${
        view.trouble &&
        html`<${TroubleNotice} view=${view} file=${snap.files.record} t=${t} onSave=${control.save} />`
      }
      ${
        saved &&
        html`<${Line}
          kind="saved"
          text=${t("board.saved")}
          path=${saved}
          t=${t}
          onDismiss=${() => setNoted(saved)}
        />`
      }
      ${
        long &&
        html`<${LongRoundNotice} text=${long} shut=${snap.shut} t=${t} onEnd=${snap.guest || snap.replay ? null : control.breakOff} />`
      }
      ${view.fault && !snap.guest && html`<${FaultPanel} fault=${view.fault} shut=${snap.shut} t=${t} control=${control} />`}
      <div class="sjw-stage">
        <${Table}
          view=${view}
          layout=${layout}
          t=${t}
          control=${control}
          chosen=${snap.chosen}
          act=${control.act}
        />
        ${
          punishing &&
          view.penalty &&
          html`<${PenaltyDialog} view=${view} t=${t} onGive=${control.penalize} onClose=${endPenalty} />`
        }
        ${
          PAPER.Prompt &&
          snap.asked &&
          !typing &&
          html`<${PAPER.Prompt}
            key=${`${view.state} ${snap.asked.where}`}
            asking=${snap.asked}
            view=${view}
            t=${t}
            paper=${control.paper}
          />`
        }
        ${
          result &&
          !shut &&
          html`<${ResultDialog}
            key=${result}
            view=${view}
            t=${t}
            takeFocus=${drawn.current && !typing}
            canStudy=${snap.study}
            guest=${snap.guest}
            people=${snap.people}
            shut=${snap.shut}
            lobby=${snap.lobby}
            control=${control}
            onHandIn=${isHandInDue(snap) ? toHandIn : null}
            onClose=${() => setClosed(result)}
          />`
        }
      </div>
      ${/* Below the cards: while it comes and goes they are clicked. */ snap.silence && html`<${SilenceBanner} snap=${snap} t=${t} />`}
      ${
        PAPER.Line &&
        view.paper &&
        !snap.replay &&
        html`<${PAPER.Line} snap=${snap} t=${t} control=${control} id=${id} onTyping=${setTyping} />`
      }
      ${REPLAY.Chances && html`<${REPLAY.Chances} snap=${snap} t=${t} control=${control} />`}
      <${VerdictLine} snap=${snap} t=${t} />
      ${
        snap.replay
          ? html`<${REPLAY.Bar} snap=${snap} replay=${snap.replay} t=${t} control=${control} />`
          : html`<${Tools}
              snap=${snap}
              t=${t}
              control=${control}
              result=${shut}
              onResult=${() => setClosed("")}
              onPenalty=${() => setPunishing(true)}
            />`
      }
      <${NotePanel} snap=${snap} t=${t} control=${control} id=${id} />
      ${
        isPhone({ snap, layout, t, control, id }) &&
        html`<${OpenAsides} snap=${snap} t=${t} control=${control} id=${id} />`
      }
    </div>
    <${Panel} snap=${snap} t=${t} control=${control} coaching=${coaching} id=${id} />
    <div class="sjw-unseen" aria-live="polite">
      ${announcements.map((text, n) => html`<p key=${n}>${text}</p>`)}
    </div>
  </div>`;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Snapshot} snap
 * @returns {string} "" unless the coach comments on moves
 */
function verdictText(t, { view, coach }) {
  if (coach?.mode !== "after" || !coach.verdict) return "";
  const { what, costs, more } = verdictParts(t, view, coach.verdict);
  return [what, ...costs.map(({ text }) => `${text}.`), ...more].join(" ");
}

/**
 * The prompt: the view's, or that the chosen card waits for its place.
 *
 * @param {Sjw.Translate} t
 * @param {Pick<Sjw.Snapshot, "view" | "chosen"> & {guest?: Sjw.Guest | null, shut?: boolean}} snap
 * @returns {string}
 */
export function promptText(t, { view, chosen, guest, shut }) {
  if (shut) return t("board.shut");
  if (chosen) return placeText(t, view, chosenFace(/** @type {Sjw.PileView} */ (view), chosen));
  if (guest && view.fault) return t("guest.fault", { player: view.fault.player });
  // On a screen of one's own, what another is to choose is theirs to know.
  if (guest && view.waiting === "person" && view.seat !== view.viewer)
    return t("prompt.bot", { player: view.seats[/** @type {number} */ (view.seat)].name });
  const key = `prompt.${view.prompt.key}`;
  return inGame(t, view.game, key, view.prompt) ?? key;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Card | null} card
 */
function placeText(t, { prompt: { player } }, card) {
  return t(card === "wild" ? "prompt.place_wild" : "prompt.place_card", { player, card });
}

/**
 * The prompts that may stand here before the next decision: room is kept for the tallest, so that
 * no target moves under a card that is dragged.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string[]}
 */
function promptsAhead(t, view) {
  if (!view.moves || Object.keys(view.moves).length === 0) return [];
  const texts = ["wild", "12"].map((card) => placeText(t, view, card));
  return [promptText(t, { view, chosen: null }), ...texts];
}

/**
 * @param {{snap: Sjw.Snapshot, t: Sjw.Translate, prompt: string, latest: string,
 *   act: (target: string) => void}} props
 */
function Status({ snap, t, prompt, latest, act }) {
  const { view, replay, guest, lobby } = snap;
  const waits = waitsText(t, snap);
  const mine = guest && view.waiting === "person" && view.seat === view.viewer;
  const away = lobby && view.seat !== null && lobby.seats[view.seat]?.here === false;
  const ender = typeof view.ender === "number" ? view.seats[view.ender].name : "";
  return html`<div class="sjw-status" data-steady=${Boolean(replay) || undefined} data-mine=${mine || undefined}>
    <div class="sjw-says">
    <div class="sjw-prompts">
      <p class="sjw-prompt" title=${prompt}>${prompt}</p>
      ${promptsAhead(t, view).map((text, n) => html`<p key=${n} class="sjw-ahead" aria-hidden="true">${text}</p>`)}
    </div>
    ${buttonTargets(view).map(
      (name) => html`<button
        key=${name}
        type="button"
        class="sjw-button sjw-button-main"
        onClick=${() => act(`button:${name}`)}
      >
        ${inGame(t, view.game, `board.${name}`) ?? name}<${BadgeOf} spot=${`button:${name}`} />
      </button>`,
    )}
    </div>
    <div class="sjw-badges">
      ${view.practice && html`<span class="sjw-badge" title=${t("board.practice_hint")}>${t("board.practice")}</span>`}
      ${view.last_turn && html`<span class="sjw-badge sjw-badge-strong">${t("board.last_turn", { player: ender })}</span>`}
      <span class="sjw-badge sjw-badge-plain">
        ${t("board.round", { round: view.round })} · ${t("board.turn", { turn: view.turn })}
      </span>
    </div>
    <p class="sjw-last-move" data-waiting=${waits !== "" || undefined} title=${waits || latest}>
      ${waits ? waits : away ? t("guest.away", { player: view.seats[/** @type {number} */ (view.seat)].name }) : latest || "\u00a0"}
    </p>
  </div>`;
}
