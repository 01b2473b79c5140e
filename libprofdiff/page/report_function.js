// SPDX-License-Identifier: GPL-3.0-or-later
// One function as an entry of gprof's call graph: callers above, callees below. If whole stacks are known, callers and
// callees are also shown as trees, merged over all paths.
"use strict";
const reportFunction = (function () {
  const { functions, isDifference, isRanks, isJudged, name, shortName, image, place, status, measured } = reportData;
  const { element, number, amount, signed, calls } = reportText;
  const { hasCalls } = reportColumns;
  const step = 50;  // number of callers or callees shown at first, and added by each click
  const part = document.getElementById("function"), entry = document.getElementById("entry");
  let row = -1, entries = [], at = 0, views = null, shownTrees = -1, shownFrom = null;

  const heading = (text, name) => {
    const cell = element("th", text, name);
    cell.scope = "col";
    return cell;
  };
  function head(titles) {
    const line = element("tr");
    for (const title of titles) line.append(title === "" ? element("td") : title.startsWith(">") ? heading(title.slice(1), "number") : heading(title));
    return line;
  }
  // Self time and inclusive time, with their differences and intervals.
  function showNumbers() {
    const table = element("table", undefined, "numbers");
    table.tabIndex = 0;  // it scrolls sideways on narrow screens
    const judged = isJudged ? [">95 % interval", ">p", ">q"] : [];
    table.append(head(["", ...(isDifference ? [">base", ">other", "difference", ...judged] : [">" + reportText.plain(reportData.unit)])]));
    for (const measure of ["self", "total"]) {
      const values = measured(measure), line = element("tr"), title = element("th", measure === "self" ? "self" : "with callees");
      title.scope = "row";
      line.append(title, number("td", values.base[row], amount, "number"));
      if (isDifference) {
        const cell = element("td");
        cell.append(reportColumns.changeCell(row, measure));
        line.append(number("td", values.other[row], amount, "number"), cell);
      }
      if (isJudged) line.append(...judgement(measure));
      table.append(line);
    }
    if (!hasCalls) return table;
    const line = element("tr"), title = element("th", "calls");
    title.scope = "row";
    line.append(title);
    for (const key of isDifference ? ["base.calls", "other.calls", "difference.calls"] : ["numbers.calls"]) {
      line.append(number("td", functions.numbers(key)[row], calls, "number"));
    }
    table.append(line);
    return table;
  }
  function judgement(measure) {
    const found = reportData.interval(measure);
    if (!found) return [element("td", "-"), element("td", "-"), element("td", "-")];
    const of = measure === "self" ? "significance." : "totalSignificance.", show = (v) => (reportText.isKnown(v) ? v.toPrecision(2) : "-");
    const known = found.low[row] === found.low[row];
    return [element("td", known ? `${signed(found.low[row])} to ${signed(found.high[row])}` : "-", "number"),
      number("td", functions.numbers(of + "p")[row], show, "number"), number("td", functions.numbers(of + "q")[row], show, "number")];
  }
  // All statistics of a function over ranks.
  function showStatistics() {
    const table = element("table", undefined, "numbers"), sides = isDifference ? ["base", "other", "difference"] : ["seconds"];
    table.append(head(["", ...sides.map((side) => ">" + side)]));
    for (const key of ["lost", "mean", "min", "minRank", "max", "maxRank", "deviation", "imbalance"]) {
      const line = element("tr"), title = element("th", key.replace("Rank", ", by rank"));
      title.scope = "row";
      line.append(title, ...sides.map((side) => number("td", functions.numbers(`${side}.${key}`)[row], key.endsWith("Rank") ? calls : side === "difference" ? signed : amount, "number")));
      table.append(line);
    }
    return table;
  }
  function showName() {
    const title = element("h2"), facts = element("p", undefined, "facts"), linkage = functions.at("linkageName")(row);
    const copy = element("button", "Copy name");
    copy.type = "button";
    copy.addEventListener("click", () => reportCopy.copy(name(row)));
    title.append(reportText.isolated(name(row), 2000));
    const add = (label, text) => {
      if (text) facts.append(element("span", label + " "), reportText.isolated(String(text), 2000), element("br"));
    };
    add("image", image(row));
    add("at", place(row));
    if (linkage !== name(row)) add("symbol", linkage);
    const statuses = { onlyBase: "only in the base", onlyOther: "only in the other" };
    add("", statuses[status(row)]);
    const match = functions.at("match")(row);
    if (match && !["same symbol", "name"].includes(match)) add("matched by", match);
    return [title, copy, facts, ...showCycle()];
  }
  function showCycle() {
    const cycle = functions.at("cycle")(row), cycles = reportData.table("cycles");
    if (cycle === null || !cycles) return [];
    const made = element("p", `In cycle ${cycle}, whose functions call each other: `), numbers = cycles.numbers("cycle");
    const found = numbers.indexOf(cycle), members = found < 0 ? [] : cycles.at("members")(found) || [];
    members.slice(0, step).forEach((id, i) => {
      if (i) made.append(", ");
      made.append(linkTo(reportData.rowOf(id), 80));
    });
    if (members.length > step) made.append(` and ${members.length - step} more`);
    return [made];
  }
  function linkTo(to, most) {
    if (to < 0) return element("span", "an omitted function", "faint");
    const link = element("a");
    link.href = reportLink.hrefOf(to);
    link.append(reportText.isolated(shortName(to), most));
    link.title = reportText.cut(name(to), 2000);
    return link;
  }

  // The function's arcs from callers or to callees, sorted by change, then by time, both descending.
  function arcsOf(arcs, groups) {
    const found = groups.items.subarray(groups.first[row], groups.first[row + 1]);
    const size = (a) => (isDifference ? Math.abs(arcs.total.difference[a]) || 0 : 0), time = (a) => (arcs.total.base[a] || 0) + (isDifference ? arcs.total.other[a] || 0 : 0);
    return Array.from(found).sort((a, b) => size(b) - size(a) || time(b) - time(a) || a - b);
  }
  function lineOf(values, status, most, callCounts, ends, kind) {
    const line = element("tr", undefined, kind), { base, other, difference } = values, noise = kind === "this" && reportData.isNoise(row, "total");
    line.append(number("td", base, amount, "number"));
    if (isDifference) {
      const cell = element("td"), change = element("span", undefined, "change");
      if (reportText.sided[status]) ends.append(" ", element("span", `(${reportText.sided[status]})`, "lack"));
      change.append(element("span", reportText.mark(difference, noise, "") || "\u00a0", "mark " + reportText.direction(difference)),
        number("span", difference, signed, "number"), reportText.bar(difference, most, undefined, undefined, noise && difference !== 0));
      cell.append(change);
      line.append(number("td", other, amount, "number"), cell);
      if (hasCalls) line.append(...callCounts.map((each) => number("td", each, calls, "number broad")));
    } else {
      const cell = element("td");
      cell.append(reportText.share(base, most));
      line.append(cell);
      if (hasCalls) line.append(number("td", callCounts[0], calls, "number"));
    }
    line.append(ends);
    return line;
  }
  function showArcs() {
    const arcs = reportTrees.allArcs();
    if (!arcs) return [element("p", `No callers or callees: ${whyNoArcs()}`, "empty")];
    const callers = arcsOf(arcs, arcs.byCallee), callees = arcsOf(arcs, arcs.byCaller), table = element("table", undefined, "arcs");
    const self = measured("total"), of = (key) => (key ? functions.numbers(key)[row] : NaN);
    let most = Math.abs(isDifference ? self.difference[row] : self.base[row]) || 0;
    for (const a of [...callers, ...callees]) most = Math.max(most, Math.abs(isDifference ? arcs.total.difference[a] : arcs.total.base[a]) || 0);
    const counts = !hasCalls ? [] : isDifference ? [">calls, base", ">calls, other"] : [">calls"];
    table.append(head([...(isDifference ? [">base", ">other", "difference"] : [`>${reportText.noun}`, ""]), ...counts, "function"]));
    if (isDifference) table.querySelectorAll("th").forEach((cell) => { if (cell.textContent.startsWith("calls")) cell.classList.add("broad"); });
    const arcLine = (a, to, kind) => {
      const ends = element("td", undefined, "name"), values = { base: arcs.total.base[a], other: isDifference ? arcs.total.other[a] : NaN, difference: isDifference ? arcs.total.difference[a] : NaN };
      ends.append(linkTo(to));
      const line = lineOf(values, arcs.status(a), most, [arcs.calls.base[a], isDifference ? arcs.calls.other[a] : NaN], ends, kind);
      if (to >= 0) line.dataset.id = reportData.id(to);
      return line;
    };
    const own = element("td", undefined, "name"), me = element("a");
    me.href = reportLink.hrefOf(row);
    me.append(reportText.isolated(shortName(row)));
    own.append(me);
    const middle = lineOf({ base: self.base[row], other: isDifference ? self.other[row] : NaN, difference: isDifference ? self.difference[row] : NaN },
      status(row), most, isDifference ? [of("base.calls"), of("other.calls")] : [of("numbers.calls")], own, "this");
    me.setAttribute("aria-current", "true");
    table.append(middle);
    const callerLines = shownArcs(callers, "caller", (a) => arcLine(a, arcs.caller[a], "caller"), (line) => middle.before(line));
    shownArcs(callees, "callee", (a) => arcLine(a, arcs.callee[a], "callee"), (line) => table.append(line));
    callerLines.reverse();
    return [element("p", `${reportText.counted(callers.length, "caller", "callers")} above, ${reportText.counted(callees.length, "callee", "callees")} below it. ` +
      "Times include the callee and everything that it calls, on behalf of the caller.", "count"), table];
  }
  // Adds lines for the first arcs, and a button that adds more lines. Callers are listed from bottom to top, so that
  // the first one is next to the function.
  function shownArcs(all, kind, lineOfArc, add) {
    const lines = [], columns = (isDifference ? 4 : 3) + (!hasCalls ? 0 : isDifference ? 2 : 1);
    let count = 0, more = null;
    function grow() {
      const made = all.slice(count, count + step).map(lineOfArc);
      count += made.length;
      if (more) more.remove();
      if (kind === "callee") made.forEach(add);
      else if (lines.length) made.forEach((line) => lines[lines.length - 1].before(line) || lines.push(line));
      else [...made].reverse().forEach(add);
      if (kind === "callee" || lines.length === 0) lines.push(...made);
      if (count < all.length) {
        more = element("tr");
        const cell = element("td"), button = element("button", `Show more: ${reportText.counted(all.length - count, kind, kind + "s")} left`);
        cell.colSpan = columns;
        button.type = "button";
        button.addEventListener("click", () => {
          grow();
          collect();
        });
        cell.append(button);
        more.append(cell);
        if (kind === "callee") add(more);
        else lines[lines.length - 1].before(more);
      }
    }
    grow();
    return lines;
  }
  const whyNoArcs = () => (isRanks ? "a page of ranks has only statistics of functions." : "these profiles have no call graph, or its listing was not requested.");

  // Links for the arrow keys, in display order.
  function collect() {
    const now = entries[at];
    entries = [...entry.querySelectorAll("table.arcs a, table.arcs button")];
    at = Math.max(0, entries.includes(now) ? entries.indexOf(now) : entries.findIndex((each) => each.getAttribute("aria-current")));
    entries.forEach((each, i) => { each.tabIndex = i === at ? 0 : -1; });
  }
  function moveTo(i) {
    if (i < 0 || i >= entries.length) return;
    entries[at].tabIndex = -1;
    at = i;
    entries[at].tabIndex = 0;
    entries[at].focus();
  }
  entry.addEventListener("keydown", (e) => {
    const here = entries.indexOf(document.activeElement);
    if (e.ctrlKey || e.altKey || e.metaKey || here < 0) return;
    at = here;
    if (e.key === "ArrowDown") moveTo(at + 1);
    else if (e.key === "ArrowUp") moveTo(at - 1);
    else if (e.key === "Home") moveTo(0);
    else if (e.key === "End") moveTo(entries.length - 1);
    else return;
    e.preventDefault();
  });
  entry.addEventListener("click", (e) => {
    const link = e.target.closest("a");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    const line = link.closest("tr"), to = line && line.dataset.id ? reportData.rowOf(+line.dataset.id) : -1;
    reportLink.remember("arc:" + entries.indexOf(link));
    if (to >= 0) reportLink.go({ v: "function", f: reportData.keyOf(to), z: "" });
    else if (link.getAttribute("aria-current") === null) location.hash = link.getAttribute("href");
  });

  function showTrees(state) {
    const holder = document.getElementById("merged"), tree = reportTrees.fromAbove();
    holder.hidden = !tree;
    if (!tree) return;
    if (isDifference) reportText.scale(document.getElementById("scale-merged"));
    if (!views) {
      const zoom = (side) => (node) => {
        reportLink.remember(`${side}:`);
        reportLink.go({ z: node ? `${side}:${reportWalk.linkOf(views[side].tree, node)}` : "" });
      };
      views = {};
      for (const [side, label] of [["below", "Callees, merged"], ["above", "Callers, merged"]]) {
        views[side] = { ...reportWalk.make(document.getElementById(side), label, zoom(side)), tree: null };
      }
    }
    if (shownTrees !== row || shownFrom !== tree) for (const side of Object.keys(views)) views[side].tree = reportTrees[side](row);
    shownTrees = row;
    shownFrom = tree;
    const [asked, link] = state.z.split(":");
    for (const [side, each] of Object.entries(views)) {
      const found = asked === side ? reportWalk.nodeOf(each.tree, link || "") : 0, top = each.tree.first[1] === 1 ? each.tree.kids[0] : 0;
      if (found < 0) reportLink.say("The box of this link is not on this page; the whole tree is shown.");
      each.show(each.tree, state.w, { at: found > 0 ? found : top, more: each.tree.n === 1 ? ["no path contains this function"] : [] });
    }
  }
  function show(state) {
    const empty = part.querySelector(".empty"), was = row;
    row = state.f === "" ? -1 : reportData.rowOfKey(state.f);
    if (state.f !== "" && row < 0) reportLink.say(`No function ${reportText.cut(state.f, 200)} is on this page.`);
    empty.textContent = row >= 0 ? "" : state.f === "" ? "No function is chosen: Enter, or a click, in the table chooses one." : `No function ${reportText.cut(state.f, 200)} is on this page.`;
    if (row < 0) {
      entry.replaceChildren();
      document.getElementById("merged").hidden = true;
      return;
    }
    if (was !== row || !entry.firstChild) {
      entries = [];
      entry.replaceChildren(...showName(), isRanks ? showStatistics() : showNumbers(), ...showArcs());
      collect();
    }
    showTrees(state);
  }
  return {
    show,
    current: () => row,
    place: () => "arc:" + at,
    focus: (where) => {
      if (row < 0) return document.querySelector('#parts [aria-current="page"]').focus();
      const side = where && /^(below|above):/.exec(where);
      if (side && views) return views[side[1]].holder.focus();
      const wanted = where && where.startsWith("arc:") ? +where.slice(4) : entries.findIndex((each) => each.getAttribute("aria-current"));
      if (entries.length) moveTo(Math.max(0, Math.min(entries.length - 1, wanted)));
      else {
        const title = entry.querySelector("h2");
        title.tabIndex = -1;
        title.focus();
      }
    },
    redraw: () => {
      if (views && isDifference) reportText.scale(document.getElementById("scale-merged"));
      return views && Object.values(views).forEach((each) => each.redraw());
    },
  };
})();
