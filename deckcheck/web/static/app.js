// Every page works without this file: it moves to the search, says times as they are here, and asks for more scripts.
(() => {
  "use strict";
  // What scripts say, in the language of the page, which then has the words for it.
  const translated = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
  self.gettext = (said) => translated[said] ?? said;
  self.filled = (said, facts) => said.replace(/{(\w+)}/g, (_, name) => facts[name]);
  document.addEventListener("keydown", (e) => {
    const search = document.querySelector("input[type=search]");
    if (e.key === "/" && search && !e.target.closest("input,textarea,select")) { e.preventDefault(); search.focus(); }
  });
  // The times of an event are those of its place: whoever reads them elsewhere is told their own beside them.
  document.querySelectorAll("time[data-in]").forEach((time) => {
    const own = new Date(time.dateTime), two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    const day = `${own.getFullYear()}-${two(own.getMonth() + 1)}-${two(own.getDate())}`, clock = `${two(own.getHours())}:${two(own.getMinutes())}`;
    const [there, at] = time.dateTime.split("T");
    if (day === there && at.startsWith(clock)) return;
    const named = day === there ? "" : own.toLocaleDateString(document.documentElement.lang, { weekday: "short" }) + " ";
    time.append(" " + filled(gettext("in {place} ({time} for you)"), { place: time.dataset.in, time: named + clock }));
  });
  // A form without a network keeps what was typed and says so.
  const joining = document.querySelector("form[data-away]"), awayWords = document.createElement("p");
  awayWords.className = "hint strong"; awayWords.setAttribute("role", "alert");
  joining?.addEventListener("submit", (e) => {
    if (navigator.onLine) return;
    e.preventDefault();
    joining.append(awayWords);
    awayWords.textContent = joining.dataset.away ?? "";
  });
  // Scripts that a part of the page names are asked for when the style is there, so that they never delay the first render.
  for (const src of document.querySelector("main [data-scripts]")?.dataset.scripts.split(" ") ?? []) {
    document.head.append(Object.assign(document.createElement("script"), { src, async: false }));
  }
})();
