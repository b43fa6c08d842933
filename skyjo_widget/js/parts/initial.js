/**
 * The mark of a player, the same on the table, in the story, on the wall and on a phone: an
 * initial, for eyes that take colours for one another, in the player's colour.
 */

import { html } from "../vendor/htm-preact.js";

/**
 * The initial of each of some names; of several that begin alike each has its number too.
 *
 * @param {string[]} names
 * @returns {string[]}
 */
export function initials(names) {
  const letters = names.map((name) => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "?").toUpperCase());
  return letters.map((letter, n) => {
    const alike = letters.flatMap((other, k) => (other === letter ? [k] : []));
    return alike.length > 1 ? `${letter}${alike.indexOf(n) + 1}` : letter;
  });
}

/**
 * The number of a seat's colour: partners share their team's.
 *
 * @param {Sjw.View | null} view
 * @param {number} seat
 */
export function lookOf(view, seat) {
  return view?.pad?.teams?.findIndex((seats) => seats.includes(seat)) ?? seat;
}

/**
 * A mark; without a label it says nothing to the ear, as it stands beside its name.
 *
 * @param {{look: number, text: string, kind?: string, label?: string}} props
 */
export function Initial({ look, text, kind, label }) {
  return html`<span class="sjw-initial" data-look=${look % 8} data-kind=${kind} role=${label && "img"} aria-hidden=${!label} aria-label=${label} title=${label}>${text}</span>`;
}

/**
 * @param {{view: Sjw.View, seat: number, label?: string}} props
 */
export function SeatInitial({ view, seat, label }) {
  const text = initials(view.seats.map(({ name }) => name))[seat];
  return html`<${Initial} look=${lookOf(view, seat)} text=${text} kind=${view.seats[seat].kind} label=${label} />`;
}
