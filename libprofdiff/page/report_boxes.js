// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the boxes of a tree and draws them: the root at the top, callees or callers below it. Boxes narrower than
// half a pixel are not drawn, and the levels below the last drawn level become one box. Boxes are drawn on a canvas,
// because tens of thousands of elements would be too slow.
"use strict";
const reportBoxes = (function () {
  const { isDifference, name, shortName, status, isNoise } = reportData;
  // `row`: height of a box in pixels; `levels`: maximum number of levels; `half`: width in pixels of the narrowest box
  // that is drawn; `letter`: width of a letter in pixels
  const row = 19, levels = 160, half = 0.5, letter = 7.3;
  const kinds = {
    both: (tree, i) => Math.abs(tree.base[i]) + Math.abs(tree.other[i]),
    base: (tree, i) => Math.abs(tree.base[i]),
    other: (tree, i) => Math.abs(tree.other[i]),
    change: (tree, i) => tree.change[i],
    onlyBase: (tree, i) => reportSelect.onlyOne(tree, "base", "other", i),
    onlyOther: (tree, i) => reportSelect.onlyOne(tree, "other", "base", i),
  };

  // Left edges and widths, in the unit of the displayed values. The width of a box is its value, or the sum of the
  // widths of the boxes below it if negative values make this sum larger.
  function place(tree, kind) {
    // Goes from children to parents, so that the sums of inner boxes are complete when they are used. The index of a
    // parent is smaller than those of its children.
    const { n, parents, first, kids } = tree, width = new Float64Array(n), inner = new Float64Array(n), left = new Float64Array(n);
    let without = 0;
    for (let i = n - 1; i >= 0; --i) {
      const value = kinds[kind](tree, i);
      width[i] = Math.max(value, inner[i]);
      if (i > 0) inner[parents[i]] += width[i];
      if (width[i] === 0) ++without;
    }
    for (let i = 0; i < n; ++i) {
      let x = left[i];
      for (let k = first[i]; k < first[i + 1]; ++k) {
        left[kids[k]] = x;
        x += width[kids[k]];
      }
    }
    return { left, width, without };
  }

  // The visible boxes below the zoomed one, level by level, from left to right: `nodes`, with their left and right
  // edges `from` and `to` in pixels. starts[d] is the index of the first box on level d. `deep`: nodes with boxes below
  // the last level.
  function inSight(tree, placed, top, pixels) {
    const scale = placed.width[top] > 0 ? pixels / placed.width[top] : 0, nodes = [top], from = [0], to = [pixels], starts = [0, 1], deep = new Set();
    let narrow = 0;
    for (let depth = 0; starts[depth] < starts[depth + 1]; ++depth) {
      for (let b = starts[depth]; b < starts[depth + 1]; ++b) {
        const node = nodes[b];
        for (let k = tree.first[node]; k < tree.first[node + 1]; ++k) {
          const kid = tree.kids[k], wide = placed.width[kid] * scale;
          if (wide < half) {
            if (wide > 0) ++narrow;
            continue;
          }
          if (depth + 1 === levels) {
            deep.add(node);
            continue;
          }
          const x = (placed.left[kid] - placed.left[top]) * scale;
          nodes.push(kid);
          from.push(x);
          to.push(x + wide);
        }
      }
      starts.push(nodes.length);
    }
    return { nodes, from, to, starts, narrow, deep, levels: starts.length - 2, height: (starts.length - 2 + (deep.size ? 1 : 0)) * row };
  }

  function difference(tree, node) {
    return isDifference ? tree.base[node] - tree.other[node] : 0;
  }
  function markOf(tree, node) {
    const f = tree.functions[node];
    if (!isDifference || node === 0) return "";
    return reportText.mark(exactDifference(tree, node), f >= 0 && isNoise(f, "total"), f >= 0 ? sided(tree, node) : "");
  }
  // The status of a path: "onlyBase" or "onlyOther" if one side lacks the function or has no time in the path. A path
  // can differ in status from its function, because the function can also be on other paths.
  function sided(tree, node) {
    const f = tree.functions[node], only = status(f) === "onlyBase" || status(f) === "onlyOther";
    if (only) return status(f);
    return tree.base[node] !== 0 && tree.other[node] === 0 ? "onlyBase" : tree.base[node] === 0 && tree.other[node] !== 0 ? "onlyOther" : "changed";
  }
  // The difference, base minus other. It is computed from the exact values in the document if both are known, otherwise
  // from the sums on this page.
  function exactDifference(tree, node) {
    const base = reportTrees.exact(tree, node, "base"), other = reportTrees.exact(tree, node, "other");
    return Number.isNaN(base) || Number.isNaN(other) ? difference(tree, node) : base - other;
  }
  const label = (tree, node) => (node === 0 ? "all" : tree.functions[node] < 0 ? "other paths" : reportText.named(shortName(tree.functions[node]), 200));
  const wholeLabel = (tree, node) => (tree.functions[node] < 0 ? label(tree, node) : reportText.named(name(tree.functions[node]), 2000));
  // The difference of a box, relative to the time of the whole program, which decides its colour.
  function relative(tree, node) {
    const { base, other } = reportTrees.all(), program = Math.max(Math.abs(base[0]), Math.abs(other[0]));
    return program > 0 ? difference(tree, node) / program : 0;
  }
  // The difference of a box as a share of the whole difference; empty if that is zero, unknown or within noise.
  const verdict = reportData.about.verdict ? reportData.about.verdict.kind : "";
  function shareOf(tree, node) {
    if (!isDifference || node === 0 || ["noise", "equal", "unknown"].includes(verdict)) return "";
    const change = difference(reportTrees.all(), 0), share = (100 * difference(tree, node)) / change;
    return change === 0 || Math.abs(share) < 0.5 ? "" : `${reportText.count(Math.round(share))} %`;
  }

  function draw(canvas, tree, placed, sight, { focus, found }) {
    const pixels = sight.to[0], dense = window.devicePixelRatio || 1, context = canvas.getContext("2d");
    canvas.width = Math.round(pixels * dense);
    canvas.height = Math.round(sight.height * dense);
    canvas.style.width = pixels + "px";
    canvas.style.height = sight.height + "px";
    context.setTransform(dense, 0, 0, dense, 0, 0);
    const fills = reportText.fills(context), colours = reportText.palette();
    context.font = "12px ui-monospace, monospace";
    context.textBaseline = "middle";
    for (let depth = 0; depth < sight.levels; ++depth) {
      const y = depth * row;
      for (let b = sight.starts[depth]; b < sight.starts[depth + 1]; ++b) {
        const node = sight.nodes[b], x = sight.from[b], wide = sight.to[b] - x, f = tree.functions[node];
        const change = difference(tree, node), fill = fills[reportText.direction(change)][reportScale.step(relative(tree, node))];
        context.fillStyle = change !== 0 && f >= 0 && isNoise(f, "total") ? fill.hatched : fill.flat;
        context.fillRect(x, y, wide > 3 ? wide - 1 : wide, row - 1);
        if (found && f >= 0 && found[f]) {
          context.fillStyle = colours.ink;
          context.fillRect(x, y + row - 5, wide > 3 ? wide - 1 : wide, 4);
        }
        if (wide < 14) continue;
        const mark = markOf(tree, node), room = Math.floor((wide - 6) / letter);
        const shown = words(mark, label(tree, node), shareOf(tree, node), room);
        if (!shown) continue;
        if (context.fillStyle !== fill.flat) {  // text on a hatched box needs a plain background
          context.fillStyle = fill.flat;
          context.fillRect(x + 2, y + 2, Math.min(wide - 5, shown.length * letter + 2), row - 5 - (found && f >= 0 && found[f] ? 2 : 0));
        }
        context.fillStyle = colours.ink;
        context.fillText(shown, x + 3, y + row / 2 - 0.5);
      }
    }
    drawDeep(context, sight, colours);
    const at = sight.nodes.indexOf(focus);
    if (at >= 0) outline(context, sight, at, colours);
  }
  // The text in a box: the mark, the name, and the share of the difference if there is room for it.
  function words(mark, text, share, room) {
    const before = mark ? mark + " " : "", after = share ? `  ${share}` : "", space = room - before.length;
    if (text.length + after.length <= space) return before + text + after;
    if (space - after.length >= 12) return before + reportSearch.fit(text, space - after.length) + after;
    return space >= 3 ? before + reportSearch.fit(text, space) : mark.slice(0, room);
  }
  function drawDeep(context, sight, colours) {
    for (let b = sight.starts[sight.levels - 1]; sight.deep.size && b < sight.nodes.length; ++b) {
      if (!sight.deep.has(sight.nodes[b])) continue;
      const x = sight.from[b], wide = sight.to[b] - x, y = sight.levels * row;
      context.strokeStyle = colours.rule;
      context.strokeRect(x + 0.5, y + 0.5, Math.max(1, wide - 2), row - 3);
      context.fillStyle = colours.ink;
      if (wide > 30) context.fillText("deeper: zoom in".slice(0, Math.floor((wide - 6) / letter)), x + 3, y + row / 2);
    }
  }
  function outline(context, sight, b, colours) {
    const depth = depthOf(sight, b);
    context.lineWidth = 2;
    context.strokeStyle = colours.paper;
    context.strokeRect(sight.from[b] + 2.5, depth * row + 2.5, Math.max(1, sight.to[b] - sight.from[b] - 6), row - 6);
    context.strokeStyle = colours.ink;
    context.strokeRect(sight.from[b] + 1, depth * row + 1, Math.max(1, sight.to[b] - sight.from[b] - 3), row - 3);
  }
  function depthOf(sight, b) {
    let depth = 0;
    while (sight.starts[depth + 1] <= b) ++depth;
    return depth;
  }
  // Index of the visible box at a position; -1 if there is none.
  function hit(sight, x, y) {
    const depth = Math.floor(y / row);
    if (depth < 0 || depth >= sight.levels) return -1;
    // Binary search: the boxes of a level are ordered from left to right.
    let low = sight.starts[depth], high = sight.starts[depth + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sight.to[middle] <= x) low = middle + 1;
      else high = middle;
    }
    return low < sight.starts[depth + 1] && sight.from[low] <= x ? low : -1;
  }

  return { row, place, inSight, draw, hit, label, wholeLabel, shareOf, markOf, exactDifference, depthOf, sided };
})();
