/**
 * The result of a round or of the game, laid over the table. It belongs to
 * the board, not to the page: everything else stays usable.
 */

import { inGame, listOf, mentioned, named, printed } from "../lib/i18n.js";
import { Icon } from "../lib/icons.js";
import { html, useLayoutEffect, useRef } from "../vendor/htm-preact.js";
import { padColumns, padLines } from "./score_pad.js";
import { ScoreHead, ScoreLine } from "./seat.js";

/**
 * A dialog over the table: it takes the focus if it may, and Escape closes it.
 *
 * @param {{title: string, takeFocus: boolean, onClose: () => void, children?: unknown}} props
 */
export function Dialog({ title, takeFocus, onClose, children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!takeFocus || !dialog || !mayTakeFocus(dialog)) return;
    dialog.querySelector("button")?.focus({ preventScroll: true });
    showDialog(dialog);
  }, []);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // or it would leave the board too
    onClose();
  };
  return html`<div class="sjw-veil">
    <div ref=${box} class="sjw-dialog" role="dialog" tabindex="-1" aria-label=${title} onKeyDown=${onKeyDown}>
      <h3>${title}</h3>
      ${children}
    </div>
  </div>`;
}

/**
 * The name of the result in a view: it stays the same while nothing but a note is added.
 *
 * @param {Sjw.View} view
 * @returns {string} "" while a round is played
 */
export function resultName({ phase, round }) {
  return phase === "round over" || phase === "game over" ? `${phase} ${round}` : "";
}

/**
 * Focus may move to the dialog when the reader is on the board or nowhere,
 * never out of a cell they are typing in.
 *
 * @param {Element} node
 */
function mayTakeFocus(node) {
  const root = /** @type {Document | ShadowRoot} */ (node.getRootNode());
  if (root.activeElement?.closest(".sjw"))
    return node.closest(".sjw")?.contains(root.activeElement);
  const outer = node.ownerDocument.activeElement;
  return outer === null || outer === node.ownerDocument.body;
}

/**
 * Bring the dialog into sight, but only for a reader who sees some of the table.
 *
 * @param {Element} dialog
 */
function showDialog(dialog) {
  const table = dialog.closest(".sjw-stage")?.getBoundingClientRect();
  if (table && table.bottom > 0 && table.top < innerHeight) {
    dialog.scrollIntoView({ block: "nearest" });
  }
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} who has won: one, several, a team, or nobody
 */
export function winnersText(t, { winners, seats, pad }) {
  const names = (winners ?? []).map((seat) => mentioned(t, named(seats[seat].name)));
  const team = pad.teams?.some((team) => String(team) === String(winners));
  const key = ["nobody", "winner"][names.length] ?? (team ? "team" : "winners");
  return t(`dialog.${key}`, { players: listOf(t, names) });
}

/**
 * The players whom the next round waits for.
 *
 * @param {Sjw.Lobby} lobby
 * @returns {string[]}
 */
export function unready({ seats }) {
  return seats
    .filter(({ kind, here, host, ready }) => kind === "person" && here && !host && !ready)
    .map(({ name }) => named(name));
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.Lobby} lobby
 */
export function missingText(t, lobby) {
  if (!lobby.ready) return t("guest.dealt_when");
  const players = unready(lobby);
  return players.length > 0
    ? t("guest.missing", { players: listOf(t, players) })
    : t("guest.all_ready");
}

/**
 * A guest's way to the next round: it is dealt when all who are here are ready.
 *
 * @param {{lobby: Sjw.Lobby | null, shut: boolean, t: Sjw.Translate, control: Sjw.Controller}} props
 */
function Ready({ lobby, shut, t, control }) {
  const ready = lobby?.ready === true;
  if (lobby?.seat === null) return null;
  return html`<button
    type="button"
    class=${ready ? "sjw-button sjw-ready" : "sjw-button sjw-button-main sjw-ready"}
    aria-disabled=${`${ready || shut}`}
    onClick=${() => ready || control.nextRound()}
  >
    ${ready && html`<${Icon} name="done" />`}${t(ready ? "guest.is_ready" : "guest.ready")}
  </button>`;
}

/**
 * @param {{view: Sjw.View, t: Sjw.Translate, takeFocus: boolean, canStudy: boolean,
 *   guest: Sjw.Guest | null, people: string, shut: boolean, lobby: Sjw.Lobby | null,
 *   control: Sjw.Controller, onHandIn: (() => void) | null, onClose: () => void}} props
 */
