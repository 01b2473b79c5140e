// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the core of a call graph. The data are two blocks:
//   document: the output of --format=json, of the kind "core"; paths are in preorder
//   view: summary, the two sentences in front of the text
"use strict";
(function () {
  const found = frame.data("document"), [sentence, rule] = frame.data("view").summary.split("\n"), { plain } = frame;
  const { element, number, bar, head, fill } = components, section = (id) => document.getElementById(id), mostLines = 2000, mostBoxes = 60;
  const largest = d3.max(found.core, (path) => path.inclusive) || 1;
  // Like the text: a unit in which the largest time has digits before the point.
  const [unit, scale] = found.unit !== "seconds" ? [plain(found.unit), 1] : largest >= 10 ? ["s", 1] : largest >= 0.01 ? ["ms", 1e3] : ["us", 1e6];
  const time = (seconds) => (seconds * scale).toFixed(3);
  let lines = [], at = 0, chosen = null;

  // Paths as rows: name, level, `up` (the caller's row), and the time of callees that were removed.
  const rows = found.core.map((path) => ({ ...path, name: path.path[path.path.length - 1], level: path.path.length, up: -1, inner: 0, isOpen: true, rest: path.inclusive - path.self }));
  const open = [];
  rows.forEach((row, i) => {
    open.length = row.level - 1;
    if (open.length) {
      row.up = open[open.length - 1];
      rows[row.up].rest -= row.inclusive;
      ++rows[row.up].inner;
    }
    open.push(i);
  });
  // Large trees start closed below the third level.
  if (rows.length > 400) for (const row of rows) row.isOpen = row.level < 3;

  function openLines() {
    const shown = [];
    for (let i = 0; i < rows.length; ++i) {
      shown.push(i);
      if (rows[i].isOpen) continue;
      while (i + 1 < rows.length && rows[i + 1].level > rows[shown[shown.length - 1]].level) ++i;
    }
    return shown;
  }
  function draw() {
    const all = openLines(), table = section("tree").querySelector("table"), hasCalls = rows.some((row) => row.calls !== null && row.calls !== undefined);
    lines = all.slice(0, mostLines);
    at = Math.min(at, Math.max(0, lines.length - 1));
    table.replaceChildren();
    head(table, [`>total ${unit}`, `>self ${unit}`, `>removed ${unit}`, ...(hasCalls ? [">calls"] : []), "path"]);
    lines.forEach((i, line) => {
      const row = rows[i], tr = element("tr"), name = element("td", undefined, "name"), mark = element("span", row.inner ? (row.isOpen ? "\u25be" : "\u25b8") : "", "mark");
      mark.setAttribute("aria-hidden", "true");
      name.append(mark, components.shortName(row.name, 80));
      name.title = plain(row.name);
      const removed = number(row.rest > 1e-9 * largest ? time(row.rest) : "");
      removed.classList.add("removed");
      name.style.setProperty("--level", Math.min(row.level - 1, 24));
      tr.tabIndex = line === at ? 0 : -1;
      tr.setAttribute("aria-level", row.level);
      if (row.inner) tr.setAttribute("aria-expanded", row.isOpen);
      tr.classList.toggle("at", row.name === chosen);
      tr.append(bar(number(time(row.inclusive)), row.inclusive, largest, 10), number(time(row.self)), removed,
        ...(hasCalls ? [number(row.calls === null || row.calls === undefined ? "" : Number.isInteger(row.calls) ? row.calls : row.calls.toFixed(1))] : []), name);
      tr.addEventListener("click", () => {
        moveTo(line);
        if (row.inner) turn(i, !row.isOpen);
      });
      row.tr = tr;
      table.append(tr);
    });
    section("tree").querySelector(".cut").textContent = (all.length > mostLines ? `${all.length - mostLines} more open lines are not drawn: close some paths. ` : "") +
      (String(found.kept) === String(rows.length) ? "" : `These are the first ${rows.length} of ${found.kept} paths.`);
    document.body.dataset.lines = lines.length;
  }
  function moveTo(line) {
    if (line < 0 || line >= lines.length) return;
    rows[lines[at]].tr.tabIndex = -1;
    at = line;
    rows[lines[at]].tr.tabIndex = 0;
    rows[lines[at]].tr.focus();
  }
  function turn(i, isOpen) {
    rows[i].isOpen = isOpen;
    draw();
    moveTo(lines.indexOf(i));
  }
  // Marks all paths to a function, and goes to the one with the most time.
  function choose(name) {
    chosen = name;
    const same = d3.range(rows.length).filter((i) => rows[i].name === name), most = same[d3.scan(same, (a, b) => rows[b].inclusive - rows[a].inclusive)];
    for (let up = rows[most].up; up >= 0; up = rows[up].up) rows[up].isOpen = true;
    draw();
    moveTo(lines.indexOf(most));
    boxes.classed("at", (node) => node.name === name);
    section("said").textContent = `${plain(name)}: ${same.length === 1 ? "1 path" : same.length + " paths"} in the core`;
  }

  section("verdict").textContent = plain(sentence);
  section("rule").textContent = plain(rule || "");
  draw();
  const graph = coreGraph.make(rows, mostBoxes);
  let boxes = null;
  function drawGraph() {
    boxes = coreGraph.draw(section("picture"), graph, { text: (node) => `${time(node.inclusive)} ${unit}` + (node.self ? `, self ${time(node.self)}` : ""), choose });
  }
  drawGraph();
  section("graph").querySelector(".cut").textContent = graph.leftOut ? `The ${mostBoxes} functions with the most time; ${graph.leftOut} more are in the tree.` : "";
  if (found.sweep.length) {
    fill(section("sweep"), [">alpha", ">beta", ">paths", ">functions", ">share"], found.sweep, (tried) => {
      const line = element("tr");
      line.append(number(tried.alpha), number(tried.beta), number(tried.nodes), number(tried.functions), number(tried.recovery.toFixed(4)));
      return line;
    });
  } else {
    section("sweep").remove();
  }
  section("tree").querySelector("table").addEventListener("keydown", (e) => {
    const i = lines[at], row = rows[i];
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === "ArrowDown") moveTo(at + 1);
    else if (e.key === "ArrowUp") moveTo(at - 1);
    else if (e.key === "ArrowRight" && row.inner) row.isOpen ? moveTo(at + 1) : turn(i, true);
    else if (e.key === "ArrowLeft" && row.inner && row.isOpen) turn(i, false);
    else if (e.key === "ArrowLeft") moveTo(lines.indexOf(row.up));
    else return;
    e.preventDefault();
  });
  frame.onTheme(drawGraph);
  frame.key("t", "go to the tree, where the arrow keys move", () => moveTo(at));
  document.body.dataset.shown = `${rows.length} ${graph.nodes.length} ${graph.arcs.length}`;
})();
