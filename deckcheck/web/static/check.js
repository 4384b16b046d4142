// A deck check works without this file, a page at a time. With it every tap is kept on the phone before it counts, is
// sent once and in order when there is a network, and what the other judges tapped is seen within seconds.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const all = (query, from = document) => [...from.querySelectorAll(query)];
  const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  const tag = (name, text, kind) => { const e = document.createElement(name); e.textContent = text; if (kind) e.className = kind; return e; };

  // What a page tells to be over is wiped; nothing is kept longer than twelve hours, whichever page is opened.
  const over = document.querySelector("[data-wipe]");
  if (over) (over.dataset.wipe === "all" ? kept.wipeAll() : kept.wipe(over.dataset.wipe)).catch(() => {});
  kept.wipeOld().catch(() => {});
  if (!over) navigator.serviceWorker?.register("/sw.js").catch(() => { /* then it works with a network only */ });

  if ($("table")) begin(JSON.parse($("check-data").textContent), $("content").innerHTML);
  else if ($("shell")) fromPhone();
  if ($("find")) chooser();
  if ($("ending")) ending();
  if ($("clock")?.dataset.clock && !$("table")) {
    const clock = JSON.parse($("clock").dataset.clock), at = Date.now();
    runClock(() => [clock, at]);
  }

  async function fromPhone() {
    const uid = location.pathname.match(/\/checks\/([0-9a-f-]{36})/)?.[1];
    let page;
    try {
      const db = await kept.open(uid);
      page = await kept.read(db, "page", 1);
      db.close();
      if (!page) await kept.wipe(uid);
    } catch { /* nothing is kept */ }
    addEventListener("online", () => { if (!page) location.reload(); });
    if (!page) { $("shell").hidden = false; return; }
    $("content").innerHTML = page.html;
    document.title = page.title;
    begin(page.data, page.html, page);
    if (location.pathname.endsWith("/result")) history.replaceState(null, "", page.data.here);
  }

  // The time it takes, by the server's answer and this phone's clock: a phone that slept has lost nothing.
  function runClock(stateOf) {
    const show = () => {
      const [clock, at] = stateOf();
      if (!clock?.taken_at) return;
      const seconds = clock.seconds + (clock.running ? Math.max(0, Math.floor((Date.now() - at) / 1000)) : 0);
      const word = seconds >= 600 ? "finish with what was seen" : seconds >= 420 ? "long" : "";
      const more = clock.minutes - Math.ceil(clock.seconds / 60);
      const give = more >= 0 ? Math.ceil(seconds / 60) + more : clock.minutes;
      $("clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      $("clock").classList.toggle("late", seconds >= 420);
      if ($("give")) $("give").textContent = [word, clock.paused ? "stopped" : "", word && seconds >= 600 ? "" : `give back ${give} min`].filter(Boolean).join(", ");
    };
    show();
    setInterval(show, 1000);
  }

  function begin(data, html, page = {}) {
    const rows = new Map(data.rows.map((r) => [r.id, r])), url = data.ticks;
    const device = crypto.randomUUID();
    let answer = page.answer ?? data.answer, answerAt = page.answerAt ?? Date.now(), pending = [], deeds = page.deeds ?? [], n = 0;
    let busy = false, offline = false, ended = false, told = "", hand = "", history = [], section = data.sections[0].id, again, voice, news = 0;
    const since = page.at ?? Date.now();
    const db = kept.open(data.uid).catch(() => null);
    const store = () => db.then((d) => d && kept.write(d, "page", (s) => s.put({ html, data, title: document.title, at: since, answer, answerAt, deeds }, 1))).catch(() => {});
    const taps = () => pending.length + deeds.length;

    // Counting. A row's count is what the server knows of all judges, and what was tapped here since.
    const known = (id) => answer.rows[id] ?? { total: 0, by: [], conflict: false };
    const others = (id) => known(id).by.filter((b) => b.judge !== data.me && b.count);
    const mine = (id) => pending.reduce((count, op) => op.row !== id || op.decide ? count : "set" in op ? op.set : Math.max(0, count + op.delta), known(id).by.find((b) => b.judge === data.me)?.count ?? 0);
    const waits = (id) => pending.some((op) => op.row === id);
    const total = (id) => waits(id) ? mine(id) + others(id).reduce((sum, b) => sum + b.count, 0) : known(id).total;
    const listed = (id) => rows.get(id)?.n ?? 0;
    const of = (id) => rows.get(id) ?? { id, n: 0, name: id.slice(id.indexOf(":") + 1), section: id.slice(0, id.indexOf(":")) };
    const inSection = (s) => [...rows.values()].filter((r) => r.section === s);
    const seen = (list) => list.reduce((sum, r) => sum + Math.min(r.n, total(r.id)), 0);

    function keep(ops, label) {
      const at = new Date(Date.now()).toISOString();
      const fresh = ops.map((op) => ({ op: crypto.randomUUID(), device, n: ++n, at, ...op }));
      const before = new Map(ops.filter((op) => op.row && !op.decide).map((op) => [op.row, mine(op.row)]));
      pending.push(...fresh);
      if (label) history.push({ label, back: [...before].map(([row, was]) => ({ row, delta: was - mine(row) })).filter((op) => op.delta), open: ops.filter((op) => op.section).map((op) => ({ section: op.section, done: !op.done })) });
      db.then((d) => d && kept.write(d, "ops", (s) => fresh.forEach((op) => s.put(op)))).catch(() => {});
      before.forEach((_, row) => draw(row));
      panel();
      soon(300);
    }
    function one(id, by = 1) {
      if (by < 0 && !mine(id)) { say(others(id).length ? `${of(id).name} was counted by ${others(id)[0].initials}, not here.` : `None of ${of(id).name} was counted.`); return; }
      inHand(id);
      keep([{ row: id, delta: by }], `${by < 0 ? "one less of " : ""}${of(id).name}`);
      aloud(`${of(id).name}, ${total(id)} of ${listed(id)}`);
    }
    function every(id) {
      inHand(id);
      const rest = listed(id) - total(id);
      if (rest <= 0) return;
      keep([{ row: id, set: mine(id) + rest }], of(id).name);
      aloud(`${of(id).name}, ${total(id)} of ${listed(id)}`);
    }
    function rest(s) {
      const open = inSection(s).filter((r) => total(r.id) < r.n), count = open.reduce((sum, r) => sum + r.n - total(r.id), 0);
      keep([...open.map((r) => ({ row: r.id, set: mine(r.id) + r.n - total(r.id) })), { section: s, done: true }], plural(count, "card"));
      aloud(`${plural(count, "card")} counted as there`);
    }
    function undo() {
      const last = history.pop();
      if (!last) return;
      keep([...last.back, ...last.open], "");
      if (last.back.length === 1) inHand(last.back[0].row);
      aloud(`Undone: ${last.label}`);
    }

    // Drawing: a row changes in its place; none moves, none goes unless that was asked for.
    const line = (id) => document.querySelector(`li[data-row="${CSS.escape(id)}"]`);
    function inHand(id) {
      all(".cards .here").forEach((li) => li.classList.remove("here"));
      hand = id;
      line(id)?.classList.add("here");
    }
    function mark(state) {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), use = document.createElementNS(svg.namespaceURI, "use");
      svg.setAttribute("class", `mark ${state}`);
      svg.setAttribute("aria-hidden", "true");
      use.setAttribute("href", `${data.icons}#${state}`);
      svg.append(use);
      return svg;
    }
    function draw(id) {
      let li = line(id);
      if (!li && total(id)) li = addRow(id);
      if (!li) return;
      const count = total(id), want = listed(id), extra = Math.max(0, count - want), both = known(id).conflict && !decided(id);
      const state = li.querySelector(".c-state"), name = of(id).name;
      li.classList.toggle("seen", want > 0 && count === want && !both);
      li.classList.toggle("over", extra > 0 && !both);
      li.classList.toggle("both", both);
      const parts = others(id).map((b) => tag("span", b.initials, "c-by"));
      if (both) parts.push(tag("span", "Both", "late"));
      else if (extra) parts.push(mark("illegal"), tag("span", `${extra} extra`, "illegal"));
      else if (count === want && want) parts.push(mark("legal"));
      else if (want > 4) parts.push(tag("span", `${count} of ${want}`, "num"));
      else for (let k = 0; k < want; k++) parts.push(tag("i", "", k < count ? "on" : ""));
      state.replaceChildren(...parts);
      li.querySelector(".c-one").setAttribute("aria-label", `${name}, ${count} of ${want} seen${extra ? `, ${extra} extra` : ""}${both ? ", counted by both of you" : ""}`);
    }
    // A card that the list does not have: its row stands at the end of its section.
    function addRow(id) {
      const row = of(id), list = document.querySelector(`[data-section="${CSS.escape(row.section)}"] .others`);
      if (!list) return null;
      const li = $("other-row").content.firstElementChild.cloneNode(true);
      rows.set(id, row);
      li.dataset.row = id;
      li.querySelector(".c-name").textContent = row.name;
      for (const [kind, word] of [["one", "One more"], ["all", ""], ["less", "One less of"]]) {
        const button = li.querySelector(`.c-${kind}`);
        button.value = `${kind}:${id}`;
        if (word) button.setAttribute("aria-label", `${word} ${row.name}`);
      }
      list.append(li);
      list.hidden = false;
      return li;
    }
    const decided = (id) => pending.some((op) => op.row === id && op.decide);
    function heads() {
      for (const s of data.sections) {
        const list = inSection(s.id), figure = document.querySelector(`[data-tab="${s.id}"] .num`);
        figure.textContent = `${seen(list)} of ${s.listed}`;
        const button = document.querySelector(`[data-rest="${s.id}"]`), left = s.listed - seen(list);
        button.hidden = !left || done(s.id);
        if (button.hidden) $(`sure-${s.id}`).hidden = true;
        const whole = document.querySelector(`[data-whole="${s.id}"]`);
        whole.hidden = !left;
        whole.textContent = done(s.id) ? "Go on counting here" : "No more cards here";
      }
      all(".pile").forEach((pile) => {
        const list = all("li[data-row]", pile).map((li) => of(li.dataset.row)).filter((r) => r.n), figure = pile.querySelector("h3 .num");
        if (figure) figure.textContent = `${seen(list)} of ${list.reduce((sum, r) => sum + r.n, 0)}`;
      });
    }
    // The difference. With a network the server's word holds; without one, and until it comes, it is told here in the
    // same way: what was not seen is missing once its section is said to be counted whole, not before.
    const done = (s) => pending.reduce((is, op) => op.section === s && "done" in op ? op.done : is, answer.done.includes(s));
    const title = (s) => data.sections.find((d) => d.id === s)?.title.toLowerCase() ?? s;
    const key = (id) => id.slice(id.indexOf(":") + 1);
    function here() {
      const short = new Map(), found = { toCount: 0, extra: 0, wrong: 0, missing: 0, story: "" };
      for (const r of rows.values()) if (r.n > total(r.id)) short.set(r.id, r.n - total(r.id));
      for (const r of rows.values()) {
        let over = total(r.id) - r.n;
        if (over <= 0) continue;
        const twins = [...rows.values()].filter((o) => o.id !== r.id && o.n && key(o.id) === key(r.id));
        found.story ||= r.n || twins.length ? `${over} ${r.name} too many in the ${title(r.section)}.${twins.length ? ` The list has ${twins[0].n} in the ${title(twins[0].section)}.` : ""}` : `${over} ${r.name} in the ${title(r.section)}, not on the list.`;
        for (const o of twins) {
          const move = done(o.section) ? Math.min(over, short.get(o.id) ?? 0) : 0;
          found.wrong += move;
          over -= move;
          if (move) short.set(o.id, short.get(o.id) - move);
        }
        found.extra += over;
      }
      for (const [id, count] of short) found[done(of(id).section) ? "missing" : "toCount"] += count;
      return found;
    }
    function panel() {
      heads();
      const d = answer.difference, sum = (list) => list.reduce((s, [count]) => s + count, 0), own = here();
      const fresh = !pending.length, toCount = fresh ? d.to_count : own.toCount, missing = fresh ? sum(d.missing) : own.missing;
      const extra = fresh ? sum(d.extra) : own.extra, wrong = fresh ? sum(d.wrong_section) : own.wrong;
      $("to-count").textContent = toCount;
      $("extra").textContent = extra;
      $("wrong").textContent = wrong;
      $("extra").classList.toggle("illegal", extra > 0);
      $("wrong").classList.toggle("illegal", wrong > 0);
      const story = fresh ? d.story : own.story;
      $("story").hidden = !story;
      if ($("story").textContent !== story) $("story").textContent = story;
      $("missing").textContent = missing;
      $("missing-box").hidden = !missing;
      const last = history.at(-1);
      $("undo").disabled = !last;
      $("undo").textContent = last ? `Undo ${last.label}` : "Undo";
      $("finish").classList.toggle("go", !toCount);
      for (const b of all("[value=taken]")) b.hidden = !!answer.clock.taken_at;
      $("time").hidden = !answer.clock.taken_at;
      conflicts();
      slot();
    }
    function conflicts() {
      const open = Object.keys(answer.rows).filter((id) => known(id).conflict && !decided(id)), box = $("conflicts");
      const stamp = open.map((id) => id + known(id).by.map((b) => b.count)).join();
      if (box.dataset.stamp === stamp) return;
      box.dataset.stamp = stamp;
      box.replaceChildren(...open.slice(0, 2).map((id) => {
        const counts = known(id).by.filter((b) => b.count).map((b) => b.count), part = document.createElement("div"), acts = document.createElement("p");
        const cards = (c) => `${c} card${c === 1 ? "" : "s"}`;
        acts.className = "btns acts";
        for (const [how, words] of [["same", `Same cards: ${Math.max(...counts)}`], ["sum", cards(counts.reduce((a, b) => a + b, 0)) + " in all"]]) {
          const button = tag("button", words, "btn");
          button.type = "button";
          button.addEventListener("click", () => { keep([{ row: id, decide: how }], ""); draw(id); panel(); });
          acts.append(button);
        }
        part.append(tag("p", `${of(id).name} was counted by ${counts.length > 2 ? "several of you" : "both of you"}: ${counts.join(" and ")}.`, "strong"), acts);
        part.className = "story quiet-story";
        return part;
      }));
    }
    const time = (at) => new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: data.zone });
    function slot() {
      if (ended) return;
      const words = offline ? `No network. ${taps() ? `${plural(taps(), "tap")} kept here.` : "The list is kept here."}`
        : Date.now() < news ? told : answer.changed || (taps() ? `${plural(taps(), "tap")} on the way` : `Saved ${time(answerAt)}`);
      if ($("net-words").textContent !== words) $("net-words").textContent = words;
      $("net").classList.toggle("late", offline);
    }
    function say(words) { told = words; news = Date.now() + 8000; slot(); aloud(words); }
    function aloud(words) { clearTimeout(voice); voice = setTimeout(() => { $("status").textContent = words; }, 50); }

    // Sending: one request at a time, taps in their order, each under its own name, so that the server takes none twice.
    function soon(ms) { clearTimeout(again); if (!ended) again = setTimeout(sync, ms); }
    async function sync() {
      if (busy || ended) return;
      busy = true;
      try {
        if (await deed()) await ticks();
      } finally {
        busy = false;
        soon(offline ? 3000 : pending.length ? 100 : document.hidden ? 30000 : 3000);
      }
    }
    async function ask(address, options) {
      try {
        const found = await fetch(address, { ...options, method: "POST", redirect: "manual", signal: AbortSignal.timeout(12000) });
        if (found.status < 500 && found.status !== 429) return found;
      } catch { /* no network */ }
      if (!offline) aloud("No network. What you tap is kept on this phone.");
      offline = true;
      slot();
      return null;
    }
    async function deed() {
      if (!deeds.length) return true;
      const found = await ask(data.clock, { body: new URLSearchParams({ ...deeds[0], version: answer.version }) });
      if (!found) return false;
      deeds = deeds.slice(1);
      await store();
      return true;
    }
    async function ticks() {
      const from = pending[0]?.device ?? device, batch = pending.filter((op) => op.device === from).slice(0, 200);
      const ops = batch.map(({ device: _, ...op }) => op);
      const found = await ask(url, { body: JSON.stringify({ device: from, ops }), headers: { "Content-Type": "application/json", Accept: "application/json" } });
      if (!found) return;
      let told;
      try { told = await found.json(); } catch { told = {}; }
      if (found.ok) return take(told);
      if ([401, 403, 404, 410].includes(found.status) || found.type === "opaqueredirect") return end(told.detail ?? "You are signed out.");
      offline = false;
      say(told.detail ?? "That did not arrive. It is kept on this phone.");
    }
    async function take(found) {
      const gone = new Set(found.known), before = answer;
      if (offline) aloud("The network is back. All taps are sent.");
      offline = false;
      answer = found; answerAt = Date.now();
      pending = pending.filter((op) => !gone.has(op.op));
      if (found.state !== "begun") return end(found.changed || "This check is over.");
      const d = await db;
      if (d) {
        try {
          if (gone.size) await kept.write(d, "ops", (s) => gone.forEach((op) => s.delete(op)));
          await store();
        } catch { /* it is on the server */ }
      }
      heard(before);
      new Set([...rows.keys(), ...Object.keys(found.rows)]).forEach(draw);
      panel();
    }
    // What another judge counted meanwhile is said in the slot.
    function heard(before) {
      const count = (from, id) => (from.rows[id]?.by ?? []).filter((b) => b.judge !== data.me).reduce((s, b) => s + b.count, 0);
      const changed = Object.keys(answer.rows).find((id) => count(answer, id) !== count(before, id));
      const by = changed && others(changed)[0], who = by && answer.judges.find((j) => j.judge === by.judge);
      if (!who) return;
      told = `${who.name} is counting the ${data.sections.find((s) => s.id === of(changed).section)?.title.toLowerCase() ?? "deck"}`;
      news = Date.now() + 8000;
    }
    async function end(sentence) {
      ended = true;
      clearTimeout(again);
      (await db)?.close();
      await kept.wipe(data.uid).catch(() => {});
      const box = tag("div", "", "pad intro"), back = tag("a", "Deck checks", "btn");
      back.href = data.checks;
      box.append(tag("h1", data.player), tag("p", sentence), tag("p", "The list is wiped from this phone."), back);
      $("content").replaceChildren(box);
      aloudAtEnd(sentence);
    }
    function aloudAtEnd(words) { const p = tag("p", words, "vh"); p.setAttribute("role", "status"); $("content").append(p); }

    // Fingers: a tap is one, a tap on the count is all of them, a hold takes one back.
    let held = false, holding = null;
    const rowOf = (e) => e.target.closest?.("li[data-row]")?.dataset.row;
    addEventListener("pointerdown", (e) => {
      const id = rowOf(e);
      clearTimeout(holding);
      held = false;
      if (!id || e.button) return;
      holding = setTimeout(() => { held = true; one(id, -1); navigator.vibrate?.(20); }, 500);
    });
    ["pointerup", "pointercancel", "pointermove", "scroll"].forEach((kind) => addEventListener(kind, (e) => {
      if (kind !== "pointermove" || Math.abs(e.movementX) + Math.abs(e.movementY) > 6) clearTimeout(holding);
    }, { passive: true, capture: true }));
    $("table").addEventListener("contextmenu", (e) => { if (rowOf(e)) e.preventDefault(); });
    $("table").addEventListener("click", (e) => {
      const button = e.target.closest("button, a");
      if (!button) return;
      const id = rowOf(e), restOf = button.dataset.rest, sure = button.dataset.sure;
      if (id) {
        e.preventDefault();
        if (held) { held = false; return; }
        if (button.matches(".c-all")) every(id); else one(id, button.matches(".c-less") ? -1 : 1);
      } else if (button.dataset.tab) { e.preventDefault(); show(button.dataset.tab); }
      else if (restOf) {
        e.preventDefault();
        const left = inSection(restOf).reduce((s, r) => s + Math.max(0, r.n - total(r.id)), 0), box = $(`sure-${restOf}`);
        box.querySelector("button").textContent = `Count ${plural(left, "unseen card")} as there`;
        box.hidden = false;
        box.querySelector("button").focus({ preventScroll: true });
      } else if (button.dataset.whole) {
        e.preventDefault();
        const s = button.dataset.whole, whole = !done(s);
        keep([{ section: s, done: whole }], whole ? "no more cards" : "");
      } else if (sure) { e.preventDefault(); $(`sure-${sure}`).hidden = true; rest(sure); }
      else if (button.id === "undo") { e.preventDefault(); undo(); }
      else if (button.id === "finish") { e.preventDefault(); finish(button.href); }
      else if (button.value === "taken") { e.preventDefault(); taken(button); }
      else if (button.value?.startsWith?.("add:")) { e.preventDefault(); other(button); }
    });
    function show(id) {
      section = id;
      all("[data-section]").forEach((s) => { s.hidden = s.dataset.section !== id; });
      all("[data-tab]").forEach((t) => { if (t.dataset.tab === id) t.setAttribute("aria-current", "true"); else t.removeAttribute("aria-current"); });
      scrollTo(0, Math.min(scrollY, $("table").offsetTop));
      come();
    }
    async function finish(address) {
      if (taps()) { clearTimeout(again); await sync(); }
      if (taps()) { say("No network yet. Finish once it is back; all is kept on this phone."); return; }
      location.href = address;
    }
    function taken(button) {
      deeds.push({ do: "taken", at: new Date().toISOString() });
      answer = { ...answer, clock: { ...answer.clock, taken_at: new Date().toISOString(), running: true, seconds: 0, minutes: data.plus } };
      answerAt = Date.now();
      store();
      panel();
      soon(0);
    }
    // A card by name: one of the list's own is counted there at once; another is looked up by the server.
    async function other(button) {
      const s = button.value.slice(4), field = $(`add-${s}`), text = field.value.trim();
      if (!text) { field.focus(); return; }
      const fold = (t) => t.toLowerCase().normalize("NFD").replace(/[^a-z0-9]/g, "");
      const own = /^\d/.test(text) ? null : [...rows.values()].find((r) => fold(r.name) === fold(text));
      const row = own && (inSection(s).find((r) => r.name === own.name)?.id ?? `${s}:${own.id.slice(own.id.indexOf(":") + 1)}`);
      if (row) {
        if (!rows.has(row)) rows.set(row, { id: row, n: 0, name: own.name, section: s });
        field.value = "";
        one(row);
        line(row)?.scrollIntoView({ block: "nearest" });
        return;
      }
      const found = await ask(data.find, { body: new URLSearchParams({ text, section: s }), headers: { Accept: "application/json" } });
      if (!found) { say("No network. Other cards are looked up once it is back; the name is kept in its field."); return; }
      const told = await found.json().catch(() => ({}));
      if (!found.ok || !told.rows) { if ([401, 403, 404, 410].includes(found.status)) end(told.detail ?? "This check is not open to you any more."); else say(told.detail ?? "No card was found."); return; }
      told.rows.forEach((r) => { if (!rows.has(r.row)) rows.set(r.row, { id: r.row, n: 0, name: r.name, section: s }); });
      if (told.rows.length) keep(told.rows.map((r) => ({ row: r.row, delta: r.count })), plural(told.rows.reduce((a, r) => a + r.count, 0), "card"));
      field.value = told.left;
      say(told.left ? `Not read: ${told.left.split("\n")[0]}` : `${told.rows.map((r) => `${r.count} ${r.name}`).slice(0, 2).join(", ")} counted`);
    }

    // As they come, for a deck that keeps its order: a name is typed, the last six cards are buttons, counts only go up.
    const recent = [], search = $("come");
    function come() {
      if (!search) return;
      const fold = (t) => t.toLowerCase().normalize("NFD").replace(/[^a-z0-9]/g, ""), words = fold(search.value);
      const own = inSection(section).filter((r) => r.n);
      const found = words ? own.filter((r) => fold(r.name).includes(words)).slice(0, 6) : recent.filter((r) => r.section === section);
      $("come-rows").replaceChildren(...found.map((r) => {
        const button = tag("button", r.name, "btn pick"), count = tag("span", `${total(r.id)} of ${r.n}`, "small num");
        button.type = "button";
        button.append(count);
        button.addEventListener("click", () => {
          if (recent.includes(r)) recent.splice(recent.indexOf(r), 1);
          recent.unshift(r);
          recent.splice(6);
          one(r.id);
          search.value = "";
          come();
          search.focus({ preventScroll: true });
        });
        return button;
      }));
    }
    search?.addEventListener("input", come);
    search?.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); $("come-rows").querySelector("button")?.click(); } });
    const keys = $("keys"), KEYS = "deckcheck.keys";
    keys?.addEventListener("change", () => { try { localStorage.setItem(KEYS, keys.checked ? "on" : "off"); } catch { /* not kept */ } });
    const HIDE = "deckcheck.hide-done", hide = $("hide-done");
    hide?.addEventListener("change", () => { $("table").classList.toggle("hide-done", hide.checked); try { sessionStorage.setItem(HIDE, hide.checked ? "1" : ""); } catch { /* not kept */ } });

    document.addEventListener("keydown", (e) => {
      if (ended || e.altKey || e.target.closest("input:not([type=checkbox]),textarea,select")) return;
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); $("finish").click(); return; }
      if (e.ctrlKey || e.metaKey) return;
      const shown = all(".cards > li[data-row]").filter((li) => li.offsetParent), at = shown.findIndex((li) => li.contains(document.activeElement)), id = shown[at]?.dataset.row;
      const move = { ArrowDown: 1, ArrowUp: -1 }[e.key];
      const act = move ? () => shown[Math.min(Math.max(at + move, 0), shown.length - 1)]?.querySelector(".c-one").focus()
        : id && e.key === " " ? () => e.shiftKey ? every(id) : one(id)
        : id && e.key === "Backspace" ? () => one(id, -1)
        : id && keys?.checked !== false && /^[+-]$/.test(e.key) ? () => one(id, e.key === "+" ? 1 : -1)
        : keys?.checked === false ? null
        : e.key.toLowerCase() === "u" ? undo
        : /^[1-3]$/.test(e.key) && data.sections[e.key - 1] ? () => show(data.sections[e.key - 1].id) : null;
      if (act) { e.preventDefault(); act(); }
    });
    // The space bar acts when it is pressed; the click that browsers make of its release would count again.
    document.addEventListener("keyup", (e) => { if (e.key === " " && rowOf(e)) e.preventDefault(); });

    addEventListener("online", () => soon(0));
    addEventListener("offline", () => { offline = true; slot(); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { soon(0); awake(); } });
    const awake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };

    (async () => {
      all(".unscripted").forEach((e) => { e.hidden = true; });
      all(".js-only").forEach((e) => { e.hidden = false; });
      try { if (keys) keys.checked = localStorage.getItem(KEYS) !== "off"; } catch { /* not kept */ }
      try { if (hide && sessionStorage.getItem(HIDE)) { hide.checked = true; $("table").classList.add("hide-done"); } } catch { /* not kept */ }
      new ResizeObserver(([head]) => document.documentElement.style.setProperty("--head", `${head.target.offsetHeight}px`)).observe(document.querySelector(".ck-head"));
      show(section);
      rows.forEach((_, id) => draw(id));
      Object.keys(answer.rows).forEach(draw);
      panel();
      runClock(() => [answer.clock, answerAt]);
      const d = await db;
      if (d) {
        try {
          const left = await kept.read(d, "ops"), former = await kept.read(d, "page", 1);
          left.sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : a.n - b.n);
          pending = [...left.filter((op) => !pending.some((p) => p.op === op.op)), ...pending];
          if (!page.deeds && former?.deeds?.length) deeds = [...former.deeds, ...deeds];
        } catch { /* nothing was left */ }
        await store();
        pending.forEach((op) => op.row && draw(op.row));
        panel();
      }
      setInterval(() => { if (!ended && Date.now() - since > kept.HOURS_12) end("This check was open for twelve hours."); else slot(); }, 5000);
      offline = !navigator.onLine;
      slot();
      awake();
      soon(pending.length || deeds.length || page.at ? 0 : 3000);
    })();
  }

  // The chooser answers while a table or a name is typed.
  function chooser() {
    const find = $("find"), field = find.querySelector("input[type=search]");
    let last = 0, timer;
    all(".unscripted", find).forEach((b) => { b.hidden = true; });
    field.addEventListener("input", () => {
      const turn = ++last;
      clearTimeout(timer);
      timer = setTimeout(async () => {
        let page;
        try {
          const found = await fetch(`${find.action}?${new URLSearchParams(new FormData(find))}`, { headers: { Accept: "text/html" } });
          if (!found.ok) return;
          page = new DOMParser().parseFromString(await found.text(), "text/html");
        } catch { $("slot-words").textContent = "No network. A check needs it to begin."; return; }
        if (turn !== last) return;
        for (const id of ["found", "dock"]) $(id).replaceWith(page.getElementById(id));
        $("status").textContent = $("found").dataset.say;
      }, 150);
    });
  }

  // The result is sent as without this file; where no network takes it, the page stays as it is and says so.
  function ending() {
    const form = $("ending");
    form.addEventListener("submit", async (e) => {
      e.preventDefault();
      const fields = new URLSearchParams(new FormData(form, e.submitter));
      let answer;
      try {
        answer = await fetch(form.action, { method: "POST", body: fields });
      } catch {
        $("unsent").hidden = false;
        e.submitter.textContent = "Try again";
        return;
      }
      if (answer.redirected) { location.replace(answer.url); return; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      $("content").replaceWith(page.getElementById("content"));
      if ($("ending")) ending();
      ($("refused") ?? $("content")).focus?.();
    });
  }
})();
