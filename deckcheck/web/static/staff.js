// The staff's pages work without this file: it keeps the roster fresh, counts what is chosen, and lends keys to a review.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const all = (query) => [...document.querySelectorAll(query)];
  all(".js-only").forEach((e) => { e.hidden = false; });

  document.addEventListener("click", async (e) => {
    const button = e.target.closest("[data-copy]");
    if (!button) return;
    const from = document.querySelector(button.dataset.copy);
    try { await navigator.clipboard.writeText(from.value ?? from.textContent); } catch { from.select?.(); document.execCommand("copy"); }
    if ($("copied")) $("copied").textContent = "Copied.";
  });

  document.addEventListener("click", (e) => {
    const opens = e.target.closest("[data-open]"), what = opens && $(opens.dataset.open);
    if (!what) return;
    e.preventDefault();
    what.open = true;
    what.querySelector("input:not([type=hidden])")?.focus();
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
      if (act.tagName === "DETAILS") { act.open = true; act.querySelector("input:not([type=hidden])")?.focus(); } else act.click();
    });
  }

  const roster = $("roster");
  if (!roster) return;
  const boxes = () => all("#rows tbody input[name=choose]");
  const count = () => {
    const chosen = boxes().filter((b) => b.checked).length, button = $("accept-chosen"), others = $("accept-all");
    if (!button) return;
    button.hidden = !chosen;
    button.classList.toggle("go", !!chosen);
    button.textContent = `Accept ${chosen} chosen`;
    if (others) others.hidden = !!chosen;
  };
  roster.addEventListener("change", (e) => {
    if (e.target.id === "pick-all") boxes().forEach((b) => { b.checked = e.target.checked; });
    count();
  });
  count();

  // The time that is left goes down by itself.
  let skew = 0;
  const clock = () => {
    const band = $("band-deadline");
    if (!band?.dataset.until) return;
    const rest = Math.ceil((band.dataset.until - Date.now() - skew) / 60000);
    const figure = band.querySelector(".figure"), unit = band.querySelector(".unit");
    if (rest <= 0) { figure.textContent = "Over"; unit.textContent = ""; } else if (rest < 60 && rest > 2) { figure.textContent = rest; unit.textContent = "min left"; }
  };
  const set = () => { const now = $("band-deadline")?.dataset.now; if (now) skew = now - Date.now(); };
  set();
  setInterval(clock, 5000);

  // Live: rows change in their places, never under a pressed finger; what is new waits; ticks and focus stay.
  let pointer = false, before = new Map(), focus = "", said = $("band-sent")?.querySelector(".figure").textContent, voice;
  addEventListener("pointerdown", (e) => { pointer = !!e.target.closest("#roster"); });
  ["pointerup", "pointercancel"].forEach((kind) => addEventListener(kind, () => { pointer = false; }));
  roster.addEventListener("htmx:configRequest", (e) => { e.detail.parameters.shown = all("#rows tbody tr").map((r) => r.id.slice(1)).join("."); });
  document.addEventListener("htmx:beforeSwap", (e) => {
    if (pointer && e.detail.elt.id === "live") { e.detail.shouldSwap = false; return; }
    before = new Map(boxes().filter((b) => b.checked).map((b) => [b.id, b.value]));
    focus = document.activeElement.id;
  });
  document.addEventListener("htmx:afterRequest", (e) => {
    if (!e.detail.successful) return;
    all(".unscripted").forEach((b) => { b.hidden = true; });
    all("#roster .js-only").forEach((b) => { b.hidden = false; });
    if (e.detail.xhr.status !== 200) return;
    boxes().forEach((b) => { if (before.get(b.id) === b.value) b.checked = true; });
    if (focus && document.activeElement === document.body) $(focus)?.focus({ preventScroll: true });
    set(); count();
    const sent = $("band-sent"), figure = sent?.querySelector(".figure").textContent, news = $("news");
    clearTimeout(voice);
    voice = setTimeout(() => {
      const words = [figure !== said ? `${figure} ${sent.querySelector(".unit").textContent} lists sent.` : "", news.hidden ? "" : news.firstChild.textContent.trim()];
      said = figure;
      $("status").textContent = words.filter(Boolean).join(" ");
    }, 1500);
  });
  const lost = () => { const slot = $("slot-words"); slot.textContent = slot.textContent.replace("As of", "You are seeing").replace(/(\d\d:\d\d).*/, "$1. No network."); };
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach((kind) => document.addEventListener(kind, lost));
  const script = document.createElement("script");
  script.src = roster.dataset.htmx;
  script.onload = () => { if (document.readyState !== "complete") document.dispatchEvent(new Event("DOMContentLoaded")); };
  document.head.append(script);
})();
