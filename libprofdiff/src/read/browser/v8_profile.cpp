// SPDX-License-Identifier: GPL-3.0-or-later
// A sample lasts until the next one, and the last sample until the end. Some versions of V8 write samples slightly out
// of order; they are sorted.
#include "read/browser/v8_profile.h"

#include <algorithm>

namespace profdiff {

void TakeOfV8Node(std::string_view field, const JsonValue& value, V8Node& node) {
  if (field == "id") node.id = value.Index();
  if (field == "parent") node.parent = value.Index();
}

void TakeOfV8Frame(std::string_view field, const JsonValue& value, V8Node& node) {
  if (field == "functionName") node.name = value.text;
  if (field == "url") node.url = value.text;
}

// Ids are arbitrary, so nodes are looked up in a table.
void V8Samples::FindPlaces() {
  for (std::size_t i = 0; i < profile_.nodes.size(); ++i) {
    if (!places_.emplace(profile_.nodes[i].id, i).second) Fail("two nodes have the same id", profile_.nodes[i].id);
  }
}

void V8Samples::AddValues(ContextBuilder& builder, Frames& frames, std::size_t event, const IndexColumn& values) {
  FindPlaces();
  StackTable stacks(builder, event, Rows(frames));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 0) Fail("no number of bytes in the node", profile_.nodes[i].id);
    if (values[i] == 0) continue;
    if (!builder.Add(stacks.NodeOf(input_, static_cast<std::int64_t>(i)), values[i], 0)) FailOfSize(input_);
  }
}

// Times are differences of rounded sums, not rounded differences, so rounding errors do not add up.
void V8Samples::AddTo(ContextBuilder& builder, Frames& frames, std::size_t event, std::uint64_t& count) {
  FindPlaces();
  StackTable stacks(builder, event, Rows(frames));
  const std::vector<TimedSample> samples = SamplesInOrder();
  // The end may be missing, or earlier than the last sample, whose duration is then zero. In a part of a profile, the
  // start may be missing, and the end is then the time of a clock.
  const bool has_end = !profile_.is_part || profile_.start != 0;
  const std::int64_t last = samples.empty() ? 0 : samples.back().first;
  const std::int64_t end = has_end ? std::max(last, Ticks(profile_.end - profile_.start)) : last;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::int64_t until = i + 1 < samples.size() ? samples[i + 1].first : end;
    const std::int64_t place = PlaceOf(samples[i].second);
    if (place == JsonValue::kNoIndex) ++without_node_;
    if (!builder.Add(stacks.NodeOf(input_, place), until - samples[i].first)) FailOfSize(input_);
    ++count;
  }
}

void V8Samples::Fail(const std::string& reason, std::int64_t number) const {
  throw FileError(input_, ErrorCode::kBadProfile, reason + ": " + std::to_string(number));
}

std::int64_t V8Samples::Ticks(double microseconds) const {
  constexpr double kMicrosecond = 1e3;  // in ticks
  const std::optional<std::int64_t> ticks = ToTicks(microseconds, kMicrosecond);
  if (!ticks) throw FileError(input_, ErrorCode::kOverflow, "a time that is too large");
  return *ticks;
}

std::int64_t V8Samples::PlaceOf(std::int64_t id) const {
  const auto found = places_.find(id);
  if (found == places_.end() && profile_.is_part) return JsonValue::kNoIndex;
  if (found == places_.end()) Fail("no node has the id", id);
  return static_cast<std::int64_t>(found->second);
}

std::vector<StackTable::Row> V8Samples::Rows(Frames& frames) const {
  const std::vector<V8Node>& nodes = profile_.nodes;
  std::vector<StackTable::Row> rows(nodes.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (nodes[i].parent != JsonValue::kNoIndex) rows[i].below = PlaceOf(nodes[i].parent);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::int64_t child : nodes[i].children) {
      const std::int64_t place = PlaceOf(child);
      if (place != JsonValue::kNoIndex) rows[static_cast<std::size_t>(place)].below = static_cast<std::int64_t>(i);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // The root of the tree is no function: samples of its own have an empty stack.
    if (rows[i].below == JsonValue::kNoIndex && nodes[i].name == "(root)") continue;
    rows[i].function = frames.Find(nodes[i].name.empty() ? "(anonymous)" : nodes[i].name, nodes[i].url);
  }
  return rows;
}

std::vector<V8Samples::TimedSample> V8Samples::SamplesInOrder() const {
  if (profile_.samples.size() != profile_.deltas.size() && !input_.options.salvage) {
    Fail(std::to_string(profile_.samples.size()) + " samples, but a different number of times",
         static_cast<std::int64_t>(profile_.deltas.size()));
  }
  std::vector<TimedSample> samples;
  double time = 0;
  for (std::size_t i = 0; i < std::min(profile_.samples.size(), profile_.deltas.size()); ++i) {
    time += profile_.deltas[i];
    samples.emplace_back(Ticks(time), profile_.samples[i]);
  }
  // The sort is stable: samples at the same time stay in file order, so the last of them gets the time until the next
  // sample.
  std::ranges::stable_sort(samples, {}, &TimedSample::first);
  return samples;
}

}  // namespace profdiff
