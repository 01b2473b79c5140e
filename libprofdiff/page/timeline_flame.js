// SPDX-License-Identifier: GPL-3.0-or-later
// The flame view of the difference: the selected call with its callers above and its callees below, each as wide as its
// time, merged by path. Colours and signs show which side takes more. A box with the focus is described in words; hidden
// elements of a tree stand for the boxes around it.
"use strict";
const timelineFlame = (function () {
  const { paths, outermost, marks, longer, shorter, time, signed, plural, pathName, callersOf } = timelineData;
  const row = 19, mostLevels = 60, half = 0.5, letter = 7.3, around = 20;
  const holder = document.getElementById("boxes"), canvas = holder.querySelector("canvas"), items = holder.querySelector(".unseen");
  const value = document.getElementById("box"), left = document.getElementById("left");
  const widths = {
    both: (p) => p.a + p.b,
    A: (p) => p.a,
    B: (p) => p.b,
    change: (p) => p.change,
  };
  // `root`: the path that fills the width, -1 for all calls of the thread; `selected`: the path of the link; `focus`: the
  // path with the focus; `boxes`: [path, level, begin, end] in pixels, by level and then from left to right
  let thread = 0, root = -1, selected = -1, focus = -1, kind = "both", boxes = [], narrow = 0, deep = 0, height = 0, choose = () => {};

  const whole = () => outermost[thread].reduce((sum, i) => ({ a: sum.a + paths[i].a, b: sum.b + paths[i].b, change: sum.change + paths[i].change }), { a: 0, b: 0, change: 0 });
  const pathAt = (i) => (i < 0 ? whole() : paths[i]);
  const calleesOf = (i) => (i < 0 ? outermost[thread] : paths[i].callees);
  const nameOf = (i) => (i < 0 ? "all calls" : pathName(paths[i]));

  // Which side takes more; "~" if noise explains it.
  function markOf(i) {
    const path = pathAt(i), change = path.a - path.b;
    if (i >= 0 && path.mark > 0) return marks[path.mark].letter + (path.mark > 1 ? "" : change > 0 ? shorter : change < 0 ? longer : "");
    if (i >= 0 && path.isNoise.time && change !== 0) return "~";
    return change > 0 ? shorter : change < 0 ? longer : "";
  }
  const callsOf = (path) => (path.callsA === path.callsB ? plural(path.callsA, "call") : `${path.callsA} \u2192 ${path.callsB} calls`);
  function words(i) {
    const path = pathAt(i), change = path.a - path.b, facts = [...(path.source ? [path.source] : []), `A ${time(path.a)}`, `B ${time(path.b)}`, `A \u2212 B ${signed(change)}`];
    if (i >= 0) {
      if (path.mark > 0) facts.push(marks[path.mark].name);
      facts.push(callsOf(path));
      if (path.below) facts.push(`${plural(path.below, "call")} below`);
      if (path.isNoise.time && change !== 0) facts.push("noise explains the difference");
    }
    return `${nameOf(i)}: ${facts.join(", ")}`;
  }

  // Lays out the callers of the root at full width, and the boxes below it.
  function layOut() {
    const wide = Math.max(200, Math.floor(holder.clientWidth)), measure = widths[kind];
    const callers = root < 0 ? [] : [-1, ...callersOf(root)];
    boxes = callers.map((i, level) => [i, level, 0, wide]);
    boxes.push([root, callers.length, 0, wide]);
    narrow = deep = 0;
    const scale = (i) => Math.max(measure(pathAt(i)), d3.sum(calleesOf(i), (k) => measure(paths[k])));
    let line = [[root, callers.length, 0, wide]];
    for (let level = callers.length + 1; line.length; ++level) {
      const next = [];
      for (const [i, , from, to] of line) {
        const all = scale(i);
        let x = from;
        for (const k of calleesOf(i)) {
          const w = all > 0 ? (measure(paths[k]) / all) * (to - from) : 0;
          if (w >= half && level - callers.length <= mostLevels) next.push([k, level, x, x + w]);
          else if (w >= half) ++deep;
          else ++narrow;
          x += w;
        }
      }
      boxes.push(...next);
      line = next;
    }
    height = (boxes[boxes.length - 1][1] + 1) * row;
    if (!boxes.some((box) => box[0] === focus)) focus = root;
    return wide;
  }

  function draw() {
    const wide = layOut(), dense = window.devicePixelRatio || 1, context = canvas.getContext("2d");
    canvas.width = Math.round(wide * dense);
    canvas.height = Math.round(height * dense);
    canvas.style.width = wide + "px";
    canvas.style.height = height + "px";
    context.setTransform(dense, 0, 0, dense, 0, 0);
    context.font = "12px ui-monospace, monospace";
    context.textBaseline = "middle";
    const largest = Math.max(1, d3.max(paths, (p) => (p.thread === thread ? Math.abs(p.a - p.b) : 0)));
    for (const [i, level, from, to] of boxes) {
      const path = pathAt(i), change = path.a - path.b, w = to > from + 3 ? to - from - 1 : to - from, y = level * row;
      const strength = change === 0 ? 0 : 0.25 + 0.75 * Math.sqrt(Math.min(1, Math.abs(change) / largest));
      context.fillStyle = d3.interpolateRgb(frame.colour("same"), frame.colour(change < 0 ? "more" : "less"))(strength);
      context.fillRect(from, y, w, row - 1);
      if (to - from >= 14) {
        const mark = markOf(i), text = (mark ? mark + " " : "") + nameOf(i), room = Math.floor((to - from - 6) / letter);
        context.fillStyle = frame.colour("ink");
        context.fillText(text.length <= room ? text : room > mark.length + 3 ? text.slice(0, room - 1) + "\u2026" : mark.slice(0, room), from + 3, y + row / 2 - 0.5);
      }
      if (i === selected && i >= 0) outline(context, from, to, y, [4, 3]);
      if (i === focus) outline(context, from, to, y, []);
    }
    context.setLineDash([]);
    sayLeft();
    describe();
  }
  function outline(context, from, to, y, dashes) {
    context.setLineDash(dashes);
    context.lineWidth = 2;
    context.strokeStyle = frame.colour("ink");
    context.strokeRect(from + 1, y + 1, Math.max(1, to - from - 3), row - 3);
  }
  function sayLeft() {
    const said = [];
    if (narrow) said.push(`${narrow} of the boxes are narrower than half a pixel and not drawn`);
    if (deep) said.push(`${deep} of the boxes are too deep to be drawn: select a call above them`);
    if (timelineData.pathsLeftOut) said.push(`this page has the ${paths.length} longest paths of calls; ${timelineData.pathsLeftOut} are left out`);
    left.textContent = said.length ? said.join("; ") + "." : "";
  }

  const boxOf = (i) => boxes.find((box) => box[0] === i);
  const siblings = () => {
    const level = boxOf(focus)[1];
    return boxes.filter((box) => box[1] === level).map((box) => box[0]);
  };
  function item(i, level) {
    const made = document.createElement("div");
    made.textContent = words(i);
    made.id = "box" + i;
    made.setAttribute("role", "treeitem");
    made.setAttribute("aria-level", level + 1);
    made.setAttribute("aria-selected", i === selected);
    return made;
  }
  // Describes the focused box, and sets up the hidden items: its callers, its neighbours and its callees.
  function describe() {
    value.textContent = words(focus);
    const row = siblings(), at = row.indexOf(focus), level = boxOf(focus)[1];
    const above = boxes.filter((box) => box[1] < level && (focus < 0 || box[0] < 0 || callersOf(focus).includes(box[0])));
    const below = calleesOf(focus).filter(boxOf).slice(0, around);
    items.replaceChildren(...above.map((box) => item(box[0], box[1])), ...row.slice(Math.max(0, at - around), at + around).map((i) => item(i, level)),
      ...below.map((i) => item(i, level + 1)));
    holder.setAttribute("aria-activedescendant", "box" + focus);
  }
  function focusOn(i) {
    focus = i;
    draw();
  }
  function at(e) {
    const level = Math.floor(e.offsetY / row), box = boxes.find((b) => b[1] === level && b[2] <= e.offsetX && e.offsetX < b[3]);
    return box ? box[0] : null;
  }
  canvas.addEventListener("mousemove", (e) => {
    const found = at(e);
    value.textContent = words(found === null ? focus : found);
  });
  canvas.addEventListener("mouseleave", () => { value.textContent = words(focus); });
  canvas.addEventListener("click", (e) => {
    const found = at(e);
    if (found === null) return;
    focus = found;
    choose(found);
  });
  holder.addEventListener("keydown", (e) => {
    const row = siblings(), at = row.indexOf(focus), above = focus < 0 ? null : paths[focus].caller;
    const below = calleesOf(focus).filter(boxOf), widest = d3.greatest(below, (i) => widths[kind](paths[i]));
    const to = { ArrowLeft: row[at - 1], ArrowRight: row[at + 1], ArrowUp: above, ArrowDown: widest, Home: row[0], End: row[row.length - 1] };
    if (e.key === "Enter") choose(focus);
    else if (!(e.key in to)) return;
    else if (to[e.key] !== undefined && to[e.key] !== null && boxOf(to[e.key])) focusOn(to[e.key]);
    e.preventDefault();
  });

  // Shows the calls below `path`, or all calls of the thread if it is -1. A call without callees is shown with its
  // neighbours.
  function show(index, path, width) {
    if (path !== selected || index !== thread) focus = path;
    thread = index;
    selected = path;
    kind = width;
    root = path >= 0 && !paths[path].callees.length ? paths[path].caller : path;
    draw();
  }
  return { show, redraw: draw, onChoose: (act) => { choose = act; }, focus: () => holder.focus({ preventScroll: true }), words };
})();
