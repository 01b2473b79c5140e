// SPDX-License-Identifier: GPL-3.0-or-later
// The links of a report: the visible part, the function, and what the user chose.
"use strict";
const reportLink = (function () {
  const parts = ["table", "function", "flame", "picture", "ranks"];
  const link = frame.makeLink({
    initial: { v: "table", f: "", q: "", sort: "", m: "self", st: "", sig: "", im: "", w: "both", d: "down", z: "", fo: "", ig: "", c: "", side: "", theme: "" },
    known: {
      v: parts, f: null, q: null, sort: null, m: ["self", "total"], st: ["changed", "unchanged", "onlyBase", "onlyOther", "failed"],
      sig: ["beyond", "noise"], im: null, w: ["both", "base", "other", "change", "onlyBase", "onlyOther"], d: ["down", "up"],
      z: null, fo: null, ig: null, c: ["purple"],
      side: ["base", "other", "difference"], theme: ["dark", "light"],
    },
  });
  // A link to the function of a row.
  const hrefOf = (row) => link.hrefOf({ v: "function", f: reportData.keyOf(row) });
  return { ...link, parts, hrefOf };
})();
