/**
 * A decision at a table of piles, in words.
 */

/**
 * A card for the ear: its number, what it is, or what a wild card stands for.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.Card} card
 * @param {number | null} [as] the number that it stands for
 * @returns {string}
 */
export function pileCardWords(t, card, as = null) {
  if (card === "?") return t("board.face_down");
  if (card !== "wild") return card;
  return as === null ? t("piles.wild") : t("piles.wild_as", { card: as });
}

/**
 * @param {Sjw.Translate} t
 * @param {string} card
 * @param {number | null | undefined} as
 * @returns {string} inside a sentence: "7", "the wild card"
 */
function cardPhrase(t, card, as) {
  if (card !== "wild") return t("piles.the_card", { card });
  return as ? t("piles.the_wild_as", { card: as }) : t("piles.the_wild");
}

/**
 * The source of a card.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {string | null | undefined} pile "stock", "d3", "2:d3"; null: the hand
 * @returns {string}
 */
function sourcePhrase(t, view, pile) {
  if (!pile) return t("piles.from_hand");
  const [name, owner] = pile.split(":").reverse();
  const key = name === "stock" ? "piles.from_stock" : "piles.from_discard";
  const player = owner && view.seats[Number(owner)].name;
  return t(owner ? `${key}_of` : key, { player, pile: name.slice(1) });
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Outcome} done
 * @returns {string} without its full stop
 */
export function describePileAction(t, view, done) {
  const { player, action, card_in: card, position, played_as: as } = done;
  if (card === null || !position) {
    return t(done.kind === "pass" ? "actions.pass_piles" : "actions.other", { player, action });
  }
  const what = {
    player,
    card: cardPhrase(t, card, as),
    pile: position.slice(1),
    from: sourcePhrase(t, view, done.source_pile),
  };
  if (done.kind === "discard") return t("actions.discard_pile", what);
  return t(done.completed ? "actions.play_completed" : "actions.play", what);
}

/**
 * The cards that were cut for the deal, and the dealer.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.PileView} view
 * @returns {string} "" but in the first turn
 */
export function describeCut(t, { cut, seats }) {
  if (!cut) return "";
  const cards = seats.map(({ seat, name }) => {
    const card = cut[seat];
    return t("piles.cut_card", { player: name, card: card ? pileCardWords(t, card) : "–" });
  });
  const dealer = seats.find((seat) => seat.dealer);
  const sentence = t("piles.cut", { cards: cards.join(t("actions.joint")) });
  return dealer ? `${sentence} ${t("piles.dealt", { player: dealer.name })}` : sentence;
}
