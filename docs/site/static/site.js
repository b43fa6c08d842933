// What the theme leaves without a name or a key of the keyboard.
addEventListener("DOMContentLoaded", () => {
  for (const summary of document.querySelectorAll(".bd-links summary")) {
    summary.ariaLabel = summary.closest("li").querySelector("a").textContent;
  }
  for (const button of document.querySelectorAll(".search-button-field")) {
    button.removeAttribute("aria-label"); // it has a text
  }
  for (const wide of document.querySelectorAll(".cell_output, .cell_output .over")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }
});
