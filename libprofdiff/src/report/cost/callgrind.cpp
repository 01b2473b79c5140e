// SPDX-License-Identifier: GPL-3.0-or-later
// Writes callgrind.out files, version 1 (Valgrind's manual, "Callgrind Format Specification"). Each name is written in
// full once, as "(1) name", and then referred to by its number. Test: tests/unit/report/cost/callgrind_test.cpp.
#include <map>
#include <utility>

#include "base/text.h"
#include "profdiff/formats.h"
#include "report/cost/callgrind_graph.h"
#include "report/format/cost_formats.h"
#include "report/gprof/amounts.h"
#include "report/machine/rows.h"

namespace profdiff {
namespace {

class CallgrindWriter {
 public:
  // `object` is the profiled program. It is written as the object (program or library) of functions whose own object is
  // unknown.
  CallgrindWriter(std::string& out, const CallgrindGraph& graph, std::string object)
      : out_(out), graph_(graph), object_(std::move(object)), function_named_(graph.functions.size()) {}

  void Write() {
    out_ += '\n';
    WriteObject("ob", object_);
    for (std::size_t i = 0; i < graph_.functions.size(); ++i) WriteFunction(i);
    Line("totals: ", graph_.total);
  }

  void Line(std::string_view before, std::int64_t number) {
    out_ += before;
    AppendCount(out_, number);
    out_ += '\n';
  }

 private:
  void WriteFunction(std::size_t index) {
    const CallgrindFunction& function = graph_.functions[index];
    out_ += '\n';
    if (ObjectOf(function) != last_object_) WriteObject("ob", last_object_ = ObjectOf(function));
    WriteFile("fl", function.file);
    WriteName("fn", index);
    for (const CallgrindFunction::Cost& cost : function.costs) WriteCost(cost.line, cost.cost);
    // Each call ends with two lines: "calls=COUNT TARGET-LINE", then the call's line in the caller and the inclusive
    // cost. The callee's object and file are omitted if they equal the caller's.
    for (const CallgrindCall& call : function.calls) {
      const CallgrindFunction& callee = graph_.functions[call.callee];
      if (ObjectOf(callee) != ObjectOf(function)) WriteObject("cob", ObjectOf(callee));
      if (callee.file != function.file) WriteFile("cfi", callee.file);
      WriteName("cfn", call.callee);
      out_ += "calls=";
      AppendCount(out_, call.count);
      Line(" ", std::int64_t{call.callee_line});
      WriteCost(call.line, call.cost);
    }
  }

  void WriteCost(std::uint32_t line, std::int64_t cost) {
    AppendCount(out_, std::uint64_t{line});
    Line(" ", cost);
  }

  using Ids = std::map<std::string, std::int64_t>;

  const std::string& ObjectOf(const CallgrindFunction& function) const {
    return function.object.empty() ? object_ : function.object;
  }

  void WriteObject(std::string_view key, const std::string& object) { WritePlace(key, object, object_ids_); }
  void WriteFile(std::string_view key, const std::string& file) { WritePlace(key, file, file_ids_); }

  // Writes "fl=(1) path" the first time, then "fl=(1)". Objects, files and functions are numbered separately. A file
  // has the same number with the keys fl and cfi, and a function with fn and cfn.
  void WritePlace(std::string_view key, const std::string& path, Ids& ids) {
    auto [place, added] = ids.try_emplace(path, static_cast<std::int64_t>(ids.size()) + 1);
    WriteReference(key, place->second, added ? path : "");
  }

  void WriteName(std::string_view key, std::size_t function) {
    const bool is_known = std::exchange(function_named_[function], 1) != 0;
    WriteReference(key, static_cast<std::int64_t>(function) + 1, is_known ? "" : graph_.functions[function].name);
  }

  void WriteReference(std::string_view key, std::int64_t id, const std::string& name) {
    out_.append(key).append("=(");
    AppendCount(out_, id);
    out_.append(name.empty() ? ")" : ") ").append(name).append("\n");
  }

  std::string& out_;
  const CallgrindGraph& graph_;
  std::string object_, last_object_ = object_;
  Ids file_ids_, object_ids_;
  // For each element of CallgrindGraph::functions: 1 if its name has been written, otherwise 0.
  std::vector<char> function_named_;
};

// Returns the event's name, which consists of letters, digits and underscores. For gprof's profiles, it is
// "Nanoseconds" or, if the histogram measures something other than seconds, "Nano" and the histogram's dimension. For
// another profiler's counts, it is the name in that profiler's file.
std::string EventName(const Profile& profile) {
  return (AreWhole(profile.origin, profile.dimension) ? "" : "Nano") + WithUnderscores(profile.dimension);
}

// Returns the profiled program, which is the first part of an execution's label.
std::string ObjectOf(const std::string& label) {
  const std::string object = label.substr(0, label.find(", "));
  return object.empty() ? kUnknownPlace : object;
}

std::string FirstLine(const std::string& text) { return AsUtf8(text.substr(0, text.find_first_of("\r\n"))); }

}  // namespace

void WriteCallgrind(std::string& out, const Execution& execution, const std::string& label, DemangleStyle demangle) {
  CallgrindGraph graph = MakeCallgrindGraph(execution, demangle);
  CallgrindWriter writer(out, graph, ObjectOf(FirstLine(label)));
  out += "# callgrind format\nversion: 1\ncreator: egprof\n";
  if (!label.empty()) out.append("cmd: ").append(FirstLine(label)).append("\n");
  if (!execution.profile.calls_known) out += "desc: Calls: not counted, and written as 1 each\n";
  out.append("positions: line\nevents: ").append(EventName(execution.profile)).append("\n");
  writer.Line("summary: ", graph.total);
  writer.Write();
}

}  // namespace profdiff
