// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of each listing in machine formats, their order, and the names of functions.
#ifndef PROFDIFF_REPORT_MACHINE_ROWS_H_
#define PROFDIFF_REPORT_MACHINE_ROWS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "profdiff/context_listing.h"
#include "profdiff/formats.h"

namespace profdiff {

// An entry of a call graph with its printed number.
struct MachineEntry {
  std::uint32_t number = 0;
  FunctionId function;  // exactly one of `function` and `cycle` is valid
  CycleId cycle;
};

// The rows of the requested listings, cut to the limit.
struct MachineRows {
  std::vector<FunctionId> flat;
  std::vector<MachineEntry> entries;
  std::vector<ArcId> arcs;  // arcs of the entries, largest time or change first
  std::vector<FunctionId> counts;
  std::vector<BlockCount> blocks;  // blocks of `counts`
  ContextRows contexts;
  MachineLeftOut left_out;
};

MachineRows ChooseRows(const Execution& execution, MachineListings listings, const ListingOptions& options);
MachineRows ChooseRows(const Difference& difference, MachineListings listings, const ListingOptions& options);

// The functions and cycles to which rows refer, each of them once.
struct MachineMembers {
  // Functions of the first listing in its order, then further functions of other listings and of cycles.
  std::vector<FunctionId> functions;
  std::vector<CycleId> cycles;  // in ascending order
};

MachineMembers MembersOf(const MachineRows& rows, const Execution& execution);
MachineMembers MembersOf(const MachineRows& rows, const Difference& difference);

// The times of one execution. All values are NaN if there is no histogram.
struct MachineTimes {
  double percent = 0, self = 0, total = 0;
};

MachineTimes FlatTimes(const Execution& execution, FunctionId f);
MachineTimes GraphTimes(const Execution& execution, const Propagated& kept);
// Returns the whole time of a cycle, independent of the selection.
MachineTimes CycleTimes(const Execution& execution, CycleId cycle);

// Returns a change as a percentage of the sum of all changes.
double ImpactOf(const Difference& difference, double base_seconds, double other_seconds);

// Returns "changed", "unchanged", "onlyBase" or "onlyOther".
std::string_view StatusName(bool in_base, bool in_other, bool differs);
// True if the sides differ. Calls are compared if both sides counted them.
bool Differs(const SideNumbers& base, const SideNumbers& other, bool calls_known);
bool KeptDiffers(const SideNumbers& base, const SideNumbers& other, bool calls_known);
bool Differs(const SideArc& base, const SideArc& other, bool calls_known);

// Returns the rule of a match; empty for a function that exists on one side only.
std::string_view MatchName(const Match::Pair& pair);

// Ids in output start at 1.
inline std::int64_t IdOf(FunctionId f) { return std::int64_t{f.value} + 1; }
inline std::int64_t NumberOf(CycleId cycle) { return std::int64_t{cycle.value} + 1; }

// The names and places of the functions in one table.
class FunctionTexts {
 public:
  FunctionTexts(const FunctionTable& functions, DemangleStyle demangle) : functions_(functions), demangle_(demangle) {}

  std::string Name(FunctionId f) const;
  std::string LinkageName(FunctionId f) const { return AsUtf8(functions_[f].name); }
  // Returns the file; empty if unknown. Tables whose functions are identified by image have no files.
  std::string File(FunctionId f) const;
  std::string Image(FunctionId f) const;
  bool HasImages() const { return functions_.units_are_images; }
  std::string Address(FunctionId f) const;
  static std::string AddressText(std::uint64_t address);
  // Returns the line; 0 if unknown.
  std::uint32_t Line(FunctionId f) const { return functions_[f].file.valid() ? functions_[f].line : 0; }

 private:
  const FunctionTable& functions_;
  DemangleStyle demangle_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_ROWS_H_
