// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of the seconds of each rank and thread, with a column for each of them: kinds of time, the work that delayed
// others, waits or functions. A rank that is slow is dark in the first two; one that waits is dark in the third.
// view.times: locations, pairs [rank, thread]; maps, each with its kind and lines {text, seconds (by location)}.
"use strict";
const propertyTimes = properties.isDifference || !properties.view.times ? null : (function () {
  const { section, element, plain } = properties, { locations, maps } = properties.view.times;
  const titles = { phase: "Kinds of time", delays: "Work that others waited for, in seconds of their waits", waits: "Waits, by place", functions: "Functions: seconds above the mean" };
  // A column is a location or, if not all of them are in sight, a group of neighbours.
  const mostColumns = Math.max(40, Math.floor((section("times").clientWidth - Math.min(300, 0.38 * section("times").clientWidth)) / 4));
  const per = Math.ceil(locations.length / mostColumns), columns = Math.ceil(locations.length / per);
  const hasRanks = new Set(locations.map((at) => at[0])).size > 1, hasThreads = new Set(locations.map((at) => at[1])).size > 1;
  const name = ([rank, thread]) => [hasRanks || !hasThreads ? `rank ${rank}` : "", hasThreads && thread !== null ? `thread ${thread}` : ""].filter(Boolean).join(", ");
  const short = ([rank, thread]) => [hasRanks || !hasThreads ? rank : null, hasThreads ? thread : null].filter((part) => part !== null).join(".");
  const seconds = (value) => `${value.toFixed(3)} s`;
  const first = maps.find((map) => map.kind === "phase").lines[0], mean = d3.mean(first.seconds), most = d3.max(first.seconds);
  const slowest = first.seconds.indexOf(most), excess = mean > 0 ? most / mean - 1 : 0, isSlow = excess > 0.05;
  let drawn = [];

  const groupOf = (x) => d3.range(x * per, Math.min(locations.length, (x + 1) * per));
  function draw() { for (const map of drawn) map.draw(); }
  function show() {
    const of = `of ${locations.length} ${hasRanks ? (hasThreads ? "threads" : "ranks") : "threads"}`;
    section("slowest").textContent = isSlow
      ? `Slowest: ${name(locations[slowest])} with ${seconds(most)} of ${first.text}, ${seconds(most - mean)} (${(100 * excess).toFixed(0)} %) more than the mean ${of}. It is marked with \u25b2.`
      : `All take about equally long: at most ${(100 * excess).toFixed(1)} % more than the mean ${of}.`;
    section("slowest").append(" Each map has its own scale, in seconds: the darker a cell (in the dark theme, the lighter), the longer.");
    const place = section("times").querySelector("div"), said = section("timesaid");
    for (const map of maps) {
      const heading = element("h3", titles[map.kind]), box = element("div");
      const longest = map.lines.map((line) => d3.range(columns).map((x) => d3.max(groupOf(x), (i) => line.seconds[i])));
      // In the map of functions, colours and numbers are what is above the mean of a line.
      const above = (y) => (map.kind === "functions" ? d3.mean(map.lines[y].seconds) : 0);
      const worst = longest.map((line, y) => line.map((value) => Math.max(0, value - above(y)))), top = d3.max(worst, (line) => d3.max(line)) || 1;
      heading.append(element("span", ` \u2013 up to ${seconds(top)}`, "hint"));
      place.append(heading, box);
      drawn.push(components.cellMap({
        place: box, rows: map.lines.map((line) => plain(line.text)), columns, label: titles[map.kind],
        colourOf: (x, y) => (worst[y][x] > 0 ? d3.interpolateRgb(frame.colour("low"), frame.colour("high"))(worst[y][x] / top) : null),
        textOf: (x, y) => (worst[y][x] >= 0.0005 ? worst[y][x].toFixed(3) : ""),
        labelOf: (x) => (isSlow && groupOf(x).includes(slowest) ? "\u25b2" : "") + short(locations[x * per]),
        say: (x, y) => {
          const group = groupOf(x), i = group[d3.scan(group, (a, b) => map.lines[y].seconds[b] - map.lines[y].seconds[a])];
          const all = map.lines[y].seconds;
          said.textContent = `${name(locations[i])}: ${seconds(all[i])} \u2013 ${plain(map.lines[y].text)}; mean ${seconds(d3.mean(all))}` + (per > 1 ? `; the longest of ${group.length} in this column` : "");
          document.body.dataset.time = said.textContent;
        },
      }));
    }
    if (isSlow) drawn[0].open(Math.floor(slowest / per), 0);
    window.addEventListener("resize", draw);
    frame.key("h", "go to the map of times, where the arrow keys move", () => drawn[0].focus());
    document.body.dataset.times = `${maps.map((map) => map.kind + " " + map.lines.length).join(", ")}; ${locations.length}`;
  }
  return { show, draw };
})();
