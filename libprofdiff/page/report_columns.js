// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the table, each with its heading, its sort order and the function that draws its cells. The set of
// columns depends on the kind of page: a difference, one execution, or ranks. Some columns of a difference are described
// by the page's data (`view.numbers`).
"use strict";
const reportColumns = (function () {
  const { functions, n, view, isDifference, isRanks, hasNoise, name, shortName, image, place, status, measured, interval, isNoise } = reportData;
  const { amount, signed, calls, percent, number, element } = reportText;

  // A column is an object with these members: key; title; description (or undefined); wide: width of the grid's column; numbers(): values to sort
  // by, or compare(a, b): order of two rows; cell(row): an element.
  const wideEnough = (title, wide) => `${Math.max(parseFloat(wide), 0.58 * title.length + 1)}em`;
  const column = (key, title, wide, values, show, more = {}) => ({
    key, title, wide: wideEnough(title, wide), numbers: values, cell: (i) => number("span", values()[i], show, "number"), ...more,
  });
  const text = (key, title, wide, of, cell, more = {}) => ({
    key, title, wide, cell, compare: (a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0), isText: true, ...more,
  });
  const isKnownColumn = (key) => {
    if (!functions.has(key)) return false;
    const values = functions.numbers(key);
    // NaN is the only value that differs from itself. Counts that are all zero say nothing either.
    return values.some((value) => value === value && value !== 0);
  };
  // The short name, the word for a function that only one side has, and the whole name as a tooltip.
  function nameCell(i) {
    const made = element("span"), word = isDifference && reportText.lacking[status(i)], shown = reportText.isolated(shortName(i));
    shown.title = reportText.cut(name(i), 2000);
    made.append(shown);
    if (word) made.append(" ", element("span", `(${word})`, "lack"));
    return made;
  }
  const named = text("name", "function", "minmax(14em, 1fr)", null, nameCell, { numbers: () => reportData.nameRanks(), compare: null });
  // Places of rows in the default order, from 1, by row.
  function ranksOf(measure) {
    const ranks = new Float64Array(n);
    byNoise(Uint32Array.from({ length: n }, (_, i) => i), measure).forEach((row, place) => { ranks[row] = place + 1; });
    return ranks;
  }
  const unit = reportText.plain(reportText.unitName), withUnit = (title) => `${title}, ${unit}`;
  function rankColumn(measure) {
    const ranks = ranksOf(measure);
    return column("rank", "#", "4.5em", () => ranks, calls, { narrow: true });
  }
  const statistic = (key, title, show, more) => column(key, title, isDifference ? "6em" : "5.5em", () => functions.numbers(key), show, more);
  const asPercent = (value) => percent(100 * value);

  // The value whose bar reaches the edge: the largest difference, or the largest bound of an interval.
  const edges = new Map();
  function edge(measure) {
    if (edges.has(measure)) return edges.get(measure);
    const values = measured(measure).difference, found = interval(measure);
    let most = 0;
    for (let i = 0; i < n; ++i) {
      most = Math.max(most, Math.abs(values[i]) || 0);
      if (found && values[i] !== 0) most = Math.max(most, Math.abs(found.low[i]) || 0, Math.abs(found.high[i]) || 0);
    }
    edges.set(measure, most);
    return most;
  }
  function changeCell(i, measure) {
    const value = measured(measure).difference[i], found = interval(measure), made = element("span", undefined, "change");
    const noise = isNoise(i, measure), low = found ? found.low[i] : NaN, high = found ? found.high[i] : NaN;
    const shown = number("span", value, signed, "number");
    if (low === low) {
      made.dataset.low = low;
      made.dataset.high = high;
      shown.title = `${value}, 95 %: ${signed(low)} to ${signed(high)}`;
    }
    made.append(element("span", reportText.signOf(i, measure) || "\u00a0", "mark " + (noise ? "same" : reportText.direction(value))), shown,
      reportText.bar(value, edge(measure), low, high, noise && value !== 0));
    return made;
  }
  const places = () => [
    ...(functions.has("image") ? [text("image", "image", "minmax(7em, .5fr)", (i) => image(i) || "", (i) => {
      const made = reportText.isolated((image(i) || "").split("/").pop() || "-", 100);
      made.title = reportText.cut(image(i) || "", 300);
      return made;
    })] : []),
    ...(functions.has("file") ? [text("file", "file:line", "minmax(8em, .6fr)", (i) => place(i), (i) => reportText.isolated(place(i) || "-", 200))] : []),
  ];

  // The columns of a number of both sides (report/columns/row_numbers.h).
  function ofNumber({ key, name, description, isCount }) {
    const show = isCount ? calls : (value) => (Number.isNaN(value) ? "-" : value.toFixed(2)), more = { description };
    if (!isKnownColumn("base." + key) && !isKnownColumn("other." + key)) return [];
    return [
      column(key, `${name}, base`, "7em", () => functions.numbers("base." + key), show, more),
      column("other" + key[0].toUpperCase() + key.slice(1), `${name}, other`, "7em", () => functions.numbers("other." + key), show, more),
    ];
  }
  function ofDifference(measure) {
    const rank = rankColumn(measure), impact = measure === "self" || !functions.has("graphImpact") ? "impact" : "graphImpact", values = measured(measure);
    return [
      rank, column("impact", "impact", "6em", () => functions.numbers(impact), percent, { bySize: true }),
      column("base", withUnit("base"), "7em", () => values.base, amount, { narrow: true }),
      column("other", withUnit("other"), "7em", () => values.other, amount, { narrow: true }),
      column("difference", withUnit("difference"), "18em", () => values.difference, signed, {
        narrow: true, cell: (i) => changeCell(i, measure), description: hasNoise ? "with its 95 % interval as a line" : undefined }),
      ...view.numbers.flatMap(ofNumber),
      named, ...places(),
    ];
  }
  const ofOne = () => [
    rankColumn("self"), column("percent", reportText.noun, "6em", () => functions.numbers("percent"), percent),
    column("self", withUnit("self"), "8em", () => measured("self").base, amount, { narrow: true }),
    column("total", withUnit("with callees"), "10em", () => measured("total").base, amount, { narrow: true }),
    ...(isKnownColumn("numbers.calls") ? [column("calls", "calls", "7em", () => functions.numbers("numbers.calls"), calls)] : []), named, ...places(),
  ];
  const ofRanks = () => [
    rankColumn("self"), named, statistic("seconds.lost", withUnit("lost"), amount, { narrow: true }), statistic("seconds.mean", withUnit("mean"), amount, { narrow: true }),
    statistic("seconds.min", withUnit("least"), amount), statistic("seconds.minRank", "by rank", calls), statistic("seconds.max", withUnit("most"), amount, { narrow: true }),
    statistic("seconds.maxRank", "by rank", calls), statistic("seconds.deviation", withUnit("deviation"), amount),
    statistic("seconds.imbalance", "imbalance", asPercent),
    ...(isKnownColumn("seconds.evenChance") ? [statistic("seconds.evenChance", "chance", asPercent)] : []), ...(isKnownColumn("calls.mean") ? [statistic("calls.mean", "calls, mean", amount)] : []), ...places(),
  ];
  function ofRankDifference() {
    const values = functions.numbers("difference.lost");
    const most = values.reduce((found, value) => Math.max(found, Math.abs(value) || 0), 0);
    const lost = {
      narrow: true,
      cell: (i) => {
        const made = element("span", undefined, "change"), way = reportText.direction(values[i]);
        made.append(element("span", reportText.mark(values[i], false, status(i)) || "\u00a0", "mark " + way),
          number("span", values[i], signed, "number"), reportText.bar(values[i], most));
        return made;
      },
    };
    return [
      rankColumn("self"), named, statistic("base.lost", `lost, base, ${unit}`, amount, { narrow: true }), statistic("other.lost", "lost, other", amount, { narrow: true }),
      { ...statistic("difference.lost", "lost, difference", signed), ...lost, wide: "14em" },
      statistic("base.mean", "mean, base", amount), statistic("other.mean", "mean, other", amount), statistic("difference.mean", "difference", signed),
      statistic("base.max", "most, base", amount), statistic("other.max", "most, other", amount), ...places(),
    ];
  }
  const made = new Map();
  function columns(measure) {
    if (!made.has(measure)) {
      made.set(measure, isRanks ? (isDifference ? ofRankDifference() : ofRanks()) : isDifference ? ofDifference(measure) : ofOne());
    }
    return made.get(measure);
  }

  // The number of rows beyond noise, if rows are in the default order; otherwise -1. These rows come first.
  function beyond(rows, measure, sort) {
    return hasNoise && sort === "" ? rows.reduce((count, i) => count + (isNoise(i, measure) ? 0 : 1), 0) : -1;
  }
  // In the default order, rows beyond noise come before those within noise, as in the report of a terminal.
  function byNoise(rows, measure) {
    if (!hasNoise) return rows;
    const real = rows.filter((i) => !isNoise(i, measure)), made = new Uint32Array(rows.length);
    made.set(real);
    made.set(rows.filter((i) => isNoise(i, measure)), real.length);
    return made;
  }
  // Rows in the order of a column; a "-" before the column's key reverses the order. Unknown values come last in both
  // orders.
  function sorted(rows, measure, sort) {
    const turned = sort.startsWith("-"), found = columns(measure).find((each) => each.key === sort.replace(/^-/, ""));
    if (!found || (found.key === "rank" && !turned)) return byNoise(rows, measure);
    const order = Uint32Array.from(rows);
    if (found.compare) return order.sort((a, b) => (turned ? -found.compare(a, b) : found.compare(a, b)) || a - b);
    // Sorts numbers in descending order by default, because readers look for large values.
    const ascending = found.key === "rank" || found.key === "name", sign = ascending !== turned ? 1 : -1, values = found.numbers();
    const keys = new Float64Array(n);
    // Infinity puts unknown values last in both orders, because the keys already include the sign.
    for (let i = 0; i < n; ++i) keys[i] = values[i] !== values[i] ? Infinity : sign * (found.bySize ? Math.abs(values[i]) : values[i]);
    return order.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));
  }
  // The current order of a column, as a value of aria-sort.
  function direction(column, sort) {
    if (sort.replace(/^-/, "") !== column.key) return "none";
    const ascending = column.isText || column.key === "rank" || column.key === "name";
    return ascending !== sort.startsWith("-") ? "ascending" : "descending";
  }
  // True if the page has numbers of calls.
  const hasCalls = (isDifference ? ["base.calls", "other.calls"] : ["numbers.calls"]).some(isKnownColumn);
  return { columns, sorted, beyond, direction, changeCell, edge, hasCalls };
})();
