/**
 * Dictionaries that JupyterLite's kernel sends as JSON text, in `{json}` (front/front.py): it drops
 * keys whose value is null. Other kernels send the dictionaries themselves.
 */

/** Values that were read, by the packed ones. @type {WeakMap<object, any>} */
const read = new WeakMap();

/**
 * @param {any} value of a trait
 * @returns {any} the dictionary that it stands for, the same each time; else the value
 */
export function unpacked(value) {
  if (typeof value?.json !== "string") return value;
  if (!read.has(value)) read.set(value, JSON.parse(value.json));
  return read.get(value);
}

/**
 * @param {Sjw.Model} model of a kernel
 * @returns {Sjw.Model} the same one, with dictionaries
 */
export function unpackedModel(model) {
  return {
    get: (name) => unpacked(model.get(name)),
    set: (name, value) => model.set(name, value),
    save_changes: () => model.save_changes(),
    send: (content) => model.send(content),
    on: (event, callback) => model.on(event, callback),
    off: (event, callback) => model.off(event, callback),
  };
}
