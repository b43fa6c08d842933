/**
 * News of the guests, in sentences for the ear.
 */

/** The number of people from which they are counted, not named. */
const MANY = 4;

/** @typedef {{name: string, table: number | null, here: boolean}} Person */

/**
 * Everybody by their number.
 *
 * @param {Sjw.HostState} state
 * @returns {Map<unknown, Person>}
 */
function people({ tables, lobby }) {
  const all = new Map(
    lobby.map(({ guest, name }) => [
      /** @type {unknown} */ (guest),
      { name, table: /** @type {number | null} */ (null), here: true },
    ]),
  );
  for (const { table, seats } of tables) {
    for (const { guest, name, here } of seats) {
      if (guest !== null && guest !== undefined) all.set(guest, { name, table, here });
    }
  }
  return all;
}

/**
 * @param {Sjw.Translate} t
 * @param {Sjw.HostState | undefined} before
 * @param {Sjw.HostState} after
 * @returns {string} "" if nothing has happened
 */
export function newsOf(t, before, after) {
  if (!before) return "";
  if (!after.running) return before.running ? t("host.ended") : "";
  const [old, now] = [people(before), people(after)];
  /** @param {(was: Person | undefined, is: Person) => boolean} check */
  const those = (check) =>
    [...now].filter(([guest, is]) => check(old.get(guest), is)).map(([, is]) => is);
  const joined = those((was) => !was);
  const gone = those((was, is) => Boolean(was?.here) && !is.here);
  const left = [...old].filter(([guest]) => !now.has(guest)).map(([, was]) => was);
  /** @param {Person[]} some @param {(person: Person) => string} word @param {string} many */
  const all = (some, word, many) =>
    some.length < MANY ? some.map(word) : [t(many, { count: some.length })];
  const asked = new Set(before.requests.map(({ request }) => request));
  return [
    ...all(
      joined,
      ({ name, table }) =>
        t(`host.${table === null ? "joined_unseated" : "joined"}`, { player: name, table }),
      "host.joined_many",
    ),
    ...all(gone, ({ name }) => t("host.gone", { player: name }), "host.gone_many"),
    ...those((was, is) => was?.here === false && is.here).map(({ name }) =>
      t("host.back", { player: name }),
    ),
    ...left.map(({ name }) => t("host.left", { player: name })),
    ...after.requests
      .filter(({ request }) => !asked.has(request))
      .map(({ name, table }) => t("host.asks", { player: name, table })),
  ].join(" ");
}