export function ResultDialog({
  view,
  t,
  takeFocus,
  canStudy,
  guest,
  people,
  shut,
  lobby,
  control,
  onHandIn,
  onClose,
}) {
  const main = onHandIn ? "sjw-button" : "sjw-button sjw-button-main";
  const round = view.broken_off ? undefined : view.pad.rounds.at(-1);
  const over = view.phase === "game over";
  const title = over ? t("dialog.game_title") : t("dialog.round_title", { round: view.round });
  const ender = round?.ender ?? view.ender ?? null;
  const why = round ? penaltyText(t, view, round) : "";
  const study = over && canStudy;
  const asks = guest !== null && !guest.may.includes("next_round");
  return html`<${Dialog} title=${title} takeFocus=${takeFocus} onClose=${onClose}>
      ${
        over &&
        html`<p class="sjw-winners">
          ${winnersText(t, view)}
        </p>`
      }
      <p class="sjw-dialog-ender">
        ${
          view.broken_off
            ? t("dialog.broken_off")
            : ender === null
              ? inGame(t, view.game, "dialog.no_ender")
              : inGame(t, view.game, "dialog.ended_by", { player: view.seats[ender].name })
        }
      </p>
      ${round && html`<${ResultTable} view=${view} round=${round} t=${t} />`}
      ${why && html`<p class="sjw-why">${why}</p>`}
      <div class="sjw-buttons">
        ${
          onHandIn &&
          html`<button type="button" class="sjw-button sjw-button-main" onClick=${onHandIn}>
            ${t("hand_in.hand_in")}
          </button>`
        }
        ${!over && asks && html`<${Ready} lobby=${lobby} shut=${shut} t=${t} control=${control} />`}
        ${
          !over &&
          !asks &&
          html`<button type="button" class=${main} aria-disabled=${`${shut}`} onClick=${control.nextRound}>
            ${t("dialog.next_round")}
          </button>`
        }
        ${
          over &&
          !view.paper &&
          !guest &&
          html`<button type="button" class=${main} aria-disabled=${`${shut}`} onClick=${() => control.again(false)}>
              ${t("dialog.again")}
            </button>
            <button type="button" class="sjw-button" aria-disabled=${`${shut}`} title=${t("dialog.same_hint")} onClick=${() => control.again(true)}>
              ${t("dialog.same")}
            </button>`
        }
        ${
          study &&
          html`<button
            type="button"
            class="sjw-button"
            data-study
            aria-disabled=${`${shut}`}
            title=${t("dialog.study_hint")}
            onClick=${control.study}
          >
            ${t("dialog.study_here")}
          </button>`
        }
        <button type="button" class="sjw-button" onClick=${onClose}>
          ${t("dialog.look")}
        </button>
      </div>
      ${!over && asks && lobby && html`<p class="sjw-why" role="status">${missingText(t, lobby)}</p>`}
      ${
        over &&
        !view.paper &&
        !guest &&
        people !== "class" &&
        html`<p class="sjw-why">
          ${study && t("dialog.study")} <span class="sjw-code">${studyCode(view)}</span>
        </p>`
      }
  <//>`;
}

/**
 * The reason why the ender of a round got more points than lay there.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.PadRound} round
 * @returns {string} "" if there was no penalty
 */
export function penaltyText(t, { seats, rules }, { ender, raw, penalty, score }) {
  if (ender === null || !raw || !penalty?.[ender]) return "";
  const of = Object.fromEntries(rules);
  const numbers = {
    player: seats[ender].name,
    raw: printed(raw[ender]),
    score: printed(score[ender]),
    factor: printed(/** @type {number} */ (of.penalty_factor ?? 1)),
    add: printed(/** @type {number} */ (of.penalty_add ?? 0)),
  };
  const way = of.penalty_add ? (of.penalty_factor === 1 ? "add" : "both") : "factor";
  return t(
    `dialog.penalty.${way === "factor" && of.penalty_factor === 2 ? "double" : way}`,
    numbers,
  );
}

/**
 * The line of code that opens the game for study.
 *
 * @param {Sjw.View} view
 */
function studyCode({ record }) {
  return `replay(${record ? JSON.stringify(record) : "table"})`;
}

/** @param {{view: Sjw.View, round: Sjw.PadRound, t: Sjw.Translate}} props */
function ResultTable({ view, round, t }) {
  return html`<div class="sjw-result"><table class="sjw-table sjw-table-scores sjw-table-result">
    <${ScoreHead} columns=${padColumns(round)} view=${view} t=${t} />
    <tbody>
      ${padLines(t, view, round).map(
        (line, n) => html`<${ScoreLine}
          key=${n}
          line=${{ ...line, starter: false, dealer: false }}
          winner=${line.seats.some((seat) => view.winners?.includes(seat))}
          t=${t}
        />`,
      )}
    </tbody>
  </table></div>`;
}
