// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of the run that the answer is about: a strip with a cell for each, their last calls, and the folded traces
// of suspects beside those of the most similar good run.
//   view: kind, suspects, bad (the label of the run); places [state, stack, last completed call, what good runs call
//     next, threads, number of threads]; ends [rank, thread, place, beyond, seconds until the end of the recording];
//     traces {id, good, leftOut, blocks [mark, left, right, number of equal entries that are left out]}
"use strict";
const rankingThreads = (function () {
  const view = frame.data("view"), data = frame.data("data"), { plain } = frame, { element, number, fill } = components;
  const section = (id) => document.getElementById(id), suspects = new Set(view.suspects);
  const words = { waits: "waits", stopped: "stopped", runs: "runs on", finished: "finished", missing: "is missing" };
  const letters = { waits: "w", stopped: "s", runs: "r", finished: "", missing: "m" };
  const bodies = new Map(data.loops);
  let map = null;

  // The line of the verdict that names the culprit is the heading; the others stay below it.
  function showAnswer() {
    const { first, rest } = components.headline(data.verdict, ["suspect", "deadlock", "error", "slower", "differs", "stopped", "none", "cannot tell"]);
    section("answer").textContent = first;
    section("verdict").textContent = rest.join("\n");
    document.body.dataset.answer = first;
  }

  // Ranks are columns, and threads are lines.
  function showStrip() {
    const ranks = [...new Set(view.ends.map((end) => end[0]))], lines = [...new Set(view.ends.map((end) => end[1]))].sort((a, b) => a - b);
    if (!view.ends.length) return section("threads").remove();
    const at = new Map(view.ends.map((end) => [`${end[0]}.${end[1]}`, end]));
    const end = (x, y) => at.get(`${ranks[x]}.${lines[y]}`), id = (each) => `${each[0]}.${each[1]}`;
    const isSuspect = (x) => lines.some((line) => suspects.has(`${ranks[x]}.${line}`)), most = d3.max(view.ends, (each) => each[3]) || 0;
    section("scale").textContent = `The run is ${plain(view.bad)}. ` + (most > 0 ? `The stronger the colour, the more a thread changed beyond noise (up to ${most.toFixed(2)}). ` : "") +
      (suspects.size ? "\u25b2 suspect. " : "") + "Letters: w waits, s stopped, r runs on, m is missing.";
    map = components.cellMap({
      place: section("strip"), rows: lines.map((line) => `thread ${line}`), columns: ranks.length, label: "Threads of all ranks",
      lineHeight: Math.max(8, Math.min(22, Math.floor(330 / lines.length))),
      colourOf: (x, y) => {
        const each = end(x, y);
        return each ? d3.interpolateRgb(frame.colour("same"), frame.colour("more"))(most > 0 && each[3] !== null ? each[3] / most : suspects.has(id(each)) ? 1 : 0) : null;
      },
      textOf: (x, y) => {
        const each = end(x, y);
        return each ? (suspects.has(id(each)) ? "\u25b2 " : "") + letters[view.places[each[2]][0]] : "";
      },
      labelOf: (x) => (isSuspect(x) ? "\u25b2" : "") + ranks[x],
      say: (x, y) => {
        const each = end(x, y);
        section("end").textContent = each ? describe(each) : `no thread ${lines[y]} in rank ${ranks[x]}`;
        document.body.dataset.end = section("end").textContent;
      },
      choose: (x, y) => { if (end(x, y)) chooseThread(id(end(x, y))); },
    });
    const first = view.ends.find((each) => suspects.has(id(each)));
    if (first) map.open(ranks.indexOf(first[0]), lines.indexOf(first[1]));
    window.addEventListener("resize", map.draw);
    frame.key("r", "go to the strip of all ranks, where the arrow keys move", map.focus);
  }
  function describe([rank, thread, place, beyond, silent]) {
    const [state, stack, after] = view.places[place], name = `${rank}.${thread}`;
    return `${name}${suspects.has(name) ? ", suspect" : ""}: ${words[state]}` + (stack ? ` in ${plain(stack)}` : "") + (after ? ` after ${plain(after)}` : "") +
      (silent > 0 && (state === "waits" || state === "stopped") ? `, for ${silent.toFixed(3)} s` : "") + (beyond === null ? "" : `; beyond noise by ${beyond.toFixed(2)}`) + ` \u2013 ${plain(view.bad)}`;
  }

  // Places with suspects come first, then those with fewest threads.
  function showEnds() {
    if (!view.places.length) return section("ends").remove();
    const suspected = (i) => view.ends.some((end) => end[2] === i && suspects.has(`${end[0]}.${end[1]}`));
    const order = d3.range(view.places.length).sort((a, b) => suspected(b) - suspected(a) || view.places[a][5] - view.places[b][5]);
    fill(section("ends"), [">threads", "which", "state", "last call", "after", "good runs call next"], order.slice(0, 200), (i) => {
      const [state, stack, after, next, ids, count] = view.places[i], line = element("tr");
      if (suspected(i)) line.className = "suspect";
      line.append(number(count), element("td", (suspected(i) ? "\u25b2 " : "") + ids, "name"), element("td", words[state]), element("td", stack ? plain(stack) : "\u2013", "name"),
        element("td", plain(after), "name"), element("td", plain(next), "name"));
      return line;
    });
  }

  // An entry of a trace; what a loop repeats is shown on hover.
  function entry(text) {
    const cell = element("td", text === undefined ? "" : components.shortName(text, 60), "name"), loop = text && /^L\d+/.exec(text);
    if (text !== undefined) cell.title = loop && bodies.has(loop[0]) ? `${plain(text)} = ${plain(bodies.get(loop[0]))}` : plain(text);
    return cell;
  }
  function showTrace() {
    const trace = view.traces[+section("thread").value], table = section("sidebyside").querySelector("table");
    const marks = { equal: "", count: "#", left: "<", right: ">" };
    section("sides").textContent = `left: ${plain(trace.good)}, the good run in which the thread is most similar; right: ${plain(view.bad)}. ` +
      "< only on the left, > only on the right, # another number of rounds.";
    table.replaceChildren();
    components.head(table, ["mark", "good run", "bad run"]);
    for (const [mark, left, right, hidden] of trace.blocks) {
      const rows = Math.max(left.length, right.length);
      for (let i = 0; i < rows; ++i) {
        if (hidden && i === rows / 2) {
          const line = element("tr", undefined, "equal"), cell = element("td", `${hidden} more equal entries`);
          cell.colSpan = 2;
          line.append(element("td"), cell);
          table.append(line);
        }
        const line = element("tr", undefined, mark);
        line.append(element("td", marks[mark]), entry(left[i]), entry(right[i]));
        table.append(line);
      }
    }
    section("traces").querySelector(".cut").textContent = trace.leftOut ? `${trace.leftOut} more parts of the traces are not shown; --diffnlr=${trace.id} prints them.` : "";
    document.body.dataset.trace = `${trace.id} ${trace.blocks.map((block) => marks[block[0]] || "=").join("")}`;
  }
  function showTraces() {
    if (!view.traces.length) return section("traces").remove();
    view.traces.forEach((trace, i) => section("thread").add(new Option(trace.id + (suspects.has(trace.id) ? " (suspect)" : ""), i)));
    section("thread").addEventListener("change", showTrace);
    showTrace();
  }
  function chooseThread(id) {
    const i = view.traces.findIndex((trace) => trace.id === id);
    if (i < 0) return;
    section("thread").value = i;
    showTrace();
    section("traces").scrollIntoView();
  }

  showAnswer();
  showStrip();
  showEnds();
  showTraces();
  return { draw: () => map && map.draw() };
})();
