// SPDX-License-Identifier: GPL-3.0-or-later
// Reads V8's .cpuprofile, as described in the protocol of Chrome's developer tools (Profiler.Profile):
//   nodes       [{id, callFrame: {functionName, url, …}, children: [id…]}], or with `parent` instead of `children`
//   samples     [id of a node…]: the node is the innermost frame, and its ancestors are the callers
//   timeDeltas  [microseconds since the previous sample…]; for the first one, since startTime
//   startTime, endTime: microseconds
// A sample lasts until the next one, and the last sample until the end. Some versions of V8 write samples slightly out
// of order; they are sorted. Tests: tests/unit/read/profiles/cpu_profile_test.cpp.
#include <algorithm>
#include <utility>

#include "base/seeded_hash.h"
#include "read/profiles/json_states.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

struct Node {
  std::int64_t id = JsonValue::kNoIndex, parent = JsonValue::kNoIndex;
  std::string name, url;
  IndexColumn children;
};

class CpuProfileSink : public JsonStates {
 public:
  std::vector<Node> nodes;
  IndexColumn samples;
  std::vector<double> deltas;  // in microseconds
  double start = 0, end = 0;

 private:
  enum State { kFile = 1, kNodes, kNode, kFrame, kChildren, kSamples, kDeltas };

  int Enter(int outer, std::string_view field) override {
    if (outer == kOutside) return kFile;
    if (outer == kFile) {
      return field == "nodes" ? kNodes : field == "samples" ? kSamples : field == "timeDeltas" ? kDeltas : kSkipped;
    }
    if (outer == kNodes) return nodes.emplace_back(), kNode;
    if (outer == kNode) return field == "callFrame" ? kFrame : field == "children" ? kChildren : kSkipped;
    return kSkipped;
  }

  void Take(int state, std::string_view field, const JsonValue& value) override {
    if (state == kSamples) samples.push_back(value.Index());
    if (state == kDeltas) deltas.push_back(value.number);
    if (state == kChildren) nodes.back().children.push_back(value.Index());
    if (state == kNode && field == "id") nodes.back().id = value.Index();
    if (state == kNode && field == "parent") nodes.back().parent = value.Index();
    if (state == kFrame && field == "functionName") nodes.back().name = value.text;
    if (state == kFrame && field == "url") nodes.back().url = value.text;
    if (state == kFile && field == "startTime") start = value.number;
    if (state == kFile && field == "endTime") end = value.number;
  }
};

class CpuProfileAdder {
 public:
  CpuProfileAdder(const StackInput& input, const CpuProfileSink& sink)
      : input_(input), sink_(sink), frames_(input.options) {}

  // Times are differences of rounded sums, not rounded differences, so rounding errors do not add up.
  void AddAll() {
    // Ids are arbitrary, so nodes are looked up in a table.
    for (std::size_t i = 0; i < sink_.nodes.size(); ++i) {
      if (!places_.emplace(sink_.nodes[i].id, i).second) Fail("two nodes have the same id", sink_.nodes[i].id);
    }
    StackTable stacks(builder_, 0, Rows());
    const std::vector<std::pair<std::int64_t, std::int64_t>> samples = SamplesInOrder();
    // The end may be missing, or earlier than the last sample, whose duration is then zero.
    const std::int64_t end = std::max(samples.empty() ? 0 : samples.back().first, Ticks(sink_.end - sink_.start));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::int64_t until = i + 1 < samples.size() ? samples[i + 1].first : end;
      if (!builder_.Add(stacks.NodeOf(input_, PlaceOf(samples[i].second)), until - samples[i].first))
        FailOfSize(input_);
      ++event_.count;
    }
  }

  StackProfile Finish() {
    StackProfile profile;
    profile.events.push_back(std::move(event_));
    return FinishStacks(input_, std::move(profile), builder_, frames_);
  }

 private:
  [[noreturn]] void Fail(const std::string& reason, std::int64_t number) const {
    throw FileError(input_, ErrorCode::kBadProfile, reason + ": " + std::to_string(number));
  }

  static constexpr double kMicrosecond = 1e3;  // in ticks

  std::int64_t Ticks(double microseconds) const {
    const std::optional<std::int64_t> ticks = ToTicks(microseconds, kMicrosecond);
    if (!ticks) throw FileError(input_, ErrorCode::kOverflow, "a time that is too large");
    return *ticks;
  }

  std::int64_t PlaceOf(std::int64_t id) const {
    const auto found = places_.find(id);
    if (found == places_.end()) Fail("no node has the id", id);
    return static_cast<std::int64_t>(found->second);
  }

  // A node contains either the ids of its children or the id of its parent.
  std::vector<StackTable::Row> Rows() {
    std::vector<StackTable::Row> rows(sink_.nodes.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Node& node = sink_.nodes[i];
      rows[i].function = frames_.Find(node.name.empty() ? "(anonymous)" : node.name, node.url);
      if (node.parent != JsonValue::kNoIndex) rows[i].below = PlaceOf(node.parent);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::int64_t child : sink_.nodes[i].children) {
        rows[static_cast<std::size_t>(PlaceOf(child))].below = static_cast<std::int64_t>(i);
      }
    }
    return rows;
  }

  // Returns pairs of a time in ticks since the start and the id of a node, sorted by time.
  std::vector<std::pair<std::int64_t, std::int64_t>> SamplesInOrder() const {
    if (sink_.samples.size() != sink_.deltas.size() && !input_.options.salvage) {
      Fail(std::to_string(sink_.samples.size()) + " samples, but a different number of times",
           static_cast<std::int64_t>(sink_.deltas.size()));
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> samples;
    double time = 0;
    for (std::size_t i = 0; i < std::min(sink_.samples.size(), sink_.deltas.size()); ++i) {
      time += sink_.deltas[i];
      samples.emplace_back(Ticks(time), sink_.samples[i]);
    }
    // The sort is stable: samples at the same time stay in file order, so the last of them gets the time until the next
    // sample.
    std::ranges::stable_sort(samples, {}, &std::pair<std::int64_t, std::int64_t>::first);
    return samples;
  }

  const StackInput& input_;
  const CpuProfileSink& sink_;
  Frames frames_;
  ContextBuilder builder_;
  StackEvent event_ = TimeEvent("time");
  HashMap<std::int64_t, std::size_t> places_;  // index of the node, by id
};

}  // namespace

StackProfile ReadCpuProfile(const StackInput& input) { return ReadInJson<CpuProfileSink, CpuProfileAdder>(input); }

}  // namespace profdiff
