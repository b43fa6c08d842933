/**
 * Give boards what a replay adds to them, and the bar of chances.
 */

import { LiveChances } from "../coach/chance_bar.js";
import { REPLAY } from "./parts.js";
import { ReplayBar, useReplayRows } from "./replay_bar.js";
import { ReplayNotes } from "./replay_notes.js";

Object.assign(REPLAY, {
  Bar: ReplayBar,
  Notes: ReplayNotes,
  Chances: LiveChances,
  useRows: useReplayRows,
});
