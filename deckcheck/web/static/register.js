// The player's pages work without this file: it counts down, keeps what no network took, asks again and copies, and
// keeps the own list on the phone.
(() => {
  "use strict";
  /** @typedef {{ check: (Fields<"turn" | "tab" | "entry" | "deck"> & With<HTMLFormElement, "now">) | null, text: HTMLTextAreaElement, draft: HTMLInputElement,
   *   key: HTMLInputElement, keep: HTMLElement, forget: HTMLElement, keeping: With<HTMLElement, "list"> | null, copied: HTMLElement,
   *   verdict: HTMLElement, slot: HTMLElement, "slot-words": HTMLElement, left: HTMLElement | null, submit: HTMLElement | null,
   *   kept: HTMLElement | null }} PlayerPage */
  /** @type {Find<PlayerPage>} */
  const $ = (id) => /** @type {never} */ (document.getElementById(id));
  document.querySelectorAll(".js-only").forEach((b) => { b.hidden = false; });
  document.addEventListener("click", async (e) => {
    const copy = e.target.closest("button[data-copy]");
    if (!copy) return;
    const from = document.querySelector(copy.dataset.copy), text = from instanceof HTMLInputElement || from instanceof HTMLTextAreaElement ? from.value : from?.textContent ?? "";
    let done = true;
    try { await navigator.clipboard.writeText(text); } catch { done = false; }
    $("copied").textContent = done ? gettext("Copied.") : gettext("This browser does not let pages copy. Select it and copy it by hand.");
  });

  // The own list, kept on this phone once its player asks for it. A copy says the time it is of, and prints itself.
  const keeping = $("keeping"), seen = document.querySelector("span#seen");
  if (seen && !seen.hidden) {
    const at = seen.querySelector("time");
    if (at && new Date(at.dateTime).toDateString() !== new Date().toDateString()) at.textContent = at.title;
    document.querySelector(".dock .go")?.addEventListener("click", (e) => { e.preventDefault(); print(); });
  }
  if (!navigator.serviceWorker || !self.caches) keeping?.remove();
  else if (keeping) {
    const keep = $("keep"), forget = $("forget"), list = keeping.dataset.list;
    const show = (/** @type {boolean} */ isKept) => {
      for (const [button, hidden] of /** @type {const} */ ([[keep, isKept], [forget, !isKept]])) if (button.parentElement) button.parentElement.hidden = hidden;
      keeping.classList.add("on");
    };
    const told = (/** @type {string} */ words, /** @type {boolean} */ isKept, /** @type {HTMLElement} */ next) => { $("copied").textContent = words; show(isKept); next.focus(); };
    const working = () => Promise.race([navigator.serviceWorker.ready, new Promise((_, no) => { setTimeout(no, 15000); })]);
    own.holds(list).then(show, () => {});
    keep.addEventListener("click", async () => {
      $("copied").textContent = gettext("Keeping it");
      try {
        await navigator.serviceWorker.register("/sw.js");
        await working();
        if (await own.keep(location.pathname + location.search)) told(gettext("Kept on this phone."), true, forget);
        else location.reload();
      } catch {
        $("copied").textContent = gettext("It was not kept. Try it again once there is a network.");
      }
    });
    forget.addEventListener("click", () => own.forget(list).then(() => told(gettext("Forgotten on this phone."), false, keep)));
  }

  const page = $("check");
  if (!page?.dataset.store) return;
  const form = page;
  const text = $("text"), STORE = "deckcheck.unsent " + form.dataset.store;
  let turn = +form.elements.turn.value || 0;

  // What was typed stays in this browser until the server has it, with what tells it from another device's.
  const fields = form.elements;
  /** @returns {[text: string, draft: string, tab: string, turn: number] | []} */
  const stored = () => { try { return JSON.parse(localStorage.getItem(STORE) ?? "null") || []; } catch { return []; } };
  const forget = (/** @type {string} */ sent) => { try { if (stored()[0] === sent) localStorage.removeItem(STORE); } catch { /* no storage */ } };
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
  form.elements.deck.addEventListener("input", () => { $("key").value = newKey(); });
  text.addEventListener("input", () => {
    try { localStorage.setItem(STORE, JSON.stringify([text.value, $("draft").value, fields.tab.value, turn])); } catch { /* no storage */ }
    $("key").value = newKey();
  });
  // Every script of the page must hear of it.
  document.addEventListener("DOMContentLoaded", () => {
    const [before, version = "", tab = "", turns = 0] = stored();
    if (typeof before !== "string" || before === text.value) return;
    [text.value, $("draft").value, fields.tab.value, turn] = [before, version, tab, turns];
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }, { once: true });

  // The time that is left, by the server's clock and as each answer has it; at the end the server says how it stands.
  const ahead = +form.dataset.now - Date.now();
  let asking = 0;
  const words = (/** @type {number} */ ms) => {
    if (ms <= 120000) return Math.floor(Math.ceil(ms / 1000) / 60) + ":" + String(Math.ceil(ms / 1000) % 60).padStart(2, "0");
    const min = Math.ceil(ms / 60000), h = Math.floor(min / 60), days = Math.floor(h / 24);
    const so = (/** @type {string} */ many, /** @type {number} */ n) => (n ? many.replace("{count}", String(n)) : "");
    const parts = [so(days === 1 ? gettext("1 day") : gettext("{count} days"), days), so(gettext("{count} h"), h % 24), days ? "" : so(gettext("{count} min"), min % 60)];
    return gettext("{span} left").replace("{span}", parts.filter(Boolean).join(" "));
  };
  function tick() {
    const until = Number($("verdict").dataset.until) || 0, ms = until - ahead - Date.now();
    const slot = $("slot-words"), was = form.dataset.quiet, left = $("left");
    if (!until) return;
    if (ms <= 0) {
      form.dataset.quiet = gettext("Lists are closed. Your text is kept.");
      if (left) left.textContent = "";
      $("submit")?.remove();
      if (Date.now() - asking > 3000) { asking = Date.now(); window.htmx?.trigger(form, "recheck"); }
    } else {
      if (left) left.textContent = words(ms);
      if (ms <= 3600000) form.dataset.quiet = words(ms);
    }
    if (slot.textContent === was) slot.textContent = form.dataset.quiet ?? "";
  }
  setInterval(tick, 1000);
  tick();

  // A sending whose answer was lost: asking is safe, and says whether it arrived. It is asked for by the key it was
  // sent under, whatever was typed since, and what is told stays until a sending was answered: a check answers nothing.
  const box = document.createElement("div"), told = document.createElement("p"), again = document.createElement("button");
  box.id = "lost"; box.className = "hint"; box.setAttribute("role", "alert");
  again.type = "button"; again.className = "btn"; again.textContent = gettext("Ask again");
  again.addEventListener("click", ask);
  box.append(told, again);
  let asked = "", sent = { key: "", text: "" };
  function lost(/** @type {string} */ sentence, isKnown = false) {
    if (!box.isConnected) $("slot").before(box);
    told.textContent = sentence;
    again.hidden = isKnown;
  }
  async function ask() {
    const address = form.action + "/receipt/" + sent.key + "?entry=" + fields.entry.value;
    try {
      const answer = await fetch(address, { redirect: "manual" });
      if (answer.ok) { forget(sent.text); location.href = address; return; }
      lost(answer.status === 404 ? gettext("It did not arrive. Your text is kept; submit it again.") : gettext("That cannot be told now. Your text is kept; submit it again."), true);
    } catch {
      lost(gettext("Still no network. Your list is kept on this phone."));
    }
  }
  form.addEventListener("htmx:configRequest", (e) => {
    if (e.detail.elt !== form) return;
    e.detail.parameters.turn = ++turn;
    asked = text.value;
    if (e.detail.path === form.dataset.send) sent = { key: $("key").value, text: text.value };
  });
  const isSending = (/** @type {CustomEvent} */ e) => e.detail.requestConfig.path === form.dataset.send;
  // A database in trouble took nothing, or nobody knows: sent again under the same key, it counts once.
  form.addEventListener("htmx:responseError", (e) => {
    const wait = e.detail.xhr.status === 503 && Number(e.detail.xhr.getResponseHeader("Retry-After")), key = $("key").value;
    if (isSending(e) && wait) setTimeout(() => { if ($("key").value === key) $("submit")?.click(); }, wait * 1000);
  });
  form.addEventListener("htmx:beforeOnLoad", (e) => {
    if (e.detail.xhr.getResponseHeader("HX-Redirect")) forget(asked);
  });
  form.addEventListener("htmx:afterRequest", (e) => {
    if (e.detail.elt !== form || !e.detail.successful) return;
    if (isSending(e)) box.remove();
    if ($("kept")) forget(asked);
  });
  /** @type {const} */ (["htmx:sendError", "htmx:timeout"]).forEach((kind) => form.addEventListener(kind, (e) => {
    if (isSending(e)) lost(gettext("We do not know yet whether your list arrived. It is kept on this phone."));
  }));
})();
