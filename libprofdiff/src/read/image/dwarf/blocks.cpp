// SPDX-License-Identifier: GPL-3.0-or-later
// For each unit, merges two lists sorted by address into blocks (blocks.h): the rows of the unit's line program, and
// its innermost functions. A block also ends where a sequence of the line program begins or ends. An inline function
// has a sequence of its own, so all units that use the function have the same block for it.
#include "read/image/dwarf/blocks.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/in_order.h"
#include "base/seeded_hash.h"
#include "read/image/dwarf/lines.h"
#include "read/image/dwarf/reserve.h"

namespace profdiff {
namespace {

// Smallest size in bytes of a unit that two threads read: one reads the entries, the other the line program. For a
// smaller unit, starting a thread would take longer than reading.
constexpr std::size_t kLargeUnit = std::size_t{1} << 18;

// Iterates over the addresses at which the source line changes: the rows of sequences, and the ends of sequences. Rows
// outside a sequence are left out: Separate (lines.cpp) may have moved the sequence's start, and damaged programs have
// rows after the end.
class LineSteps {
 public:
  explicit LineSteps(const UnitLines& lines)
      : rows_(lines.rows), next_(lines.sequences.begin()), end_(lines.sequences.end()) {
    BeginSequence();
  }

  bool AtEnd() const { return sequence_ == nullptr; }
  std::uint64_t address() const { return address_; }

  // Moves to the next change of the line. Returns the line that took effect at the address before the move. Sets
  // `is_border` if a sequence begins or ends at that address.
  LineRow Take(bool& is_border) {
    if (row_ == row_end_) {
      is_border = true;
      BeginSequence();
      return {};
    }
    const LineRow row = rows_[row_++];
    is_border |= is_first_;
    is_first_ = false;
    if (row_ < row_end_ && rows_[row_].address >= sequence_->high) row_end_ = row_;
    address_ = row_ < row_end_ ? rows_[row_].address : sequence_->high;
    return row;
  }

 private:
  void BeginSequence();

  const std::vector<LineRow>& rows_;
  std::vector<LineSequence>::const_iterator next_, end_;
  const LineSequence* sequence_ = nullptr;
  std::size_t row_ = 0, row_end_ = 0;  // indices in rows_ of the sequence's remaining rows: [row_, row_end_)
  bool is_first_ = false;
  std::uint64_t address_ = 0;
};

void LineSteps::BeginSequence() {
  while (next_ != end_ && next_->low >= next_->high) ++next_;
  sequence_ = next_ != end_ ? &*next_++ : nullptr;
  if (sequence_ == nullptr) return;
  row_ = sequence_->first;
  row_end_ = row_ + sequence_->count;
  // The last row at or below `low` is in effect there.
  while (row_ + 1 < row_end_ && rows_[row_ + 1].address <= sequence_->low) ++row_;
  is_first_ = true;
  address_ = sequence_->low;
}

using Innermost = std::vector<InnermostFunction>::const_iterator;

// Returns the address of the next change of the line or the function.
std::uint64_t NextAddress(const LineSteps& steps, Innermost next, Innermost end) {
  const std::uint64_t of_line = steps.AtEnd() ? ~std::uint64_t{0} : steps.address();
  return next == end ? of_line : std::min(of_line, next->address);
}

class BlockCollector {
 public:
  BlockCollector(const DwarfSections& sections, const LineQuestions& questions, unsigned threads)
      : questions_(questions),
        threads_(threads),
        units_(ReadUnits(sections)),
        function_reader_(sections, units_),
        line_reader_(sections, paths_) {
    // ReadUnits stops at the first damaged unit, so the map is complete only if the units fill the whole section.
    result_.is_sound = units_.empty() ? sections.info.empty() : units_.back().end == sections.info.size();
    result_.changes.emplace_back();  // the gap below the first block
  }

  LineBlocks Collect();

 private:
  struct Program {
    std::string_view folder;         // directory of the first unit for which the program was run
    std::size_t with_functions = 0;  // number of units that have functions and use the program
    bool has_blocks = false;         // true if the blocks of a unit that uses the program have been added
  };

  void AddUnit(std::size_t index);
  static bool IsKnownToLibraryAlone(const DwarfUnit& unit, const Program& program);
  bool RunProgram(const DwarfUnit& unit, std::string_view folder);
  void AddBlocks(std::size_t unit);
  void AddChange(std::uint64_t address, const LineRow& row, std::uint32_t function);
  void BeginBlock(std::uint64_t low, std::size_t unit);
  void EndBlock(std::uint64_t high);
  bool MayAnswer(const DwarfUnit& unit) const;
  bool IsAsked(std::uint64_t low, std::uint64_t high) const;
  bool IsCopy(const LineBlock& block) const;
  bool SameFunction(std::uint32_t a, std::uint32_t b) const;
  bool NamesItself(std::size_t unit, AddressRange range) const;

