// Verifies proofs and seals here, with no request. Without this file or without Web Crypto (http) the server does.
// The same as canonical.py of deckcheck/verdict and merkle.py, seals.py, proof_check.py and evidence.py of deckcheck/lists.
(() => {
  "use strict";
  /** @typedef {{ section: string, count: number, name: string, waiting: boolean }} Row */
  /** @typedef {{ game: string, none: boolean, rows: Row[] }} List */
  /** @typedef {Row & { both: [sealed: number, here: number] }} Unlike */
  /** @typedef {Record<"event" | "kind" | "stage" | "at" | "root" | "previous" | "text" | "hash", string> & { number: number, size: number }} Seal */
  /** @typedef {{ statement: string, number: number, salt: string, list: string, path: string[] }} Proof */
  /** @typedef {{ proof: Proof, reason: string, text: string, seal: Seal | null, list: List | null, receipt: string }} Checked */
  /** @typedef {{ holds: boolean, text: string, seals: Seal[] }} CheckedSeals */
  /** @typedef {{ proof: Proof, shown: List | null }} Claim */
  /** @typedef {{ claims: Claim[], statements: Set<string>, leaves: Map<number, string[]> }} Evidence */
  /** @typedef {{ holds?: boolean, text: string, proofs?: Checked[], seals?: Seal[], notes?: string[], unlike?: string[], sealed?: boolean }} Answer */
  /** @typedef {Fields<"proof" | "noted" | "copy" | "file"> & With<HTMLFormElement, "words" | "icons">} Form */
  const page = /** @type {Form | null} */ (document.getElementById("verify"));
  if (!page || !window.crypto?.subtle) return;
  const form = page;
  /** @type {{ [game: string]: Record<string, string> }} */
  const WORDS = JSON.parse(form.dataset.words);
  const FIRST = "0".repeat(64), FEW = 12;
  const SECTIONS = "main sideboard commander companion material attractions stickers contraptions signature_spell boons pool".split(" ");
  const MONTHS = "January February March April May June July August September October November December".split(" ");

  // Hashes
  const utf8 = new TextEncoder();
  const hex = (/** @type {Uint8Array} */ bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  const unhex = (/** @type {string} */ text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  const isHash = (/** @type {unknown} */ text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
  const shortHash = (/** @type {string} */ hash) => hash.slice(0, 12).toUpperCase().replace(/.{4}(?=.)/g, "$& ");
  const noted = (/** @type {string} */ text) => { const found = text.replace(/\s/g, "").toLowerCase(); return /^[0-9a-f]{12,64}$/.test(found) ? found : ""; };
  async function sha(/** @type {Uint8Array[]} */ ...parts) {
    const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let at = 0;
    for (const part of parts) { all.set(part, at); at += part.length; }
    return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  }
  const node = (/** @type {Uint8Array} */ left, /** @type {Uint8Array} */ right) => sha(new Uint8Array([1]), left, right);

  class Fault extends Error {
    constructor(/** @type {string} */ sentence, reason = "unread") { super(sentence); this.reason = reason; }
  }
  const shorten = (/** @type {string} */ text) => {
    const told = text.replace(/\p{Surrogate}/gu, "?").replace(/[\p{Cc}\p{Cf}]/gu, "").split(/\s+/).join(" ").trim();
    return told.length <= 60 ? told : told.slice(0, 59) + "…";
  };

  // Lists in their sealed form. Texts are compared by code points, as their UTF-8 bytes stand; not by UTF-16 units.
  const points = (/** @type {string} */ text) => Array.from(text, (c) => c.codePointAt(0) ?? 0);
  function byCodePoints(/** @type {string} */ one, /** @type {string} */ other) {
    const a = points(one), b = points(other);
    const at = a.findIndex((point, place) => point !== b[place]);
    return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -1);
  }
  const order = (/** @type {string} */ section) => (SECTIONS.includes(section) ? SECTIONS.indexOf(section) : SECTIONS.length);
  const byPlace = (/** @type {Row} */ a, /** @type {Row} */ b) => order(a.section) - order(b.section) || byCodePoints(a.section, b.section) || Number(a.waiting) - Number(b.waiting) || byCodePoints(a.name, b.name);
  const listText = (/** @type {List} */ { game, none, rows }) => `deckcheck-list/1\ngame ${game}\n${none ? "none\n" : rows.map((r) => `${r.section}${r.waiting ? "?" : ""}\t${r.count}\t${r.name}\n`).join("")}`;

  function readList(/** @type {string} */ text) {
    const lines = text.split("\n"), game = lines.length > 2 && lines[0] === "deckcheck-list/1" && /^game ([a-z0-9-]+)$/.exec(lines[1]);
    if (!game || lines.pop() !== "") throw new Fault('A list in its sealed form begins with "deckcheck-list/1" and its game, and ends with a line end.', "list");
    /** @type {List} */
    const list = { game: game[1], none: lines.length === 3 && lines[2] === "none", rows: [] };
    if (!list.none) list.rows = lines.slice(2).map((line, at) => {
      const found = /^([a-z0-9_]+)(\??)\t([1-9][0-9]{0,8})\t([^\t]+)$/.exec(line);
      if (!found || /[\p{Cc}\p{Surrogate}]/u.test(found[4])) throw new Fault(`Line ${at + 3} of this list is no row of the sealed form: "${shorten(line)}".`, "list");
      return { section: found[1], count: +found[3], name: found[4], waiting: !!found[2] };
    });
    if (list.rows.some((row, at) => at && byPlace(list.rows[at - 1], row) >= 0)) throw new Fault("The rows of this list are not in the order of the sealed form.", "list");
    return list;
  }
  /** @param {string} game @param {Row[]} rows @returns {List} */
  function makeList(game, rows) {
    /** @type {Map<string, Row>} */
    const known = new Map();
    for (const row of rows) {
      // The characters at which Python's str.split() cuts, some of which are control characters.
      // eslint-disable-next-line no-control-regex
      const name = row.name.replace(/\p{Surrogate}/gu, "\ufffd").split(/[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/).filter(Boolean).join(" ").replace(/\p{Cc}/gu, "").normalize("NFC") || "\ufffd";
      const key = JSON.stringify([row.section, row.waiting, name]), made = known.get(key) || { ...row, name, count: 0 };
      made.count += row.count;
      known.set(key, made);
    }
    return { game, none: false, rows: [...known.values()].filter((row) => row.count > 0).sort(byPlace) };
  }
  function differences(/** @type {List} */ sealed, /** @type {List} */ given) {
    /** @type {Map<string, Unlike>} */
    const counts = new Map();
    [sealed, given].forEach((list, side) => list.rows.forEach((row) => {
      const key = JSON.stringify([row.section, row.waiting, row.name]), /** @type {Unlike} */ found = counts.get(key) || { ...row, both: [0, 0] };
      found.both[side] += row.count;
      counts.set(key, found);
    }));
    return [...counts.values()].filter((row) => row.both[0] !== row.both[1]).sort(byPlace);
  }
  const title = (/** @type {string} */ game, /** @type {string} */ section) => WORDS[game]?.[section] || section;
  const unlikeWords = (/** @type {Unlike} */ row, /** @type {string} */ game) => `${row.both[0]} ${row.name} sealed in the ${WORDS[game]?.[row.section]?.toLowerCase() || row.section}, ${row.both[1]} here`;

  // The tree of RFC 9162: from level to level, an odd last node going up as it is.
  async function rootOf(/** @type {Uint8Array[]} */ leaves) {
    let level = leaves;
    if (!level.length) return hex(await sha());
    while (level.length > 1) level = await Promise.all(Array.from({ length: (level.length + 1) >> 1 }, (_, i) => (2 * i + 1 < level.length ? node(level[2 * i], level[2 * i + 1]) : level[2 * i])));
    return hex(level[0]);
  }
  /** @param {Uint8Array} leaf @param {number} index @param {number} size @param {string[]} path */
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
  const isMoment = (/** @type {string} */ text) => { const moment = new Date(text); return !Number.isNaN(+moment) && moment.toISOString() === text; };
  /** @param {string} text @returns {Promise<Seal>} */
  async function readSeal(text) {
    const [head, ...lines] = text.split("\n"), keys = /** @type {(keyof typeof LINES)[]} */ (Object.keys(LINES)), seal = /** @type {Record<keyof typeof LINES, string>} */ ({});
    if (head !== "deckcheck-seal/1" || lines.length !== keys.length + 1 || lines.at(-1)) throw new Fault("A seal's statement is deckcheck-seal/1 and 9 lines; this is none.", "statement");
    keys.forEach((key, at) => {
      const value = lines[at].startsWith(key + " ") ? lines[at].slice(key.length + 1) : "";
      if (!LINES[key].test(value) || (key === "at" && !isMoment(value))) throw new Fault(`Line ${at + 2} of the seal's statement does not name its ${key}: "${shorten(lines[at])}".`, "statement");
      seal[key] = value;
    });
    return { ...seal, text, number: +seal.seal, size: +seal.leaves, hash: hex(await sha(utf8.encode(text))) };
  }
  function clock(/** @type {string} */ text, local = false) {
    const moment = new Date(text), two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    const [h, m, s] = local ? [moment.getHours(), moment.getMinutes(), moment.getSeconds()] : [moment.getUTCHours(), moment.getUTCMinutes(), moment.getUTCSeconds()];
    return `${two(h)}:${two(m)}${s || moment.getMilliseconds() ? ":" + two(s) : ""}`;
  }
  const momentWords = (/** @type {string} */ text) => { const day = new Date(text); return `${clock(text)} UTC on ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${String(day.getUTCFullYear()).padStart(4, "0")}`; };
  function saidOf(/** @type {Seal} */ seal, /** @type {number} */ number, /** @type {List} */ list) {
    const when = momentWords(seal.at);
    if (list.none) return `No list was registered for entry ${number} at ${when}.`;
    return seal.kind === "deadline" ? `This is the list registered for entry ${number} before ${when}.` : `This is the list that was registered for entry ${number} at ${when}.`;
  }
  const leafOf = (/** @type {Seal} */ seal, /** @type {number} */ of, /** @type {Proof} */ proof) => sha(new Uint8Array([0]), utf8.encode(`deckcheck-leaf/1\n${seal.event}\n${of}\n${proof.number}\n${proof.salt}\n${proof.list}`));

  /** @param {Record<string, unknown>} value @returns {Proof} */
  function readProof(value) {
    const { seal, number, salt, list, path } = value;
    if (typeof seal !== "string" || typeof number !== "number" || !Number.isInteger(number) || salt === undefined || typeof list !== "string" || !Array.isArray(path)) {
      const missing = ["seal", "number", "salt", "list", "path"].find((key) => !(key in value));
      throw new Fault(`A proof has seal, number, salt, list and path; here ${missing ? `"${missing}" is missing` : "one of them has another kind of value"}.`);
    }
    if (number < 1) throw new Fault('The "number" of this proof is no entry\'s number: 1, 2, 3 and so on.');
    if (typeof salt !== "string" || !isHash(salt)) throw new Fault('The "salt" of this proof is not 64 hexadecimal digits.');
    if (!path.every(isHash)) throw new Fault('The "path" of this proof holds something else than hashes of 64 hexadecimal digits.');
    return { statement: seal, number, salt, list, path };
  }
  /** @param {Proof} proof @returns {Promise<Checked>} */
  async function verifyProof(proof) {
    /** @type {Checked} */
    const found = { proof, reason: "", text: "", seal: null, list: null, receipt: "" };
    try {
      found.seal = await readSeal(proof.statement);
      found.list = readList(proof.list);
      const root = await rootFromPath(await leafOf(found.seal, found.seal.number, proof), proof.number - 1, found.seal.size, proof.path);
      if (root !== found.seal.root) throw new Fault(`This list is not what was sealed for entry ${proof.number}.`, "root");
      if (!found.list.none) found.receipt = shortHash(hex(await leafOf(found.seal, 0, proof)));
      return { ...found, text: saidOf(found.seal, proof.number, found.list) };
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return { ...found, reason: fault.reason, text: fault.message };
    }
  }

  // Seals with their leaves
  /** @param {Seal[]} seals @param {Evidence["leaves"]} leaves */
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
      if (!here.every(isHash)) return `A leaf of seal ${seal.number} is no hash of 64 hexadecimal digits.`;
      if ((await rootOf(here.map(unhex))) !== seal.root) return `The leaves of seal ${seal.number} do not give its root.`;
    }
    return "";
  }
  /** @param {string[]} statements @param {Evidence["leaves"]} leaves @returns {Promise<CheckedSeals>} */
  async function verifySeals(statements, leaves) {
    /** @type {Seal[]} */
    let seals;
    try { seals = (await Promise.all(statements.map(readSeal))).sort((a, b) => a.number - b.number); } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return { holds: false, text: fault.message, seals: [] };
    }
    const text = await sealsFault(seals, leaves);
    if (text) return { holds: false, text, seals };
    const covered = seals.filter((seal) => leaves.has(seal.number)).length, first = `Seals ${seals[0].number} to ${seals[seals.length - 1].number} follow one another`;
    const one = `Seal ${seals[0].number} is whole${covered ? " and its leaves give its root" : ""}.`;
    return { holds: true, seals, text: seals.length === 1 ? one : covered ? `${first}; the leaves of ${covered} give their roots.` : `${first}.` };
  }

  // What was brought: proofs and seals, wherever they stand in the JSON.
  /** @param {unknown} value @returns {value is Record<string, unknown>} */
  const isObject = (value) => !!value && typeof value === "object" && !Array.isArray(value);
  /** @param {unknown} value @param {Record<string, unknown>} outer @param {number} depth @returns {Generator<Record<string, unknown>>} */
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
  /** @param {Record<string, unknown>} beside @param {Proof} proof */
  function shownRows({ sections, unresolved = [] }, { list }) {
    if (!isObject(sections) || !Array.isArray(unresolved)) return null;
    /** @param {unknown} section @param {unknown} of @param {string} key @param {boolean} waiting @returns {Row} */
    const row = (section, of, key, waiting) => {
      const { count, [key]: name } = isObject(of) ? of : {};
      if (!isObject(of) || typeof count !== "number" || !Number.isInteger(count) || typeof section !== "string" || typeof name !== "string") throw new Fault('A row of the list beside the proof has no "count" and name.');
      return { section, count, name, waiting: waiting || of.waiting === true };
    };
    const rows = Object.entries(sections).flatMap(([section, of]) => (Array.isArray(of) ? of.map((one) => row(section, one, "name", false)) : []));
    rows.push(...unresolved.filter(isObject).map((one) => row(one.section, one, "text", true)));
    return makeList((list.split("\n")[1] || "").replace(/^game /, ""), rows);
  }
  function readEvidence(/** @type {string} */ text) {
    /** @type {Evidence} */
    const found = { claims: [], statements: new Set(), leaves: new Map() };
    if (text.startsWith("PK\x03\x04")) throw new Fault('This is a zip. Unpack it, or verify it whole with "deckcheck verify".');
    if (text.trimStart().startsWith("deckcheck-seal/1")) { found.statements.add(text.replaceAll("\r\n", "\n").trim() + "\n"); return found; }
    let value;
    try { value = JSON.parse(text.replace(/^\ufeff/, "")); } catch { throw new Fault("This is no JSON, and so no proof. Take the whole file as it was published."); }
    for (const one of walk(value, {}, 0)) {
      if (Object.hasOwn(one, "path") && Object.hasOwn(one, "seal")) { const proof = readProof(one); found.claims.push({ proof, shown: shownRows(one, proof) }); } else {
        const statement = String(one.statement);
        found.statements.add(statement);
        const number = /^seal ([0-9]{1,9})$/m.exec(statement);
        if (Array.isArray(one.leaves)) found.leaves.set(number ? +number[1] : 0, one.leaves);
      }
    }
    if (!found.claims.length && !found.statements.size) throw new Fault("There is no proof and no seal in this. A proof has seal, number, salt, list and path.");
    return found;
  }

  // The whole question: proofs, seals, the short hash that were noted, a copy in the sealed form.
  /** @param {string} text @param {string} notedHash @param {string} copyText @returns {Promise<Answer>} */
  async function verify(text, notedHash, copyText) {
    const { claims, statements, leaves } = readEvidence(text);
    const proofs = await Promise.all(claims.map((claim) => verifyProof(claim.proof)));
    const checked = statements.size ? await verifySeals([...statements], leaves) : null;
    const seals = [...proofs.map((proof) => proof.seal).filter((seal) => seal !== null), ...(checked?.seals || [])];
    const once = [...new Map(seals.map((seal) => [seal.text, seal])).values()];
    /** @type {[proof: Checked, what: string, given: List][]} */
    const beside = claims.flatMap(({ shown }, at) => (shown ? [[proofs[at], "The rows beside the proof are", shown]] : []));
    if (copyText) {
      const lists = new Set(claims.map((claim) => claim.proof.list)).size;
      if (lists !== 1) throw new Fault(`A copy is compared with one list; ${lists} are here. Take the proof of one list.`);
      const copy = readList(copyText.replaceAll("\r\n", "\n").trim() + "\n");
      for (const proof of proofs) beside.push([proof, "Your copy is", copy]);
    }
    /** @type {string[]} */
    const notes = [];
    const answer = { holds: true, proofs, seals: once, notes, sealed: true };
    const differs = (/** @type {string} */ what, /** @type {List} */ list, /** @type {Unlike[]} */ rows) => {
      const unlike = rows.map((row) => unlikeWords(row, list.game));
      return { ...answer, holds: false, unlike, text: `${what}: ${unlike.slice(0, 5).join("; ")}${unlike.length > 5 ? `; ${unlike.length - 5} more` : ""}.` };
    };
    for (const [proof, , given] of beside) if (proof.list && proof.reason === "root" && (await verifyProof({ ...proof.proof, list: listText(given) })).reason === "") return differs("This list is not what was sealed", proof.list, differences(given, proof.list));
    const fault = faultOf(proofs, checked, once, notedHash);
    if (fault) return { ...answer, holds: false, sealed: false, text: fault };
    for (const [{ list }, what, given] of beside) { const rows = list ? differences(list, given) : []; if (list && rows.length) return differs(`${what} not what was sealed`, list, rows); }
    if (copyText) notes.push("Your copy is the same list.");
    const known = notedHash && seals.find((seal) => seal.hash.startsWith(noted(notedHash)));
    if (known) notes.push(`Seal ${known.number} is the one you noted.`);
    if (checked && proofs.length) notes.push(checked.text);
    return { ...answer, text: proofs.length === 1 ? proofs[0].text : proofs.length ? `${proofs.length} of ${proofs.length} proofs hold: these lists are what was sealed.` : checked?.text ?? "" };
  }
  /** @param {Checked[]} proofs @param {CheckedSeals | null} checked @param {Seal[]} seals @param {string} notedHash */
  function faultOf(proofs, checked, seals, notedHash) {
    const broken = proofs.filter((proof) => proof.reason);
    if (broken.length) return proofs.length === 1 ? broken[0].text : `${broken.length} of ${proofs.length} proofs: ${broken[0].text}`;
    if (checked && !checked.holds) return checked.text;
    if (checked && proofs.some((proof) => !checked.seals.some((seal) => seal.text === proof.proof.statement))) return "No seal of this event matches: the proof brings a statement that is not among its seals.";
    if (!notedHash) return "";
    const wanted = noted(notedHash);
    if (!wanted) return "What you noted of the seal is no twelve hexadecimal digits or more, like C9C3 4BF5 E671.";
    if (seals.some((seal) => seal.hash.startsWith(wanted))) return "";
    return `No seal of this event matches what you noted: you have ${shortHash(wanted)}, here it is ${seals.map((seal) => shortHash(seal.hash)).slice(0, 5).join(", ")}.`;
  }

  // The page: the same parts as templates/_verified.html.
  const SVG = "http://www.w3.org/2000/svg";
  /** @param {keyof Tags} tag @param {string} cls @param {(string | Element)[]} inside */
  function el(tag, cls, ...inside) {
    const made = document.createElement(tag);
    if (cls) made.className = cls;
    made.append(...inside);
    return made;
  }
  function mark(/** @type {string} */ state) {
    const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
    svg.setAttribute("class", "mark"); svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `${form.dataset.icons}#${state}`);
    svg.append(use);
    return svg;
  }
  const curly = (/** @type {string} */ text) => text.replace(/"([^"]*)"/g, "\u201c$1\u201d");
  const line = (/** @type {string} */ state, /** @type {string} */ word, /** @type {Element[]} */ ...inside) => el("li", "", el("div", state === "check" ? "" : state, mark(state), el("span", "vh", word)), el("div", "", ...inside));
  function sealParts(/** @type {Seal} */ seal) {
    const here = clock(seal.at, true) === clock(seal.at) ? "" : ` (${clock(seal.at, true)} for you)`;
    const made = WORDS.kinds[seal.kind] + (seal.stage === "-" ? "" : `, stage ${seal.stage}`);
    const facts = [["First characters", shortHash(seal.hash)], [made, momentWords(seal.at) + here], ["Covers", seal.size === 1 ? "1 entry" : `${seal.size} entries`], ["Hash of its statement", seal.hash], ["Event", seal.event]];
    return [el("h2", "block pad", `Seal ${seal.number}`), el("dl", "facts-list", ...facts.map(([name, fact]) => el("div", "", el("dt", "", name), el("dd", "", fact))))];
  }
  function listParts(/** @type {Checked} */ { proof, list, receipt }) {
    if (!list || list.none) return [];
    const sections = [...new Set(list.rows.map((row) => row.section))].flatMap((section) => {
      const rows = list.rows.filter((row) => row.section === section), size = rows.reduce((n, row) => n + row.count, 0);
      const items = rows.map((row) => el("li", "", el("div", "num", String(row.count)), el("div", "row", row.waiting ? el("span", "undecided", mark("undecided"), " " + row.name) : el("span", "", row.name))));
      return [el("h3", "pad sub", title(list.game, section) + " ", el("span", "small", String(size))), el("ul", "sheet rows", ...items)];
    });
    return [el("h2", "block pad", `List of entry ${proof.number}`), el("p", "note", `Receipt ${receipt}`), ...sections];
  }
  function show(/** @type {string} */ state, /** @type {string} */ word, /** @type {Answer} */ answer) {
    const result = document.getElementById("result");
    if (!result) return;
    const lines = [line(state, word, el("p", "say", curly(answer.text)), el("p", "small", "Computed by your browser; nothing was sent."))];
    lines.push(...(answer.notes || []).map((note) => line("legal", "Holds", el("p", "", note))), ...(answer.unlike || []).map((unlike) => line("illegal", "Differs", el("p", "", unlike))));
    const held = new Map((answer.proofs || []).filter((p) => !p.reason && !p.list?.none).map((p) => [JSON.stringify([p.proof.number, p.proof.list]), p]));
    result.replaceChildren(
      el("h2", "block pad", "Result"), el("ul", "sheet", ...lines), ...(answer.sealed ? answer.seals ?? [] : []).flatMap(sealParts),
      ...(answer.sealed && held.size <= FEW ? [...held.values()].flatMap(listParts) : []),
    );
    result.hidden = false;
    result.focus({ preventScroll: true });
    result.scrollIntoView({ block: "nearest" });
  }
  async function run() {
    const { proof, noted: notedHash, copy } = form.elements;
    if (!proof.value.trim()) { show("check", "To do", { text: "Paste a proof or choose its file." }); return; }
    try {
      const answer = await verify(proof.value, notedHash.value.trim(), copy.value.trim());
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
  const { file: chosen } = form.elements;
  async function bring() {
    const [file] = chosen.files ?? [];
    if (!file) return;
    form.elements.proof.value = await file.text();
    chosen.value = "";
    form.requestSubmit();
  }
  chosen.addEventListener("change", bring);
  bring();
  const where = document.getElementById("where");
  if (where) where.textContent = "Your browser computes it; nothing is sent.";
})();
