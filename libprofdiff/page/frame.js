// SPDX-License-Identifier: GPL-3.0-or-later
// Code that all pages share: data, the theme, links, and keyboard shortcuts with the dialog that lists them.
// frame.onTheme() registers the function that redraws a page.
"use strict";
const frame = (function () {
  const root = document.documentElement, keys = new Map();
  const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
  const asked = new URLSearchParams(location.search).get("theme");
  // The theme in the URL takes precedence over the theme of the system, until the user chooses one.
  let chosen = asked === "dark" || asked === "light" ? asked : null, redraw = () => {};
  const isDark = () => root.dataset.theme === "dark";
  function setTheme() {
    root.dataset.theme = chosen || (prefersDark.matches ? "dark" : "light");
    document.getElementById("theme").textContent = isDark() ? "Light" : "Dark";
  }
  function chooseTheme(name) {
    chosen = name === "dark" || name === "light" ? name : null;
    setTheme();
    redraw();
  }
  document.getElementById("theme").addEventListener("click", () => chooseTheme(isDark() ? "light" : "dark"));
  prefersDark.addEventListener("change", () => {
    setTheme();
    redraw();
  });
  setTheme();

  // Shows a dialog with the keyboard shortcuts and the descriptions that the page registered for them.
  function showKeys() {
    const dialog = document.getElementById("keys"), list = dialog.querySelector("dl");
    list.replaceChildren();
    for (const [key, { text }] of keys) {
      const term = document.createElement("dt"), meaning = document.createElement("dd"), cap = document.createElement("kbd");
      cap.textContent = key;
      term.append(cap);
      meaning.textContent = text;
      list.append(term, meaning);
    }
    dialog.showModal();
  }
  document.addEventListener("keydown", (e) => {
    // Ignores key combinations, which belong to the browser, and all keys while the user types or the dialog is open.
    const typing = e.target.closest && e.target.closest("input, textarea");
    if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || typing || document.getElementById("keys").open) return;
    if (e.key === "?") showKeys();
    else if (keys.has(e.key)) keys.get(e.key).act(e);
    else return;
    e.preventDefault();
  });
  keys.set("?", { text: "show this list", act: showKeys });

  // Control characters, invisible characters, and characters that change the direction of text.
  const controls = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
  // Text with these characters shown by code point.
  const plain = (text) => String(text).replace(controls, (c) => "U+" + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"));
  const shorten = (text, most) => (text.length <= most ? plain(text) : plain(text.slice(0, most)) + "\u2026");

  // Links. The URL contains the state of the page after "#", with names instead of ids, so that a link also works on
  // another page of the same program. Each step is an entry in the browser's history. `initial` has the default value of
  // each key, `known` the allowed values, or null for any text. An element "said" shows messages.
  function makeLink({ initial, known }) {
    let state = { ...initial }, show = () => {}, typing = false, last = null, depth = 0;

    function say(text) {
      document.getElementById("said").textContent = text;
    }
    // Parses the state in a URL. Unknown values are replaced by the default, and returned as `unknown`.
    function read(address) {
      const found = { ...initial }, unknown = [];
      for (const [key, value] of new URLSearchParams(address.replace(/^#/, ""))) {
        const values = known[key];
        if (values === undefined || (values && value !== "" && !values.includes(value))) unknown.push(`${key}=${value}`);
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
    // Goes to another state. The letters typed for one search, or the parts of one movement, are a single step of the
    // history. With `draws` false, the page already shows the state.
    function go(changes, { isTyping = false, focus = true, draws = true } = {}) {
      const next = { ...state, ...changes }, address = write(next), restore = focus ? { focus: null } : null;
      if (address === write(state)) return draws ? show(state, restore) : undefined;
      state = next;
      if (isTyping && typing) history.replaceState(history.state, "", address);
      else history.pushState({ steps: ++depth, focus: null }, "", address);
      typing = isTyping;
      last = location.href;
      if (draws) show(state, restore);
      return undefined;
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
      if ((found.theme || null) !== chosen && (!isFirst || found.theme)) chooseTheme(found.theme || null);
      if (isFirst && chosen) state.theme = chosen;
      say("");
      // An entry of the history has no state if it was made by following a link.
      if (!isFirst && history.state === null) history.replaceState({ steps: depth + 1, focus: null }, "", location.hash);
      depth = steps();
      show(state, isFirst && !location.hash ? null : { focus: remembered() });
      if (unknown.length) say(`The link contains ${unknown.map((text) => shorten(text, 100)).join(", ")}, which this page does not support.`);
    }
    return {
      go, back, say, remember, state: () => state, hrefOf: (changes) => write({ ...state, ...changes }),
      start: (draw) => {
        show = draw;
        window.addEventListener("popstate", open);
        window.addEventListener("hashchange", open);
        open();
      },
    };
  }

  return {
    makeLink, plain, shorten,
    data: (id) => JSON.parse(document.getElementById(id).textContent),
    colour: (name) => getComputedStyle(root).getPropertyValue("--" + name).trim(),
    isDark,
    chooseTheme,                 // "dark", "light", or null for the theme of the system
    chosenTheme: () => chosen,
    onTheme: (draw) => { redraw = draw; },
    key: (key, text, act) => keys.set(key, { text, act }),
    keys: () => [...keys].map(([key, { text }]) => [key, text]),
  };
})();
