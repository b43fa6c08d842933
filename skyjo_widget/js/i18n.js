/**
 * Words: a language is a table of nested strings with `{name}` holes.
 */

/** What fills a hole whose value was not given: visible, and no crash. */
const MISSING = "…";

/**
 * The language to speak: the one asked for, else the first of the browser's
 * that there is, else English.
 *
 * @param {Sjw.Locales} locales
 * @param {string} asked "" leaves it to the browser
 * @param {readonly string[]} browser languages in the reader's order ("fr-CA")
 * @returns {string}
 */
export function pickLanguage(locales, asked, browser) {
  for (const tag of [asked, ...browser]) {
    const short = tag.toLowerCase().split("-")[0];
    if (Object.hasOwn(locales, short)) return short;
  }
  return "en";
}

/**
 * A number or card as it is printed: with a real minus sign.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function printed(value) {
  const text = String(value);
  return /^-\d/.test(text) ? `−${text.slice(1)}` : text;
}

/**
 * Fill the holes of one string. One pass, so that a player who is called
 * "{card}" keeps that name.
 *
 * @param {string} text
 * @param {Sjw.Params} params
 * @returns {string}
 */
export function fill(text, params) {
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = Object.hasOwn(params, name) ? params[name] : null;
    return value === null || value === undefined ? MISSING : printed(value);
  });
}

/**
 * @param {Sjw.Tree | undefined} tree
 * @param {string} key dotted path
 * @returns {string | null}
 */
function find(tree, key) {
  /** @type {string | Sjw.Tree | undefined} */
  let node = tree;
  for (const part of key.split(".")) {
    if (typeof node !== "object" || !Object.hasOwn(node, part)) return null;
    node = node[part];
  }
  return typeof node === "string" ? node : null;
}

/**
 * @param {Sjw.Locales} locales
 * @param {string} lang a key of `locales`
 * @returns {Sjw.Translate}
 */
export function makeTranslate(locales, lang) {
  /** @type {Sjw.Translate["maybe"]} */
  const maybe = (key, params = {}) => {
    const text = find(locales[lang], key) ?? find(locales.en, key);
    return text === null ? null : fill(text, params);
  };
  return Object.assign(
    /** @type {(key: string, params?: Sjw.Params) => string} */
    (key, params) => maybe(key, params) ?? key,
    { maybe, lang },
  );
}
