// SPDX-License-Identifier: GPL-3.0-or-later
// What users type to find functions: words, or a regular expression between slashes. Test: tests/cli/page/logic.js.
"use strict";
const reportSearch = (function () {
  // Returns what a query looks for: null for an empty query; {error} for an invalid regular expression; otherwise
  // {test, isLower}, where test(texts) is true if the query finds a function with these texts. If isLower is true, the
  // texts must be in lower case.
  function parse(query) {
    const between = /^(-?)\/(.+)\/([imsu]*)$/s.exec(query.trim());
    if (between) {
      const made = expression(between[2], between[3]), isWanted = between[1] === "";
      return made.error ? made : { isLower: false, test: (texts) => texts.some((text) => made.found.test(text)) === isWanted };
    }
    const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "" && word !== "-");
    if (!words.length) return null;
    const wanted = words.filter((word) => !word.startsWith("-")), unwanted = words.filter((word) => word.startsWith("-")).map((word) => word.slice(1));
    const has = (texts, word) => texts.some((text) => text.includes(word));
    return { isLower: true, test: (texts) => wanted.every((word) => has(texts, word)) && !unwanted.some((word) => has(texts, word)) };
  }
  // Returns {found}, a regular expression, or {error}, why it is none.
  function expression(text, flags = "") {
    try {
      return { found: new RegExp(text, flags) };
    } catch (error) {
      return { error: String(error.message).replace(/^Invalid regular expression: /, "") };
    }
  }
  // Shortens a name as the report of a terminal does: its last component, such as the method of a class, is kept whole
  // if it fits; otherwise the middle is left out.
  function fit(name, room) {
    if (name.length <= room) return name;
    if (room < 2) return name.slice(0, Math.max(0, room));
    const scope = name.lastIndexOf("::"), last = scope >= 0 ? scope : name.lastIndexOf("."), tail = last < 0 ? "" : name.slice(last);
    if (last < 0 || 2 * tail.length < room || tail.length + 5 > room || name.endsWith("}::operator()")) {
      const head = Math.ceil((room - 1) / 2);
      return name.slice(0, head) + "\u2026" + name.slice(name.length - (room - 1 - head));
    }
    return name.slice(0, room - tail.length - 1) + "\u2026" + tail;
  }
  return { parse, expression, fit };
})();
