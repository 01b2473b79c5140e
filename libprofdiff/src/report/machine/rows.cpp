// SPDX-License-Identifier: GPL-3.0-or-later
// Selects the rows of machine-readable formats. The rows and their order are the same as in the text reports. An item,
// such as an arc, has only one row, even if a text report prints it in several places.
// Tests: tests/unit/report/machine/csv_test.cpp, tests/unit/report/machine/json_test.cpp.
#include "report/machine/rows.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/name_parts.h"
#include "base/nanoseconds.h"
#include "base/seeded_hash.h"
#include "base/short_name.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/listing.h"
#include "report/format/limit.h"
#include "report/gprof/listed.h"
#include "report/machine/contexts.h"
#include "values/known_calls.h"
#include "values/row_order.h"

namespace profdiff {
namespace {

// ---- one execution ----

// Returns the listed entries. Entries that are not listed are numbered as well, so that numbers are the same as in the
// text report (GPROF.md, section 8.6).
std::vector<MachineEntry> GraphEntries(const Execution& execution, bool show_unused) {
  std::vector<MachineEntry> entries;
  std::uint32_t number = 0;
  for (const EntryOrder::Entry& entry : NumberEntries(execution).entries) {
    ++number;
    if (IsListed(execution, entry, show_unused)) entries.push_back({number, entry.function, entry.cycle});
  }
  return entries;
}

bool WasExecuted(const BlockCount& block) { return block.count != 0; }

// Returns the rows of the listing of execution counts. A function without calls has a row if one of its blocks was
// executed (-l).
std::vector<FunctionId> CountRows(const Execution& execution, bool show_unused) {
  std::vector<FunctionId> rows;
  for (std::size_t i = 0; i < execution.functions.size(); ++i) {
    FunctionId f(i);
    bool used = show_unused || execution.profile.calls[i] != 0 ||
                std::ranges::any_of(BlocksIn(execution.profile, f), WasExecuted);
    if (used && execution.selection.Selects(SpecTable::kExec, f)) rows.push_back(f);
  }
  // Rows are sorted by source location, then in the order of the table. Unlike gprof's order (GPROF.md, section 12),
  // this order is consistent.
  auto place = [&](FunctionId f) {
    const Function& function = execution.functions[f];
    return std::tuple(execution.functions.FilePath(f), function.line, function.address);
  };
  std::ranges::stable_sort(rows, {}, place);
  return rows;
}

std::vector<BlockCount> BlocksOf(const Execution& execution, const std::vector<FunctionId>& rows, bool show_unused) {
  std::vector<BlockCount> blocks;
  for (FunctionId f : rows) {
    for (const BlockCount& block : BlocksIn(execution.profile, f)) {
      if (WasExecuted(block) || show_unused) blocks.push_back(block);
    }
  }
  return blocks;
}

// ---- arcs ----

// Returns, by FunctionId: 1 for functions with an entry, 0 for others.
std::vector<char> WithEntry(const std::vector<MachineEntry>& entries, std::size_t functions) {
  std::vector<char> has_entry(functions);
  for (const MachineEntry& entry : entries) {
    if (entry.function.valid()) has_entry[entry.function.value] = 1;
  }
  return has_entry;
}

// An arc and its sort key: arcs are sorted by descending time, then by descending calls, then in the order of the
// graph.
struct SizedArc {
  double seconds = 0;
  double calls = 0;
  ArcId arc;

