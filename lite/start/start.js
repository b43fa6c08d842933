// The first page of the site in the browser alone: its language, its download, the stored games.

const WORDS = {
  en: {
    count: (done, all) => `Python: ${done} of ${all} MB`,
    fetching: "Python is being fetched, once. You may begin meanwhile.",
    ready: "Python is there: a lesson opens within seconds.",
    failed: "Python couldn’t be fetched whole.",
    again: "Try again",
    fetch: (all) => `Fetch Python now (${all} MB)`,
    other: "Français",
    decisions: (count) => (count === 1 ? "1 decision" : `${count} decisions`),
    title: (game, players) => `${game}: ${players}`,
    over: "over",
    name: "go-on",
    text: "# Go on with a game\n\nRun the cell with Shift + Enter.",
  },
  fr: {
    count: (done, all) => `Python\u00a0: ${done} Mo sur ${all}`,
    fetching: "Python se charge, une seule fois. Tu peux déjà commencer.",
    ready: "Python est là\u00a0: une leçon s’ouvre en quelques secondes.",
    failed: "Python n’a pas pu être chargé en entier.",
    again: "Réessayer",
    fetch: (all) => `Charger Python maintenant (${all} Mo)`,
    other: "English",
    decisions: (count) => (count < 2 ? `${count} décision` : `${count} décisions`),
    title: (game, players) => `${game}\u00a0: ${players}`,
    over: "finie",
    name: "continuer",
    text: "# Continuer une partie\n\nExécute la cellule avec Maj + Entrée.",
  },
};
const GAMES = { skyjo: "Skyjo", newskyjo: "NewSkyjo", "skip-bo": "Skip-Bo" };
const KEPT = "skyjo_widget:language";
const AT_ONCE = 4;

const find = (selector) => document.querySelector(selector);
const mega = (bytes) => Math.round(bytes / 1e6);

// Language

// Of a browser that keeps nothing, reading it is an error too.
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(value) {
  try {
    localStorage.setItem(KEPT, value);
  } catch {
    // the page has it until it is left
  }
}

function firstLanguage() {
  const asked = new URLSearchParams(location.search).get("lang") ?? kept();
  const wished = [asked, ...navigator.languages].map((tag) => (tag ?? "").slice(0, 2));
  return wished.find((tag) => tag in WORDS) ?? "en";
}

let lang = firstLanguage();
let state = { done: 0, words: null };
let games = [];

function draw() {
  const words = WORDS[lang];
  document.documentElement.lang = lang;
  const button = find("#language");
  button.lang = lang === "en" ? "fr" : "en";
  button.textContent = words.other;
  drawFetching();
  drawGames();
}

find("#language").addEventListener("click", () => {
  lang = lang === "en" ? "fr" : "en";
  keep(lang);
  draw();
});

// Download: the files of Python, which the lessons then have from the browser's cache.

const parts = JSON.parse(find("#parts").textContent);
const all = parts.reduce((sum, { size }) => sum + size, 0);

function drawFetching() {
  const words = WORDS[lang];
  find("#fetching").hidden = !all;
  find("progress").value = all ? state.done / all : 0;
  find(".count").textContent = words.count(mega(state.done), mega(all));
  find(".state").textContent = state.words ? words[state.words] : "";
  const button = find("#fetching button");
  button.hidden = state.words === "fetching" || state.words === "ready";
  button.textContent = state.words === "failed" ? words.again : words.fetch(mega(all));
}

async function fetchPart({ path }) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  for await (const chunk of chunks(answer.body.getReader())) {
    state.done += chunk.length;
    drawFetching();
  }
}

