// Verifies proofs and seals here, with no request. Without this file or without Web Crypto (http) the server does.
// The same as deckcheck/core: canonical.py, merkle.py, seals.py, verifying.py and evidence.py, sentence for sentence.
(() => {
  "use strict";
  const form = document.getElementById("verify");
  if (!form || !window.crypto?.subtle) return;
  const WORDS = JSON.parse(form.dataset.words), FIRST = "0".repeat(64), FEW = 12;
  const SECTIONS = "main sideboard commander companion material attractions stickers contraptions signature_spell boons pool".split(" ");
  const MONTHS = "January February March April May June July August September October November December".split(" ");

  // Hashes
  const utf8 = new TextEncoder();
  const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  const isHash = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
  const signs = (hash) => hash.slice(0, 12).toUpperCase().match(/.{1,4}/g).join(" ");
  const noted = (text) => { const found = text.replace(/\s/g, "").toLowerCase(); return /^[0-9a-f]{12,64}$/.test(found) ? found : ""; };
  async function sha(...parts) {
    const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let at = 0;
    for (const part of parts) { all.set(part, at); at += part.length; }
    return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  }
  const node = (left, right) => sha(new Uint8Array([1]), left, right);

  class Fault extends Error {
    constructor(sentence, reason = "unread") { super(sentence); this.reason = reason; }
  }
  const shorten = (text) => {
    const told = text.replace(/\p{Surrogate}/gu, "?").replace(/[\p{Cc}\p{Cf}]/gu, "").split(/\s+/).join(" ").trim();
    return told.length <= 60 ? told : told.slice(0, 59) + "…";
  };

  // Lists in their sealed form. Texts are compared by code points, as their UTF-8 bytes stand; not by UTF-16 units.
  function byCodePoints(one, other) {
    const a = Array.from(one, (c) => c.codePointAt(0)), b = Array.from(other, (c) => c.codePointAt(0));
    const at = a.findIndex((point, place) => point !== b[place]);
    return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -1);
  }
  const order = (section) => (SECTIONS.includes(section) ? SECTIONS.indexOf(section) : SECTIONS.length);
  const byPlace = (a, b) => order(a.section) - order(b.section) || byCodePoints(a.section, b.section) || a.waiting - b.waiting || byCodePoints(a.name, b.name);
  const listText = ({ game, none, rows }) => `deckcheck-list/1\ngame ${game}\n${none ? "none\n" : rows.map((r) => `${r.section}${r.waiting ? "?" : ""}\t${r.count}\t${r.name}\n`).join("")}`;

  function readList(text) {
    const lines = text.split("\n"), game = lines.length > 2 && lines[0] === "deckcheck-list/1" && /^game ([a-z0-9-]+)$/.exec(lines[1]);
    if (!game || lines.pop() !== "") throw new Fault('A list in its sealed form begins with "deckcheck-list/1" and its game, and ends with a line end.', "list");
    const list = { game: game[1], none: lines.length === 3 && lines[2] === "none", rows: [] };
    if (!list.none) list.rows = lines.slice(2).map((line, at) => {
      const found = /^([a-z0-9_]+)(\??)\t([1-9][0-9]{0,8})\t([^\t]+)$/.exec(line);
      if (!found || /[\p{Cc}\p{Surrogate}]/u.test(found[4])) throw new Fault(`Line ${at + 3} of this list is no row of the sealed form: "${shorten(line)}".`, "list");
      return { section: found[1], count: +found[3], name: found[4], waiting: !!found[2] };
    });
    if (list.rows.some((row, at) => at && byPlace(list.rows[at - 1], row) >= 0)) throw new Fault("The rows of this list are not in the order of the sealed form.", "list");
    return list;
  }
  function makeList(game, rows) {
    const known = new Map();
    for (const row of rows) {
      const name = row.name.replace(/\p{Surrogate}/gu, "\ufffd").split(/[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/).filter(Boolean).join(" ").replace(/\p{Cc}/gu, "").normalize("NFC") || "\ufffd";
      const key = JSON.stringify([row.section, row.waiting, name]), made = known.get(key) || { ...row, name, count: 0 };
      made.count += row.count;
      known.set(key, made);
    }
    return { game, none: false, rows: [...known.values()].filter((row) => row.count > 0).sort(byPlace) };
  }
  function differences(sealed, given) {
    const counts = new Map();
    [sealed, given].forEach((list, side) => list.rows.forEach((row) => {
      const key = JSON.stringify([row.section, row.waiting, row.name]), found = counts.get(key) || { ...row, both: [0, 0] };
      found.both[side] += row.count;
      counts.set(key, found);
    }));
    return [...counts.values()].filter((row) => row.both[0] !== row.both[1]).sort(byPlace);
  }
  const title = (game, section) => WORDS[game]?.[section] || section;
  const unlikeWords = (row, game) => `${row.both[0]} ${row.name} sealed in the ${WORDS[game]?.[row.section]?.toLowerCase() || row.section}, ${row.both[1]} here`;

  // The tree of RFC 9162: from level to level, an odd last node going up as it is.
  async function rootOf(leaves) {
    let level = leaves;
    if (!level.length) return hex(await sha());
    while (level.length > 1) level = await Promise.all(Array.from({ length: (level.length + 1) >> 1 }, (_, i) => (2 * i + 1 < level.length ? node(level[2 * i], level[2 * i + 1]) : level[2 * i])));
    return hex(level[0]);
  }
  async function rootFromPath(leaf, index, size, path) {
    if (!(index >= 0 && index < size)) throw new Fault(`Entry ${index + 1} is outside this seal: it covers ${size}.`, "path");
    const sides = [];
    for (let at = index, n = size; n > 1; at = Math.floor(at / 2), n = Math.floor((n + 1) / 2)) if (at % 2) sides.push(true); else if (at + 1 < n) sides.push(false);
    if (path.length !== sides.length) throw new Fault(`The path has a length of ${path.length}; entry ${index + 1} of ${size} needs ${sides.length}.`, "path");
    let found = leaf;
    for (const [at, isRight] of sides.entries()) found = isRight ? await node(unhex(path[at]), found) : await node(found, unhex(path[at]));
    return hex(found);
  }

  // Statements and proofs
  const LINES = {
    event: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, seal: /^[1-9][0-9]{0,8}$/, kind: /^(?:deadline|stage|change|final)$/,
    stage: /^(?:-|[a-z0-9][a-z0-9_-]{0,99})$/, at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, leaves: /^(?:0|[1-9][0-9]{0,8})$/,
    root: /^[0-9a-f]{64}$/, audit: /^[0-9a-f]{64}$/, previous: /^[0-9a-f]{64}$/,
  };
  const isMoment = (text) => { const moment = new Date(text); return !Number.isNaN(+moment) && moment.toISOString() === text; };
  async function readSeal(text) {
    const [head, ...lines] = text.split("\n"), keys = Object.keys(LINES), seal = { text };
    if (head !== "deckcheck-seal/1" || lines.length !== keys.length + 1 || lines.at(-1)) throw new Fault("A seal's statement is deckcheck-seal/1 and 9 lines; this is none.", "statement");
    keys.forEach((key, at) => {
      const value = lines[at].startsWith(key + " ") ? lines[at].slice(key.length + 1) : "";
      if (!LINES[key].test(value) || (key === "at" && !isMoment(value))) throw new Fault(`Line ${at + 2} of the seal's statement does not name its ${key}: "${shorten(lines[at])}".`, "statement");
      seal[key] = value;
    });
    return { ...seal, number: +seal.seal, size: +seal.leaves, hash: hex(await sha(utf8.encode(text))) };
  }
  function clock(text, local) {
    const moment = new Date(text), two = (n) => String(n).padStart(2, "0");
    const [h, m, s] = local ? [moment.getHours(), moment.getMinutes(), moment.getSeconds()] : [moment.getUTCHours(), moment.getUTCMinutes(), moment.getUTCSeconds()];
    return `${two(h)}:${two(m)}${s || moment.getMilliseconds() ? ":" + two(s) : ""}`;
  }
  const momentWords = (text) => { const day = new Date(text); return `${clock(text)} UTC on ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${String(day.getUTCFullYear()).padStart(4, "0")}`; };
  function saidOf(seal, number, list) {
    const when = momentWords(seal.at);
    if (list.none) return `No list was registered for entry ${number} at ${when}.`;
    return seal.kind === "deadline" ? `This is the list registered for entry ${number} before ${when}.` : `This is the list that was registered for entry ${number} at ${when}.`;
  }
  const leafOf = (seal, of, proof) => sha(new Uint8Array([0]), utf8.encode(`deckcheck-leaf/1\n${seal.event}\n${of}\n${proof.number}\n${proof.salt}\n${proof.list}`));

  function readProof(value) {
    const { seal, number, salt, list, path } = value;
    if (typeof seal !== "string" || !Number.isInteger(number) || salt === undefined || typeof list !== "string" || !Array.isArray(path)) {
      const missing = ["seal", "number", "salt", "list", "path"].find((key) => !(key in value));
      throw new Fault(`A proof has seal, number, salt, list and path; here ${missing ? `"${missing}" is missing` : "one of them has another kind of value"}.`);
    }
    if (number < 1) throw new Fault('The "number" of this proof is no entry\'s number: 1, 2, 3 and so on.');
    if (!isHash(salt)) throw new Fault('The "salt" of this proof is not 64 hexadecimal signs.');
    if (!path.every(isHash)) throw new Fault('The "path" of this proof holds something else than hashes of 64 hexadecimal signs.');
    return { statement: seal, number, salt, list, path };
  }
  async function verifyProof(proof) {
    const found = { proof, reason: "", text: "", seal: null, list: null, receipt: "" };
    try {
      found.seal = await readSeal(proof.statement);
      found.list = readList(proof.list);
      const root = await rootFromPath(await leafOf(found.seal, found.seal.number, proof), proof.number - 1, found.seal.size, proof.path);
      if (root !== found.seal.root) throw new Fault(`This list is not what was sealed for entry ${proof.number}.`, "root");
      if (!found.list.none) found.receipt = signs(hex(await leafOf(found.seal, 0, proof)));
      return { ...found, text: saidOf(found.seal, proof.number, found.list) };
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return { ...found, reason: fault.reason, text: fault.message };
    }
  }

  // Seals with their leaves
  async function sealsFault(seals, leaves) {
    if (new Set(seals.map((seal) => seal.event)).size > 1) return "These seals are of more than one event.";
    if (seals[0].number === 1 && seals[0].previous !== FIRST) return "Seal 1 names a seal before it; nothing comes before the first.";
    for (let at = 1; at < seals.length; at++) {
      const before = seals[at - 1], seal = seals[at];
      if (seal.number !== before.number + 1) return `Seal ${Math.min(seal.number, before.number + 1)} ${seal.number === before.number ? "is there twice" : "is missing"}.`;
      if (seal.previous !== before.hash) return `Seal ${seal.number} does not follow seal ${before.number}: the statement it names is another.`;
      if (seal.size < before.size) return `Entries covered: ${before.size} by seal ${before.number}, ${seal.size} by seal ${seal.number}. Entries never go.`;
    }
    for (const seal of seals) {
      const here = leaves.get(seal.number);
      if (!here) continue;
      if (here.length !== seal.size) return `Entries covered by seal ${seal.number}: ${seal.size}. Leaves here: ${here.length}.`;
      if (!here.every(isHash)) return `A leaf of seal ${seal.number} is no hash of 64 hexadecimal signs.`;
      if ((await rootOf(here.map(unhex))) !== seal.root) return `The leaves of seal ${seal.number} do not give its root.`;
    }
    return "";
  }
  async function verifySeals(statements, leaves) {
    let seals;
    try { seals = (await Promise.all(statements.map(readSeal))).sort((a, b) => a.number - b.number); } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return { holds: false, text: fault.message, seals: [] };
    }
    const text = await sealsFault(seals, leaves);
    if (text) return { holds: false, text, seals };
    const covered = seals.filter((seal) => leaves.has(seal.number)).length, first = `Seals ${seals[0].number} to ${seals.at(-1).number} follow one another`;
    const one = `Seal ${seals[0].number} is whole${covered ? " and its leaves give its root" : ""}.`;
    return { holds: true, seals, text: seals.length === 1 ? one : covered ? `${first}; the leaves of ${covered} give their roots.` : `${first}.` };
  }

  // What was brought: proofs and seals, wherever they stand in the JSON.
  const isObject = (value) => !!value && typeof value === "object" && !Array.isArray(value);
  function* walk(value, outer, depth) {
    if (depth > 20) return;
    if (Array.isArray(value)) { for (const item of value) yield* walk(item, outer, depth + 1); return; }
    if (!isObject(value)) return;
    const known = { ...outer };
    for (const key of ["number", "salt", "list", "sections", "unresolved"]) if (Object.hasOwn(value, key)) known[key] = value[key];
    if (Object.hasOwn(value, "path") && Object.hasOwn(value, "seal")) yield { ...known, ...value };
    else if (typeof value.statement === "string") yield value;
    for (const item of Object.values(value)) yield* walk(item, known, depth + 1);
  }
  function shownRows({ sections, unresolved = [], list }) {
    if (!isObject(sections) || !Array.isArray(unresolved)) return null;
    const row = (section, of, key, waiting) => {
      if (!isObject(of) || !Number.isInteger(of.count) || typeof section !== "string" || typeof of[key] !== "string") throw new Fault('A row of the list beside the proof has no "count" and name.');
      return { section, count: of.count, name: of[key], waiting: waiting || of.waiting === true };
    };
    const rows = Object.entries(sections).flatMap(([section, of]) => (Array.isArray(of) ? of.map((one) => row(section, one, "name", false)) : []));
    rows.push(...unresolved.filter(isObject).map((one) => row(one.section, one, "text", true)));
    return makeList((list.split("\n")[1] || "").replace(/^game /, ""), rows);
  }
  function readEvidence(text) {
    const found = { claims: [], statements: new Set(), leaves: new Map() };
    if (text.startsWith("PK\x03\x04")) throw new Fault('This is a zip. Unpack it, or verify it whole with "deckcheck verify".');
    if (text.trimStart().startsWith("deckcheck-seal/1")) { found.statements.add(text.replaceAll("\r\n", "\n").trim() + "\n"); return found; }
    let value;
    try { value = JSON.parse(text.replace(/^\ufeff/, "")); } catch { throw new Fault("This is no JSON, and so no proof. Take the whole file as it was published."); }
    for (const one of walk(value, {}, 0)) {
      if (Object.hasOwn(one, "path") && Object.hasOwn(one, "seal")) { const proof = readProof(one); found.claims.push({ proof, shown: shownRows(one) }); } else {
        found.statements.add(one.statement);
        const number = /^seal ([0-9]{1,9})$/m.exec(one.statement);
        if (Array.isArray(one.leaves)) found.leaves.set(number ? +number[1] : 0, one.leaves);
      }
    }
    if (!found.claims.length && !found.statements.size) throw new Fault("There is no proof and no seal in this. A proof has seal, number, salt, list and path.");
    return found;
  }

  // The whole question: proofs, seals, signs that were noted, a copy in the sealed form.
  async function verify(text, signsNoted, copyText) {
    const { claims, statements, leaves } = readEvidence(text);
    const proofs = await Promise.all(claims.map((claim) => verifyProof(claim.proof)));
    const checked = statements.size ? await verifySeals([...statements], leaves) : null;
    const seals = [...proofs.map((proof) => proof.seal).filter(Boolean), ...(checked?.seals || [])];
    const once = [...new Map(seals.map((seal) => [seal.text, seal])).values()];
    const beside = claims.flatMap(({ shown }, at) => (shown ? [[proofs[at], "The rows beside the proof are", shown]] : []));
    if (copyText) {
      const lists = new Set(claims.map((claim) => claim.proof.list)).size;
      if (lists !== 1) throw new Fault(`A copy is compared with one list; ${lists} are here. Take the proof of one list.`);
      const copy = readList(copyText.replaceAll("\r\n", "\n").trim() + "\n");
      beside.push(...proofs.map((proof) => [proof, "Your copy is", copy]));
    }
    const answer = { holds: true, proofs, seals: once, notes: [], unlike: [], sealed: true };
    const differs = (what, proof, rows) => {
      const unlike = rows.map((row) => unlikeWords(row, proof.list.game));
      return { ...answer, holds: false, unlike, text: `${what}: ${unlike.slice(0, 5).join("; ")}${unlike.length > 5 ? `; ${unlike.length - 5} more` : ""}.` };
    };
    for (const [proof, , given] of beside) if (proof.reason === "root" && (await verifyProof({ ...proof.proof, list: listText(given) })).reason === "") return differs("This list is not what was sealed", proof, differences(given, proof.list));
    const fault = faultOf(proofs, checked, once, signsNoted);
    if (fault) return { ...answer, holds: false, sealed: false, text: fault };
    for (const [proof, what, given] of beside) { const rows = differences(proof.list, given); if (rows.length) return differs(`${what} not what was sealed`, proof, rows); }
    if (copyText) answer.notes.push("Your copy is the same list.");
    const known = signsNoted && seals.find((seal) => seal.hash.startsWith(noted(signsNoted)));
    if (known) answer.notes.push(`Seal ${known.number} is the one you noted.`);
    if (checked && proofs.length) answer.notes.push(checked.text);
    return { ...answer, text: proofs.length === 1 ? proofs[0].text : proofs.length ? `${proofs.length} of ${proofs.length} proofs hold: these lists are what was sealed.` : checked.text };
  }
  function faultOf(proofs, checked, seals, signsNoted) {
    const broken = proofs.filter((proof) => proof.reason);
    if (broken.length) return proofs.length === 1 ? broken[0].text : `${broken.length} of ${proofs.length} proofs: ${broken[0].text}`;
    if (checked && !checked.holds) return checked.text;
    if (checked && proofs.some((proof) => !checked.seals.some((seal) => seal.text === proof.proof.statement))) return "No seal of this event matches: the proof brings a statement that is not among its seals.";
    if (!signsNoted) return "";
    const wanted = noted(signsNoted);
    if (!wanted) return "What you noted of the seal is no twelve hexadecimal signs or more, like C9C3 4BF5 E671.";
    if (seals.some((seal) => seal.hash.startsWith(wanted))) return "";
    return `No seal of this event matches what you noted: you have ${signs(wanted)}, here it is ${seals.map((seal) => signs(seal.hash)).slice(0, 5).join(", ")}.`;
  }

  // The page: the same parts as templates/_verified.html.
  const SVG = "http://www.w3.org/2000/svg";
  function el(tag, cls, ...inside) {
    const made = document.createElement(tag);
    if (cls) made.className = cls;
    made.append(...inside);
    return made;
  }
  function mark(state) {
    const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
    svg.setAttribute("class", "mark"); svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `${form.dataset.icons}#${state}`);
    svg.append(use);
    return svg;
  }
  const curly = (text) => text.replace(/"([^"]*)"/g, "\u201c$1\u201d");
  const line = (state, word, ...inside) => el("li", "", el("div", state === "check" ? "" : state, mark(state), el("span", "vh", word)), el("div", "", ...inside));
  function sealParts(seal) {
    const here = clock(seal.at, true) === clock(seal.at) ? "" : ` (${clock(seal.at, true)} for you)`;
    const made = WORDS.kinds[seal.kind] + (seal.stage === "-" ? "" : `, stage ${seal.stage}`);
    const facts = [["First signs", signs(seal.hash)], [made, momentWords(seal.at) + here], ["Covers", seal.size === 1 ? "1 entry" : `${seal.size} entries`], ["Hash of its statement", seal.hash], ["Event", seal.event]];
    return [el("h2", "block pad", `Seal ${seal.number}`), el("dl", "facts-list", ...facts.map(([name, fact]) => el("div", "", el("dt", "", name), el("dd", "", fact))))];
  }
  function listParts({ proof, list, receipt }) {
    const sections = [...new Set(list.rows.map((row) => row.section))].flatMap((section) => {
      const rows = list.rows.filter((row) => row.section === section), size = rows.reduce((n, row) => n + row.count, 0);
      const items = rows.map((row) => el("li", "", el("div", "num", String(row.count)), el("div", "row", row.waiting ? el("span", "undecided", mark("undecided"), " " + row.name) : el("span", "", row.name))));
      return [el("h3", "pad sub", title(list.game, section) + " ", el("span", "small", String(size))), el("ul", "sheet rows", ...items)];
    });
    return [el("h2", "block pad", `List of entry ${proof.number}`), el("p", "note", `Receipt ${receipt}`), ...sections];
  }
  function show(state, word, answer) {
    const result = document.getElementById("result");
    const lines = [line(state, word, el("p", "say", curly(answer.text)), el("p", "small", "Computed by your browser; nothing was sent."))];
    lines.push(...(answer.notes || []).map((note) => line("legal", "Holds", el("p", "", note))), ...(answer.unlike || []).map((unlike) => line("illegal", "Differs", el("p", "", unlike))));
    const held = new Map((answer.proofs || []).filter((p) => !p.reason && !p.list.none).map((p) => [JSON.stringify([p.proof.number, p.proof.list]), p]));
    result.replaceChildren(
      el("h2", "block pad", "Result"), el("ul", "sheet", ...lines), ...(answer.sealed ? answer.seals.flatMap(sealParts) : []),
      ...(answer.sealed && held.size <= FEW ? [...held.values()].flatMap(listParts) : []),
    );
    result.hidden = false;
    result.focus({ preventScroll: true });
    result.scrollIntoView({ block: "nearest" });
  }
  async function run() {
    const { proof, noted: signsNoted, copy } = form.elements;
    if (!proof.value.trim()) { show("check", "To do", { text: "Paste a proof or choose its file." }); return; }
    try {
      const answer = await verify(proof.value, signsNoted.value.trim(), copy.value.trim());
      show(answer.holds ? "legal" : "illegal", answer.holds ? "Holds" : "Does not hold", answer);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      show("check", "To do", { text: fault.message });
    }
  }
  form.addEventListener("submit", (e) => {
    const copy = form.elements.copy.value.trim();
    if (copy && !copy.startsWith("deckcheck-list/1")) return;
    e.preventDefault();
    run();
  });
  form.elements.file.addEventListener("change", async (e) => {
    const [file] = e.target.files;
    if (!file) return;
    form.elements.proof.value = await file.text();
    e.target.value = "";
    form.requestSubmit();
  });
  document.getElementById("where").textContent = "Your browser computes it; nothing is sent.";
})();
