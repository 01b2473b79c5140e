// SPDX-License-Identifier: GPL-3.0-or-later
// Copies a name to the clipboard. Browsers without the clipboard's interface for pages from disk copy a selection.
"use strict";
const reportCopy = (function () {
  const said = () => reportLink.say("The name is copied.");
  function bySelection(text) {
    const field = document.createElement("textarea"), focus = document.activeElement;
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (focus) focus.focus({ preventScroll: true });
    reportLink.say(isCopied ? "The name is copied." : "This browser does not let the page copy.");
  }
  function copy(text) {
    if (!navigator.clipboard) return bySelection(text);
    return navigator.clipboard.writeText(text).then(said, () => bySelection(text));
  }
  return { copy };
})();
