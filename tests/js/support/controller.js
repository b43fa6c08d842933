import { after } from "node:test";
import { makeController } from "../../../skyjo_widget/js/app/controller.js";

/** @type {ReturnType<typeof makeController>[]} */
const opened = [];
after(() => {
  for (const control of opened) control.dispose();
});

/**
 * A controller that is disposed of after a file's tests: else its timers keep the process waiting.
 *
 * @param {Parameters<typeof makeController>} parts
 */
export const openController = (...parts) => {
  const control = makeController(...parts);
  opened.push(control);
  return control;
};
