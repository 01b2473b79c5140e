// SPDX-License-Identifier: GPL-3.0-or-later
// Reads V8's .cpuprofile, as described in the protocol of Chrome's developer tools (Profiler.Profile):
//   nodes       [{id, callFrame: {functionName, url, …}, children: [id…]}], or with `parent` instead of `children`;
//               "(root)" is the root of the tree, not a function
//   samples     [id of a node…]: the node is the innermost frame, and its ancestors are the callers
//   timeDeltas  [microseconds since the previous sample…]; for the first one, since startTime
//   startTime, endTime: microseconds
// Older versions of V8 have these members instead:
//   head        {id, functionName, url, …, children: [node…]}: the root
//   timestamps  [microseconds…], by sample
//   startTime, endTime: seconds
// A .heapprofile of V8 (HeapProfiler.SamplingHeapProfile) has these members instead:
//   head        {callFrame, selfSize, id, children: [node…]}: the bytes that each function allocated and that are still
//               in use; older versions have no ids
//   samples     [{size, nodeId, ordinal}…]: left out, since selfSize has their sums
// Tests: tests/unit/read/browser/cpu_profile_test.cpp.
#include <utility>

#include "read/browser/readers.h"
#include "read/browser/v8_profile.h"
#include "read/profiles/json_states.h"

namespace profdiff {
namespace {

class CpuProfileSink : public JsonStates {
 public:
  V8Profile profile;
  IndexColumn sizes;  // bytes by node; empty unless this is a heap profile

  // Converts the members of the older form. Must be called after parsing.
  void Finish() {
    if (!is_old_) return;
    constexpr double kSecond = 1e6;  // in microseconds
    profile.start *= kSecond;
    profile.end *= kSecond;
    // The clock of the timestamps may be another one than that of the start.
    double last = timestamps_.empty() ? 0 : timestamps_.front();
    profile.end += last - profile.start;
    profile.start = last;
    for (const double time : timestamps_) profile.deltas.push_back(time - std::exchange(last, time));
  }

 private:
  enum State { kFile = 1, kNodes, kNode, kFrame, kChildren, kSamples, kDeltas, kOldNode, kOldChildren, kTimes };

  int Enter(int outer, std::string_view field) override {
    if (outer == kOutside) return kFile;
    if (outer == kFile) return EnterOfFile(field);
    if (outer == kNodes) return profile.nodes.emplace_back(), kNode;
    if (outer == kNode) return field == "callFrame" ? kFrame : field == "children" ? kChildren : kSkipped;
    if (outer == kOldNode) return field == "children" ? kOldChildren : field == "callFrame" ? kFrame : kSkipped;
    return outer == kOldChildren ? OpenOldNode() : kSkipped;
  }

  int EnterOfFile(std::string_view field) {
    if (field == "nodes") return kNodes;
    if (field == "samples") return kSamples;
    if (field == "timeDeltas") return kDeltas;
    if (field == "timestamps") return kTimes;
    return field == "head" ? OpenOldNode() : kSkipped;
  }

  // Older nodes contain their children. The place of the parent is enough until ids are known.
  int OpenOldNode() {
    is_old_ = true;
    open_.push_back(profile.nodes.size());
    profile.nodes.emplace_back().id = static_cast<std::int64_t>(open_.back());
    return kOldNode;
  }

  void Leave(int state) override {
    if (state != kOldNode) return;
    const std::int64_t id = profile.nodes[open_.back()].id;
    open_.pop_back();
    if (!open_.empty()) profile.nodes[open_.back()].children.push_back(id);
  }

  void Take(int state, std::string_view field, const JsonValue& value) override {
    if (state == kSamples) profile.samples.push_back(value.Index());
    if (state == kDeltas) profile.deltas.push_back(value.number);
    if (state == kTimes) timestamps_.push_back(value.number);
    if (state == kChildren) profile.nodes.back().children.push_back(value.Index());
    if (state == kNode) TakeOfV8Node(field, value, profile.nodes.back());
    if (state == kFrame)
      TakeOfV8Frame(field, value, profile.nodes[open_.empty() ? profile.nodes.size() - 1 : open_.back()]);
    if (state == kOldNode) {
      TakeOfV8Node(field, value, profile.nodes[open_.back()]);
      TakeOfV8Frame(field, value, profile.nodes[open_.back()]);
      if (field == "selfSize") TakeSize(value.Index());
    }
    if (state == kFile && field == "startTime") profile.start = value.number;
    if (state == kFile && field == "endTime") profile.end = value.number;
  }

  void TakeSize(std::int64_t size) {
    while (sizes.size() < profile.nodes.size()) sizes.push_back(0);
    sizes[open_.back()] = size;
  }

  bool is_old_ = false;
  std::vector<std::size_t> open_;   // older nodes that are open, outermost first
  std::vector<double> timestamps_;  // in microseconds
};

class CpuProfileAdder {
 public:
  CpuProfileAdder(const StackInput& input, CpuProfileSink& sink) : input_(input), sink_(sink), frames_(input.options) {}

  void AddAll() {
    if (sink_.sizes.empty()) {
      sink_.Finish();
      V8Samples(input_, sink_.profile).AddTo(builder_, frames_, 0, event_.count);
    } else {
      event_ = CountEvent("bytes", "bytes");
      event_.is_sampled = false;
      V8Samples(input_, sink_.profile).AddValues(builder_, frames_, 0, sink_.sizes);
    }
  }

  StackProfile Finish() {
    StackProfile profile;
    profile.events.push_back(std::move(event_));
    return FinishStacks(input_, std::move(profile), builder_, frames_);
  }

 private:
  const StackInput& input_;
  CpuProfileSink& sink_;
  Frames frames_;
  ContextBuilder builder_;
  StackEvent event_ = TimeEvent("time");
};

}  // namespace

StackProfile ReadCpuProfile(const StackInput& input) { return ReadInJson<CpuProfileSink, CpuProfileAdder>(input); }

}  // namespace profdiff
