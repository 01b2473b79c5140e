// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a ranking of threads. The data:
//   verdict: the answer, as text
//   threads: for each line of the heat maps, the name of its thread or threads
//   sizes: for each line of the heat maps, the number of its threads
//   leftOut: number of omitted lines
//   rows[]: sorted by the difference between good and bad runs, largest first: name, classes (by line), good and bad
//     (the similarities of all pairs of lines as matrices, row by row, in thousandths)
//   ranking[]: [thread, beyond, change, noise, suspect]
//   lattice: null, or nodes [x, y, attributes, threads, number of threads] and edges [from, to]
//   loops[]: name and body
"use strict";
(function () {
  const data = frame.data("data"), n = data.threads.length;
  const maps = document.getElementById("maps"), said = document.getElementById("cell");
  // width and height of a cell in pixels
  const size = Math.max(1, Math.min(16, Math.floor(400 / Math.max(1, n))));
  const similar = shades(d3.interpolateBlues), different = shades(d3.interpolateOranges);
  const kinds = [
    { key: "good", title: "good runs (mean)", shades: similar },
    { key: "bad", title: "bad runs (mean)", shades: similar },
    { key: "difference", title: "difference", shades: different },
  ];
  let row, order, focus = [0, 0];

  // The colours of the values 0 to 1 in steps of a thousandth, as [red, green, blue].
  function shades(interpolate) {
    return d3.range(1001).map((i) => {
      const { r, g, b } = d3.rgb(interpolate(0.05 + 0.0009 * i));
      return [r, g, b];
    });
  }
  const thousandths = (key, a, b) =>
    key === "difference" ? Math.abs(row.good[a * n + b] - row.bad[a * n + b]) : row[key][a * n + b];
  function orderLines() {
    order = d3.range(n);
    if (document.getElementById("order").value === "class") order.sort((a, b) => row.classes[a] - row.classes[b] || a - b);
  }
  // A map is a picture with one pixel per cell. It is painted once, and then scaled; only the frame around the focused
  // cell is drawn each time.
  function paint(kind) {
    kind.picture.width = kind.picture.height = Math.max(1, n);
    const context = kind.picture.getContext("2d"), image = context.createImageData(Math.max(1, n), Math.max(1, n));
    for (let y = 0, at = 0; y < n; ++y) {
      for (let x = 0; x < n; ++x, at += 4) {
        const shade = kind.shades[thousandths(kind.key, order[y], order[x])];
        image.data[at] = shade[0];
        image.data[at + 1] = shade[1];
        image.data[at + 2] = shade[2];
        image.data[at + 3] = 255;
      }
    }
    context.putImageData(image, 0, 0);
  }
  function drawMap(kind) {
    const context = kind.canvas.getContext("2d");
    kind.canvas.width = kind.canvas.height = Math.max(1, n * size);
    context.imageSmoothingEnabled = false;
    context.drawImage(kind.picture, 0, 0, kind.canvas.width, kind.canvas.height);
    context.strokeStyle = "#d0021b";
    context.lineWidth = 2;
    // The frame is outside the cell, so that its colour stays visible, and small cells can be found.
    if (n > 0) context.strokeRect(Math.max(1, focus[0] * size - 1), Math.max(1, focus[1] * size - 1), size + 2, size + 2);
  }
  function draw() {
    kinds.forEach(drawMap);
    document.body.dataset.drawn = n;
  }
  function say() {
    if (n === 0) return;
    const a = order[focus[1]], b = order[focus[0]];
    said.textContent = `${data.threads[a]} and ${data.threads[b]}: ` +
      kinds.map((kind) => `${kind.title} ${(thousandths(kind.key, a, b) / 1000).toFixed(3)}`).join(", ");
    document.body.dataset.value = said.textContent;
  }
  function moveTo(x, y) {
    focus = [Math.max(0, Math.min(n - 1, x)), Math.max(0, Math.min(n - 1, y))];
    draw();
    say();
  }
  for (const kind of kinds) {
    const figure = document.createElement("figure"), caption = document.createElement("figcaption");
    kind.canvas = document.createElement("canvas");
    kind.picture = document.createElement("canvas");  // the painted map; never inserted into the page
    kind.canvas.tabIndex = 0;
    kind.canvas.setAttribute("role", "img");
    kind.canvas.setAttribute("aria-label", "Similarities of threads, " + kind.title);
    caption.textContent = kind.title;
    figure.append(caption, kind.canvas);
    maps.append(figure);
    kind.canvas.addEventListener("mousemove", (e) => {
      const shown = n / kind.canvas.clientWidth;  // cells per displayed pixel; maps are smaller in narrow windows
      moveTo(Math.floor(e.offsetX * shown), Math.floor(e.offsetY * shown));
    });
    kind.canvas.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (!step) return;
      moveTo(focus[0] + step[0], focus[1] + step[1]);
      e.preventDefault();
    });
  }
  function legend() {
    const place = document.getElementById("legend");
    for (const [text, kind] of [["similarity 0 to 1", kinds[0]], ["difference 0 to 1", kinds[2]]]) {
      const scale = document.createElement("canvas"), context = scale.getContext("2d");
      scale.width = 80;
      scale.height = 12;
      for (let x = 0; x < 80; ++x) {
        context.fillStyle = `rgb(${kind.shades[Math.round((1000 * x) / 79)]})`;
        context.fillRect(x, 0, 1, 12);
      }
      place.append(scale, text);
    }
  }
  function showRanking() {
    const table = d3.select("#ranking");
    table.append("tr").selectAll("th").data(["thread", "beyond", "change", "noise"]).join("th").text((t) => t);
    for (const r of data.ranking) {
      const line = table.append("tr").classed("suspect", r[4]);
      line.selectAll("td").data([r[0] + (r[4] ? " (suspect)" : ""), ...r.slice(1, 4).map((v) => v.toFixed(2))]).join("td")
        .text((t) => t);
    }
    if (!data.ranking.length) document.getElementById("list").remove();
  }
  function showLattice() {
    const place = d3.select("#lattice");
    if (!data.lattice) {
      place.append("p").text("The lattice has too many concepts to be drawn; --lattice=FILE writes it as GML.");
      return;
    }
    const { nodes, edges } = data.lattice, w = 190, h = 40, tip = document.getElementById("tip");
    const [left, right] = d3.extent(nodes, (d) => d[0]), bottom = d3.max(nodes, (d) => d[1]);
    const svg = place.append("svg").attr("width", right - left + w + 40).attr("height", bottom + h + 40);
    const all = svg.append("g").attr("transform", `translate(${20 - left},20)`);
    all.selectAll("line").data(edges).join("line").attr("x1", (e) => nodes[e[0]][0] + w / 2).attr("y1", (e) => nodes[e[0]][1] + h)
      .attr("x2", (e) => nodes[e[1]][0] + w / 2).attr("y2", (e) => nodes[e[1]][1]);
    const boxes = all.selectAll("g").data(nodes).join("g").attr("transform", (d) => `translate(${d[0]},${d[1]})`);
    boxes.append("rect").attr("width", w).attr("height", h).attr("rx", 4).classed("threads", (d) => d[3] !== "");
    const cut = (text) => (text.length > 27 ? text.slice(0, 26) + "\u2026" : text);
    boxes.append("text").attr("x", 6).attr("y", 16).text((d) => cut(d[2]));
    boxes.append("text").attr("x", 6).attr("y", 32).text((d) => cut(d[3]));
    boxes.on("mousemove", (d) => {
      tip.textContent = `${d[4]} threads\n${d[2] || "nothing new in common"}\n${d[3]}`;
      tip.style.display = "block";
      tip.style.left = d3.event.pageX + 14 + "px";
      tip.style.top = d3.event.pageY + 14 + "px";
    }).on("mouseleave", () => { tip.style.display = "none"; });
  }
  function showLoops() {
    const table = d3.select("#loops");
    for (const loop of data.loops) table.append("tr").selectAll("td").data(loop).join("td").text((t) => t);
    if (!data.loops.length) table.append("tr").append("td").text("No calls were folded.");
  }
  function choose() {
    row = data.rows[+document.getElementById("row").value];
    orderLines();
    kinds.forEach(paint);
    draw();
    say();
  }
  document.getElementById("cut").textContent = data.leftOut
    ? `${data.leftOut} more groups of threads are not drawn.` : data.sizes.some((s) => s > 1)
      ? "Threads that are equal in all runs are one line." : "";
  const select = document.getElementById("row");
  data.rows.forEach((r, i) => select.add(new Option(r.name, i)));
  select.addEventListener("change", choose);
  document.getElementById("order").addEventListener("change", choose);
  frame.onTheme(() => {
    draw();
    rankingThreads.draw();
  });
  frame.key("m", "go to the heat maps, where the arrow keys move", () => kinds[2].canvas.focus());
  frame.key("o", "order by number, or by class", () => {
    const chosen = document.getElementById("order");
    chosen.value = chosen.value === "class" ? "number" : "class";
    choose();
  });
  legend();
  showRanking();
  showLattice();
  showLoops();
  if (data.rows.length) choose();
  else document.getElementById("similarity").remove();
  // For tests: "?probe=X,Y" shows the cell in that column and line.
  const asked = new URLSearchParams(location.search);
  if (data.rows.length && asked.has("probe")) moveTo(...asked.get("probe").split(",").map(Number));
})();
