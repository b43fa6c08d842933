/**
 * The result of a round or of the game, laid over the table. It belongs to
 * the board, not to the page: everything else stays usable.
 */

import { listOf, named } from "./i18n.js";
import { ScoreName } from "./seat.js";
import { padLines } from "./tables.js";
import { html, useLayoutEffect, useRef } from "./vendor/htm-preact.js";

/**
 * Which result a view has to show: the same one while nothing but a note is added.
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
 * @param {{view: Sjw.View, t: Sjw.Translate, takeFocus: boolean,
 *   onNext: () => void, onClose: () => void}} props
 */
export function ResultDialog({ view, t, takeFocus, onNext, onClose }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const [dialog, button] = [box.current, main.current];
    if (!takeFocus || !dialog || !button || !mayTakeFocus(button)) return;
    button.focus({ preventScroll: true });
    showDialog(dialog);
  }, []);

  const round = view.pad.rounds.at(-1);
  const over = view.phase === "game over";
  const title = over ? t("dialog.game_title") : t("dialog.round_title", { round: view.round });
  const winners = (view.winners ?? []).map((seat) => named(view.seats[seat].name));
  const ender = round?.ender ?? view.ender;
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.key === "Escape") onClose();
  };
  return html`<div class="sjw-veil">
    <div ref=${box} class="sjw-dialog" role="dialog" aria-label=${title} onKeyDown=${onKeyDown}>
      <h3>${title}</h3>
      ${
        over &&
        html`<p class="sjw-winners">
          ${t(winners.length === 1 ? "dialog.winner" : "dialog.winners", { players: listOf(t, winners) })}
        </p>`
      }
      <p class="sjw-dialog-ender">
        ${
          ender === null
            ? t("dialog.no_ender")
            : t("dialog.ended_by", { player: view.seats[ender].name })
        }
      </p>
      ${round && html`<${ResultTable} view=${view} round=${round} t=${t} />`}
      <div class="sjw-buttons">
        ${
          !over &&
          html`<button ref=${main} type="button" class="sjw-button sjw-button-main" onClick=${onNext}>
            ${t("dialog.next_round")}
          </button>`
        }
        <button ref=${over ? main : undefined} type="button" class="sjw-button" onClick=${onClose}>
          ${t("dialog.look")}
        </button>
      </div>
    </div>
  </div>`;
}

/** @param {{view: Sjw.View, round: Sjw.PadRound, t: Sjw.Translate}} props */
function ResultTable({ view, round, t }) {
  const lines = padLines(view, round);
  return html`<div class="sjw-result"><table class="sjw-table sjw-table-scores sjw-table-result">
    <thead>
      <tr>
        <th scope="col">${t("pad.player")}</th>
        ${["raw", "penalty", "score", "total"].map(
          (name) => html`<th key=${name} scope="col" class="sjw-number">${t(`pad.${name}`)}</th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        (line, seat) => html`<tr key=${seat} data-winner=${view.winners?.includes(seat) ?? false}>
          <${ScoreName} line=${{ ...line, starter: false }} t=${t} />
          <td class="sjw-number">${line.raw}</td>
          <td class="sjw-number">${line.penalty}</td>
          <td class="sjw-number">${line.score}</td>
          <td class="sjw-number sjw-strong">${line.total}</td>
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}
