// What a phone keeps of a deck check: one database a check, twelve hours at most, gone without a trace when it is wiped.
// The page of a check, the service worker and the page after signing out use it.
(() => {
  "use strict";
  const PREFIX = "deckcheck.check.", HOURS_12 = 12 * 3600000;
  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  const asked = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  /** @param {IDBTransaction} work @returns {Promise<void>} */
  const finished = (work) => new Promise((done, fail) => { work.oncomplete = () => done(); work.onabort = work.onerror = () => fail(work.error); });
  /** @param {string} uid @param {boolean} isNew whether it is made if there is none; if not, opening fails */
  async function open(uid, isNew = true) {
    const request = indexedDB.open(PREFIX + uid, 1);
    request.onupgradeneeded = () => {
      if (!isNew) { request.transaction?.abort(); return; }
      request.result.createObjectStore("page");
      request.result.createObjectStore("ops", { keyPath: "op" });
    };
    const db = await asked(request);
    db.onversionchange = () => db.close();
    return db;
  }
  /** @param {string} name @returns {Promise<void>} */
  const drop = (name) => new Promise((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => done();
  });
  const names = async () => (await indexedDB.databases?.() ?? []).map((d) => d.name ?? "").filter((n) => n.startsWith(PREFIX));
  /** @param {IDBDatabase} db @returns {Promise<KeptPage | undefined>} */
  const readPage = (db) => asked(db.transaction("page").objectStore("page").get(1));
  /** @param {IDBDatabase} db @returns {Promise<KeptTap[]>} */
  const readTaps = (db) => asked(db.transaction("ops").objectStore("ops").getAll());
  // Done once it is on the disk, as a phone may be switched off a moment later.
  /** @type {Kept["write"]} */
  function write(db, store, act) {
    const work = db.transaction(store, "readwrite", { durability: "strict" });
    act(work.objectStore(store));
    return finished(work);
  }
  /** @param {string} uid */
  const wipe = (uid) => drop(PREFIX + uid);
  async function wipeAll() { await Promise.all((await names()).map(drop)); }
  async function wipeOld() {
    for (const name of await names()) {
      try {
        // What was wiped since its name was read is not made again.
        const db = await open(name.slice(PREFIX.length), false), page = await readPage(db);
        db.close();
        if (page && Date.now() - page.at > HOURS_12) await drop(name);
      } catch { await drop(name); }
    }
  }
  self.kept = { HOURS_12, open, readPage, readTaps, write, wipe, wipeAll, wipeOld };
})();
