// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of each listing in machine formats, their order, and the names of functions.
#ifndef PROFDIFF_REPORT_MACHINE_ROWS_H_
#define PROFDIFF_REPORT_MACHINE_ROWS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"

namespace profdiff {

// An entry of a call graph with its printed number.
struct MachineEntry {
  std::uint32_t number = 0;
  FunctionId function;  // exactly one of `function` and `cycle` is valid
  CycleId cycle;
};

// The rows of the requested listings that --limit keeps.
struct MachineRows {
  std::vector<FunctionId> flat;
  std::vector<MachineEntry> entries;
  std::vector<ArcId> arcs;  // arcs of `entries`, the largest time or change first
  std::vector<FunctionId> counts;
  std::vector<BlockCount> blocks;  // blocks of the functions in `counts`
  ContextRows contexts;
  MachineLeftOut left_out;
};

MachineRows ChooseRows(const Execution& execution, MachineListings listings, const ListingOptions& options);
MachineRows ChooseRows(const Difference& difference, MachineListings listings, const ListingOptions& options);

// The functions and cycles to which rows refer, each of them once.
struct MachineMembers {
  // Functions of the flat listing in its order, then those of other listings, of arcs and of cycles.
  std::vector<FunctionId> functions;
  std::vector<CycleId> cycles;  // in ascending order
};

MachineMembers MembersOf(const MachineRows& rows, const Execution& execution);
MachineMembers MembersOf(const MachineRows& rows, const Difference& difference);

// Returns "onlyBase" or "onlyOther" for a row that exists on one side only; otherwise "changed" or "unchanged".
std::string_view StatusName(bool in_base, bool in_other, bool differs);

// Ids and numbers in output start at 1.
inline std::int64_t IdOf(FunctionId f) { return std::int64_t{f.value} + 1; }
inline std::int64_t NumberOf(CycleId cycle) { return std::int64_t{cycle.value} + 1; }

// The names and source locations of the functions in one table.
class FunctionTexts {
 public:
  // `shortens` is true if long demangled names are shortened.
  FunctionTexts(const FunctionTable& functions, DemangleStyle demangle, bool shortens = false)
      : functions_(functions), demangle_(demangle), shortens_(shortens) {}

  // Returns the demangled name. A shortened name is at most 2,000 bytes or four times as long as the linkage name. It
  // ends with a hash of the whole name, so that different functions keep different names.
  std::string Name(FunctionId f) const;
  std::string LinkageName(FunctionId f) const { return AsUtf8(functions_[f].name); }
  // Returns the source file; empty if unknown. If functions are identified by their image, there are no files.
  std::string File(FunctionId f) const;
  std::string Image(FunctionId f) const;
  bool HasImages() const { return functions_.units_are_images; }
  std::string Address(FunctionId f) const;
  static std::string AddressText(std::uint64_t address);
  // Returns the source line; 0 if unknown.
  std::uint32_t Line(FunctionId f) const { return functions_[f].file.valid() ? functions_[f].line : 0; }

 private:
  const FunctionTable& functions_;
  DemangleStyle demangle_;
  bool shortens_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_ROWS_H_
