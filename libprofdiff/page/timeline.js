// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the time lines of two threads and the difference of their self times. The time axis is the time line that A and
// B share, on which matched calls start together; or it is the time since the start of the selected call, on the clock
// of each side.
"use strict";
const timeline = (function () {
  const { threads, marks, longer, shorter, time, signed, name, source } = timelineData;
  const left = 86, right = 30, row = 18, gap = 26, chart = 170, top = 24;
  // number of shades of each mark, from equal times on both sides to the largest difference
  const shades = 6;
  const place = document.getElementById("plot"), canvas = place.querySelector("canvas"), context = canvas.getContext("2d");
  const svg = d3.select("#plot svg"), value = document.getElementById("value");
  const scroller = document.getElementById("levels"), depth = document.getElementById("depth");
  // `levels`: number of levels with bars; `rows`: number of visible levels; `first`: first visible level; `own`: true if
  // the axis is that of the call; `origin`: times of A and B that are 0 on this axis; `call`: the framed path
  let thread = null, levels, rows, first = 0, largest, width, height, scale, shown, zoom, call = null, own = false;
  let origin = [0, 0], zoomed = () => {}, waiting = 0;

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

  const axisTime = (step) => {
    const [unit, text] = step >= 1e9 ? [1e9, " s"] : step >= 1e6 ? [1e6, " ms"] : step >= 1e3 ? [1e3, " \u00b5s"] : [1, " ns"];
    return (v) => +(v / unit).toPrecision(9) + text;
  };

  // Begin and end of a bar on the axis.
  const beginOf = (bar, isA) => (own ? bar[9] - origin[isA ? 0 : 1] : bar[1]);
  const endOf = (bar, isA) => (own ? bar[10] - origin[isA ? 0 : 1] : bar[2]);
  function domain() {
    if (!own) return [0, Math.max(1, thread.length)];
    const ends = [[thread.barsA, true], [thread.barsB, false]].map(([bars, isA]) => d3.max(bars, (bar) => endOf(bar, isA)) || 0);
    const begins = [[thread.barsA, true], [thread.barsB, false]].map(([bars, isA]) => d3.min(bars, (bar) => beginOf(bar, isA)) || 0);
    return [Math.min(...begins), Math.max(1, ...ends)];
  }

  // Vertical positions in pixels, from the top: the lane of A, the lane of B, the chart of differences.
  const laneA = () => top, laneB = () => top + rows * row + gap, chartTop = () => top + 2 * (rows * row + gap);
  const chartHeight = () => (own ? 0 : chart);

  function layout() {
    levels = 1 + Math.max(0, d3.max(thread.barsA, (b) => b[0]) || 0, d3.max(thread.barsB, (b) => b[0]) || 0);
    rows = Math.min(levels, Math.max(12, Math.floor((window.innerHeight - chartHeight() - 230) / 2 / row)));
    first = Math.min(first, levels - rows);
    largest = Math.max(1, d3.max([thread.barsA, thread.barsB], (bars) => d3.max(bars, (b) => Math.abs(difference(b)))));
    height = chartTop() + chartHeight() + 42;
    // Sets the height before reading the width: a page that is too high gets a scroll bar, which reduces the width.
    place.style.height = height + "px";
    width = Math.max(320, place.clientWidth);
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
    scale = d3.scaleLinear(domain(), [left, width - right]);
    shown = scale.copy();
  }

  function drawBars(bars, y0, isA) {
    let count = 0;
    for (const bar of bars) {
      const from = Math.max(left, shown(beginOf(bar, isA))), to = Math.min(width - right, shown(endOf(bar, isA)));
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
    svg.selectAll(".more-levels").data([laneA(), laneB()]).join("text").attr("class", "more-levels").attr("x", width - right)
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
    if (!own) drawChart();
    drawLevels();
    const ticks = shown.ticks(Math.max(2, Math.floor(width / 130)));
    svg.select(".x").attr("transform", `translate(0,${chartTop() + chartHeight()})`)
      .call(d3.axisBottom(shown).tickValues(ticks).tickFormat(axisTime(ticks.length > 1 ? ticks[1] - ticks[0] : 1)));
    document.body.dataset.drawn = drawn.join(" ");
  }

  // Begin and end of the framed call on the axis; null for a side without the call.
  function extent(isA) {
    const length = isA ? call.callA : call.callB;
    if (call.mark === (isA ? 3 : 2)) return null;
    if (own) return [(isA ? call.startA : call.startB) - origin[isA ? 0 : 1], (isA ? call.startA : call.startB) - origin[isA ? 0 : 1] + length];
    // The bar of the call can be longer than the call: the time line advances by the time of the slower side.
    const start = isA ? call.startA : call.startB, found = (b) => b[0] === call.depth && b[9] === start && b[4] === 1;
    const bar = thread[isA ? "barsA" : "barsB"].find(found);
    return bar ? [bar[1], bar[2]] : [call.begin, call.begin + length];
  }
  // Frames the selected call in both lanes.
  function drawFrame() {
    if (!call || call.depth < first || call.depth >= first + rows) return;
    context.strokeStyle = frame.colour("ink");
    context.lineWidth = 2;
    for (const [isA, y] of [[true, laneA()], [false, laneB()]]) {
      const found = extent(isA);
      if (!found) continue;
      const from = Math.max(left, shown(found[0])), to = Math.min(width - right, Math.max(from + 3, shown(found[1])));
      if (to < left || from > width - right) continue;
      context.strokeRect(from - 1, y + (call.depth - first) * row - 2, to - from + 2, row + 2);
    }
  }

  function zoomTo(begin, end) {
    const [low, high] = scale.domain(), from = scale(Math.max(low, begin)), to = scale(Math.min(high, Math.max(end, begin + 1)));
    const k = (width - left - right) / Math.max(1e-6, to - from);
    d3.select(canvas).call(zoom.transform, d3.zoomIdentity.translate(left - k * from, 0).scale(k));
  }
  const zoomOut = () => d3.select(canvas).call(zoom.transform, d3.zoomIdentity);
  // Zooms to the framed call, with half of its length on each side.
  function zoomToCall() {
    const ends = [extent(true), extent(false)].filter((e) => e), begin = d3.min(ends, (e) => e[0]), end = d3.max(ends, (e) => e[1]);
    zoomTo(begin - (end - begin) / 2, end + (end - begin) / 2);
  }
  const isNarrow = () => [extent(true), extent(false)].filter((e) => e).every((e) => scale(e[1]) - scale(e[0]) < 40);

  function describeBar(bar, isA) {
    const side = isA ? "A" : "B", other = isA ? "B" : "A";
    const lines = [`${side}: ${bar[4] > 1 ? bar[4] + " calls, the first of them " : ""}${name(bar[5])}`];
    if (source(bar[5], isA)) lines.push(`defined at ${source(bar[5], isA)}`);
    lines.push(`${marks[bar[3]].letter} ${marks[bar[3]].name}, at ${time(beginOf(bar, isA))}`);
    if (bar[4] > 1) lines.push(`together ${time(endOf(bar, isA) - beginOf(bar, isA))} of the time line: zoom in`);
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
      const bar = bars.find((b) => b[0] === first + line && beginOf(b, isA) <= at + pixel / 2 &&
        Math.max(endOf(b, isA), beginOf(b, isA) + pixel) >= at);
      return bar && describeBar(bar, isA);
    }
    if (own || y < chartTop() || y > chartTop() + chart) return undefined;
    const near = thread.rows.filter((r) => Math.abs(shown(r[0]) - x) < 5);
    const best = d3.least(near, (a, b) => Math.abs(shown(a[0]) - x) - Math.abs(shown(b[0]) - x) ||
      Math.abs(b[4] - b[5]) - Math.abs(a[4] - a[5]));
    return best && describeRow(best);
  }
  function hover(x, y) {
    const text = find(x, y);
    value.style.display = text ? "block" : "none";
    value.textContent = text || "";
    if (!text) return;
    value.style.left = Math.max(0, Math.min(x + 14, width - value.offsetWidth - 4)) + "px";
    value.style.top = y + 16 + "px";
  }
  const leave = () => { value.style.display = "none"; };

  function prepare() {
    layout();
    const parts = [["A: " + (thread.a || "no such thread"), laneA() - 8], ["B: " + (thread.b || "no such thread"), laneB() - 8],
      ...(own ? [] : [["self time, A \u2212 B: above 0, B is faster", chartTop() - 8]])];
    svg.selectAll("*").remove();
    if (!own) {
      svg.append("line").attr("class", "zero").attr("stroke", "currentColor");
      svg.append("g").attr("class", "y");
    }
    svg.append("g").attr("class", "x");
    svg.selectAll(".lane").data(parts).join("text").attr("class", "lane").attr("x", left).attr("y", (p) => p[1]).text((p) => p[0]);
    svg.append("text").attr("class", "axis").attr("x", width - right).attr("y", chartTop() + chartHeight() + 36)
      .text(!own ? "common time, in the units of the ticks" : (call ? "time since the start of the call" : "time since the first call") +
        (width < 640 ? "" : ", on the clock of each side"));
    zoom = d3.zoom().filter(() => !d3.event.ctrlKey && !d3.event.shiftKey && !d3.event.button)
      .scaleExtent([1, Math.max(1, scale.domain()[1] - scale.domain()[0])]).translateExtent([[left, 0], [width - right, height]])
      .extent([[left, 0], [width - right, height]]).on("zoom", () => {
        shown = d3.event.transform.rescaleX(scale);
        leave();
        draw();
        if (d3.event.sourceEvent) tellZoom();
      });
    d3.select(canvas).call(zoom);
    zoomOut();
  }
  // Reports a zoom by the user when it has come to rest, since browsers limit how often an address may change.
  function tellZoom() {
    clearTimeout(waiting);
    waiting = setTimeout(() => zoomed(...shown.domain().map(Math.round)), 200);
  }

  function scrollTo(level) {
    first = Math.max(0, Math.min(levels - rows, level));
    scroller.scrollTop = first * row;
  }
  scroller.addEventListener("scroll", () => {
    const level = Math.max(0, Math.min(levels - rows, Math.round(scroller.scrollTop / row)));
    if (level === first) return;
    first = level;
    leave();
    draw();
  });
  canvas.addEventListener("wheel", (e) => {
    if (!e.shiftKey || levels <= rows) return;
    scroller.scrollTop += e.deltaY || e.deltaX;
    e.preventDefault();
  }, { passive: false });
  canvas.addEventListener("mousemove", (e) => hover(e.offsetX, e.offsetY));
  canvas.addEventListener("mouseleave", leave);
  function scaleBy(factor) {
    d3.select(canvas).call(zoom.scaleBy, factor);
    tellZoom();
  }
  canvas.addEventListener("keydown", (e) => {
    const step = (width - left - right) / 8 / d3.zoomTransform(canvas).k, scrolls = levels > rows;
    if (e.key === "ArrowLeft" || e.key === "ArrowRight") {
      d3.select(canvas).call(zoom.translateBy, e.key === "ArrowLeft" ? step : -step, 0);
      tellZoom();
    } else if (scrolls && e.key === "ArrowUp") scroller.scrollTop = (first - 1) * row;
    else if (scrolls && e.key === "ArrowDown") scroller.scrollTop = (first + 1) * row;
    else if (scrolls && e.key === "PageUp") scroller.scrollTop = (first - rows) * row;
    else if (scrolls && e.key === "PageDown") scroller.scrollTop = (first + rows) * row;
    else return;
    e.preventDefault();
  });

  // Shows a thread. `path` is the call to frame, or null; `isOwn` chooses the axis of this call. With `from` and `to`,
  // zooms there; otherwise to the call if `close` is set or if it is narrow.
  function show(index, path, { isOwn = false, from = null, to = null, close = false } = {}) {
    clearTimeout(waiting);
    const isSame = thread === threads[index] && call === path && own === isOwn;
    thread = threads[index];
    call = path;
    own = isOwn;
    origin = call ? [call.startA, call.startB] : [0, 0];
    prepare();
    if (call && !isSame) scrollTo(call.depth - 2);
    if (from !== null) zoomTo(from, to);
    else if (call && (close || isNarrow())) zoomToCall();
    else draw();
  }

  return {
    show, scaleBy, hover, canvas, row,
    scrollTo: (level) => { scrollTo(level); draw(); },
    onZoom: (act) => { zoomed = act; },
    // Draws again after the size of the window or the theme has changed; keeps the zoom.
    redraw: () => {
      const [from, to] = shown.domain();
      prepare();
      zoomTo(from, to);
    },
  };
})();
