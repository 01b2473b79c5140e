// SPDX-License-Identifier: GPL-3.0-or-later
// Shows which properties hold, where, and how severely. The data are two blocks:
//   document: the output of --format=json, of the kind "properties" or "propertyDifference". It contains all numbers.
//   view, for one run: texts.
//     regions: a pair for each shown region: its text, and the index of its enclosing region (-1: none)
//     findings: by index in document.properties: index in `regions`
//     absent: by index in document.notApplicable: index in `regions` (-1: not applicable in any region)
//     hints: pairs of a property's name and its hint; metas: indices of metaproperties in document.properties
//     steps, stopped: only for a search: a pair [kind, command] for each step; why the search ended
//   view, for a difference:
//     texts: by index in document.differences: text of the region
//     absent: by index in document.notApplicable: text of the region (null: not applicable in any region)
"use strict";
const properties = (function () {
  const found = frame.data("document"), view = frame.data("view");
  const isDifference = found.kind === "propertyDifference";
  const rows = isDifference ? found.differences : found.properties;
  const largest = d3.max(rows, (row) => (isDifference ? Math.max(row.base || 0, row.other || 0) : row.severity)) || 1;
  const section = (id) => document.getElementById(id);
  const { plain } = frame, { element, number, head, bar } = components;
  const fraction = (value) => (value === null ? "?" : value.toFixed(5));
  const percent = (value) => (value === null ? "" : (100 * value).toFixed(1) + " %");
  const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;
  const amount = (value, unit) =>
    value === null ? "" : value.toFixed(unit === "s" ? 6 : 0) + (unit ? " " + plain(unit) : "");
  const place = (at) =>
    [["rank", at.rank], ["thread", at.thread]].filter((part) => part[1] !== null).map((part) => part.join(" ")).join(", ");
  const where = (i) => view.regions[view.findings[i]][0];
  const hasPlaces = !isDifference && rows.some((row) => row.locations.length);
  const worst = (row) => (hasPlaces ? [element("td", row.locations.length ? place(row.locations[0]) : "", "place")] : []);
  const worstHeading = hasPlaces ? ["worst at"] : [];

  // Allows line breaks between the words of a property's name, such as LC1WriteMissesOverMemRef, for narrow screens.
  function named(made, name) {
    plain(name).split(/(?<=[a-z])(?=[A-Z])/).forEach((word, i) => made.append(...(i ? [element("wbr")] : []), word));
    return made;
  }
  const fill = (id, ...rest) => components.fill(section(id), ...rest);

  // The sentence at the top: what costs most, where, and on which rank.
  function verdictOf(row) {
    const lost = row.share === null ? "" : `: ${percent(row.share)} of ${row.unit === "s" ? "all such time" : row.unit ? "all such " + plain(row.unit) : "all"}` +
      (row.unit === "s" && row.lost !== null ? `, ${row.lost.toFixed(3)} s` : "");
    return `${plain(row.name)} in ${where(rows.indexOf(row))}${lost}` + (row.locations.length ? `, most on ${place(row.locations[0])}` : "");
  }
  // How long both sides of a difference took.
  function lengths() {
    const base = found.base.phase.seconds, other = found.other.phase.seconds;
    if (base === null || other === null || base <= 0) return "";
    return `other took ${other.toFixed(3)} s, base ${base.toFixed(3)} s: ${Math.abs(other - base).toFixed(3)} s ${other > base ? "longer" : "shorter"} (${(other / base).toFixed(2)} times)`;
  }
  function showVerdict() {
    const metas = new Set(isDifference ? [] : view.metas), first = isDifference ? null : rows.find((row, i) => row.leaf && !metas.has(i));
    const text = isDifference ? lengths() : first ? verdictOf(first) : "No property holds";
    const errors = (found.errors || []).map((error) => `Error: ${plain(error.text)}`);
    section("verdict").textContent = errors.length ? errors.join("\n") : text;
    section("cause").textContent = [errors.length ? text : "", view.cause === null || view.cause === undefined ? "" : plain(view.cause.trim())].filter(Boolean).join("\n");
    if (!found.startUp) return section("startup").remove();
    const { seconds, lost } = found.startUp;
    section("startup").textContent = `Start-up apart: ${seconds.toFixed(3)} s before and after the phase, ${lost.toFixed(3)} s of all ranks in MPI_Init and MPI_Finalize, counted in no property.`;
  }

  function showAbout() {
    const inputs = (side) => side.inputs.map(plain).join(", ");
    const phase = (side) => {
      const { region, instances, seconds, locations } = side.phase;
      return `phase ${plain(region)}, ${counted(instances, "instance", "instances")}, ` +
        (seconds === null ? "" : `${seconds.toFixed(6)} s, `) + counted(locations, "location", "locations");
    };
    const about = section("about");
    if (isDifference) {
      about.textContent = `${inputs(found.base)} (${phase(found.base)}) minus ${inputs(found.other)} (${phase(found.other)})`;
      return;
    }
    const names = new Set(rows.map((row) => row.name)).size, regions = new Set(view.findings).size;
    about.textContent = `${inputs(found)}: ` + (rows.length
      ? `${names === 1 ? "1 property holds" : names + " properties hold"} in ${counted(regions, "region", "regions")}`
      : "no property holds") + `; ${phase(found)}`;
  }

  function showAnswer(choose) {
    const hints = new Map(view.hints), told = new Set(), metas = new Set(view.metas);
    // Metaproperties are left out, because they repeat the findings that they combine.
    const leaves = d3.range(rows.length).filter((i) => rows[i].leaf && !metas.has(i));
    if (!leaves.length) return section("answer").remove();
    fill("answer", [">severity", "property", "region", ">share", ">lost", ...worstHeading], leaves, (i) => {
      const row = rows[i], line = element("tr"), name = element("td", undefined, "name");
      const button = named(element("button", undefined, "link"), row.name);
      button.type = "button";
      button.addEventListener("click", () => choose(i));
      name.append(button);
      // A hint appears once, at the most severe finding of its property.
      if (hints.has(row.name) && !told.has(row.name)) {
        told.add(row.name);
        name.append(element("div", plain(hints.get(row.name)), "hint"));
      }
      line.append(bar(number(fraction(row.severity)), row.severity, largest), name, element("td", where(i), "name"),
        number(percent(row.share)), number(amount(row.lost, row.unit)), ...worst(row));
      return line;
    }, 20);
  }

  function showDifferences() {
    const changes = { both: "both", onlyBase: "only in the base: vanished", onlyOther: "only in the other: appeared" };
    const status = (row) => {
      if (row.status !== "notApplicable") return element("td", changes[row.status], "place");
      const cell = element("td", row.base === null ? "other; base: not applicable" : "base; other: not applicable", "place");
      cell.title = plain(row.reason);
      return cell;
    };
    const signed = (value) => (value === null ? "?" : (value > 0 ? "+" : value < 0 ? "\u2212" : "") + Math.abs(value).toFixed(5));
    const longer = (row) => (row.unit !== "s" || row.diffLost === null || row.diffLost === undefined ? "" :
      `${row.diffLost < 0 ? "+" : "\u2212"}${Math.abs(row.diffLost).toFixed(3)} s`);
    fill("differences", [">base", ">other", ">diff", ">other lost", "holds in", "property", "region"], d3.range(rows.length), (i) => {
      const row = rows[i], line = element("tr");
      const side = (value) => bar(number(fraction(value)), value || 0, largest);
      line.append(side(row.base), side(row.other), number(signed(row.diff)), number(longer(row)), status(row),
        named(element("td"), row.name), element("td", view.texts[i], "name"));
      return line;
    }, 200);
  }

  function showSteps() {
    const digits = d3.max(found.experiments, (step) => String(step.proved).length);
    fill("steps", [">step", ">run", "tool", ">hypotheses", ">proved", ">reused", "about"], d3.range(found.experiments.length), (i) => {
      const step = found.experiments[i], line = element("tr");
      line.append(number(step.step), number(step.run === null ? "" : step.run), element("td", step.tool === null ? "" : plain(step.tool)),
        number(step.hypotheses), bar(number(step.proved), step.proved, step.hypotheses || 1, digits), number(step.reused),
        element("td", plain(view.steps[i][0])));
      return line;
    }, Infinity);
    section("stopped").textContent = "The search ended because " + view.stopped;
    const list = section("steps").querySelector("dl");
    found.experiments.forEach((step, i) => {
      if (step.run !== null && view.steps[i][1]) list.append(element("dt", `Run ${step.run}`), element("dd", plain(view.steps[i][1])));
    });
  }

  function showEfficiencies() {
    const all = Object.entries(found.efficiencies);
    if (!all.length) return section("efficiencies").remove();
    fill("efficiencies", [">value", "efficiency"], all, ([name, value]) => {
      const line = element("tr");
      line.append(bar(number(fraction(value)), value, 1), element("td", plain(name)));
      return line;
    }, Infinity);
    const table = section("efficiencies").querySelector("table");
    for (const [name, reason] of Object.entries(found.efficiencyReasons)) {
      const line = element("tr");
      line.append(number("unknown"), element("td", plain(`${name}: ${reason}`)));
      table.append(line);
    }
  }

  function showClocks() {
    const { corrected, offsets, halfWidth } = found.clock, us = (nanoseconds) => (nanoseconds / 1e3).toFixed(1) + " us";
    if (!corrected) return section("clock").remove();
    const [least, most] = d3.extent(offsets);
    section("clock").querySelector("p").textContent = "Clocks of ranks were corrected: they are up to " + us(most - least) +
      " apart, and may still be wrong by " + us(halfWidth);
    const ranks = d3.range(offsets.length).filter((rank) => offsets[rank] !== null);
    fill("clock", ["rank", ">added"], ranks, (rank) => {
      const line = element("tr");
      line.append(element("td", rank), number(us(offsets[rank])));
      return line;
    }, 1000);
  }

  // Shows the properties that are not applicable. Properties with the same reason share an entry, which names the first
  // of their regions. Entries that are equal on both sides of a difference are merged.
  function showAbsent() {
    const reasons = new Map(), texts = new Map();
    const isPlace = (region) => region !== null && region !== -1;
    const textOf = (region) => (isDifference ? region : view.regions[region][0]);
    found.notApplicable.forEach((each, i) => {
      const key = (each.side || "") + "\n" + each.reason;
      if (!reasons.has(key)) reasons.set(key, { side: each.side, reason: plain(each.reason), names: new Set(), regions: new Set() });
      const entry = reasons.get(key);
      entry.names.add(plain(each.name));
      if (isPlace(view.absent[i])) entry.regions.add(view.absent[i]);
    });
    for (const { side, reason, names, regions } of reasons.values()) {
      const [first] = regions, rest = regions.size - 1;
      const at = first === undefined ? "" : ` (${textOf(first)}` +
        (rest ? ` and ${counted(rest, "other region", "other regions")})` : ")");
      const text = reason + at, list = [...names].join(", "), key = text + "\n" + list;
      texts.has(key) ? texts.get(key).sides.push(side) : texts.set(key, { text, list, sides: [side] });
    }
    if (!texts.size) return section("absent").remove();
    const shown = section("absent").querySelector("dl");
    for (const { text, list, sides } of [...texts.values()].sort((a, b) => d3.ascending(a.text, b.text))) {
      shown.append(element("dt", (isDifference ? sides.join(" and ") + ": " : "") + text), element("dd", list));
    }
  }

  return {
    found, view, rows, largest, isDifference, section, element, named, head, bar, number, plain, fraction, percent, amount, place,
    where, worst, worstHeading, showVerdict, showAbout, showAnswer, showDifferences, showSteps, showEfficiencies, showClocks, showAbsent,
  };
})();
