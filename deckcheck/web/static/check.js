// A deck check works without this file, a page at a time. With it every tap is kept on the phone before it counts, is
// sent once and in order when there is a network, and what the other judges tapped is seen within seconds.
(() => {
  "use strict";
  const { $, all, plural, runClock, tag } = checks;
  /** @template T @param {Iterable<T>} list @param {(item: T) => number} of */
  const sum = (list, of) => [...list].reduce((whole, item) => whole + of(item), 0);
  // A name as it may be typed, without accents, capitals and signs.
  const fold = (/** @type {string} */ text) => text.toLowerCase().normalize("NFD").replace(/[^a-z0-9]/g, "");
  // "main:Lightning Bolt" is a row, "add:main" an act of a form: what stands before the first colon, and behind it.
  /** @returns {[act: string, what: string]} */
  const cut = (/** @type {string} */ text) => { const at = text.indexOf(":"); return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)]; };

  if (document.getElementById("table")) begin(JSON.parse($("check-data").textContent), $("content").innerHTML);
  else fromPhone();

  async function fromPhone() {
    const uid = location.pathname.match(/\/checks\/([0-9a-f-]{36})/)?.[1] ?? "";
    /** @type {KeptPage | undefined} */
    let page;
    try {
      const db = await kept.open(uid);
      page = await kept.readPage(db);
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

  /** @param {CheckData} data @param {string} html @param {Partial<KeptPage>} page */
  function begin(data, html, page = {}) {
    const rows = new Map(data.rows.map((r) => [r.id, r])), device = crypto.randomUUID();
    let answer = page.answer ?? data.answer, answerAt = page.answerAt ?? Date.now(), deeds = page.deeds ?? [], n = 0;
    /** @type {KeptTap[]} */
    let pending = [];
    /** @type {{ label: string, back: { row: string, delta: number }[], open: { section: string, done: boolean }[] }[]} */
    const history = [];
    let busy = false, offline = false, ended = false, told = "", section = data.sections[0].id, again = 0, voice = 0, news = 0;
    const since = page.at ?? Date.now();
    const db = kept.open(data.uid).catch(() => null);
    const store = () => db.then((d) => d && kept.write(d, "page", (s) => s.put({ html, data, title: document.title, at: since, answer, answerAt, deeds }, 1))).catch(() => {});
    // A tap is called kept once it is on the disk: a page may be loaded again, or a phone switched off, right after.
    let writing = 0;
    const taps = () => pending.length + deeds.length, onDisk = () => Math.max(0, taps() - writing);

    // Counting. A row's count is what the server knows of all judges, and what was tapped here since.
    /** @returns {Counted} */
    const known = (/** @type {string} */ id) => answer.rows[id] ?? { total: 0, by: [], conflict: false };
    const others = (/** @type {string} */ id) => known(id).by.filter((b) => b.judge !== data.me && b.count);
    const isOf = (/** @type {Tap} */ op, /** @type {string} */ id) => "row" in op && op.row === id;
    const counted = (/** @type {number} */ count, /** @type {Tap} */ op) => "set" in op ? op.set : "delta" in op ? Math.max(0, count + op.delta) : count;
    const mine = (/** @type {string} */ id) => pending.filter((op) => isOf(op, id)).reduce(counted, known(id).by.find((b) => b.judge === data.me)?.count ?? 0);
    const total = (/** @type {string} */ id) => pending.some((op) => isOf(op, id)) ? mine(id) + sum(others(id), (b) => b.count) : known(id).total;
    const of = (/** @type {string} */ id) => { const [section, name] = cut(id); return rows.get(id) ?? { id, n: 0, name, section }; };
    const inSection = (/** @type {string} */ s) => [...rows.values()].filter((r) => r.section === s);
    const left = (/** @type {CheckRow} */ r) => Math.max(0, r.n - total(r.id));
    const whole = (/** @type {CheckRow} */ r) => ({ row: r.id, set: mine(r.id) + left(r) });

    /** @param {Tap[]} ops @param {string} label */
    function keep(ops, label) {
      const at = new Date(Date.now()).toISOString();
      const fresh = ops.map((op) => ({ op: crypto.randomUUID(), device, n: ++n, at, ...op }));
      const before = new Map(ops.flatMap((op) => "row" in op && !("decide" in op) ? [[op.row, mine(op.row)]] : []));
      pending.push(...fresh);
      if (label) history.push({ label, back: [...before].map(([row, was]) => ({ row, delta: was - mine(row) })).filter((op) => op.delta), open: ops.flatMap((op) => "section" in op ? [{ section: op.section, done: !op.done }] : []) });
      writing += fresh.length;
      db.then((d) => d && kept.write(d, "ops", (s) => fresh.forEach((op) => s.put(op)))).catch(() => {}).finally(() => { writing -= fresh.length; slot(); });
      before.forEach((_, row) => draw(row));
      panel();
      soon(300);
    }
    function tally(/** @type {CheckRow} */ row, /** @type {Tap} */ op, /** @type {string} */ label) {
      inHand(row.id);
      keep([op], label);
      aloud(`${row.name}, ${total(row.id)} of ${row.n}`);
    }
    function one(/** @type {string} */ id, by = 1) {
      const row = of(id), name = row.name, [other] = others(id);
      if (by > 0) tally(row, { row: id, delta: by }, name);
      else if (mine(id)) tally(row, { row: id, delta: by }, `one less of ${name}`);
      else say(other ? `${name} was counted by ${other.initials}, not here.` : `None of ${name} was counted.`);
    }
    function every(/** @type {string} */ id) {
      const row = of(id);
      if (left(row)) tally(row, whole(row), row.name);
    }
    function rest(/** @type {string} */ s) {
      const open = inSection(s).filter(left), cards = plural(sum(open, left), "card");
      keep([...open.map(whole), { section: s, done: true }], cards);
      aloud(`${cards} counted as there`);
    }
    function undo() {
      const last = history.pop();
      if (!last) return;
      keep([...last.back, ...last.open], "");
      if (last.back.length === 1) inHand(last.back[0].row);
      aloud(`Undone: ${last.label}`);
    }

    // Drawing: a row changes in its place; none moves, none goes unless that was asked for.
    const part = (/** @type {Element} */ li, /** @type {string} */ kind) => /** @type {HTMLElement} */ (li.querySelector(`.${kind}`));
    const line = (/** @type {string} */ id) => document.querySelector(`li[data-row="${CSS.escape(id)}"]`);
    function inHand(/** @type {string} */ id) {
      all(".cards .here").forEach((li) => li.classList.remove("here"));
      line(id)?.classList.add("here");
    }
    function mark(/** @type {string} */ state) {
      const SVG = "http://www.w3.org/2000/svg", svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
      svg.setAttribute("class", `mark ${state}`);
      svg.setAttribute("aria-hidden", "true");
      use.setAttribute("href", `${data.icons}#${state}`);
      svg.append(use);
      return svg;
    }
    function draw(/** @type {string} */ id) {
      const li = line(id) ?? (total(id) ? addRow(id) : null);
      if (!li) return;
      const { name, n: want } = of(id), count = total(id), extra = Math.max(0, count - want), both = known(id).conflict && !decided(id);
      const state = both ? "both" : extra ? "over" : want && count === want ? "seen" : "";
      for (const kind of ["seen", "over", "both"]) li.classList.toggle(kind, kind === state);
      /** @type {Element[]} */
      const parts = others(id).map((b) => tag("span", b.initials, "c-by"));
      if (both) parts.push(tag("span", "Both", "late"));
      else if (extra) parts.push(mark("illegal"), tag("span", `${extra} extra`, "illegal"));
      else if (state) parts.push(mark("legal"));
      else if (want > 4) parts.push(tag("span", `${count} of ${want}`, "num"));
      else for (let k = 0; k < want; k++) parts.push(tag("i", "", k < count ? "on" : ""));
      part(li, "c-state").replaceChildren(...parts);
      part(li, "c-one").setAttribute("aria-label", `${name}, ${count} of ${want} seen${extra ? `, ${extra} extra` : ""}${both ? ", counted by both of you" : ""}`);
    }
    // A card that the list does not have: its row stands at the end of its section.
    function addRow(/** @type {string} */ id) {
      const row = of(id), list = document.querySelector(`[data-section="${CSS.escape(row.section)}"] .others`);
      if (!list) return null;
      const li = /** @type {HTMLElement} */ ($("other-row").content.firstElementChild?.cloneNode(true));
      rows.set(id, row);
      li.dataset.row = id;
      part(li, "c-name").textContent = row.name;
      for (const kind of ["one", "less"]) part(li, `c-${kind}`).setAttribute("value", `${kind}:${id}`);
      part(li, "c-less").setAttribute("aria-label", `One less of ${row.name}`);
      list.append(li);
      list.hidden = false;
      return li;
    }
    const decided = (/** @type {string} */ id) => pending.some((op) => "decide" in op && op.row === id);
    function heads() {
      for (const { id, listed } of data.sections) {
        const tab = document.querySelector(`a[data-tab="${id}"]`), rest = document.querySelector(`button[data-rest="${id}"]`), whole = document.querySelector(`button[data-whole="${id}"]`), open = sum(inSection(id), left);
        if (!tab || !rest || !whole) continue;
        part(tab, "num").textContent = `${listed - open} of ${listed}`;
        rest.hidden = !open || done(id);
        if (rest.hidden) $(`sure-${id}`).hidden = true;
        whole.hidden = !open;
        whole.textContent = done(id) ? "Go on counting here" : "No more cards here";
        whole.value = `${done(id) ? "open" : "done"}:${id}`;
      }
      for (const figure of all(".pile h3 .num")) {
        const list = all("li[data-row]", figure.closest(".pile") ?? document).map((li) => of(li.dataset.row)), listed = sum(list, (r) => r.n);
        figure.textContent = `${listed - sum(list, left)} of ${listed}`;
      }
    }
    // The difference. With a network the server's word holds; without one, and until it comes, it is told here in the
    // same way: what was not seen is missing once its section is said to be counted whole, not before.
    const done = (/** @type {string} */ s) => pending.reduce((is, op) => "done" in op && op.section === s ? op.done : is, answer.done.includes(s));
    const title = (/** @type {string} */ s) => data.sections.find((d) => d.id === s)?.title.toLowerCase() ?? s;
    function here() {
      const cards = [...rows.values()], short = new Map(cards.map((r) => [r.id, left(r)]));
      const found = { "to-count": 0, extra: 0, wrong: 0, missing: 0, story: "" };
      for (const r of cards) {
        let over = total(r.id) - r.n;
        if (over <= 0) continue;
        const twins = cards.filter((o) => o !== r && o.n && cut(o.id)[1] === cut(r.id)[1]);
        found.story ||= r.n || twins.length ? `${over} ${r.name} too many in the ${title(r.section)}.${twins.length ? ` The list has ${twins[0].n} in the ${title(twins[0].section)}.` : ""}` : `${over} ${r.name} in the ${title(r.section)}, not on the list.`;
        for (const o of twins) {
          const swap = data.boarded && [r.section, o.section].includes("sideboard");
          const lacks = short.get(o.id) ?? 0, move = swap || done(o.section) ? Math.min(over, lacks) : 0;
          found.wrong += swap ? 0 : move;
          over -= move;
          short.set(o.id, lacks - move);
        }
        found.extra += over;
      }
      for (const [id, count] of short) found[done(of(id).section) ? "missing" : "to-count"] += count;
      return found;
    }
    function panel() {
      heads();
      const d = answer.difference, cards = (/** @type {[number, ...unknown[]][]} */ list) => sum(list, ([n]) => n);
      const found = pending.length ? here() : { "to-count": d.to_count, extra: cards(d.extra), wrong: cards(d.wrong_section), missing: cards(d.missing), story: d.story };
      for (const id of /** @type {const} */ (["to-count", "extra", "wrong", "missing"])) $(id).textContent = String(found[id]);
      for (const id of /** @type {const} */ (["extra", "wrong"])) $(id).classList.toggle("illegal", found[id] > 0);
      $("missing-box").hidden = !found.missing;
      $("story").hidden = !found.story;
      if ($("story").textContent !== found.story) $("story").textContent = found.story;
      const last = history.at(-1);
      $("undo").disabled = !last;
      $("undo").textContent = last ? `Undo ${last.label}` : "Undo";
      $("finish").classList.toggle("go", !found["to-count"]);
      for (const b of all("button[value=taken]")) b.hidden = !!answer.clock.taken_at;
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
        const counts = known(id).by.map((b) => b.count).filter(Boolean), part = tag("div", "", "story quiet-story"), acts = tag("p", "", "btns acts");
        for (const [how, words] of [["same", `Same cards: ${Math.max(...counts)}`], ["sum", `${plural(sum(counts, Number), "card")} in all`]]) {
          const button = tag("button", words, "btn");
          button.value = `${how}:${id}`;
          acts.append(button);
        }
        part.append(tag("p", `${of(id).name} was counted by ${counts.length > 2 ? "several of you" : "both of you"}: ${counts.join(" and ")}.`, "strong"), acts);
        return part;
      }));
    }
    function decide(/** @type {string} */ row, /** @type {string} */ how) {
      keep([{ row, decide: how }], "");
      draw(row);
    }
    const time = (/** @type {number} */ at) => new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: data.zone });
    function slot() {
      if (ended) return;
      const words = offline ? `No network. ${taps() ? `${plural(onDisk(), "tap")} kept here.` : "The list is kept here."}`
        : Date.now() < news ? told : answer.changed || (taps() ? `${plural(taps(), "tap")} on the way` : `Saved ${time(answerAt)}`);
      if ($("net-words").textContent !== words) $("net-words").textContent = words;
      $("net").classList.toggle("late", offline);
    }
    function say(/** @type {string} */ words) { told = words; news = Date.now() + 8000; slot(); aloud(words); }
    function aloud(/** @type {string} */ words) { clearTimeout(voice); voice = setTimeout(() => { if (!ended) $("status").textContent = words; }, 50); }

    // Sending: one request at a time, taps in their order, each under its own name, so that the server takes none twice.
    let underway = Promise.resolve();
    function soon(/** @type {number} */ ms) { clearTimeout(again); if (!ended) again = setTimeout(() => { underway = sync(); }, ms); }
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
    /** @param {string} address @param {RequestInit} options */
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
      const found = await ask(data.clock, { body: new URLSearchParams({ ...deeds[0], version: String(answer.version) }) });
      if (!found) return false;
      deeds = deeds.slice(1);
      await store();
      return true;
    }
    async function ticks() {
      const from = pending[0]?.device ?? device, batch = pending.filter((op) => op.device === from).slice(0, 200);
      const ops = batch.map((op) => ({ ...op, device: undefined }));
      const found = await ask(data.ticks, { body: JSON.stringify({ device: from, ops }), headers: { "Content-Type": "application/json", Accept: "application/json" } });
      if (!found) return;
      /** @type {CheckAnswer & { detail?: string }} */
      const told = await words(found);
      if (ended) return;
      if (found.ok) { await take(told); return; }
      offline = false;
      say(told.detail ?? "That did not arrive. It is kept on this phone.");
    }
    // What an answer says; where it says that the check is not open to this judge any more, nothing of it stays here.
    /** @template T @param {Response} found @returns {Promise<T & { detail?: string }>} */
    async function words(found) {
      const told = await found.json().catch(() => ({}));
      if ([401, 403, 404, 410].includes(found.status) || found.type === "opaqueredirect") await end(told.detail ?? "You are signed out.");
      return told;
    }
    async function take(/** @type {CheckAnswer} */ found) {
      const gone = new Set(found.known), before = answer;
      if (offline) { aloud("The network is back. All taps are sent."); news = 0; }
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
    function heard(/** @type {CheckAnswer} */ before) {
      const count = (/** @type {CheckAnswer} */ from, /** @type {string} */ id) => sum((from.rows[id]?.by ?? []).filter((b) => b.judge !== data.me), (b) => b.count);
      const changed = Object.keys(answer.rows).find((id) => count(answer, id) !== count(before, id));
      if (!changed) return;
      const by = others(changed)[0], who = by && answer.judges.find((j) => j.judge === by.judge);
      if (!who) return;
      told = `${who.name} is counting the ${title(of(changed).section)}`;
      news = Date.now() + 8000;
    }
    async function end(/** @type {string} */ sentence) {
      ended = true;
      clearTimeout(again);
      (await db)?.close();
      await kept.wipe(data.uid).catch(() => {});
      const box = tag("div", "", "pad intro"), why = tag("p", sentence), back = tag("a", "Deck checks", "btn");
      why.role = "alert";
      back.href = data.checks;
      box.append(tag("h1", data.player), why, tag("p", "The list is wiped from this phone."), back);
      $("content").replaceChildren(box);
    }

    // Fingers: a tap is one, a tap on the count is all of them, a hold takes one back.
    let held = false, holding = 0;
    const rowOf = (/** @type {UIEvent} */ e) => e.target.closest?.("li[data-row]")?.dataset.row;
    addEventListener("pointerdown", (e) => {
      const id = rowOf(e);
      clearTimeout(holding);
      held = false;
      if (!id || e.button) return;
      holding = setTimeout(() => { held = true; one(id, -1); navigator.vibrate?.(20); }, 500);
    });
    ["pointerup", "pointercancel", "pointermove", "scroll"].forEach((kind) => addEventListener(kind, (e) => {
      if (!(e instanceof PointerEvent) || kind !== "pointermove" || Math.abs(e.movementX) + Math.abs(e.movementY) > 6) clearTimeout(holding);
    }, { passive: true, capture: true }));
    $("table").addEventListener("contextmenu", (e) => { if (rowOf(e)) e.preventDefault(); });
    // A button means what its form would send, "one:main:Lightning Bolt"; one that no form has says it in its data.
    /** @type {Record<string, (what: string) => unknown>} */
    const acts = {
      one: (id) => one(id), less: (id) => one(id, -1), all: every, come: next,
      rest: sureOf, sure: (s) => { $(`sure-${s}`).hidden = true; rest(s); },
      done: (s) => keep([{ section: s, done: true }], "no more cards"), open: (s) => keep([{ section: s, done: false }], ""),
      same: (id) => decide(id, "same"), sum: (id) => decide(id, "sum"),
      add: other, tab: show, taken, undo, finish,
    };
    $("table").addEventListener("click", (e) => {
      const button = e.target.closest("button, a");
      if (!button) return;
      const value = button instanceof HTMLButtonElement ? button.value : "";
      const [act, what = ""] = value ? cut(value) : Object.entries(button.dataset)[0] ?? [button.id];
      if (!acts[act]) return;
      e.preventDefault();
      if (held && rowOf(e)) held = false;
      else acts[act](what);
    });
    function sureOf(/** @type {string} */ s) {
      const box = $(`sure-${s}`), button = box.querySelector("button");
      if (!button) return;
      button.textContent = `Count ${plural(sum(inSection(s), left), "unseen card")} as there`;
      box.hidden = false;
      button.focus({ preventScroll: true });
    }
    function show(/** @type {string} */ id) {
      section = id;
      all("[data-section]").forEach((s) => { s.hidden = s.dataset.section !== id; });
      all("[data-tab]").forEach((t) => { t.ariaCurrent = t.dataset.tab === id ? "true" : null; });
      scrollTo(0, Math.min(scrollY, $("table").offsetTop));
      come();
    }
    async function finish() {
      if (taps()) { await underway; clearTimeout(again); await sync(); }
      if (taps()) say("No network yet. Finish once it is back; all is kept on this phone.");
      else location.href = $("finish").href;
    }
    function taken() {
      const at = new Date().toISOString();
      deeds.push({ do: "taken", at });
      answer = { ...answer, clock: { ...answer.clock, taken_at: at, running: true, seconds: 0, minutes: data.plus } };
      answerAt = Date.now();
      store();
      panel();
      soon(0);
    }
    // A card by name: one of the list's own is counted there at once; another is looked up by the server.
    async function other(/** @type {string} */ s) {
      const field = $(`add-${s}`), text = field.value.trim();
      if (!text) { field.focus(); return; }
      const own = [...rows.values()].filter((r) => fold(r.name) === fold(text)), there = own.find((r) => r.section === s);
      if (own.length) {
        const id = there?.id ?? `${s}:${cut(own[0].id)[1]}`;
        if (!there) rows.set(id, { id, n: 0, name: own[0].name, section: s });
        field.value = "";
        one(id);
        line(id)?.scrollIntoView({ block: "nearest" });
        return;
      }
      const found = await ask(data.find, { body: new URLSearchParams({ text, section: s }), headers: { Accept: "application/json" } });
      if (!found) { say("No network. Other cards are looked up once it is back; the name is kept in its field."); return; }
      /** @type {Partial<Named> & { detail?: string }} */
      const told = await words(found);
      if (ended) return;
      if (!told.rows) { say(told.detail ?? "No card was found."); return; }
      for (const { row: id, name } of told.rows) if (!rows.has(id)) rows.set(id, { id, n: 0, name, section: cut(id)[0] });
      if (told.rows.length) keep(told.rows.map(({ row, count }) => ({ row, delta: count })), plural(sum(told.rows, (r) => r.count), "card"));
      field.value = told.left ?? "";
      say(told.left ? `Not read: ${told.left.split("\n")[0]}` : `${told.rows.slice(0, 2).map((r) => `${r.count} ${r.name}`).join(", ")} counted`);
    }

    // As they come, for a deck that keeps its order: a name is typed, the last six cards are buttons, counts only go up.
    const search = $("come");
    /** @type {CheckRow[]} */
    let recent = [];
    function come() {
      const typed = fold(search.value), own = inSection(section).filter((r) => r.n);
      const found = typed ? own.filter((r) => fold(r.name).includes(typed)).slice(0, 6) : recent.filter((r) => r.section === section);
      $("come-rows").replaceChildren(...found.map((r) => {
        const button = tag("button", r.name, "btn pick");
        button.value = `come:${r.id}`;
        button.append(tag("span", `${total(r.id)} of ${r.n}`, "small num"));
        return button;
      }));
    }
    function next(/** @type {string} */ id) {
      recent = [of(id), ...recent.filter((r) => r.id !== id)].slice(0, 6);
      one(id);
      search.value = "";
      come();
      search.focus({ preventScroll: true });
    }
    search.addEventListener("input", come);
    search.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); $("come-rows").querySelector("button")?.click(); } });

    // What a box says stays as this browser was told, where it keeps anything.
    /** @param {HTMLInputElement} box @param {"localStorage" | "sessionStorage"} storage @param {string} name @param {() => void} act */
    function remembered(box, storage, name, act) {
      try { box.checked = (self[storage].getItem(name) ?? (box.checked ? "on" : "")) === "on"; } catch { /* as it is */ }
      box.addEventListener("change", () => {
        act();
        try { self[storage].setItem(name, box.checked ? "on" : ""); } catch { /* not kept */ }
      });
      act();
    }
    const keys = $("keys"), hide = $("hide-done");
    remembered(keys, "localStorage", "deckcheck.keys", () => {});
    remembered(hide, "sessionStorage", "deckcheck.hide-done", () => $("table").classList.toggle("hide-done", hide.checked));

    document.addEventListener("keydown", (e) => {
      if (ended || e.altKey || e.target.closest("input:not([type=checkbox]),textarea,select")) return;
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); $("finish").click(); return; }
      if (e.ctrlKey || e.metaKey) return;
      const shown = all(".cards > li[data-row]").filter((li) => li.offsetParent), at = shown.findIndex((li) => li.contains(document.activeElement)), id = shown[at]?.dataset.row;
      const move = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0, tab = data.sections[+e.key - 1];
      const act = move ? () => shown[Math.min(Math.max(at + move, 0), shown.length - 1)]?.querySelector("button.c-one")?.focus()
        : id && e.key === " " ? () => e.shiftKey ? every(id) : one(id)
        : id && e.key === "Backspace" ? () => one(id, -1)
        : id && keys.checked && /^[+-]$/.test(e.key) ? () => one(id, e.key === "+" ? 1 : -1)
        : !keys.checked ? null
        : e.key.toLowerCase() === "u" ? undo
        : /^[1-3]$/.test(e.key) && tab ? () => show(tab.id) : null;
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
      const head = part(document.body, "ck-head");
      new ResizeObserver(() => document.documentElement.style.setProperty("--head", `${head.offsetHeight}px`)).observe(head);
      show(section);
      rows.forEach((_, id) => draw(id));
      Object.keys(answer.rows).forEach(draw);
      panel();
      runClock(() => [answer.clock, answerAt]);
      const d = await db;
      if (d) {
        try {
          const ops = await kept.readTaps(d), former = await kept.readPage(d);
          ops.sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : a.n - b.n);
          pending = [...ops.filter((op) => !pending.some((p) => p.op === op.op)), ...pending];
          if (!page.deeds && former?.deeds?.length) deeds = [...former.deeds, ...deeds];
        } catch { /* nothing was left */ }
        await store();
        pending.forEach((op) => { if ("row" in op) draw(op.row); });
        panel();
      }
      setInterval(() => { if (!ended && Date.now() - since > kept.HOURS_12) end("This check was open for twelve hours."); else slot(); }, 5000);
      offline = !navigator.onLine;
      slot();
      awake();
      soon(pending.length || deeds.length || page.at ? 0 : 3000);
    })();
  }
})();
