// SPDX-License-Identifier: GPL-3.0-or-later
// Executables: what libbfd says of one, put together as an Image.
// What follows from the symbols is in symbol_table.cpp. Tests: tests/unit/read/image_test.cpp, tests/oracle.
#include "profdiff/image.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "base/prefetch.h"
#include "read/line_symbols.h"
#include "read/object_file.h"
#include "read/object_lines.h"
#include "read/order_map.h"
#include "read/symbol_file.h"

namespace profdiff {
namespace {

SymbolRules RulesOf(const ImageOptions& options, const ObjectFile& object) {
  SymbolRules rules;
  rules.policy = options.symbols;
  rules.omit_statics = options.omit_statics;
  rules.omit_non_functions = options.omit_non_functions;
  rules.flags_functions = object.FlagsFunctions();
  rules.leading_char = object.LeadingChar();
  return rules;
}

// Looks functions up in the order in which they stand in the symbol table: files become known in that order.
template <class Find>
void FindPositions(FunctionTable& table, SourcePositions wanted, SourceFiles& files, Find find) {
  if (wanted == SourcePositions::kNone) return;
  for (Function& function : table.functions) {
    if (wanted == SourcePositions::kStatics && !function.is_static) continue;
    std::optional<SourceLine> position = find(function.address);
    if (!position) continue;
    function.file = files.Add(position->path);
    function.line = position->line;
  }
}

// The same from a table of lines, for functions whose `order` by address is known.
void FindPositions(FunctionTable& table, std::span<const std::uint32_t> order, const LineTable& lines,
                   SourceFiles& files) {
  const std::span<const LineTable::Range> ranges = lines.ranges();
  std::vector<Function>& functions = table.functions;
  std::vector<std::uint32_t> paths(functions.size(), LineTable::kNone);
  std::size_t above = 0;  // the first range that begins above the function
  const auto find = [&](std::uint32_t place) {
    while (above < ranges.size() && ranges[above].address <= functions[place].address) ++above;
    if (above == 0 || ranges[above - 1].file == LineTable::kNone) return;
    paths[place] = ranges[above - 1].file;
    functions[place].line = ranges[above - 1].line;
  };
  WalkAhead(
      0, order.size(), [&](std::size_t i) { find(order[i]); }, [&](std::size_t i) { Prefetch(&functions[order[i]]); });
  std::vector<SourceFileId> known(lines.paths().size());
  for (std::size_t f = 0; f < functions.size(); ++f) {
    if (paths[f] == LineTable::kNone) continue;
    SourceFileId& file = known[paths[f]];
    if (!file.valid()) file = files.Add(lines.paths()[paths[f]]);
    functions[f].file = file;
  }
}

[[noreturn]] void ThrowNoSymbols(const std::string& path) {
  throw Error(ErrorCode::kNoSymbols, "file `" + path + "' has no symbols", path);
}

Image DescribeImage(const ObjectFile& object, const std::string& path) {
  Image image;
  image.path = path;
  image.min_instruction_bytes = object.MinInstructionBytes();
  image.text_begin = object.TextBegin();
  image.text_end = object.TextEnd();
  image.architecture = object.Machine();
  image.architecture_name = object.MachineName();
  return image;
}

// Returns what keeps the names of the functions, if anything but the object file does.
std::shared_ptr<const std::string> ChooseFrom(const SymbolList& list, const SymbolRules& rules, FunctionTable& table) {
  table.functions = ChooseFunctions(list.symbols, rules);
  if (list.names != nullptr) table.storage.push_back(list.names);
  return list.names;
}

// The functions of the image's symbol table, and with line granularity its lines.
FunctionTable OwnFunctions(ObjectFile& object, const ImageOptions& options, const Image& image) {
  FunctionTable table;
  const std::shared_ptr<const std::string> names = ChooseFrom(object.Symbols(), RulesOf(options, object), table);
  if (options.order_map != nullptr) table.functions = ApplyOrderMap(std::move(table.functions), *options.order_map);
  if (table.functions.empty()) ThrowNoSymbols(image.path);
  SourceFiles files(table.files);
  LineTable lines;
  std::vector<std::uint32_t> order;
  const auto sort = [&] { order = SortByAddress(table.functions); };
  const auto read_lines = [&] {
    lines = ReadLines(object, table.functions, image.min_instruction_bytes, options.threads);
  };
  if (options.lines) {
    DoBoth(ThreadsFor(table.size(), options.threads), read_lines, sort);
    FindPositions(table, order, lines, files);
  } else {
    sort();
    FindPositions(table, options.positions, files, [&](std::uint64_t address) { return object.FindPosition(address); });
  }
  table.functions = OrderFunctions(table.functions, order, image.text_end);
  if (names == nullptr || options.order_map != nullptr) OwnNames(table);
  if (options.lines) {
    AddLineSymbols(table, lines, {image.text_begin, image.text_end, image.min_instruction_bytes}, options.symbols,
                   files);
  }
  return table;
}

// The functions of a symbol file, which knows no lines.
FunctionTable ListedFunctions(const std::string& symbol_file, std::uint64_t text_end) {
  FunctionTable table;
  std::string text = ReadSymbolFile(symbol_file);
  table.functions = ParseSymbolFile(text);
  if (table.functions.empty()) ThrowNoSymbols(symbol_file);
  table.functions = OrderFunctions(table.functions, text_end);
  OwnNames(table);
  return table;
}

}  // namespace

Image ReadImage(const std::string& path, const ImageOptions& options, Diagnostics& diagnostics) {
  ObjectFile object(path, diagnostics);
  Image image = DescribeImage(object, path);
  if (options.text_bytes) image.text = object.TextBytes();
  image.functions = options.symbol_file.empty() ? OwnFunctions(object, options, image)
                                                : ListedFunctions(options.symbol_file, image.text_end);
  image.functions.leading_char = object.LeadingChar();
  image.functions.by_line = options.lines;
  image.layout = object.Layout();
  return image;
}

bool IsImage(const std::string& path) { return IsObjectFile(path); }

}  // namespace profdiff
