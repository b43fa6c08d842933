// The first page opens in its reader's language, until they choose the other one. Where a browser
// keeps nothing it stays in English: who reads French there couldn't leave it.
const CHOICE = "skyjo_widget.language";
const { pagename, LANGUAGE } = DOCUMENTATION_OPTIONS;
if (pagename === "index" && LANGUAGE === "en" && readersLanguage() === "fr") {
  location.replace(`fr/index.html${location.hash}`);
}

function readersLanguage() {
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => /en|fr/.test(tag));
  try {
    return localStorage.getItem(CHOICE) ?? known;
  } catch {
    return "en";
  }
}

addEventListener("click", ({ target }) => {
  const link = target.closest("a.language");
  if (link) localStorage.setItem(CHOICE, link.hreflang);
});

// A board in a frame says how high it is.
addEventListener("message", ({ source, data }) => {
  for (const frame of document.querySelectorAll(".try iframe")) {
    if (frame.contentWindow === source && data.skyjo > 0) frame.style.height = `${data.skyjo}px`;
  }
});

// Gives names and keys to parts of the theme that have none.
addEventListener("DOMContentLoaded", () => {
  for (const summary of document.querySelectorAll(".bd-links summary")) {
    summary.ariaLabel = summary.closest("li").querySelector("a").textContent;
  }
  for (const button of document.querySelectorAll(".search-button-field")) {
    button.ariaLabel = button.textContent.replace(/\s+/g, " ").trim(); // hidden on a phone
  }
  for (const wide of document.querySelectorAll(".cell_output, .cell_output .over")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }
});
