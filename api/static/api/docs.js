"use strict";

// Puts Swagger UI in the place of the plain reference, which stays if anything is missing. Examples go to the address this page came from.
(async () => {
  const place = document.getElementById("reference");
  if (!window.SwaggerUIBundle) return;
  const response = await fetch(place.dataset.description);
  if (!response.ok) return;
  const spec = await response.json();
  spec.servers = [{ url: window.location.origin }];
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const shade = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", shade);
  shade();
  place.replaceChildren();
  window.SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: "list",
    supportedSubmitMethods: ["get", "post"],
    tryItOutEnabled: true,
    validatorUrl: null,
  });
})();
