// SPDX-License-Identifier: GPL-3.0-or-later
// Writes trials as JSON Lines. Each line identifies the trial and contains one item of the trial. The first line lists
// the runs, and in the first trial announces the last line; every later line describes a function with a metric, an
// arc, a call, a node of the stacks, a finding, or a step of a search. Functions are referred to by their index among
// the function lines. Import restores the order, so exporting again gives the same bytes. The last line has the path of
// the last trial, and no item.
//
// Tests: tests/cli/db/run.py.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "profdiff/store.h"
#include "report/format/json_text.h"

namespace profdiff {
namespace {

void AppendNumber(std::string& out, double value) {
  if (value == 0) {  // "-0" would be read as an integer, without its sign
    out += std::signbit(value) ? "-0.0" : "0";
    return;
  }
  out += ShortestText(value);
}

// Adds a number; omits its key if the number is unknown.
void AddNumber(std::string& out, JsonObject& object, std::string_view key, std::optional<double> value) {
  if (!value) return;
  object.Key(key);
  AppendNumber(out, *value);
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
  AppendJsonList(out, runs, [&out](const StoredRun& run) {
    JsonObject object(out);
    AddNumber(out, object, "period", run.period);
    object.Text("unit", run.unit).Text("event", run.event).Text("format", run.format).Count("samples", run.samples);
    AddNumber(out, object, "total", run.total);
    AddNumber(out, object, "outside", run.outside);
    AddNumber(out, object, "scale", run.scale);
    object.Count("flags", run.flags);
    object.End();
  });
}

// The values of one metric of a function, by run. A run without a value is written as null; a run with several values
// is represented by the last one.
using ByRun = std::vector<std::optional<double>>;

// Returns the values of each function by metric. The metrics are in alphabetical order.
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

// Adds a function. Keys with empty values are omitted; import restores them.
void AddFunction(JsonObject& line, const StoredTrial& trial, std::size_t f) {
  const StoredFunction& function = trial.functions[f];
  line.Text("function", function.name);
  if (!function.file.empty()) line.Text("file", function.file);
  if (!function.image.empty()) line.Text("image", function.image);
  if (!function.unit.empty()) line.Text("symbolFile", function.unit);
  if (function.number != 0) line.Count("number", function.number);
  if (f >= trial.details.size()) return;
  if (trial.details[f].line != 0) line.Count("line", std::uint64_t{trial.details[f].line});
  if (trial.details[f].kind != 0) line.Count("symbolKind", std::uint64_t{trial.details[f].kind});
}

// Appends one line for each arc, in the order in which arcs first occur in the runs. A line has the counts of all runs,
// with null for runs without the arc.
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
    JsonObject line(out, head);
    line.Count("caller", std::uint64_t{key.first}).Count("callee", std::uint64_t{key.second}).Key("counts");
    AppendJsonList(out, by_run, [&out](const std::optional<StoredArc>& arc) {
      arc ? AppendCount(out, arc->count) : void(out += "null");
    });
    line.Key("seconds");
    AppendJsonList(out, by_run,
                   [&out](const std::optional<StoredArc>& arc) { AppendNumber(out, arc ? arc->seconds : 0); });
    line.EndLine();
  }
}

void AppendCalls(std::string& out, const std::string& head, const StoredTrial& trial) {
  for (std::size_t r = 0; r < trial.runs.size(); ++r) {
    for (const StoredInvocation& call : trial.runs[r].invocations) {
      JsonObject line(out, head);
      line.Count("run", r + 1).Count("invocation", std::uint64_t{call.function});
      AddNumber(out, line, "start", call.start);
      AddNumber(out, line, "seconds", call.seconds);
      line.EndLine();
    }
  }
}

// Appends a line "stackless" with the samples that have no stack, and then the nodes in preorder. Import rebuilds the
// tree from the depths of the nodes.
void AppendStacks(std::string& out, const std::string& head, const StoredStacks& stacks) {
  JsonObject first(out, head + ", \"stackless\": true");
  first.Count("ticks", stacks.ticks).Count("samples", stacks.samples).EndLine();
  for (const StoredContext& node : stacks.nodes) {
    JsonObject line(out, head);
    line.Count("depth", std::uint64_t{node.depth}).Count("context", std::uint64_t{node.function});
    line.Count("ticks", node.ticks).Count("samples", node.samples);
    AddNumber(out, line, "squares", node.squares);
    line.EndLine();
  }
}

