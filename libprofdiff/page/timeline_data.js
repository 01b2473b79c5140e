// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a page of two traces, with times in nanoseconds:
//   threads[].barsA, barsB: [depth, begin, end, mark, calls, name, name of the match, time in A, time in B, begin and end
//     on the clock of the side]; begin and end are on the time line that A and B share
//   threads[].levels: depth of the deepest call; threads[].leftOut: number of calls below the deepest level with bars
//   threads[].rows: [common, mark, calls in A, calls in B, self time in A, self time in B, name in A, name in B,
//     difference]
//   totals: [time in A, time in B, equal calls, different pairs, calls only in A, calls only in B]
//   paths, callers first: [thread, depth, mark, calls in A, calls in B, time in A, time in B, part of the difference,
//     noise (1: of the part, 2: of the time), name in A, name in B, calls below without paths, and of the call that
//     differs most: begin, start in A, start in B, duration in A, duration in B]
//   changes, largest first: [path, time in A, time in B, text]
//   sourcesA, sourcesB: {index of the name: source line of the function on this side}, such as "a.c:8"
//   runsA, runsB: number of runs of each side; pathsLeftOut: number of paths that are not on the page
"use strict";
const timelineData = (function () {
  const data = { totals: null, paths: [], changes: [], pathsLeftOut: 0, runsA: 1, runsB: 1, sourcesA: {}, sourcesB: {}, ...frame.data("data") };
  const marks = [
    { name: "equal", letter: "=", fill: "#5cb860", ink: "#175e1d", lines: [] },
    { name: "different", letter: "!", fill: "#f08a80", ink: "#8f1208", lines: [[0, 8, 8, 0]] },
    { name: "only in A (gap in B)", letter: "A", fill: "#a9c8f0", ink: "#0f3f85", lines: [[0, 0, 8, 8]] },
    { name: "only in B (gap in A)", letter: "B", fill: "#a9c8f0", ink: "#0f3f85", lines: [[4, 0, 4, 8]] },
    { name: "several marks", letter: "*", fill: "#d9d2c3", ink: "#5a4a1c", lines: [[0, 8, 8, 0], [0, 0, 8, 8]] },
  ];
  const longer = "\u25b2", shorter = "\u25bc";

  function time(nanoseconds) {
    const size = Math.abs(nanoseconds), text = (value, digits) => value.toFixed(digits).replace("-", "\u2212");
    if (size >= 1e9) return text(nanoseconds / 1e9, 6) + " s";
    if (size >= 1e6) return text(nanoseconds / 1e6, 6) + " ms";
    if (size >= 1e3) return text(nanoseconds / 1e3, 3) + " \u00b5s";
    return text(nanoseconds, 0) + " ns";
  }
  const signed = (nanoseconds) => (nanoseconds > 0 ? "+" : "") + time(nanoseconds);
  const name = (i) => (i < 0 ? "" : data.names[i]);
  // The source line of a function on one side; empty if it is not known.
  const source = (i, isA) => data[isA ? "sourcesA" : "sourcesB"][i] || "";
  // The source lines of a pair of functions: one line if they are the same.
  function sources(a, b) {
    const inA = source(a, true), inB = source(b, false);
    return inA && inB && inA !== inB ? `A ${inA}, B ${inB}` : inA || inB;
  }
  const plural = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;
  // The label of a pair of threads.
  function threadName(index) {
    const { a, b } = data.threads[index];
    return a === b ? a : !b ? a + ", only in A" : !a ? b + ", only in B" : a + " | " + b;
  }

  const paths = data.paths.map((p) => ({
    thread: p[0], depth: p[1], mark: p[2], callsA: p[3], callsB: p[4], a: p[5], b: p[6], part: p[7],
    isNoise: { part: (p[8] & 1) !== 0, time: (p[8] & 2) !== 0 }, nameA: name(p[9]), nameB: name(p[10]), source: sources(p[9], p[10]), below: p[11],
    begin: p[12], startA: p[13], startB: p[14], callA: p[15], callB: p[16], change: Math.abs(p[7]), caller: -1, callees: [],
  }));
  // The outermost paths of each thread.
  const outermost = data.threads.map(() => []), open = [];
  paths.forEach((path, i) => {
    open.length = path.depth;
    path.caller = path.depth ? open[path.depth - 1] : -1;
    (path.depth ? paths[path.caller].callees : outermost[path.thread]).push(i);
    open[path.depth] = i;
  });
  for (let i = paths.length - 1; i >= 0; --i) if (paths[i].caller >= 0) paths[paths[i].caller].change += paths[i].change;

  const pathName = (path) => (path.mark === 1 ? path.nameA + " | " + path.nameB : path.nameA || path.nameB);
  function callersOf(index) {
    const callers = [];
    for (let i = paths[index].caller; i >= 0; i = paths[i].caller) callers.unshift(i);
    return callers;
  }
  const only = ["", "", " (only in A)", " (only in B)"];
  // The path of a call in links: names, which are the same on other pages of the program.
  const keyOf = (index) => [...callersOf(index), index].map((i) => pathName(paths[i])).join(" > ") + only[paths[index].mark];
  // The index of the path with a key, in a thread or, if the link names none, in the first one that has it; or -1.
  function pathOf(key, thread) {
    return paths.findIndex((path, i) => (thread < 0 || path.thread === thread) && key.endsWith(pathName(path) + only[path.mark]) && keyOf(i) === key);
  }

  return { ...data, paths, outermost, marks, longer, shorter, time, signed, name, source, plural, threadName, pathName, callersOf, keyOf, pathOf };
})();
