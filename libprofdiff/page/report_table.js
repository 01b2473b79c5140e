// SPDX-License-Identifier: GPL-3.0-or-later
// The table of functions. Only visible rows exist as elements. If all rows would exceed the maximum height of an
// element (33,554,428 pixels in Chromium, less elsewhere), the scroll position is a fraction of the table instead of a
// number of pixels.
"use strict";
const reportTable = (function () {
  const { n, view, status, image, isDifference, matching, name } = reportData;
  const { element, counted } = reportText;
  const highest = 8e6;     // maximum height of all rows together, in pixels
  const nothing = -1000;  // value of `expected` (a scroll position) if no scroll event caused by this script is pending
  const grid = document.getElementById("grid"), part = document.getElementById("table");
  let head = null, sheet = null, rows = new Uint32Array(0), shown = new Map(), state = null, at = 0, height = 26, first = 0, expected = nothing;
  let divider = -1;  // line between the rows beyond noise and those within noise; -1 if there is none

  const leftOut = (view.leftOut && view.leftOut.flat) || 0;
  const lines = () => rows.length + (divider >= 0 ? 1 : 0) + (leftOut ? 1 : 0);
  // The function of a line; -1 for the line of the divider and for the line of omitted functions.
  function functionAt(position) {
    const i = divider >= 0 && position >= divider ? position - 1 : position;
    return position === divider || i >= rows.length ? -1 : rows[i];
  }
  function lineOf(row) {
    const i = rows.indexOf(row);
    return i >= 0 && divider >= 0 && i >= divider ? i + 1 : i;
  }
  const inSight = () => Math.max(1, Math.floor((grid.clientHeight - head.offsetHeight) / height));
  const full = () => lines() * height;
  const isScaled = () => full() > highest;
  const offenders = new Set((view.gates || []).flatMap((gate) => gate.offenders).map(reportData.rowOf));

  function filtered() {
    const found = matching(state.q), { st, sig, im } = state, kept = [];
    if (!found && !st && !sig && !im) return Uint32Array.from({ length: n }, (_, i) => i);
    for (let i = 0; i < n; ++i) {
      if (found && !found[i]) continue;
      if (st && (st === "failed" ? !offenders.has(i) : status(i) !== st)) continue;
      if (sig && reportData.isNoise(i, state.m) !== (sig === "noise")) continue;
      if (im && image(i) !== im) continue;
      kept.push(i);
    }
    return Uint32Array.from(kept);
  }
  function countWords() {
    const words = [rows.length === n ? `${counted(n, "function", "functions")}` : `${counted(rows.length, "function", "functions")} of ${reportText.count(n)}`];
    if (leftOut) words.push(`${counted(leftOut, "more is", "more are")} left out (--html-size) and summed up in the last row`);
    return words.join("; ") + ".";
  }

  function showHead() {
    const columns = reportColumns.columns(state.m);
    grid.style.setProperty("--columns", columns.map((column) => column.wide).join(" "));
    grid.style.setProperty("--split", columns.filter((column) => column.key !== "name").map((column) => `minmax(0, ${column.wide.startsWith("minmax") ? "1fr" : column.wide})`).join(" "));
    grid.style.setProperty("--narrow", columns.filter((column) => column.narrow).map((column) => (column.key === "rank" ? "minmax(2em, .4fr)" : column.key.includes("difference") ? "minmax(0, 1.7fr)" : "minmax(0, 1.2fr)")).join(" "));
    grid.setAttribute("aria-colcount", columns.length);
    const group = element("div", undefined, "head"), row = element("div", undefined, "row");
    group.setAttribute("role", "rowgroup");
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", 1);
    columns.forEach((column, i) => {
      const cell = element("div", undefined, className(column)), button = element("button", column.title), way = reportColumns.direction(column, state.sort);
      cell.setAttribute("role", "columnheader");
      cell.setAttribute("aria-colindex", i + 1);
      cell.setAttribute("aria-sort", way);
      button.type = "button";
      if (column.description) button.title = column.description;
      if (way !== "none") button.append(way === "ascending" ? " \u2191" : " \u2193");
      button.addEventListener("click", () => sortBy(column.key));
      cell.append(button);
      row.append(cell);
    });
    group.append(row);
    const old = grid.contains(document.activeElement) && document.activeElement !== grid ? [...grid.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    sheet = element("div", undefined, "sheet");
    sheet.setAttribute("role", "rowgroup");
    grid.replaceChildren(group, sheet);
    head = group;
    if (old >= 0) grid.querySelectorAll("button")[old].focus();
  }
  const className = (column) => "cell " + (column.isText || column.key === "name" ? "text" : "number") + (column.narrow ? "" : " broad") + (column.key === "name" ? " name" : "");
  function sortBy(key) {
    const was = state.sort;
    reportLink.go({ sort: was === key ? "-" + key : key === "rank" && was === "" ? "-rank" : key === "rank" ? "" : key }, { focus: false });
  }

  function makeRow(position) {
    const row = element("div", undefined, "row");
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", position + 2);
    row.id = "row-" + position;
    const i = functionAt(position), columns = reportColumns.columns(state.m);
    if (position === divider) return makeDivider(row);
    columns.forEach((column, k) => {
      const cell = element("div", undefined, className(column));
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("aria-colindex", k + 1);
      if (i >= 0) cell.append(column.cell(i));
      else fillLeftOut(cell, column);
      row.append(cell);
    });
    if (i >= 0) row.dataset.id = reportData.id(i);
    row.addEventListener("click", () => {
      moveTo(position);
      if (i >= 0) open();
    });
    return row;
  }
  function makeDivider(row) {
    const within = rows.length - divider, cell = element("div", `within noise: ${counted(within, "function", "functions")}`, "cell divider");
    cell.setAttribute("role", "gridcell");
    cell.setAttribute("aria-colspan", reportColumns.columns(state.m).length);
    row.classList.add("noise");
    row.append(cell);
    return row;
  }
  // The row that sums up the omitted functions.
  function fillLeftOut(cell, column) {
    const sum = view.leftOutSum;
    cell.classList.add("faint");
    if (column.key === "name") cell.textContent = `${counted(leftOut, "function", "functions")} left out, summed up`;
    else if (sum && (column.key === "base" || column.key === "self")) cell.append(reportText.number("span", sum.base, reportText.amount, "number"));
    else if (sum && isDifference && column.key === "other") cell.append(reportText.number("span", sum.other, reportText.amount, "number"));
    else if (sum && isDifference && column.key === "difference") cell.append(reportText.number("span", sum.base - sum.other, reportText.signed, "number"));
  }
  // Draws the visible rows, from `first` on. `first` may be a fraction; a part of the first row is then above the
  // visible area.
  function drawRows() {
    const begin = Math.floor(first), end = Math.min(lines(), begin + inSight() + 3);
    for (const [position, row] of shown) {
      if (position >= begin && position < end) continue;
      row.remove();
      shown.delete(position);
    }
    const offset = isScaled() ? grid.scrollTop - (first - begin) * height - begin * height : 0;
    for (let position = begin; position < end; ++position) {
      if (!shown.has(position)) {
        shown.set(position, makeRow(position));
        sheet.append(shown.get(position));
      }
      const row = shown.get(position);
      row.style.transform = `translateY(${offset + position * height}px)`;
      row.classList.toggle("at", position === at);
      row.setAttribute("aria-selected", position === at);
    }
    if (shown.has(at)) grid.setAttribute("aria-activedescendant", "row-" + at);
    else grid.removeAttribute("aria-activedescendant");
    sayName();
  }
  // Shows the whole name of the row in focus, which the button copies.
  function sayName() {
    const i = functionAt(at), place = document.getElementById("whole");
    document.getElementById("copy").disabled = i < 0;
    if (i < 0) return place.replaceChildren();
    const linkage = reportData.functions.at("linkageName")(i), where = reportData.place(i);
    place.replaceChildren(reportText.isolated(name(i), 2000), element("span", where ? ` ${reportText.cut(where, 200)}` : "", "faint"));
    place.title = linkage === null || linkage === name(i) ? "" : reportText.cut(linkage, 2000);
    return undefined;
  }
  document.getElementById("copy").addEventListener("click", () => functionAt(at) >= 0 && reportCopy.copy(name(functionAt(at))));
  const room = () => Math.max(0, Math.min(full(), highest) - (grid.clientHeight - head.offsetHeight));
  function scrolled() {
    // Ignores scroll events caused by scrollTo, because `first` is exact, whereas the scroll position is rounded.
    if (Math.abs(grid.scrollTop - expected) < 2) expected = nothing;
    else first = isScaled() ? (grid.scrollTop / Math.max(1, room())) * (lines() - inSight()) : grid.scrollTop / height;
    drawRows();
  }
  // Scrolls a row to the top.
  function scrollTo(row) {
    first = Math.max(0, Math.min(row, lines() - inSight()));
    const wanted = isScaled() ? (first / Math.max(1, lines() - inSight())) * room() : first * height;
    if (Math.abs(grid.scrollTop - wanted) >= 1) {
      grid.scrollTop = wanted;
      expected = grid.scrollTop;
    }
    drawRows();
  }
  function moveTo(position) {
    const wanted = Math.max(0, Math.min(lines() - 1, position));
    // The focus skips the line above the rows within noise.
    at = wanted === divider ? (wanted < at ? Math.max(wanted - 1, divider === 0 ? 1 : 0) : wanted + 1) : wanted;
    if (at < first) scrollTo(at === divider + 1 ? divider : at);
    else if (at >= first + inSight()) scrollTo(at - inSight() + 1);
    else drawRows();
  }
  function open() {
    const i = functionAt(at);
    if (i < 0) return;
    reportLink.remember(reportData.keyOf(i));
    reportLink.go({ v: "function", f: reportData.keyOf(i), z: "" });
  }

  grid.addEventListener("scroll", () => sheet && scrolled());
  grid.addEventListener("wheel", (e) => {
    if (!sheet || !isScaled() || e.ctrlKey) return;
    // In a very long table, one pixel of the scroll bar corresponds to many rows, so the wheel scrolls by rows instead.
    e.preventDefault();
    scrollTo(first + e.deltaY / (e.deltaMode === 1 ? 1 : height));
  }, { passive: false });
  grid.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target !== grid) return;
    if (e.key === "ArrowDown") moveTo(at + 1);
    else if (e.key === "ArrowUp") moveTo(at - 1);
    else if (e.key === "PageDown") moveTo(at + inSight());
    else if (e.key === "PageUp") moveTo(at - inSight());
    else if (e.key === "Home") moveTo(0);
    else if (e.key === "End") moveTo(lines() - 1);
    else if (e.key === "ArrowRight") grid.scrollLeft += 60;
    else if (e.key === "ArrowLeft") grid.scrollLeft -= 60;
    else if (e.key === "Enter") open();
    else return;
    e.preventDefault();
  });

  let made = "", ordered = "";
  function update() {
    const wanted = [state.m, state.sort].join("\n"), order = JSON.stringify([state.q, state.st, state.sig, state.im, state.m, state.sort]);
    if (made !== wanted) showHead();
    if (ordered !== order || made !== wanted) {
      const was = functionAt(at);
      rows = reportColumns.sorted(filtered(), state.m, state.sort);
      divider = state.sig ? -1 : reportColumns.beyond(rows, state.m, state.sort);
      if (divider === rows.length) divider = -1;
      shown.forEach((row) => row.remove());
      shown = new Map();
      at = ordered === "" || was < 0 ? 0 : Math.max(0, lineOf(was));
      first = 0;
      expected = nothing;
    }
    made = wanted;
    ordered = order;
    height = parseInt(getComputedStyle(grid).getPropertyValue("--row"), 10);
    grid.setAttribute("aria-rowcount", lines() + 1);
    sheet.style.height = Math.min(full(), highest) + "px";
    part.querySelector(".count").textContent = rows.length || n === 0 ? countWords() : `None of ${counted(n, "function", "functions")} matches the filters.`;
    moveTo(at);
  }
  function show(now) {
    state = now;
    part.querySelector(".empty").textContent = n ? "" : `No function has ${reportText.noun} or calls in these profiles, or all were left out by the options.`;
    grid.hidden = n === 0;
    if (n) update();
    const found = reportColumns.columns(state.m).map((column) => column.key);
    if (state.sort && !found.includes(state.sort.replace(/^-/, ""))) reportLink.say(`There is no column ${reportText.cut(state.sort, 100)} to sort by.`);
  }
  // Sorts by the next column; if `isTurned` is true, reverses the order instead.
  function nextSort(isTurned) {
    if (!n) return;
    const keys = reportColumns.columns(state.m).map((column) => column.key), now = state.sort.replace(/^-/, "") || "rank";
    if (isTurned) return sortBy(now);
    const next = keys[(keys.indexOf(now) + 1) % keys.length];
    reportLink.go({ sort: next === "rank" ? "" : next }, { focus: false });
  }
  // Makes elements for the first 50 rows, to be printed. afterPrint() makes elements for the visible rows again.
  function forPrint(now) {
    if (!n) return;
    if (!sheet) show(now);
    shown.forEach((row) => row.remove());
    shown = new Map();
    for (let position = 0; position < Math.min(50, lines()); ++position) {
      shown.set(position, makeRow(position));
      sheet.append(shown.get(position));
    }
  }
  function afterPrint() {
    if (!sheet) return;
    shown.forEach((row) => row.remove());
    shown = new Map();
    update();
  }
  return {
    show, nextSort, forPrint, afterPrint,
    current: () => functionAt(at),
    place: () => (functionAt(at) >= 0 ? reportData.keyOf(functionAt(at)) : null),
    // Focuses the table; if a key is given, at the row of that function.
    focus: (key) => {
      const row = key ? lineOf(reportData.rowOfKey(key)) : -1;
      if (row >= 0) moveTo(row);
      grid.focus({ preventScroll: true });
    },
    redraw: () => {
      if (!sheet || grid.clientHeight === 0) return;
      const wanted = parseInt(getComputedStyle(grid).getPropertyValue("--row"), 10);
      if (wanted !== height) update();
      else drawRows();
    },
  };
})();
