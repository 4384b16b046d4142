// Everything works without this file: it reads what was typed, copies a link and shows what a choice would do.
(() => {
  "use strict";
  /** @typedef {{ publication: HTMLFormElement | null,
   *   effect: With<HTMLElement, "say">, preview: HTMLElement, status: HTMLElement, sign: HTMLElement | null, "print-sign": HTMLElement }} OrganizerPage */
  /** @type {Find<OrganizerPage>} */
  const $ = (id) => /** @type {never} */ (document.getElementById(id));
  // A form with days and times is drawn again by the server when a field was filled in: what a day is read as, what a game asks for.
  const look = (/** @type {HTMLFormElement} */ form, turn = 0) => form.addEventListener("change", async () => {
    const mine = ++turn, fields = new URLSearchParams(/** @type {string[][]} */ ([...new FormData(form)]));
    fields.set("look", "1");
    /** @type {Document} */
    let page;
    try {
      const answer = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch { return; }
    if (mine !== turn) return;
    const said = [];
    for (const fresh of page.querySelectorAll("[id^=of-], [id^=s-], #dock-said")) {
      const old = document.getElementById(fresh.id), at = document.activeElement;
      if (!old || !form.contains(old) || old.isEqualNode(fresh)) continue;
      if (old.matches("details")) fresh.toggleAttribute("open", old.hasAttribute("open") || fresh.hasAttribute("open"));
      const ticked = at instanceof HTMLInputElement && ["radio", "checkbox"].includes(at.type) ? at : null;
      if (old.contains(at) && !ticked) {
        // Nobody's typing is taken from under them: of a sentence that is open only the words change.
        const words = old.querySelector("summary > span"), now = fresh.querySelector("summary > span");
        if (words && now && at?.tagName !== "SUMMARY") words.textContent = now.textContent;
        continue;
      }
      const read = fresh.querySelector(".read, .fault")?.textContent.trim();
      if (read) said.push(read);
      fresh.querySelectorAll("[autofocus]").forEach((field) => { field.removeAttribute("autofocus"); });
      const held = old.contains(at);
      old.replaceWith(fresh);
      if (held) ([...fresh.querySelectorAll("input")].find((field) => field.name === ticked?.name && field.value === ticked.value) ?? fresh.querySelector(".field"))?.focus();
    }
    if (said.length) $("status").textContent = said.join(" ");
  });
  document.querySelectorAll("form[data-look]").forEach((form) => { if (form instanceof HTMLFormElement) look(form); });

  // In a field of cards, one a line, the name of the line that is typed is completed by a tap. Nobody's focus leaves the
  // field for it: the form would be drawn again before the tap is over.
  let waiting = 0, asked = 0;
  const lineOf = (/** @type {HTMLTextAreaElement} */ field) => {
    const from = field.value.slice(0, field.selectionStart).lastIndexOf("\n") + 1, end = field.value.indexOf("\n", from);
    return { from, to: end < 0 ? field.value.length : end };
  };
  const complete = async (/** @type {With<HTMLTextAreaElement, "cards">} */ field) => {
    const mine = ++asked, { from, to } = lineOf(field), text = field.value.slice(from, to).trim(), next = field.nextElementSibling;
    const box = next?.classList.contains("card-picks") ? next : document.createElement("div");
    box.className = "card-picks acts btns";
    box.setAttribute("aria-live", "polite");
    if (box !== next) field.after(box);
    /** @type {HTMLCollection | never[]} */
    let picks = [];
    if (text.length > 2) {
      try {
        const answer = await fetch(`/check/picks?${new URLSearchParams({ "other-0": text, line: "1", was: text, name: text, game: field.dataset.cards })}`);
        if (answer.ok) picks = new DOMParser().parseFromString(await answer.text(), "text/html").body.children;
      } catch { /* no network: the name is typed to its end */ }
    }
    if (mine === asked) box.replaceChildren(...picks);
  };
  document.addEventListener("input", (e) => {
    const field = e.target instanceof Element ? e.target.closest("textarea[data-cards]") : null;
    clearTimeout(waiting);
    if (field) waiting = setTimeout(complete, 200, field);
  });
  document.addEventListener("mousedown", (e) => { if (e.target.closest(".card-picks")) e.preventDefault(); });
  document.addEventListener("click", (e) => {
    const pick = e.target.closest(".card-picks .pick"), box = pick?.parentElement, field = box?.previousElementSibling;
    if (!pick || !box || !(field instanceof HTMLTextAreaElement)) return;
    e.preventDefault();
    const { from, to } = lineOf(field);
    field.setRangeText(pick.querySelector("span")?.textContent ?? "", from, to, "end");
    box.replaceChildren();
    field.focus();
    field.dispatchEvent(new Event("change", { bubbles: true }));
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
