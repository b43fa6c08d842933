/**
 * The head of a lesson: it asks for the pupil's name, or offers the games that were begun here.
 */

import { makeChannel } from "../lib/channel.js";
import { makeTranslate, pickLanguage, sinceText } from "../lib/i18n.js";
import { followTheme } from "../lib/theme.js";
import { html, render } from "../vendor/htm-preact.js";

/**
 * @typedef {object} Head what is shown; made by `LessonHead` in lessons/lesson/lesson.py
 * @property {string} lang "" for the browser's
 * @property {string} title
 * @property {string} text
 * @property {"ask" | "busy" | "on"} stage
 * @property {string[]} names the names in the fields at first, one for each pupil; none are asked for
 *   if it is empty
 * @property {number} most characters of a name
 * @property {Begun[]} games that can be resumed
 * @property {{key: string, params: Record<string, any>, wrong: boolean} | null} said what is to be
 *   told: who plays, or what was wrong
 *
 * @typedef {{players: string, at: string, round: number}} Begun a game: since when, and how far it is
 */

/**
 * A game in words, with its date if that isn't today.
 *
 * @param {Sjw.Translate} t
 * @param {Begun} game
 * @param {Date} now
 */
export function gameText(t, { players, at, round }, now) {
  const time = sinceText(t, at, now);
  const what = t(players ? "lesson.game" : "lesson.unnamed", { player: players, time });
  return `${what} · ${t("lesson.round", { round })}`;
}

/**
 * @param {{model: Sjw.Model, el: HTMLElement, locales: Sjw.Locales}} props
 * @returns {() => void} take it away again
 */
function mount({ model, el, locales }) {
  const root = el.ownerDocument.createElement("section");
  root.className = "sje";
  const unfollow = followTheme(root);
  el.append(root);
  const id = `sje-${Math.random().toString(36).slice(2, 10)}`;
  const channel = makeChannel(model, el.ownerDocument, () => draw());

  /** @param {SubmitEvent} event */
  const begin = (event) => {
    event.preventDefault();
    const fields = /** @type {HTMLFormElement} */ (event.target).querySelectorAll("input");
    const names = [...fields].map(({ value }) => value.trim());
    channel.send({ type: "begin", names });
  };

  const draw = () => {
    /** @type {Head} */
    const head = model.get("head");
    const t = makeTranslate(locales, pickLanguage(locales, head.lang, navigator.languages));
    const { title, text, stage, names, games, said, most } = head;
    root.lang = t.lang;
    root.setAttribute("aria-label", title);
    const asks = stage !== "on"; // while busy too: the focus and a name that is refused stay
    render(
      html`<h2 dir="auto">${title}</h2>
        ${text && html`<p class="sje-text" dir="auto">${text}</p>`}
        ${
          asks &&
          games.length > 0 &&
          html`<div class="sje-found">
            <p>${t("lesson.found")}</p>
            <ul>
              ${games.map(
                (game, n) => html`<li key=${n}>
                  <span dir="auto">${gameText(t, game, new Date())}</span>
                  <button
                    type="button"
                    class=${n === 0 ? "sje-main" : ""}
                    onClick=${() => channel.send({ type: "go on", game: n })}
                  >
                    ${t("board.go_on")}
                  </button>
                </li>`,
              )}
            </ul>
            <p>${t("lesson.or_new")}</p>
          </div>`
        }
        ${
          asks &&
          html`<form onSubmit=${begin}>
            ${names.map(
              (name, n) => html`<label key=${n} for=${`${id}-${n}`}>
                <span>${names.length > 1 ? t("lesson.name_of", { number: n + 1 }) : t("lesson.name")}</span>
                <input
                  id=${`${id}-${n}`}
                  dir="auto"
                  autocomplete="off"
                  spellcheck=${false}
                  maxlength=${most}
                  defaultValue=${name}
                />
              </label>`,
            )}
            <button type="submit" class=${games.length > 0 ? "" : "sje-main"}>
              ${t(games.length > 0 ? "lesson.again" : "lesson.begin")}
            </button>
          </form>`
        }
        <p class=${said?.wrong ? "sje-said sje-wrong" : "sje-said"} role="status" dir="auto">
          ${stage === "busy" ? t("lesson.busy") : said && t(`lesson.${said.key}`, said.params)}
        </p>
        <p class="sje-silence" aria-live="polite">${channel.silence(t)}</p>`,
      root,
    );
  };

  root.setAttribute("data-jp-suppress-context-menu", "true");
  model.on("change:head", draw);
  draw();
  const first = /** @type {HTMLElement | null} */ (root.querySelector(".sje-found button, input"));
  first?.focus({ preventScroll: true });
  return () => {
    model.off("change:head", draw);
    channel.dispose();
    unfollow();
    render(null, root);
    root.remove();
  };
}

export default { render: mount };
