// SPDX-License-Identifier: GPL-3.0-or-later
// A source line becomes a row of the function table unless it equals the previous line, which may end before a gap. A
// function comes before a line at the same address, so a line at the entry of a function is dropped, unless the
// function is static and the line is not.
#include "read/image/lines/line_symbols.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "read/image/symbol_table.h"

namespace profdiff {
namespace {

// Merges lines and functions, both sorted by address, into rows by address.
class LineMerger {
 public:
  LineMerger(FunctionTable& table, const LineTable& lines, const TextSpan& text, SymbolPolicy policy,
             DistinctTexts& files)
      : functions_(std::exchange(table.functions, {})),
        lines_(lines),
        text_(text),
        policy_(policy),
        files_(files),
        names_(lines.functions().size()),
        file_ids_(lines.paths().size()) {
    table.storage.push_back(OwnNames());
  }

  std::vector<Function> Merge();

 private:
  std::shared_ptr<const std::string> OwnNames();
  std::uint64_t FirstAddress(std::uint64_t address) const;
  bool IsLast(const LineTable::Range& range) const;
  bool IsInLastFunction(const LineTable::Range& range) const;
  void AddLine(std::uint64_t address, const LineTable::Range& range);
  bool IsInStatic(std::uint64_t address) const;
  bool TakesPlace(const Function& line, const Function& function) const;
  void Add(const Function& row);
  void EndLast(std::uint64_t next);

  const std::vector<Function> functions_;
  const LineTable& lines_;
  const TextSpan& text_;
  SymbolPolicy policy_;
  DistinctTexts& files_;
  std::vector<std::string_view> names_;  // by index of the function in the line table: its copied name
  std::vector<SourceFileId> file_ids_;   // by index of the path in the line table: the file's id
  std::size_t next_ = 0;                 // index of the next function to add
  std::vector<Function> rows_;
  LineTable::Range last_;   // range of the last line, including lines without a row
  bool is_static_ = false;  // Function::is_static of the line in `last_`
};

// Copies each name once, since many lines share a name.
std::shared_ptr<const std::string> LineMerger::OwnNames() {
  std::size_t bytes = 0;
  for (std::string_view name : lines_.functions()) bytes += name.size();
  auto text = std::make_shared<std::string>();
  text->reserve(bytes);  // prevents appending from moving the text, to which names_ refers
  for (std::size_t i = 0; i < names_.size(); ++i) {
    text->append(lines_.functions()[i]);
    names_[i] = std::string_view(*text).substr(text->size() - lines_.functions()[i].size());
  }
  return text;
}

// Walks over the ranges of lines; functions that begin before a line are added first. A line's end is set when the next
// row is known.
std::vector<Function> LineMerger::Merge() {
  std::span<const LineTable::Range> ranges = lines_.ranges();
  rows_.reserve(ranges.size() + functions_.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].file == LineTable::kNone) continue;
    std::uint64_t end = i + 1 < ranges.size() ? ranges[i + 1].address : text_.end;
    std::uint64_t address = FirstAddress(ranges[i].address);
    if (address < std::min(end, text_.end) && !IsLast(ranges[i])) AddLine(address, ranges[i]);
  }
  while (next_ < functions_.size()) Add(functions_[next_++]);
  EndLast(text_.end);
  return std::move(rows_);
}

// Returns the first address at or above `address` that gprof queries: a multiple of the step, counted from the start of
// the section.
std::uint64_t LineMerger::FirstAddress(std::uint64_t address) const {
  address = std::max(address, text_.begin);
  std::uint64_t rest = (address - text_.begin) % text_.step;
  return rest == 0 ? address : address + text_.step - rest;
}

// True if the range continues the last line.
bool LineMerger::IsLast(const LineTable::Range& range) const {
  return range.line == last_.line && range.file == last_.file && IsInLastFunction(range);
}

bool LineMerger::IsInLastFunction(const LineTable::Range& range) const {
  if (last_.function == LineTable::kNone) return false;
  return range.function == last_.function || names_[range.function] == names_[last_.function];
}

// `last_` is updated even if the line is dropped in favour of a function: gprof compares with the line symbol that it
// created last, and removes line symbols at the addresses of functions only later (GPROF.md, section 6, steps 2 and 4).
void LineMerger::AddLine(std::uint64_t address, const LineTable::Range& range) {
  while (next_ < functions_.size() && functions_[next_].address < address) Add(functions_[next_++]);
  Function line;
  line.name = names_[range.function];
  line.address = address;
  SourceFileId& file = file_ids_[range.file];
  if (!file.valid()) file = SourceFileId(files_.Add(lines_.paths()[range.file]));
  line.file = file;
  line.line = range.line;
  // As in gprof, a line inherits `is_static_` from the line before it if both have the same file and function
  // (GPROF.md, section 6).
  if (range.file != last_.file || !IsInLastFunction(range)) is_static_ = IsInStatic(address);
  line.is_static = is_static_;
  line.is_function = false;
  last_ = range;
  const bool is_at_function = next_ < functions_.size() && functions_[next_].address == address;
  if (is_at_function && !TakesPlace(line, functions_[next_])) return;
  if (is_at_function) ++next_;
  Add(line);
}

// True if the function that contains the address is static. Only the next function to add, or the last one added, can
// contain the address.
bool LineMerger::IsInStatic(std::uint64_t address) const {
  auto holds = [&](const Function& function) { return function.address <= address && address <= function.end; };
  if (next_ < functions_.size() && functions_[next_].address == address) {
    return holds(functions_[next_]) && functions_[next_].is_static;
  }
  return next_ > 0 && holds(functions_[next_ - 1]) && functions_[next_ - 1].is_static;
}

// True if the line replaces the function that begins at its address.
bool LineMerger::TakesPlace(const Function& line, const Function& function) const {
  const bool is_kept = policy_ == SymbolPolicy::kAll && function.is_function && function.address <= function.end;
  return !is_kept && !IsBetter(function, line);
}

void LineMerger::Add(const Function& row) {
  EndLast(row.address);
  rows_.push_back(row);
}

// Ends the last row before the next one, which begins at `next`. A row that already has an end, such as a function,
// keeps it; a row whose end is below its address is dropped (GPROF.md, section 6, step 4).
void LineMerger::EndLast(std::uint64_t next) {
  if (rows_.empty()) return;
  Function& last = rows_.back();
  if (last.end == 0) last.end = next - 1;
  if (last.end < last.address) rows_.pop_back();
}

}  // namespace

void AddLineSymbols(FunctionTable& table, const LineTable& lines, const TextSpan& text, SymbolPolicy policy,
                    DistinctTexts& files) {
  table.functions = LineMerger(table, lines, text, policy, files).Merge();
}

}  // namespace profdiff
