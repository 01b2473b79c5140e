// SPDX-License-Identifier: GPL-3.0-or-later
// The JavaScript program that pairs/record.sh records: in version 2, parse does twice the work.
//
//   node --cpu-prof words.js VERSION
'use strict';
const version = Number(process.argv[2] || 1);

function parse(rounds) {
  let value = 1;
  for (let i = 0; i < rounds; ++i) value = (value ^ ((value << 5) + (value >>> 2) + i)) | 0;
  return value;
}

function order(count) {
  let value = 7;
  const numbers = Array.from({length: count}, () => (value = (Math.imul(value, 1103515245) + 12345) >>> 0));
  numbers.sort((a, b) => a - b);
  return numbers[0];
}

function descend(depth) {
  return depth === 0 ? order(40000) : descend(depth - 1);
}

let sink = 0;
for (let i = 0; i < 10; ++i) {
  sink += parse(12e6 * version);
  sink += descend(3);
}
if (sink === 0.5) console.log(sink);
