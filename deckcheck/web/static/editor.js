// The pages with a list work without this file: it checks while you type, keeps a draft in the tab and moves to lines.
(() => {
  "use strict";
  /** @typedef {HTMLInputElement | HTMLSelectElement} Setting */
  /** @typedef {{ check: HTMLFormElement, text: HTMLTextAreaElement, paper: HTMLElement, verdict: HTMLElement, marks: HTMLElement,
   *   tools: HTMLElement, clear: HTMLElement, status: HTMLElement, "slot-words": HTMLElement, file: HTMLInputElement, result: HTMLElement,
   *   format: Setting, on: Setting | null, platform: Setting | null, match: Setting | null, findings: HTMLElement | null, go: HTMLAnchorElement | null,
   *   setting: HTMLElement | null, paste: HTMLElement | null, rewritten: HTMLTextAreaElement | null, [line: `line-${string}`]: HTMLElement | null }} ListPage */
  /** @type {Find<ListPage>} */
  const $ = (id) => /** @type {never} */ (document.getElementById(id));
  const form = $("check");
  // A page with a draft of its own names no place in the tab, and says other words while nothing is to be said.
  const text = $("text"), paper = $("paper"), KEY = form.dataset.tab ?? "deckcheck.list";
  const settings = /** @type {const} */ (["format", "on", "platform", "match"]).map($).filter((s) => s !== null);
  const quiet = () => form.dataset.quiet ?? gettext("Kept in this tab only; nothing is stored.");
  let asked = "", acted = false, typing = 0, said = $("verdict").dataset.say, pointer = false, late = false, swapped = false, slow = 0, later = 0, voice = 0;

  // What was judged last, and when: once the text differs and nothing can judge it, the verdict is the one of then.
  let judged = text.value, judgedAt = new Date(), away = !navigator.onLine;
  function age() {
    const old = away && text.value !== judged && !!$("verdict").dataset.say, was = document.getElementById("old");
    form.classList.toggle("aged", old);
    if (!old) was?.remove();
    else if (!was) {
      const head = document.createElement("p");
      head.id = "old"; head.className = "pad strong"; head.textContent = filled(gettext("Verdict of {time}, before your last change"), { time: judgedAt.toTimeString().slice(0, 5) });
      $("result").prepend(head);
    }
  }
  function offline() {
    clearTimeout(slow);
    away = true;
    tell(form.dataset.offline ?? gettext("You’re offline. Your text is kept."));
    document.querySelectorAll(".unscripted").forEach((b) => { b.hidden = false; });
    age();
  }
  addEventListener("offline", offline);
  addEventListener("online", () => { if (text.value) check(); else { away = false; tell(quiet()); } });

  const lines = () => text.value.split("\n");
  const caretLine = () => text.value.slice(0, text.selectionStart).split("\n").length;
  const tell = (/** @type {string} */ words) => { $("slot-words").textContent = words; };
  const speak = (words = "") => { clearTimeout(voice); voice = setTimeout(() => { if (words !== said) $("status").textContent = said = words; }, 1500); };
  const check = () => window.htmx?.trigger(form, "recheck");

  // The text grows by rows, and the margin has as many numbers as the text has lines, marks or not.
  function fit() {
    const count = lines().length, marks = $("marks");
    text.rows = Math.max(count, 6);
    while (marks.children.length > count) marks.lastElementChild?.remove();
    for (let n = marks.children.length + 1; n <= count; n++) {
      const li = document.createElement("li");
      li.id = "line-" + n; li.textContent = String(n); li.ariaHidden = "true";
      marks.append(li);
    }
    $("tools").hidden = !!text.value; $("clear").hidden = !text.value;
  }
  // What was answered to the questions about the text stands in its findings.
  const answers = () => [...document.querySelectorAll("#result > input[name=out], #result > input[name=not]")];
  function save() {
    if (!KEY) return;
    const draft = [text.value, ...settings.map((s) => s.value), answers().map((a) => [a.name, a.value])];
    try { sessionStorage.setItem(KEY, JSON.stringify(draft)); } catch { /* no storage: no draft */ }
  }
  function restore() {
    if (!KEY) return;
    // A link holds a list behind its "#", which no server sees; the list is then this tab's, as if it was pasted.
    const linked = new URLSearchParams(location.hash.slice(1)).get("list");
    if (linked) {
      text.value = linked;
      history.replaceState(null, "", location.pathname + location.search);
      check();
      return;
    }
    /** @type {[string, ...(string | [string, string][])[]] | null} */
    let draft = null;
    try { draft = JSON.parse(sessionStorage.getItem(KEY) ?? "null"); } catch { /* no draft */ }
    if (!draft || text.value || !draft[0]) return;
    text.value = draft[0];
    if (!location.search) settings.forEach((s, i) => { s.value = String(draft[i + 1]); });
    for (const [name, value] of draft[settings.length + 1] ?? []) $("result").append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    check();
  }

  // Going to a problem shows its line too; going to a line puts the caret there.
  function show(/** @type {number | string} */ line) {
    document.querySelectorAll("#marks .here").forEach((li) => li.classList.remove("here"));
    const li = $(`line-${line}`);
    if (!li) return;
    li.classList.add("here");
    paper.scrollTop = li.offsetTop - paper.offsetTop - paper.clientHeight / 2;
  }
  function select(/** @type {number} */ line) {
    const start = lines().slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, start + (lines()[line - 1] || "").length);
    show(line);
    paper.scrollIntoView({ block: "nearest" });
  }
  function visit(/** @type {string} */ id) {
    const item = document.getElementById(id);
    if (!item) return;
    document.querySelectorAll(".sheet > .here").forEach((li) => li.classList.remove("here"));
    item.classList.add("here");
    item.focus({ preventScroll: true });
    item.scrollIntoView({ block: "nearest" });
    const line = item.querySelector("[data-line]");
    if (line) show(line.dataset.line);
  }
  document.addEventListener("click", (e) => {
    const line = e.target.closest("a[data-line]"), mark = e.target.closest("#marks a"), go = e.target.closest("a#go[data-walk]");
    if (line) { e.preventDefault(); select(+line.dataset.line); }
    if (mark) { e.preventDefault(); visit(mark.hash.slice(1)); }
    if (go) {
      e.preventDefault();
      visit(go.hash.slice(1));
      /** @type {[id: string, words: string][]} */
      const walk = JSON.parse(go.dataset.walk), next = walk[(walk.findIndex(([id]) => "#" + id === go.hash) + 1) % walk.length];
      go.hash = next[0]; go.textContent = next[1];
    }
    if (e.target.closest("#print")) { e.preventDefault(); sendTo("/sheet.pdf", "_blank"); }
    if (e.target.closest("[formaction='/check/copy']")) { e.preventDefault(); copyList(); }
    if (e.target.closest("#copy-link")) copyLink();
    if (e.target.closest("#paste")) paste();
  });
  const LONGEST_LINK = 8192;
  /** @param {string} copied @param {string} said */
  async function copy(copied, said) {
    await navigator.clipboard.writeText(copied);
    tell(said);
    $("status").textContent = said;
  }
  function copyLink() {
    const terms = new URLSearchParams(settings.filter((s) => s.value).map((s) => [s.id, s.value]));
    const link = `${location.origin}/check?${terms}#${new URLSearchParams({ list: text.value })}`;
    if (link.length > LONGEST_LINK) tell(gettext("This list is too long for a link."));
    else copy(link, gettext("Link copied. It contains the list; nothing is stored here.")).catch(() => tell(gettext("This browser doesn’t let pages copy.")));
  }
  // Pasted as by hand: the whole text is new.
  async function paste() {
    try {
      text.value = await navigator.clipboard.readText();
      text.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
    } catch { tell(gettext("This browser doesn’t let pages paste. Paste it into the list by hand.")); }
    text.focus();
  }
  // Sent past htmx, which would put the answer into the page.
  function sendTo(/** @type {string} */ address, target = "") {
    const former = { action: form.action, target: form.target };
    Object.assign(form, { action: address, target }).submit();
    Object.assign(form, former);
  }
  // Copied without leaving the page, unless its answer is a page that has something to say of it.
  async function copyList() {
    const body = new FormData(form), address = "/check/copy";
    body.delete("file");
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { Accept: "text/plain" } });
      if (!answer.ok || !answer.headers.get("Content-Type")?.startsWith("text/plain")) throw new Error(String(answer.status));
      await copy(await answer.text(), gettext("Copied."));
    } catch { sendTo(address); }
  }
  // The field in which another name for a line is typed.
  const isOther = (/** @type {Element | null} */ field) => field instanceof HTMLInputElement && /^other-/.test(field.name);
  document.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); (document.querySelector("#verdict .go:not([hidden])") || { click: check }).click(); }
    else if (e.key === "Enter" && isOther(e.target)) { e.preventDefault(); e.target.closest(".find")?.querySelector("button")?.click(); }
  });

  // What came in whole, as a paste or line by line from a keyboard's clipboard, is not being typed: it is asked about at once.
  let had = 0;
  text.addEventListener("input", (e) => {
    const kind = e instanceof InputEvent ? e.inputType : "";
    const last = text.value.trimEnd().split("\n").length;
    typing = caretLine() === last && last <= had + 1 && !/Paste|Drop/.test(kind) ? last : 0;
    setTimeout(() => { had = last; });
    document.querySelector("#slot .link")?.remove();
    document.querySelector("#slot input")?.remove();
    tell(away ? form.dataset.offline ?? gettext("You’re offline. Your text is kept.") : quiet());
    fit(); save(); age();
  });
  document.addEventListener("selectionchange", () => {
    if (!typing || document.activeElement !== text || caretLine() === typing) return;
    typing = 0;
    if ($("verdict").dataset.open) check();
  });
  text.addEventListener("blur", () => { typing = 0; if ($("verdict").dataset.open) check(); });
  form.addEventListener("change", save);

  // A file is read by the server, as it is without scripts.
  const file = $("file");
  file.addEventListener("change", () => { if (file.files?.length) form.submit(); });
  /** @type {const} */ (["dragover", "dragleave", "drop"]).forEach((kind) => form.addEventListener(kind, (e) => {
    const files = !!e.dataTransfer?.types.includes("Files");
    if (files) e.preventDefault();
    form.classList.toggle("dropping", files && kind === "dragover");
    if (files && kind === "drop") { file.files = e.dataTransfer?.files ?? null; form.submit(); }
  }));

  // Live answers: late ones are dropped, none swaps under a pressed finger, only what changed is said aloud. What was
  // pressed may ask for something itself, and then nothing is late any more.
  addEventListener("pointerdown", (e) => { pointer = !!e.target.closest("#result, .dock"); });
  ["pointerup", "pointercancel"].forEach((kind) => addEventListener(kind, () => {
    pointer = false;
    setTimeout(() => { if (late) check(); }, 50);
  }));
  form.addEventListener("htmx:configRequest", (e) => {
    if (e.detail.elt !== form) return;
    const p = e.detail.parameters;
    delete p.file;
    if (typing) p.typing = typing;
    asked = text.value;
    acted = (p.do || "check") !== "check";
    late = false;
    clearTimeout(slow);
    slow = setTimeout(() => { if (!document.querySelector("#slot .link")) tell(gettext("Checking")); }, 400);
  });
  form.addEventListener("htmx:beforeSwap", (e) => {
    if (e.detail.target.id !== "result") return;
    // Nor does one swap away the name that is being typed for a line.
    if (!acted && isOther(document.activeElement)) e.detail.shouldSwap = false;
    else if (pointer && !acted) { late = true; e.detail.shouldSwap = false; }
    else if (acted && asked !== text.value) { e.detail.shouldSwap = false; tell(gettext("The list has changed meanwhile; tap again.")); check(); }
  });
  form.addEventListener("htmx:afterSwap", (e) => { if (e.detail.target.id === "result") swapped = true; });
  form.addEventListener("htmx:afterRequest", () => {
    if (!swapped) return;
    swapped = away = false;
    [judged, judgedAt] = [asked, new Date()];
    clearTimeout(slow);
    if (!acted && !document.querySelector("#slot .link")) tell(quiet());
    const rewritten = $("rewritten"), format = $("setting")?.dataset.format;
    if (rewritten) { text.value = rewritten.value; rewritten.remove(); typing = 0; judged = text.value; }
    if (format && $("format").value !== format) $("format").value = format;
    fit(); save(); scripted(); age();
    if (acted && document.activeElement === document.body) ($("findings") || $("go") || text).focus({ preventScroll: true });
    acted = false;
    speak($("verdict").dataset.say);
    // The caret has left the unfinished line while this answer was on its way.
    if (!typing && $("verdict").dataset.open) check();
  });
  ["htmx:sendError", "htmx:timeout"].forEach((kind) => form.addEventListener(kind, offline));
  form.addEventListener("htmx:responseError", (e) => {
    clearTimeout(slow);
    const plain = (e.detail.xhr.getResponseHeader("Content-Type") ?? "").startsWith("text/plain");
    tell(plain ? e.detail.xhr.responseText : gettext("That did not work. Your text is kept in this tab."));
    // What was asked to wait asks again by itself, not all phones of a hall in the same moment. A sending that met a
    // database in trouble is sent again by the script of its page.
    const { xhr, requestConfig } = e.detail, wait = Number(xhr.getResponseHeader("Retry-After"));
    if (xhr.status === 503 && requestConfig.path === form.dataset.send) return;
    if (wait > 0 && wait <= 60) later = setTimeout(check, (wait + Math.random()) * 1000);
  });
  form.addEventListener("htmx:beforeRequest", () => clearTimeout(later));
  // Once live checking has worked, Check buttons go.
  function scripted() {
    document.querySelectorAll(".unscripted").forEach((b) => { b.hidden = true; });
    document.querySelectorAll(".js-only").forEach((b) => { b.hidden = false; });
  }

  document.querySelectorAll(".js-only").forEach((b) => { b.hidden = false; });
  // Pasting is offered while nothing is there.
  const offerPaste = () => {
    const button = $("paste"), check = document.querySelector("#verdict .unscripted");
    if (!button) return;
    button.hidden = !navigator.clipboard?.readText || !!text.value;
    button.classList.remove("unseen");
    if (check && button.classList.contains("go")) check.hidden = !button.hidden;
  };
  text.addEventListener("input", offerPaste);
  form.addEventListener("htmx:afterSettle", offerPaste);
  offerPaste();
  // From the home screen the page opens without a network too.
  if (KEY && matchMedia("(display-mode: standalone)").matches) navigator.serviceWorker?.register("/sw.js").catch(() => {});
  if (away) offline();
  else if (!document.querySelector("#slot .link")) tell(quiet());
  fit();
  if (text.value) save();
  // htmx starts when the document is ready, which may be past by now: so it is told once more. No one else listens.
  if (document.readyState !== "complete") document.dispatchEvent(new Event("DOMContentLoaded"));
  // What was typed before this script was there.
  const early = text.value !== text.defaultValue;
  restore();
  if (early) check();
})();
