/**
 * The traits of a model, as they are on show.
 */

/** The choices on a board that is shut. */
const NOTHING = { targets: {}, penalty: false, long_round: false };

/** @param {Sjw.Model} model */
export function makeTraits(model) {
  /** Traits that came as an answer: newer than the model's. @type {Record<string, any>} */
  let present = {};
  let whole = { part: null, sheet: null, terms: null, view: /** @type {Sjw.View} */ ({}) };

  /** The same, of a board that is shut. */
  let shut = { whole, view: whole.view };

  /** @param {string} name */
  const get = (name) => (name in present ? present[name] : model.get(name));

  return {
    get,
    /** The whole view: parts of it that change seldom are traits of their own. */
    view() {
      const [part, sheet, terms] = [get("view"), get("sheet"), get("terms")];
      if (part !== whole.part || sheet !== whole.sheet || terms !== whole.terms) {
        whole = { part, sheet, terms, view: { ...terms, ...sheet, ...part } };
      }
      return whole.view;
    },
    /** The same without anything to choose. */
    shut() {
      const now = this.view();
      if (shut.whole !== whole)
        shut = { whole, view: { ...now, ...NOTHING, ...(now.moves && { moves: {} }) } };
      return shut.view;
    },
    /** @returns {Sjw.Rows} */
    rows() {
      const [newest, older] = [get("rows"), get("older")];
      return { ...newest, rows: [...(older?.rows ?? []), ...newest.rows] };
    },
    /** @param {Record<string, any>} state traits that hold until the model has newer ones */
    replace(state) {
      present = state;
    },
    /**
     * Use the model's trait again.
     *
     * @param {string} [name] all, if none is named
     */
    renew(name) {
      if (name === undefined) present = {};
      else delete present[name];
    },
  };
}
