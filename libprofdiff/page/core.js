// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the core of a call graph. The data are two blocks:
//   document: the output of --format=json, of the kind "core"; paths are in preorder
//   view: summary, the two sentences in front of the text
"use strict";
(function () {
  const found = frame.data("document"), [sentence, rule] = frame.data("view").summary.split("\n"), { plain } = frame;
  const { element, number, bar, fill } = components, section = (id) => document.getElementById(id), mostBoxes = 60;
  const largest = d3.max(found.core, (path) => path.inclusive) || 1;
  // Like the text: a unit in which the largest time has digits before the point.
  const [unit, scale] = found.unit !== "seconds" ? [plain(found.unit), 1] : largest >= 10 ? ["s", 1] : largest >= 0.01 ? ["ms", 1e3] : ["us", 1e6];
  const time = (seconds) => (seconds * scale).toFixed(3);
  let chosen = null;

  // Paths as rows: name, level, and the time of callees that were removed.
  const rows = found.core.map((path) => ({ ...path, name: path.path[path.path.length - 1], level: path.path.length, isOpen: true, rest: path.inclusive - path.self }));
  // Large trees start closed below the third level.
  if (rows.length > 400) for (const row of rows) row.isOpen = row.level < 3;
  const hasCalls = rows.some((row) => row.calls !== null && row.calls !== undefined);
  const calls = (row) => (row.calls === null || row.calls === undefined ? "" : Number.isInteger(row.calls) ? row.calls : row.calls.toFixed(1));
  const tree = components.tree({
    section: section("tree"), rows, label: (row) => components.shortName(row.name, 80), title: (row) => plain(row.name), style: (row) => (row.name === chosen ? "at" : ""),
    headings: [`>total ${unit}`, `>self ${unit}`, `>removed ${unit}`, ...(hasCalls ? [">calls"] : []), "path"],
    cells: (row) => {
      const removed = number(row.rest > 1e-9 * largest ? time(row.rest) : "");
      removed.classList.add("removed");
      return [bar(number(time(row.inclusive)), row.inclusive, largest, 10), number(time(row.self)), removed, ...(hasCalls ? [number(calls(row))] : [])];
    },
    left: String(found.kept) === String(rows.length) ? "" : `These are the first ${rows.length} of ${found.kept} paths.`,
  });
  for (const row of rows) if (row.up >= 0) rows[row.up].rest -= row.inclusive;

  // Marks all paths to a function, and goes to the one with the most time.
  function choose(name) {
    chosen = name;
    const same = d3.range(rows.length).filter((i) => rows[i].name === name), most = same[d3.scan(same, (a, b) => rows[b].inclusive - rows[a].inclusive)];
    tree.show(most);
    boxes.classed("at", (node) => node.name === name);
    section("said").textContent = `${plain(name)}: ${same.length === 1 ? "1 path" : same.length + " paths"} in the core`;
  }

  section("verdict").textContent = plain(sentence);
  section("rule").textContent = plain(rule || "");
  tree.draw();
  const graph = coreGraph.make(rows, mostBoxes);
  let boxes = null;
  function drawGraph() {
    boxes = coreGraph.draw(section("picture"), graph, { text: (node) => `${time(node.inclusive)} ${unit}` + (node.self ? `, self ${time(node.self)}` : ""), choose });
  }
  drawGraph();
  section("graph").querySelector(".cut").textContent = graph.leftOut ? `The ${mostBoxes} functions that take most; ${graph.leftOut} more are in the tree.` : "";
  if (found.sweep.length) {
    fill(section("sweep"), [">alpha", ">beta", ">paths", ">functions", ">share"], found.sweep, (tried) => {
      const line = element("tr");
      line.append(number(tried.alpha), number(tried.beta), number(tried.nodes), number(tried.functions), number(tried.recovery.toFixed(4)));
      return line;
    });
  } else {
    section("sweep").remove();
  }
  frame.onTheme(drawGraph);
  frame.key("t", "go to the tree, where the arrow keys move", tree.focus);
  document.body.dataset.shown = `${rows.length} ${graph.nodes.length} ${graph.arcs.length}`;
})();
