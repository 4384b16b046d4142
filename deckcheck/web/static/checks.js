// What the pages of deck checks share: a phone that forgets, a worker for when there is no network, and the clock.
(() => {
  "use strict";
  /** @type {Find<CheckPage>} */
  const $ = (id) => /** @type {never} */ (document.getElementById(id));
  /** @type {All} */
  const all = (query, from = document) => [...from.querySelectorAll(query)];

  const plural = (/** @type {number} */ n, /** @type {string} */ word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  /** @template {keyof Tags} N @param {N} name @param {string} text */
  const tag = (name, text, kind = "") => { const e = document.createElement(name); e.textContent = text; if (kind) e.className = kind; return e; };

  // What a page tells to be over is wiped; nothing is kept longer than twelve hours, whichever page is opened.
  const over = document.querySelector("[data-wipe]");
  if (over) (over.dataset.wipe === "all" ? Promise.all([kept.wipeAll(), own.wipeAll()]) : kept.wipe(over.dataset.wipe)).catch(() => {});
  kept.wipeOld().catch(() => {});
  if (!over) navigator.serviceWorker?.register("/sw.js").catch(() => { /* then it works with a network only */ });

  // The time it takes, by the server's answer and this phone's clock: a phone that slept has lost nothing.
  /** @type {typeof checks.runClock} */
  function runClock(stateOf) {
    const show = () => {
      const [clock, at] = stateOf(), face = $("clock");
      if (!clock?.taken_at || !face) return;
      const seconds = clock.seconds + (clock.running ? Math.max(0, Math.floor((Date.now() - at) / 1000)) : 0);
      const word = seconds >= 600 ? "finish with what was seen" : seconds >= 420 ? "long" : "";
      const more = clock.minutes - Math.ceil(clock.seconds / 60);
      const give = more >= 0 ? Math.ceil(seconds / 60) + more : clock.minutes;
      face.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      face.classList.toggle("late", seconds >= 420);
      const told = $("give");
      if (told) told.textContent = [word, clock.paused ? "stopped" : "", word && seconds >= 600 ? "" : `give back ${give} min`].filter(Boolean).join(", ");
    };
    show();
    setInterval(show, 1000);
  }
  if (!$("table")) {
    // The page's content may be another after an answer.
    /** @type {string | undefined} */
    let told;
    /** @type {Clock | null} */
    let clock = null;
    let at = 0;
    runClock(() => {
      const now = $("clock")?.dataset.clock;
      if (now !== told) { told = now; clock = now ? JSON.parse(now) : null; at = Date.now(); }
      return [clock, at];
    });
  }

  self.checks = { $, all, plural, runClock, tag };
})();
