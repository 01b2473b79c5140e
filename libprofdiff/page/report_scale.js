// SPDX-License-Identifier: GPL-3.0-or-later
// The scale of colours for differences. A colour shows a difference relative to the whole program, so that equal
// colours mean equal differences on all pages. Test: tests/cli/page/logic.js.
"use strict";
const reportScale = (function () {
  const steps = 12;
  // shares of the program that have the faintest and the strongest colour; the steps between them are logarithmic,
  // because a change of 1 % would be invisible beside one of 30 %
  const least = 0.001, most = 0.3;
  const marks = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3];
  // The strength of a share's colour, from 0 to `steps`.
  function step(share) {
    const size = Math.abs(share);
    if (!(size > least)) return 0;
    return Math.min(steps, Math.round((steps * Math.log(size / least)) / Math.log(most / least)));
  }
  // The part of the pure colour in the mixture of a step; the rest is the colour of no change.
  const part = (strength) => 0.25 + (0.75 * strength) / steps;
  return { steps, marks, step, part };
})();
