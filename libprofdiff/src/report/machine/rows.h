// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine-readable formats share: which rows a listing has, in which order, and how functions are named.
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

// An entry of a call graph with the number that people see.
struct MachineEntry {
  std::uint32_t number = 0;
  FunctionId function;  // exactly one of the two is valid
  CycleId cycle;
};

// The rows of the listings that were asked for, cut to the limit.
struct MachineRows {
  std::vector<FunctionId> flat;
  std::vector<MachineEntry> entries;
  std::vector<ArcId> arcs;  // that the entries list: largest time or change first
  std::vector<FunctionId> counts;
  std::vector<BlockCount> blocks;  // of `counts`
  ContextRows contexts;
  MachineLeftOut left_out;
};

MachineRows ChooseRows(const Execution& execution, MachineListings listings, const ListingOptions& options);
MachineRows ChooseRows(const Difference& difference, MachineListings listings, const ListingOptions& options);

// Everything that rows speak of, each once.
struct MachineMembers {
  std::vector<FunctionId> functions;  // in the order of the first listing, then what the others and cycles add
  std::vector<CycleId> cycles;        // ascending
};

MachineMembers MembersOf(const MachineRows& rows, const Execution& execution);
MachineMembers MembersOf(const MachineRows& rows, const Difference& difference);

// Times of one execution. Not a number without a histogram.
struct MachineTimes {
  double percent = 0, self = 0, total = 0;
};

MachineTimes FlatTimes(const Execution& execution, FunctionId f);
MachineTimes GraphTimes(const Execution& execution, const Propagated& kept);
// The whole time of a cycle, independent of the selection.
MachineTimes CycleTimes(const Execution& execution, CycleId cycle);

// The share of a change in all changes, in per cent.
double ImpactOf(const Difference& difference, double base_seconds, double other_seconds);

// "changed", "unchanged", "onlyBase" or "onlyOther".
std::string_view StatusName(bool in_base, bool in_other, bool differs);
// Compares calls if both sides have counted them.
bool Differs(const SideNumbers& base, const SideNumbers& other, bool calls_known);
bool KeptDiffers(const SideNumbers& base, const SideNumbers& other, bool calls_known);
bool Differs(const SideArc& base, const SideArc& other, bool calls_known);

// The rule of a match; empty for a function on one side.
std::string_view MatchName(const Match::Pair& pair);

// People count from 1.
inline std::int64_t IdOf(FunctionId f) { return std::int64_t{f.value} + 1; }
inline std::int64_t NumberOf(CycleId cycle) { return std::int64_t{cycle.value} + 1; }

// Names and places of the functions of one table.
class FunctionTexts {
 public:
  FunctionTexts(const FunctionTable& functions, DemangleStyle demangle) : functions_(functions), demangle_(demangle) {}

  std::string Name(FunctionId f) const;
  std::string LinkageName(FunctionId f) const { return AsUtf8(functions_[f].name); }
  // Empty when unknown. Where functions are known by image, there is no file.
  std::string File(FunctionId f) const;
  std::string Image(FunctionId f) const;
  bool HasImages() const { return functions_.units_are_images; }
  std::string Address(FunctionId f) const;
  static std::string AddressText(std::uint64_t address);
  // 0 when unknown.
  std::uint32_t Line(FunctionId f) const { return functions_[f].file.valid() ? functions_[f].line : 0; }

 private:
  const FunctionTable& functions_;
  DemangleStyle demangle_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_ROWS_H_
