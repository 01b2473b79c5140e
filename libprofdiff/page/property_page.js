// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the parts of a page of properties for which there is data, and removes the others.
"use strict";
(function () {
  const { section, found, rows } = properties;
  const remove = (...ids) => ids.forEach((id) => section(id).remove());
  properties.showVerdict();
  properties.showAbout();
  if (properties.isDifference) {
    remove("times", "answer", "tree", "map", "steps", "efficiencies", "clock");
    rows.length ? properties.showDifferences() : remove("differences");
    properties.showAbsent();
    document.body.dataset.shown = rows.length;
    return;
  }
  remove("differences");
  properties.showAnswer((finding) => {
    if (!propertyMap.isEmpty) propertyMap.show(finding);
    propertyTree.show(finding);
  });
  if (propertyTimes) propertyTimes.show();
  else remove("times");
  if (found.experiments) properties.showSteps();
  else remove("steps");
  properties.showEfficiencies();
  properties.showClocks();
  properties.showAbsent();
  if (rows.length) {
    propertyTree.draw();
    frame.key("t", "go to the tree, where the arrow keys move", propertyTree.focus);
    frame.key("e", "open or close all regions of the tree", propertyTree.openAll);
  } else {
    remove("tree");
  }
  if (propertyMap.isEmpty) {
    remove("map");
  } else {
    propertyMap.start();
    frame.key("m", "go to the heat map, where the arrow keys move", propertyMap.focus);
  }
  frame.onTheme(() => {
    if (propertyTimes) propertyTimes.draw();
    if (!propertyMap.isEmpty) propertyMap.draw();
  });
  document.body.dataset.shown = rows.length;
  // For tests: "?property=NAME&probe=X,Y" shows the cell in column X and row Y of the heat map; both count from 0.
  const asked = new URLSearchParams(location.search);
  if (asked.has("property")) propertyMap.show(rows.findIndex((row) => row.name === asked.get("property")));
  if (asked.has("probe")) propertyMap.moveTo(...asked.get("probe").split(",").map(Number));
})();
