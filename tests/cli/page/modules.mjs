// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the logic of the pages' scripts without a browser: PAGE=FILE.html node --test tests/cli/page/modules.mjs
// The page is any page of egprof; d3 is taken from it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const folder = new URL("../../../libprofdiff/page/", import.meta.url);
const plain = (text) => String(text).replace(/[\u0000-\u001f\u202a-\u202e]/g, (c) => "U+" + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"));
const context = vm.createContext({ frame: { plain, shorten: (text, most) => text.slice(0, most) }, document: { documentElement: {} }, console });
vm.runInContext(/<script>\n([\s\S]*?)<\/script>/.exec(readFileSync(process.env.PAGE, "utf8"))[1], context);
for (const file of ["components.js", "core_graph.js", "history_chart.js"]) vm.runInContext(readFileSync(new URL(file, folder), "utf8"), context);
const run = (text) => vm.runInContext(text, context);
// Values of another context have other prototypes.
const same = (found, expected) => assert.deepEqual(JSON.parse(JSON.stringify(found)), expected);

test("names keep their scope and their method", () => {
  const short = run("components.shortName");
  assert.equal(short("main"), "main");
  assert.equal(short("store::Table<std::vector<int>, Hash>::Find(int) const", 40), "store::Table<\u2026>::Find(int) const");
  assert.equal(short("a::B<std::vector<int, std::allocator<int>>>::operator<<(std::ostream<char>&)", 42), "a::B<\u2026>::operator<<(std::ostream<\u2026>&)");
  assert.equal(short("a::B<std::vector<int, std::allocator<int>>>::operator<=>(a::B<int> const&) const", 40), "a::B<\u2026>::operator<=>");
  assert.equal(short("a::Call<int, int, int, int, int, int, int>::operator()(unsigned long)", 30), "a::Call<\u2026>::operator()");
  assert.equal(short("x\u202ey"), "xU+202Ey");
  for (const name of ["n".repeat(200), "ns::" + "long_".repeat(30) + "::method(int)", "broken<<<<" + "y".repeat(60)]) {
    const cut = short(name, 30);
    assert.ok(cut.length <= 31, cut);
    assert.equal(cut[0], name[0]);
  }
  assert.ok(short("namespace_with_a_long_name::class_with_a_long_name::method", 30).endsWith("::method"));
});

test("words are quoted for a shell", () => {
  const quoted = run("components.quoted");
  assert.equal(quoted("a/b-1.2:c"), "a/b-1.2:c");
  assert.equal(quoted("a b"), "'a b'");
  assert.equal(quoted("it's $HOME"), "'it'\\''s $HOME'");
  assert.equal(quoted(""), "''");
});

test("the line of the culprit comes first, with what belongs to it", () => {
  const found = run("components.headline")("2 good runs\nstopped: 4 wait\nsuspect: 0.0\n  since 1 s\nwaiting: 1.0\n", ["deadlock", "suspect"]);
  same(found, { first: "suspect: 0.0", rest: ["  since 1 s", "2 good runs", "stopped: 4 wait", "waiting: 1.0"] });
  same(run("components.headline")("one line\n", ["suspect"]), { first: "one line", rest: [] });
});

test("what names have in common is left out", () => {
  const distinct = run("historyChart.distinct");
  same(distinct(["nightly-2026-001-x86", "nightly-2026-002-x86", "nightly-2026-010-x86"]), ["001", "002", "010"]);
  same(distinct(["r1", "r2"]), ["r1", "r2"]);
  same(distinct(["release-candidate", "release-candidate-2"]), ["release-candidate", "release-candidate-2"]);
  same(distinct(["the only one of its kind"]), ["the only one of its kind"]);
});

test("recursive functions count once, and callees are below callers", () => {
  const row = (name, up, inclusive, self) => ({ name, up, inclusive, self });
  const rows = [row("main", -1, 100, 0), row("f", 0, 90, 10), row("g", 1, 80, 40), row("f", 2, 40, 40), row("h", 0, 10, 10), row("g", 4, 0, 0)];
  const graph = run("coreGraph.make")(rows, 10), byName = new Map(graph.nodes.map((node) => [node.name, node]));
  assert.equal(graph.nodes.length, 4);
  assert.equal(byName.get("f").inclusive, 90);
  assert.equal(byName.get("f").self, 50);
  assert.equal(graph.leftOut, 0);
  run("coreGraph.layer")(graph);
  for (const arc of graph.arcs) if (!arc.isBack) assert.ok(byName.get(arc.from).level < byName.get(arc.to).level, `${arc.from} ${arc.to}`);
  same(graph.arcs.filter((arc) => arc.isBack).map((arc) => [arc.from, arc.to]), [["g", "f"]]);
  assert.equal(run("coreGraph.make")(rows, 2).leftOut, 2);
});
