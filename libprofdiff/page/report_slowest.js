// SPDX-License-Identifier: GPL-3.0-or-later
// Above a report of ranks: the slowest rank, and a strip with a cell for each rank. view.ranks: labels and, by rank, totals
// (seconds of all functions) and otherTotals; summary, the sentences of the text about them.
"use strict";
(function () {
  const { view, unit } = reportData, { plain } = frame, { element } = components, ranks = view.ranks;
  if (!ranks || !ranks.totals || ranks.labels.length < 2) return;
  const sides = ranks.otherTotals ? [["base", ranks.totals], ["other", ranks.otherTotals]] : [["", ranks.totals]];
  const isKnown = (value) => value !== null && value !== undefined, amount = (value) => `${reportText.amount(value)} ${plain(unit)}`;
  const lines = sides.map(([name, totals]) => {
    const known = totals.filter(isKnown), mean = d3.mean(known) || 0, most = d3.max(known) || 0;
    return { name, totals, mean, most, slowest: totals.indexOf(most), excess: mean > 0 ? most / mean - 1 : 0 };
  });
  // A rank that takes 5 % more than the mean is worth naming.
  const isSlow = (line) => line.excess > 0.05, number = (x) => (/\d+/.exec(ranks.labels[x]) || [x])[0];
  function sentence({ name, mean, most, slowest, excess }) {
    const side = name ? `${name}: ` : "";
    return excess > 0.05 ? `${side}slowest is ${plain(ranks.labels[slowest])} with ${amount(most)}, ${amount(most - mean)} (${(100 * excess).toFixed(0)} %) more than the mean`
      : `${side}all ranks take about equally long, at most ${(100 * excess).toFixed(1)} % more than the mean`;
  }
  const place = element("section"), strip = element("div"), said = element("p", "");
  place.id = "slowest";
  said.setAttribute("role", "status");
  // The names of files are shown on hover.
  const summary = ranks.summary.trim().split("\n").filter((text) => !/^(base, |other, )?rank \d+ is /.test(text));
  const heading = lines.map(sentence).join("\n");
  place.append(element("p", heading[0].toUpperCase() + heading.slice(1), "verdict"), strip, said);
  // What the text says about the spread of the ranks is behind the button of the inputs.
  document.getElementById("about").prepend(element("p", summary.map(plain).join("\n"), "summary"));
  document.getElementById("title").after(place);
  // Neighbours share a column if not all ranks are in sight.
  const room = Math.max(160, place.clientWidth - 120), per = Math.ceil(ranks.labels.length / Math.max(40, Math.floor(room / 4)));
  const columns = Math.ceil(ranks.labels.length / per), groupOf = (x) => d3.range(x * per, Math.min(ranks.labels.length, (x + 1) * per));
  const longest = (line, x) => groupOf(x).filter((i) => isKnown(line.totals[i])).sort((a, b) => line.totals[b] - line.totals[a])[0];
  const top = d3.max(lines, (line) => line.most - line.mean) || 1;
  const map = components.cellMap({
    place: strip, rows: lines.map((line) => line.name || "seconds above the mean"), columns, label: "Time of each rank",
    colourOf: (x, y) => {
      const i = longest(lines[y], x);
      return i === undefined ? null : d3.interpolateRgb(frame.colour("same"), frame.colour("more"))(Math.max(0, lines[y].totals[i] - lines[y].mean) / top);
    },
    labelOf: (x) => (lines.some((line) => isSlow(line) && groupOf(x).includes(line.slowest)) ? "\u25b2" : "") + number(x * per),
    say: (x, y) => {
      const i = longest(lines[y], x), line = lines[y];
      said.textContent = i === undefined ? "no such rank on this side" : `${line.name ? line.name + ", " : ""}${plain(ranks.labels[i])}: ${amount(line.totals[i])}, mean ${amount(line.mean)}` +
        (per > 1 ? `; the longest of ${groupOf(x).length} in this column` : "");
      document.body.dataset.rank = said.textContent;
    },
    choose: () => reportLink.go({ v: "ranks" }),
  });
  const first = lines.findIndex(isSlow);
  if (first >= 0) map.open(Math.floor(lines[first].slowest / per), first);
  window.addEventListener("resize", map.draw);
  document.getElementById("theme").addEventListener("click", () => setTimeout(map.draw));
})();
