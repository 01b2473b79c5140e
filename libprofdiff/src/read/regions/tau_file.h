// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the profile of one thread as TAU writes it.
// Tests: tests/unit/read/regions/tau_test.cpp.
#ifndef PROFDIFF_READ_REGIONS_TAU_FILE_H_
#define PROFDIFF_READ_REGIONS_TAU_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "read/file/byte_source.h"
#include "read/file/text_lines.h"
#include "read/regions/region_table.h"

namespace profdiff {

// The table of all threads of an execution, and what is known of its paths.
class TauTable {
 public:
  explicit TauTable(const RegionSelection& selection) : selection_(selection) {}

  const RegionSelection& selection() const { return selection_; }

  // Adds a file. `path` is for messages. If it throws, the rows before the damage have been added.
  // Errors: kTruncated, kBadProfile.
  void Add(ByteSource& source, const std::string& path, std::uint32_t location);

  // Returns the table; `path` is the path of the whole execution.
  RegionTable Take(const std::string& path);

  RegionTable table;

 private:
  friend class TauFileReader;

  std::uint64_t parts_ = 0;    // rows left out because other rows include their values
  std::uint64_t markers_ = 0;  // events that repeat the largest or smallest value of another one
  bool has_wrapped_ = false;   // true if a time may be 2^32 microseconds too large

  // What a name of a row stands for.
  struct Name {
    std::uint32_t node = RegionTable::kNone;
    std::uint32_t depth = 0;  // number of functions on the path
  };
  const Name& FindName(std::string_view text, std::string_view groups);

  // The values of an event of the program, which may be repeated by path.
  struct EventRow {
    std::string name;  // without the path
    std::uint32_t node = RegionTable::kNone;
    double sum = 0;
  };
  void AddEvents(std::vector<EventRow> rows, std::uint32_t location);

  bool HasWholePaths() const;
  void MoveRestToTop();

  const RegionSelection& selection_;
  HashMap<std::string, Name> names_;
  std::vector<std::uint32_t> depths_;  // by node: number of functions on its path
  std::uint32_t cut_ = 0;              // number of functions on the longest paths that TAU records; 0 if unknown
  std::vector<std::pair<std::size_t, std::size_t>> files_;  // by file: the range of its values, without events
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_REGIONS_TAU_FILE_H_
