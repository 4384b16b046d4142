// The roster, live: every three seconds it asks what changed; rows change in their places and never move.
"use strict";
(() => {
  const every = 3000;
  let since = document.getElementById("live").dataset.revision;
  const { rows, view } = document.getElementById("live").dataset;
  const shown = [...document.querySelectorAll("#rows > li[id]")].map((row) => row.id.slice(1)).join(",");
  const look = () => {
    if (document.hidden || document.querySelector("#rows :active")) return;
    htmx.ajax("GET", `${rows}?since=${since}&${view}&shown=${shown}`, { target: "#live", swap: "outerHTML" });
  };
  document.body.addEventListener("htmx:afterSwap", () => {
    since = document.getElementById("live").dataset.revision || since;
  });
  document.querySelector("#live span").textContent = "Live";
  setInterval(look, every);
})();
