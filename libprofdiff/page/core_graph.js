// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of a core and the calls between them, as a graph in layers. A function is one box, with the times of all
// its paths; a call within a cycle does not count twice.
"use strict";
const coreGraph = (function () {
  // Returns the functions with the most time and their calls. rows: {name, up (index or -1), inclusive, self}, in preorder.
  function make(rows, most) {
    const nodes = new Map(), arcs = new Map();
    const isOpen = (row) => {
      for (let up = rows[row].up; up >= 0; up = rows[up].up) if (rows[up].name === rows[row].name) return true;
      return false;
    };
    rows.forEach((row, i) => {
      if (!nodes.has(row.name)) nodes.set(row.name, { name: row.name, inclusive: 0, self: 0, level: 0 });
      const node = nodes.get(row.name), isInner = isOpen(i);
      node.self += row.self;
      if (!isInner) node.inclusive += row.inclusive;
      if (row.up < 0) return;
      const key = JSON.stringify([rows[row.up].name, row.name]);
      if (!arcs.has(key)) arcs.set(key, { from: rows[row.up].name, to: row.name, inclusive: 0, isBack: false });
      if (!isInner) arcs.get(key).inclusive += row.inclusive;
    });
    const kept = [...nodes.values()].sort((a, b) => b.inclusive - a.inclusive).slice(0, most), names = new Set(kept.map((node) => node.name));
    return { nodes: kept, arcs: [...arcs.values()].filter((arc) => names.has(arc.from) && names.has(arc.to)), leftOut: nodes.size - kept.length };
  }

  // Puts each function below all functions that call it. Arcs that close a cycle are found first, by a walk in depth.
  function layer({ nodes, arcs }) {
    const byName = new Map(nodes.map((node) => [node.name, node])), out = new Map(nodes.map((node) => [node.name, []])), state = new Map();
    for (const arc of arcs) out.get(arc.from).push(arc);
    const order = [];
    for (const root of nodes) {
      if (state.has(root.name)) continue;
      state.set(root.name, "open");
      for (const open = [{ name: root.name, next: 0 }]; open.length;) {
        const top = open[open.length - 1], arc = out.get(top.name)[top.next++];
        if (!arc) {
          state.set(top.name, "done");
          order.push(top.name);
          open.pop();
        } else if (state.get(arc.to) === "open") arc.isBack = true;
        else if (!state.has(arc.to)) {
          state.set(arc.to, "open");
          open.push({ name: arc.to, next: 0 });
        }
      }
    }
    for (const name of order.reverse()) for (const arc of out.get(name)) if (!arc.isBack) byName.get(arc.to).level = Math.max(byName.get(arc.to).level, byName.get(name).level + 1);
    const layers = d3.range((d3.max(nodes, (node) => node.level) || 0) + 1).map((level) => nodes.filter((node) => node.level === level));
    // A few rounds of sorting by the mean place of neighbours leave few crossings.
    for (const line of layers) line.forEach((node, i) => { node.place = i; });
    for (let round = 0; round < 8; ++round) {
      const isDown = round % 2 === 0;
      for (const line of isDown ? layers : [...layers].reverse()) {
        for (const node of line) {
          const beside = arcs.filter((arc) => !arc.isBack && (isDown ? arc.to : arc.from) === node.name).map((arc) => byName.get(isDown ? arc.from : arc.to).place);
          node.wanted = beside.length ? d3.mean(beside) : node.place;
        }
        line.sort((a, b) => a.wanted - b.wanted);
        line.forEach((node, i) => { node.place = i - (line.length - 1) / 2; });
      }
    }
    return { layers, byName };
  }

  // choose(name): called when a box is clicked, or Enter is pressed on it; text(node): the second line of a box
  function draw(place, graph, { text, choose }) {
    const { layers, byName } = layer(graph), width = 190, height = 44, gapX = 24, gapY = 46;
    const widest = d3.max(layers, (line) => line.length), most = d3.max(graph.nodes, (node) => node.inclusive) || 1;
    const whole = Math.max(widest * (width + gapX), 200) + gapX;
    for (const node of graph.nodes) {
      node.x = whole / 2 + node.place * (width + gapX);
      node.y = 12 + node.level * (height + gapY);
    }
    place.replaceChildren();
    const svg = d3.select(place).append("svg").attr("width", whole).attr("height", 24 + layers.length * (height + gapY) - gapY);
    const arrow = (arc) => {
      const a = byName.get(arc.from), b = byName.get(arc.to);
      if (a === b) return `M${a.x + width / 2},${a.y + height / 2 - 8}c22,-10 22,26 0,16`;
      const down = !arc.isBack, y1 = down ? a.y + height : a.y, y2 = down ? b.y : b.y + height, bend = (y2 - y1) / 2;
      return `M${a.x},${y1}C${a.x},${y1 + bend} ${b.x},${y2 - bend} ${b.x},${y2}`;
    };
    svg.selectAll("path").data(graph.arcs).join("path").attr("d", arrow).attr("class", (arc) => (arc.isBack ? "back" : ""))
      .attr("stroke-width", (arc) => 1 + (7 * arc.inclusive) / most)
      .append("title").text((arc) => `${frame.plain(arc.from)} calls ${frame.plain(arc.to)}: ${text(arc)}`);
    const boxes = svg.selectAll("g").data(graph.nodes).join("g").attr("class", "box").attr("tabindex", 0).attr("role", "button")
      .attr("transform", (node) => `translate(${node.x - width / 2},${node.y})`);
    const shade = d3.interpolateRgb(frame.colour("low"), frame.colour("high"));
    const ink = (node) => (d3.lab(shade(node.self / most)).l > 49 ? "#111" : "#fff");
    boxes.append("rect").attr("width", width).attr("height", height).attr("rx", 5).attr("fill", (node) => shade(node.self / most));
    boxes.append("text").attr("x", 8).attr("y", 18).attr("fill", ink).text((node) => components.shortName(node.name, 24));
    boxes.append("text").attr("x", 8).attr("y", 35).attr("fill", ink).text(text);
    boxes.append("title").text((node) => `${frame.plain(node.name)}: ${text(node)}`);
    boxes.on("click", (node) => choose(node.name)).on("keydown", (node) => { if (d3.event.key === "Enter") choose(node.name); });
    place.scrollLeft = Math.max(0, (whole - place.clientWidth) / 2);
    return boxes;
  }
  return { make, layer, draw };
})();
