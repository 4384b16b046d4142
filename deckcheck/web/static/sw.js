// Keeps the shell of a deck check's page, so that a check goes on without a network: style, script, signs and an empty
// page; what a check needs lies in the phone's own database. The page that checks a list is kept too, without any list.
// Of pages with lists it keeps a player's own alone, once they asked for it; no answer else is ever kept.
importScripts("KEPT", "OWN");
const SHELL = "/offline", TO_CHECK = "/check", FILES = FILES_LIST, CACHE = "deckcheck-shell-VERSION", PATIENCE = 10000;
const CHECK = /^\/e\/[^/]+\/checks\/[0-9a-f-]{36}(\/result)?$/;
const MINE = "/me", OWN_PAGE = /^\/(me|e\/[^/]+\/my\/list)$/, OWN_PATIENCE = 4000;
// Forms by which whoever was here leaves: signing out or in, another's link, the end of an account.
const LEAVING = /^\/(sign-out|sign-in|sign-in\/code|r\/[^/]+|account\/close)$/;

/** @param {number} ms @returns {Promise<never>} */
const late = (ms) => new Promise((_, no) => { setTimeout(no, ms); });
// The network first. Its answer is listened to even where the copy had to be shown meanwhile.
/** @param {FetchEvent} e @param {string} address */
async function ownPage(e, address) {
  const answer = fetch(e.request);
  e.waitUntil(answer.then((found) => own.heard(address, found.clone())).catch(() => {}));
  try {
    return await Promise.race([answer, late(OWN_PATIENCE)]);
  } catch {
    const copy = await own.find(address), other = address === MINE && await own.last();
    return copy ?? (other ? Response.redirect(other) : answer);
  }
}

addEventListener("install", (e) => {
  e.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { credentials: "omit" })));
    await skipWaiting();
  })());
});
addEventListener("activate", (e) => {
  e.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("deckcheck-shell-") && name !== CACHE) await caches.delete(name);
    await clients.claim();
  })());
});
addEventListener("fetch", (e) => {
  const request = e.request, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate" && request.method === "POST" && LEAVING.test(url.pathname)) e.waitUntil(own.wipeAll());
  if (request.method !== "GET") return;
  if (FILES.includes(url.pathname + url.search) && request.mode !== "navigate") {
    e.respondWith(caches.match(request, { ignoreVary: true }).then((found) => found ?? fetch(request)));
  } else if (request.mode === "navigate") {
    e.waitUntil(Promise.allSettled([kept.wipeOld(), own.wipeOld()]));
    if (CHECK.test(url.pathname)) e.respondWith(Promise.race([fetch(request), late(PATIENCE)]).catch(async () => await caches.match(SHELL, { ignoreVary: true }) ?? Response.error()));
    else if (url.pathname === TO_CHECK) e.respondWith(fetch(request).catch(async () => await caches.match(TO_CHECK, { ignoreVary: true }) ?? Response.error()));
    else if (OWN_PAGE.test(url.pathname)) e.respondWith(ownPage(e, url.pathname + url.search));
  } else if (url.pathname.startsWith("/static/")) {
    // A page that was kept before the files changed takes those that there are now.
    e.respondWith(fetch(request).catch(async () => await caches.match(request, { ignoreVary: true, ignoreSearch: true }) ?? Response.error()));
  }
});
