// Where a page shows its words and controls, and what is wrong with that: a list of sentences, empty on a good page.
// Called in the page after it was scrolled to its top or its end: bars that stick there are judged where they rest.
// `least`: how high a control must be that stands alone, for a finger; 0 if that is not asked.
([where, least]) => {
  const SLACK = 2, root = document.documentElement, width = root.clientWidth, height = innerHeight;
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, label.btn";
  const faults = new Set();
  const styles = new Map(), style = (e) => styles.get(e) || styles.set(e, getComputedStyle(e)).get(e);
  const cut = (text) => text.trim().replace(/\s+/g, " ").slice(0, 60);
  const called = (e) => {
    const kind = e.nodeType === 3 ? "text" : e.localName + (e.id ? "#" + e.id : "");
    return `${kind} "${cut(e.textContent || e.value || e.placeholder || e.getAttribute("aria-label") || e.name || "")}"`;
  };
  const told = (kind, ...things) => faults.add(`${kind}: ${things.join(" / ")}`);

  // What only a screen reader or the keyboard finds is not shown; nor is what is seen through.
  const hiddenness = new Map();
  const isHidden = (e) => {
    if (!e || e === root) return false;
    if (hiddenness.has(e)) return hiddenness.get(e);
    const s = style(e);
    const answer = s.clipPath === "inset(50%)" || s.opacity === "0" || e.matches(".skip:not(:focus)") || isHidden(e.parentElement);
    hiddenness.set(e, answer);
    return answer;
  };
  const isShown = (e) => e.checkVisibility({ visibilityProperty: true }) && !isHidden(e);

  // The part of a box that its boxes around let be seen. `lost`: what no scrolling brings back.
  const holders = (e) => {
    const found = [];
    let place = "static";
    for (let at = e; at && at !== root && at !== document.body && place !== "fixed"; at = at.parentElement) {
      const s = style(at), holds = place !== "absolute" || s.position !== "static";
      if (holds && s.display !== "inline" && (s.overflowX !== "visible" || s.overflowY !== "visible")) found.push([at, at.getBoundingClientRect(), s]);
      if (holds) place = s.position;
    }
    return found;
  };
  const held = new Map();
  const part = (box, e) => {
    let { left, top, right, bottom } = box, lost = false;
    if (!held.has(e)) held.set(e, holders(e));
    for (const [h, around, s] of held.get(e)) {
      const x0 = around.left + h.clientLeft, y0 = around.top + h.clientTop, x1 = x0 + h.clientWidth, y1 = y0 + h.clientHeight;
      const fixed = (way) => way === "hidden" || way === "clip";
      if (fixed(s.overflowX) && (left < x0 - SLACK || right > x1 + SLACK)) lost = true;
      if (fixed(s.overflowY) && (top < y0 - SLACK - 2 || bottom > y1 + SLACK + 2)) lost = true;
      [left, top, right, bottom] = [Math.max(left, x0), Math.max(top, y0), Math.min(right, x1), Math.min(bottom, y1)];
    }
    return { left, top, right, bottom, lost, scrolled: !lost && held.get(e).length > 0 };
  };
  const barOf = (e) => {
    for (let at = e; at && at !== root; at = at.parentElement) {
      const s = style(at);
      if (s.position === "fixed" || s.position === "sticky") return at;
    }
    return null;
  };

  // A name may end in dots where the page's title says it whole.
  const shortened = (e) => style(e).textOverflow === "ellipsis" && document.title.includes(e.textContent.trim());
  const boxes = [];
  const keep = (kind, node, e, box, control) => {
    if (box.width < 1 || box.height < 1) return;
    const seen = part(box, kind === "text" ? e : e.parentElement);
    const short = kind === "text" && shortened(e);
    if (seen.lost && !short) told("cut off", called(node));
    if (!seen.scrolled && !short && (box.left < -SLACK || box.right > width + SLACK)) told("outside the page", called(node));
    if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) return;
    // Lines of text are taller than their letters.
    const trim = kind === "text" ? Math.min((seen.bottom - seen.top) * 0.2, 6) : 0;
    boxes.push({ kind, node, e, control, bar: barOf(e), left: seen.left, right: seen.right, top: seen.top + trim, bottom: seen.bottom - trim });
  };

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (words.nextNode()) {
    const node = words.currentNode, e = node.parentElement;
    if (!node.data.trim() || e.closest("script, style, textarea, select, noscript, title") || !isShown(e)) continue;
    range.selectNodeContents(node);
    // Only a word that is too long for a line may be broken.
    if (range.getClientRects().length > 1) {
      for (const { 0: word, index } of node.data.matchAll(/(?<![^\s(])[\p{L}\p{N}]{2,10}(?=[\s,:;.)]|$)/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter((box) => box.width > 0);
        if (lines.some((box) => box.top > lines[0].top + lines[0].height / 2)) told("broken word", `${word} of ${called(node)}`);
      }
      range.selectNodeContents(node);
    }
    const control = e.closest(CONTROLS), drawn = control && style(control).display !== "inline";
    for (const box of range.getClientRects()) {
      keep("text", node, e, box, control);
      if (!drawn || box.width < 1 || shortened(e)) continue;
      const around = control.getBoundingClientRect();
      if (box.left < around.left - SLACK || box.right > around.right + SLACK || box.bottom > around.bottom + 4 || box.top < around.top - 4) {
        told("sticks out", called(node));
      }
    }
  }
  const brush = document.createElement("canvas").getContext("2d");
  for (const e of document.querySelectorAll(CONTROLS)) {
    if (!isShown(e)) continue;
    if (e.placeholder && !e.value && e.localName === "input") {
      const s = style(e);
      brush.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
      if (brush.measureText(e.placeholder).width > e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight) + SLACK) {
        told("cut off", called(e));
      }
    }
    // A link within a line of words is where its words are.
    if (style(e).display === "inline" && e.localName === "a") continue;
    const box = e.getBoundingClientRect(), after = getComputedStyle(e, "::after");
    keep("control", e, e, box, e);
    if (!least || e.localName === "a" && !e.matches(".btn") || e.matches("[type=checkbox], [type=radio], [type=file]")) continue;
    const more = after.position === "absolute" ? -parseFloat(after.top) - parseFloat(after.bottom) : 0;
    if (box.height && box.height + more < least - 1) told("too small for a finger", called(e), `${Math.round(box.height + more)} px`);
  }

  if (root.scrollWidth > width + 1) told("scrolls sideways", `${root.scrollWidth - width} px`);
  // A bar that is held at the end of the screen may cover words while there is more to scroll to, one at its top what was
  // scrolled away; where the page begins or ends nothing brings back what they cover.
  const bars = new Map([...new Set(boxes.map((b) => b.bar).filter(Boolean))].map((bar) => {
    const box = bar.getBoundingClientRect(), top = parseFloat(style(bar).top);
    return [bar, where === "top" ? box.bottom >= height - 1 : box.top <= top + 2 && box.bottom < height - 1];
  }));
  const mayCover = (a, b) => a.bar !== b.bar && (bars.get(a.bar) || bars.get(b.bar));
  const barred = [...bars.keys()].map((bar) => bar.getBoundingClientRect())
    .reduce((sum, box) => sum + (box.width > width * 0.6 ? Math.max(0, Math.min(box.bottom, height) - Math.max(box.top, 0)) : 0), 0);
  if (barred > height * 0.75 && root.scrollHeight > height) told("bars leave no room", `${Math.round(barred)} of ${height} px`);

  boxes.sort((a, b) => a.top - b.top);
  const open = [];
  for (const box of boxes) {
    for (let at = open.length - 1; at >= 0; at--) if (open[at].bottom <= box.top + SLACK) open.splice(at, 1);
    for (const other of open) {
      if (box.kind === "text" && other.kind === "text" && box.node === other.node) continue;
      if (other.node.contains(box.node) || box.node.contains(other.node)) continue;
      if (box.control && box.control === other.control) continue;
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (across > SLACK && down > SLACK && !mayCover(box, other)) told("overlap", called(other.node), called(box.node));
    }
    open.push(box);
  }
  return [...faults];
}
