// The staff's pages work without this file: it keeps the roster fresh, counts what is chosen, and lends keys to a review.
(() => {
  "use strict";
  /** @typedef {{ copied: HTMLElement | null, keys: HTMLInputElement | null, roster: With<HTMLElement, "htmx"> | null, overview: With<HTMLElement, "htmx"> | null, news: HTMLElement | null,
   *   status: HTMLElement, "slot-words": HTMLElement, "accept-chosen": HTMLElement | null, "accept-all": HTMLElement | null, "check-in": HTMLElement | null,
   *   "band-deadline": HTMLElement | null, "band-sent": HTMLElement | null }} StaffPage */
  /** @type {Find<StaffPage>} */
  const $ = (id) => /** @type {never} */ (document.getElementById(id));
  /** @type {All} */
  const all = (query) => [...document.querySelectorAll(query)];
  const words = (/** @type {Element | null} */ of, /** @type {string} */ kind) => of?.querySelector(`.${kind}`)?.textContent;
  all(".js-only").forEach((e) => { e.hidden = false; });

  document.addEventListener("click", async (e) => {
    const button = e.target.closest("[data-copy]");
    if (!button) return;
    const from = document.querySelector(button.dataset.copy), field = from instanceof HTMLInputElement || from instanceof HTMLTextAreaElement ? from : null;
    if (!from) return;
    try { await navigator.clipboard.writeText(field ? field.value : from.textContent); } catch { field?.select(); document.execCommand("copy"); }
    const copied = $("copied");
    if (copied) copied.textContent = "Copied.";
  });

  function unfold(/** @type {Element | null} */ what) {
    if (!(what instanceof HTMLDetailsElement)) return false;
    what.open = true;
    what.querySelector("input:not([type=hidden])")?.focus();
    return true;
  }
  document.addEventListener("click", (e) => {
    const opens = e.target.closest("[data-open]");
    if (opens && unfold(document.getElementById(opens.dataset.open))) e.preventDefault();
  });

  // Keys of a review: outside fields only, and only while they are wanted.
  const keys = $("keys"), KEYS = "deckcheck.keys";
  if (keys) {
    try { keys.checked = localStorage.getItem(KEYS) !== "off"; } catch { keys.checked = true; }
    keys.addEventListener("change", () => { try { localStorage.setItem(KEYS, keys.checked ? "on" : "off"); } catch { /* not kept */ } });
    document.addEventListener("keydown", (e) => {
      if (!keys.checked || e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input,textarea,select")) return;
      const act = document.querySelector(`[data-key="${e.key.toLowerCase()}"]`);
      if (!act) return;
      e.preventDefault();
      if (!unfold(act)) act.click();
    });
  }

  // The roster and the overview stay fresh in the same way.
  const roster = $("roster") ?? $("overview");
  if (!roster) return;
  const boxes = () => all("#rows tbody .pick input");
  const count = () => {
    const come = all("#rows tbody input[name=here]:checked").length, here = $("check-in");
    if (here) {
      here.hidden = !come;
      here.textContent = `Check in ${come} walk-in${come === 1 ? "" : "s"}`;
    }
    const chosen = boxes().filter((b) => b.checked).length, button = $("accept-chosen"), others = $("accept-all");
    if (!button) return;
    button.hidden = !chosen;
    button.classList.toggle("go", !!chosen);
    button.textContent = `Accept ${chosen} chosen`;
    if (others) others.hidden = !!chosen;
  };
  roster.addEventListener("change", (e) => {
    const pick = e.target;
    if (pick instanceof HTMLInputElement && pick.id === "pick-all") boxes().forEach((b) => { b.checked = pick.checked; });
    count();
  });
  count();

  // The time that is left goes down by itself.
  let skew = 0;
  const clock = () => {
    const band = $("band-deadline");
    if (!band?.dataset.until) return;
    const rest = Math.ceil((+band.dataset.until - Date.now() - skew) / 60000);
    const figure = band.querySelector(".figure"), unit = band.querySelector(".unit");
    if (!figure || !unit) return;
    if (rest <= 0) { figure.textContent = "Closed"; unit.textContent = ""; } else if (rest < 60 && rest > 2) { figure.textContent = String(rest); unit.textContent = "min left"; }
  };
  const set = () => { const now = $("band-deadline")?.dataset.now; if (now) skew = +now - Date.now(); };
  set();
  setInterval(clock, 5000);

  // Live: rows change in their places, never under a pressed finger; what is new waits; ticks and focus stay.
  /** @type {Map<string, HTMLInputElement>} */
  let before = new Map();
  let pointer = false, focus = "", said = words($("band-sent"), "figure"), voice = 0;
  addEventListener("pointerdown", (e) => { pointer = roster.contains(e.target); });
  ["pointerup", "pointercancel"].forEach((kind) => addEventListener(kind, () => { pointer = false; }));
  roster.addEventListener("htmx:configRequest", (e) => { e.detail.parameters.shown = all("#rows tbody tr[id^=r]").map((r) => r.id.slice(1)).join("."); });
  document.addEventListener("htmx:beforeSwap", (e) => {
    if (pointer && e.detail.elt.id === "live") { e.detail.shouldSwap = false; return; }
    before = new Map(boxes().map((b) => [b.id, b]));
    focus = document.activeElement?.id ?? "";
  });
  document.addEventListener("htmx:afterRequest", (e) => {
    if (!e.detail.successful) return;
    all(".unscripted").forEach((b) => { b.hidden = true; });
    all("#roster .js-only").forEach((b) => { b.hidden = false; });
    if (e.detail.xhr.status !== 200) return;
    boxes().forEach((b) => { const was = before.get(b.id); if (was?.value === b.value) b.checked = was.checked; });
    if (focus && document.activeElement === document.body) document.getElementById(focus)?.focus({ preventScroll: true });
    set(); count();
    const sent = $("band-sent"), figure = words(sent, "figure"), news = $("news");
    clearTimeout(voice);
    voice = setTimeout(() => {
      const told = [figure !== said ? `${figure} ${words(sent, "unit")} submitted.` : "", !news || news.hidden ? "" : news.firstChild?.textContent?.trim()];
      said = figure;
      $("status").textContent = told.filter(Boolean).join(" ");
    }, 1500);
  });
  const lost = () => { const slot = $("slot-words"); slot.textContent = slot.textContent.replace("As of", "You’re seeing").replace(/(\d\d:\d\d).*/, "$1. No network."); };
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach((kind) => document.addEventListener(kind, lost));
  const script = document.createElement("script");
  script.src = roster.dataset.htmx;
  script.onload = () => { if (document.readyState !== "complete") document.dispatchEvent(new Event("DOMContentLoaded")); };
  document.head.append(script);
})();
