// SPDX-License-Identifier: GPL-3.0-or-later
// A line is a row where it differs from the row before, whatever lies between the two. Functions stand before lines of
// their address, so that a line at the entry of a function is lost unless the function is static and the line is not.
#include "read/line_symbols.h"

#include <memory>
#include <utility>

#include "read/symbol_table.h"

namespace profdiff {
namespace {

class LineSymbols {
 public:
  LineSymbols(FunctionTable& table, const LineTable& lines, SourceFiles& files)
      : table_(table),
        lines_(lines),
        files_(files),
        names_(lines.functions().size()),
        file_ids_(lines.paths().size()),
        text_(std::make_shared<std::string>()) {}

  std::vector<Function> Make(const TextSpan& text);

 private:
  void OwnNames();
  void Add(std::uint64_t address, const LineTable::Range& range);
  bool IsStatic(std::uint64_t address, const LineTable::Range& range) const;

  FunctionTable& table_;
  const LineTable& lines_;
  SourceFiles& files_;
  std::vector<std::string_view> names_;  // by function of the line table
  std::vector<SourceFileId> file_ids_;   // by path of the line table
  std::shared_ptr<std::string> text_;
  std::vector<Function> symbols_;
  LineTable::Range last_;  // of the last symbol
};

// Many lines share a name: each name is stored once.
void LineSymbols::OwnNames() {
  std::size_t bytes = 0;
  for (std::string_view name : lines_.functions()) bytes += name.size();
  text_->reserve(bytes);  // no append below moves the text
  for (std::size_t i = 0; i < names_.size(); ++i) {
    text_->append(lines_.functions()[i]);
    names_[i] = std::string_view(*text_).substr(text_->size() - lines_.functions()[i].size());
  }
  table_.storage.push_back(text_);
}

std::vector<Function> LineSymbols::Make(const TextSpan& text) {
  OwnNames();
  symbols_.reserve(lines_.ranges().size());
  std::span<const LineTable::Range> ranges = lines_.ranges();
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].path == LineTable::kNone) continue;
    std::uint64_t end = i + 1 < ranges.size() ? ranges[i + 1].begin : text.end;
    std::uint64_t address = std::max(ranges[i].begin, text.begin);
    if (std::uint64_t rest = (address - text.begin) % text.step; rest != 0) address += text.step - rest;
    if (address < std::min(end, text.end)) Add(address, ranges[i]);
  }
  return std::move(symbols_);
}

void LineSymbols::Add(std::uint64_t address, const LineTable::Range& range) {
  if (range.path == last_.path && range.line == last_.line && range.function == last_.function) return;
  Function symbol;
  symbol.name = names_[range.function];
  symbol.address = address;
  SourceFileId& file = file_ids_[range.path];
  if (!file.valid()) file = files_.Add(lines_.paths()[range.path]);
  symbol.file = file;
  symbol.line = range.line;
  symbol.is_static = IsStatic(address, range);
  symbol.is_function = false;
  symbols_.push_back(symbol);
  last_ = range;
}

bool LineSymbols::IsStatic(std::uint64_t address, const LineTable::Range& range) const {
  if (range.path == last_.path && range.function == last_.function) return symbols_.back().is_static;
  FunctionId function = table_.Find(address);
  return function.valid() && table_[function].is_static;
}

bool BeginsFunction(const FunctionTable& table, std::uint64_t address) {
  FunctionId found = table.Find(address);
  return found.valid() && table[found].address == address && table[found].is_function;
}

}  // namespace

SourceFileId SourceFiles::Add(std::string_view path) {
  auto [known, is_new] = known_.try_emplace(std::string(path), SourceFileId(files_.size()));
  if (is_new) files_.emplace_back(path);
  return known->second;
}

void AddLineSymbols(FunctionTable& table, const LineTable& lines, const TextSpan& text, SymbolPolicy policy,
                    SourceFiles& files) {
  std::vector<Function> all = LineSymbols(table, lines, files).Make(text);
  if (policy == SymbolPolicy::kAll) {
    std::erase_if(all, [&table](const Function& line) { return BeginsFunction(table, line.address); });
  }
  all.insert(all.end(), table.functions.begin(), table.functions.end());
  all = SortFunctions(std::move(all));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].end == 0) all[i].end = (i + 1 < all.size() ? all[i + 1].address : text.end) - 1;
  }
  std::erase_if(all, [](const Function& row) { return row.end < row.address; });
  table.functions = std::move(all);
}

}  // namespace profdiff