  bool operator<(const SizedArc& that) const {
    return std::tie(that.seconds, that.calls, arc) < std::tie(seconds, calls, that.arc);
  }
};

std::vector<ArcId> Sorted(std::vector<SizedArc> sized) {
  std::sort(sized.begin(), sized.end());
  std::vector<ArcId> arcs;
  arcs.reserve(sized.size());
  for (const SizedArc& arc : sized) arcs.push_back(arc.arc);
  return arcs;
}

std::vector<ArcId> ArcsOf(const Execution& execution, const std::vector<MachineEntry>& entries) {
  std::size_t functions = execution.functions.size();
  std::vector<char> has_entry = WithEntry(entries, functions);
  std::vector<SizedArc> sized;
  for (std::size_t i = 0; i < execution.profile.arcs.size(); ++i) {
    const Arc& arc = execution.profile.arcs[i];
    if (arc.callee.value >= functions) continue;  // skips FunctionTable::indirect
    // An arc is a line in the entries of its caller and its callee, so it is listed if either function has an entry.
    if (has_entry[arc.caller.value] == 0 && has_entry[arc.callee.value] == 0) continue;
    sized.push_back({execution.graph.TimeOf(arc).Total(), static_cast<double>(arc.count), ArcId(i)});
  }
  return Sorted(std::move(sized));
}

std::vector<ArcId> ArcsOf(const Difference& difference, const std::vector<MachineEntry>& entries, bool show_unused) {
  std::vector<char> has_entry = WithEntry(entries, difference.functions.size());
  std::vector<SizedArc> sized;
  for (std::size_t i = 0; i < difference.arcs.size(); ++i) {
    const Difference::ArcRow& arc = difference.arcs[i];
    if (has_entry[arc.caller.value] == 0 && has_entry[arc.callee.value] == 0) continue;
    if (!WasSeen(difference, arc) && !show_unused) continue;
    // Changes are rounded to nanoseconds, so that the order does not depend on the last bit of a difference.
    double seconds = WholeNanoseconds(SecondsDifference(arc.base.Total(), arc.other.Total()));
    const auto calls = static_cast<double>(ChangeOfCalls(difference, arc.base.count, arc.other.count));
    sized.push_back({seconds, calls, ArcId(i)});
  }
  return Sorted(std::move(sized));
}

// ---- what rows refer to ----

// Collects the functions and cycles to which rows refer, each of them once.
class Members {
 public:
  Members(const Components& components, std::size_t functions)
      : components_(components), known_(functions), cycle_known_(components.members.size()) {}

  void Add(FunctionId f) {
    if (known_[f.value] != 0) return;
    known_[f.value] = 1;
    found_.functions.push_back(f);
    if (CycleId cycle = components_.cycle[f.value]; cycle.valid()) cycle_known_[cycle.value] = 1;
  }

  // The flat listing comes first, so the functions are in its order if there are no other listings.
  template <class Arcs>
  MachineMembers Find(const MachineRows& rows, const Arcs& arcs) {
    for (FunctionId f : rows.flat) Add(f);
    for (const MachineEntry& entry : rows.entries) {
      if (entry.function.valid()) Add(entry.function);
      if (entry.cycle.valid()) cycle_known_[entry.cycle.value] = 1;
    }
    for (FunctionId f : rows.counts) Add(f);
    for (ArcId id : rows.arcs) {
      Add(arcs[id.value].caller);
      Add(arcs[id.value].callee);
    }
    for (const ContextRow& row : rows.contexts.rows) {
      if (row.function.valid()) Add(row.function);
    }
    AddCycles();
    return std::move(found_);
  }

 private:
  // Adds the cycles to which rows refer, and all their members, because the object of a cycle refers to its members by
  // id.
  void AddCycles() {
    for (std::size_t c = 0; c < cycle_known_.size(); ++c) {
      if (cycle_known_[c] == 0) continue;
      found_.cycles.push_back(CycleId(c));
      for (FunctionId member : components_.members[c]) Add(member);
    }
  }

