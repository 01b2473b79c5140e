// SPDX-License-Identifier: GPL-3.0-or-later
// The heat map of a property: a line for each region where the property holds, and a column for each thread of each
// rank or for each instance of the phase.
"use strict";
const propertyMap = properties.isDifference ? null : (function () {
  const { rows, section, element, plain, fraction, place } = properties;
  const mostLines = 300, mostColumns = 2000, height = 22, band = 20;
  // `roomForText`: width in pixels that a cell with a number needs; `mostPoints`: maximum number of pixels of a map at
  // full resolution
  const roomForText = 52, mostPoints = 5e7;
  const canvas = section("wide").querySelector("canvas"), context = canvas.getContext("2d");
  const property = section("property"), columns = section("columns"), said = section("cell"), names = section("lines");
  const kinds = {
    locations: { title: "ranks and threads", list: (row) => row.locations, text: place, less: (a, b) => a.rank - b.rank || a.thread - b.thread },
    instances: { title: "instances of the phase", list: (row) => row.instances, text: (at) => "instance " + at.instance,
      less: (a, b) => a.instance - b.instance },
  };
  // Lines of the map are findings. Columns are locations or instances or, if there are many, groups of `perColumn`
  // adjacent ones. `cells`, by line and column: the most severe location or instance of the column; undefined if the
  // finding has no data for this column.
  let lines = [], places = [], cells = [], perColumn = 1, most = 1, width = 1, focus = [0, 0], colours, paper, faint;

  const kind = () => kinds[columns.value];
  const count = () => Math.ceil(places.length / perColumn);
  function choose() {
    const { list, text } = kind();
    const all = d3.range(rows.length).filter((i) => rows[i].name === property.value && list(rows[i]).length);
    lines = all.slice(0, mostLines);
    const numbers = new Map(places.map((at, i) => [text(at), Math.floor(i / perColumn)]));
    most = 0;
    cells = lines.map((i) => {
      const line = new Array(count());
      for (const at of list(rows[i])) {
        const column = numbers.get(text(at));
        if (!line[column] || line[column].severity < at.severity) line[column] = at;
        most = Math.max(most, at.severity);
      }
      return line;
    });
    most = most || 1;
    const left = all.length - lines.length;
    section("map").querySelector(".cut").textContent = (left ? `${left} more regions, less severe, are not drawn. ` : "") +
      (perColumn > 1 ? `Each column shows the most severe of ${perColumn} entries; there are ${places.length} in all.` : "");
    names.replaceChildren(...lines.map((i) => {
      const name = element("div", properties.where(i));
      name.title = properties.where(i);
      name.style.height = name.style.lineHeight = height + "px";
      return name;
    }));
    names.style.paddingTop = band + 3 + "px";
    canvas.setAttribute("aria-label", `Severity of ${plain(property.value)} by region and ${kind().title}`);
    focus = [0, 0];
    draw();
    moveTo(0, 0);
  }
  function drawCell(x, y) {
    const at = cells[y][x], left = x * width, top = band + y * height, middle = top + height / 2;
    context.fillStyle = at ? colours(at.severity / most) : paper;
    context.fillRect(left, top, width - (width > 6 ? 1 : 0), height - 1);
    if (width < (at ? roomForText : 8)) return;
    // The text is black or white, depending on the lightness of the cell.
    context.fillStyle = at ? (d3.lab(context.fillStyle).l > 50 ? "#000" : "#fff") : faint;
    context.fillText(at ? fraction(at.severity) : "\u2013", left + width / 2, middle);
  }
  function draw() {
    const n = count();
    if (!n) return;
    width = Math.max(3, Math.min(72, Math.floor((section("wide").clientWidth - 10) / n)));
    if (n <= 16) width = Math.max(width, roomForText);
    const points = n * width * (band + lines.length * height), sharp = window.devicePixelRatio || 1;
    // Browsers limit the size of a canvas, so large maps are drawn without the full resolution of dense screens.
    const ratio = points * sharp * sharp > mostPoints ? 1 : sharp;
    canvas.width = n * width * ratio;
    canvas.height = (band + lines.length * height) * ratio;
    canvas.style.width = n * width + "px";
    canvas.style.height = band + lines.length * height + "px";
    context.scale(ratio, ratio);
    context.font = "11.5px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    colours = d3.interpolateRgb(frame.colour("low"), frame.colour("high"));
    paper = frame.colour("paper");
    faint = frame.colour("faint");
    const label = (at) => kind().text(at).replace(/[a-z]+ /g, "").replace(", ", ".");
    const every = Math.ceil(46 / width);
    context.fillStyle = frame.colour("ink");
    for (let x = 0; x < n; x += every) context.fillText(label(places[x * perColumn]), (x + 0.5) * width, band / 2);
    for (let y = 0; y < lines.length; ++y) for (let x = 0; x < n; ++x) drawCell(x, y);
    drawFocus();
    drawLegend();
    document.body.dataset.map = `${lines.length} ${n}`;
  }
  function drawFocus() {
    context.lineWidth = 3;
    context.strokeStyle = "#d0021b";
    context.strokeRect(focus[0] * width + 1, band + focus[1] * height + 1, Math.max(2, width - 3), height - 3);
  }
  // The frame around a narrow cell covers parts of its neighbours, which are drawn again.
  function eraseFocus() {
    const [x, y] = focus;
    context.clearRect(x * width - 2, band + y * height - 1, width + 4, height + 1);
    for (const beside of [x - 1, x, x + 1]) if (beside >= 0 && beside < count()) drawCell(beside, y);
  }
  function drawLegend() {
    const scale = element("canvas"), pen = scale.getContext("2d");
    scale.width = 100;
    scale.height = 12;
    for (let x = 0; x < 100; ++x) {
      pen.fillStyle = colours(x / 99);
      pen.fillRect(x, 0, 1, 12);
    }
    section("legend").replaceChildren("severity 0", scale, fraction(most) + "; \u2013: unknown, or not found there");
  }
  function moveTo(x, y) {
    if (!lines.length) return;
    names.children[focus[1]].classList.remove("at");
    eraseFocus();
    focus = [Math.max(0, Math.min(count() - 1, x)), Math.max(0, Math.min(lines.length - 1, y))];
    names.children[focus[1]].classList.add("at");
    const row = rows[lines[focus[1]]], at = cells[focus[1]][focus[0]], first = places[focus[0] * perColumn];
    said.textContent = `${plain(row.name)}, ${properties.where(lines[focus[1]])}, ${kind().text(at || first)}: ` +
      (at ? `${fraction(at.severity)}` + (at.lost === null || at.lost === undefined ? "" : `, ${properties.amount(at.lost, row.unit)} lost`)
        : "unknown, or not found there");
    document.body.dataset.value = said.textContent;
    drawFocus();
  }
  canvas.addEventListener("mousemove", (e) => {
    const x = Math.floor(e.offsetX / width), y = Math.floor((e.offsetY - band) / height);
    if (x !== focus[0] || y !== focus[1]) moveTo(x, y);
  });
  canvas.addEventListener("keydown", (e) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!step) return;
    moveTo(focus[0] + step[0], focus[1] + step[1]);
    section("wide").scrollLeft += Math.max(0, (focus[0] + 1) * width - section("wide").scrollLeft - section("wide").clientWidth) -
      Math.max(0, section("wide").scrollLeft - focus[0] * width);
    e.preventDefault();
  });
  property.addEventListener("change", choose);
  columns.addEventListener("change", start);
  window.addEventListener("resize", draw);

  // Lists the properties with data for the chosen kind of columns. All properties have the same columns, so that their
  // maps can be compared.
  function start() {
    const { list, text, less } = kind(), known = new Map();
    for (const row of rows) for (const at of list(row)) known.set(text(at), at);
    places = [...known.values()].sort(less);
    perColumn = Math.ceil(places.length / mostColumns) || 1;
    const chosen = property.value, able = new Set(rows.filter((row) => kind().list(row).length).map((row) => row.name));
    property.replaceChildren(...[...able].map((name) => new Option(plain(name), name)));
    if (able.has(chosen)) property.value = chosen;
    choose();
  }
  for (const key of Object.keys(kinds)) {
    if (rows.some((row) => kinds[key].list(row).length)) columns.add(new Option(kinds[key].title, key));
  }

  return {
    draw, start, moveTo,
    isEmpty: !columns.length,
    focus: () => canvas.focus(),
    show: (finding) => {
      if (![...property.options].some((option) => option.value === rows[finding].name)) return;
      property.value = rows[finding].name;
      choose();
      moveTo(0, Math.max(0, lines.indexOf(finding)));
    },
  };
})();
