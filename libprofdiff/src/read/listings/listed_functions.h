// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the parts of a listing: the flat profile knows functions by name, the call graph by number, and only the index
// has the source files of static functions.
// Tests: tests/unit/read/listings/gprof_listing_test.cpp.
#ifndef PROFDIFF_READ_LISTINGS_LISTED_FUNCTIONS_H_
#define PROFDIFF_READ_LISTINGS_LISTED_FUNCTIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/seeded_hash.h"
#include "profdiff/image.h"
#include "profdiff/profile.h"
#include "read/listings/listing_lines.h"
#include "values/named_functions.h"

namespace profdiff {

class ListedFunctions {
 public:
  // The profile and its function table.
  struct Result {
    FunctionTable functions;
    Profile profile;
    std::size_t merged = 0;  // number of rows or entries that were added to another one of the same name
    bool fits = true;        // false if calls add up to more than 63 bits
  };

  void AddRow(const ListedRow& row);
  // Adds the line of an entry, or of a caller or callee, whose name may be one that has no entry.
  void AddEntry(const ListedEntry& entry);
  // Adds calls, which the entries of both the caller and the callee list. Returns false if these differ.
  [[nodiscard]] bool AddCall(const ListedName& caller, const ListedName& callee, std::uint64_t count);
  // Adds a line of the index. Must follow the call graph.
  void AddIndexLine(std::string_view line);

  bool empty() const { return rows_.empty() && entries_.empty(); }
  std::size_t size() const { return rows_.size() + entries_.size(); }

  // Returns the profile, in samples of `rate` per unit of time.
  Result Take(double rate);

 private:
  struct Row {
    std::string name;
    double self = 0;
    std::uint64_t calls = 0;
    bool is_used = false;
  };
  struct Entry {
    std::string name, file;
    double self = 0;
    std::uint64_t calls = 0, self_calls = 0;
    bool has_numbers = false;  // false if only callers or callees name it
  };
  struct Call {
    std::uint32_t caller, callee;  // indices in entries_
    std::uint64_t count;
  };

  std::uint32_t EntryOf(const ListedName& name);
  std::size_t SkipToName(std::string_view line, std::size_t at, std::uint32_t& entry) const;

  std::vector<Row> rows_;
  std::vector<Entry> entries_;
  HashMap<std::uint32_t, std::uint32_t> places_;  // index in entries_, by number in the listing
  HashMap<std::uint64_t, std::size_t> call_ids_;  // index in calls_, by both entries
  std::vector<Call> calls_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_LISTINGS_LISTED_FUNCTIONS_H_
