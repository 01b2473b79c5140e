// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of regions, each with the properties that hold there. Uses no recursion, because the nesting of regions has no
// bound.
"use strict";
const propertyTree = properties.isDifference ? null : (function () {
  const { view, rows: findings, section, element, bar, number, largest } = properties;
  // By region: its findings, its inner regions, and the largest severity among both.
  const nodes = view.regions.map(([text, outer], id) => ({ id, text, outer, held: [], inner: [], severity: 0 }));
  // False for regions that occur only in notApplicable; they are hidden.
  const isShown = (node) => node.held.length > 0 || node.inner.length > 0;

  function build() {
    findings.forEach((row, i) => nodes[view.findings[i]].held.push(i));
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
      node.severity = Math.max(d3.max(node.held, (i) => findings[i].severity) || 0, d3.max(node.inner, (inner) => inner.severity) || 0);
      node.inner = node.inner.filter(isShown).sort((a, b) => b.severity - a.severity || a.id - b.id);
    }
    return roots.filter(isShown);
  }

  // Rows in the order of the tree: {node} or {finding}.
  const rows = [];
  for (const todo = build().map((node) => ({ node, level: 1, isOpen: true })).reverse(); todo.length;) {
    const row = todo.pop();
    rows.push(row);
    const level = row.level + 1;
    for (const finding of row.node.held) rows.push({ finding, level, isOpen: true });
    for (const node of [...row.node.inner].reverse()) todo.push({ node, level, isOpen: true });
  }
  // Large trees start closed, so that the first view is a summary.
  if (rows.length > 400) for (const row of rows) row.isOpen = row.level === 1;

  function more(row) {
    if (row.node) {
      const rest = element("td", row.isOpen ? "" : `up to ${properties.fraction(row.node.severity)} in this region`);
      rest.colSpan = 4 + properties.worstHeading.length;
      return [rest];
    }
    const found = findings[row.finding];
    return [bar(number(properties.fraction(found.severity)), found.severity, largest), number(properties.percent(found.share)),
      number(found.confidence.toFixed(2)), number(properties.amount(found.lost, found.unit)), ...properties.worst(found)];
  }
  const isLeaf = (row) => !row.node && findings[row.finding].leaf;
  const tree = components.tree({
    section: section("tree"), rows, more, sign: (row) => (isLeaf(row) ? "*" : ""), style: (row) => (row.node ? "region" : isLeaf(row) ? "leaf" : ""),
    headings: ["region, and what holds there", ">severity", ">share", ">confidence", ">lost", ...properties.worstHeading],
    label: (row) => (row.node ? element("span", row.node.text) : properties.named(element("span"), findings[row.finding].name)),
  });
  return { ...tree, show: (finding) => tree.show(rows.findIndex((row) => row.finding === finding)) };
})();
