// A pool is counted without this file, a page at a time. With it numbers and parts of names are read at once, network or
// not; all that is counted lies in this browser from the first letter on, and goes to the server where one keeps it.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const done = document.querySelector("[data-counted]"), form = $("pool");
  // What was handed over stays on no phone.
  if (done) try { Object.keys(localStorage).filter((key) => key.startsWith(done.dataset.counted)).forEach((key) => localStorage.removeItem(key)); } catch { /* no storage */ }
  if (!form) return;
  const field = $("add"), near = $("near"), { store, save, read, expected } = form.dataset;
  const all = (query, from = form) => [...from.querySelectorAll(query)];
  const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
  const cards = (n) => `${n} card${n === 1 ? "" : "s"}`;
  const tag = (name, text, kind = "") => Object.assign(document.createElement(name), { textContent: text, className: kind });
  const press = (words, data) => { const b = tag("button", words, "btn"); b.type = "button"; Object.assign(b.dataset, data); return b; };
  const setOf = (key) => key.split("/", 1)[0], nameOf = (key) => key.slice(setOf(key).length + 1);
  const plain = (number) => number.toLowerCase().replace(/^0+(?=\d)/, "");
  const rows = new Map(), numbers = new Map();
  const know = (li) => {
    const { key, n } = li.dataset, parts = { li, of: li.querySelector(".c-all"), number: li.querySelector(".c-state .small").textContent, most: +(li.dataset.most ?? 999) };
    rows.set(key, { key, name: nameOf(key), folded: " " + fold(nameOf(key)), ...parts });
    (n ?? "").split(" ").forEach((number) => { if (number) numbers.set(`${setOf(key)}/${plain(number)}`.toLowerCase(), key); });
  };
  all("li[data-key]").forEach(know);
  const codes = new Set([...rows.keys()].map((key) => setOf(key).toLowerCase()));

  // What is counted, and what stands in the field. Several pages of one browser count together, as one device.
  const stored = () => { try { return JSON.parse(localStorage.getItem(store)); } catch { return null; } };
  let state = begin(), busy = false, again, stopped = false, voice, active = -1, found = [];
  function begin() {
    const unread = all("#unread [data-line]").map((p) => [p.dataset.line, p.firstChild.textContent, all("button", p).map((b) => b.textContent)]);
    const page = { counts: {}, names: {}, field: field.value, unread, steps: [], device: crypto.randomUUID?.() ?? `${Math.random()}`.slice(2), turn: 0, version: +form.dataset.version };
    rows.forEach((row) => { if (+row.of.textContent) page.counts[row.key] = +row.of.textContent; });
    page.kept = textOf(page);
    const here = stored();
    if (!here) return page;
    if (!form.dataset.answered && !(save && textOf(here) === here.kept)) return here;
    return { ...page, device: here.device, turn: here.turn, field: page.field || here.field };
  }
  function change(act) {
    state = stored() ?? state;
    act(state);
    try { localStorage.setItem(store, JSON.stringify(state)); } catch { /* no storage: this page alone knows */ }
    draw();
    soon(700);
  }
  const total = () => Object.values(state.counts).reduce((sum, n) => sum + n, 0);
  function textOf(of) {
    const mark = (key) => (/^[A-Z0-9]{2,8}$/.test(setOf(key)) ? ` (${setOf(key)}) ${rows.get(key)?.number ?? of.names[key] ?? ""}` : "");
    return [...Object.entries(of.counts).map(([key, n]) => `${n} ${nameOf(key)}${mark(key)}`), ...of.unread.map(([line]) => line)].join("\n");
  }

  // Drawing: a row changes in its place.
  function draw() {
    Object.keys(state.counts).forEach((key) => { if (!rows.has(key)) addRow(key); });
    rows.forEach(({ key, li, of, name, number }) => {
      const n = state.counts[key] || 0, input = li.querySelector("input");
      if (of.dataset.n === String(n)) return;
      of.dataset.n = n;
      of.textContent = n || "";
      li.classList.toggle("on", n > 0);
      if (input) input.value = n || "";
      li.querySelector(".c-one").setAttribute("aria-label", `${name}, ${number}, ${n} counted. One more`);
    });
    all("[data-sum]").forEach((sum) => { sum.textContent = all(".c-all", sum.closest(".pile")).reduce((n, e) => n + +e.textContent, 0) || ""; });
    $("total").textContent = total();
    $("undo").disabled = !state.steps.length;
    $("unread").hidden = !state.unread.length;
    $("unread").replaceChildren(...state.unread.map(([line, why, names]) => {
      const p = tag("p", why, "btns");
      p.append( ...names.map((name) => press(name, { instead: name, line })));
      return p;
    }));
  }
  function addRow(key) {
    const li = $("other-row").content.firstElementChild.cloneNode(true);
    li.dataset.key = key;
    li.querySelector(".c-name").textContent = nameOf(key);
    li.querySelector(".c-state .small").textContent = state.names[key] ?? "";
    li.querySelector(".c-minus").setAttribute("aria-label", `One less of ${nameOf(key)}`);
    $("others").lastElementChild.append(li);
    $("others").hidden = false;
    know(li);
  }
  const tell = (words) => { $("slot-words").textContent = words; };
  function aloud(words, wait = 60) { clearTimeout(voice); $("status").textContent = ""; voice = setTimeout(() => { $("status").textContent = words; }, wait); }

  // Counting: what was added stands large, and can be taken back.
  function put(step, undone) {
    const has = (key) => state.counts[key] || 0, [over] = step.find(([key, by]) => rows.get(key)?.most < has(key) + by) ?? [];
    step = step.map(([key, by]) => [key, Math.max(-has(key), Math.min(by, (rows.get(key)?.most ?? 999) - has(key)))]).filter(([, by]) => by);
    if (over) aloud($("echo").textContent = `${rows.get(over).most} ${nameOf(over)}, no more.`);
    if (!step.length) return;
    change((s) => {
      step.forEach(([key, by]) => { s.counts[key] = (s.counts[key] || 0) + by; if (s.counts[key] < 1) delete s.counts[key]; });
      if (!undone) s.steps = [...s.steps, step].slice(-40);
    });
    all(".cards .here").forEach((li) => li.classList.remove("here"));
    const by = step.reduce((n, [, more]) => n + more, 0), names = [...new Set(step.map(([key]) => nameOf(key)))], key = step.at(-1)[0], now = has(key);
    const count = names.length > 1 ? (by > 0 ? "+" : "") + by : now;
    rows.get(key).li.classList.add("here");
    $("echo").replaceChildren(tag("b", count, "num"), " " + names.join(", "));
    aloud(`${undone ? "Undone:" : by > 0 ? "Added" : "Taken back"} ${names.length > 1 ? `${cards(Math.abs(by))}, ` : ""}${names.join(", ")}${names.length > 1 ? "" : `, ${now} now`}. ${total()}${expected ? ` of ${expected}` : ""} cards.`);
    return rows.get(key).li;
  }
  function undo() {
    const step = state.steps.at(-1);
    if (!step) return;
    change((s) => { s.steps.pop(); });
    put(step.map(([key, by]) => [key, -by]).reverse(), true);
  }

  // Reading: numbers of the set that is counted, FDN 12, copies as 12x2; else a name or a part of it, of these sets.
  function asNumbers(line) {
    const tokens = line.replace(/\s*[x×*]\s*(?=\d+\b)/gi, "x").split(/[\s,;:]+/).filter(Boolean), step = [];
    let of = ($("in")?.value ?? [...codes][0] ?? "").toLowerCase();
    if (!tokens.every((t) => codes.has(t.toLowerCase()) || /^#?\d+[a-wyz]?(x\d{1,3})?$/i.test(t))) return null;
    for (const token of tokens) {
      const [, number, times] = token.match(/^#?(\d+[a-wyz]?)(?:x(\d+))?$/i) ?? [];
      const key = number && numbers.get(`${of}/${plain(number)}`);
      if (codes.has(token.toLowerCase())) of = token.toLowerCase(); else if (key) step.push([key, +(times ?? 1)]); else return null;
    }
    return step;
  }
  function asName(line) {
    const [, before, middle, after] = line.match(/^(?:(\d{1,2})\s*[x×*]?\s+)?(.*?)(?:\s*[x×*]\s*(\d{1,2}))?$/i), wanted = " " + fold(middle);
    const place = (r) => (r.folded === wanted ? 0 : r.folded.startsWith(wanted) ? 1 : 2);
    const hits = wanted.length < 3 ? [] : [...rows.values()].filter((r) => r.folded.includes(wanted)).sort((a, b) => place(a) - place(b));
    return { n: +(before ?? after ?? 1), hits, sure: hits.length === 1 || (hits[0] && !place(hits[0])) };
  }
  async function enter() {
    const lines = field.value.split("\n").map((line) => line.trim()).filter(Boolean), ask = [], step = [];
    for (const line of lines) {
      const known = asNumbers(line), { n, hits, sure } = known ? {} : asName(line);
      const pick = lines.length === 1 && active >= 0 ? found[active] : sure && hits[0];
      if (known) step.push(...known); else if (pick) step.push([pick.key, n]); else ask.push(line);
    }
    settle(step, ask.map((line) => [line, `“${line}” is being read.`, []]));
    if (!ask.length) return;
    if (!read) return settle([], ask.map((line) => [line, `“${line}” is not among these cards.`, []]));
    const body = new URLSearchParams([...new FormData(form)].filter(([name]) => name === "set" || name === "in"));
    body.set("text", ask.join("\n"));
    try {
      const answer = await fetch(read, { method: "POST", body });
      if (!answer.ok) throw new Error(answer.status);
      const told = await answer.json();
      told.rows.forEach((r) => { state.names[r.key] = r.number; });
      settle(told.rows.map((r) => [r.key, r.n]), told.unread.map((u) => [u.text, u.why.includes(u.text) ? u.why : `“${u.text}”: ${u.why}`, u.near]), state.names);
    } catch {
      settle([], ask.map((line) => [line, `“${line}” takes a network to be read. It is kept here.`, []]));
    }
  }
  // What was read is counted; what was not stays in the field with its reason.
  function settle(step, left, names = {}) {
    change((s) => { Object.assign(s, { names: { ...s.names, ...names }, unread: left, field: left.map(([line]) => line).join("\n") }); });
    field.value = state.field;
    hints();
    put(step)?.scrollIntoView();
    if (left.length) aloud(left.map(([, why]) => why).join(" "));
  }

  // Names while they are typed: Enter adds the one that is marked.
  function hints() {
    const line = field.value.trim();
    found = line.includes("\n") || asNumbers(line) ? [] : asName(line).hits.slice(0, 6);
    near.replaceChildren(...found.map((r, place) => {
      const b = press(r.name, { pick: place });
      b.append(tag("span", (codes.size > 1 ? setOf(r.key) + " " : "") + r.number, "small num"));
      return b;
    }));
    near.hidden = !found.length;
    point(found.length && fold(line).length > 2 ? 0 : -1, 900);
    field.rows = Math.min(6, field.value.split("\n").length);
    document.documentElement.style.setProperty("--head", $("head").offsetHeight + "px");
  }
  function point(place, wait) {
    active = place;
    [...near.children].forEach((b, n) => b.classList.toggle("here", n === place));
    if (place >= 0) aloud(`Enter adds ${found[place].name}. ${found.length} fit.`, wait);
  }

  // Keeping: on the server where one does, in order, the newest last; what no network took goes once there is one.
  const dirty = () => save && textOf(state) !== state.kept;
  function soon(wait) { clearTimeout(again); if (dirty() && !stopped) again = setTimeout(keep, wait); }
  async function keep() {
    if (busy || !dirty()) return;
    busy = true;
    change((s) => { s.turn += 1; });
    const text = textOf(state), { version, device, turn } = state;
    const body = new URLSearchParams([...new FormData(form)].filter(([name]) => !/^(n:|add$)/.test(name)));
    Object.entries({ text, version, tab: device, turn }).forEach(([name, value]) => body.set(name, value));
    try {
      const answer = await fetch(save, { method: "POST", body, headers: { Accept: "application/json" }, redirect: "error" });
      if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
      const told = await answer.json();
      if (answer.ok) {
        change((s) => { Object.assign(s, { version: told.version, kept: text }); });
        tell(`Saved ${told.at}`);
      } else {
        stopped = true;
        if (told.theirs) conflict(told); else tell(`${told.detail} The count is kept in this browser.`);
      }
    } catch {
      tell(`No network. ${cards(total())} kept here.`);
    }
    busy = false;
    soon(3000);
  }
  function conflict({ detail, theirs }) {
    const box = $("conflict"), choices = tag("p", "", "btns");
    const choose = (words, what) => {
      const b = press(words, {});
      b.onclick = () => { stopped = false; box.hidden = true; change((s) => Object.assign(s, { version: theirs.version, steps: [] }, what)); };
      choices.append(b);
    };
    choose("Go on with theirs", { counts: theirs.counts, names: { ...state.names, ...theirs.names } });
    choose("Go on with mine", { kept: "" });
    box.replaceChildren(tag("p", detail, "strong"), tag("p", `There: ${cards(theirs.total)}. Here: ${cards(total())}.`), choices);
    box.hidden = false;
    box.scrollIntoView({ block: "center" });
  }

  async function next() {
    if (field.value.trim()) await enter();
    if (field.value.trim()) { field.focus(); return; }
    if (save) {
      await keep();
      if (!dirty()) location.href = form.dataset.next;
    } else {
      form.append(Object.assign(tag("input", ""), { type: "hidden", name: "do", value: "next" }), Object.assign(tag("input", ""), { type: "hidden", name: "text", value: textOf(state) }));
      form.submit();
    }
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
    else if (button.id === "count") { enter(); field.focus(); }
    else if (button.id === "undo") undo();
    else if (button.id === "clear") put(Object.entries(state.counts).map(([k, n]) => [k, -n]));
    else if (button.id === "next") next();
    else if (button.id === "digits") {
      field.inputMode = field.inputMode === "numeric" ? "text" : "numeric";
      button.setAttribute("aria-pressed", field.inputMode === "numeric");
      field.blur();
      field.focus();
    }
  });
  field.addEventListener("input", () => { change((s) => { s.field = field.value; s.unread = s.unread.filter(([line]) => s.field.includes(line)); }); hints(); });
  field.addEventListener("keydown", (e) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[e.key], order = e.ctrlKey || e.metaKey;
    if (move && found.length) { e.preventDefault(); point((active + move + found.length) % found.length); }
    else if (e.key === "Enter" && !e.shiftKey && !e.isComposing) { e.preventDefault(); if (order) next(); else enter(); }
    else if (e.key === "z" && order && !field.value) { e.preventDefault(); undo(); }
  });
  // What is typed outside a field goes into this one.
  document.addEventListener("keydown", (e) => {
    if (/^[^\s/]$/.test(e.key) && !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.closest("input,textarea,select")) field.focus();
  });
  addEventListener("storage", (e) => { if (e.key === store && e.newValue) { state = stored(); if (document.activeElement !== field) field.value = state.field; draw(); } });
  addEventListener("online", () => soon(0));
  addEventListener("pagehide", () => { if (!stopped) keep(); });
  addEventListener("resize", hints);
  all(".js-only").forEach((b) => { b.hidden = false; });
  $("count").textContent = "Add";
  field.value = state.field;
  draw();
  hints();
  field.focus({ preventScroll: true });
  soon(0);
})();
