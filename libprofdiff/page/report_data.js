// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a report: columns of values by function, the functions' names, and comparisons of the two sides. The
// blocks:
//   document: the output of --format=json, without its lists
//   functions, cycles, arcs, contexts: these lists by column, {rows, columns: {KEY: VALUES}}. `rows` is the number of
//     rows. KEY is the key in the JSON output, with a dot between the keys of nested objects. VALUES is one of:
//     an array by row; one value for all rows; {words, rows}, where `rows` has the index of the word for each row;
//     {as: KEY}, the same values as in another column. Functions are in the order of the flat listing
//   view: values that the document lacks: limit, leftOut, leftOutSum, normalized, direction, gates, unknown, notes,
//     readings, picture, ranks, sided, numbers, labels, shortNames
// Functions are referred to by row, from 0; ids are those of the document.
"use strict";
const reportData = (function () {
  const about = frame.data("document"), view = frame.data("view");
  const isDifference = about.kind === "difference" || about.kind === "rankDifference";
  const isRanks = about.kind === "ranks" || about.kind === "rankDifference";
  const totals = isDifference ? { base: about.base, other: about.other } : { base: about.profile || about.base || {} };
  const unit = totals.base.unit || "seconds";

  // A block of columns; null if the page does not have it. Blocks are parsed on first use, because parsing a large
  // block takes a noticeable time.
  const tables = new Map();
  function table(id) {
    if (!tables.has(id)) tables.set(id, document.getElementById(id) ? makeTable(frame.data(id)) : null);
    return tables.get(id);
  }
  const fromWords = ({ words, rows }) => (i) => (words[rows[i]] === undefined ? null : words[rows[i]]);
  function makeTable({ rows, columns }) {
    const numbers = new Map();
    // A function that returns the value of a row in a column; null if there is no such column.
    const at = (key) => {
      const values = key in columns ? columns[key] : null;
      if (values !== null && typeof values === "object" && "as" in values) return at(values.as);
      if (values !== null && typeof values === "object" && "words" in values) return fromWords(values);
      return Array.isArray(values) ? (i) => values[i] : () => values;
    };
    return {
      rows,
      has: (key) => key in columns && columns[key] !== null,
      at,
      // The values of a column as an array of numbers; unknown ones are NaN.
      numbers: (key) => {
        if (!numbers.has(key)) {
          const value = at(key), made = new Float64Array(rows);
          for (let i = 0; i < rows; ++i) made[i] = typeof value(i) === "number" ? value(i) : NaN;
          numbers.set(key, made);
        }
        return numbers.get(key);
      },
    };
  }
  const functions = table("functions") || makeTable({ rows: 0, columns: {} });
  const n = functions.rows;

  const ids = functions.numbers("id"), rowOfId = new Map();
  for (let i = 0; i < n; ++i) rowOfId.set(ids[i], i);
  const rowOf = (id) => (rowOfId.has(id) ? rowOfId.get(id) : -1);

  const name = functions.at("name"), image = functions.at("image"), file = functions.at("file"), line = functions.at("line");
  const status = functions.at("status"), shortNames = view.shortNames || [];
  // A name as in the report of a terminal: template arguments are folded, unless only they distinguish functions.
  const shortName = (i) => (typeof shortNames[i] === "string" ? shortNames[i] : name(i));
  const place = (i) => (file(i) === null ? "" : file(i) + (line(i) === null ? "" : ":" + line(i)));

  // By row: the position of the function in the list of functions sorted by name. Functions with equal names are sorted
  // by id.
  let nameOrder = null;
  function nameRanks() {
    if (nameOrder) return nameOrder;
    const names = Array.from({ length: n }, (_, i) => name(i)), order = Array.from({ length: n }, (_, i) => i);
    order.sort((a, b) => (names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : ids[a] - ids[b]));
    nameOrder = new Int32Array(n);
    order.forEach((row, rank) => { nameOrder[row] = rank; });
    return nameOrder;
  }

  // Prefix of the keys for the numbers of an execution or, in a difference, of the base.
  const prefix = isDifference ? "base." : "numbers.";
  function subtracted(rows, key) {
    if (rows.has("difference." + key)) return rows.numbers("difference." + key);
    return rows.numbers("base." + key).map((value, i) => value - rows.numbers("other." + key)[i]);
  }
  const sides = new Map();
  // The arrays base, other and difference of a column; the last two are null on the page of one execution. A side
  // without the function has time 0.
  function numbersOf(rows, key) {
    const known = sides.get(rows) || sides.set(rows, new Map()).get(rows);
    if (!known.has(key)) {
      known.set(key, isDifference
        ? { base: rows.numbers("base." + key), other: rows.numbers("other." + key), difference: subtracted(rows, key) }
        : { base: rows.numbers(prefix + key), other: null, difference: null });
    }
    return known.get(key);
  }
  const measured = (measure) => numbersOf(functions, measure);
  function interval(measure) {
    const of = measure === "self" ? "significance." : "totalSignificance.";
    if (!functions.has(of + "significant")) return null;
    return { low: functions.numbers(of + "low"), high: functions.numbers(of + "high"), significant: functions.at(of + "significant") };
  }
  // True if noise explains a function's change; false if significance was not requested.
  const judged = new Map();
  function isNoise(i, measure) {
    if (!judged.has(measure)) judged.set(measure, interval(measure));
    const found = judged.get(measure);
    return found !== null && found.significant(i) === false;
  }
  const isJudged = isDifference && functions.has("significance.significant");
  // True if noise can explain a difference: counts of events are exact.
  const hasNoise = isJudged && Boolean(about.significance) && !["counted", "none"].includes(about.significance.evidence);

  // Links identify functions by NAME@IMAGE; if several functions share both, the source position or a number is
  // appended. A long name is cut, and a hash of all its characters is appended. The hash is 32-bit FNV-1a, which is
  // short and the same in all browsers.
  function hash(text, seed = 2166136261) {
    let h = seed >>> 0;
    for (let i = 0; i < text.length; ++i) h = Math.imul(h ^ text.charCodeAt(i), 16777619) >>> 0;
    return h;
  }
  const short = (text) => (text.length <= 300 ? text : text.slice(0, 200) + "\u2026" + hash(text).toString(16));
  const called = (i) => short(name(i)) + (image(i) ? "@" + image(i) : "");
  let keys = null;
  function makeKeys() {
    const groups = new Map();
    for (let i = 0; i < n; ++i) groups.has(called(i)) ? groups.get(called(i)).push(i) : groups.set(called(i), [i]);
    keys = { rows: new Map(), names: new Array(n) };
    for (const [key, rows] of groups) {
      rows.sort((a, b) => ids[a] - ids[b]);
      const used = new Map();
      for (const row of rows) {
        let made = rows.length > 1 && place(row) ? `${key}@${place(row)}` : key;
        const count = (used.get(made) || 0) + 1;
        used.set(made, count);
        if (count > 1) made += "@" + count;
        keys.names[row] = made;
        keys.rows.set(made, row);
      }
    }
  }
  function keyOf(row) {
    if (!keys) makeKeys();
    return keys.names[row];
  }
  // The row of the function in a link; -1 if there is none. For a name without an image, the first function with that
  // name.
  function rowOfKey(key) {
    if (!keys) makeKeys();
    if (keys.rows.has(key)) return keys.rows.get(key);
    for (let i = 0; i < n; ++i) if (name(i) === key) return i;
    return -1;
  }

  // Marks the functions that a query finds by their names or linkage names. Null if there is no query, or no valid one.
  let texts = null, lowered = null, last = { query: "", found: null };
  function matching(query) {
    if (query !== last.query) last = { query, found: match(reportSearch.parse(query)) };
    return last.found;
  }
  function textsOf() {
    const linkage = functions.at("linkageName");
    if (!texts) texts = Array.from({ length: n }, (_, i) => (linkage(i) === null || linkage(i) === name(i) ? [name(i)] : [name(i), linkage(i)]));
    return texts;
  }
  function match(query) {
    if (!query || query.error) return null;
    // Converts names to lower case only once, because the search runs after each letter that is typed.
    if (query.isLower && !lowered) lowered = textsOf().map((each) => each.map((text) => text.toLowerCase()));
    const searched = query.isLower ? lowered : textsOf();
    return Uint8Array.from(searched, (each) => (query.test(each) ? 1 : 0));
  }
  // Marks the functions that a regular expression finds. Null if the text is empty or not a regular expression.
  function expressed(text) {
    const { found } = text === "" ? {} : reportSearch.expression(text);
    return found ? Uint8Array.from(textsOf(), (each) => (each.some((name) => found.test(name)) ? 1 : 0)) : null;
  }

  return {
    about, view, isDifference, isRanks, isJudged, hasNoise, totals, unit, table, functions, n, rowOf, name, shortName, image, file, line, place,
    status, nameRanks, numbersOf, measured, interval, isNoise, hash, keyOf, rowOfKey, matching, expressed, id: (i) => ids[i],
  };
})();
