// SPDX-License-Identifier: GPL-3.0-or-later
// The map of ranks: a line for each function, a column for each rank. The colour of a cell shows its time minus the
// function's mean over all ranks: orange above the mean, blue below it. With two executions, cells can show the
// difference instead.
"use strict";
const reportRanks = (function () {
  const { view, isDifference, rowOf, name } = reportData;
  const { amount, signed, withUnit, element, isKnown } = reportText;
  const part = document.getElementById("ranks"), map = document.getElementById("map"), squares = document.getElementById("squares");
  const choice = document.getElementById("side"), said = document.getElementById("cell"), most = 200;
  const found = view.ranks && view.ranks.functions.length && view.ranks.labels.length ? view.ranks : null;
  const functions = found ? found.functions.slice(0, most) : [], ranks = found ? found.labels.length : 0;
  const hasTwo = Boolean(found && found.other), high = 20, canvas = element("canvas"), item = element("div", undefined, "unseen");
  let side = "base", focus = [0, 0], wide = 20, started = false;

  const seconds = (f, r) => {
    const base = found.seconds[f][r], other = hasTwo ? found.other[f][r] : undefined;
    return side === "base" ? base : side === "other" ? other : isKnown(base) && isKnown(other) ? base - other : undefined;
  };
  const values = (f) => d3.range(ranks).map((r) => seconds(f, r));
  const mean = (f) => d3.mean(values(f).filter(isKnown)) || 0;
  // The value that determines the colour. direction() returns "more" for negative values, so the excess over the mean
  // is negated. A difference is base minus other, as everywhere.
  const excess = (f, r) => (side === "difference" ? seconds(f, r) : mean(f) - seconds(f, r));

  function draw() {
    const dense = window.devicePixelRatio || 1, context = canvas.getContext("2d"), rows = functions.length;
    wide = Math.max(3, Math.min(48, Math.floor((squares.clientWidth || 600) / ranks)));
    canvas.width = wide * ranks * dense;
    canvas.height = high * rows * dense;
    canvas.style.width = wide * ranks + "px";
    canvas.style.height = high * rows + "px";
    context.setTransform(dense, 0, 0, dense, 0, 0);
    const fills = reportText.fills(context), colours = reportText.palette();
    context.font = "12px ui-monospace, monospace";
    context.textAlign = "center";
    context.textBaseline = "middle";
    let largest = 0;
    const parts = functions.map((_, f) => d3.range(ranks).map((r) => excess(f, r)));
    for (const line of parts) for (const value of line) largest = Math.max(largest, Math.abs(value) || 0);
    parts.forEach((line, f) => line.forEach((value, r) => {
      const way = reportText.direction(value), strength = reportText.strength(value || 0, largest);
      context.fillStyle = fills[way][strength].flat;
      context.fillRect(r * wide, f * high, wide - (wide > 5 ? 1 : 0), high - 1);
      context.fillStyle = colours.ink;
      if (wide >= 12 && strength >= 2) context.fillText(way === "more" ? "\u25b2" : "\u25bc", r * wide + wide / 2, f * high + high / 2);
    }));
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    context.strokeRect(focus[0] * wide + 1, focus[1] * high + 1, Math.max(2, wide - 3), high - 3);
  }
  function say() {
    const [r, f] = focus, row = rowOf(functions[f]), value = seconds(f, r), middle = mean(f);
    const text = `, ${reportText.plain(found.labels[r])}: ${withUnit(side === "difference" ? signed(value) : amount(value))}, mean ${withUnit(side === "difference" ? signed(middle) : amount(middle))}` +
      (side === "difference" ? "" : `, ${withUnit(signed(value - middle))} from the mean`);
    const bdi = element("bdi", row < 0 ? "an omitted function" : reportText.named(name(row)));
    said.replaceChildren(bdi, text);
    if (isKnown(value)) said.dataset.value = value;
    item.textContent = bdi.textContent + text;
    item.setAttribute("aria-rowindex", f + 1);
    item.setAttribute("aria-colindex", r + 1);
  }
  function moveTo(r, f) {
    focus = [Math.max(0, Math.min(ranks - 1, r)), Math.max(0, Math.min(functions.length - 1, f))];
    draw();
    say();
  }
  function lines() {
    document.getElementById("lines").replaceChildren(...functions.map((id) => {
      const row = rowOf(id), made = element("div");
      made.append(row < 0 ? "left out" : reportText.isolated(name(row)));
      return made;
    }));
  }
  function start() {
    started = true;
    for (const [value, text] of hasTwo ? [["base", "base"], ["other", "other"], ["difference", "base minus other"]] : [["base", "all"]]) choice.add(new Option(text, value));
    document.getElementById("which").hidden = !hasTwo;
    squares.tabIndex = 0;
    squares.setAttribute("role", "grid");
    squares.setAttribute("aria-label", "Functions by ranks");
    squares.setAttribute("aria-rowcount", functions.length);
    squares.setAttribute("aria-colcount", ranks);
    squares.setAttribute("aria-activedescendant", "rank-cell");
    canvas.setAttribute("aria-hidden", "true");
    item.id = "rank-cell";
    item.setAttribute("role", "gridcell");
    const line = element("div");
    line.setAttribute("role", "row");
    line.append(item);
    squares.append(canvas, line);
    choice.addEventListener("change", () => reportLink.go({ side: choice.value === "base" ? "" : choice.value }, { focus: false }));
    const at = (e) => [Math.floor(e.offsetX / wide), Math.floor(e.offsetY / high)];
    canvas.addEventListener("mousemove", (e) => moveTo(...at(e)));
    canvas.addEventListener("click", open);
    squares.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (e.ctrlKey || e.altKey || e.metaKey) return;
      if (step) moveTo(focus[0] + step[0], focus[1] + step[1]);
      else if (e.key === "Enter") open();
      else return;
      e.preventDefault();
    });
    lines();
    spread();
  }
  function open() {
    const row = rowOf(functions[focus[1]]);
    if (row < 0) return reportLink.say("This function is left out of the page.");
    reportLink.remember("cell:" + focus.join(","));
    reportLink.go({ v: "function", f: reportData.keyOf(row), z: "" });
  }
  // The table with the spread over ranks for each side.
  function spread() {
    const table = element("table"), head = element("tr"), was = side;
    table.tabIndex = 0;  // it scrolls sideways on narrow screens
    const sides = hasTwo ? ["base", "other"] : ["base"];
    const titles = sides.flatMap((each) => ["mean", "least", "most", "deviation", "lost"].map((word) => (hasTwo ? `${word}, ${each}` : word)));
    for (const title of ["function", ...titles]) head.append(Object.assign(element("th", title), { scope: "col" }));
    table.append(head);
    functions.forEach((id, f) => {
      const line = element("tr"), row = rowOf(id), title = element("td", undefined, "name");
      title.append(row < 0 ? "left out" : reportText.isolated(name(row)));
      line.append(title);
      for (const each of sides) {
        side = each;
        const all = values(f).filter(isKnown), middle = mean(f), top = d3.max(all) || 0;
        for (const value of [middle, d3.min(all) || 0, top, Math.sqrt(d3.mean(all, (v) => (v - middle) ** 2) || 0), all.length * (top - middle)]) {
          line.append(reportText.number("td", value, amount, "number"));
        }
      }
      table.append(line);
    });
    side = was;
    document.getElementById("spread").replaceChildren(element("h2", "Spread over ranks"), table);
  }
  function show(state) {
    part.querySelector(".empty").textContent = found ? "" : "This page has no ranks: --ranks treats each profile as one process" + (isDifference ? " of its side." : ".");
    map.hidden = document.getElementById("spread").hidden = !found;
    if (!found) return;
    if (!started) start();
    side = hasTwo && state.side ? state.side : "base";
    choice.value = side;
    const row = state.f ? functions.findIndex((id) => rowOf(id) === reportData.rowOfKey(state.f)) : -1, left = found.functions.length - functions.length;
    part.querySelector(".left").textContent = (left ? `${reportText.counted(left, "function is", "functions are")} not drawn. ` : "") +
      (side === "difference" ? `${reportText.plain(view.direction || "Positive: other takes less")}.` : "\u25b2 more than the mean of all ranks, \u25bc less.");
    moveTo(focus[0], row >= 0 ? row : focus[1]);
  }
  return {
    show,
    current: () => (found ? rowOf(functions[focus[1]]) : -1),
    place: () => (found ? "cell:" + focus.join(",") : null),
    focus: (where) => {
      if (!found) return document.querySelector('#parts [aria-current="page"]').focus();
      if (where && where.startsWith("cell:")) moveTo(...where.slice(5).split(",").map(Number));
      squares.focus({ preventScroll: true });
    },
    redraw: () => started && squares.clientWidth && draw(),
  };
})();
