// SPDX-License-Identifier: GPL-3.0-or-later
// Writes trials as JSON Lines. Each line repeats the trial and contains one item of it. The first line lists the runs;
// each other line is a function with a metric, an arc, a call, a node of the stacks, a finding, or a step of a search.
// Functions are referred to by their index among the function lines. Import restores the order, so exporting again
// gives the same bytes.
//
// Tests: tests/cli/db/run.py.
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "profdiff/store.h"
#include "report/format/json_text.h"

namespace profdiff {
namespace {

void AppendNumber(std::string& out, double value) {
  if (value == 0) {  // "-0" would be read as an integer, without its sign
    out += std::signbit(value) ? "-0.0" : "0";
    return;
  }
  // The shortest decimal that reads back as the same double, because export must not lose bits.
  char text[40];
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

// Appends a list such as "[1, null, 2]"; null means that the run has no such value.
template <class Values, class Append>
void AppendList(std::string& out, const Values& values, Append append) {
  out += '[';
  bool is_first = true;
  for (const auto& value : values) {
    if (!is_first) out += ", ";
    is_first = false;
    append(value);
  }
  out += ']';
}

template <class Pairs, class Append>
void AppendPairs(std::string& out, const Pairs& pairs, Append append) {
  out += '{';
  bool is_first = true;
  for (const auto& [name, value] : pairs) {
    if (!is_first) out += ", ";
    is_first = false;
    AppendJsonString(out, name);
    out += ": ";
    append(value);
  }
  out += '}';
}

// Returns the keys at the beginning of each line, without the closing brace. Lines are independent of each other, so
// that grep and jq can select trials.
std::string HeadOf(const StoredTrial& trial) {
  std::string head;
  JsonObject object(head);
  object.Text("application", trial.path.application).Text("experiment", trial.path.experiment);
  object.Text("trial", trial.path.trial).Text("revision", trial.revision).Text("recorded", trial.recorded);
  object.Key("metadata");
  AppendPairs(head, trial.metadata, [&head](const std::string& value) { AppendJsonString(head, value); });
  object.Key("parameters");
  AppendPairs(head, trial.parameters, [&head](double value) { AppendNumber(head, value); });
  return head;
}

void AppendRuns(std::string& out, const std::vector<StoredRun>& runs) {
  AppendList(out, runs, [&out](const StoredRun& run) {
    JsonObject object(out);
    const auto number = [&](std::string_view key, double value) {
      object.Key(key);
      AppendNumber(out, value);
    };
    number("period", run.period);
    object.Text("unit", run.unit).Text("event", run.event).Text("format", run.format).Count("samples", run.samples);
    number("total", run.total);
    number("outside", run.outside);
    number("scale", run.scale);
    object.Count("flags", run.flags);
    object.End();
  });
}

// Values by run. If a run has several values, the last one is used.
using ByRun = std::vector<std::optional<double>>;

// Returns values by function, then by metric in alphabetical order.
std::vector<std::map<std::string, ByRun>> ValuesOf(const StoredTrial& trial) {
  std::vector<std::map<std::string, ByRun>> values(trial.functions.size());
  for (std::size_t r = 0; r < trial.runs.size(); ++r) {
    for (const StoredValue& value : trial.runs[r].values) {
      ByRun& by_run = values[value.function][trial.metrics[value.metric]];
      by_run.resize(trial.runs.size());
      by_run[r] = value.value;
    }
  }
  return values;
}

void AppendFunction(std::string& out, const std::string& head, const StoredFunction& function) {
  out += head;
  out += ", \"function\": ";
  AppendJsonString(out, function.name);
  const auto add = [&out](std::string_view key, const std::string& text) {
    if (text.empty()) return;
    // Keys with empty values are omitted; import restores them.
    out.append(", \"").append(key) += "\": ";
    AppendJsonString(out, text);
  };
  add("file", function.file);
  add("image", function.image);
  add("symbolFile", function.unit);
  if (function.number != 0) out += ", \"number\": " + std::to_string(function.number);
}

// Appends arcs in the order of their first occurrence over the runs, with the counts of all runs in one line.
void AppendArcs(std::string& out, const std::string& head, const StoredTrial& trial) {
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Key, std::size_t> places;
  std::vector<std::pair<Key, std::vector<std::optional<StoredArc>>>> arcs;
  for (std::size_t r = 0; r < trial.runs.size(); ++r) {
    for (const StoredArc& arc : trial.runs[r].arcs) {
      const auto place = places.emplace(Key(arc.caller, arc.callee), arcs.size());
      if (place.second) {
        arcs.emplace_back(place.first->first, std::vector<std::optional<StoredArc>>(trial.runs.size()));
      }
      arcs[place.first->second].second[r] = arc;
    }
  }
  for (const auto& [key, by_run] : arcs) {
    out += head + ", \"caller\": " + std::to_string(key.first) + ", \"callee\": " + std::to_string(key.second);
    out += ", \"counts\": ";
    AppendList(out, by_run, [&out](const std::optional<StoredArc>& arc) {
      arc ? AppendCount(out, arc->count) : void(out += "null");
    });
    out += ", \"seconds\": ";
    AppendList(out, by_run, [&out](const std::optional<StoredArc>& arc) { AppendNumber(out, arc ? arc->seconds : 0); });
    out += "}\n";
  }
}

void AppendCalls(std::string& out, const std::string& head, const StoredTrial& trial) {
  for (std::size_t r = 0; r < trial.runs.size(); ++r) {
    for (const StoredInvocation& call : trial.runs[r].invocations) {
      out += head + ", \"run\": " + std::to_string(r + 1) + ", \"invocation\": " + std::to_string(call.function);
      out += ", \"start\": ";
      AppendNumber(out, call.start);
      out += ", \"seconds\": ";
      AppendNumber(out, call.seconds);
      out += "}\n";
    }
  }
}

// Appends the line "stackless", then the nodes in preorder, whose depth restores the tree.
void AppendStacks(std::string& out, const std::string& head, const StoredStacks& stacks) {
  out += head + ", \"stackless\": true, \"ticks\": " + std::to_string(stacks.ticks) +
         ", \"samples\": " + std::to_string(stacks.samples) + "}\n";
  for (const StoredContext& node : stacks.nodes) {
    out += head + ", \"depth\": " + std::to_string(node.depth) + ", \"context\": " + std::to_string(node.function);
    out += ", \"ticks\": " + std::to_string(node.ticks) + ", \"samples\": " + std::to_string(node.samples);
    out += ", \"squares\": ";
    AppendNumber(out, node.squares);
    out += "}\n";
  }
}

// Appends a line. `item` is an object whose members follow the members of the head.
void AppendLine(std::string& out, const std::string& head, std::string_view item) {
  out += head + ", ";
  out.append(item.substr(1)) += '\n';
}

void AppendRegion(std::string& out, const StoredRegion& region) {
  JsonObject object(out);
  object.Text("kind", region.kind).Text("name", region.name).Text("image", region.image).Text("file", region.file);
  object.Count("line", region.line).Text("callee", region.callee).Text("dataStructure", region.data_structure);
  object.Text("path", region.path).End();
}

// Appends a finding. Unknown numbers are omitted.
void AppendFinding(std::string& out, std::size_t run, const StoredFinding& finding, const StoredTrial& trial) {
  const StoredProperty& property = trial.properties[finding.property];
  JsonObject object(out);
  const auto number = [&](std::string_view key, std::optional<double> value) {
    if (!value) return;
    object.Key(key);
    AppendNumber(out, *value);
  };
  object.Count("run", run).Text("finding", property.name).Text("refines", property.refines);
  number("severity", finding.severity);
  number("confidence", finding.confidence);
  number("share", finding.share);
  number("lost", finding.lost);
  object.Text("unit", property.unit).Count("leaf", std::uint64_t{finding.is_leaf});
  if (finding.rank) object.Count("rank", std::uint64_t{*finding.rank});
  if (finding.thread) object.Count("thread", std::uint64_t{*finding.thread});
  object.Key("region");
  AppendRegion(out, trial.regions[finding.region]);
  object.End();
}

void AppendStep(std::string& out, std::size_t run, const StoredStep& step) {
  JsonObject object(out);
  object.Count("run", run).Count("searchStep", step.step).Count("searchRun", step.experiment).Text("tool", step.tool);
  object.Text("command", step.command).Text("kind", step.kind).Count("hypotheses", step.hypotheses);
  object.Count("proved", step.proved).Count("reused", step.reused).End();
}

void AppendFindings(std::string& out, const std::string& head, const StoredTrial& trial) {
  for (std::size_t r = 0; r < trial.runs.size(); ++r) {
    for (const StoredFinding& finding : trial.runs[r].findings) {
      std::string item;
      AppendFinding(item, r + 1, finding, trial);
      AppendLine(out, head, item);
    }
    for (const StoredStep& step : trial.runs[r].steps) {
      std::string item;
      AppendStep(item, r + 1, step);
      AppendLine(out, head, item);
    }
  }
}

}  // namespace

void WriteExport(std::string& out, const StoredTrial& trial) {
  const std::string head = HeadOf(trial);
  out += head + ", \"runs\": ";
  AppendRuns(out, trial.runs);
  out += "}\n";
  const std::vector<std::map<std::string, ByRun>> values = ValuesOf(trial);
  for (std::size_t f = 0; f < trial.functions.size(); ++f) {
    // A function without values also has a line, because arcs and stacks refer to functions by index.
    if (values[f].empty()) {
      AppendFunction(out, head, trial.functions[f]);
      out += "}\n";
    }
    for (const auto& [metric, by_run] : values[f]) {
      AppendFunction(out, head, trial.functions[f]);
      out += ", \"metric\": ";
      AppendJsonString(out, metric);
      out += ", \"values\": ";
      AppendList(out, by_run, [&out](const std::optional<double>& value) {
        value ? AppendNumber(out, *value) : void(out += "null");
      });
      out += "}\n";
    }
  }
  AppendArcs(out, head, trial);
  AppendCalls(out, head, trial);
  if (trial.stacks) AppendStacks(out, head, *trial.stacks);
  AppendFindings(out, head, trial);
}

}  // namespace profdiff
