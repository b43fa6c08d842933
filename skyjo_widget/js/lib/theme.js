/**
 * Light or dark, as the page around the board is.
 */

/**
 * @param {{jupyter: string | null, classes: string, prefersDark: boolean}} page
 *   `jupyter`: the body's data-jp-theme-light; `classes`: those of html and body
 * @returns {"light" | "dark"}
 */
export function themeOf({ jupyter, classes, prefersDark }) {
  if (jupyter === "true") return "light";
  if (jupyter === "false") return "dark";
  if (/\b(vscode-dark|vscode-high-contrast|dark|dark-theme)(?![\w-])/.test(classes)) return "dark";
  if (/\b(vscode-light|light|light-theme)(?![\w-])/.test(classes)) return "light";
  return prefersDark ? "dark" : "light";
}

/**
 * Keep `data-theme` on the root as the page's theme changes.
 *
 * @param {HTMLElement} root
 * @returns {() => void} stop
 */
export function followTheme(root) {
  const page = root.ownerDocument;
  const prefers = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    root.dataset.theme = themeOf({
      jupyter: page.body.getAttribute("data-jp-theme-light"),
      classes: `${page.documentElement.className} ${page.body.className}`,
      prefersDark: prefers.matches,
    });
  };
  apply();
  const observer = new MutationObserver(apply);
  const options = { attributes: true, attributeFilter: ["class", "data-jp-theme-light"] };
  observer.observe(page.body, options);
  observer.observe(page.documentElement, options);
  prefers.addEventListener("change", apply);
  return () => {
    observer.disconnect();
    prefers.removeEventListener("change", apply);
  };
}
