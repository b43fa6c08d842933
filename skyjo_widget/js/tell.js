/**
 * The newest decision, or what was taken back, in one line of words.
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
 * @param {Sjw.Last} done
 */
function tellAction(t, done) {
  // A discarded card comes out of the hand and goes nowhere else: it is told once.
  const card = done.kind === "discard" ? (done.card_in ?? done.card_out) : done.card_in;
  const params = { ...done, card };
  return (
    (known(card) ? t.maybe(`actions.${done.kind}_card`, params) : null) ??
    t.maybe(`actions.${done.kind}`, params) ??
    t("actions.other", params)
  );
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" when nothing was decided yet
 */
export function tellLast(t, view) {
  const last = view.last;
  if (!last) return "";
  const discarded = last.kind === "discard";
  const parts = [tellAction(t, last)];
  if (known(last.card_out) && !discarded) parts.push(t("actions.out", { card: last.card_out }));
  if (last.cleared.length > 0) parts.push(tellCleared(t, last, view.rows));
  return `${parts.join(t("actions.joint"))}.`;
}

/**
 * What an undo took back: its first decision, and how many came after it.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @returns {string} "" when nothing was taken back
 */
export function tellTakenBack(t, { taken_back: taken }) {
  if (!taken) return "";
  const what = tellAction(t, taken.first);
  const more = taken.count - 1;
  return more === 0
    ? t("actions.taken_back", { what })
    : t(`actions.taken_back_${more === 1 ? "one" : "more"}`, { what, count: more });
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
