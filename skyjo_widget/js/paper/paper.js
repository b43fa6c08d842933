/**
 * A game with paper cards: which card it was is asked before anything is sent. No DOM here.
 *
 * The view names the hidden cards that an action shows, and how many of each are left.
 */

import { wholeNumber } from "../lib/whole_number.js";

/**
 * @param {{view: () => Sjw.View, send: (message: Sjw.OfBoard) => void,
 *   ask?: (message: Sjw.PaperLine) => void, onChange: () => void}} parts
 *   `ask` sends a question about a line, which changes nothing
 */
export function makePaper({ view, send, ask = () => {}, onChange }) {
  /** The action that waits for its cards. @type {{action: string, state: number, cards: Record<string, Sjw.Card>} | null} */
  let due = null;

  /** The answer about the line that is typed. @type {Sjw.UnderstoodMessage | null} */
  let understood = null;

  /** @returns {Sjw.PaperPlace[]} what is to be named now, one after the other */
  const places = () => {
    const { paper } = view();
    if (!paper) return [];
    return due ? (paper.ask[due.action] ?? []) : paper.due;
  };
  const current = () => {
    if (due && due.state !== view().state) due = null; // the table has changed
    return places().find(({ where }) => !due || !Object.hasOwn(due.cards, where)) ?? null;
  };
  /** Send what is known, once nothing is missing. */
  const goOn = () => {
    if (due && current() === null) {
      const { action, cards, state } = due;
      due = null;
      send({ type: "act", action, cards, state });
    } else onChange();
  };

  return {
    /** @returns {Sjw.Asking | null} */
    snapshot() {
      const asked = current();
      const { paper } = view();
      if (!asked || !paper) return null;
      const left = Object.fromEntries(paper.left[asked.left]);
      for (const place of places()) {
        // A card that was named just now is no longer there for another one.
        const card = due?.cards[place.where];
        if (card !== undefined && place.left === asked.left) left[card] -= 1;
      }
      const all = places();
      return {
        where: asked.where,
        open: asked.open === true,
        groups: grouped(paper.left[asked.left].map(([card]) => [card, left[card]])),
        step: all.indexOf(asked) + 1,
        steps: due ? all.length : 1,
        more: due ? 0 : all.length - 1,
        action: due?.action ?? null,
      };
    },

    /**
     * Ask for the cards of an action.
     *
     * @param {string} action
     * @returns {boolean} false: there is nothing to ask
     */
    ask(action) {
      if (!view().paper?.ask[action]?.length) return false;
      due = { action, state: view().state, cards: {} };
      onChange();
      return true;
    },

    /** @param {Sjw.Card} card which it was */
    name(card) {
      const asked = current();
      if (!asked) return;
      if (due) {
        due.cards[asked.where] = card;
        goOn();
      } else send({ type: "name", where: asked.where, card, state: view().state });
    },

    /** The card that was named last is asked for again. */
    back() {
      const asked = current();
      const before = asked && places()[places().indexOf(asked) - 1];
      if (!due || !before) return;
      delete due.cards[before.where];
      onChange();
    },

    /** The card stays unknown for now. */
    leaveOpen() {
      if (!due || current()?.open !== true) return;
      const { action, cards, state } = due;
      due = null;
      send({ type: "act", action, cards, state });
    },

    /** Nothing was meant. */
    cancel() {
      due = null;
      onChange();
    },

    understood: () => understood,
    /** @param {string} line */
    tryLine: (line) => ask({ type: "try", line, state: view().state }),
    /** @param {Sjw.UnderstoodMessage} answer */
    take(answer) {
      understood = answer;
      onChange();
    },
    /** @param {string} line */
    write(line) {
      due = null;
      send({ type: "write", line, state: view().state });
    },
    unwrite: () => send({ type: "unwrite", state: view().state }),
  };
}

/**
 * @param {[Sjw.Card, number][]} cards with how many are left
 * @returns {Sjw.CardGroup[]} in the deck's order
 */
export function grouped(cards) {
  /** @type {Map<string, Sjw.CardGroup>} */
  const groups = new Map();
  for (const [card, left] of cards) {
    const number = card.split(":")[0];
    const group = groups.get(number) ?? { number, left: 0, cards: [] };
    group.left += left;
    group.cards.push({ card, left });
    groups.set(number, group);
  }
  return [...groups.values()];
}

/**
 * The only card of a group that it can be.
 *
 * @param {Sjw.CardGroup} group
 * @returns {Sjw.Card | null}
 */
export function onlyCard({ cards }) {
  const possible = cards.filter(({ left }) => left > 0);
  return possible.length === 1 ? possible[0].card : null;
}

/**
 * The group that was typed: "-2", "−2", "11", "w" for a wild card.
 *
 * @param {Sjw.CardGroup[]} groups
 * @param {string} text
 * @returns {Sjw.CardGroup | null}
 */
export function typed(groups, text) {
  const number = /^\s*[wj]/i.test(text) ? "wild" : String(wholeNumber(text));
  return groups.find((group) => group.number === number) ?? null;
}

/**
 * A hidden place in words.
 *
 * @param {Sjw.Translate} t
 * @param {Sjw.View} view
 * @param {Sjw.Asking} asking
 * @returns {string}
 */
export function placeWords(t, { seats, seat }, { where, action }) {
  if (where === "hand") return t(action === "draw" ? "paper.drawn" : "paper.hand");
  if (where === "discard") return t("paper.discard");
  const [owner, place] = where.split(":");
  const player = seats[Number(owner)].name;
  if (place === "stock") return t("paper.stock", { player });
  if (Number(owner) === seat) return t("paper.own_place", { place });
  return t("paper.place", { player, place });
}
