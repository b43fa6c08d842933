/**
 * Words: a language is a table of nested strings with `{name}` holes. A hole that
 * is called `player` takes a name; one may take a phrase, `{key, …}`, with holes of its own.
 */

/** Text for a hole whose value was not given: visible, and no crash. */
const MISSING = "…";

/**
 * The language of the board: the one asked for, else the first of the browser's
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
  return /^-[\d.,]+$/.test(text) ? `−${text.slice(1)}` : text;
}

/** French has « d’Ana », but « de Ben ». */
const VOWEL = /^[aeiouàâäéèêëîïôöœùûü]/i;
/** The longest name that a sentence bears, in characters. */
const LONGEST_NAME = 40;
/** Characters that turn the direction of the text after them, beyond the end of a name. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Letters that are written from the right (Hebrew, Arabic and their neighbours). */
const FROM_RIGHT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A player's name inside a sentence: neither so long nor so written that the
 * sentence around it can't be read. The whole name stands at the player's cards.
 *
 * @param {string} name
 * @param {number} [longest] in characters
 * @returns {string}
 */
export function named(name, longest = LONGEST_NAME) {
  const letters = [...name.replace(TURNS, "")];
  const short =
    letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : letters.join("");
  // Between these two marks it keeps its direction to itself.
  return FROM_RIGHT.test(short) ? `\u2068${short}\u2069` : short;
}

/**
 * The quotes for names that are words of a language, such as “You”, and these words.
 *
 * @typedef {{quote: string, words: string}} Names
 */

/**
 * A name as a part of a sentence: quoted if the sentence would take it for a word.
 *
 * @param {string} name
 * @param {Names | undefined} names
 * @returns {string}
 */
function quoted(name, names) {
  return names?.words.split(" ").includes(name.toLowerCase())
    ? names.quote.replace("{name}", () => name)
    : name;
}

/**
 * Check if a name stands for itself, so that no sentence can take it for a word: in front of a
 * sentence that addresses the player or is about them, or alone behind a colon.
 *
 * @param {string} before
 * @param {string} after
 */
function standsAlone(before, after) {
  return before === ""
    ? /^\s?[:,]/.test(after)
    : /: $/.test(before) && /^($|[.,;)]| \()/.test(after);
}

/**
 * Fill the holes of one string. One pass, so that a player who is called
 * "{card}" keeps that name.
 *
 * @param {string} text
 * @param {Sjw.Params} params
 * @param {Names} [names] of the language
 * @returns {string}
 */
export function fill(text, params, names) {
  return text.replace(/(\bde )?\{(\w+)\}/gi, (hole, of = "", name, at) => {
    const value = Object.hasOwn(params, name) ? params[name] : null;
    if (value === null || value === undefined) return of + MISSING;
    if (name !== "player") return of + printed(value);
    const alone = standsAlone(text.slice(0, at), text.slice(at + hole.length));
    const player = alone ? named(String(value)) : quoted(named(String(value)), names);
    return of && VOWEL.test(player) ? `${of[0]}’${player}` : of + player;
  });
}

/**
 * A player's whole name as a part of a sentence in the language of `t`.
 *
 * @param {Sjw.Translate} t
 * @param {string} name
 */
export function mentioned(t, name) {
  return quoted(name, { quote: t("names.quote", { name: "{name}" }), words: t("names.words") });
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
  const names = /** @type {Names | undefined} */ (locales[lang]?.names);
  /** @type {Sjw.Translate["maybe"]} */
  const maybe = (key, params = {}) => {
    const text = find(locales[lang], key) ?? find(locales.en, key);
    return text === null ? null : fill(text, translated(params), names);
  };
  /** @type {(key: string, params?: Sjw.Params) => string} */
  const t = (key, params) => maybe(key, params) ?? key;
  /** @param {Sjw.Params} params some of which may be phrases */
  const translated = (params) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        isPhrase(value) ? t(value.key, value) : value,
      ]),
    );
  return Object.assign(t, { maybe, lang });
}

/**
 * @param {unknown} value
 * @returns {value is Sjw.Phrase}
 */
function isPhrase(value) {
  return typeof value === "object" && value !== null && "key" in value;
}

/**
 * @param {Sjw.Translate} t
 * @param {string[]} names
 * @returns {string} "Ana, Ben and Cem"
 */
export function listOf(t, names) {
  if (names.length < 2) return names.join("");
  const last = names[names.length - 1];
  return names.slice(0, -1).join(t("dialog.list_joint")) + t("dialog.list_last") + last;
}

/**
 * The words that a game has of its own (`prompt.skip-bo.pass`), if it has some, else those for any
 * (`prompt.pass`).
 *
 * @param {Sjw.Translate} t
 * @param {string} game
 * @param {string} key section and name
 * @param {Sjw.Params} [params]
 * @returns {string | null} null where there are none
 */
export function inGame(t, game, key, params) {
  const [section, ...name] = key.split(".");
  return t.maybe([section, game, ...name].join("."), params) ?? t.maybe(key, params);
}

/**
 * A sentence for a count: its own one, or that for any.
 *
 * @param {Sjw.Translate} t
 * @param {string} key
 * @param {number} count
 * @param {Sjw.Params} [params]
 * @returns {string}
 */
export function counted(t, key, count, params) {
  const all = { ...params, count };
  return t.maybe(`${key}.${count}`, all) ?? t(`${key}.any`, all);
}

/**
 * A time of the record in words, with its date if that isn't today.
 *
 * @param {Sjw.Translate} t
 * @param {string} at
 * @param {Date} now
 */
export function sinceText(t, at, now) {
  const since = new Date(at);
  const minute = String(since.getMinutes()).padStart(2, "0");
  const time = t("dates.time", { hour: since.getHours(), minute });
  if (since.toDateString() === now.toDateString()) return time;
  const date = since.toLocaleDateString(t.lang, { day: "numeric", month: "long" });
  return t("board.of_day", { time, date });
}
