// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the stacks of a program's threads: a cell for each thread, and the tree of all stacks. The data are the output of
// --format=json, of the kind "stacks", and `ids`: for each node of the tree in preorder, its threads as short text.
"use strict";
(function () {
  const found = frame.data("document"), ids = frame.data("view").ids, { plain } = frame, { element, number, bar, fill } = components;
  const section = (id) => document.getElementById(id), suspects = new Set(found.verdict.suspects);
  const path = (frames) => (frames.length ? frames.map(plain).join(" > ") : "no frames");
  const key = (thread) => JSON.stringify(thread.frames);
  const alike = new Map(found.classes.map((each) => [JSON.stringify(each.frames), each.ids.length]));

  const { first, rest } = components.headline(found.verdict.text, ["deadlock", "suspect", "stopped", "not stopped", "cannot tell"]);
  section("answer").textContent = first;
  section("verdict").textContent = rest.join("\n");

  // Ranks are columns, and threads are lines. The fewer threads have the same stack, the stronger the colour.
  const places = found.threads.map((thread) => ({ ...thread, at: thread.id.split(".").map(Number) }));
  const ranks = [...new Set(places.map((thread) => thread.at[0]))], lines = [...new Set(places.map((thread) => thread.at[1]))].sort((a, b) => a - b);
  const cell = new Map(places.map((thread) => [thread.id, thread])), threadAt = (x, y) => cell.get(`${ranks[x]}.${lines[y]}`);
  section("scale").textContent = "The fewer threads have the same stack, the stronger the colour. Letters: m moved between snapshots, w waits." + (suspects.size ? " \u25b2 suspect." : "");
  const strip = components.cellMap({
    place: section("strip"), rows: lines.map((line) => `thread ${line}`), columns: ranks.length, label: "Threads of all ranks",
    lineHeight: Math.max(8, Math.min(22, Math.floor(330 / lines.length))),
    colourOf: (x, y) => {
      const thread = threadAt(x, y);
      return thread ? d3.interpolateRgb(frame.colour("same"), frame.colour("more"))(suspects.has(thread.id) ? 1 : 0.6 / (alike.get(key(thread)) || 1)) : null;
    },
    textOf: (x, y) => {
      const thread = threadAt(x, y);
      return thread ? (suspects.has(thread.id) ? "\u25b2 " : "") + (thread.moves ? "m" : thread.waits ? "w" : "") : "";
    },
    labelOf: (x) => (lines.some((line) => suspects.has(`${ranks[x]}.${line}`)) ? "\u25b2" : "") + ranks[x],
    say: (x, y) => {
      const thread = threadAt(x, y), count = thread && alike.get(key(thread));
      section("thread").textContent = thread ? `${thread.id}${suspects.has(thread.id) ? ", suspect" : ""}: ${thread.moves ? "moves" : thread.waits ? "waits" : "does not move"} in ${path(thread.frames)}; ` +
        (count > 1 ? `${count} threads have this stack` : "no other thread has this stack") : `no thread ${lines[y]} in rank ${ranks[x]}`;
      document.body.dataset.thread = section("thread").textContent;
    },
    choose: (x, y) => {
      const thread = threadAt(x, y), at = thread ? d3.range(rows.length).filter((i) => rows[i].ids.includes(thread.id)) : [];
      if (at.length) tree.show(at[at.length - 1]);
    },
  });

  // Nodes in preorder, without recursion.
  const rows = [];
  for (const open = found.tree.map((node) => ({ node, level: 1 })).reverse(); open.length;) {
    const { node, level } = open.pop();
    rows.push({ ...node, level, isOpen: true, text: ids[rows.length] });
    for (const child of [...node.children].reverse()) open.push({ node: child, level: level + 1 });
  }
  if (rows.length > 400) for (const row of rows) row.isOpen = row.level < 3;
  const tree = components.tree({
    section: section("tree"), rows, headings: [">threads", "which", "functions"], label: (row) => components.shortName(row.frames.join(" > "), 160),
    title: (row) => path(row.frames), style: (row) => (row.children.length === 0 && row.ids.some((id) => suspects.has(id)) ? "at" : ""),
    cells: (row) => [bar(number(row.count), row.count, found.threads.length, 4), element("td", row.text, "ids")],
  });
  tree.draw();

  const suspect = places.find((thread) => suspects.has(thread.id));
  if (suspect) strip.open(ranks.indexOf(suspect.at[0]), lines.indexOf(suspect.at[1]));

  if (found.waits.length) {
    fill(section("waits"), ["thread", "waits for", "in", "lock", "holds"], found.waits, (wait) => {
      const line = element("tr");
      line.append(...[wait.id, wait.for.join(" "), wait.call, wait.what === null ? "" : wait.what, wait.holds.join(" ")].map((text) => element("td", plain(text))));
      return line;
    });
  } else {
    section("waits").remove();
  }
  window.addEventListener("resize", strip.draw);
  frame.onTheme(strip.draw);
  frame.key("r", "go to the strip of all ranks, where the arrow keys move", strip.focus);
  frame.key("t", "go to the tree, where the arrow keys move", tree.focus);
  document.body.dataset.shown = `${found.threads.length} ${rows.length}`;
})();
