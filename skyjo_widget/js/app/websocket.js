/**
 * Settings in the page of the server that it came from.
 */

/**
 * Check if messages of a kernel are passed on at once: our part of Jupyter's server
 * (skyjo_widget_server.py) does so, and writes it into the page's settings.
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
