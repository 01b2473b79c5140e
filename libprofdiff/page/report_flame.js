// SPDX-License-Identifier: GPL-3.0-or-later
// The flame graph: all call paths, drawn downwards from the outermost callers or upwards from the functions that spend
// the time. The user chooses what widths show: the sum of base and other, which also shows paths that only one side
// has; one of the sides; the change of self time; or only the paths that one side lacks.
"use strict";
const reportFlame = (function () {
  const { isDifference, totals, isRanks, matching } = reportData;
  const { percent, counted } = reportText;
  const part = document.getElementById("flame"), place = document.getElementById("flames"), width = document.getElementById("width"), way = document.getElementById("way");
  const widths = [["both", "difference: both sides"], ["base", "base"], ["other", "other"], ["change", `change of self ${reportText.noun}`],
    ["onlyBase", "only in base"], ["onlyOther", "only in other"]];
  let view = null, tree = null, shown = null;

  const whyEmpty = () => (isRanks ? "A page of ranks has only statistics of functions, and no paths of calls."
    : `No paths of calls: ${reportText.plain(totals.base.format || "gprof")} does not record whole stacks on both sides, or none was sampled.`);
  function zoom(node) {
    reportLink.remember("box:" + view.place());
    reportLink.go({ z: reportWalk.linkOf(tree, node) });
  }
  // Describes the result of a search: the number of boxes found, and the share of time in stacks that contain any of
  // them. Each stack counts once.
  function share(found) {
    if (!found) return "";
    const whole = reportTrees.fromAbove(), inside = new Uint8Array(whole.n);
    let boxes = 0, base = 0, other = 0;
    for (let i = 1; i < whole.n; ++i) {
      const f = whole.functions[i], isFound = f >= 0 && found[f];
      if (isFound) ++boxes;
      if (isFound && !inside[whole.parents[i]]) {
        base += whole.base[i];
        other += whole.other[i];
      }
      inside[i] = isFound || inside[whole.parents[i]] ? 1 : 0;
    }
    const of = (value, all) => (all > 0 ? percent((100 * value) / all) : "-");
    return `${counted(boxes, "box", "boxes")} found, in ${of(base, whole.base[0])} of ` + (isDifference ? `the base, ${of(other, whole.other[0])} of the other` : `the ${reportText.noun}`);
  }
  function start() {
    for (const [value, text] of isDifference ? widths : widths.slice(1, 2)) width.add(new Option(isDifference ? text : reportText.noun, value));
    width.addEventListener("change", () => reportLink.go({ w: width.value }, { focus: false }));
    document.getElementById("ramp").addEventListener("change", (e) => reportLink.go({ c: e.target.value }, { focus: false }));
    document.getElementById("ramp").parentElement.hidden = !isDifference;
    way.addEventListener("change", () => reportLink.go({ d: way.value, z: "" }, { focus: false }));
    document.getElementById("unzoom").addEventListener("click", () => reportLink.go({ z: "" }, { focus: false }));
    view = reportWalk.make(place, "Boxes of the flame graph", zoom);
  }
  // The box whose path the link contains; if it contains no path, the widest box of the function.
  function wantedBox(state) {
    const link = reportWalk.nodeOf(tree, state.z.includes(":") ? "" : state.z), row = state.f ? reportData.rowOfKey(state.f) : -1;
    if (link < 0) reportLink.say("The box of this link is not on this page; the whole graph is shown.");
    if (state.f && row < 0) reportLink.say(`No function ${reportText.cut(state.f, 200)} is on this page.`);
    const at = Math.max(0, link), found = row < 0 ? 0 : reportWalk.boxOf(tree, row);
    if (row >= 0 && found === 0) reportLink.say(`${reportText.named(reportData.name(row), 100)} is on no path of this flame graph.`);
    return { at, wanted: found > 0 && at === 0 ? found : null };
  }
  function show(state) {
    const all = reportTrees.all(), whole = reportTrees.fromAbove(), isEmpty = !whole || whole.n === 1 || (whole.base[0] === 0 && whole.other[0] === 0);
    part.querySelector(".empty").textContent = !isEmpty ? "" : all && all.n > 1 ? "No stack has a function in focus and none to ignore." : whyEmpty();
    place.hidden = isEmpty;
    if (isEmpty) return;
    if (!view) start();
    const kind = isDifference ? state.w : "base", key = [kind, state.d, state.f, state.z, state.fo, state.ig].join("\n");
    width.value = kind;
    way.value = state.d;
    tree = state.d === "up" ? reportTrees.fromBelow() : whole;
    const found = matching(state.q), more = selected(all, whole), left = reportData.view.leftOut && reportData.view.leftOut.tree;
    if (left) more.push(`${counted(left, "path is", "paths are")} left out (--html-size) and added up in the boxes "other paths"`);
    view.show(tree, kind, { ...(key === shown ? { at: view.top(), wanted: view.node() } : wantedBox(state)), marked: found, more });
    shown = key;
    if (isDifference) reportText.scale(document.getElementById("scale"));
    document.getElementById("share").textContent = [one(kind), share(found)].filter(Boolean).join("; ");
    document.getElementById("unzoom").disabled = view.top() === 0;
  }
  // Says how much time one side spends in paths that the other side lacks.
  function one(kind) {
    if (kind !== "onlyBase" && kind !== "onlyOther") return "";
    const mine = kind === "onlyBase" ? "base" : "other", value = tree.placed[kind].width[0], all = reportTrees.all()[mine][0];
    return `${reportText.withUnit(reportText.amount(value))} (${all > 0 ? percent((100 * value) / all) : "-"}) of the ${mine} in paths that the ${mine === "base" ? "other side" : "base"} lacks`;
  }
  // Says how much of the time the selected stacks have.
  function selected(all, whole) {
    if (whole === all) return [];
    const of = (key) => (all[key][0] > 0 ? percent((100 * whole[key][0]) / all[key][0]) : "-");
    return [`focus and ignore leave ${of("base")} of ` + (isDifference ? `the base, ${of("other")} of the other` : `the ${reportText.noun}`)];
  }
  return {
    show,
    current: () => (view ? view.current() : -1),
    place: () => (view ? "box:" + view.place() : null),
    focus: (where) => {
      if (!view || place.hidden) return document.querySelector('#parts [aria-current="page"]').focus();
      const node = where && where.startsWith("box:") ? reportWalk.nodeOf(tree, where.slice(4)) : -1;
      if (node > 0) view.goTo(node);
      view.holder.focus({ preventScroll: true });
    },
    redraw: () => {
      if (view && isDifference) reportText.scale(document.getElementById("scale"));
      return view && view.redraw();
    },
  };
})();
