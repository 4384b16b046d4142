// Everything works without this file: it fills in the time zone, copies a link and shows what a choice would do.
(() => {
  "use strict";
  /** @typedef {{ zone: HTMLInputElement | HTMLSelectElement | null, "new-event": HTMLElement | null, round_1: HTMLInputElement | null,
   *   deadline_day: HTMLInputElement | null, deadline_time: HTMLInputElement | null, publication: HTMLFormElement | null,
   *   effect: With<HTMLElement, "say">, preview: HTMLElement, status: HTMLElement, sign: HTMLElement | null, "print-sign": HTMLElement }} OrganizerPage */
  /** @type {Find<OrganizerPage>} */
  const $ = (id) => /** @type {never} */ (document.getElementById(id));
  // A line of words over fields that are folded away.
  const summaryOf = (/** @type {Element} */ field) => field.closest("details")?.querySelector("summary span");
  const zone = $("zone"), fresh = $("new-event");
  if (fresh && zone && zone.value === "UTC" && !new URLSearchParams(location.search).has("like")) {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (here && here !== "UTC") {
      zone.value = here;
      const told = summaryOf(zone);
      if (told) told.textContent = told.textContent.replace(/Times are those of .*/, `Times are those of ${here.slice(here.lastIndexOf("/") + 1).replaceAll("_", " ")}.`);
    }
  }
  const round = $("round_1"), close = $("deadline_day");
  round?.addEventListener("input", () => {
    const told = close && summaryOf(close);
    if (!told || close.value || $("deadline_time")?.value || !round.value) return;
    told.textContent = `Lists close at ${round.value}.`;
  });

  document.querySelectorAll("[data-copy]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = "Copied";
      } catch {
        const from = document.getElementById(button.dataset.from ?? "");
        if (from instanceof HTMLInputElement || from instanceof HTMLTextAreaElement) from.select();
      }
    });
  });

  // A screen that shows the join code stays awake; the same page is the sign on paper.
  if ($("sign")) {
    const awake = () => { if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => { /* it may sleep */ }); };
    awake();
    document.addEventListener("visibilitychange", awake);
    const print = $("print-sign");
    print.hidden = false;
    print.addEventListener("click", () => window.print());
    if (new URLSearchParams(location.search).has("print")) addEventListener("load", () => window.print());
  }

  // What a choice would do is fetched as a page and put in place; the last answer wins.
  const form = $("publication");
  if (!form) return;
  let last = 0;
  form.addEventListener("change", async () => {
    const mine = ++last, fields = new URLSearchParams(/** @type {string[][]} */ ([...new FormData(form)]));
    /** @type {Document} */
    let page;
    try {
      const answer = await fetch(`${location.pathname}?${fields}`, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch { return; }
    if (mine !== last) return;
    for (const id of /** @type {const} */ (["effect", "preview"])) $(id).replaceWith(page.getElementById(id) ?? "");
    $("status").textContent = $("effect").dataset.say;
  });
})();
