// The page that chooses whose deck to check works without this file. With it, it answers while a table or a name is typed.
(() => {
  "use strict";
  const { $, all } = checks, find = $("find"), field = find.querySelector("input[type=search]");
  let last = 0, timer = 0;
  all(".unscripted", find).forEach((b) => { b.hidden = true; });
  field?.addEventListener("input", () => {
    const turn = ++last;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      /** @type {Document} */
      let page;
      try {
        const found = await fetch(`${find.action}?${new URLSearchParams(/** @type {string[][]} */ ([...new FormData(find)]))}`, { headers: { Accept: "text/html" } });
        if (!found.ok) return;
        page = new DOMParser().parseFromString(await found.text(), "text/html");
      } catch { $("slot-words").textContent = "No network. A check needs it to begin."; return; }
      if (turn !== last) return;
      for (const id of /** @type {const} */ (["found", "dock"])) $(id).replaceWith(page.getElementById(id) ?? "");
      $("status").textContent = $("found").dataset.say;
    }, 150);
  });
})();
