// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of an OTF2 archive: selects them from its metrics, and reads their values.
// Tests: tests/unit/read/trace/otf2/counters_test.cpp.
#ifndef PROFDIFF_READ_TRACE_OTF2_COUNTERS_H_
#define PROFDIFF_READ_TRACE_OTF2_COUNTERS_H_

#include <otf2/otf2.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/call_tree_builder.h"
#include "read/trace/otf2/definitions.h"

namespace profdiff {

// The counters that an archive's metrics define.
class CounterDefinitions {
 public:
  // Largest number of counters; further ones are omitted, since each counter needs memory in every region of the
  // program.
  static constexpr std::size_t kMostCounters = 1024;

  struct Member {
    CounterId counter;  // invalid if the metric is not used as a counter
    bool is_relative = false;
    // True if a value is relative and applies to the time from its reading to the next one.
    bool is_of_future = false;
    double factor = 1, divisor = 1;
  };
  // A metric class or one of its instances. An instance is used only if it measures the location that records it.
  struct Group {
    std::vector<Member> members;
    // For an instance: the only location whose readings are used, or OTF2_UNDEFINED_LOCATION if none are. Not set for a
    // class.
    std::optional<OTF2_LocationRef> only;
  };

  CounterDefinitions() = default;
  explicit CounterDefinitions(const ArchiveDefinitions& definitions);

  const std::vector<Counter>& counters() const { return counters_; }
  // Returns null for a metric that is not defined.
  const Group* Find(OTF2_MetricRef metric) const;
  // Appends one remark for each reason why metrics were omitted.
  void AppendRemarks(const std::string& path, std::vector<Message>& remarks) const;

 private:
  Member MakeMember(const ArchiveDefinitions& definitions, OTF2_MetricMemberRef member);

  std::vector<Counter> counters_;
  std::map<std::string, CounterId> ids_;
  std::map<OTF2_MetricRef, Group> groups_;
  std::set<std::string> momentary_, shared_, without_factor_, too_many_;  // names of omitted metrics, by reason
};

// Kinds of problems with readings. Each problem is reported only once for each counter.
class CounterOddities {
 public:
  enum class Kind : std::uint8_t {
    kUndefined,
    kOtherSize,
    kWithoutCalls,
    kManySets,
    kTwice,
    kBackwards,
    kNotFinite,
    kOtherType
  };

  void See(Kind kind, CounterId counter = {}) { seen_.emplace(kind, counter); }
  void AppendRemarks(const std::string& path, const std::vector<Counter>& counters,
                     std::vector<Message>& remarks) const;

 private:
  std::set<std::pair<Kind, CounterId>> seen_;
};

// Converts the metric events of one location to readings.
class CounterReader {
 public:
  // Largest number of sets (metric classes or instances) of a location. Readings of further sets are omitted, since
  // each set adds to the cost of every call.
  static constexpr std::size_t kMostSets = 256;

  CounterReader(const CounterDefinitions& definitions, OTF2_LocationRef location, CounterOddities& odd)
      : definitions_(definitions), location_(location), odd_(odd) {}

  // Adds a metric event of the builder's location, with one type in `types` for each value.
  void Read(OTF2_MetricRef metric, std::uint64_t nanoseconds, std::span<const OTF2_MetricValue> values,
            const OTF2_Type* types, const CallTreeBuilder& builder);
  // Returns the readings. Must be called after the last event.
  CounterReadings Take(const CallTreeBuilder& builder);

 private:
  // A counter and the position of its value in the metric events of a set.
  struct Place {
    std::size_t position = 0;
    const CounterDefinitions::Member* member = nullptr;
    std::optional<OTF2_Type> type = {};  // type of `last`; nullopt before the first reading
    OTF2_MetricValue last = {};
    // Amount of the last reading if Member::is_of_future is set; it is stored with the time of the next reading.
    double pending = 0;
  };
  struct Set {
    std::uint32_t number = 0;  // index in CounterReadings::sets
    std::size_t size = 0;      // number of members of the set's metric class
    std::vector<Place> places;
  };

  Set* FindSet(OTF2_MetricRef metric);
  void AddReading(const Set& set, std::uint64_t nanoseconds, const CallTreeBuilder& builder);
  double Amount(Place& place, OTF2_Type type, OTF2_MetricValue value);
  double Increase(Place& place, OTF2_Type type, OTF2_MetricValue value);

  const CounterDefinitions& definitions_;
  const OTF2_LocationRef location_;
  CounterOddities& odd_;
  std::map<OTF2_MetricRef, Set> sets_;
  std::vector<bool> taken_;  // for each CounterId: true if a set of this location contains the counter
  CounterReadings made_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_OTF2_COUNTERS_H_
