// SPDX-License-Identifier: GPL-3.0-or-later
// A profile of V8 as its formats store it, and the addition of its samples.
// Tests: tests/unit/read/browser/cpu_profile_test.cpp, chrome_samples_test.cpp.
#ifndef PROFDIFF_READ_BROWSER_V8_PROFILE_H_
#define PROFDIFF_READ_BROWSER_V8_PROFILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "read/profiles/input.h"
#include "read/profiles/json_states.h"

namespace profdiff {

// A function in the tree of calls. A node has either the ids of its children or the id of its parent.
struct V8Node {
  std::int64_t id = JsonValue::kNoIndex, parent = JsonValue::kNoIndex;
  std::string name, url;
  IndexColumn children;
};

struct V8Profile {
  std::vector<V8Node> nodes;
  IndexColumn samples;         // ids of nodes
  std::vector<double> deltas;  // microseconds since the previous sample; for the first one, since the start
  double start = 0, end = 0;   // in microseconds
  // True if nodes may be missing, because the recording began or ended within the profile.
  bool is_part = false;
};

// Stores a member of a node, or of its "callFrame".
void TakeOfV8Node(std::string_view field, const JsonValue& value, V8Node& node);
void TakeOfV8Frame(std::string_view field, const JsonValue& value, V8Node& node);

// Adds the samples of one profile to a builder.
class V8Samples {
 public:
  V8Samples(const StackInput& input, const V8Profile& profile) : input_(input), profile_(profile) {}

  // Adds all samples to `event`, and their number to `count`.
  // Errors: kBadProfile for ids without a node, for cycles, and for unequal numbers of samples and times; kOverflow.
  void AddTo(ContextBuilder& builder, Frames& frames, std::size_t event, std::uint64_t& count);
  // Adds a value for each node, without the nodes below it. Errors: as above.
  void AddValues(ContextBuilder& builder, Frames& frames, std::size_t event, const IndexColumn& values);

  // Number of samples whose node is missing; they have no stack.
  std::uint64_t without_node() const { return without_node_; }

 private:
  using TimedSample = std::pair<std::int64_t, std::int64_t>;  // ticks since the start, id of a node

  void FindPlaces();
  [[noreturn]] void Fail(const std::string& reason, std::int64_t number) const;
  std::int64_t Ticks(double microseconds) const;
  // Returns the index of a node; kNoIndex if it is missing in a part of a profile.
  std::int64_t PlaceOf(std::int64_t id) const;
  std::vector<StackTable::Row> Rows(Frames& frames) const;
  std::vector<TimedSample> SamplesInOrder() const;

  const StackInput& input_;
  const V8Profile& profile_;
  HashMap<std::int64_t, std::size_t> places_;  // index of the node, by id
  std::uint64_t without_node_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_BROWSER_V8_PROFILE_H_
