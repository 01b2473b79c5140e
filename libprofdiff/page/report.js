// SPDX-License-Identifier: GPL-3.0-or-later
// Assembles a report. Its parts are the table, the function, the flame graph, the picture and the ranks; one of them is
// visible. Above the parts are the controls that choose what they show. The report also has keyboard shortcuts and a
// print view.
"use strict";
(function () {
  const { isDifference, isRanks, hasNoise, view, image, functions, n } = reportData;
  const { element } = reportText;
  const get = (id) => document.getElementById(id);
  const parts = {
    table: { title: "Table", key: "t", of: reportTable, help: "go to the table" },
    function: { title: "Function", key: "f", of: reportFunction, help: "go to the function in focus" },
    flame: { title: "Flame graph", key: "g", of: reportFlame, help: "go to its box in the flame graph" },
    picture: { title: "Picture", key: "p", of: reportPicture, help: "go to the picture" },
    ranks: { title: "Ranks", key: "r", of: reportRanks, help: "go to the ranks" },
  };
  const choices = { measure: "m", status: "st", noise: "sig", image: "im", ramp: "c" }, expressions = { focus: "fo", ignore: "ig" };
  let state = reportLink.state();

  function makeParts() {
    for (const [id, part] of Object.entries(parts)) {
      const link = element("a", part.title + " "), cap = element("kbd", part.key);
      link.append(cap);
      link.id = "to-" + id;
      link.setAttribute("aria-keyshortcuts", part.key);
      link.href = "#v=" + id;
      link.addEventListener("click", (e) => {
        if (e.ctrlKey || e.metaKey || e.shiftKey) return;
        e.preventDefault();
        goTo(id);
      });
      get("parts").append(link);
    }
  }
  // Goes to a part, and keeps the function in focus. Saves the position in the current part, so that "back" can restore
  // it.
  function goTo(id) {
    const now = parts[state.v].of, row = now.current();
    reportLink.remember(now.place());
    reportLink.go({ v: id, ...(row >= 0 && id !== "table" ? { f: reportData.keyOf(row) } : {}), ...(id !== state.v ? { z: "" } : {}) });
  }
  function makeChoices() {
    const status = get("status"), images = get("image");
    status.add(new Option("all", ""));
    for (const [value, text] of [["changed", "changed"], ["unchanged", "unchanged"], ["onlyBase", "only in the base"], ["onlyOther", "only in the other"],
      ...(view.gates && view.gates.length ? [["failed", "failed a condition"]] : [])]) status.add(new Option(text, value));
    images.add(new Option("all", ""));
    const found = functions.has("image") ? [...new Set(Array.from({ length: n }, (_, i) => image(i)))].filter(Boolean).sort() : [];
    for (const each of found.slice(0, 500)) images.add(new Option(reportText.cut(each, 60), each));
    status.parentElement.hidden = !isDifference;
    get("noise").parentElement.hidden = !hasNoise;
    images.parentElement.hidden = found.length < 2;
    get("measure").parentElement.hidden = isRanks || !isDifference;
    for (const [id, key] of Object.entries(choices)) get(id).addEventListener("change", () => reportLink.go({ [key]: get(id).value }, { focus: false }));
    for (const [id, key] of Object.entries(expressions)) {
      get(id).addEventListener("change", () => reportLink.go({ [key]: get(id).value, z: "" }, { focus: false }));
      get(id).parentElement.hidden = !get("contexts");
    }
    let waiting = 0;
    get("search").addEventListener("input", () => {
      // Filters large tables only after a pause in typing.
      clearTimeout(waiting);
      waiting = setTimeout(() => reportLink.go({ q: get("search").value }, { isTyping: true, focus: false }), n > 20000 ? 60 : 0);
    });
    get("search").addEventListener("keydown", (e) => {
      if (e.key !== "Enter" && e.key !== "Escape") return;
      e.preventDefault();
      parts[state.v].of.focus(null);
    });
    get("asked").addEventListener("submit", (e) => e.preventDefault());
  }
  function sayFound() {
    const { error } = reportSearch.parse(state.q) || {}, found = reportData.matching(state.q);
    if (error) return reportLink.say(`Not a regular expression: ${reportText.cut(error, 200)}`);
    if (!found) return undefined;
    const count = found.reduce((sum, each) => sum + each, 0), isExpression = /^-?\/.+\/[imsu]*$/s.test(state.q.trim());
    return reportLink.say((count ? `${reportText.count(count)} of ${reportText.counted(n, "function matches", "functions match")}` : "No function matches") +
      (isExpression ? " this expression." : " these words."));
  }
  // The first error in the expressions for stacks; empty if there is none.
  function sayExpressions() {
    for (const [id, key] of Object.entries(expressions)) {
      const { error } = state[key] ? reportSearch.expression(state[key]) : {};
      get(id).setAttribute("aria-invalid", Boolean(error));
      if (error) reportLink.say(`${id}: not a regular expression: ${reportText.cut(error, 200)}`);
    }
  }
  // Shows a state of the page, as in its URL. `restore` contains the place that gets the focus; null leaves the focus
  // unchanged.
  function show(wanted, restore) {
    const before = state;
    state = wanted;
    document.body.dataset.part = state.v;
    for (const id of Object.keys(parts)) {
      get(id).hidden = id !== state.v;
      if (id === state.v) get("to-" + id).setAttribute("aria-current", "page");
      else get("to-" + id).removeAttribute("aria-current");
    }
    if (document.activeElement !== get("search")) get("search").value = state.q;
    for (const [id, key] of Object.entries({ ...choices, ...expressions })) get(id).value = state[key];
    if (state.c) document.documentElement.dataset.ramp = state.c;
    else delete document.documentElement.dataset.ramp;
    reportTrees.select(state.fo, state.ig);
    if (state.q !== before.q || restore === null) reportLink.say("");
    for (const id of ["status", "noise", "image", "measure"]) get(id).parentElement.classList.toggle("off", state.v !== "table");
    for (const id of Object.keys(expressions)) get(id).parentElement.classList.toggle("off", state.v !== "flame" && state.v !== "function");
    if (state.q) sayFound();
    sayExpressions();
    parts[state.v].of.show(state);
    if (restore) parts[state.v].of.focus(restore.focus);
  }

  function makeKeys() {
    frame.key("/", "search", () => {
      get("search").focus();
      get("search").select();
    });
    for (const [id, part] of Object.entries(parts)) frame.key(part.key, part.help, () => goTo(id));
    frame.key("Backspace", "back", reportLink.back);
    frame.key("c", "copy the whole name", () => {
      const row = parts[state.v].of.current();
      if (row >= 0) reportCopy.copy(reportData.name(row));
    });
    frame.key("s", "sort by the next column", () => state.v === "table" && reportTable.nextSort(false));
    frame.key("S", "reverse the order", () => state.v === "table" && reportTable.nextSort(true));
    for (const [key, text] of frame.keys()) get("help").append(element("kbd", key), ` ${text} `);
    get("help").append(element("kbd", "\u2190 \u2191 \u2192 \u2193"), " move, ", element("kbd", "Enter"), " opens, or zooms to a box");
  }
  let redrawing = 0;
  // Draws at most once per frame, however many events occur.
  function redraw() {
    cancelAnimationFrame(redrawing);
    redrawing = requestAnimationFrame(() => parts[state.v].of.redraw());
  }
  frame.onTheme(() => {
    redraw();
    if ((frame.chosenTheme() || "") !== state.theme) reportLink.go({ theme: frame.chosenTheme() || "" }, { focus: false });
  });
  window.addEventListener("resize", redraw);
  // Prints the first rows and the function in focus, whichever part is visible.
  window.addEventListener("beforeprint", () => {
    reportHead.open(true);
    reportTable.forPrint(state);
    const row = parts[state.v].of.current();
    if (state.v !== "function" && (state.f || row >= 0) && state.v !== "table") reportFunction.show({ ...state, f: state.f || reportData.keyOf(row), z: "" });
  });
  window.addEventListener("afterprint", () => {
    reportHead.open(false);
    reportTable.afterPrint();
    parts[state.v].of.show(state);
  });

  const first = get("first");
  if (first) first.hidden = true;
  get("report").hidden = false;
  reportHead.show();
  reportText.legend(get("legend"));
  makeParts();
  makeChoices();
  makeKeys();
  reportLink.start(show);
})();