  const Components& components_;
  std::vector<char> known_, cycle_known_;
  MachineMembers found_;
};

}  // namespace

MachineRows ChooseRows(const Execution& execution, MachineListings listings, const ListingOptions& options) {
  MachineRows rows;
  if (listings.flat) {
    rows.flat = SortFlatRows(execution, options.show_unused);
    rows.left_out.flat = CutRows(rows.flat, options.limit);
  }
  if (listings.graph) {
    rows.entries = GraphEntries(execution, options.show_unused);
    rows.left_out.graph = CutRows(rows.entries, options.limit);
    rows.arcs = ArcsOf(execution, rows.entries);
  }
  if (listings.counts) {
    rows.counts = CountRows(execution, options.show_unused);
    rows.left_out.counts = CutRows(rows.counts, options.limit);
    rows.blocks = BlocksOf(execution, rows.counts, options.show_unused);
  }
  if (listings.tree) {
    rows.contexts = ChooseContexts(RequireContexts(execution), {*listings.tree, options.limit});
    rows.left_out.tree = rows.contexts.left_out;
  }
  return rows;
}

MachineRows ChooseRows(const Difference& difference, MachineListings listings, const ListingOptions& options) {
  MachineRows rows;
  if (listings.flat) {
    rows.flat = OrderFlatRows(difference, options.show_unused);
    rows.left_out.flat = CutRows(rows.flat, options.limit);
  }
  if (listings.graph) {
    std::uint32_t number = 0;
    for (const DifferenceEntry& entry : OrderEntries(difference, options.show_unused)) {
      rows.entries.push_back({++number, entry.function, entry.cycle});
    }
    rows.left_out.graph = CutRows(rows.entries, options.limit);
    rows.arcs = ArcsOf(difference, rows.entries, options.show_unused);
  }
  if (listings.counts) {
    rows.counts = OrderCountRows(difference, options.show_unused);
    rows.left_out.counts = CutRows(rows.counts, options.limit);
  }
  if (listings.tree) {
    rows.contexts = ChooseContexts(RequireContexts(difference), difference.match, {*listings.tree, options.limit});
    rows.left_out.tree = rows.contexts.left_out;
  }
  return rows;
}

MachineMembers MembersOf(const MachineRows& rows, const Execution& execution) {
  return Members(execution.graph.components, execution.graph.functions.size()).Find(rows, execution.profile.arcs);
}

MachineMembers MembersOf(const MachineRows& rows, const Difference& difference) {
  return Members(difference.components, difference.functions.size()).Find(rows, difference.arcs);
}

std::string_view StatusName(bool in_base, bool in_other, bool differs) {
  if (in_base != in_other) return in_base ? "onlyBase" : "onlyOther";
  return differs ? "changed" : "unchanged";
}

// A few bytes of a linkage name can stand for thousands of characters, so pages would be much larger than their inputs.
std::string FunctionTexts::Name(FunctionId f) const {
  constexpr std::size_t kLong = 2000, kTimes = 4, kShown = 400;  // bytes, bytes, characters
  const std::string_view linkage = functions_[f].name;
  const std::string name = AsUtf8(DemangledName(linkage, demangle_, functions_.leading_char));
  if (!shortens_ || name.size() <= std::max(kLong, kTimes * linkage.size())) return name;
  std::string hash = " #";
  AppendHex(hash, SeededHash(0)(name));  // with a fixed seed: the same in every run
  return CutToCharacters(ShortName(name, Parameters::kShown), kShown, "…") + hash;
}

// Returns the path of the source file or, if it is unknown, the name of the compilation unit. Without debugging
// information, this name is the source file in the symbol table, which distinguishes static functions. Returns an empty
// string for other profilers: their units are images, which have a field of their own.
std::string FunctionTexts::File(FunctionId f) const {
  std::string_view path = functions_.FilePath(f);
  return AsUtf8(path.empty() && !functions_.units_are_images ? functions_.UnitName(functions_[f]) : path);
}

std::string FunctionTexts::Image(FunctionId f) const {
  return functions_.units_are_images ? AsUtf8(functions_.UnitName(functions_[f])) : std::string();
}

std::string FunctionTexts::Address(FunctionId f) const {
  return functions_.has_addresses ? AddressText(functions_[f].address) : "";
}

std::string FunctionTexts::AddressText(std::uint64_t address) {
  std::string text = "0x";
  AppendHex(text, address);
  return text;
}

}  // namespace profdiff
