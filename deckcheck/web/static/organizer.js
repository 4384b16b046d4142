// Everything works without this file: it fills in the time zone, copies a link and shows what a choice would do.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const zone = $("zone"), fresh = $("new-event");
  if (fresh && zone && zone.value === "UTC" && !new URLSearchParams(location.search).has("like")) {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (here && here !== "UTC") {
      zone.value = here;
      const told = zone.closest("details").querySelector("summary span");
      told.textContent = told.textContent.replace(/Times are those of .*/, `Times are those of ${here.split("/").pop().replaceAll("_", " ")}.`);
    }
  }
  const round = $("round_1"), close = $("deadline_day");
  round?.addEventListener("input", () => {
    if (close.value || $("deadline_time").value || !round.value) return;
    close.closest("details").querySelector("summary span").textContent = `Lists close at ${round.value}.`;
  });

  document.querySelectorAll("[data-copy]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = "Copied";
      } catch { $(button.dataset.from)?.select?.(); }
    });
  });

  // What a choice would do is fetched as a page and put in place; the last answer wins.
  const form = $("publication");
  if (!form) return;
  let last = 0;
  form.addEventListener("change", async () => {
    const mine = ++last, fields = new URLSearchParams(new FormData(form));
    let page;
    try {
      const answer = await fetch(`${location.pathname}?${fields}`, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch { return; }
    if (mine !== last) return;
    for (const id of ["effect", "preview"]) $(id).replaceWith(page.getElementById(id));
    $("status").textContent = $("effect").dataset.say;
  });
})();
