// SPDX-License-Identifier: GPL-3.0-or-later
// Navigation in the boxes of a tree. A view has a canvas and, for screen readers, hidden tree items for the boxes
// around the focused box. Keys and the pointer move the focus; Enter and clicks zoom.
"use strict";
const reportWalk = (function () {
  const { isDifference } = reportData;
  const { element, amount, signed, withUnit } = reportText;
  const around = 20;  // hidden items on each side of the focused item

  // By node: a hash of the names of the functions on its path, so that links also work on other pages of the program.
  function pathHashes(tree) {
    if (tree.hashes) return tree.hashes;
    const ofFunction = new Map(), made = new Uint32Array(tree.n);
    for (let i = 1; i < tree.n; ++i) {
      const f = tree.functions[i];
      if (!ofFunction.has(f)) ofFunction.set(f, f < 0 ? "" : reportData.keyOf(f));
      made[i] = reportData.hash(ofFunction.get(f) + "\n", made[tree.parents[i]] ^ 0x9e3779b9);
    }
    return (tree.hashes = made);
  }
  const linkOf = (tree, node) => (node === 0 ? "" : pathHashes(tree)[node].toString(16));
  // The node to which a link refers; 0 if the link refers to no node, -1 if the node is not on this page.
  function nodeOf(tree, link) {
    if (link === "") return 0;
    const hashes = pathHashes(tree), wanted = parseInt(link, 16);
    for (let i = 1; i < tree.n; ++i) if (hashes[i] === wanted) return i;
    return -1;
  }
  function pathOf(tree, node) {
    const path = [];
    for (let i = node; i !== 0; i = tree.parents[i]) path.push(i);
    return path.push(0), path.reverse();
  }

  // The description of a box in one line.
  function words(tree, node) {
    const part = (key) => {
      const all = (tree.program || tree)[key][0];
      return all > 0 ? ` (${reportText.percent((100 * tree[key][node]) / all)})` : "";
    };
    const base = reportTrees.exact(tree, node, "base");
    if (!isDifference) return `${withUnit(amount(base))}${part("base")}`;
    const other = reportTrees.exact(tree, node, "other"), change = reportBoxes.exactDifference(tree, node);
    return `base ${withUnit(amount(base))}${part("base")}, other ${withUnit(amount(other))}${part("other")}, ` +
      `difference ${withUnit(signed(change))} ${reportBoxes.markOf(tree, node)}`.trimEnd() +
      (reportBoxes.shareOf(tree, node) ? `, ${reportBoxes.shareOf(tree, node)} of the difference` : "");
  }

  // Makes a view in `place`. zoom(node) is called to zoom to a box.
  function make(place, label, zoom) {
    const holder = element("div", undefined, "boxes"), canvas = element("canvas"), items = element("div", undefined, "unseen");
    const path = element("p", undefined, "path"), value = element("p", undefined, "value"), left = element("p", undefined, "left");
    holder.tabIndex = 0;
    holder.setAttribute("role", "tree");
    holder.setAttribute("aria-label", label);
    canvas.setAttribute("aria-hidden", "true");
    holder.append(canvas, items);
    place.append(path, value, holder, left);
    const prefix = "box" + document.querySelectorAll(".boxes").length + "-";
    let tree = null, placed = null, sight = null, top = 0, focus = 0, found = null, kind = null, leftWords = [];

    function layOut() {
      const wide = Math.floor(holder.clientWidth) || 600;
      sight = reportBoxes.inSight(tree, placed, top, wide);
      if (!sight.nodes.includes(focus)) focus = top;
    }
    function paint() {
      reportBoxes.draw(canvas, tree, placed, sight, { focus, found });
    }
    // Shows a tree, zoomed to node `at`. Focuses node `wanted` or, if it is null, node `at`.
    function show(shownTree, shownKind, { at = 0, wanted = null, marked = null, more = [] } = {}) {
      if (tree !== shownTree || kind !== shownKind) {
        tree = shownTree;
        kind = shownKind;
        placed = tree.placed && tree.placed[kind];
        if (!placed) (tree.placed = tree.placed || {})[kind] = placed = reportBoxes.place(tree, kind);
      }
      top = at;
      focus = wanted === null ? at : wanted;
      found = marked;
      leftWords = more;
      layOut();
      if (wanted !== null && focus !== wanted) {  // zooms to the wanted box if it is too narrow to be visible
        top = focus = wanted;
        layOut();
      }
      paint();
      sayLeft();
      moved();
    }
    function sayLeft() {
      const words = [...leftWords];
      if (sight.narrow) words.push(`${reportText.counted(sight.narrow, "box is", "boxes are")} narrower than half a pixel and not drawn`);
      if (sight.deep.size) words.push(`${reportText.counted(sight.deep.size, "box has", "boxes have")} more levels, which are not drawn`);
      if (tree.left) words.push(`the callers of ${reportText.counted(tree.left, "narrow box", "narrow boxes")} are left out`);
      if (placed.without) words.push(`${reportText.counted(placed.without, "path has", "paths have")} no width here`);
      left.textContent = words.length ? words.join("; ") + "." : "";
    }
    function item(node, level, posinset, setsize) {
      const made = element("div", `${reportBoxes.wholeLabel(tree, node)}: ${words(tree, node)}`), f = tree.functions[node];
      made.id = prefix + node;
      made.setAttribute("role", "treeitem");
      made.setAttribute("aria-level", level);
      made.setAttribute("aria-posinset", posinset);
      made.setAttribute("aria-setsize", setsize);
      made.setAttribute("aria-selected", node === focus);
      if (tree.first[node] < tree.first[node + 1]) made.setAttribute("aria-expanded", "true");
      if (f >= 0) made.dataset.id = reportData.id(f);
      made.dataset.base = reportTrees.exact(tree, node, "base");
      if (isDifference) made.dataset.other = reportTrees.exact(tree, node, "other");
      made.dataset.path = linkOf(tree, node);
      return made;
    }
    const kidsInSight = (node) => {
      const b = sight.nodes.indexOf(node), depth = reportBoxes.depthOf(sight, b), kids = [];
      for (let i = sight.starts[depth + 1]; i < (sight.starts[depth + 2] || 0); ++i) if (tree.parents[sight.nodes[i]] === node) kids.push(sight.nodes[i]);
      return kids;
    };
    const siblings = () => (focus === top ? [top] : kidsInSight(tree.parents[focus]));
    // Describes the focused box, and sets up the items around it. Called after each move of the focus.
    function moved() {
      const way = pathOf(tree, focus), all = siblings(), here = all.indexOf(focus), kids = kidsInSight(focus), level = way.length;
      items.replaceChildren();
      way.slice(0, -1).forEach((node, i) => {
        if (level - i <= around) items.append(item(node, i + 1, 1, 1));
      });
      all.forEach((node, i) => {
        if (Math.abs(i - here) > around) return;
        items.append(item(node, level, i + 1, all.length));
        if (node === focus) kids.slice(0, around).forEach((kid, k) => items.append(item(kid, level + 1, k + 1, kids.length)));
      });
      holder.setAttribute("aria-activedescendant", prefix + focus);
      sayBox(focus);
    }
    function sayBox(node) {
      const way = pathOf(tree, node);
      value.replaceChildren(element("bdi", reportBoxes.wholeLabel(tree, node)), `: ${words(tree, node)}`);
      value.dataset.node = node;
      path.replaceChildren();
      if (way.length > 9) path.append(`${way.length - 9} levels \u203a `);
      way.slice(-9).forEach((each, i) => {
        if (i) path.append(" \u203a ");
        const button = element("button", undefined, "link");
        button.type = "button";
        button.append(element("bdi", reportSearch.fit(reportBoxes.label(tree, each), 60)));
        button.addEventListener("click", () => zoom(each));
        path.append(button);
      });
    }
    function moveTo(node) {
      if (node === undefined || node === focus) return;
      focus = node;
      paint();
      moved();
      const y = reportBoxes.depthOf(sight, sight.nodes.indexOf(node)) * reportBoxes.row + holder.getBoundingClientRect().top;
      if (y < 0 || y > window.innerHeight - 40) window.scrollBy(0, y - window.innerHeight / 2);
    }
    holder.addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.altKey || e.metaKey || !tree) return;
      const all = siblings(), here = all.indexOf(focus);
      if (e.key === "ArrowDown") moveTo(widest(kidsInSight(focus)));
      else if (e.key === "ArrowUp") focus !== top && moveTo(tree.parents[focus]);
      else if (e.key === "ArrowLeft") moveTo(all[here - 1]);
      else if (e.key === "ArrowRight") moveTo(all[here + 1]);
      else if (e.key === "Home") moveTo(top);
      else if (e.key === "Enter" || e.key === " ") zoom(focus);
      else return;
      e.preventDefault();
    });
    const widest = (kids) => kids.reduce((most, kid) => (most === undefined || placed.width[kid] > placed.width[most] ? kid : most), undefined);
    const boxAt = (e) => {
      const b = sight ? reportBoxes.hit(sight, e.offsetX, e.offsetY) : -1;
      return b < 0 ? -1 : sight.nodes[b];
    };
    canvas.addEventListener("mousemove", (e) => {
      const node = boxAt(e);
      if (node >= 0 && +value.dataset.node !== node) sayBox(node);
    });
    canvas.addEventListener("mouseleave", () => sight && sayBox(focus));
    canvas.addEventListener("click", (e) => {
      const node = boxAt(e);
      if (node < 0) return;
      moveTo(node);
      holder.focus({ preventScroll: true });
      zoom(node);
    });
    return {
      show, holder, words,
      redraw: () => {
        if (!tree || holder.clientWidth === 0) return;
        layOut();
        paint();
      },
      top: () => top,
      node: () => focus,
      goTo: (node) => sight.nodes.includes(node) && moveTo(node),
      current: () => (tree && tree.functions[focus] >= 0 ? tree.functions[focus] : -1),
      place: () => (tree ? linkOf(tree, focus) : ""),
    };
  }
  // The node of the widest box of a function; 0 if there is none.
  function boxOf(tree, row) {
    let found = 0;
    for (let i = 1; i < tree.n; ++i) {
      if (tree.functions[i] === row && (found === 0 || tree.base[i] + tree.other[i] > tree.base[found] + tree.other[found])) found = i;
    }
    return found;
  }
  return { make, boxOf, nodeOf, linkOf };
})();
