// Helps whoever writes: what the rules say of a text while it is typed, and a word before unsaved work is left.
"use strict";
(function () {
  // Django's own lists for choosing several name an icon that has no role, so that a reader of screens says nothing of it.
  window.addEventListener("load", () => setTimeout(() => {
    for (const icon of document.querySelectorAll("span.search-label-icon[aria-label]")) icon.setAttribute("role", "img");
  }));

  const marker = document.getElementById("editorial-check");
  const form = marker && marker.closest("form");
  if (!form) return;

  // What was refused is read first, by whoever hears the page too.
  const faults = document.querySelector(".editorial-faults");
  if (faults) faults.focus();

  // A page sent back with errors holds words that are not saved yet.
  let unsaved = document.querySelector(".errornote") !== null;
  form.addEventListener("input", () => { unsaved = true; });
  form.addEventListener("change", () => { unsaved = true; });
  form.addEventListener("submit", (event) => {
    const sender = event.submitter;
    if (!sender || !sender.formTarget) unsaved = false; // a preview opens beside the page and saves nothing
  });
  window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });

  if (!marker.dataset.url) return;
  const UNREAD = /(^|-)(slug|url|key|shown_state)$/;
  const waiting = new Map();

  function place(field) {
    const id = field.id + "_check";
    let shown = document.getElementById(id);
    if (!shown) {
      shown = document.createElement("ul");
      shown.id = id;
      shown.className = "editorial-live";
      shown.setAttribute("role", "status");
      (field.closest(".flex-container") || field).after(shown); // below the field, which keeps its width
      field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), id].filter(Boolean).join(" "));
    }
    return shown;
  }

  async function check(field) {
    const sent = new FormData();
    const kind = form.elements.namedItem("kind");
    sent.set("csrfmiddlewaretoken", form.elements.namedItem("csrfmiddlewaretoken").value);
    sent.set("text", field.value);
    sent.set("field", field.name);
    sent.set("object_id", marker.dataset.object);
    sent.set("kind", kind ? kind.value : "");
    const text = field.value;
    try {
      const response = await fetch(marker.dataset.url, { method: "POST", body: sent });
      if (!response.ok || field.value !== text) return;
      const said = (await response.json()).violations;
      if (!said.length && !document.getElementById(field.id + "_check")) return;
      place(field).replaceChildren(...said.map((words) => {
        const line = document.createElement("li");
        line.textContent = words;
        return line;
      }));
    } catch (lost) {
      // The rules are asked again when it is saved.
    }
  }

  form.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches("textarea, input[type=text]") || !field.name || UNREAD.test(field.name)) return;
    clearTimeout(waiting.get(field));
    waiting.set(field, setTimeout(() => check(field), 600));
  });
})();
