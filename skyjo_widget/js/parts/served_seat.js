/**
 * The people in the seats, at a table whose people play on their own devices.
 */

/**
 * @param {Sjw.ServedSeat & {guest?: string | null}} seat whose guest the host alone knows
 * @returns {Sjw.Presence}
 */
export function presence({ kind, host, guest, name, here }) {
  if (kind === "bot") return "bot";
  if (host) return "host";
  if (guest === null || (guest === undefined && !name)) return "free";
  return here ? "here" : "away";
}

/**
 * The number of people who are ready for the next round, of those who are here.
 *
 * @param {Sjw.ServedSeat[]} seats
 */
export function readiness(seats) {
  const people = seats.filter((seat) => presence(seat) === "here");
  return { count: people.filter(({ ready }) => ready).length, all: people.length };
}