async function* chunks(reader) {
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

async function fetchAll() {
  state = { done: 0, words: "fetching" };
  const waiting = [...parts];
  const worker = async () => {
    while (waiting.length) await fetchPart(waiting.shift());
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  state.words = workers.every(({ status }) => status === "fulfilled") ? "ready" : "failed";
  drawFetching();
}

find("#fetching button").addEventListener("click", fetchAll);

// Stored games: the records in the drive that JupyterLite keeps in the browser's storage.

const DRIVE = `JupyterLite Storage - ${new URL(".", location).pathname}`;

const answerOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function withFiles(mode, use) {
  const known = (await indexedDB.databases?.()) ?? [];
  if (!known.some(({ name }) => name === DRIVE)) return undefined;
  const drive = await answerOf(indexedDB.open(DRIVE));
  try {
    if (!drive.objectStoreNames.contains("files")) return undefined;
    return await use(drive.transaction("files", mode).objectStore("files"));
  } finally {
    drive.close(); // JupyterLite can't change it before
  }
}

const isRecord = ({ type, path, content }) =>
  type !== "directory" && path.endsWith(".jsonl") && !path.startsWith("hand-in/") && content;

function textOf({ format, content }) {
  if (format !== "base64") return content;
  return new TextDecoder().decode(Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)));
}

function gameOf(file) {
  const events = [];
  for (const line of textOf(file).trimEnd().split("\n")) {
    try {
      events.push(JSON.parse(line));
    } catch {
      break; // a line that was cut: all before it is whole
    }
  }
  if (events[0]?.format !== "skyjo_widget record") return null;
  const last = events.findLast(({ event }) => event === "round" || event === "undo");
  return {
    path: file.path,
    when: new Date(events.at(-1).at ?? file.last_modified),
    game: GAMES[events[0].preset] ?? GAMES[events[0].game] ?? events[0].game,
    players: events[0].players.map(({ name }) => name),
    decisions: events.reduce(
      (count, { event, to }) => (event === "act" ? count + 1 : event === "undo" ? to : count),
      0,
    ),
    over: Boolean(last?.winners),
  };
}

async function readGames() {
  const files = (await withFiles("readonly", (store) => answerOf(store.getAll()))) ?? [];
  games = files.filter(isRecord).map(gameOf).filter(Boolean);
  games.sort((one, two) => two.when - one.when);
  drawGames();
}

function drawGames() {
  const words = WORDS[lang];
  find("#games").hidden = !games.length;
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  find("#games ul").replaceChildren(
    ...games.map((game) => {
      const [item, link] = ["li", "a"].map((tag) => document.createElement(tag));
      const [title, text] = ["strong", "span"].map((tag) => document.createElement(tag));
      title.textContent = words.title(game.game, game.players.join(", "));
      const facts = [date.format(game.when), words.decisions(game.decisions)];
      text.textContent = [...facts, ...(game.over ? [words.over] : [])].join(" · ");
      link.href = addressOf(notebookOf(game).path);
      link.append(title, text);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        goOn(game);
      });
      item.append(link);
      return item;
    }),
  );
}

const addressOf = (path) => `notebooks/index.html?path=${encodeURIComponent(path)}`;

// A notebook whose one cell goes on with the game; it lies where paths of records begin.
function notebookOf(game) {
  const words = WORDS[lang];
  const name = `${words.name}-${game.path
    .split("/")
    .pop()
    .replace(/\.jsonl$/, "")}.ipynb`;
  const code = `from skyjo_widget import load\n\ntable = load(${JSON.stringify(game.path)}, lang="${lang}")\ntable`;
  const now = new Date().toISOString();
  const content = {
    cells: [
      { cell_type: "markdown", id: "words", metadata: {}, source: words.text },
      {
        cell_type: "code",
        id: "load",
        metadata: {},
        source: code,
        outputs: [],
        execution_count: null,
      },
    ],
    metadata: {
      kernelspec: { display_name: "Python (Pyodide)", language: "python", name: "python" },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return {
    name,
    path: name,
    type: "notebook",
    format: "json",
    mimetype: "application/json",
    content,
    created: now,
    last_modified: now,
    writable: true,
    size: JSON.stringify(content).length,
  };
}

async function goOn(game) {
  const notebook = notebookOf(game);
  await withFiles("readwrite", async (store) => {
    const there = await answerOf(store.getKey(notebook.path));
    if (there === undefined) await answerOf(store.put(notebook, notebook.path));
  });
  location.assign(addressOf(notebook.path));
}

draw();
readGames();
addEventListener("pageshow", ({ persisted }) => persisted && readGames());
if (all && !navigator.connection?.saveData) fetchAll();
