/**
 * A part of the board that is drawn anew only when what it says has changed.
 */

import { Component } from "../vendor/htm-preact.js";

/** @extends {Component<{says: unknown, draw: () => unknown}>} */
export class Kept extends Component {
  /** @param {{says: unknown}} next */
  shouldComponentUpdate(next) {
    return next.says !== this.props.says;
  }

  render() {
    return this.props.draw();
  }
}
