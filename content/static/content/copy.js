"use strict";

// Gives each example a button that copies it. Without script there is no button and nothing is lost.
if (navigator.clipboard) {
  for (const place of document.querySelectorAll(".copyable")) {
    const example = place.querySelector("pre");
    const button = document.createElement("button");
    const said = document.createElement("span");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy. ${example.getAttribute("aria-label")}`);
    said.className = "unseen";
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(example.textContent.trim());
      button.textContent = "Copied";
      said.textContent = "Copied";
    });
    place.append(button, said);
  }
}
