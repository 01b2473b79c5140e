// SPDX-License-Identifier: GPL-3.0-or-later
// Draws models: measured points, the model's curve and its confidence band. The data are two blocks:
//   document: the output of --format=json, kind "models"; it has all numbers except those of the curves
//   view: for each model and parameter, the points [x, y, low, high] of a curve, with the other parameters at their
//     largest values (curves), and for several parameters also at each of their measured values (slices)
"use strict";
(function () {
  const found = frame.data("document"), view = frame.data("view"), step = 50;
  const section = (id) => document.getElementById(id);
  const { plain } = frame, { element, number, head } = components;
  const short = (value) => (value === null ? "?" : Number(value.toPrecision(6)).toString());
  const places = (at) => Object.entries(at).map(([name, value]) => `${plain(name)} = ${short(value)}`).join(", ");
  const rounded = (text) => plain(text).replace(/\d+\.\d{4,}(e[-+]?\d+)?/g, (digits) => short(Number(digits)));
  const withUnit = (value, unit) => short(value) + (unit ? " " + plain(unit) : "");
  const title = (row) => [row.side, [...row.callers, row.function].map(plain).join(";"), plain(row.metric), row.statistic === "median" ? null : row.statistic,
    places(row.each)].filter(Boolean).join(", ");
  const percent = (value) => `${value.toFixed(value < 9.95 ? 1 : 0)} %`;
  // What the model says about growth, as the text output says it.
  function verdict(row) {
    const { kind, bound, exponentLow, exponentHigh, help } = row.verdict;
    if (kind === "flat" && bound < 1e-6) return "does not change over the measured range";
    if (kind === "flat") return `does not change by more than ${percent(Math.max(bound, 0.1))} over the measured range (95 %)`;
    if (kind === "unknown") return "cannot tell" + (bound === null ? "" : `; could change by ${percent(bound)}`) + `; help: ${help.map(plain).join(", ")}`;
    const change = row.switch ? `; changes its form between ${plain(row.switch.parameter)} = ${short(row.switch.low)} and ${short(row.switch.high)}` : "";
    return `${kind}, exponent ${row.exponent.toFixed(2)}` + (exponentLow === null ? "" : ` (95 % ${exponentLow.toFixed(2)} to ${exponentHigh.toFixed(2)})`) + change;
  }
  // Points that the model misses by more than the error above which no form fits.
  const isMissed = (point) => Math.abs(point.value - point.predicted) > 0.25 * Math.abs(point.value);
  const last = (row) => row.points[row.points.length - 1];
  const cost = (row) => (row.predictions.length ? row.predictions[0].value : last(row).predicted);
  const main = (row) => row.statistic !== "deviation";
  // Sorts models as the text output does: standard deviations come last, models with a unit come before models without
  // one, and models with a higher cost at the largest size come before models with a lower cost.
  const order = d3.range(found.models.length).sort((a, b) => {
    const x = found.models[a], y = found.models[b];
    return main(y) - main(x) || (y.unit !== null) - (x.unit !== null) || cost(y) - cost(x) || a - b;
  });
  let chosen = order[0], focus = 0, dots = [];

  function showList() {
    const table = section("list").querySelector("table"), more = section("list").querySelector(".more");
    head(table, ["function", "verdict", ">exponent", ">error", ">at largest", "model", "flags"]);
    let shown = 0;
    function grow() {
      for (const end = Math.min(order.length, shown + step); shown < end; ++shown) {
        const i = order[shown], row = found.models[i], line = element("tr"), name = element("td", undefined, "name");
        const button = element("button", title(row), "link");
        button.type = "button";
        button.addEventListener("click", () => choose(i));
        name.append(button);
        line.dataset.model = i;
        line.append(name, element("td", row.verdict.kind), number(row.exponent === null ? "?" : row.exponent.toFixed(2)), number(row.error.toFixed(2) + " %"),
          number(withUnit(last(row).predicted, row.unit)), element("td", rounded(row.expression), "name"),
          element("td", row.flags.join(" ")));
        table.append(line);
      }
      more.hidden = shown === order.length;
      more.textContent = `Show more: ${order.length - shown} are left`;
    }
    more.addEventListener("click", grow);
    grow();
  }

  function showCandidates(row) {
    const table = section("candidates").querySelector("table");
    table.replaceChildren();
    head(table, [">error", ">smape", ">rss", "form", "model"]);
    for (const fit of row.candidates) {
      const line = element("tr");
      line.append(number(fit.error.toFixed(3) + " %"), number(fit.smape.toFixed(3) + " %"), number(short(fit.rss)),
        element("td", fit.form), element("td", rounded(fit.expression), "name"));
      table.append(line);
    }
  }

  // Index of the model of the same function and metric on the other side of a difference; -1 if there is none.
  const sameKey = (row) => JSON.stringify([row.callers, row.function, row.metric, row.statistic, row.each]);
  const matchOf = (row) => (row.side ? found.models.findIndex((each) => each.side !== row.side && sameKey(each) === sameKey(row)) : -1);
  // The curves of model `i` along one of several parameters, each with other values of the others.
  const slicesOf = (i, name) => view.slices[i].filter((slice) => slice.parameter === name);
  // Points, curve and predictions of model `i` along one parameter; with a slice, only those with its other parameters.
  function dataOf(i, name, slice) {
    const row = found.models[i], p = row.parameters.indexOf(name);
    const fits = (at) => !slice || Object.entries(slice.others).every(([other, value]) => at[other] === value);
    const points = row.points.filter((point) => fits(point.at)).map((point) => ({ x: p < 0 ? 1 : point.at[name], ...point }));
    const curve = (slice ? slice.curve : p < 0 ? [] : view.curves[i][p]).map(([x, y, low, high]) => ({ x, y, low, high }));
    const predictions = row.predictions.filter((at) => fits(at.at)).map((at) => ({ x: p < 0 ? 1 : at.at[name], ...at }));
    return { row, points, curve, predictions };
  }
  // Linear axes start at zero, so that heights can be compared; logarithmic axes cannot start at zero.
  function scale(values, isLog, range) {
    let [low, high] = d3.extent(values);
    if (isLog) {
      if (low === high) [low, high] = [low / 2, high * 2];
      return d3.scaleLog().domain([low, high]).range(range).nice();
    }
    if (low === high) [low, high] = [low - 1, high + 1];
    return d3.scaleLinear().domain([Math.min(low, 0), high]).range(range).nice();
  }
  function draw() {
    const name = section("parameter").value, plot = section("plot"), match = matchOf(found.models[chosen]);
    const slice = slicesOf(chosen, name)[section("others").value];
    const { row, points, curve, predictions } = dataOf(chosen, name, slice);
    const beside = match < 0 ? { points: [], curve: [] } : dataOf(match, name, slice && slicesOf(match, name).find((each) =>
      JSON.stringify(each.others) === JSON.stringify(slice.others)));
    const width = Math.max(280, Math.min(900, plot.clientWidth)), height = Math.round(Math.min(440, width * 0.62));
    const left = 66, right = 30, top = 10, bottom = 44;
    // Logarithmic axes cannot show values of 0 or less.
    const usable = (value) => !section("logy").checked || value > 0;
    const ys = [...points, ...beside.points].flatMap((d) => [d.value, d.predicted])
      .concat([...curve, ...beside.curve].map((d) => d.y), predictions.map((d) => d.value)).filter(usable);
    const x = scale([...points, ...curve, ...predictions, ...beside.points, ...beside.curve].map((d) => d.x), section("logx").checked, [left, width - right]);
    const y = scale(ys.length ? ys : [1], section("logy").checked, [height - bottom, top]);
    const limit = (value) => Math.max(-height, Math.min(2 * height, section("logy").checked && value <= 0 ? 2 * height : y(value)));
    plot.replaceChildren();
    const svg = d3.select(plot).append("svg").attr("viewBox", [0, 0, width, height]).attr("width", width).attr("height", height);
    svg.append("clipPath").attr("id", "inside").append("rect").attr("x", left).attr("y", top)
      .attr("width", width - left - right).attr("height", height - top - bottom);
    const inside = svg.append("g").attr("clip-path", "url(#inside)");
    if (curve.length && curve[0].low !== null) {
      inside.append("path").attr("class", "band").attr("d", d3.area().x((d) => x(d.x)).y0((d) => limit(d.low)).y1((d) => limit(d.high))(curve));
    }
    // The curve is solid over the measured range and dashed outside, where the model extrapolates.
    const [least, most] = d3.extent(points, (d) => d.x), line = d3.line().x((d) => x(d.x)).y((d) => limit(d.y));
    const measured = curve.filter((d) => d.x >= least && d.x <= most * (1 + 1e-9));
    const beyond = curve.filter((d) => d.x >= (measured.length ? measured[measured.length - 1].x : most));
    inside.append("path").attr("class", "curve").attr("d", line(measured));
    inside.append("path").attr("class", "curve outside").attr("d", line(beyond));
    inside.append("path").attr("class", "curve outside").attr("d", line(curve.filter((d) => d.x <= least)));
    inside.append("path").attr("class", "curve beside").attr("d", line(beside.curve));
    inside.selectAll(".square").data(beside.points.filter((d) => usable(d.value))).join("rect").attr("class", "square")
      .attr("x", (d) => x(d.x) - 4).attr("y", (d) => limit(d.value) - 4).attr("width", 8).attr("height", 8);
    // For standard deviations, the range of values is not drawn.
    if (row.statistic !== "deviation") {
      inside.selectAll(".range").data(points).join("line").attr("class", "range").attr("x1", (d) => x(d.x)).attr("x2", (d) => x(d.x))
        .attr("y1", (d) => limit(d.low)).attr("y2", (d) => limit(d.high));
    }
    dots = points.filter((d) => usable(d.value));
    inside.selectAll(".dot").data(dots).join("circle").attr("class", (d) => (isMissed(d) ? "dot missed" : "dot")).attr("cx", (d) => x(d.x)).attr("cy", (d) => limit(d.value))
      .attr("r", 4).on("mouseenter", (event, d) => say(dots.indexOf(d)));
    inside.selectAll(".cross").data(predictions.filter((d) => usable(d.value))).join("path").attr("class", "cross")
      .attr("d", (d) => `M${x(d.x) - 5},${limit(d.value) - 5}l10,10m0,-10l-10,10`);
    const ticks = Math.max(3, Math.round(width / 110));
    svg.append("g").attr("transform", `translate(0,${height - bottom})`).call(d3.axisBottom(x).ticks(ticks, "~g"));
    svg.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(6, "~g"));
    svg.append("text").attr("x", (left + width - right) / 2).attr("y", height - 6).attr("text-anchor", "middle").text(name ? plain(name) : "");
    svg.append("text").attr("x", left + 6).attr("y", top + 10).text(plain(row.metric) + (row.unit ? ` in ${plain(row.unit)}` : ""));
    plot.setAttribute("aria-label", `${title(row)}: ${points.length} points and ${rounded(row.expression)}`);
    document.body.dataset.drawn = `${dots.length} ${curve.length}`;
    document.body.dataset.axes = ["logx", "logy"].map((id) => (section(id).checked ? "log" : "linear")).join(" ");
    document.body.dataset.missed = points.filter(isMissed).length;
    document.body.dataset.beside = `${beside.points.length} ${beside.curve.length}`;
  }
  function say(i) {
    if (!dots.length) return;
    focus = Math.max(0, Math.min(dots.length - 1, i));
    const d = dots[focus], row = found.models[chosen];
    section("point").textContent = (places(d.at) ? `${places(d.at)}: ` : "") + `${withUnit(d.value, row.unit)} of ${d.count} ` +
      `${d.count === 1 ? "value" : "values"} (${short(d.low)} to ${short(d.high)}); the model predicts ${withUnit(d.predicted, row.unit)}` +
      (isMissed(d) ? ", and misses the point" : "");
    document.body.dataset.value = section("point").textContent;
    d3.selectAll("#plot .dot").classed("at", (each, at) => at === focus);
  }
  // Offers the measured values of the other parameters, the largest first.
  function chooseParameter() {
    const name = section("parameter").value, slices = slicesOf(chosen, name), others = section("others");
    others.replaceChildren(...slices.map((slice, i) => new Option(places(slice.others), i)).reverse());
    others.parentElement.hidden = found.models[chosen].parameters.length < 2;
    others.disabled = slices.length < 2;
    chooseAxes(name);
  }
  // Axes are logarithmic if their values span two decades, until the user chooses.
  const touched = new Set();
  function chooseAxes(name) {
    const { points } = dataOf(chosen, name), isWide = (values) => d3.min(values) > 0 && d3.max(values) >= 100 * d3.min(values);
    if (!touched.has("logx")) section("logx").checked = isWide(points.map((point) => point.x));
    if (!touched.has("logy")) section("logy").checked = isWide(points.map((point) => point.value));
  }
  function choose(i) {
    chosen = i;
    const row = found.models[i], parameters = section("parameter");
    section("name").textContent = title(row);
    section("formula").textContent = verdict(row) + "; " + rounded(row.expression) + `; error ${row.error.toFixed(2)} %` +
      (row.flags.length ? "; " + row.flags.join(", ") : "") + row.predictions.map((at) =>
        `; at ${places(at.at)} ${withUnit(at.value, row.unit)}` + (at.low === null ? "" : ` (95 % ${short(at.low)} to ${short(at.high)})`)).join("");
    const match = matchOf(row), other = found.models[match];
    section("beside").textContent = other ? `Squares and the dotted curve: ${title(other)}: ${rounded(other.expression)}; error ${other.error.toFixed(2)} %.` : "";
    parameters.replaceChildren(...row.parameters.map((name) => new Option(plain(name), name)));
    parameters.parentElement.hidden = row.parameters.length < 2;
    chooseParameter();
    for (const line of section("list").querySelectorAll("tr")) line.classList.toggle("at", line.dataset.model === String(i));
    showCandidates(row);
    draw();
    say(0);
  }

  // The most expensive model is the answer.
  section("verdict").textContent = found.models.length ? `${title(found.models[order[0]])}: ${verdict(found.models[order[0]])}` : "No models";
  section("about").textContent = `${found.inputs.map(plain).join(", ")}: ${found.models.length} ${found.models.length === 1 ? "model" : "models"}`;
  document.body.dataset.shown = found.models.length;
  if (!found.models.length) {
    for (const id of ["list", "chart", "candidates"]) section(id).remove();
    return;
  }
  showList();
  choose(chosen);
  section("parameter").addEventListener("change", () => { chooseParameter(); draw(); say(0); });
  section("others").addEventListener("change", () => { draw(); say(0); });
  for (const id of ["logx", "logy"]) section(id).addEventListener("change", () => { touched.add(id); draw(); });
  section("plot").addEventListener("keydown", (e) => {
    if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
    say(focus + (e.key === "ArrowRight" ? 1 : -1));
    e.preventDefault();
  });
  frame.onTheme(draw);
  window.addEventListener("resize", draw);
  const go = (by) => choose(order[Math.max(0, Math.min(order.length - 1, order.indexOf(chosen) + by))]);
  frame.key("n", "draw the next model", () => go(1));
  frame.key("p", "draw the previous model", () => go(-1));
  // Supports tests: "?model=N" draws the model with index N in the document.
  const asked = new URLSearchParams(location.search);
  if (asked.has("model")) choose(Number(asked.get("model")));
})();
