// Pools are counted without this file, a page at a time. With it all that is typed is read at once and lies in this
// browser, network or not, and goes to the server where one keeps it.
(() => {
  "use strict";
  /** @typedef {{ key: string, li: HTMLElement, name: string, folded: string, most: number, of: HTMLElement, number: string }} Row */
  /** @typedef {[line: string, why: string, names: string[]]} Unread */
  /** @typedef {[key: string, by: number][]} Step */
  /** @typedef {{ counts: Record<string, number>, names: Record<string, string>, field: string, unread: Unread[], steps: Step[], device: string,
   *   turn: number, version: number, kept: string }} State */
  /** @typedef {{ version: number, total: number, counts: Record<string, number>, names: Record<string, string> }} Theirs */
  /** @typedef {{ pool: With<HTMLFormElement, "store" | "save" | "read" | "expected" | "unread" | "version" | "next"> | null, add: HTMLTextAreaElement,
   *   near: HTMLElement, total: HTMLElement, status: HTMLElement, undo: HTMLButtonElement, unread: HTMLElement, "other-row": HTMLTemplateElement,
   *   others: HTMLElement, echo: HTMLElement, in: HTMLSelectElement | null, told: HTMLElement, head: HTMLElement, count: HTMLElement,
   *   conflict: HTMLElement, "conflict-words": HTMLElement, "slot-words": HTMLElement }} CountPage */
  /** @type {Find<CountPage>} */
  const $ = (id) => /** @type {never} */ (document.getElementById(id));
  const done = document.querySelector("[data-counted]")?.dataset.counted, page = $("pool");
  // What was handed over stays on no phone.
  if (done) try { Object.keys(localStorage).forEach((key) => { if (key.startsWith(done)) localStorage.removeItem(key); }); } catch { /* no storage */ }
  if (!page) return;
  const form = page;
  const field = $("add"), near = $("near"), { store, save, read, expected } = form.dataset;
  /** @type {All} */
  const all = (query, from = form) => [...from.querySelectorAll(query)];
  const fold = (/** @type {string} */ text) => " " + text.normalize("NFD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
  const fill = (/** @type {string} */ said, /** @type {Record<string, string | number>} */ facts) => said.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));
  const cards = (/** @type {number} */ n) => (n === 1 ? gettext("1 card") : fill(gettext("{count} cards"), { count: n }));
  /** @template {keyof Tags} N @param {N} name @param {string} text */
  const tag = (name, text, kind = "") => Object.assign(document.createElement(name), { textContent: text, className: kind });
  const press = (/** @type {string} */ words, /** @type {Record<string, string>} */ data) => { const b = tag("button", words, "btn"); b.type = "button"; Object.assign(b.dataset, data); return b; };
  const setOf = (/** @type {string} */ key) => key.split("/", 1)[0], nameOf = (/** @type {string} */ key) => key.slice(setOf(key).length + 1);
  const plain = (/** @type {string} */ number) => number.toLowerCase().replace(/^0+(?=\d)/, "");
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** @type {Map<string, string>} */
  const numbers = new Map();
  // What a template puts into each row is there.
  const part = (/** @type {Element} */ li, /** @type {string} */ kind) => /** @type {HTMLElement} */ (li.querySelector(`.${kind}`));
  const know = (/** @type {HTMLElement} */ li) => {
    const { key = "", n, most } = li.dataset;
    rows.set(key, { key, li, name: nameOf(key), folded: fold(nameOf(key)), most: +(most ?? 999), of: part(li, "c-all"), number: part(li, "small").textContent });
    n?.split(" ").forEach((number) => numbers.set(`${setOf(key)}/${plain(number)}`.toLowerCase(), key));
  };
  all("li[data-key]").forEach(know);
  const codes = new Set([...rows.keys()].map((key) => setOf(key).toLowerCase()));

  // Several pages of one browser count together, as one device.
  /** @returns {State | null} */
  const stored = () => { try { return JSON.parse(localStorage.getItem(store) ?? "null"); } catch { return null; } };
  let state = begin(), again = 0, stopped = false, voice = 0, active = -1;
  /** @type {Promise<void> | null} */
  let saving = null;
  /** @type {Theirs | null} */
  let other = null;
  /** @type {Row[]} */
  let found = [];
  function begin() {
    /** @type {State} */
    const page = { counts: {}, names: {}, field: field.value, unread: JSON.parse(form.dataset.unread), steps: [], device: `${Math.random()}${Date.now()}`, turn: 0, version: +form.dataset.version, kept: "" };
    rows.forEach(({ key, of }) => { if (+of.textContent) page.counts[key] = +of.textContent; });
    page.kept = textOf(page);
    const here = stored();
    // The page may be older than what was sent from here while it was on its way.
    if (here && !form.dataset.answered && (!save || here.version > page.version || textOf(here) !== here.kept)) return here;
    return { ...page, ...here && { device: here.device, turn: here.turn, field: page.field || here.field } };
  }
  function change(/** @type {(state: State) => void} */ act) {
    state = stored() ?? state;
    act(state);
    try { localStorage.setItem(store, JSON.stringify(state)); } catch { /* no storage: this page alone knows */ }
    draw();
    soon(700);
  }
  const has = (/** @type {string} */ key) => state.counts[key] || 0;
  const total = () => Object.values(state.counts).reduce((sum, n) => sum + n, 0);
  function textOf(/** @type {State} */ of) {
    const mark = (/** @type {string} */ key) => (/^[A-Z0-9]{2,8}$/.test(setOf(key)) ? ` (${setOf(key)}) ${rows.get(key)?.number ?? of.names[key] ?? ""}` : "");
    return [...Object.entries(of.counts).map(([key, n]) => `${n} ${nameOf(key)}${mark(key)}`), ...of.unread.map(([line]) => line)].join("\n");
  }

  function draw() {
    Object.keys(state.counts).forEach((key) => { if (!rows.has(key)) addRow(key); });
    rows.forEach(({ key, li, of, name, number }) => {
      const n = has(key);
      if (of.dataset.n === String(n)) return;
      of.dataset.n = String(n);
      of.textContent = n ? String(n) : "";
      li.classList.toggle("on", !!n);
      part(li, "c-one").setAttribute("aria-label", fill(gettext("{card}, {number}, {count} counted. One more"), { card: name, number, count: n }));
    });
    all("[data-sum]").forEach((sum) => { sum.textContent = String(all(".c-all", sum.closest(".pile") ?? form).reduce((n, e) => n + +e.textContent, 0) || ""); });
    tell(String(total()), "total");
    $("undo").disabled = !state.steps.length;
    $("unread").hidden = !state.unread.length;
    $("unread").replaceChildren(...state.unread.map(([line, why, names]) => {
      const p = tag("p", why, "btns");
      p.append(...names.map((name) => press(name, { instead: name, line })));
      return p;
    }));
  }
  function addRow(/** @type {string} */ key) {
    const li = /** @type {HTMLElement} */ ($("other-row").content.firstElementChild?.cloneNode(true));
    li.dataset.key = key;
    part(li, "c-name").textContent = nameOf(key);
    part(li, "small").textContent = state.names[key] ?? "";
    part(li, "c-minus").setAttribute("aria-label", fill(gettext("One less of {card}"), { card: nameOf(key) }));
    $("others").lastElementChild?.append(li);
    $("others").hidden = false;
    know(li);
  }
  /** @param {string} words @param {"slot-words" | "total" | "status" | "conflict-words"} place */
  const tell = (words, place = "slot-words") => { $(place).textContent = words; };
  function aloud(/** @type {string} */ words, wait = 60) { clearTimeout(voice); tell("", "status"); voice = setTimeout(tell, wait, words, "status"); }

  /** @param {Step} wanted */
  function put(wanted, undone = false) {
    const most = (/** @type {string} */ key) => rows.get(key)?.most ?? 999, room = (/** @type {string} */ key) => most(key) - has(key);
    const full = wanted.find(([key, by]) => by > room(key))?.[0];
    /** @type {Step} */
    const fits = wanted.map(([key, by]) => [key, Math.max(-has(key), Math.min(by, room(key)))]), step = fits.filter(([, by]) => by), last = step.at(-1);
    if (full) aloud($("echo").textContent = fill(gettext("{count} {card}, no more."), { count: most(full), card: nameOf(full) }));
    if (!last) return null;
    change((s) => {
      step.forEach(([key, by]) => { s.counts[key] = (s.counts[key] || 0) + by; if (s.counts[key] < 1) delete s.counts[key]; });
      if (!undone) s.steps = [...s.steps, step].slice(-40);
    });
    all(".here").forEach((e) => e.classList.remove("here"));
    const by = step.reduce((n, [, more]) => n + more, 0), named = [...new Set(step.map(([key]) => nameOf(key)))], [key] = last, li = rows.get(key)?.li;
    const names = named.length > 3 ? fill(gettext("{cards} and {count} more"), { cards: named.slice(0, 2).join(", "), count: named.length - 2 }) : named.join(", ");
    const said = step.length > 1 ? (by > 0 ? gettext("Added {cards}.") : gettext("Taken back: {cards}.")) : by > 0 ? gettext("Added {cards}, {count} now.") : gettext("Taken back: {cards}, {count} now.");
    li?.classList.add("here");
    $("echo").replaceChildren(tag("b", step.length > 1 ? (by > 0 ? "+" : "") + by : String(has(key)), "num"), ` ${names}`);
    aloud(`${fill(said, { cards: names, count: has(key) })} ${fill(expected ? gettext("{count} of {expected} cards.") : gettext("{count} cards."), { count: total(), expected })}`);
    return li;
  }
  function undo() {
    const step = state.steps.at(-1);
    if (!step) return;
    change((s) => { s.steps.pop(); });
    put(step.map(/** @returns {Step[number]} */ ([key, by]) => [key, -by]).reverse(), true);
  }

  // Numbers are those of the set that is counted, or FDN 12; copies are 12x2; all else is a name or a part of one.
  function asNumbers(/** @type {string} */ line) {
    /** @type {Step} */
    const step = [];
    let of = ($("in")?.value ?? [...codes][0] ?? "").toLowerCase();
    for (const token of line.toLowerCase().replace(/\s*[x×*]\s*(?=\d+\b)/g, "x").split(/[\s,;:]+/).filter(Boolean)) {
      const [, number, times] = token.match(/^#?(\d+[a-wyz]?)(?:x(\d{1,3}))?$/) ?? [], key = number && numbers.get(`${of}/${plain(number)}`);
      if (key) step.push([key, +(times ?? 1)]); else if (codes.has(token)) of = token; else return null;
    }
    return step;
  }
  function asName(/** @type {string} */ line) {
    const [, before, middle = line, after] = line.match(/^(?:(\d{1,2})\s*[x×*]?\s+)?(.*?)(?:\s*[x×*]\s*(\d{1,2}))?$/i) ?? [], wanted = fold(middle);
    const place = (/** @type {Row} */ r) => (r.folded === wanted ? 0 : r.folded.startsWith(wanted) ? 1 : 2);
    const hits = wanted.length < 3 ? [] : [...rows.values()].filter((r) => r.folded.includes(wanted)).sort((a, b) => place(a) - place(b));
    // A part may be the whole name of a card of another set, which is asked of the server.
    return { n: +(before ?? after ?? 1), hits, sure: hits[0] && (!place(hits[0]) || (!read && hits.length === 1)) };
  }
  function sent(/** @type {Record<string, string | number>} */ values) {
    const body = new FormData(form);
    [...body.keys()].forEach((name) => { if (/^(n:|add$)/.test(name)) body.delete(name); });
    Object.entries(values).forEach(([name, value]) => body.set(name, String(value)));
    return new URLSearchParams(/** @type {string[][]} */ ([...body]));
  }
  async function enter() {
    const lines = field.value.split("\n").map((line) => line.trim()).filter(Boolean);
    /** @type {Step} */
    const step = [];
    /** @type {string[]} */
    const ask = [];
    for (const line of lines) {
      const known = asNumbers(line), { n, hits, sure } = asName(line), pick = lines.length === 1 && active >= 0 ? found[active] : sure && hits[0];
      if (known) step.push(...known); else if (pick) step.push([pick.key, n]); else ask.push(line);
    }
    const kept = (/** @type {string} */ why) => settle(step.splice(0), ask.map((line) => [line, fill(why, { line }), []]));
    $("told").hidden = true;
    kept(read ? gettext("“{line}” is being read.") : gettext("“{line}” is not among these cards."));
    if (!ask.length || !read) return;
    try {
      /** @type {{ rows: { key: string, n: number, number: string }[], unread: Unread[], told: string[] }} */
      const told = await (await fetch(read, { method: "POST", body: sent({ text: ask.join("\n") }) })).json();
      told.rows.forEach((r) => { state.names[r.key] = r.number; });
      settle(told.rows.map((r) => [r.key, r.n]), told.unread, state.names);
      $("told").replaceChildren(...told.told.map((words) => tag("p", words)));
      $("told").hidden = !told.told.length;
      if (told.told.length && !told.unread.length) aloud(told.told.join(" "), 900);
    } catch {
      kept(gettext("“{line}” takes a network to be read. It is kept here."));
    }
  }
  /** @param {Step} step @param {Unread[]} unread */
  function settle(step, unread, names = {}) {
    change((s) => Object.assign(s, { names: { ...s.names, ...names }, unread, field: unread.map(([line]) => line).join("\n") }));
    field.value = state.field;
    hints();
    put(step)?.scrollIntoView();
    if (unread.length) aloud(unread.map(([, why]) => why).join(" "));
  }

  function hints() {
    const line = field.value.trim();
    found = line.includes("\n") || asNumbers(line) ? [] : asName(line).hits.slice(0, 6);
    near.replaceChildren(...found.map((r, place) => {
      const b = press(r.name, { pick: String(place) });
      b.append(tag("span", (codes.size > 1 ? setOf(r.key) + " " : "") + r.number, "small num"));
      return b;
    }));
    near.hidden = !found.length;
    point(found.length && line.length > 2 ? 0 : -1, 900);
    field.rows = Math.min(6, field.value.split("\n").length);
    document.documentElement.style.setProperty("--head", $("head").offsetHeight + "px");
  }
  function point(/** @type {number} */ place, wait = 60) {
    active = place;
    [...near.children].forEach((b, n) => b.classList.toggle("here", n === place));
    if (place >= 0) aloud(fill(gettext("Enter adds {card}. {count} fit."), { card: found[place].name, count: found.length }), wait);
  }

  const dirty = () => save && textOf(state) !== state.kept;
  function soon(/** @type {number} */ wait) { clearTimeout(again); if (dirty() && !stopped) again = setTimeout(keep, wait); }
  async function keep() {
    if (saving || !dirty()) return;
    saving = send();
    await saving;
    saving = null;
    soon(3000);
  }
  async function send() {
    change((s) => { s.turn += 1; });
    const text = textOf(state), { version, device, turn } = state;
    try {
      const answer = await fetch(save, { method: "POST", body: sent({ text, version, tab: device, turn }), headers: { Accept: "application/json" }, redirect: "error" });
      if (answer.status >= 500 || answer.status === 429) throw answer;
      /** @type {{ version: number, at: string, detail: string, theirs: Theirs | null }} */
      const told = await answer.json();
      if (answer.ok) {
        change((s) => Object.assign(s, { version: told.version, kept: text }));
        tell(fill(gettext("Saved {time}"), { time: told.at }));
      } else {
        stopped = true;
        other = told.theirs;
        const how = other ? fill(gettext("There: {there}. Here: {here}."), { there: cards(other.total), here: cards(total()) }) : gettext("The count is kept in this browser.");
        tell(`${told.detail} ${how}`, other ? "conflict-words" : undefined);
        $("conflict").hidden = !other;
        if (other) $("conflict").scrollIntoView();
      }
    } catch {
      tell(fill(gettext("No network. {cards} kept here."), { cards: cards(total()) }));
    }
  }
  function adopt(/** @type {(theirs: Theirs) => Partial<State>} */ what) {
    const theirs = other;
    if (!theirs) return;
    stopped = false;
    $("conflict").hidden = true;
    change((s) => Object.assign(s, { version: theirs.version, steps: [] }, what(theirs)));
  }

  async function next() {
    if (field.value.trim()) await enter();
    if (field.value.trim()) { field.focus(); return; }
    // What is being saved now may be older than what is here.
    await saving;
    await keep();
    if (save) { if (!dirty()) location.assign(form.dataset.next); return; }
    Object.assign(field, { name: "text", value: textOf(state) });
    form.submit();
    Object.assign(field, { name: "add", value: "" });
  }
  form.addEventListener("submit", (e) => e.preventDefault());
  form.addEventListener("click", (e) => {
    const button = e.target.closest("button"), key = e.target.closest("li[data-key]")?.dataset.key;
    if (!button) return;
    const { pick, instead, line } = button.dataset;
    if (pick) { point(+pick); enter(); field.focus(); }
    else if (instead) {
      field.value = field.value.split("\n").map((l) => (l === line ? (l.match(/^\d+\s*[x×*]?\s+/)?.[0] ?? "") + instead : l)).join("\n");
      enter();
    } else if (key) put([[key, button.classList.contains("c-minus") ? -1 : 1]]);
    else acts(button)[button.id]?.();
  });
  /** @returns {Record<string, () => unknown>} */
  function acts(/** @type {HTMLButtonElement} */ button) {
    return {
      theirs: () => adopt(({ counts, names }) => ({ counts, names })),
      mine: () => adopt(() => ({ kept: "" })),
      count: () => { enter(); field.focus(); },
      clear: () => put(Object.entries(state.counts).map(([k, n]) => [k, -n])),
      digits: () => {
        field.inputMode = field.inputMode ? "" : "numeric";
        button.ariaPressed = String(!!field.inputMode);
        field.blur();
        field.focus();
      },
      undo, next,
    };
  }
  field.addEventListener("input", () => { change((s) => { s.field = field.value; s.unread = s.unread.filter(([line]) => s.field.includes(line)); }); hints(); });
  field.addEventListener("keydown", (e) => {
    const move = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0, order = e.ctrlKey || e.metaKey;
    const act = move ? found.length && (() => point((active + move + found.length) % found.length))
      : order && (e.key === "Enter" ? next : e.key === "z" && !field.value && undo);
    if (act) { e.preventDefault(); act(); }
  });
  // Not every keyboard of a phone says which key was pressed.
  field.addEventListener("beforeinput", (e) => { if (e.inputType === "insertLineBreak") { e.preventDefault(); enter(); } });
  // What is typed outside a field goes into this one.
  document.addEventListener("keydown", (e) => {
    if (/^[^\s/]$/.test(e.key) && !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.closest("input,textarea,select")) field.focus();
  });
  addEventListener("storage", (e) => { if (e.key === store && e.newValue) { state = stored() ?? state; if (document.activeElement !== field) field.value = state.field; draw(); } });
  addEventListener("online", () => soon(0));
  addEventListener("resize", hints);
  all(".js-only").forEach((b) => { b.hidden = false; });
  $("count").textContent = gettext("Add");
  field.value = state.field;
  draw();
  hints();
  field.focus({ preventScroll: true });
  soon(0);
})();
