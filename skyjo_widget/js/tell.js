/**
 * The newest decision in one line of words.
 */

/**
 * @param {Sjw.Card | null} card
 * @returns {card is Sjw.Card} whether the reader may know it
 */
function known(card) {
  return card !== null && card !== "?";
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" when nothing was decided yet
 */
export function tellLast(t, view) {
  const last = view.last;
  if (!last) return "";
  // A discarded card comes out of the hand and goes nowhere else: it is told once.
  const discarded = last.kind === "discard";
  const card = discarded ? (last.card_in ?? last.card_out) : last.card_in;
  const params = { ...last, card };
  const parts = [
    (known(card) ? t.maybe(`actions.${last.kind}_card`, params) : null) ??
      t.maybe(`actions.${last.kind}`, params) ??
      t("actions.other", { player: last.player, action: last.action }),
  ];
  if (known(last.card_out) && !discarded) parts.push(t("actions.out", { card: last.card_out }));
  if (last.cleared.length > 0) parts.push(tellCleared(t, last, view.rows));
  return `${parts.join(t("actions.joint"))}.`;
}

/**
 * A whole column by its letter, anything else by its places.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.Last} last
 * @param {number} rows
 */
function tellCleared(t, last, rows) {
  const column = last.cleared[0][0];
  const whole =
    last.cleared.length === rows && last.cleared.every((position) => position[0] === column);
  return whole
    ? t("actions.cleared_column", { column })
    : t("actions.cleared", { positions: last.cleared.join(" ") });
}
