// SPDX-License-Identifier: GPL-3.0-or-later
// Writes OTF2 archives with arbitrary definitions and events. Available only in builds with the OTF2 library.
#ifndef TESTS_SUPPORT_OTF2_ARCHIVE_H_
#define TESTS_SUPPORT_OTF2_ARCHIVE_H_

#include <otf2/otf2.h>

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace tests {

struct Otf2Region {
  std::string name;
  OTF2_RegionRole role = OTF2_REGION_ROLE_FUNCTION;
  OTF2_Paradigm paradigm = OTF2_PARADIGM_COMPILER;
  std::string file = {};
  std::uint32_t line = 0;
};

struct Otf2Member {
  std::string name;
  OTF2_MetricMode mode = OTF2_METRIC_ACCUMULATED_START;
  OTF2_Base base = OTF2_BASE_DECIMAL;
  std::int64_t exponent = 0;
  std::string unit = "#";
};

struct Otf2Instance {
  OTF2_MetricRef metric = 0, metric_class = 0;
  OTF2_LocationRef recorder = 0;
  OTF2_MetricScope scope = OTF2_SCOPE_LOCATION;
  std::uint64_t scope_id = 0;
};

struct Otf2Value {
  OTF2_Type type = OTF2_TYPE_UINT64;
  OTF2_MetricValue value = {};
};
Otf2Value Unsigned(std::uint64_t value);
Otf2Value Signed(std::int64_t value);
Otf2Value Floating(double value);

// The events of a location, in order.
class Otf2Location {
 public:
  Otf2Location(std::uint64_t number, std::uint32_t rank) : number_(number), rank_(rank) {}

  std::uint64_t number() const { return number_; }
  std::uint32_t rank() const { return rank_; }

  Otf2Location& Enter(std::uint64_t tick, OTF2_RegionRef region);
  Otf2Location& Leave(std::uint64_t tick, OTF2_RegionRef region);
  Otf2Location& Read(std::uint64_t tick, OTF2_MetricRef metric, std::vector<Otf2Value> values);
  // Add an event of a message, or the end of a collective operation. The archive must have a communicator. The other
  // process is given by its rank.
  Otf2Location& Send(std::uint64_t tick, std::uint32_t receiver, std::uint32_t tag, std::uint64_t bytes);
  Otf2Location& Receive(std::uint64_t tick, std::uint32_t sender, std::uint32_t tag, std::uint64_t bytes);
  // Add the start and the end of a non-blocking receive.
  Otf2Location& StartReceive(std::uint64_t tick, std::uint32_t request);
  Otf2Location& EndReceive(std::uint64_t tick, std::uint32_t sender, std::uint32_t tag, std::uint64_t bytes,
                           std::uint32_t request);
  Otf2Location& Collective(std::uint64_t tick, std::uint32_t root, std::uint64_t bytes);
  // Add the end of a fence, and the events of a lock of the window of a rank. All refer to window 0.
  Otf2Location& Fence(std::uint64_t tick);
  Otf2Location& Lock(std::uint64_t tick, std::uint32_t rank, bool is_exclusive);
  Otf2Location& Unlock(std::uint64_t tick, std::uint32_t rank);

  void Write(OTF2_EvtWriter* writer) const;

 private:
  struct Event {
    char kind = 'E';
    std::uint64_t tick = 0;
    std::uint32_t ref = 0;
    std::vector<Otf2Value> values = {};
    std::uint32_t tag = 0;
    std::uint64_t bytes = 0;
    std::uint32_t request = 0;
  };

  std::uint64_t number_;
  std::uint32_t rank_;
  std::vector<Event> events_;
};

// An archive whose ticks are nanoseconds.
struct Otf2Archive {
  std::vector<Otf2Region> regions;                      // indexed by OTF2_RegionRef
  std::vector<std::vector<Otf2Member>> metric_classes;  // indexed by OTF2_MetricRef
  std::vector<Otf2Instance> metric_instances;           // their ids follow those of the metric classes
  std::deque<Otf2Location> locations;
  // True for a communicator with id 0, whose members are each rank's first location, and for its window with id 0.
  bool has_communicator = false;

  // Returns the region with this name; adds it if necessary.
  OTF2_RegionRef Region(const std::string& name);
  // Adds a location to a rank.
  Otf2Location& AddLocation(std::uint32_t rank);
  // Returns false if the archive cannot be written.
  bool Write(const std::string& folder) const;
};

}  // namespace tests

#endif  // TESTS_SUPPORT_OTF2_ARCHIVE_H_
