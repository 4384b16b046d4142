// The result is sent as without this file; where no network takes it, the page stays as it is and says so.
(() => {
  "use strict";
  const { $ } = checks;
  function begin() {
    $("ending")?.addEventListener("submit", async (e) => {
      e.preventDefault();
      const form = e.target, sent = e.submitter, fields = new URLSearchParams(/** @type {string[][]} */ ([...new FormData(form, sent)]));
      /** @type {Response} */
      let answer;
      try {
        answer = await fetch(sent?.getAttribute("formaction") ?? form.action, { method: "POST", body: fields });
      } catch {
        $("unsent").hidden = false;
        if (sent) sent.textContent = "Try again";
        return;
      }
      if (answer.redirected) { location.replace(answer.url); return; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      $("content").replaceWith(page.getElementById("content") ?? "");
      begin();
      ($("refused") ?? $("content")).focus();
    });
  }
  begin();
})();
