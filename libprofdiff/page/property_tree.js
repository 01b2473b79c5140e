// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of regions, each with the properties that hold there. Only the contents of open regions have lines. Uses no
// recursion, because the nesting of regions has no bound.
"use strict";
const propertyTree = properties.isDifference ? null : (function () {
  const { view, rows, section, element, bar, number, largest } = properties, most = 2000;
  const table = section("tree").querySelector("table"), cut = section("tree").querySelector(".cut");
  // By region: its findings, its inner regions, and the largest severity among both.
  const nodes = view.regions.map(([text, outer], id) => ({ id, text, outer, held: [], inner: [], severity: 0, open: true }));
  // False for regions that occur only in notApplicable; they are hidden.
  const isShown = (node) => node.held.length > 0 || node.inner.length > 0;
  let lines = [], at = 0;

  function build() {
    rows.forEach((row, i) => nodes[view.findings[i]].held.push(i));
    const roots = [], order = [];
    for (const node of nodes) (node.outer < 0 ? roots : nodes[node.outer].inner).push(node);
    // Lists parents before children. The loop below goes through `order` backwards, so that the severities of children
    // are computed before those of their parents.
    for (const todo = [...roots]; todo.length;) {
      const node = todo.pop();
      order.push(node);
      for (const inner of node.inner) todo.push(inner);
    }
    for (const node of order.reverse()) {
      node.severity = Math.max(d3.max(node.held, (i) => rows[i].severity) || 0, d3.max(node.inner, (inner) => inner.severity) || 0);
      node.inner = node.inner.filter(isShown).sort((a, b) => b.severity - a.severity || a.id - b.id);
    }
    return roots.filter(isShown);
  }
  const roots = build();
  // Large trees start closed, so that the first view is a summary.
  if (nodes.filter(isShown).length + rows.length > 400) for (const node of nodes) node.open = node.outer < 0;

  // The open lines in the order of the tree: {node, level} or {finding, level}.
  function openLines() {
    const open = [];
    for (const todo = roots.map((node) => ({ node, level: 1 })).reverse(); todo.length;) {
      const line = todo.pop();
      open.push(line);
      if (!line.node || !line.node.open) continue;
      for (const i of line.node.held) open.push({ finding: i, outer: line.node, level: line.level + 1 });
      for (const node of [...line.node.inner].reverse()) todo.push({ node, outer: line.node, level: line.level + 1 });
    }
    return open;
  }
  function cells(line, tr) {
    const cell = element("td", undefined, "name"), name = element("div"), mark = element("span", "", "mark");
    cell.style.setProperty("--level", Math.min(line.level - 1, 24));
    name.append(mark);
    cell.append(name);
    tr.append(cell);
    if (line.node) {
      const { node } = line;
      mark.textContent = node.open ? "\u25be" : "\u25b8";
      mark.setAttribute("aria-hidden", "true");
      tr.className = "region";
      tr.setAttribute("aria-expanded", node.open);
      name.append(element("span", node.text));
      const closed = node.open ? "" : `up to ${properties.fraction(node.severity)} in this region`;
      const rest = element("td", closed);
      rest.colSpan = 4 + properties.worstHeading.length;
      tr.append(rest);
      return;
    }
    const row = rows[line.finding];
    mark.textContent = row.leaf ? "*" : "";
    tr.className = row.leaf ? "leaf" : "";
    name.append(properties.named(element("span"), row.name));
    tr.append(bar(number(properties.fraction(row.severity)), row.severity, largest), number(properties.percent(row.share)),
      number(row.confidence.toFixed(2)), number(properties.amount(row.lost, row.unit)), ...properties.worst(row));
  }
  function draw() {
    const all = openLines();
    lines = all.slice(0, most);
    at = Math.min(at, lines.length - 1);
    table.replaceChildren();
    properties.head(table, ["region, and what holds there", ">severity", ">share", ">confidence", ">lost", ...properties.worstHeading]);
    lines.forEach((line, i) => {
      const tr = element("tr");
      tr.tabIndex = i === at ? 0 : -1;
      tr.setAttribute("aria-level", line.level);
      cells(line, tr);
      tr.addEventListener("click", () => {
        moveTo(i);
        if (line.node) turn(line.node, !line.node.open);
      });
      line.tr = tr;
      table.append(tr);
    });
    cut.textContent = all.length > most ? `${all.length - most} more open lines are not drawn: close some regions.` : "";
    document.body.dataset.lines = lines.length;
  }
  function moveTo(i) {
    if (i < 0 || i >= lines.length) return;
    lines[at].tr.tabIndex = -1;
    at = i;
    lines[at].tr.tabIndex = 0;
    lines[at].tr.focus();
  }
  function turn(node, open) {
    node.open = open;
    draw();
    moveTo(lines.findIndex((line) => line.node === node));
  }
  table.addEventListener("keydown", (e) => {
    const line = lines[at], { node } = line;
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === "ArrowDown") moveTo(at + 1);
    else if (e.key === "ArrowUp") moveTo(at - 1);
    else if (e.key === "Home") moveTo(0);
    else if (e.key === "End") moveTo(lines.length - 1);
    else if (e.key === "ArrowRight" && node) node.open ? moveTo(at + 1) : turn(node, true);
    else if (e.key === "ArrowLeft" && node && node.open) turn(node, false);
    else if (e.key === "ArrowLeft") line.outer && moveTo(lines.findIndex((other) => other.node === line.outer));
    else if ((e.key === "Enter" || e.key === " ") && node) turn(node, !node.open);
    else return;
    e.preventDefault();
  });

  return {
    draw,
    focus: () => moveTo(at),
    openAll: () => {
      const open = !nodes.every((node) => node.open);
      for (const node of nodes) node.open = open || node.outer < 0;
      draw();
    },
    // Opens all regions around a finding, and goes to its line.
    show: (finding) => {
      for (let id = view.findings[finding]; id >= 0; id = nodes[id].outer) nodes[id].open = true;
      draw();
      moveTo(lines.findIndex((line) => line.finding === finding));
    },
  };
})();
