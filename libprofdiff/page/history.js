// SPDX-License-Identifier: GPL-3.0-or-later
// Shows when the functions of an experiment changed. The data are two blocks:
//   document: the output of --format=json, of the kind "history". It contains all numbers.
//   view: texts: summary, the sentences of the text output; store and experiment; alpha; by series: names (demangled), and
//     higherIsBetter
// The link has the chosen series ("s") and the trial with which it is compared ("t").
"use strict";
(function () {
  const found = frame.data("document"), view = frame.data("view"), { plain } = frame;
  const { element, number, fill, link, command } = components, { short, percent, signs } = historyChart;
  const section = (id) => document.getElementById(id), trials = found.trials, indexOf = new Map(trials.map((name, i) => [name, i]));
  const labels = historyChart.distinct(trials);
  let chart = null, chosen = null, focus = 0, compared = null;
  const metrics = new Set(found.series.map((series) => series.metric));

  const kindOf = (row, change) => (change === 0 ? "same" : change > 0 === row.isHigherBetter ? "better" : "worse");
  // Adds to each series its key in links, the names of its levels and changes as indices, and whether they are sure.
  const rows = found.series.map((series, i) => {
    const row = { ...series, name: view.names[i], isHigherBetter: view.higherIsBetter[i], key: JSON.stringify([series.function, series.metric]) };
    row.sure = series.falseDiscovery <= view.alpha;
    row.levels = series.levels.map((level) => ({ ...level, from: indexOf.get(level.trial) }));
    // The first level begins with the first trial, even if the function is not in it.
    if (row.levels.length) row.levels[0].from = 0;
    row.steps = series.changes.map((change) => {
      const trial = indexOf.get(change.trial), level = row.levels.findIndex((each) => each.from === trial);
      return { ...change, row, trial, sure: row.sure, kind: kindOf(row, change.after - change.before),
        intervals: level > 0 ? [row.levels[level - 1], row.levels[level]] : [null, null] };
    });
    return row;
  });
  const sizeOf = (step) => (step.percent === null ? Infinity : Math.abs(step.percent));
  const largest = (row) => d3.max(row.steps, sizeOf) || 0;
  // Like the text: sure changes first, and then by size.
  const steps = rows.flatMap((row) => row.steps).sort((a, b) => b.sure - a.sure || sizeOf(b) - sizeOf(a) || b.trial - a.trial);
  const signOf = (row) => (row.newest && row.newest.beyond ? Math.abs(row.newest.percent) : row.drift ? Math.abs(row.drift.percent) : 0);
  const order = [...rows].sort((a, b) => (b.steps.length > 0) - (a.steps.length > 0) || (b.sure - a.sure) * (a.steps.length > 0) || largest(b) - largest(a) || signOf(b) - signOf(a));

  // The largest step that a series may have, rounded up as in the text.
  const boundText = (row) => {
    const most = row.bounds && Math.max(-row.bounds.low, row.bounds.high);
    if (!most) return "no change";
    const unit = most > 10 ? 1 : Math.max(0.01, 10 ** (Math.floor(Math.log10(most)) - 1));
    return `no change by more than ${Number((Math.ceil(most / unit - 1e-9) * unit).toPrecision(6))} %`;
  };
  const withUnit = (value, row) => short(value) + (row.unit ? " " + plain(row.unit) : "");
  const interval = (level) => (level && level.low !== null ? ` (${short(level.low)} to ${short(level.high)})` : "");
  const revision = (t) => (found.revisions[t] === null ? "" : `revision ${plain(found.revisions[t])}`);
  const trialText = (t) => plain(trials[t]) + (found.revisions[t] === null ? "" : ` (${revision(t)})`);
  const stepText = (step) => `${signs[step.kind] || ""} ${percent(step.percent)} in ${trialText(step.trial)}: ${short(step.before)}${interval(step.intervals[0])} to ` +
    `${withUnit(step.after, step.row)}${interval(step.intervals[1])}` + (step.sure ? "" : "; may be chance");

  function showSummary() {
    const lines = view.summary.trimEnd().split("\n"), inner = lines.filter((text, i) => i > 0 && text.startsWith("  ")).length;
    section("verdict").textContent = plain(lines[0]);
    // Only the lines below the first one belong to it.
    const own = lines.findIndex((text, i) => i > 0 && !text.startsWith("  ")), end = own < 0 ? lines.length : own;
    for (const text of lines.slice(1, end)) section("details").append(element("li", plain(text.trim())));
    if (!inner || end === 1) section("details").remove();
    section("notes").textContent = lines.slice(end).map(plain).join("\n");
  }

  // What a series did, as text.
  function describe(row) {
    const texts = row.steps.map(stepText);
    if (row.newest && row.newest.beyond) texts.push(`the newest trial is beyond the noise: ${withUnit(row.newest.value, row)}, ${percent(row.newest.percent)} of ${short(row.newest.level)} (${short(row.newest.low)} to ${short(row.newest.high)}); one more trial decides`);
    if (row.drift) texts.push(`drifts by ${percent(row.drift.percent)} from the first trial to the last`);
    if (!texts.length) texts.push(row.flags.includes("too-few-trials") ? "too few trials to find a change" : boundText(row));
    if (row.flags.length) texts.push(row.flags.map((flag) => ({ "few-trials": row.flags.includes("too-few-trials") ? "" : "few trials: its noise is taken to be normally distributed", "too-few-trials": "", autocorrelated: "its noise lasts from trial to trial", bimodal: "its values are in two groups" })[flag]).filter(Boolean).join(", "));
    return texts.filter(Boolean).join(". ");
  }
  function say(t) {
    focus = Math.max(0, Math.min(trials.length - 1, t));
    const value = chosen.values[focus], when = found.recorded[focus];
    section("point").textContent = `${trialText(focus)}${when === null ? "" : `, ${plain(when)}`}: ` + (value === null ? "not in this trial" : withUnit(value, chosen));
    document.body.dataset.value = section("point").textContent;
    d3.selectAll("#plot .dot").classed("at", (each) => each === focus);
  }
  function draw() {
    if (!chosen) return;
    chart = historyChart.draw(section("plot"), chosen, { names: trials, chosen: compared,
      choose: (step) => go(step.row, step.trial), fromZero: section("zero").checked });
    section("plot").setAttribute("aria-label", `${plain(chosen.name)}, ${plain(chosen.metric)}: ${describe(chosen)}`);
    document.body.dataset.drawn = `${chosen.values.filter((v) => v !== null).length} ${chosen.levels.length} ${chosen.steps.length}`;
  }

  function showChanges() {
    if (!steps.length) return section("changes").remove();
    const name = (step) => {
      const cell = element("td", undefined, "name"), button = link(components.shortName(step.row.name), () => go(step.row, step.trial));
      button.title = plain(step.row.name);
      cell.append(button);
      return cell;
    };
    // The metric has a column if there are several.
    const names = metrics.size > 1 ? ["trial", "metric"] : ["trial"];
    const value = (text, level) => {
      const cell = number(text);
      cell.append(element("span", interval(level), "interval"));
      return cell;
    };
    fill(section("changes"), [">change", ...names, ">before", ">after", "function"], steps, (step) => {
      const line = element("tr"), change = number(`${signs[step.kind] || ""} ${percent(step.percent)}`);
      change.classList.add(step.sure ? step.kind : "unsure");
      if (!step.sure) change.append(" ?");
      line.append(change, element("td", trialText(step.trial), "text trial"), ...(metrics.size > 1 ? [element("td", plain(step.row.metric), "text")] : []),
        value(short(step.before), step.intervals[0]), value(withUnit(step.after, step.row), step.intervals[1]), name(step));
      step.line = line;
      return line;
    }, 100);
    for (const cell of section("changes").querySelectorAll("th")) if (!cell.className && cell.textContent !== "change") cell.className = { function: "name", trial: "text trial" }[cell.textContent] || "text";
    if (steps.some((step) => !step.sure)) section("changes").querySelector("p").append(" Those with a question mark may be chance, given the number of series.");
  }

  // What differs between a trial and the one before it, in all series of the chosen metric.
  function showDifference(t) {
    section("difference").hidden = !(t > 0);
    if (!(t > 0)) return;
    const [base, other] = [t - 1, t], at = (row, trial) => row.values[trial] || 0;
    const same = rows.filter((row) => row.metric === chosen.metric && row.unit === chosen.unit);
    const sorted = same.filter((row) => at(row, base) !== at(row, other)).sort((a, b) => Math.abs(at(b, other) - at(b, base)) - Math.abs(at(a, other) - at(a, base)));
    const most = sorted.length ? Math.abs(at(sorted[0], other) - at(sorted[0], base)) : 1, change = d3.sum(sorted, (row) => at(row, other) - at(row, base));
    section("difference").querySelector("h2").textContent = `${trialText(other)} compared with ${trialText(base)}: ${plain(chosen.metric)}` + (chosen.unit ? ` in ${plain(chosen.unit)}` : "");
    section("difference").querySelector("div").replaceChildren(command(["egprof", "db", "diff", view.store, `${view.experiment}/${trials[base]}`, `${view.experiment}/${trials[other]}`]));
    section("sum").textContent = `${short(d3.sum(same, (row) => at(row, base)))} to ${withUnit(d3.sum(same, (row) => at(row, other)), chosen)} in all ` +
      `${same.length === 1 ? "1 function" : same.length + " functions"}, ${change > 0 ? "+" : change < 0 ? "\u2212" : ""}${withUnit(Math.abs(change), chosen)}. ` +
      "These are values of single trials; * a change of the series, the others may be noise.";
    fill(section("difference"), [">difference", ">change", `>${frame.shorten(labels[base], 20)}`, `>${frame.shorten(labels[other], 20)}`, "function"], sorted, (row) => {
      const [a, b] = [at(row, base), at(row, other)], line = element("tr"), name = element("td", undefined, "name");
      const step = row.steps.find((each) => each.trial === other), button = link(components.shortName(row.name) + (step ? " *" : ""), () => go(row, t));
      button.title = plain(row.name);
      name.append(button);
      const cell = components.bar(number((b > a ? "+" : "\u2212") + short(Math.abs(b - a))), Math.abs(b - a), most, 11);
      cell.classList.add(step ? kindOf(row, b - a) : "plain");
      line.append(cell, number(row.values[base] === null ? "new" : row.values[other] === null ? "gone" : percent(a ? (100 * (b - a)) / a : null)),
        number(row.values[base] === null ? "\u2013" : short(a)), number(row.values[other] === null ? "\u2013" : short(b)), name);
      return line;
    }, 20);
    section("difference").querySelector("th:last-child").className = "name";
    document.body.dataset.compared = `${sorted.length} ${trials[base]} ${trials[other]}`;
  }

  // Small charts of the series that match the search.
  function showSeries() {
    const place = section("charts"), more = section("series").querySelector(".more"), wanted = section("search").value.toLowerCase();
    const matching = order.filter((row) => `${row.name} ${row.metric}`.toLowerCase().includes(wanted));
    let shown = 0;
    place.replaceChildren();
    function grow() {
      for (const end = Math.min(matching.length, shown + 48); shown < end; ++shown) {
        const row = matching[shown], button = element("button");
        button.type = "button";
        button.dataset.key = row.key;
        button.title = plain(row.name);
        button.append(element("b", components.shortName(row.name, 25)));
        historyChart.drawSmall(button, row, trials.length);
        const step = [...row.steps].sort((a, b) => sizeOf(b) - sizeOf(a))[0];
        button.append(element("span", `${plain(row.metric)}: ` + (step ? `${signs[step.kind] || ""} ${percent(step.percent)} in ${plain(labels[step.trial])}${step.sure ? "" : " ?"}` : row.newest && row.newest.beyond ? `newest ${percent(row.newest.percent)}` : row.drift ? `drift ${percent(row.drift.percent)}` : row.flags.includes("too-few-trials") ? "too few trials" : boundText(row)), "faint"));
        button.addEventListener("click", () => { go(row, null); section("chart").scrollIntoView(); });
        place.append(button);
      }
      more.hidden = shown === matching.length;
      more.textContent = `Show more: ${matching.length - shown} are left`;
      mark();
    }
    more.onclick = grow;
    grow();
    section("matches").textContent = wanted ? `${matching.length} of ${rows.length} match` : `${rows.length}`;
    document.body.dataset.series = `${shown} of ${matching.length}`;
  }
  function mark() {
    for (const button of section("charts").children) button.classList.toggle("at", chosen !== null && button.dataset.key === chosen.key);
    for (const step of steps) if (step.line) step.line.classList.toggle("at", step.row === chosen && step.trial === compared);
  }

  const { start, go: move, say: tell } = frame.makeLink({ initial: { v: "history", s: "", t: "", theme: "" }, known: { v: ["history"], s: null, t: null, theme: ["dark", "light"] } });
  // Shows a series, compared at the given trial, or at its largest change.
  function go(row, trial) {
    const step = [...row.steps].sort((a, b) => sizeOf(b) - sizeOf(a))[0];
    move({ s: row.key, t: trial !== null ? trials[trial] : step ? trials[step.trial] : "" });
  }
  function show({ s, t }) {
    const wanted = rows.find((row) => row.key === s) || (steps.length ? steps[0].row : order[0]);
    if (s && wanted.key !== s) tell("The link has a series that is not on this page.");
    chosen = wanted;
    const at = compared = indexOf.has(t) ? indexOf.get(t) : s === "" && steps.length ? steps[0].trial : 0;
    section("name").textContent = components.shortName(chosen.name, 90) + `: ${plain(chosen.metric)}`;
    section("name").title = plain(chosen.name);
    section("what").textContent = describe(chosen);
    draw();
    say(at || trials.length - 1);
    showDifference(at);
    mark();
    document.body.dataset.part = "history";
  }

  showSummary();
  document.body.dataset.shown = rows.length;
  if (!rows.length) {
    for (const id of ["chart", "changes", "difference", "series"]) section(id).remove();
    document.body.dataset.part = "history";
    return;
  }
  showChanges();
  start(show);
  showSeries();
  section("search").addEventListener("input", showSeries);
  section("zero").addEventListener("change", () => { draw(); say(focus); });
  section("plot").addEventListener("mousemove", (e) => {
    const box = section("plot").querySelector("svg").getBoundingClientRect();
    const t = Math.round(chart.x.invert(((e.clientX - box.left) * chart.room.width) / box.width));
    if (t !== focus && t >= 0 && t < trials.length) say(t);
  });
  // A click compares a trial with the one before it.
  section("plot").addEventListener("click", (e) => { if (!e.target.classList.contains("mark")) go(chosen, focus); });
  section("plot").addEventListener("keydown", (e) => {
    if (e.key === "ArrowLeft" || e.key === "ArrowRight") say(focus + (e.key === "ArrowRight" ? 1 : -1));
    else if (e.key === "Enter") go(chosen, focus);
    else return;
    e.preventDefault();
  });
  window.addEventListener("resize", () => { draw(); say(focus); });
  frame.onTheme(() => { draw(); say(focus); });
  const next = (by) => go(order[Math.max(0, Math.min(order.length - 1, order.indexOf(chosen) + by))], null);
  frame.key("n", "show the next series", () => next(1));
  frame.key("p", "show the previous series", () => next(-1));
  frame.key("c", "go to the chart, where the arrow keys move, and Enter compares a trial with the one before it", () => section("plot").focus());
  frame.key("/", "search the series", () => section("search").focus());
})();
