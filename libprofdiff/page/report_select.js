// SPDX-License-Identifier: GPL-3.0-or-later
// Selects stacks of a tree: those with a function in `focus`, and without any function in `ignore`. Test:
// tests/cli/page/logic.js.
"use strict";
const reportSelect = (function () {
  // Returns a tree with the selected stacks alone. `tree` has parents, functions, and `self`, the values of node i at
  // i - 1. `focus` and `ignore` are arrays by function, in which 1 marks a function, or null.
  function stacks(tree, focus, ignore) {
    const { n, parents, functions, self } = tree, keys = ["base", "other", "change"];
    const inside = new Uint8Array(n), outside = new Uint8Array(n), sums = Object.fromEntries(keys.map((key) => [key, new Float64Array(n)]));
    const own = Object.fromEntries(keys.map((key) => [key, new Float64Array(n)])), kept = new Uint8Array(n);
    const marked = (marks, f) => marks !== null && f >= 0 && marks[f] === 1;
    inside[0] = focus === null ? 1 : 0;
    for (let i = 1; i < n; ++i) {
      inside[i] = inside[parents[i]] || marked(focus, functions[i]) ? 1 : 0;
      outside[i] = outside[parents[i]] || marked(ignore, functions[i]) ? 1 : 0;
      if (!inside[i] || outside[i]) continue;
      const base = orZero(self.base[i - 1]), other = self.other ? orZero(self.other[i - 1]) : 0;
      own.base[i] = base;
      own.other[i] = other;
      own.change[i] = self.other ? Math.abs(base - other) : 0;
      if (base !== 0 || other !== 0) kept[i] = 1;
    }
    for (let i = n - 1; i >= 0; --i) {
      for (const key of keys) {
        sums[key][i] += own[key][i];
        if (i > 0) sums[key][parents[i]] += sums[key][i];
      }
      if (i > 0 && kept[i]) kept[parents[i]] = 1;
    }
    kept[0] = 1;
    const nodes = [], place = new Int32Array(n);
    for (let i = 0; i < n; ++i) {
      if (!kept[i]) continue;
      place[i] = nodes.length;
      nodes.push(i);
    }
    const pick = (values) => Float64Array.from(nodes, (i) => values[i]), base = pick(own.base), other = pick(own.other);
    return {
      n: nodes.length, functions: Int32Array.from(nodes, (i) => functions[i]), parents: Int32Array.from(nodes, (i) => place[parents[i]]),
      base: pick(sums.base), other: pick(sums.other), change: pick(sums.change), left: 0,
      self: { base: base.subarray(1), other: other.subarray(1), difference: base.map((value, i) => value - other[i]).subarray(1) },
    };
  }
  const orZero = (value) => (value === value ? value : 0);

  // The width of each node of a tree that shows what a single side has: paths that the other side lacks, and the
  // callers of these paths.
  const onlyOne = (tree, mine, theirs, i) => (tree[theirs][i] === 0 ? Math.abs(tree[mine][i]) : 0);
  return { stacks, onlyOne };
})();
