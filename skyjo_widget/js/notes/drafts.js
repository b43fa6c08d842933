/**
 * Drafts of notes that outlive the page: the browser keeps them for its tab, by the game's id.
 *
 * Without such a store, or if it is full, a reload loses them, and nothing else.
 */

const NAME = "skyjo-widget drafts ";

/**
 * @param {string | undefined} game its id
 * @returns {[number | null, Partial<Sjw.Draft>][]} each with the number of the note that it edits
 */
export function keptDrafts(game) {
  if (game === undefined) return [];
  try {
    const drafts = JSON.parse(sessionStorage.getItem(NAME + game) ?? "[]");
    return Array.isArray(drafts) ? drafts : [];
  } catch {
    return [];
  }
}

/**
 * @param {string | undefined} game
 * @param {[number | null, Sjw.Draft][]} drafts
 */
export function keepDrafts(game, drafts) {
  if (game === undefined) return;
  try {
    if (drafts.length > 0) sessionStorage.setItem(NAME + game, JSON.stringify(drafts));
    else sessionStorage.removeItem(NAME + game);
  } catch {
    // It is full, or the page may not use it.
  }
}
