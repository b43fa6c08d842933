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
