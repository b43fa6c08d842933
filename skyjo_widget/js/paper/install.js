/**
 * Give boards what a game with paper cards adds to them.
 */

import { LineField } from "./line_field.js";
import { PaperPrompt } from "./paper_prompt.js";
import { PAPER } from "./parts.js";

Object.assign(PAPER, { Prompt: PaperPrompt, Line: LineField });
