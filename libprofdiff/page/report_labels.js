// SPDX-License-Identifier: GPL-3.0-or-later
// Places the labels of a picture that is drawn smaller than its text can be read: labels keep their size, and avoid each
// other. Test: tests/cli/page/logic.js.
"use strict";
const reportLabels = (function () {
  const high = 14, lengths = [36, 26, 18, 12, 8];

  // Returns labels {i, x, y, wide, text}, in pixels, for boxes {x, y, w, h, text}, the most important ones first. The
  // first `most` boxes have a label if there is room for it near them, others only if it fits into the box. `letter` is the width of a letter, `width` and
  // `height` are those of the picture.
  function place(boxes, { most, letter, width, height }) {
    const placed = [];
    const isFree = (label) => placed.every((other) => label.x >= other.x + other.wide || other.x >= label.x + label.wide ||
      label.y >= other.y + high || other.y >= label.y + high);
    const within = (value, room) => Math.max(0, Math.min(value, room));
    boxes.forEach((box, i) => {
      if (box.x + box.w / 2 < 0 || box.x - box.w / 2 > width || box.y + box.h / 2 < 0 || box.y - box.h / 2 > height) return;
      const isMajor = i < most;
      const made = (room, dy) => {
        const text = reportSearch.fit(box.text, room), wide = text.length * letter + 6;
        return { i, text, wide, x: within(box.x - wide / 2, width - wide), y: within(box.y - high / 2 + dy, height - high) };
      };
      if (!isMajor) {
        const label = made(Math.floor((box.w - 6) / letter), 0);
        if (box.h >= high - 2 && label.text.length >= Math.min(8, box.text.length) && isFree(label)) placed.push(label);
        return;
      }
      // Tries the place of the box first, with ever fewer letters, then places above and below it.
      for (const dy of [0, high, -high, 2 * high, -2 * high, 3 * high, -3 * high]) {
        for (const room of lengths.filter((length) => length * letter < width / 3)) {
          const label = made(room, dy);
          if (!isFree(label)) continue;
          placed.push(label);
          return;
        }
      }
    });
    return placed;
  }
  return { place, high };
})();
