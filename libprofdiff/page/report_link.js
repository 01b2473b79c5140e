// SPDX-License-Identifier: GPL-3.0-or-later
// Links: what is shown is behind "#" in the address, by names and not by numbers, so that it is the same in another page
// of the same program. Each step is one of the browser's history.
"use strict";
const reportLink = (function () {
  const parts = ["table", "function", "flame", "picture", "ranks"];
  // What a link may have beside v and f, and which values; null for any text.
  const known = {
    q: null, sort: null, m: ["self", "total"], st: ["changed", "unchanged", "onlyBase", "onlyOther", "failed"], sig: ["beyond", "noise"],
    im: null, w: ["both", "base", "other", "change"], d: ["down", "up"], z: null, side: ["base", "other", "difference"],
    theme: ["dark", "light"],
  };
  const initial = { v: "table", f: "", q: "", sort: "", m: "self", st: "", sig: "", im: "", w: "both", d: "down", z: "", side: "", theme: "" };
  let state = { ...initial }, show = () => {}, typing = false, last = null, depth = 0;
  const said = () => document.getElementById("said");

  function say(text) {
    said().textContent = text;
  }
  // The state of an address; what it does not know is said, and is the default.
  function read(address) {
    const found = { ...initial }, unknown = [];
    for (const [key, value] of new URLSearchParams(address.replace(/^#/, ""))) {
      const values = key === "v" ? parts : known[key];
      if (key === "f") found.f = value;
      else if (values === undefined || (values && value !== "" && !values.includes(value))) unknown.push(`${key}=${value}`);
      else found[key] = value;
    }
    return { found, unknown };
  }
  function write(wanted) {
    const words = new URLSearchParams();
    for (const key of Object.keys(initial)) if (key === "v" || wanted[key] !== initial[key]) words.set(key, wanted[key]);
    return "#" + words;
  }
  const steps = () => (history.state && history.state.steps) || 0;
  const remembered = () => (history.state && history.state.focus) || null;

  // Remembers where the focus is, for the way back.
  function remember(focus) {
    history.replaceState({ steps: steps(), focus }, "", location.hash || "#");
  }
  // Goes on to another state. Letters of one search are one step.
  function go(changes, { isTyping = false, focus = true } = {}) {
    const next = { ...state, ...changes }, address = write(next);
    if (address === write(state)) return show(state, focus ? { focus: null } : null);
    state = next;
    if (isTyping && typing) history.replaceState(history.state, "", address);
    else history.pushState({ steps: ++depth, focus: null }, "", address);
    typing = isTyping;
    last = location.href;
    show(state, focus ? { focus: null } : null);
  }
  function back() {
    if (steps() > 0) history.back();
    else say("This is the first step: there is nothing to go back to.");
  }
  // Reads the address, as when the page opens or after a step back.
  function open() {
    if (last === location.href) return;
    const isFirst = last === null;
    last = location.href;
    typing = false;
    const { found, unknown } = read(location.hash);
    state = found;
    if ((found.theme || null) !== frame.chosenTheme() && (!isFirst || found.theme)) frame.chooseTheme(found.theme || null);
    if (isFirst && frame.chosenTheme()) state.theme = frame.chosenTheme();
    say("");
    if (!isFirst && history.state === null) history.replaceState({ steps: depth + 1, focus: null }, "", location.hash);  // a link
    depth = steps();
    show(state, isFirst && !location.hash ? null : { focus: remembered() });
    if (unknown.length) say(`The link asks for ${unknown.map((text) => reportText.cut(text, 100)).join(", ")}, which this page does not know.`);
  }
  // A function by its row, as the part of a link.
  const hrefOf = (row) => write({ ...state, v: "function", f: reportData.keyOf(row) });

  return {
    parts, go, back, say, remember, hrefOf, state: () => state,
    start: (draw) => {
      show = draw;
      window.addEventListener("popstate", open);
      window.addEventListener("hashchange", open);
      open();
    },
  };
})();
