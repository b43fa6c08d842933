/**
 * The front end of all widgets, which a page loads once: see app/stub.js.
 */

import board from "./app/board_widget.js";
import { drawInTurn } from "./app/draw_queue.js";
import lesson from "./app/lesson.js";
import { adoptStyle } from "./app/style_sheet.js";
import submit from "./app/submit.js";
import mean from "./charts/running_mean.js";
import { holdKeys } from "./lib/hold_keys.js";
import locales from "./lib/locales.js";
import { unpackedModel } from "./lib/packed.js";
import { seek } from "./lib/seek.js";
import style from "./lib/style.js";
import host from "./panel/host/host_panel.js";
import "./paper/install.js";
import "./replay/install.js";
import chart from "./replay/linked_chart.js";
import rows from "./replay/linked_rows.js";

const KINDS = { board, rows, chart, mean, lesson, submit, host };
/** Height that is kept for one that isn't drawn yet, in px. */
const HEIGHT = { rows: 350, chart: 400, mean: 480, lesson: 120, submit: 32, host: 420 };

export default {
  /** @param {Sjw.Model} model */
  seek: (model) => seek(model, document),

  /**
   * Show a view of a model.
   *
   * @param {keyof typeof KINDS | "keys"} kind "keys": nothing to see, only for the keys' sake
   * @param {Sjw.Model} model
   * @param {HTMLElement} box a place of its own
   * @returns {() => void} take it away again
   */
  show(kind, model, box) {
    holdKeys(box.ownerDocument.defaultView);
    if (kind === "keys") return () => {};
    let end = () => {};
    const draw = () => {
      box.removeAttribute("style");
      end = KINDS[kind].render({ model: unpackedModel(model), el: box, locales });
    };
    adoptStyle(box, style);
    if (kind === "board") draw();
    else box.style.minHeight = `${HEIGHT[kind]}px`;
    const leave = drawInTurn(box, () => {
      adoptStyle(box, style); // only now it is in the page, perhaps in a shadow tree
      if (kind !== "board") draw(); // a board takes its turn itself: it paces bots undrawn too
    });
    return () => {
      leave();
      end();
    };
  },
};
