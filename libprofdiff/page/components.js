// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that several pages are made of: elements, tables that grow, bars, names, commands that can be copied, and maps of
// cells. All texts become text nodes, and control characters in names are shown by code point.
"use strict";
const components = (function () {
  const { plain } = frame;

  function element(tag, text, name) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (name) made.className = name;
    return made;
  }
  const number = (text) => element("td", text, "number");
  // Appends the line of headings of a table. Headings that start with ">" belong to columns of numbers.
  function head(table, headings) {
    const line = element("tr");
    for (const heading of headings) {
      const cell = heading.startsWith(">") ? element("th", heading.slice(1), "number") : element("th", heading);
      cell.scope = "col";
      line.append(cell);
    }
    table.append(line);
    // A table that scrolls can be scrolled with the keyboard.
    requestAnimationFrame(() => {
      if (table.scrollWidth > table.clientWidth || table.scrollHeight > table.clientHeight) table.tabIndex = 0;
    });
  }
  // Fills the table of a section with headings and the first rows, and adds `step` more rows whenever its button is
  // pressed: thousands of rows would slow down the page. Without a button, shows all rows.
  function fill(section, headings, all, lineOf, step) {
    const table = section.querySelector("table"), more = section.querySelector(".more");
    let shown = 0;
    function grow() {
      for (const end = Math.min(all.length, more ? shown + step : Infinity); shown < end; ++shown) table.append(lineOf(all[shown], shown));
      if (!more) return;
      more.hidden = shown === all.length;
      more.textContent = `Show more: ${all.length - shown} are left`;
    }
    table.replaceChildren();
    if (headings.length) head(table, headings);
    if (more) more.onclick = grow;
    grow();
  }
  // Puts a bar in front of the number in a cell. `digits` is the minimum width of the number in characters, which keeps
  // the bars of a column in line.
  function bar(cell, value, most, digits = 0) {
    const outline = element("span", undefined, "bar"), filled = element("i");
    outline.setAttribute("aria-hidden", "true");
    filled.style.width = `${Math.max(0, Math.min(100, (100 * value) / most))}%`;
    outline.append(filled);
    const text = element("span", cell.textContent);
    text.style.minWidth = `${digits}ch`;
    cell.replaceChildren(outline, text);
    return cell;
  }
  // A button that looks like a link.
  function link(text, act) {
    const made = element("button", text, "link");
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  // Replaces template arguments by "…" if a name is longer than `most`, then leaves out parameters, and at last cuts it
  // in the middle, so that the scope and the method stay.
  function shortName(name, most = 48) {
    if (name.length <= most) return plain(name);
    let text = "", depth = 0;
    const word = /operator(<<=?|<=>|<=?|>>=?|>=?|->\*?|\(\))/y;
    for (let i = 0; i < name.length; ++i) {
      word.lastIndex = i;
      const sign = word.exec(name);
      if (sign) {
        if (!depth) text += sign[0];
        i += sign[0].length - 1;
      } else if (name[i] === "<") {
        if (depth++ === 0) text += "<\u2026>";
      } else if (name[i] === ">" && depth > 0) --depth;
      else if (!depth) text += name[i];
    }
    if (depth || !text) text = name;
    if (text.length > most) text = text.replace(/(?<!operator)\([^()]*\)( const)?$/, "");
    if (text.length > most) text = text.slice(0, Math.floor(most / 3)) + "\u2026" + text.slice(text.length - Math.ceil((2 * most) / 3) + 1);
    return plain(text);
  }

  // Quotes a word for a shell.
  const quoted = (word) => (/^[\w@%+=:,.\/-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'");
  // A command line that can be copied.
  function command(words) {
    const place = element("p", undefined, "command"), text = words.map(quoted).join(" "), copy = element("button", "Copy");
    copy.type = "button";
    copy.addEventListener("click", () => {
      const done = () => { copy.textContent = "Copied"; };
      // Pages that are opened from disk may lack the clipboard; then the text is selected.
      const select = () => getSelection().selectAllChildren(place.firstChild);
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, select);
      else select();
    });
    place.append(element("code", plain(text)), copy);
    return place;
  }

  // A map of cells: a canvas with a row of labels, on which the pointer and the arrow keys move a frame.
  //   place: an empty element, which the map fills; its width limits the width of the map
  //   rows: the texts of the lines; columns: the number of columns
  //   colourOf(column, row): the colour of a cell; null for none
  //   labelOf(column): a short label above a column; one that begins with a triangle is always drawn
  //   textOf(column, row): a short text for wide cells; optional
  //   say(column, row): called when the frame moves
  //   choose(column, row): called on a click or Enter; optional
  function cellMap({ place, rows, columns, label, colourOf, labelOf, textOf, say, choose, lineHeight = 22 }) {
    const grid = element("div", undefined, "cells"), lines = element("div", undefined, "lines"), wide = element("div", undefined, "wide");
    const canvas = element("canvas"), pen = canvas.getContext("2d"), band = 18;
    let focus = [0, 0], width = 8;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", label);
    lines.setAttribute("aria-hidden", "true");
    lines.style.paddingTop = `${band + 3}px`;
    for (const text of rows) {
      const line = element("div", text);
      line.title = text;
      line.style.height = line.style.lineHeight = `${lineHeight}px`;
      lines.append(line);
    }
    wide.append(canvas);
    grid.append(lines, wide);
    place.replaceChildren(grid);

    function cell(x, y) {
      const colour = colourOf(x, y);
      pen.fillStyle = colour === null ? frame.colour("paper") : colour;
      const gap = width > 5 ? 1 : 0;
      pen.fillRect(x * width, band + y * lineHeight, width - gap, lineHeight - 1);
      if (!textOf || width < 12) return;
      const text = textOf(x, y), light = d3.lab(colour === null ? frame.colour("paper") : colour).l > 49;
      pen.fillStyle = light ? "#111" : "#fff";
      if (pen.measureText(text).width < width - 4) pen.fillText(text, (x + 0.5) * width, band + (y + 0.5) * lineHeight);
    }
    function outline() {
      pen.lineWidth = 2;
      pen.strokeStyle = frame.colour("ink");
      pen.strokeRect(focus[0] * width + 1, band + focus[1] * lineHeight + 1, Math.max(2, width - 3), lineHeight - 3);
    }
    function draw() {
      const sharp = Math.min(2, window.devicePixelRatio || 1);
      const room = Math.max(120, wide.clientWidth - 8);
      width = Math.max(4, Math.min(64, Math.floor(room / columns)));
      canvas.width = columns * width * sharp;
      canvas.height = (band + rows.length * lineHeight) * sharp;
      canvas.style.width = `${columns * width}px`;
      canvas.style.height = `${band + rows.length * lineHeight}px`;
      pen.scale(sharp, sharp);
      pen.font = "11.5px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillStyle = frame.colour("ink");
      const sizes = d3.range(columns).map((x) => pen.measureText(labelOf(x)).width + 6);
      const every = Math.max(1, Math.ceil(d3.max(sizes) / width));
      // Labels with a mark are always drawn, and hide others that they would cover.
      const marked = d3.range(columns).filter((x) => labelOf(x).startsWith("\u25b2"));
      const isCovered = (x) => marked.some((other) => other !== x && Math.abs(other - x) * width < (sizes[other] + sizes[x]) / 2);
      const drawn = new Set(marked);
      for (let x = 0; x < columns; x += every) if (!isCovered(x)) drawn.add(x);
      for (const x of drawn) {
        const middle = Math.max(sizes[x] / 2 - 3, Math.min((x + 0.5) * width, columns * width - sizes[x] / 2 + 3));
        pen.fillText(labelOf(x), middle, band / 2);
      }
      for (let y = 0; y < rows.length; ++y) for (let x = 0; x < columns; ++x) cell(x, y);
      outline();
    }
    function moveTo(x, y) {
      const [oldX, oldY] = focus;
      focus = [Math.max(0, Math.min(columns - 1, x)), Math.max(0, Math.min(rows.length - 1, y))];
      // The frame covers parts of narrow neighbours, which are drawn again.
      for (const beside of [oldX - 1, oldX, oldX + 1]) if (beside >= 0 && beside < columns) cell(beside, oldY);
      outline();
      say(...focus);
    }
    canvas.addEventListener("mousemove", (e) => {
      const x = Math.floor(e.offsetX / width), y = Math.floor((e.offsetY - band) / lineHeight);
      if (y >= 0 && (x !== focus[0] || y !== focus[1])) moveTo(x, y);
    });
    canvas.addEventListener("click", () => choose && choose(...focus));
    canvas.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (e.key === "Enter" && choose) choose(...focus);
      else if (!step) return;
      else moveTo(focus[0] + step[0], focus[1] + step[1]);
      reveal();
      e.preventDefault();
    });
    function reveal() {
      wide.scrollLeft += Math.max(0, (focus[0] + 1) * width - wide.scrollLeft - wide.clientWidth) - Math.max(0, wide.scrollLeft - focus[0] * width);
    }
    draw();
    return {
      draw, moveTo, focus: () => canvas.focus(),
      // Moves to a cell that the page points at.
      open: (x, y) => {
        moveTo(x, y);
        reveal();
      },
    };
  }

  // Splits an answer into its most telling line, which begins with the first of the words that occurs, and the others. The
  // indented lines below that line belong to it, and come first among the others.
  function headline(text, words) {
    const lines = text.trimEnd().split("\n");
    const found = words.map((word) => lines.findIndex((line) => line.startsWith(word))).find((i) => i >= 0), at = found === undefined ? 0 : found;
    let end = at + 1;
    while (end < lines.length && lines[end].startsWith("  ")) ++end;
    return { first: plain(lines[at]), rest: [...lines.slice(at + 1, end), ...lines.slice(0, at), ...lines.slice(end)].map(plain) };
  }

  // A tree whose lines open and close, for the table of a section with an element "cut". Uses no recursion.
  //   rows: in preorder, each with its level, from 1, and isOpen; gets up (index of the outer row, or -1) and inner (number
  //     of rows directly below)
  //   headings, cells(row), more(row): the columns, and the row's cells before and after its name
  //   label(row), title(row): the name (text or an element), and the text shown on hover; sign(row): a mark in front of rows
  //     without inner ones; style(row): the class of a row, such as "at" for rows that stand out
  //   left: text about what the tree lacks
  function tree({ section, rows, headings, cells = () => [], more = () => [], label, title, sign = () => "", style, left = "", mostLines = 2000 }) {
    const table = section.querySelector("table"), outer = [];
    let lines = [], at = 0;
    rows.forEach((row, i) => {
      outer.length = row.level - 1;
      row.up = outer.length ? outer[outer.length - 1] : -1;
      row.inner = 0;
      if (row.up >= 0) ++rows[row.up].inner;
      outer.push(i);
    });
    function openLines() {
      const shown = [];
      for (let i = 0; i < rows.length; ++i) {
        shown.push(i);
        if (rows[i].isOpen) continue;
        const { level } = rows[i];
        while (i + 1 < rows.length && rows[i + 1].level > level) ++i;
      }
      return shown;
    }
    function draw() {
      const all = openLines();
      lines = all.slice(0, mostLines);
      at = Math.min(at, Math.max(0, lines.length - 1));
      table.replaceChildren();
      head(table, headings);
      lines.forEach((i, line) => {
        const row = rows[i], tr = element("tr"), name = element("td", undefined, "name"), mark = element("span", row.inner ? (row.isOpen ? "\u25be" : "\u25b8") : sign(row), "mark");
        if (row.inner) mark.setAttribute("aria-hidden", "true");
        const text = element("div");
        text.append(mark, label(row));
        name.append(text);
        if (title) name.title = title(row);
        name.style.setProperty("--level", Math.min(row.level - 1, 24));
        tr.tabIndex = line === at ? 0 : -1;
        tr.setAttribute("aria-level", row.level);
        if (row.inner) tr.setAttribute("aria-expanded", row.isOpen);
        tr.className = style(row);
        tr.append(...cells(row), name, ...more(row));
        tr.addEventListener("click", () => {
          moveTo(line);
          if (row.inner) turn(i, !row.isOpen);
        });
        row.tr = tr;
        table.append(tr);
      });
      section.querySelector(".cut").textContent = (all.length > mostLines ? `${all.length - mostLines} more open lines are not drawn: close some of them. ` : "") + left;
      document.body.dataset.lines = lines.length;
    }
    function moveTo(line) {
      if (line < 0 || line >= lines.length) return;
      rows[lines[at]].tr.tabIndex = -1;
      at = line;
      rows[lines[at]].tr.tabIndex = 0;
      rows[lines[at]].tr.focus();
    }
    function turn(i, isOpen) {
      rows[i].isOpen = isOpen;
      draw();
      moveTo(lines.indexOf(i));
    }
    table.addEventListener("keydown", (e) => {
      const i = lines[at], row = rows[i];
      if (e.ctrlKey || e.altKey || e.metaKey) return;
      if (e.key === "ArrowDown") moveTo(at + 1);
      else if (e.key === "ArrowUp") moveTo(at - 1);
      else if (e.key === "Home") moveTo(0);
      else if (e.key === "End") moveTo(lines.length - 1);
      else if (e.key === "ArrowRight" && row.inner) row.isOpen ? moveTo(at + 1) : turn(i, true);
      else if (e.key === "ArrowLeft" && row.inner && row.isOpen) turn(i, false);
      else if (e.key === "ArrowLeft") moveTo(lines.indexOf(row.up));
      else if ((e.key === "Enter" || e.key === " ") && row.inner) turn(i, !row.isOpen);
      else return;
      e.preventDefault();
    });
    return {
      draw,
      focus: () => moveTo(at),
      // Opens all rows, or closes them if all are open; the outermost ones stay open.
      openAll: () => {
        const isOpen = !rows.every((row) => row.isOpen);
        for (const row of rows) row.isOpen = isOpen || row.level === 1;
        draw();
      },
      // Opens everything around a row, and goes to it.
      show: (i) => {
        for (let up = rows[i].up; up >= 0; up = rows[up].up) rows[up].isOpen = true;
        draw();
        moveTo(lines.indexOf(i));
      },
    };
  }

  return { element, number, head, fill, bar, link, shortName, quoted, command, cellMap, headline, tree };
})();
