// SPDX-License-Identifier: GPL-3.0-or-later
// Code that all pages share: data, the theme, and keyboard shortcuts with the dialog that lists them. frame.onTheme()
// registers the function that redraws a page.
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

  return {
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