void AppendRegion(std::string& out, const StoredRegion& region) {
  JsonObject object(out);
  object.Text("kind", region.kind).Text("name", region.name).Text("image", region.image).Text("file", region.file);
  object.Count("line", region.line).Text("callee", region.callee).Text("dataStructure", region.data_structure);
  object.Text("path", region.path).End();
}

void AddFinding(std::string& out, JsonObject& line, const StoredFinding& finding, const StoredTrial& trial) {
  const StoredProperty& property = trial.properties[finding.property];
  line.Text("finding", property.name).Text("refines", property.refines);
  AddNumber(out, line, "severity", finding.severity);
  AddNumber(out, line, "confidence", finding.confidence);
  AddNumber(out, line, "share", finding.share);
  AddNumber(out, line, "lost", finding.lost);
  line.Text("unit", property.unit).Count("leaf", std::uint64_t{finding.is_leaf});
  if (finding.rank) line.Count("rank", std::uint64_t{*finding.rank});
  if (finding.thread) line.Count("thread", std::uint64_t{*finding.thread});
  line.Key("region");
  AppendRegion(out, trial.regions[finding.region]);
}

void AddStep(JsonObject& line, const StoredStep& step) {
  line.Count("searchStep", step.step).Count("searchRun", step.experiment).Text("tool", step.tool);
  line.Text("command", step.command).Text("kind", step.kind).Count("hypotheses", step.hypotheses);
  line.Count("proved", step.proved).Count("reused", step.reused);
}

void AppendFindings(std::string& out, const std::string& head, const StoredTrial& trial) {
  for (std::size_t r = 0; r < trial.runs.size(); ++r) {
    for (const StoredFinding& finding : trial.runs[r].findings) {
      JsonObject line(out, head);
      AddFinding(out, line.Count("run", r + 1), finding, trial);
      line.EndLine();
    }
    for (const StoredStep& step : trial.runs[r].steps) {
      JsonObject line(out, head);
      AddStep(line.Count("run", r + 1), step);
      line.EndLine();
    }
  }
}

}  // namespace

void ExportWriter::Add(std::string& out, const StoredTrial& trial) {
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  const std::string head = HeadOf(trial);
  JsonObject first(out, head);
  if (trials_ == 0) {
    first.Key("hasEnd");
    out += "true";
  }
  first.Key("runs");
  AppendRuns(out, trial.runs);
  first.EndLine();
  const std::vector<std::map<std::string, ByRun>> values = ValuesOf(trial);
  for (std::size_t f = 0; f < trial.functions.size(); ++f) {
    // A function without values also has a line, because arcs and stacks refer to functions by index.
    if (values[f].empty()) {
      JsonObject line(out, head);
      AddFunction(line, trial, f);
      line.EndLine();
    }
    for (const auto& [metric, by_run] : values[f]) {
      JsonObject line(out, head);
      AddFunction(line, trial, f);
      line.Text("metric", metric).Key("values");
      AppendJsonList(out, by_run, [&out](const std::optional<double>& value) {
        value ? AppendNumber(out, *value) : void(out += "null");
      });
      line.EndLine();
    }
  }
  AppendArcs(out, head, trial);
  AppendCalls(out, head, trial);
  if (trial.stacks) AppendStacks(out, head, *trial.stacks);
  AppendFindings(out, head, trial);
  last_ = trial.path;
  ++trials_;
  lines_ += static_cast<std::uint64_t>(std::count(out.begin() + begin, out.end(), '\n'));
}

void ExportWriter::End(std::string& out) const {
  if (trials_ == 0) return;
  JsonObject line(out);
  line.Text("application", last_.application).Text("experiment", last_.experiment).Text("trial", last_.trial);
  line.Key("end");
  out += "true";
  line.Count("trials", trials_).Count("lines", lines_).EndLine();
}

}  // namespace profdiff
