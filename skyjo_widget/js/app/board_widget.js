/**
 * The anywidget module: `initialize` once for a model, `render` for each view of it.
 */

import locales from "../lib/locales.js";
import { mount } from "./mount.js";

export default {
  /** Nothing to prepare: a slow start would make anywidget drop later updates. */
  initialize() {},

  /** @param {{model: Sjw.Model, el: HTMLElement}} props */
  render({ model, el }) {
    return mount(model, el, locales);
  },
};
