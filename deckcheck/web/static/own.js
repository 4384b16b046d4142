// A player's own list on the player's own phone: kept once they asked for it, shown where no network answers.
// The page of the list, the service worker and the page after signing out use it. The server says in the headers of
// its answer whose page it is, which list, and until when it may be kept; without them nothing is kept.
(() => {
  "use strict";
  const CACHE = "deckcheck-own-list", WHOSE = "Deckcheck-Whose", LIST = "Deckcheck-List", UNTIL = "Deckcheck-Until";
  // Every copy's address and headers.
  /** @returns {Promise<[address: string, headers: Headers][]>} */
  async function copies() {
    if (!await caches.has(CACHE)) return [];
    const cache = await caches.open(CACHE);
    return Promise.all((await cache.keys()).map(async (key) => [key.url.slice(location.origin.length), (await cache.match(key))?.headers ?? new Headers()]));
  }
  /** @param {(headers: Headers, address: string) => boolean} goes */
  async function drop(goes) {
    const former = await copies(), gone = former.filter(([address, headers]) => goes(headers, address));
    if (!gone.length) return;
    const cache = await caches.open(CACHE);
    await (gone.length === former.length ? wipeAll() : Promise.all(gone.map(([address]) => cache.delete(address))));
  }
  // An answer that nobody asked to keep is put in the place of a copy alone. A copy says of itself that it is one: the sentence for it stands in the page from the start.
  /** @type {Own["heard"]} */
  async function put(address, answer, asked) {
    const page = (await answer.text()).replace('id="seen" hidden', 'id="seen"'), headers = new Headers(answer.headers);
    for (const name of ["Vary", "Content-Encoding", "Content-Length"]) headers.delete(name);
    // Only now is the answer there in whole: meanwhile somebody may have signed out, or forgotten the list.
    if (!asked && !await holds(headers.get(LIST))) return;
    await (await caches.open(CACHE)).put(address, new Response(page, { headers }));
    await drop((other, at) => other.get(LIST) === headers.get(LIST) && at !== address);
  }
  const wipeAll = () => caches.delete(CACHE);
  const wipeOld = () => drop((headers) => Number(headers.get(UNTIL)) <= Date.now());
  /** @param {string} list */
  const forget = (list) => drop((headers) => headers.get(LIST) === list);
  /** @type {Own["holds"]} */
  const holds = async (list) => (await copies()).some(([, headers]) => headers.get(LIST) === list);
  /** @param {string} address */
  async function find(address) {
    await wipeOld();
    return caches.match(address, { cacheName: CACHE });
  }
  // The address of the copy that was made last.
  const last = async () => (await copies()).at(-1)?.[0];
  // What an answer tells: copies of whoever is not here any more go, so does one that is no list of theirs by now, at
  // whichever address of its page if it is refused; and a newer page takes the place of its copy, or is the first one
  // if it is asked for. A server that is in trouble tells nothing.
  /** @type {Own["heard"]} */
  async function heard(address, answer, asked) {
    if (answer.status >= 500 || answer.status === 429) return;
    const [whose, list] = [WHOSE, LIST].map((name) => answer.headers.get(name)), page = (/** @type {string} */ at) => at.split("?")[0];
    const gone = (/** @type {string} */ at) => !list && (at === address || (answer.status >= 400 && page(at) === page(address)));
    await drop((headers, at) => headers.get(WHOSE) !== whose || gone(at));
    if (list) await put(address, answer, asked);
  }
  /** @param {string} address */
  async function keep(address) {
    const answer = await fetch(address);
    await heard(address, answer, answer.ok);
    return answer.ok;
  }
  self.own = { keep, holds, forget, find, last, heard, wipeAll, wipeOld };
})();
