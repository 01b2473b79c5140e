// SPDX-License-Identifier: GPL-3.0-or-later
// The page of two traces: totals, the list of the calls that explain most of the difference, the time lines and the flame
// view of the selected call. Links have the selected call after the "#", by the names on its path, and what else the
// user chose.
"use strict";
(function () {
  const { threads, totals, changes, paths, marks, time, signed, plural, threadName, keyOf, pathOf } = timelineData;
  const get = (id) => document.getElementById(id);
  const select = get("thread"), axis = get("axis"), width = get("width");
  const link = frame.makeLink({
    initial: { c: "", t: "", x: "common", w: "both", from: "", to: "", theme: "" },
    known: { c: null, t: null, x: ["common", "call"], w: ["both", "A", "B", "change"], from: null, to: null, theme: ["dark", "light"] },
  });
  // The selected path, or -1, and its thread.
  let selected = -1, thread = 0, isShown = false;

  function element(tag, text, name) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (name) made.className = name;
    return made;
  }

  function showTotals() {
    if (!totals) return;
    const [a, b, equal, different, onlyA, onlyB] = totals, change = a - b;
    const share = a > 0 ? ` (${((100 * Math.abs(change)) / a).toFixed(1)} %)` : "";
    const words = change === 0 ? "Both take the same time." : `B takes ${time(Math.abs(change))} ${change < 0 ? "more" : "less"}${share}.`;
    const runs = timelineData.runsA + timelineData.runsB > 2 ? ` ${plural(timelineData.runsA, "run")} of A and ${timelineData.runsB} of B; ~ means that noise explains a difference.`
      : " One run per side: noise is not known.";
    get("sums").append(element("strong", words), ` A ${time(a)}, B ${time(b)}; calls: ${equal} equal, ${different} different, ${onlyA} only in A, ${onlyB} only in B.${runs}`);
  }

  // The list: a row for each change, with the path and, below it, the numbers.
  function listChanges() {
    get("list").hidden = !paths.length;
    get("flame").hidden = !paths.length;
    if (!changes.length) {
      get("changes").append(element("p", "No call differs in time."));
      return;
    }
    const largest = Math.max(1, ...changes.map((c) => Math.abs(c[1] - c[2])));
    const table = get("changes").appendChild(element("table"));
    changes.forEach(([i, a, b, text], place) => {
      const path = paths[i], line = table.insertRow(), change = a - b;
      const mark = (path.mark > 0 ? marks[path.mark].letter : "") + (path.isNoise.part ? "~" : change < 0 ? "\u25b2" : "\u25bc");
      line.dataset.path = i;
      line.append(element("td", mark, "mark"));
      const bar = line.appendChild(element("td", undefined, "change")), box = bar.appendChild(element("span", undefined, "bar"));
      const part = box.appendChild(element("i", undefined, change < 0 ? "more" : "less")), wide = (50 * Math.abs(change)) / largest;
      part.style.width = wide + "%";
      part.style.left = (change < 0 ? 50 - wide : 50) + "%";
      bar.append(element("span", signed(change)));
      const cell = line.appendChild(element("td")), button = cell.appendChild(element("button", text));
      button.type = "button";
      button.title = text;
      button.addEventListener("click", () => choose(i));
      button.addEventListener("keydown", (e) => {
        const next = { ArrowDown: place + 1, ArrowUp: place - 1 }[e.key];
        if (next === undefined || !changes[next]) return;
        table.rows[next].querySelector("button").focus();
        e.preventDefault();
      });
      const calls = path.callsA === path.callsB ? plural(path.callsA, "call") : `${path.callsA} \u2192 ${path.callsB} calls`;
      const sides = [path.mark === 3 ? "" : "A " + time(a), path.mark === 2 ? "" : "B " + time(b), calls, path.source];
      cell.append(element("span", sides.filter((t) => t).join(", "), "facts"));
    });
  }

  // Self times of the thread by mark.
  function sumMarks() {
    const sums = marks.slice(0, 4).map((m, i) => {
      const rows = threads[thread].rows.filter((r) => r[1] === i);
      return [m.letter + " " + m.name].concat([2, 3, 4, 5].map((c) => d3.sum(rows, (r) => r[c])));
    });
    const table = d3.select("#totals").html("");
    table.append("tr").selectAll("th").data(["mark", "calls A", "calls B", "self time A", "self time B", "A \u2212 B"])
      .join("th").text((t) => t);
    for (const s of sums) {
      table.append("tr").selectAll("td").data([s[0], s[1], s[2], time(s[3]), time(s[4]), signed(s[3] - s[4])])
        .join("td").text((t) => t);
    }
  }

  // Selects a call; -1: all calls of the thread.
  function choose(i) {
    link.remember(document.activeElement.id || null);
    link.go({ c: i < 0 ? "" : keyOf(i), t: threads.length > 1 ? threadName(i < 0 ? thread : paths[i].thread) : i < 0 ? threadName(thread) : "", from: "", to: "" },
      { focus: false });
  }
  // The path and the thread of a state. Without either, the path that changed most.
  function find(state) {
    const wanted = state.t === "" ? -1 : threads.findIndex((_, i) => threadName(i) === state.t);
    if (state.t !== "" && wanted < 0) link.say(`There is no thread ${frame.shorten(state.t, 100)} on this page.`);
    if (state.c === "" && state.t === "" && changes.length) return [changes[0][0], paths[changes[0][0]].thread];
    const path = state.c === "" ? -1 : pathOf(state.c, wanted);
    if (state.c !== "" && path < 0) link.say(`The call ${frame.shorten(state.c, 200)} is not on this page.`);
    return [path, path >= 0 ? paths[path].thread : Math.max(0, wanted)];
  }
  function show(state, restore) {
    if (!threads.length) return;
    [selected, thread] = find(state);
    isShown = true;
    select.value = thread;
    axis.value = state.x;
    width.value = state.w;
    const ends = [state.from, state.to].map(Number), isZoomed = state.from !== "" && state.to !== "" && ends[0] < ends[1];
    if (state.from !== "" && !isZoomed) link.say("The times of this link are not valid; the call is shown.");
    timeline.show(thread, selected < 0 ? null : paths[selected], { isOwn: state.x === "call", from: isZoomed ? ends[0] : null, to: isZoomed ? ends[1] : null, close: state.c !== "" });
    if (paths.length) timelineFlame.show(thread, selected, state.w);
    sumMarks();
    for (const line of document.querySelectorAll("#changes tr")) {
      if (+line.dataset.path === selected) line.setAttribute("aria-current", "true"); else line.removeAttribute("aria-current");
    }
    const at = restore && restore.focus && get(restore.focus);
    if (at) at.focus({ preventScroll: true });
  }

  function makeLegend() {
    for (const mark of marks) {
      const sample = document.createElement("canvas"), entry = element("span");
      sample.width = 36;
      sample.height = 14;
      const drawing = sample.getContext("2d");
      const steps = mark.letter === "A" || mark.letter === "B" ? mark.patterns.slice(-1) : mark.patterns;
      steps.forEach((step, i) => {
        drawing.fillStyle = step;
        drawing.fillRect(36 / steps.length * i, 0, 36 / steps.length, 14);
      });
      drawing.strokeStyle = mark.ink;
      drawing.strokeRect(0.5, 0.5, 35, 13);
      entry.append(sample, mark.letter + " " + mark.name);
      get("key").append(entry, " ");
    }
  }
  // Selects the next or the previous change of the list.
  function step(by) {
    const at = changes.findIndex((c) => c[0] === selected), next = changes[at + by];
    if (next) choose(next[0]);
    else link.say(by > 0 ? "This is the last call of the list." : "This is the first call of the list.");
  }
  const whole = () => link.go({ from: "", to: "", c: "", t: threadName(thread) }, { focus: false });
  function makeKeys() {
    const toList = () => {
      const at = document.querySelector("#changes tr[aria-current] button") || document.querySelector("#changes button");
      if (at) at.focus();
    };
    frame.key("c", "go to the list of calls", toList);
    frame.key("n", "select the next call of the list", () => step(1));
    frame.key("N", "select the previous call of the list", () => step(-1));
    frame.key("t", "go to the time lines", () => timeline.canvas.focus());
    frame.key("g", "go to the flame view", () => paths.length && timelineFlame.focus());
    frame.key("x", "change the time axis", () => link.go({ x: axis.value === "common" ? "call" : "common", from: "", to: "" }, { focus: false }));
    frame.key("w", "show the whole time line", whole);
    frame.key("+", "zoom in", () => timeline.scaleBy(1.5));
    frame.key("-", "zoom out", () => timeline.scaleBy(1 / 1.5));
    frame.key("Backspace", "back", link.back);
    for (const [key, text] of frame.keys()) get("help").append(element("kbd", key), ` ${text} `);
    get("help").append(element("kbd", "\u2190 \u2191 \u2192 \u2193"), " move, ", element("kbd", "Enter"), " selects");
  }

  get("title").textContent = `A: ${timelineData.a} \u00b7 B: ${timelineData.b}`;
  document.title = `egprof trace: ${timelineData.a} and ${timelineData.b}`;
  threads.forEach((_, i) => select.add(new Option(threadName(i), i)));
  select.addEventListener("change", () => link.go({ c: "", t: threadName(+select.value), from: "", to: "" }, { focus: false }));
  axis.addEventListener("change", () => link.go({ x: axis.value, from: "", to: "" }, { focus: false }));
  width.addEventListener("change", () => link.go({ w: width.value }, { focus: false }));
  get("out").addEventListener("click", whole);
  // What is not in the address yet, such as the call that is selected first, is written with the zoom.
  timeline.onZoom((from, to) => link.go({ from, to, ...(selected >= 0 ? { c: keyOf(selected) } : {}),
    ...(selected < 0 || threads.length > 1 ? { t: threadName(thread) } : {}) }, { isTyping: true, draws: false }));
  timelineFlame.onChoose(choose);
  showTotals();
  makeLegend();
  listChanges();
  makeKeys();
  const redraw = () => {
    if (!threads.length || !isShown) return;
    timeline.redraw();
    if (paths.length) timelineFlame.redraw();
  };
  frame.onTheme(() => {
    redraw();
    if ((frame.chosenTheme() || "") !== link.state().theme) link.go({ theme: frame.chosenTheme() || "" }, { focus: false, draws: false });
  });
  let waiting = 0;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(redraw, 100);
  });
  link.start(show);
  document.body.dataset.part = "timeline";
  // For tests: "?level=N" scrolls, "probe=X,Y" shows the description of a point.
  const asked = new URLSearchParams(location.search);
  if (threads.length && asked.has("level")) timeline.scrollTo(+asked.get("level") - 1);
  if (threads.length && asked.has("probe")) {
    timeline.hover(...asked.get("probe").split(",").map(Number));
    document.body.dataset.value = get("value").textContent;
  }
})();
