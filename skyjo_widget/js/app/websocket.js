/**
 * What the page says of the server that it came from.
 */

/**
 * Whether our part of Jupyter's server (skyjo_widget_server.py) is there, which passes on at once what a kernel
 * says: it writes that into the page's own settings.
 *
 * @returns {boolean}
 */
export function passesOnAtOnce() {
  try {
    const settings = document.getElementById("jupyter-config-data")?.textContent ?? "{}";
    return JSON.parse(settings).skyjo_widget_prompt === true;
  } catch {
    return false; // another host, or no page at all
  }
}
