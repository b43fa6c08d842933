/**
 * Give boards what a replay adds to them.
 */

import { REPLAY } from "./parts.js";
import { ReplayBar, useReplayRows } from "./replay_bar.js";
import { ReplayNotes } from "./replay_notes.js";

Object.assign(REPLAY, { Bar: ReplayBar, Notes: ReplayNotes, useRows: useReplayRows });
