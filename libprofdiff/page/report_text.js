// SPDX-License-Identifier: GPL-3.0-or-later
// Formats numbers, names and changes. A change has three cues, so that it can be seen without colours: its position
// left or right of zero, a mark, and a colour (orange: the other side takes more; blue: less; grey: no change).
"use strict";
const reportText = (function () {
  const { isDifference, unit } = reportData;
  const isSeconds = unit === "seconds";
  const unitName = isSeconds ? "s" : unit;

  const { plain } = frame;
  // What sentences call the amounts of the page: time or, if something else was counted, its unit.
  const noun = ["seconds", "ms", "us", "ns"].includes(unit) ? "time" : plain(unit);
  // A name, cut to `most` characters and followed by its full length.
  function cut(text, most) {
    if (text.length <= most) return plain(text);
    return `${plain(text.slice(0, most))}\u2026 (${count(text.length)} characters)`;
  }
  const named = (text, most = 300) => (text === "" ? "(empty name)" : cut(text, most));

  const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  const grouped1 = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const minus = (text) => text.replace("-", "\u2212");
  const count = (value) => minus(grouped.format(value));
  const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);
  // An amount in the unit of the page, rounded; "-" if unknown.
  function amount(value) {
    if (!isKnown(value)) return "-";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (!isSeconds) return Number.isInteger(value) ? count(value) : minus(size >= 100 ? grouped1.format(value) : size >= 0.005 ? value.toFixed(2) : value.toExponential(1));
    return minus(size >= 0.0005 ? value.toFixed(size >= 0.1 ? 3 : 4) : value.toExponential(1));
  }
  const signed = (value) => (isKnown(value) && value > 0 ? "+" : "") + amount(value);
  const calls = (value) => (isKnown(value) ? count(value) : "-");
  const withUnit = (text) => (text === "-" ? text : `${text} ${plain(unitName)}`);
  const percent = (value) => (isKnown(value) ? minus(value.toFixed(1)) + " %" : "-");
  const counted = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

  // "less" if the other side takes less, "more" if it takes more, otherwise "same".
  const direction = (difference) => (difference > 0 ? "less" : difference < 0 ? "more" : "same");
  const arrows = { more: "\u25b2", less: "\u25bc", same: "" };
  // Words for a function that only one side has. "gone" and "new" are said only where the profiles list functions
  // without samples, too.
  const certain = reportData.view.sided || {};
  const sided = { onlyBase: certain.onlyBase || "only base", onlyOther: certain.onlyOther || "only other" };
  // The words beside names, as in the report of a terminal.
  const lacking = { onlyBase: certain.onlyBase || "no samples in other", onlyOther: certain.onlyOther || "no samples in base" };
  const lack = { gone: "the other side does not have it", new: "the base does not have it" };
  const meanings = [
    ["\u25b2", "more", "other takes more"], ["\u25bc", "less", "other takes less"], ["~", "noise", "noise explains it"],
    [sided.onlyBase, "less", lack[sided.onlyBase] || "no samples in other"],
    [sided.onlyOther, "more", lack[sided.onlyOther] || "no samples in base"], ["", "same", "no change"],
  ];
  // The mark of a change: a word for a function that only one side has, "~" for noise, otherwise an arrow.
  function mark(difference, noise, status) {
    const only = sided[status] || "";
    if (!isKnown(difference) || difference === 0) return only;
    if (noise) return `${only} ~`.trim();
    return only || arrows[direction(difference)];
  }
  function markOf(i, measure) {
    return isDifference ? mark(reportData.measured(measure).difference[i], reportData.isNoise(i, measure), reportData.status(i)) : "";
  }
  // The mark in a row whose name is followed by the word for its side: an arrow, or "~" for noise.
  const signOf = (i, measure) => mark(reportData.measured(measure).difference[i], reportData.isNoise(i, measure), "");

  function element(tag, text, name) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (name) made.className = name;
    return made;
  }
  // A name, isolated from the direction of surrounding text.
  function isolated(text, most) {
    const made = element("bdi", named(text, most));
    if (text === "") made.className = "faint";
    return made;
  }
  // A number, with its exact value in data-value and as a tooltip.
  function number(tag, value, show, name) {
    const made = element(tag, show(value), name);
    if (isKnown(value)) {
      made.dataset.value = value;
      if (!Number.isInteger(value)) made.title = value;
    }
    return made;
  }
  // A bar from zero, which is in the middle, to a difference; a line shows the difference's interval. The edges are at
  // -`most` and `most`.
  function bar(value, most, low, high, noise) {
    const made = element("span", undefined, "bar " + direction(value) + (noise ? " noise" : ""));
    made.setAttribute("aria-hidden", "true");
    const at = (v) => Math.max(0, Math.min(100, 50 + (50 * v) / (most || 1)));
    if (isKnown(value) && value !== 0) {
      const filled = element("i");
      filled.style.left = Math.min(50, at(value)) + "%";
      filled.style.width = Math.max(0.7, Math.abs(at(value) - 50)) + "%";
      made.append(filled);
    }
    if (isKnown(low) && isKnown(high)) {
      const line = element("b");
      line.style.left = at(low) + "%";
      line.style.width = Math.max(1, at(high) - at(low)) + "%";
      made.append(line);
    }
    return made;
  }
  // A bar that starts at the left, for a value of a single side.
  function share(value, most) {
    const made = element("span", undefined, "bar one"), filled = element("i");
    made.setAttribute("aria-hidden", "true");
    filled.style.width = Math.max(0, Math.min(100, (100 * value) / (most || 1))) + "%";
    made.append(filled);
    return made;
  }
  // The legend of marks, colours and hatches.
  function legend(place) {
    place.replaceChildren();
    if (!isDifference) return;
    place.append(element("strong", reportData.view.direction || "Positive: other takes less"));
    for (const [sign, name, text] of meanings) {
      if (name === "noise" && !reportData.hasNoise) continue;
      const item = element("span", undefined, "item");
      item.append(element("span", sign || "\u00a0", "swatch " + (name === "noise" ? "same noise" : name)), " " + text);
      place.append(" ", item);
    }
    if (reportData.hasNoise) place.append(" ", element("span", "\u251c\u2500\u2524 95 % interval", "item"));
    const factor = reportData.view.normalized;
    if (factor) place.append(" ", element("span", `--normalize: the other side is multiplied by ${factor}`, "item"));
  }
  // Colours of the page by name. They are read for each drawing, because they depend on the theme.
  function palette() {
    return Object.fromEntries(["ink", "paper", "rule", "faint", "more", "less", "same", "hatch"].map((name) => [name, frame.colour(name)]));
  }
  // Fill styles for a canvas: for each strength of a change, from 0 to `steps`, a flat one and a hatched one.
  const { steps } = reportScale;
  const mixed = (colours, name, strength) => d3.interpolateRgb(colours.same, colours[name])(reportScale.part(strength));
  function fills(context) {
    const colours = palette(), made = { more: [], less: [], same: [] };
    for (const name of Object.keys(made)) {
      for (let i = 0; i <= steps; ++i) {
        const colour = name === "same" ? colours.same : mixed(colours, name, i);
        made[name].push({ flat: colour, hatched: hatched(context, colour, colours.hatch) });
      }
    }
    return made;
  }
  function hatched(context, colour, ink) {
    const tile = document.createElement("canvas"), draw = tile.getContext("2d");
    tile.width = tile.height = 8;
    draw.fillStyle = colour;
    draw.fillRect(0, 0, 8, 8);
    draw.strokeStyle = ink;
    draw.lineWidth = 1.2;
    for (const x of [-8, 0, 8]) {
      draw.beginPath();
      draw.moveTo(x, 8);
      draw.lineTo(x + 8, 0);
      draw.stroke();
    }
    return context.createPattern(tile, "repeat");
  }
  // The strength of a change, from 0 to `steps`: the square root of its ratio to the largest change, multiplied by
  // `steps` and rounded. The square root keeps small changes visible.
  const strength = (difference, largest) =>
    largest > 0 ? Math.max(0, Math.min(steps, Math.round(steps * Math.sqrt(Math.abs(difference) / largest)))) : 0;
  // The legend of a flame graph's colours: for each mark of the scale, a swatch in the colour of a difference of that
  // share of the program.
  function scale(place) {
    const colours = palette(), swatches = [];
    const swatch = (name, share, text) => {
      const made = element("span", text, "swatch");
      made.style.background = name === "same" ? colours.same : mixed(colours, name, reportScale.step(share));
      return made;
    };
    for (const share of [...reportScale.marks].reverse()) swatches.push(swatch("less", share, `${+(100 * share).toFixed(1)} %`));
    swatches.push(swatch("same", 0, "0"));
    for (const share of reportScale.marks) swatches.push(swatch("more", share, `${+(100 * share).toFixed(1)} %`));
    place.replaceChildren("Change of a box, as a share of the program: \u25bc other takes less ", ...swatches, " \u25b2 other takes more",
      ...(reportData.hasNoise ? [" ", element("span", "~", "swatch same noise"), " noise explains it"] : []));
  }

  return {
    isSeconds, unitName, noun, plain, named, cut, amount, signed, calls, count, percent, counted, withUnit, isKnown, direction, mark, markOf, signOf,
    element, isolated, number, bar, share, legend, palette, fills, strength, scale, lacking, sided,
  };
})();
