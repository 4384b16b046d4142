// Keeps the shell of a deck check's page, so that a check goes on without a network: style, script, signs and an empty
// page. No page with a list, and no answer, is ever kept here; what a check needs lies in the phone's own database.
importScripts("KEPT");
const SHELL = "/offline", FILES = FILES_LIST, CACHE = "deckcheck-shell-VERSION", PATIENCE = 10000;
const CHECK = /^\/e\/[^/]+\/checks\/[0-9a-f-]{36}(\/result)?$/;

const late = () => new Promise((_, no) => { setTimeout(no, PATIENCE); });

addEventListener("install", (e) => {
  e.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { credentials: "omit" })));
    await skipWaiting();
  })());
});
addEventListener("activate", (e) => {
  e.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("deckcheck-") && name !== CACHE) await caches.delete(name);
    await clients.claim();
  })());
});
addEventListener("fetch", (e) => {
  const request = e.request, url = new URL(request.url);
  if (url.origin !== location.origin || request.method !== "GET") return;
  if (FILES.includes(url.pathname + url.search) && url.pathname !== SHELL) {
    e.respondWith(caches.match(request, { ignoreVary: true }).then((found) => found ?? fetch(request)));
  } else if (request.mode === "navigate") {
    e.waitUntil(kept.wipeOld().catch(() => {}));
    if (CHECK.test(url.pathname)) e.respondWith(Promise.race([fetch(request), late()]).catch(() => caches.match(SHELL, { ignoreVary: true })));
  }
});
