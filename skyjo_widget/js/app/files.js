/**
 * Files that a panel, or the record, gives the reader to save.
 */

/**
 * @param {() => void} onChange called when there is a new one
 */
export function makeFiles(onChange) {
  /** The newest one of each panel. @type {Record<string, Sjw.File>} */
  let files = {};

  return {
    files: () => files,
    /** @param {any} message with the panel, and the file's name and text; of a record its state */
    take({ panel, name, text, state }) {
      if (files[panel]) URL.revokeObjectURL(files[panel].url);
      const url = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
      files = { ...files, [panel]: { name, url, state } };
      onChange();
    },
    dispose() {
      for (const { url } of Object.values(files)) URL.revokeObjectURL(url);
      files = {};
    },
  };
}
