// SPDX-License-Identifier: GPL-3.0-or-later
// Draws two aligned time lines. The data, with times in nanoseconds on a time line that A and B share:
//   threads[].barsA, barsB: [depth, begin, end, mark, calls, name, name of the match, time in A, time in B]
//   threads[].levels: depth of the deepest call; threads[].leftOut: number of calls below the deepest level with bars
//   threads[].rows: [common, mark, calls in A, calls in B, self time in A, self time in B, name in A, name in B,
//     difference]
//   changes: [thread, begin, end, depth, mark, time in A, time in B, calls in A, calls in B, path], largest first; the
//     place is that of the call that differs most
"use strict";
(function () {
  const data = frame.data("data");
  const marks = [
    { name: "equal", letter: "=", fill: "#5cb860", ink: "#175e1d", lines: [] },
    { name: "different", letter: "!", fill: "#f08a80", ink: "#8f1208", lines: [[0, 8, 8, 0]] },
    { name: "only in A (gap in B)", letter: "A", fill: "#a9c8f0", ink: "#0f3f85", lines: [[0, 0, 8, 8]] },
    { name: "only in B (gap in A)", letter: "B", fill: "#a9c8f0", ink: "#0f3f85", lines: [[4, 0, 4, 8]] },
    { name: "several marks", letter: "*", fill: "#d9d2c3", ink: "#5a4a1c", lines: [[0, 8, 8, 0], [0, 0, 8, 8]] },
  ];
  const left = 86, right = 30, row = 18, gap = 26, chart = 170, top = 24;
  // number of shades of each mark, from equal times on both sides to the largest difference
  const shades = 6;
  const longer = "\u25b2", shorter = "\u25bc";
  const canvas = document.querySelector("#plot canvas"), context = canvas.getContext("2d");
  const svg = d3.select("#plot svg"), value = document.getElementById("value");
  const scroller = document.getElementById("levels"), depth = document.getElementById("depth");
  // `levels`: number of levels with bars; `rows`: number of visible levels; `first`: first visible level
  let thread, levels, rows, first = 0, largest, width, height, scale, shown, zoom, change = -1;

  function pattern(mark, strength) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 8;
    const draw = tile.getContext("2d");
    draw.fillStyle = d3.interpolateRgb("#fff", mark.fill)(0.2 + 0.8 * strength);
    draw.fillRect(0, 0, 8, 8);
    draw.strokeStyle = mark.ink;
    draw.globalAlpha = 0.55;
    for (const [x1, y1, x2, y2] of mark.lines) {
      draw.beginPath();
      draw.moveTo(x1, y1);
      draw.lineTo(x2, y2);
      draw.stroke();
    }
    return context.createPattern(tile, "repeat");
  }
  for (const mark of marks) mark.patterns = d3.range(shades).map((i) => pattern(mark, i / (shades - 1)));

  // The colour of a mark on the background of the page.
  const onPaper = (mark) => (frame.isDark() ? mark.fill : mark.ink);

  // `difference`: time in A minus time in B if both are known, otherwise 0. `strength`: intensity of a bar, from 0 to
  // 1: the square root of the ratio of its difference to the largest one, so that small differences are visible; 1 if a
  // time is unknown.
  const hasBoth = (bar) => bar[3] === 0 || bar[3] === 4 || (bar[3] === 1 && (bar[4] > 1 || bar[6] >= 0));
  const difference = (bar) => (hasBoth(bar) ? bar[7] - bar[8] : 0);
  const strength = (bar) => (hasBoth(bar) ? Math.sqrt(Math.abs(difference(bar)) / largest) : 1);
  const shade = (bar) => Math.round(strength(bar) * (shades - 1));
  // The sign of a bar whose side took clearly more or clearly less time than the other side; otherwise empty.
  function sign(bar, isA) {
    if (!hasBoth(bar) || strength(bar) < 0.1) return "";
    return (difference(bar) > 0) === isA ? longer : shorter;
  }

  function time(nanoseconds) {
    const size = Math.abs(nanoseconds);
    if (size >= 1e9) return (nanoseconds / 1e9).toFixed(6) + " s";
    if (size >= 1e6) return (nanoseconds / 1e6).toFixed(6) + " ms";
    if (size >= 1e3) return (nanoseconds / 1e3).toFixed(3) + " \u00b5s";
    return nanoseconds + " ns";
  }
  const signed = (nanoseconds) => (nanoseconds > 0 ? "+" : "") + time(nanoseconds);
  const axisTime = (step) => {
    const [unit, name] = step >= 1e9 ? [1e9, " s"] : step >= 1e6 ? [1e6, " ms"] : step >= 1e3 ? [1e3, " \u00b5s"] : [1, " ns"];
    return (v) => +(v / unit).toPrecision(9) + name;
  };
  const name = (i) => (i < 0 ? "" : data.names[i]);

  // Vertical positions in pixels, from the top: the lane of A, the lane of B, the chart of differences.
  const laneA = () => top, laneB = () => top + rows * row + gap, chartTop = () => top + 2 * (rows * row + gap);

  function layout() {
    levels = 1 + Math.max(0, d3.max(thread.barsA, (b) => b[0]) || 0, d3.max(thread.barsB, (b) => b[0]) || 0);
    rows = Math.min(levels, Math.max(12, Math.floor((window.innerHeight - chart - 230) / 2 / row)));
    first = Math.min(first, levels - rows);
    largest = Math.max(1, d3.max([thread.barsA, thread.barsB], (bars) => d3.max(bars, (b) => Math.abs(difference(b)))));
    height = chartTop() + chart + 42;
    // Sets the height before reading the width: a page that is too high gets a scroll bar, which reduces the width.
    document.getElementById("plot").style.height = height + "px";
    width = Math.max(320, document.getElementById("plot").clientWidth);
    const dense = window.devicePixelRatio || 1;
    canvas.width = width * dense;
    canvas.height = height * dense;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
    context.setTransform(dense, 0, 0, dense, 0, 0);
    svg.attr("width", width).attr("height", height);
    scroller.style.display = levels > rows ? "block" : "none";
    scroller.style.top = laneA() + "px";
    scroller.style.height = chartTop() - gap - laneA() + "px";
    scroller.firstElementChild.style.height = chartTop() - gap - laneA() + (levels - rows) * row + "px";
    scroller.scrollTop = first * row;
    scale = d3.scaleLinear([0, Math.max(1, thread.length)], [left, width - right]);
    shown = scale.copy();
  }

  function drawBars(bars, y0, isA) {
    let count = 0;
    for (const bar of bars) {
      const from = Math.max(left, shown(bar[1])), to = Math.min(width - right, shown(bar[2]));
      if (to < left || from > width - right || bar[0] < first || bar[0] >= first + rows) continue;
      const mark = marks[bar[3]], w = Math.max(1, to - from), y = y0 + (bar[0] - first) * row;
      context.fillStyle = mark.patterns[shade(bar)];
      context.fillRect(from, y, w, row - 2);
      ++count;
      if (sign(bar, isA) === longer) {
        context.fillStyle = mark.ink;
        context.fillRect(from, y + row - 2 - shade(bar), w, shade(bar));
      }
      if (w < 3) continue;
      context.strokeStyle = mark.ink;
      context.lineWidth = 0.7;
      context.strokeRect(from + 0.35, y + 0.35, w - 0.7, row - 2.7);
      if (w < 13) continue;
      const text = mark.letter + (w > 22 ? sign(bar, isA) : "") +
        (w > 40 ? " " + (bar[4] > 1 ? bar[4] + " calls, " : "") + name(bar[5]) : "");
      context.save();
      context.beginPath();
      context.rect(from, y, w - 2, row);
      context.clip();
      if (mark.lines.length) {
        context.fillStyle = "#ffffffcc";
        context.fillRect(from + 1, y + 1, Math.min(w - 2, context.measureText(text).width + 4), row - 5);
      }
      context.fillStyle = "#111";
      context.fillText(text, from + 3, y + row / 2 - 1);
      context.restore();
    }
    return count;
  }

  // Draws a bar for each row: self time in A minus self time in B.
  function drawChart() {
    const base = chartTop(), inside = thread.rows.filter((r) => shown(r[0]) >= left && shown(r[0]) <= width - right);
    const most = d3.max(inside, (r) => Math.abs(r[4] - r[5])) || 1;
    const y = d3.scaleLinear([-most, most], [base + chart, base]).nice();
    const zero = y(0);
    for (const r of inside) {
      const mark = marks[r[1]], to = y(r[4] - r[5]), x = shown(r[0]);
      context.fillStyle = onPaper(mark);
      context.fillRect(x - 1, Math.min(zero, to), 2, Math.max(1, Math.abs(to - zero)));
      if (r[1] > 0) context.fillRect(x - 3, to - (to < zero ? 0 : 2), 6, 2);
    }
    nameLargest(inside, y);
    const step = y.ticks(6);
    svg.select(".y").attr("transform", `translate(${left},0)`)
      .call(d3.axisLeft(y).ticks(6).tickFormat(axisTime(Math.abs(step[1] - step[0]) || 1)));
    svg.select(".zero").attr("x1", left).attr("x2", width - right).attr("y1", zero).attr("y2", zero);
    thread.y = y;
  }

  // Writes the names of the largest bars that are far enough apart.
  function nameLargest(inside, y) {
    const named = [];
    context.fillStyle = frame.colour("ink");
    for (const r of inside.slice().sort((r, s) => Math.abs(s[4] - s[5]) - Math.abs(r[4] - r[5])).slice(0, 40)) {
      const x = shown(r[0]), to = y(r[4] - r[5]), text = name(r[6] >= 0 ? r[6] : r[7]).slice(0, 40);
      const w = context.measureText(text).width, from = x + 6 + w > width ? x - 6 - w : x + 6;
      const at = Math.max(chartTop() + 8, Math.min(chartTop() + chart - 8, to));
      if (r[4] === r[5] || named.some((n) => Math.abs(n[1] - at) < 13 && n[0] < from + w + 6 && from < n[2] + 6)) continue;
      named.push([from, at, from + w]);
      context.fillText(text, from, at);
      if (named.length === 8) return;
    }
  }

  // Shows which levels are visible, as numbers beside the lanes and in a sentence.
  function drawLevels() {
    const numbers = d3.range(first, first + rows).filter((i) => i === first || (i + 1) % 5 === 0);
    const places = numbers.flatMap((i) => [laneA(), laneB()].map((y) => [i + 1, y + (i - first + 0.5) * row]));
    svg.selectAll(".level").data(places).join("text").attr("class", "level").attr("x", left - 6)
      .attr("y", (p) => p[1]).text((p, i) => (i < 2 ? "level " : "") + p[0]);
    const deeper = thread.levels - first - rows, words = width < 640 ? ["", ""] : [" levels above", " levels below"];
    const above = first ? "\u25b2 " + first + words[0] : "", below = deeper > 0 ? "\u25bc " + deeper + words[1] : "";
    const notes = [above, below].filter((t) => t).join("   ");
    svg.selectAll(".more").data([laneA(), laneB()]).join("text").attr("class", "more").attr("x", width - right)
      .attr("y", (y) => y - 8).text(notes);
    let text = "";
    if (levels > rows) {
      text = `Calls are up to ${thread.levels} levels deep; levels ${first + 1} to ${first + rows} are visible. ` +
        "Scroll beside them, with Shift and the wheel, or with the keys \u2191, \u2193, Page Up and Page Down.";
    }
    if (thread.leftOut) {
      text += ` This page has the first ${levels} levels: ${thread.leftOut} deeper calls are not drawn; their time is ` +
        "in the difference and in the table.";
    }
    depth.textContent = text;
  }

  function draw() {
    context.clearRect(0, 0, width, height);
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    const drawn = [drawBars(thread.barsA, laneA(), true), drawBars(thread.barsB, laneB(), false)];
    drawFrame();
    drawChart();
    drawLevels();
    const ticks = shown.ticks(Math.max(2, Math.floor(width / 130)));
    svg.select(".x").attr("transform", `translate(0,${chartTop() + chart})`)
      .call(d3.axisBottom(shown).tickValues(ticks).tickFormat(axisTime(ticks.length > 1 ? ticks[1] - ticks[0] : 1)));
    document.body.dataset.drawn = drawn.join(" ");
  }

  // Frames the call of the chosen change in both lanes.
  function drawFrame() {
    const chosen = data.changes[change];
    if (!chosen || data.threads[chosen[0]] !== thread || chosen[3] < first || chosen[3] >= first + rows) return;
    const from = Math.max(left, shown(chosen[1])), to = Math.min(width - right, Math.max(from + 3, shown(chosen[2])));
    if (to < left || from > width - right) return;
    context.strokeStyle = frame.colour("ink");
    context.lineWidth = 2;
    for (const y of [laneA(), laneB()]) context.strokeRect(from - 1, y + (chosen[3] - first) * row - 2, to - from + 2, row + 2);
  }

  // Shows the call of a change: chooses its thread and level, and zooms in if it is narrow or if `close` is set.
  function showChange(index, close) {
    const [of, begin, end, level] = data.changes[index];
    change = index;
    document.getElementById("thread").value = of;
    choose(of);
    scrollTo(Math.max(0, level - 2));
    first = Math.max(0, Math.min(levels - rows, level - 2));
    if (close || scale(end) - scale(begin) < 40) zoomTo(begin - (end - begin) / 2, end + (end - begin) / 2);
    document.querySelectorAll("#changes tr").forEach((line, i) => {
      if (i === index + 1) line.setAttribute("aria-current", "true"); else line.removeAttribute("aria-current");
    });
    draw();
  }
  function zoomTo(begin, end) {
    const from = scale(Math.max(0, begin)), to = scale(Math.min(Math.max(1, thread.length), Math.max(end, begin + 1)));
    const k = (width - left - right) / Math.max(1e-6, to - from);
    d3.select(canvas).call(zoom.transform, d3.zoomIdentity.translate(left - k * from, 0).scale(k));
  }
  function listChanges() {
    if (!data.changes.length) return;
    const table = d3.select("#changes");
    table.append("tr").selectAll("th").data(["", "A", "B", "A \u2212 B", "calls", "calls that explain most of the difference"])
      .join("th").text((t) => t);
    data.changes.forEach((c, i) => {
      const line = table.append("tr"), calls = c[7] === c[8] ? c[7] : c[7] + " \u2192 " + c[8];
      line.selectAll("td").data([marks[c[4]].letter, time(c[5]), time(c[6]), signed(c[5] - c[6]), calls]).join("td").text((t) => t);
      line.append("td").append("button").attr("type", "button").text(c[9]).on("click", () => {
        showChange(i, true);
        try { history.replaceState(null, "", "?call=" + (i + 1)); } catch (e) { /* not allowed for this address */ }
      });
    });
  }

  function describeBar(bar, isA) {
    const side = isA ? "A" : "B", other = isA ? "B" : "A";
    const lines = [`${side}: ${bar[4] > 1 ? bar[4] + " calls, the first of them " : ""}${name(bar[5])}`];
    lines.push(`${marks[bar[3]].letter} ${marks[bar[3]].name}, at ${time(bar[1])}`);
    if (bar[4] > 1) lines.push(`together ${time(bar[2] - bar[1])} of the time line: zoom in`);
    if (bar[3] === 1 && bar[6] >= 0) lines.push(`${other}: ${name(bar[6])}`);
    if (hasBoth(bar)) {
      lines.push(`A ${time(bar[7])}, B ${time(bar[8])}, A \u2212 B ${signed(difference(bar))}`);
      const [less, more] = d3.extent([bar[7], bar[8]]);
      if (sign(bar, isA)) {
        lines.push(`${sign(bar, isA)} ${bar[7] > bar[8] ? "A" : "B"} took ` +
          (less && more >= 2 * less ? `${+(more / less).toPrecision(3)} times as long` : "longer"));
      }
    } else {
      lines.push(time(isA ? bar[7] : bar[8]));
    }
    return lines.join("\n");
  }
  function describeRow(r) {
    const lines = [`at ${time(r[0])}: ${marks[r[1]].letter} ${marks[r[1]].name}, ${Math.max(r[2], r[3])} calls`];
    lines.push(`self time A ${time(r[4])}, B ${time(r[5])}, A \u2212 B ${signed(r[4] - r[5])}`);
    const names = [name(r[6]), name(r[7])].filter((n, i, all) => n && all.indexOf(n) === i).join(" | ");
    if (r[2] + r[3] > 2) lines.push(`largest difference: ${names}, ${signed(r[8])}`); else lines.push(names);
    return lines.join("\n");
  }

  // The description of what is at a point; undefined if there is nothing.
  function find(x, y) {
    // At least one pixel of tolerance: short calls would otherwise be impossible to hit.
    const at = shown.invert(x), pixel = shown.invert(x + 1) - at;
    for (const [bars, y0, isA] of [[thread.barsA, laneA(), true], [thread.barsB, laneB(), false]]) {
      const line = Math.floor((y - y0) / row);
      if (line < 0 || line >= rows) continue;
      const bar = bars.find((b) => b[0] === first + line && b[1] <= at + pixel / 2 && Math.max(b[2], b[1] + pixel) >= at);
      return bar && describeBar(bar, isA);
    }
    if (y < chartTop() || y > chartTop() + chart) return undefined;
    const near = thread.rows.filter((r) => Math.abs(shown(r[0]) - x) < 5);
    const best = d3.least(near, (a, b) => Math.abs(shown(a[0]) - x) - Math.abs(shown(b[0]) - x) ||
      Math.abs(b[4] - b[5]) - Math.abs(a[4] - a[5]));
    return best && describeRow(best);
  }
  function hover(x, y) {
    const text = find(x, y);
    value.style.display = text ? "block" : "none";
    if (!text) return;
    value.textContent = text;
    value.style.left = Math.max(0, Math.min(x + 14, width - value.offsetWidth - 4)) + "px";
    value.style.top = y + 16 + "px";
  }

  function totals() {
    const sums = marks.slice(0, 4).map((m, i) => {
      const rows = thread.rows.filter((r) => r[1] === i);
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

  function choose(index) {
    thread = data.threads[index];
    layout();
    const parts = [["A", laneA() - 8], ["B", laneB() - 8], ["self time, A \u2212 B: above 0, B is faster", chartTop() - 8]];
    const axes = [["common time, in the units of the ticks", width - right, chartTop() + chart + 36]];
    svg.selectAll("*").remove();
    svg.append("line").attr("class", "zero").attr("stroke", "currentColor");
    svg.append("g").attr("class", "y");
    svg.append("g").attr("class", "x");
    svg.selectAll(".lane").data(parts).join("text").attr("class", "lane").attr("x", left).attr("y", (p) => p[1])
      .text((p) => p[0] + (p[0] === "A" ? ": " + (thread.a || "no such thread") : p[0] === "B" ?
        ": " + (thread.b || "no such thread") : ""));
    svg.selectAll(".axis").data(axes).join("text").attr("class", "axis").attr("x", (a) => a[1]).attr("y", (a) => a[2])
      .text((a) => a[0]);
    zoom = d3.zoom().filter(() => !d3.event.ctrlKey && !d3.event.shiftKey && !d3.event.button)
      .scaleExtent([1, Math.max(1, thread.length)]).translateExtent([[left, 0], [width - right, height]])
      .extent([[left, 0], [width - right, height]]).on("zoom", () => {
        shown = d3.event.transform.rescaleX(scale);
        value.style.display = "none";
        draw();
      });
    d3.select(canvas).call(zoom).call(zoom.transform, d3.zoomIdentity);
    totals();
  }

  function scrollTo(level) {
    scroller.scrollTop = Math.max(0, Math.min(levels - rows, level)) * row;
  }
  scroller.addEventListener("scroll", () => {
    const level = Math.max(0, Math.min(levels - rows, Math.round(scroller.scrollTop / row)));
    if (level === first) return;
    first = level;
    value.style.display = "none";
    draw();
  });
  canvas.addEventListener("wheel", (e) => {
    if (!e.shiftKey || levels <= rows) return;
    scroller.scrollTop += e.deltaY || e.deltaX;
    e.preventDefault();
  }, { passive: false });
  canvas.addEventListener("mousemove", (e) => hover(e.offsetX, e.offsetY));
  canvas.addEventListener("mouseleave", () => { value.style.display = "none"; });
  canvas.addEventListener("keydown", (e) => {
    const picture = d3.select(canvas), step = (width - left - right) / 8 / d3.zoomTransform(canvas).k;
    if (e.key === "+" || e.key === "=") picture.call(zoom.scaleBy, 1.5);
    else if (e.key === "-") picture.call(zoom.scaleBy, 1 / 1.5);
    else if (e.key === "ArrowLeft") picture.call(zoom.translateBy, step, 0);
    else if (e.key === "ArrowRight") picture.call(zoom.translateBy, -step, 0);
    else if (levels > rows && e.key === "ArrowUp") scrollTo(first - 1);
    else if (levels > rows && e.key === "ArrowDown") scrollTo(first + 1);
    else if (levels > rows && e.key === "PageUp") scrollTo(first - rows);
    else if (levels > rows && e.key === "PageDown") scrollTo(first + rows);
    else return;
    e.preventDefault();
  });
  document.getElementById("out").addEventListener("click", () => {
    d3.select(canvas).call(zoom.transform, d3.zoomIdentity);
  });
  document.getElementById("title").textContent = `A: ${data.a} \u00b7 B: ${data.b}`;
  document.title = `egprof trace: ${data.a} and ${data.b}`;
  const select = document.getElementById("thread");
  select.addEventListener("change", () => choose(+select.value));
  data.threads.forEach((t, i) => {
    const label = t.a === t.b ? t.a : !t.b ? t.a + ", only in A" : !t.a ? t.b + ", only in B" : t.a + " | " + t.b;
    select.add(new Option(label, i));
  });
  for (const mark of marks) {
    const sample = document.createElement("canvas"), entry = document.createElement("span");
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
    document.getElementById("key").append(entry, " ");
  }
  frame.onTheme(() => data.threads.length && draw());
  frame.key("+", "zoom in", () => d3.select(canvas).call(zoom.scaleBy, 1.5));
  frame.key("-", "zoom out", () => d3.select(canvas).call(zoom.scaleBy, 1 / 1.5));
  let redraw;
  window.addEventListener("resize", () => {
    clearTimeout(redraw);
    redraw = setTimeout(() => data.threads.length && choose(+select.value), 100);
  });
  listChanges();
  if (data.threads.length) choose(0);
  // Parameters in the URL: "?from=NS&to=NS" zooms, "level=N" scrolls. For tests, "probe=X,Y" shows the description of a
  // point.
  // "call=N" shows the N-th of the largest changes; by default, the first one is shown.
  const asked = new URLSearchParams(location.search);
  if (data.changes.length && !asked.has("from")) {
    const wanted = Math.max(1, Math.min(data.changes.length, +asked.get("call") || 1));
    showChange(wanted - 1, asked.has("call"));
  }
  if (data.threads.length && asked.has("from") && asked.has("to")) {
    const from = scale(+asked.get("from")), to = scale(+asked.get("to"));
    const k = (width - left - right) / Math.max(1e-6, to - from);
    d3.select(canvas).call(zoom.transform, d3.zoomIdentity.translate(left - k * from, 0).scale(k));
  }
  if (data.threads.length && asked.has("level")) {
    first = Math.max(0, Math.min(levels - rows, +asked.get("level") - 1));
    scrollTo(first);
    draw();
  }
  if (data.threads.length && asked.has("probe")) {
    hover(...asked.get("probe").split(",").map(Number));
    document.body.dataset.value = value.textContent;
  }
})();
