// SPDX-License-Identifier: GPL-3.0-or-later
// Arcs by caller and callee, and trees of stacks, as arrays of numbers. All functions take linear time in arcs and
// paths, and none is recursive, so that paths may have any depth. Node 0 is the root; the index of a node is larger
// than that of its parent. Members of a tree: functions: rows, or -1 for the sum of other paths; base, other: inclusive
// times; change: sum of |change of self| in and below a node; kids: the children of node i are kids[first[i]] to
// kids[first[i + 1] - 1], by name; program: the tree of all paths, if the tree shows a part of it.
"use strict";
const reportTrees = (function () {
  const { table, rowOf, n, isDifference, numbersOf, nameRanks } = reportData;
  // maximum number of steps to make an inverted tree; if more are needed, the deepest callers are left out
  const mostSteps = 8e6;
  // width of the narrowest box that gets callers in an inverted tree, as a fraction of the whole width
  const narrowest = 1 / 40000;

  // Sorts `count` items by key (0 to `size` - 1) by counting: the items with key k are items[first[k]] to items[first[k
  // + 1] - 1].
  function group(count, size, keyOf) {
    const first = new Int32Array(size + 1), items = new Int32Array(count);
    for (let i = 0; i < count; ++i) if (keyOf(i) >= 0) ++first[keyOf(i) + 1];
    for (let k = 0; k < size; ++k) first[k + 1] += first[k];
    const next = first.slice();
    for (let i = 0; i < count; ++i) if (keyOf(i) >= 0) items[next[keyOf(i)]++] = i;
    return { first, items };
  }

  let arcs;
  function makeArcs() {
    const rows = table("arcs");
    if (!rows) return null;
    const ends = ["caller", "callee"].map((key) => Int32Array.from(rows.numbers(key), (id) => rowOf(id)));
    return {
      rows: rows.rows, caller: ends[0], callee: ends[1], total: numbersOf(rows, "total"), calls: numbersOf(rows, "calls"),
      status: rows.at("status"), byCaller: group(rows.rows, n, (i) => ends[0][i]), byCallee: group(rows.rows, n, (i) => ends[1][i]),
    };
  }
  // The arcs of the page; null if it has none.
  function allArcs() {
    if (arcs === undefined) arcs = makeArcs();
    return arcs;
  }

  const orZero = (value) => (value === value ? value : 0);
  // Adds the children of each node, sorted by name, with the sum of other paths last. Boxes sorted by name keep their
  // places even if their sizes differ, so that two pictures can be compared.
  function addKids(tree) {
    const ranks = nameRanks(), { n: nodes, functions, parents } = tree;
    const byName = group(nodes, n + 1, (i) => (i === 0 ? -1 : functions[i] < 0 ? n : ranks[functions[i]])).items;
    const found = group(nodes - 1, nodes, (i) => parents[byName[i]]);
    tree.first = found.first;
    tree.kids = found.items.map((i) => byName[i]);
    return tree;
  }
  function makeTree(nodes) {
    return {
      n: nodes, functions: new Int32Array(nodes).fill(-1), parents: new Int32Array(nodes), base: new Float64Array(nodes),
      other: new Float64Array(nodes), change: new Float64Array(nodes), left: 0, first: null, kids: null,
    };
  }

  let whole, selected, inverted;
  const selection = { focus: "", ignore: "" };
  function makeWhole() {
    const rows = table("contexts");
    if (!rows) return null;
    const tree = makeTree(rows.rows + 1), { functions, parents, base, other, change } = tree;
    const ids = rows.numbers("function"), outer = rows.numbers("parent"), self = numbersOf(rows, "self"), total = numbersOf(rows, "total");
    for (let i = 0; i < rows.rows; ++i) {
      functions[i + 1] = ids[i] === ids[i] ? rowOf(ids[i]) : -1;
      parents[i + 1] = outer[i] === outer[i] ? outer[i] + 1 : 0;
      base[i + 1] = orZero(total.base[i]);
      other[i + 1] = isDifference ? orZero(total.other[i]) : 0;
      change[i + 1] = isDifference ? Math.abs(orZero(self.difference[i])) : 0;
    }
    tree.self = self;
    for (let i = tree.n - 1; i > 0; --i) {
      change[parents[i]] += change[i];
      if (parents[i] !== 0) continue;
      base[0] += base[i];
      other[0] += other[i];
    }
    return addKids(tree);
  }
  // The tree of all paths; null if the page has none.
  function all() {
    if (whole === undefined) whole = makeWhole();
    return whole;
  }
  // Selects the stacks that all other trees show: regular expressions for functions that they have or lack. Returns
  // true if this changes the trees.
  function select(focus, ignore) {
    if (focus === selection.focus && ignore === selection.ignore) return false;
    Object.assign(selection, { focus, ignore });
    selected = inverted = undefined;
    return true;
  }
  // The tree of the selected paths from the outermost callers down; null if the page has none.
  function fromAbove() {
    if (selected === undefined) {
      const focus = reportData.expressed(selection.focus), ignore = reportData.expressed(selection.ignore);
      selected = all() && (focus || ignore) ? addKids({ ...reportSelect.stacks(all(), focus, ignore), program: all() }) : all();
    }
    return selected;
  }
  // The value of a node: the exact value from the document if the node is a context, otherwise the sum on this page.
  function exact(tree, node, key) {
    return tree === whole && node > 0 ? numbersOf(table("contexts"), "total")[key][node - 1] : tree[key][node];
  }

  // Nodes of the whole tree at which a function is entered while it is not on the stack. Recursion thus counts once.
  function outermost(row) {
    const tree = fromAbove(), inside = new Uint8Array(tree.n), found = [];
    for (let i = 1; i < tree.n; ++i) {
      inside[i] = inside[tree.parents[i]];
      if (tree.functions[i] !== row) continue;
      if (!inside[i]) found.push(i);
      inside[i] = 1;
    }
    return { found, inside };
  }

  // The callees of a function, merged over all of its callers.
  function below(row) {
    const tree = fromAbove(), { found, inside } = outermost(row), merged = new Int32Array(tree.n), starts = new Uint8Array(tree.n);
    for (const node of found) starts[node] = 1;
    const place = new Map(), functions = [-1], parents = [0], base = [0], other = [0], change = [0];
    for (let i = 1; i < tree.n; ++i) {
      if (!inside[i]) continue;
      const outer = starts[i] ? 0 : merged[tree.parents[i]], key = outer * (n + 1) + tree.functions[i] + 1;
      let node = place.get(key);
      if (node === undefined) {
        node = functions.length;
        place.set(key, node);
        functions.push(tree.functions[i]);
        parents.push(outer);
        base.push(0);
        other.push(0);
        change.push(0);
      }
      merged[i] = node;
      base[node] += tree.base[i];
      other[node] += tree.other[i];
      change[node] += tree.change[i];
      if (starts[i]) {
        base[0] += tree.base[i];
        other[0] += tree.other[i];
        change[0] += tree.change[i];
      }
    }
    return addKids({
      n: functions.length, functions: Int32Array.from(functions), parents: Int32Array.from(parents), base: Float64Array.from(base),
      other: Float64Array.from(other), change: Float64Array.from(change), left: 0,
    });
  }

  // Makes an inverted tree, in which the callers of a function are below it. `begin` has nodes of the whole tree, and
  // `weights` has their values. The tree grows level by level: the nodes of each box are grouped by function, each
  // group becomes a box of the next level, and its nodes are replaced by their callers. Boxes narrower than `narrowest`
  // get no callers.
  function upwards(begin, weights) {
    const tree = fromAbove(), functions = [-1], parents = [0], sums = { base: [0], other: [0], change: [0] }, names = Object.keys(sums);
    let from = Int32Array.from(begin), at = Int32Array.from(begin), level = [{ node: 0, begin: 0, end: from.length }], steps = 0, left = 0;
    const weight = new Map(names.map((key) => [key, new Float64Array(tree.n)]));
    for (const key of names) begin.forEach((node, i) => { weight.get(key)[node] = weights[key][i]; });
    const [base, other, change] = names.map((key) => weight.get(key));
    const boxOf = new Int32Array(n + 1).fill(-1);
    const size = (node) => sums.base[node] + sums.other[node] + sums.change[node];
    for (const key of names) sums[key][0] = d3.sum(weights[key]);
    while (level.length) {
      const next = [], nextFrom = new Int32Array(from.length), nextAt = new Int32Array(at.length);
      let filled = 0;
      for (const box of level) {
        if (steps > mostSteps) {
          ++left;
          continue;
        }
        const made = [], counts = [];
        for (let i = box.begin; i < box.end; ++i) {
          if (at[i] === 0) continue;
          const key = tree.functions[at[i]] + 1;
          if (boxOf[key] < 0) {
            boxOf[key] = made.length;
            made.push(functions.length);
            counts.push(0);
            functions.push(key - 1);
            parents.push(box.node);
            names.forEach((name) => sums[name].push(0));
          }
          const node = made[boxOf[key]];
          ++counts[boxOf[key]];
          sums.base[node] += base[from[i]];
          sums.other[node] += other[from[i]];
          sums.change[node] += change[from[i]];
        }
        steps += box.end - box.begin;
        const places = counts.map((count) => (filled += count) - count), fill = places.slice();
        for (let i = box.begin; i < box.end; ++i) {
          if (at[i] === 0) continue;
          const to = fill[boxOf[tree.functions[at[i]] + 1]]++;
          nextFrom[to] = from[i];
          nextAt[to] = tree.parents[at[i]];
        }
        made.forEach((node, k) => {
          boxOf[functions[node] + 1] = -1;
          if (Math.abs(size(node)) >= narrowest * Math.abs(size(0))) next.push({ node, begin: places[k], end: fill[k] });
          else if (functions[node] >= 0) ++left;
        });
      }
      level = next;
      from = nextFrom.subarray(0, filled);
      at = nextAt.subarray(0, filled);
    }
    const made = {
      n: functions.length, functions: Int32Array.from(functions), parents: Int32Array.from(parents), base: Float64Array.from(sums.base),
      other: Float64Array.from(sums.other), change: Float64Array.from(sums.change), left,
    };
    return addKids(made);
  }
  // All paths from the functions that spend the time up to the outermost callers.
  function fromBelow() {
    if (inverted !== undefined) return inverted;
    const tree = fromAbove();
    if (!tree) return (inverted = null);
    const begin = [], weights = { base: [], other: [], change: [] };
    for (let i = 0; i < tree.n - 1; ++i) {
      const base = orZero(tree.self.base[i]), other = isDifference ? orZero(tree.self.other[i]) : 0;
      if (base === 0 && other === 0) continue;
      begin.push(i + 1);
      weights.base.push(base);
      weights.other.push(other);
      weights.change.push(isDifference ? Math.abs(orZero(tree.self.difference[i])) : 0);
    }
    return (inverted = { ...upwards(begin, weights), program: all() });
  }
  // The merged callers of a function: the function is below node 0, its callers are below it.
  function above(row) {
    const tree = fromAbove(), { found } = outermost(row);
    return upwards(found, { base: found.map((i) => tree.base[i]), other: found.map((i) => tree.other[i]), change: found.map((i) => tree.change[i]) });
  }
  return { allArcs, all, select, fromAbove, fromBelow, below, above, exact };
})();
