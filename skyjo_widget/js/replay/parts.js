/**
 * A replay's parts of a board, and the bar of chances below one that is played. A page that has
 * replays fills it, by `install.js`; on a guest's page there are none, and phones needn't load them.
 */

/** @type {Sjw.ReplayParts} */
export const REPLAY = {
  Bar: null,
  Notes: null,
  Chances: null,
  useRows: () => ({ box: null, present: null, handlers: {} }),
};
