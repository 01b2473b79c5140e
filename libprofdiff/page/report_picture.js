// SPDX-License-Identifier: GPL-3.0-or-later
// The picture: the most important functions and their calls, with the layout of egprof's GML files. The width of an arc
// shows its time. If the picture is so small that text in boxes cannot be read, the boxes that changed most have labels
// of a constant size.
"use strict";
const reportPicture = (function () {
  const { view, isDifference, rowOf, name, shortName, measured, isNoise } = reportData;
  const readable = 0.85;  // the scale from which text in boxes is shown
  // number of labels, the width of a letter, and the area per label in a small picture, in pixels
  const major = 30, letter = 6.7, roomOfLabel = 6000;
  const { amount, signed, withUnit, counted } = reportText;
  const part = document.getElementById("picture"), holder = document.getElementById("drawn"), place = d3.select("#canvas");
  const found = view.picture && view.picture.nodes.length ? view.picture : null;
  const nodes = found ? found.nodes.map((node) => ({ ...node, row: rowOf(node.id) })) : [];
  let svg = null, moved = null, labels = null, order = [], zoom = null, at = 0, drawn = false, bounds, largest = 0;

  const change = (row) => (isDifference && row >= 0 ? measured("total").difference[row] : 0);
  const isHatched = (row) => row >= 0 && change(row) !== 0 && isNoise(row, "total");
  function words(row) {
    if (row < 0) return "an omitted function";
    const total = measured("total");
    if (!isDifference) return withUnit(amount(total.base[row])) + " with callees";
    return `base ${withUnit(amount(total.base[row]))}, other ${withUnit(amount(total.other[row]))}, difference ${withUnit(signed(total.difference[row]))} ` +
      `${reportText.markOf(row, "total")} with callees`;
  }
  const label = (row) => (row < 0 ? "left out" : reportText.named(name(row), 300));
  const shortLabel = (row) => (row < 0 ? "left out" : reportText.named(shortName(row), 300));
  const time = (edge) => Math.max(Math.abs(edge.base || 0), Math.abs(edge.other || 0));
  function path(edge) {
    const line = d3.line()([[nodes[edge.source].x, nodes[edge.source].y + nodes[edge.source].h / 2], ...(edge.bends || []),
      [nodes[edge.target].x, nodes[edge.target].y - nodes[edge.target].h / 2]]);
    return edge.source === edge.target ? loop(nodes[edge.source]) : line;
  }
  const loop = (node) => `M${node.x + node.w / 2},${node.y - 6}c24,-14 24,26 0,12`;

  // The part of the pure colour in the fill of a box.
  const fillOf = (row) => `${25 + 75 * (reportText.strength(change(row), largest) / 12)}%`;
  function draw() {
    drawn = true;
    const most = d3.max(found.edges, time) || 1;
    largest = d3.max(nodes, (node) => Math.abs(change(node.row))) || 0;
    const wide = d3.scaleSqrt([0, most], [0.8, 9]);
    bounds = [d3.min(nodes, (d) => d.x - d.w / 2) - 30, d3.min(nodes, (d) => d.y - d.h / 2) - 20,
      d3.max(nodes, (d) => d.x + d.w / 2) + 30, d3.max(nodes, (d) => d.y + d.h / 2) + 20];
    svg = place.append("svg").attr("role", "group").attr("aria-label", "Functions and their calls");
    const pattern = svg.append("defs").append("pattern").attr("id", "hatch").attr("width", 7).attr("height", 7).attr("patternUnits", "userSpaceOnUse");
    pattern.append("path").attr("d", "M-1,1l2,-2M0,7l7,-7M6,8l2,-2");
    moved = svg.append("g");
    labels = svg.append("g").attr("class", "labels").attr("aria-hidden", "true");
    const weight = (node) => (node.row < 0 ? 0 : isDifference ? Math.abs(change(node.row)) : measured("total").base[node.row]) || 0;
    order = [...nodes].sort((a, b) => weight(b) - weight(a));
    moved.selectAll("path.edge").data(found.edges).join("path").attr("class", (e) => "edge " + direction(e)).attr("d", path)
      .attr("stroke-width", (e) => wide(time(e))).append("title").text((e) => `${label(nodes[e.source].row)} \u2192 ${label(nodes[e.target].row)}: ${edgeWords(e)}`);
    moved.selectAll("path.head").data(found.edges.filter((e) => e.source !== e.target)).join("path").attr("class", (e) => "head " + direction(e)).attr("d", head);
    const boxes = moved.selectAll("g.node").data(nodes).join("g").attr("class", (d) => "node " + reportText.direction(change(d.row)))
      .attr("transform", (d) => `translate(${d.x - d.w / 2},${d.y - d.h / 2})`).attr("tabindex", (d, i) => (i === at ? 0 : -1)).attr("role", "link")
      .attr("data-id", (d) => d.id);
    boxes.append("title").text((d) => `${label(d.row)}: ${words(d.row)}`);  // the name for screen readers, and the tooltip
    boxes.append("rect").attr("class", "fill").attr("width", (d) => d.w).attr("height", (d) => d.h).attr("rx", 4)
      .style("--part", (d) => fillOf(d.row));
    boxes.filter((d) => isHatched(d.row)).append("rect").attr("class", "hatched").attr("width", (d) => d.w).attr("height", (d) => d.h).attr("rx", 4);
    boxes.append("rect").attr("class", "ground").attr("x", 4).attr("y", 4).attr("rx", 2).attr("width", (d) => d.w - 8).attr("height", (d) => d.h - 8);
    const cut = (text, d) => reportSearch.fit(text, Math.floor((d.w - 14) / 7.3));
    boxes.append("text").attr("aria-hidden", "true").attr("x", 7).attr("y", (d) => 0.43 * d.h).text((d) => cut(shortLabel(d.row), d));
    boxes.append("text").attr("aria-hidden", "true").attr("x", 7).attr("y", (d) => 0.86 * d.h).text((d) => cut(shortWords(d.row), d));
    boxes.on("click", (d, i) => {
      at = i;
      open();
    }).on("focus", (d, i) => {
      at = i;
      say();
    }).on("mouseenter", (d) => say(d)).on("mouseleave", () => say());
    // The wheel zooms only with Ctrl, so that users can scroll the page while the pointer is on the picture.
    zoom = d3.zoom().scaleExtent([0.02, 8]).filter(() => !d3.event.button && (d3.event.type !== "wheel" || d3.event.ctrlKey))
      .on("zoom", () => {
        moved.attr("transform", d3.event.transform);
        showLabels(d3.event.transform);
      });
    svg.call(zoom).on("dblclick.zoom", null);
    fit();
  }
  // Draws the labels for a transformation of the picture.
  function showLabels({ k, x, y }) {
    svg.classed("small", k < readable);
    const wanted = k >= readable ? [] : reportLabels.place(order.map((node) => ({
      x: node.x * k + x, y: node.y * k + y, w: node.w * k, h: node.h * k,
      text: `${node.row >= 0 && isDifference ? reportText.markOf(node.row, "total") : ""} ${shortLabel(node.row)}`.trim(),
    })), { most: Math.min(major, Math.floor((svg.attr("width") * svg.attr("height")) / roomOfLabel)), letter, width: +svg.attr("width"), height: +svg.attr("height") });
    const made = labels.selectAll("g").data(wanted).join((enter) => {
      const group = enter.append("g");
      group.append("rect");
      group.append("text");
      return group;
    }).attr("transform", (d) => `translate(${d.x},${d.y})`);
    made.attr("class", (d) => reportText.direction(change(order[d.i].row)) + (isHatched(order[d.i].row) ? " faded" : ""));
    made.select("rect").style("--part", (d) => fillOf(order[d.i].row)).attr("width", (d) => d.wide).attr("height", reportLabels.high).attr("rx", 3);
    made.select("text").attr("x", 3).attr("y", reportLabels.high - 3.5).text((d) => d.text);
  }
  const direction = (edge) => (isDifference ? reportText.direction((edge.base || 0) - (edge.other || 0)) : "same");
  const edgeWords = (e) => (isDifference ? `base ${withUnit(amount(e.base))}, other ${withUnit(amount(e.other))}` : withUnit(amount(e.base)));
  const shortWords = (row) => (row < 0 ? "" : isDifference ? `${reportText.markOf(row, "total")} ${withUnit(signed(change(row)))}`.trim() : withUnit(amount(measured("total").base[row])));
  function head(edge) {
    const to = nodes[edge.target], bends = edge.bends || [], from = bends.length ? bends[bends.length - 1] : [nodes[edge.source].x, nodes[edge.source].y + nodes[edge.source].h / 2];
    const x = to.x, y = to.y - to.h / 2, angle = Math.atan2(y - from[1], x - from[0]), size = 9;
    const point = (turn) => [x - size * Math.cos(angle + turn), y - size * Math.sin(angle + turn)];
    return d3.line()([point(0.45), [x, y], point(-0.45)]) + "Z";
  }
  function fit() {
    const [left, top, right, bottom] = bounds, wide = place.node().clientWidth || 800;
    const scale = Math.min(1, wide / (right - left)), high = Math.max(220, Math.min((bottom - top) * scale, 0.75 * window.innerHeight));
    const both = Math.min(scale, high / (bottom - top));
    svg.attr("width", wide).attr("height", high);
    svg.call(zoom.transform, d3.zoomIdentity.translate((wide - (right - left) * both) / 2 - left * both, -top * both).scale(both));
  }
  function say(node = nodes[at]) {
    const made = document.getElementById("node"), bdi = document.createElement("bdi");
    bdi.textContent = label(node.row);
    made.replaceChildren(bdi, `: ${words(node.row)}`);
  }
  function open() {
    const { row } = nodes[at];
    if (row < 0) return reportLink.say("This function is left out of the page.");
    reportLink.remember("node:" + reportData.keyOf(row));
    reportLink.go({ v: "function", f: reportData.keyOf(row), z: "" });
  }
  // The nearest node in a direction; sideways distance counts three times.
  function nearest(dx, dy) {
    const here = nodes[at];
    let best = -1, least = Infinity;
    nodes.forEach((node, i) => {
      const ahead = (node.x - here.x) * dx + (node.y - here.y) * dy, aside = Math.abs((node.x - here.x) * dy) + Math.abs((node.y - here.y) * dx);
      if (i !== at && ahead > 0 && ahead + 3 * aside < least) [best, least] = [i, ahead + 3 * aside];
    });
    return best;
  }
  function moveTo(i) {
    if (i < 0) return;
    const all = moved.selectAll("g.node").attr("tabindex", (d, k) => (k === i ? 0 : -1)).nodes();
    at = i;
    all[i].focus({ preventScroll: true });
    say();
    const inner = place.node().getBoundingClientRect(), box = all[i].getBoundingClientRect();
    if (box.left < inner.left || box.right > inner.right || box.top < inner.top || box.bottom > inner.bottom) svg.call(zoom.translateTo, nodes[i].x, nodes[i].y);
  }
  place.node().addEventListener("keydown", (e) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (e.ctrlKey || e.altKey || e.metaKey || !found) return;
    if (step) moveTo(nearest(...step));
    else if (e.key === "Enter") open();
    else return;
    e.preventDefault();
  });
  document.getElementById("nearer").addEventListener("click", () => svg.call(zoom.scaleBy, 1.4));
  document.getElementById("further").addEventListener("click", () => svg.call(zoom.scaleBy, 1 / 1.4));
  document.getElementById("fit").addEventListener("click", () => fit());

  function show(state) {
    part.querySelector(".empty").textContent = found ? "" : reportData.isRanks ? "A page of ranks has only statistics of functions, and no picture of calls."
      : `No function has ${reportText.noun} or calls, so there is nothing to draw.`;
    holder.hidden = !found;
    if (!found) return;
    if (!drawn) draw();
    const row = state.f ? reportData.rowOfKey(state.f) : -1, i = nodes.findIndex((node) => node.row === row);
    if (state.f && row < 0) reportLink.say(`No function ${reportText.cut(state.f, 200)} is on this page.`);
    else if (state.f && i < 0) reportLink.say(`${reportText.named(name(row), 100)} is not in the picture.`);
    if (i >= 0) at = i;
    const marked = reportData.matching(state.q);
    moved.selectAll("g.node").attr("tabindex", (d, k) => (k === at ? 0 : -1)).classed("found", (d) => Boolean(marked && d.row >= 0 && marked[d.row]));
    say();
    part.querySelector(".left").textContent = `${counted(nodes.length, "function is", "functions are")} drawn: the most important ones` +
      (found.leftOut ? `; ${counted(found.leftOut, "function is", "functions are")} left out` : "") + `. The width of an arc shows its ${reportText.noun}. Drag to move; zoom with Ctrl and the wheel.`;
  }
  return {
    show,
    current: () => (found && nodes[at].row >= 0 ? nodes[at].row : -1),
    place: () => (found && nodes[at].row >= 0 ? "node:" + reportData.keyOf(nodes[at].row) : null),
    focus: (where) => {
      if (!found) return document.querySelector('#parts [aria-current="page"]').focus();
      const row = where && where.startsWith("node:") ? reportData.rowOfKey(where.slice(5)) : -1, i = nodes.findIndex((node) => node.row === row);
      moveTo(i >= 0 ? i : at);
    },
    redraw: () => drawn && place.node().clientWidth && fit(),
  };
})();
