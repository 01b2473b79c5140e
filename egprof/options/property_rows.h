// SPDX-License-Identifier: GPL-3.0-or-later
// Options of the commands that look for performance properties.
// Tests: tests/unit/egprof/check/options_test.cpp, tests/unit/egprof/search/options_test.cpp.
#ifndef EGPROF_OPTIONS_PROPERTY_ROWS_H_
#define EGPROF_OPTIONS_PROPERTY_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/cli/option_row.h"
#include "profdiff/properties.h"
#include "profdiff/store.h"

namespace egprof {

inline constexpr std::string_view kErrors = "errors";  // the condition that the run has errors

// A condition on findings, such as "LC1MissesOverMemRef > 5%", "severity > 0.2" or "growth >= 1%".
struct PropertyGate {
  std::string text;  // the condition as the user wrote it
  // a property; "severity" of any property; "growth": the other side's severity minus the base's; or kErrors
  std::string name;
  std::string relation;  // ">", ">=", "<", "<="
  double limit = 0;

  bool Holds(double value) const;
};

// Parses a condition. Errors: kBadArgument, with `text` in the message.
PropertyGate ParsePropertyGate(std::string_view text);

// The properties to look for, and the part of the program to examine.
struct FindingOptions {
  std::vector<std::string> property_files;    // --properties
  profdiff::PropertyOptions properties;       // --threshold, --min-share, --min-confidence
  profdiff::MeasureOptions measure;           // --phase, --instances
  std::vector<PropertyGate> gates;            // --fail-if
  std::optional<std::string> page;            // --html
  std::optional<profdiff::StoredPath> store;  // --db
  std::string structure;                      // --structure; empty if not given
};

// A simulated cache: size in bytes, number of ways, and bytes per line.
struct CacheShape {
  std::uint64_t size = 0, ways = 0, line = 0;

  // Returns text such as "32768,8,64".
  std::string Text() const;
};

// The caches that --cache describes; nullopt if not given.
struct CacheOptions {
  std::optional<CacheShape> first_cache, last_cache;
};

// Act on FindingOptions.
extern const OptionRow kPhaseRow, kInstancesRow, kPropertyGateRow, kPropertyPageRow, kPropertyStoreRow, kStructureRow;
extern const OptionRow kPropertyRows[4];  // --properties, --threshold, --min-share, --min-confidence

// Acts on CacheOptions.
extern const OptionRow kCacheRow;

}  // namespace egprof

#endif  // EGPROF_OPTIONS_PROPERTY_ROWS_H_
