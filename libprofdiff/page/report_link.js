// SPDX-License-Identifier: GPL-3.0-or-later
// Links. The URL contains the state of the page after "#", with names instead of ids, so that a link also works on
// another page of the same program. Each step is an entry in the browser's history.
"use strict";
const reportLink = (function () {
  const parts = ["table", "function", "flame", "picture", "ranks"];
  // The keys of a link, except v and f, with their allowed values; null allows any text.
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
  // Parses the state in a URL. Unknown values are replaced by the default, and returned as `unknown`.
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
    // Writes only values that differ from the default, so that URLs stay short.
    for (const key of Object.keys(initial)) if (key === "v" || wanted[key] !== initial[key]) words.set(key, wanted[key]);
    return "#" + words;
  }
  const steps = () => (history.state && history.state.steps) || 0;
  const remembered = () => (history.state && history.state.focus) || null;

  // Saves the focus in the browser's history, so that "back" can restore it.
  function remember(focus) {
    history.replaceState({ steps: steps(), focus }, "", location.hash || "#");
  }
  // Goes to another state. The letters typed for one search are a single step of the history.
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
  // Reads the URL when the page opens, when the user goes back or forward, and when a link is followed.
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
    // An entry of the history has no state if it was made by following a link.
    if (!isFirst && history.state === null) history.replaceState({ steps: depth + 1, focus: null }, "", location.hash);
    depth = steps();
    show(state, isFirst && !location.hash ? null : { focus: remembered() });
    if (unknown.length) say(`The link contains ${unknown.map((text) => reportText.cut(text, 100)).join(", ")}, which this page does not support.`);
  }
  // A link to the function of a row.
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
