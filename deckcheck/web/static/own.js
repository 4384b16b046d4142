// A player's own list on the player's own phone: kept once they asked for it, shown where no network answers.
// The page of the list, the service worker and the page after signing out use it. The server says in the headers of
// its answer whose page it is, which list, and until when it may be kept; without them nothing is kept.
(() => {
  "use strict";
  const CACHE = "deckcheck-own-list", WHOSE = "Deckcheck-Whose", LIST = "Deckcheck-List", UNTIL = "Deckcheck-Until";
  // Every copy's address and headers.
  async function copies() {
    if (!await caches.has(CACHE)) return [];
    const cache = await caches.open(CACHE);
    return Promise.all((await cache.keys()).map(async (key) => [key.url.slice(location.origin.length), (await cache.match(key)).headers]));
  }
  async function drop(goes) {
    const former = await copies(), gone = former.filter(([address, headers]) => goes(headers, address));
    if (!gone.length) return;
    const cache = await caches.open(CACHE);
    await (gone.length === former.length ? wipeAll() : Promise.all(gone.map(([address]) => cache.delete(address))));
  }
  // A copy says of itself that it is one: the sentence for it stands in the page from the start.
  async function put(address, answer) {
    const page = (await answer.text()).replace('id="seen" hidden', 'id="seen"'), headers = new Headers(answer.headers);
    for (const name of ["Vary", "Content-Encoding", "Content-Length"]) headers.delete(name);
    await (await caches.open(CACHE)).put(address, new Response(page, { headers }));
    await drop((other, at) => other.get(LIST) === headers.get(LIST) && at !== address);
  }
  const wipeAll = () => caches.delete(CACHE);
  const wipeOld = () => drop((headers) => +headers.get(UNTIL) <= Date.now());
  const forget = (list) => drop((headers) => headers.get(LIST) === list);
  const holds = async (list) => (await copies()).some(([, headers]) => headers.get(LIST) === list);
  async function find(address) {
    await wipeOld();
    return caches.match(address, { cacheName: CACHE });
  }
  // The address of the copy that was made last.
  const last = async () => (await copies()).at(-1)?.[0];
  // What an answer tells: copies of whoever is not here any more go, so does one that is no list of theirs by now; and
  // a newer page takes the place of its copy. A server that is in trouble tells nothing.
  async function heard(address, answer) {
    if (answer.status >= 500 || answer.status === 429) return;
    const [whose, list] = [WHOSE, LIST].map((name) => answer.headers.get(name));
    await drop((headers, at) => headers.get(WHOSE) !== whose || (at === address && !list));
    if (list && await holds(list)) await put(address, answer);
  }
  async function keep(address) {
    const answer = await fetch(address);
    if (answer.ok && answer.headers.get(LIST)) await put(address, answer);
    else await heard(address, answer);
    return answer.ok;
  }
  self.own = { keep, holds, forget, find, last, heard, wipeAll, wipeOld };
})();
