// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the page's logic that need no browser: node --test tests/cli/page/logic.js
"use strict";
const assert = require("node:assert");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const test = require("node:test");
const vm = require("node:vm");

const folder = join(__dirname, "../../../libprofdiff/page");
const modules = { reportSearch: "report_search.js", reportScale: "report_scale.js", reportSelect: "report_select.js", reportLabels: "report_labels.js" };
const source = Object.values(modules).map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
const { reportSearch, reportScale, reportSelect, reportLabels } = vm.runInThisContext(`(function () { ${source}\nreturn { ${Object.keys(modules).join(", ")} }; })()`);

const finds = (query, ...texts) => {
  const { isLower, test: matches } = reportSearch.parse(query);
  return matches(isLower ? texts.map((text) => text.toLowerCase()) : texts);
};

test("words are found in any of the texts, whatever their case", () => {
  assert.equal(reportSearch.parse(""), null);
  assert.equal(reportSearch.parse("  -  "), null);
  assert.ok(finds("Parse app", "app::parse(int)"));
  assert.ok(finds("zn", "parse", "_ZN5parse"));
  assert.ok(!finds("app -parse", "app::parse(int)"));
  assert.ok(finds("app -parse", "app::run(int)"));
  assert.ok(finds("/usr/lib", "/usr/lib/libc.so"));
});

test("a regular expression is between slashes", () => {
  assert.ok(finds("/^app::.*se$/", "app::parse"));
  assert.ok(!finds("/^App/", "app::parse"));
  assert.ok(finds("/^App/i", "app::parse"));
  assert.ok(!finds("-/^app/", "app::parse"));
  assert.ok(finds("-/^app/", "main"));
  assert.ok(finds("/a b/", "a b"));
  // Twice the same answer: an expression has no state.
  const { test: matches } = reportSearch.parse("/a/");
  assert.deepEqual([matches(["a"]), matches(["a"])], [true, true]);
  assert.match(reportSearch.parse("/(/").error, /group/i);
  assert.equal(reportSearch.expression("a(").found, undefined);
});

test("shortened names keep the method, and fit", () => {
  assert.equal(reportSearch.fit("app::parse", 20), "app::parse");
  assert.equal(reportSearch.fit("app::net::Table<\u2026>::update_bounds", 24), "app::net\u2026::update_bounds");
  assert.ok(reportSearch.fit("std::map<\u2026>::{lambda(int)#1}::operator()", 20).includes("\u2026"));
  for (let room = 0; room < 40; ++room) {
    for (const name of ["a::b::c_function_name", "plain_name_of_a_function", "x", "runtime.memclrNoHeapPointers", "::", "."]) {
      assert.ok(reportSearch.fit(name, room).length <= Math.max(room, 0), `${name} in ${room}`);
    }
  }
});

test("colours grow with a difference's share of the program, on one scale", () => {
  const { step, marks, steps } = reportScale, found = marks.map(step);
  assert.equal(step(0), 0);
  assert.equal(step(0.5), steps);
  assert.equal(step(-0.3), step(0.3));
  assert.equal(step(NaN), 0);
  assert.deepEqual([...found].sort((a, b) => a - b), found);
  assert.equal(new Set(found).size, found.length, "each mark of the legend has its own colour");
});

// main 0+0 with a (5, 2) with b (3, 0), and c (0, 4).
const tree = () => ({
  n: 5, parents: Int32Array.of(0, 0, 1, 2, 1), functions: Int32Array.of(-1, 0, 1, 2, 3),
  self: { base: [0, 5, 3, 0], other: [0, 2, 0, 4] },
});
const marks = (...rows) => Uint8Array.from({ length: 4 }, (_, i) => (rows.includes(i) ? 1 : 0));

test("all stacks are selected without expressions", () => {
  const { n, base, other, change } = reportSelect.stacks(tree(), null, null);
  assert.equal(n, 5);
  assert.deepEqual([...base], [8, 8, 8, 3, 0]);
  assert.deepEqual([...other], [6, 6, 2, 0, 4]);
  assert.deepEqual([...change], [10, 10, 6, 3, 4]);
});

test("focus keeps stacks with a function, and their callers", () => {
  const made = reportSelect.stacks(tree(), marks(2), null);
  assert.deepEqual([...made.functions], [-1, 0, 1, 2]);
  assert.deepEqual([...made.parents], [0, 0, 1, 2]);
  assert.deepEqual([...made.base], [3, 3, 3, 3]);
  assert.deepEqual([...made.other], [0, 0, 0, 0]);
});

test("ignore leaves out stacks with a function, with all callees of it", () => {
  const made = reportSelect.stacks(tree(), null, marks(1));
  assert.deepEqual([...made.functions], [-1, 0, 3]);
  assert.deepEqual([[...made.base], [...made.other]], [[0, 0, 0], [4, 4, 4]]);
  assert.deepEqual([...reportSelect.stacks(tree(), marks(0), marks(0)).functions], [-1]);
});

test("what focus keeps and what ignore keeps of the same functions is everything", () => {
  const whole = reportSelect.stacks(tree(), null, null);
  for (let rows = 0; rows < 16; ++rows) {
    const marked = Uint8Array.from({ length: 4 }, (_, i) => (rows >> i) & 1);
    const kept = reportSelect.stacks(tree(), marked, null), left = reportSelect.stacks(tree(), null, marked);
    for (const key of ["base", "other", "change"]) assert.equal(kept[key][0] + left[key][0], whole[key][0]);
  }
});

test("what one side alone has", () => {
  const whole = reportSelect.stacks(tree(), null, null);
  assert.deepEqual([0, 1, 2, 3, 4].map((i) => reportSelect.onlyOne(whole, "base", "other", i)), [0, 0, 0, 3, 0]);
  assert.deepEqual([0, 1, 2, 3, 4].map((i) => reportSelect.onlyOne(whole, "other", "base", i)), [0, 0, 0, 0, 4]);
});

test("labels of a picture do not cover each other, and the important ones are there", () => {
  const boxes = Array.from({ length: 60 }, (_, i) => ({ x: 80 + 110 * (i % 10), y: 20 + 60 * Math.floor(i / 10), w: 90, h: 10, text: `name::space::function_${i}` }));
  const made = reportLabels.place(boxes, { most: 30, letter: 6.7, width: 1200, height: 400 });
  assert.deepEqual(made.map(({ i }) => i).filter((i) => i < 30).length, 30);
  for (const [k, a] of made.entries()) {
    assert.ok(a.x >= 0 && a.x + a.wide <= 1200 && a.y >= 0 && a.y + reportLabels.high <= 400);
    for (const b of made.slice(k + 1)) {
      assert.ok(a.x >= b.x + b.wide || b.x >= a.x + a.wide || a.y >= b.y + reportLabels.high || b.y >= a.y + reportLabels.high, `${a.text} and ${b.text}`);
    }
  }
  const [outside] = reportLabels.place([{ x: -500, y: 10, w: 20, h: 10, text: "far" }], { most: 1, letter: 6.7, width: 100, height: 100 });
  assert.equal(outside, undefined);
});
