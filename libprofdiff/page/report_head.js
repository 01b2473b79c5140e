// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a report: both sides, their totals and difference, caveats, and failed conditions.
"use strict";
const reportHead = (function () {
  const { about, view, totals, isDifference, isRanks, unit } = reportData;
  const { element, plain, number, amount, signed, percent, count } = reportText;
  const origin = (side) => view.recordedBy || [side.format || "gprof", side.event, side.samplesPerSecond ? `${side.samplesPerSecond} samples a second` : null,
    side.ranks ? reportText.counted(side.ranks, "rank", "ranks") : null].filter(Boolean).map(plain).join(", ");
  // The time of a side: on a page of ranks, the mean over ranks; on any other page, the total.
  const time = (side) => (side.seconds !== null && typeof side.seconds === "object" ? side.seconds.mean : side.seconds + (side.unattributed || 0));

  function line(name, cells) {
    const row = element("tr"), heading = element("th", name);
    heading.scope = "row";
    row.append(heading, ...cells);
    return row;
  }
  function showSides() {
    const table = element("table"), head = element("tr");
    const columns = ["", isRanks ? "mean of ranks, " + plain(unit) : plain(unit), "samples", "recorded by", "files"];
    columns.forEach((text, i) => {
      const cell = element("th", text, i === 1 || i === 2 ? "number" : undefined);
      cell.scope = "col";
      head.append(cell);
    });
    table.append(head);
    for (const [name, side] of Object.entries(totals)) {
      const label = element("td", undefined, "name");
      label.append(reportText.isolated(String(side.label || "")));
      table.append(line(isDifference ? name : "profile", [number("td", time(side), amount, "number"),
        number("td", side.samples, (v) => (reportText.isKnown(v) ? count(v) : "-"), "number"), element("td", origin(side), "origin"), label]));
    }
    if (isDifference) showDifference(table);
    document.getElementById("sides").append(table);
  }
  function showDifference(table) {
    const base = time(about.base), value = base - time(about.other), share = base > 0 ? (100 * Math.abs(value)) / base : null;
    const cell = element("td", undefined, "name");
    cell.colSpan = 3;
    const mark = reportText.mark(value, false, "changed");
    cell.append(element("span", mark, "mark " + reportText.direction(value)),
      plain(view.verdict ? " " + view.verdict : ` ${value < 0 ? "other takes more" : value > 0 ? "other takes less" : "no change"}` +
        (share === null ? "" : `: ${percent(share)} of the base`)));
    table.append(line("difference", [number("td", value, signed, "number"), cell]));
  }
  function list(title, texts, name) {
    if (!texts.length) return;
    const place = document.getElementById("remarks"), made = element("ul", undefined, name);
    for (const text of texts) {
      const item = element("li");
      item.append(...(typeof text === "string" ? [plain(text)] : [text]));
      made.append(item);
    }
    place.append(element("h2", title), made);
  }
  // A condition of --fail-if, and links to the functions that violate it.
  function gate({ condition, offenders, result, isProgram, why }) {
    const made = element("span");
    made.append(element("code", plain(condition)), result === "unknown" ? ": cannot be judged: " + plain(why)
      : result === "failed" ? (isProgram ? ": failed by the program" : ": failed by ") : isProgram ? ": does not hold" : ": holds for no function");
    offenders.slice(0, 10).forEach((id, i) => {
      const row = reportData.rowOf(id);
      if (i) made.append(", ");
      if (row < 0) return made.append("an omitted function");
      const link = element("a");
      link.href = reportLink.hrefOf(row);
      link.append(reportText.isolated(reportData.name(row), 80));
      made.append(link);
    });
    if (offenders.length > 10) made.append(` and ${offenders.length - 10} more`);
    return made;
  }
  function show() {
    showSides();
    if (isDifference) document.getElementById("direction").append(element("strong", plain(view.direction || "Positive: other takes less")));
    list("Conditions", (view.gates || []).map(gate), "gates");
    // Notes on failed conditions are left out, because the conditions are shown above.
    const remarks = [...(about.doubts || []).map((doubt) => doubt.text), ...((about.significance && about.significance.remarks) || [])], broken = (view.notes || []).filter((text) => !text.startsWith("fail: "));
    const factor = view.normalized && !broken.some((text) => text.includes("times are multiplied")) ? [`--normalize: the other side's times are multiplied by ${view.normalized}, as if both had taken equally long`] : [];
    list("Limits of the numbers", [...new Set([...broken, ...remarks, ...(view.unknown || []), ...factor])], "notes");
    list("How files were read", view.readings || [], "readings");
  }
  return { show };
})();
