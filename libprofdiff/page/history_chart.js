// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one series: a point for each trial, a line with a band for each level, a mark for each change.
//
// `row` is a series of the document with what history.js adds to it: steps[] with {trial (an index), percent, kind, sure}.
"use strict";
const historyChart = (function () {
  const short = (value) => (value === null ? "?" : Number(value.toPrecision(4)).toString());
  const percent = (value) => (value === null ? "from 0" : (value > 0 ? "+" : value < 0 ? "\u2212" : "") + Math.abs(value).toFixed(1) + " %");
  const signs = { worse: "\u25b2", better: "\u25bc" };

  // The index of the first trial after a level; the levels of a series are in order.
  const endOf = (row, i, trials) => (i + 1 < row.levels.length ? row.levels[i + 1].from : trials);
  function scales(row, trials, { left, right, top, bottom, width, height, fromZero }) {
    const values = row.values.concat(row.levels.flatMap((level) => [level.value, level.low, level.high])).filter((v) => v !== null);
    let [low, high] = d3.extent(values.length ? values : [0, 1]);
    if (fromZero) [low, high] = [Math.min(0, low), Math.max(0, high)];
    if (low === high) [low, high] = [low - (Math.abs(low) / 10 || 1), high + (Math.abs(high) / 10 || 1)];
    const x = d3.scaleLinear().domain([-0.5, trials - 0.5]).range([left, width - right]);
    return { x, y: d3.scaleLinear().domain([low, high]).range([height - bottom, top]).nice(4) };
  }
  function drawLevels(svg, row, trials, { x, y }) {
    row.levels.forEach((level, i) => {
      const from = x(level.from - 0.5), to = x(endOf(row, i, trials) - 0.5);
      if (level.low !== null) {
        svg.append("rect").attr("class", "band").attr("x", from).attr("width", to - from).attr("y", y(level.high))
          .attr("height", Math.max(1, y(level.low) - y(level.high)));
      }
      svg.append("line").attr("class", "level").attr("x1", from).attr("x2", to).attr("y1", y(level.value)).attr("y2", y(level.value));
    });
  }
  function drawDots(svg, row, { x, y }, radius) {
    svg.selectAll(".dot").data(d3.range(row.values.length).filter((t) => row.values[t] !== null)).join("circle").attr("class", "dot")
      .attr("r", radius).attr("cx", (t) => x(t)).attr("cy", (t) => y(row.values[t]));
  }
  // Leaves out what all names begin and end with, so that they differ even if they are cut. Numbers stay whole.
  function distinct(names) {
    const isDigit = (text) => /\d/.test(text), longest = d3.max(names, (name) => name.length) || 0;
    if (longest <= 10 || names.length < 2) return names;
    const least = d3.min(names, (name) => name.length), same = (get) => names.every((name) => get(name) === get(names[0]));
    let first = 0, last = 0;
    while (first < least && same((name) => name[first])) ++first;
    while (first > 0 && isDigit(names[0][first - 1])) --first;
    while (last < least - first && same((name) => name[name.length - 1 - last])) ++last;
    while (last > 0 && isDigit(names[0][names[0].length - last])) --last;
    const cut = names.map((name) => name.slice(first, name.length - last));
    return cut.includes("") ? names : cut;
  }
  // A chart of its own, with axes. names: by trial; chosen: index of a trial, or null; choose(step): for a click on a mark
  function draw(place, row, { names, chosen, choose, fromZero }) {
    const width = Math.max(280, Math.min(1100, place.clientWidth)), height = width < 600 ? 230 : 270;
    const shown = distinct(names), label = (t) => frame.shorten(shown[t], 14), trials = names.length;
    const room = { left: 64, right: 14, top: 38, bottom: 42, width, height, fromZero };
    const scale = scales(row, trials, room), { x, y } = scale;
    place.replaceChildren();
    const svg = d3.select(place).append("svg").attr("viewBox", [0, 0, width, height]).attr("width", width).attr("height", height);
    drawLevels(svg, row, trials, scale);
    for (const step of row.steps) {
      svg.append("line").attr("class", "step" + (step.trial === chosen ? " at" : "")).attr("x1", x(step.trial - 0.5)).attr("x2", x(step.trial - 0.5))
        .attr("y1", room.top - 8).attr("y2", height - room.bottom);
    }
    // Texts of marks that would overlap are left out.
    let free = 0;
    for (const step of row.steps) {
      const text = `${percent(step.percent)}${step.sure ? "" : "?"}`, size = 7.2 * text.length;
      const middle = x(step.trial - 0.5), at = Math.max(80, Math.min(middle - size / 2, width - size - 2)), fits = at >= free;
      const add = (name, place, up) => svg.append("text").attr("class", `mark ${step.sure ? step.kind : "unsure"}`).attr("x", place).attr("y", room.top - up)
        .text(name).on("click", () => choose(step));
      add(signs[step.kind] || "?", middle - 5, 6);
      if (fits) add(text, at, 19);
      if (fits) free = at + size + 6;
    }
    drawDots(svg, row, scale, trials > 150 ? 2 : 3.5);
    // As many names of trials as fit.
    const widest = d3.max(d3.range(trials), (t) => label(t).length) * 7 + 14;
    const every = Math.max(1, Math.ceil(widest / Math.max(1, x(1) - x(0))));
    svg.append("g").attr("transform", `translate(0,${height - room.bottom})`)
      .call(d3.axisBottom(x).tickValues(d3.range(0, trials, every)).tickFormat(label));
    svg.append("g").attr("transform", `translate(${room.left},0)`).call(d3.axisLeft(y).ticks(5, "~g"));
    svg.append("text").attr("x", 4).attr("y", 12).attr("class", "faint").text(frame.plain(row.metric) + (row.unit ? ` in ${frame.plain(row.unit)}` : ""));
    return { svg, x, room };
  }
  // A chart without axes.
  function drawSmall(place, row, trials) {
    const width = 240, height = 56, svg = d3.select(place).append("svg").attr("viewBox", [0, 0, width, height]).attr("aria-hidden", "true");
    const scale = scales(row, trials, { left: 4, right: 4, top: 12, bottom: 4, width, height });
    drawLevels(svg, row, trials, scale);
    drawDots(svg, row, scale, trials > 60 ? 1 : 1.8);
    for (const step of row.steps) {
      svg.append("line").attr("class", "step").attr("x1", scale.x(step.trial - 0.5)).attr("x2", scale.x(step.trial - 0.5)).attr("y1", 8).attr("y2", height);
      svg.append("text").attr("class", `mark ${step.sure ? step.kind : "unsure"}`).attr("text-anchor", "middle").attr("x", scale.x(step.trial - 0.5)).attr("y", 10)
        .text(signs[step.kind] || "?");
    }
  }

  return { draw, drawSmall, distinct, short, percent, signs };
})();