  const LineQuestions& questions_;
  unsigned threads_;
  std::vector<DwarfUnit> units_;
  DistinctTexts paths_;
  FunctionReader function_reader_;
  LineReader line_reader_;
  std::map<std::uint64_t, Program> programs_;  // line programs that have been run, by offset in .debug_line

  // The functions and lines of the unit being read.
  UnitFunctions functions_;
  UnitLines lines_;
  std::vector<std::uint32_t> kept_;  // for each index in `functions_`, the index in result_.functions, or kNone

  // The block being built. If it has no changes, no block is open.
  LineBlock block_;
  std::vector<std::uint32_t> added_;  // indices in `functions_` of the functions that first occur in the open block

  LineBlocks result_;
  HashMap<std::uint64_t, std::size_t> blocks_by_low_;  // index of the last block that begins at each address
};

LineBlocks BlockCollector::Collect() {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    std::ranges::sort(units_[i].ranges, {}, &AddressRange::low);
    if (MayAnswer(units_[i])) AddUnit(i);
  }
  result_.paths = paths_.Take();
  return std::move(result_);
}

// False if the unit's ranges contain none of the queried addresses.
bool BlockCollector::MayAnswer(const DwarfUnit& unit) const {
  if (unit.ranges.empty()) return true;
  return std::ranges::any_of(unit.ranges, [this](const AddressRange& r) { return IsAsked(r.low, r.high); });
}

// True if any address in [low, high) is queried.
bool BlockCollector::IsAsked(std::uint64_t low, std::uint64_t high) const {
  if (questions_.only == nullptr) return low < questions_.high && high > questions_.low;
  const auto first = std::ranges::lower_bound(*questions_.only, low);
  return first != questions_.only->end() && *first < high;
}

// Several units, mostly type units, can share a line program. Once the blocks of one of them have been added, the other
// units add blocks only if they have functions.
void BlockCollector::AddUnit(std::size_t index) {
  const DwarfUnit& unit = units_[index];
  auto [known, is_new] = programs_.try_emplace(unit.line_offset);
  Program& program = known->second;
  bool has_program = true, is_sound = false;
  DoBoth(
      unit.end - unit.begin < kLargeUnit ? 1 : threads_,
      [&, is_first = is_new] { has_program = !is_first || RunProgram(unit, unit.folder); },
      [&] {
        functions_ = {};
        is_sound = unit.has_lines && function_reader_.Read(unit, functions_);
      });
  if (!has_program) {
    programs_.erase(known);
    if (unit.has_lines) result_.is_sound = false;
    return;
  }
  if (is_new) program.folder = unit.folder;
  if (!functions_.ranges.empty()) ++program.with_functions;
  if (!is_sound || IsKnownToLibraryAlone(unit, program)) result_.is_sound = false;
  if (!is_sound || (program.has_blocks && functions_.ranges.empty())) return;
  // The program is run again for a later unit, because its rows were not kept, and because its paths depend on the
  // unit's directory. The program at offset 0 of .debug_line is run with the directory of the first unit that uses it,
  // since libbfd keeps the result of that run.
  if (!is_new && !RunProgram(unit, unit.line_offset == 0 ? program.folder : unit.folder)) return;
  program.has_blocks = true;
  AddBlocks(index);
}

// True if only libbfd can find the lines, because libbfd uses the program's first unit for several units. This happens
// if more than one unit with functions uses the line program, or more than two if the program is at offset 0 (libbfd
// keeps the result of that program). No compiler writes such units.
bool BlockCollector::IsKnownToLibraryAlone(const DwarfUnit& unit, const Program& program) {
  return program.with_functions > (unit.line_offset == 0 ? 2U : 1U);
}

bool BlockCollector::RunProgram(const DwarfUnit& unit, std::string_view folder) {
  lines_.rows.clear();
  lines_.sequences.clear();
  return line_reader_.Read(unit, folder, lines_);
}

// True if the unit's own ranges include all of `range`.
bool BlockCollector::NamesItself(std::size_t unit, AddressRange range) const {
  const std::vector<AddressRange>& known = units_[unit].ranges;
  auto after = std::ranges::upper_bound(known, range.low, {}, &AddressRange::low);
  return after != known.begin() && range.high <= std::prev(after)->high;
}

// Merges the unit's line rows and functions by address. All rows and functions at an address are processed before a
// block begins or ends there; a block is open while there is a line or a function. With LineQuestions::only, changes
// between two queried addresses are left out.
void BlockCollector::AddBlocks(std::size_t unit) {
  kept_.assign(functions_.functions.size(), LineChange::kNone);
  std::vector<InnermostFunction> innermost = FindInnermost(std::move(functions_.ranges));
  // The unit has already been read, so the size of the list is extrapolated from the part of .debug_info up to the
  // unit's end.
  ReserveFor(result_.changes, lines_.rows.size() + 2 * lines_.sequences.size() + innermost.size(), units_[unit].end,
             units_.back().end);
  LineSteps steps(lines_);
  Innermost next = innermost.begin();
  LineRow row;
  std::uint32_t function = InnermostFunction::kNoFunction;
  while (!steps.AtEnd() || next != innermost.end()) {
    bool is_step = next == innermost.end() || (!steps.AtEnd() && steps.address() <= next->address);
    std::uint64_t address = is_step ? steps.address() : next->address;
    bool is_border = false;
    while (!steps.AtEnd() && steps.address() == address) row = steps.Take(is_border);
    for (; next != innermost.end() && next->address == address; ++next) function = next->function;
    bool is_covered = row.file != LineRow::kNoFile || row.line != 0 || function != InnermostFunction::kNoFunction;
    if (is_border || !is_covered) EndBlock(address);
    if (!is_covered || (questions_.only != nullptr && !IsAsked(address, NextAddress(steps, next, innermost.end())))) {
      continue;
    }
    if (block_.count == 0) BeginBlock(address, unit);
    AddChange(address, row, function);
  }
}

// `order` is in the order of units, except that code outside the ranges of its own unit comes last: libbfd first
// searches the units whose own ranges contain the address, and the units without any ranges.
void BlockCollector::BeginBlock(std::uint64_t low, std::size_t unit) {
  bool is_early = units_[unit].ranges.empty() || NamesItself(unit, {low, low + 1});
  block_ = {low, low, result_.changes.size(), 0, is_early ? unit : units_.size() + unit};
  added_.clear();
}

// Functions get new indices when they first occur in a block, so that functions of dropped blocks take no memory.
void BlockCollector::AddChange(std::uint64_t address, const LineRow& row, std::uint32_t function) {
  LineChange change{address, row.file, row.line, LineChange::kNone};
  if (function != InnermostFunction::kNoFunction) {
    std::uint32_t& kept = kept_[function];
    if (kept == LineChange::kNone) {
      kept = static_cast<std::uint32_t>(result_.functions.size());
      result_.functions.push_back(functions_.functions[function]);
      added_.push_back(function);
    }
    change.function = kept;
  }
  result_.changes.push_back(change);
  ++block_.count;
}

// Keeps the open block if it contains queried addresses and is not a copy. Otherwise, removes its changes and
// functions, which are the last ones in their lists.
void BlockCollector::EndBlock(std::uint64_t high) {
  if (block_.count == 0) return;
  block_.high = high;
  if (IsAsked(block_.low, block_.high) && !IsCopy(block_)) {
    blocks_by_low_[block_.low] = result_.blocks.size();
    result_.blocks.push_back(block_);
    result_.changes.push_back({high});  // a gap
  } else {
    result_.changes.resize(block_.first);
    result_.functions.resize(result_.functions.size() - added_.size());
    for (std::uint32_t function : added_) kept_[function] = LineChange::kNone;
  }
  block_.count = 0;
}

// True if an earlier unit has the same block. This happens for inline functions of headers: the linker keeps one copy
// of the code, and each unit that uses the function describes it.
bool BlockCollector::IsCopy(const LineBlock& block) const {
  auto known = blocks_by_low_.find(block.low);
  if (known == blocks_by_low_.end()) return false;
  const LineBlock& original = result_.blocks[known->second];
  if (original.high != block.high || original.count != block.count || original.order > block.order) return false;
  auto at = [this](std::size_t i) { return result_.changes.begin() + static_cast<std::ptrdiff_t>(i); };
  return std::equal(at(original.first), at(original.first + original.count), at(block.first),
                    [this](const LineChange& a, const LineChange& b) {
                      return a.address == b.address && a.file == b.file && a.line == b.line &&
                             SameFunction(a.function, b.function);
                    });
}

bool BlockCollector::SameFunction(std::uint32_t a, std::uint32_t b) const {
  if (a == b || a == LineChange::kNone || b == LineChange::kNone) return a == b;
  const DwarfFunction& x = result_.functions[a];
  const DwarfFunction& y = result_.functions[b];
  return x.name == y.name && x.is_linkage == y.is_linkage && x.low == y.low;
}

}  // namespace

LineBlocks CollectBlocks(const DwarfSections& sections, const LineQuestions& questions, unsigned threads) {
  return BlockCollector(sections, questions, threads).Collect();
}

}  // namespace profdiff
