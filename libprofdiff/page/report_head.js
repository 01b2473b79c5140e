// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a report: the verdict, the totals of both sides, the conditions, and one line of doubts. The inputs and
// everything else that limits the numbers is behind a button.
"use strict";
const reportHead = (function () {
  const { about, view, totals, isDifference, isRanks, unit } = reportData;
  const { element, plain, number, amount, signed, percent, count, withUnit, isKnown } = reportText;
  const shownOffenders = 4;  // above the table; all others are behind the button
  const get = (id) => document.getElementById(id);
  const origin = (side) => view.recordedBy || [side.format || "gprof", side.event === unit ? null : side.event, side.samplesPerSecond ? `${side.samplesPerSecond} samples a second` : null,
    side.ranks ? reportText.counted(side.ranks, "rank", "ranks") : null].filter(Boolean).map(plain).join(", ");
  // The time of a side: on a page of ranks, the mean over ranks; on any other page, the total.
  const time = (side) => (side.seconds !== null && typeof side.seconds === "object" ? side.seconds.mean : side.seconds + (side.unattributed || 0));

  // The sentence of the terminal, which the document contains. Pages without a conclusion say what was measured.
  function verdict() {
    if (about.verdict) return { kind: about.verdict.kind, text: about.verdict.text };
    const base = time(about.base), value = base - time(about.other), share = base > 0 ? (100 * Math.abs(value)) / base : null;
    const kind = value < 0 ? "more" : value > 0 ? "less" : "equal";
    return { kind, text: kind === "equal" ? "no change" : `other takes ${kind}${share === null ? "" : `: ${percent(share)} of the base`}` };
  }
  const signs = { more: "\u25b2", less: "\u25bc", noise: "~", equal: "=", unknown: "?" };
  function showVerdict() {
    const { kind, text } = verdict(), place = get("verdict"), sign = element("span", signs[kind] || "?", "mark " + (kind === "more" || kind === "less" ? kind : "same"));
    sign.setAttribute("aria-hidden", "true");
    place.className = kind;
    place.append(sign, " ", element("span", plain(text), "sentence"));
  }
  function showOne(side) {
    const samples = isKnown(side.samples) && unit !== "samples" ? `${count(side.samples)} samples` : "";
    const parts = [withUnit(amount(time(side))) + (isRanks ? " a rank" : ""), samples, origin(side)];
    get("verdict").append(element("span", parts.filter(Boolean).join(", "), "sentence"));
  }
  // A bar for the total of each side on one scale. The line at the end of the other side's bar is the interval of the
  // difference, drawn from the total of the base.
  function showTotals() {
    const base = time(about.base), other = time(about.other), { low, high } = about.verdict || {}, place = get("totals");
    const hasInterval = isKnown(low) && isKnown(high), most = Math.max(base, other, hasInterval ? base - low : 0);
    if (!(most > 0)) return;
    const at = (value) => `${Math.max(0, Math.min(100, (100 * value) / most))}%`;
    const runs = about.significance ? { base: about.significance.baseRuns, other: about.significance.otherRuns } : {};
    for (const [side, value] of [["base", base], ["other", other]]) {
      const label = element("span", undefined, "label"), bar = element("span", undefined, "total"), filled = element("i");
      label.append(element("b", side), " ");
      if (view.labels && view.labels[side]) label.append(reportText.isolated(view.labels[side], 60));
      if (runs[side] > 1) label.append(element("span", `, mean of ${count(runs[side])} runs`, "faint"));
      filled.style.width = at(value);
      bar.append(filled);
      bar.setAttribute("aria-hidden", "true");
      if (side === "other") {
        const tick = element("u");
        tick.style.left = at(base);
        bar.append(tick);
      }
      if (side === "other" && hasInterval) {
        const line = element("b");
        line.style.left = at(base - high);
        line.style.width = `calc(${at(base - low)} - ${at(base - high)})`;
        line.title = `the base less the 95 % interval of the difference: ${withUnit(amount(base - high))} to ${withUnit(amount(base - low))}`;
        bar.append(line);
      }
      place.append(label, bar, element("span", withUnit(amount(value)), "number"));
    }
  }
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
      const cell = element(text ? "th" : "td", text, i === 1 || i === 2 ? "number" : undefined);
      if (text) cell.scope = "col";
      head.append(cell);
    });
    table.append(head);
    for (const [name, side] of Object.entries(totals)) {
      const label = element("td", undefined, "name");
      label.append(reportText.isolated(String(side.label || ""), 20000));
      table.append(line(isDifference ? name : "profile", [number("td", time(side), amount, "number"),
        number("td", side.samples, (v) => (isKnown(v) ? count(v) : "-"), "number"), element("td", origin(side), "origin"), label]));
    }
    if (isDifference) {
      const cell = element("td", view.direction || "Positive: other takes less", "name");
      cell.colSpan = 3;
      table.append(line("difference", [number("td", time(about.base) - time(about.other), signed, "number"), cell]));
    }
    get("sides").append(table);
  }
  function list(title, texts, name) {
    listItems(title, texts.map((text) => element("li", plain(text))), name);
  }
  function listItems(title, items, name) {
    if (!items.length) return;
    const made = element("ul", undefined, name);
    made.append(...items);
    get("remarks").append(element("h2", title), made);
  }
  // A condition of --fail-if, and links to the functions that violate it.
  function gate({ condition, offenders, result, isProgram, why }, most) {
    const made = element("li", undefined, "condition " + result), word = { failed: "failed", passed: "passed" }[result] || "cannot be judged";
    made.append(element("span", word, "result"), " ", element("code", plain(condition)));
    if (result === "unknown") made.append(": " + plain(why));
    else if (result === "failed") made.append(isProgram ? ": by the program" : ": by ");
    else made.append(isProgram ? ": does not hold" : ": holds for no function");
    offenders.slice(0, most).forEach((id, i) => {
      const row = reportData.rowOf(id);
      if (i) made.append(", ");
      if (row < 0) return made.append("an omitted function");
      const link = element("a");
      link.href = reportLink.hrefOf(row);
      link.title = plain(reportData.name(row).slice(0, 2000));
      link.append(reportText.isolated(reportData.shortName(row), 80));
      made.append(link);
    });
    if (offenders.length > most) made.append(` and ${count(offenders.length - most)} more`);
    return made;
  }
  // The first doubt in one line, and how many more there are behind the button.
  function showDoubts(doubts) {
    const place = get("doubt");
    if (doubts.length) place.prepend(element("span", plain(doubts[0]), "first"));
    const more = doubts.length > 1 ? `${count(doubts.length - 1)} more, inputs` : "inputs";
    get("more").textContent = (doubts.length ? "\u2026 " : "") + more;
  }
  function open(isOpen) {
    get("about").hidden = !isOpen;
    get("more").setAttribute("aria-expanded", isOpen);
  }
  function show() {
    get("totals").hidden = !isDifference;
    if (isDifference) {
      showVerdict();
      showTotals();
    } else {
      showOne(totals.base);
    }
    showSides();
    const gates = view.gates || [], isLong = ({ offenders }) => offenders.length > shownOffenders;
    get("conditions").append(...gates.map((each) => gate(each, shownOffenders)));
    listItems("Conditions", gates.some(isLong) ? gates.map((each) => gate(each, 100)) : [], "gates");
    // Notes on failed conditions are left out, because the conditions are shown above.
    const remarks = [...(about.doubts || []).map((doubt) => doubt.text), ...((about.significance && about.significance.remarks) || [])], broken = (view.notes || []).filter((text) => !text.startsWith("fail: "));
    const factor = view.normalized && !broken.some((text) => text.includes("are multiplied by")) ? [`--normalize: the other side is multiplied by ${view.normalized}, as if both had taken the same`] : [];
    const doubts = [...new Set([...broken, ...remarks, ...(view.unknown || []), ...factor].map((text) => text.replace(/^(warning|note): /, "")))];
    showDoubts(doubts);
    list("Limits of the numbers", doubts, "notes");
    list("How files were read", view.readings || [], "readings");
    get("more").addEventListener("click", () => open(get("about").hidden));
  }
  return { show, open };
})();
