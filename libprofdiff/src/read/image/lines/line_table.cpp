// SPDX-License-Identifier: GPL-3.0-or-later
// The line map of the debug information, with names for its functions: the linkage name or, if there is none, a name
// that depends on the first query for the function, as in libbfd. gprof queries libbfd first for the functions of the
// symbol table, then for every address of the text section, twice, and shows the second answers (GPROF.md, section 6,
// step 3). Here, the queries are replayed once per range instead of once per byte.
#include "read/image/lines/line_table.h"

#include <algorithm>
#include <utility>

#include "read/image/dwarf/lines.h"

namespace profdiff {
namespace {

// The queried addresses: the first of every `step` bytes of the text section.
class Questions {
 public:
  explicit Questions(const LineTableInput& input)
      : begin_(input.text_begin), end_(input.text_end), step_(std::max(1U, input.step)) {}

  // Returns the first queried address in [low, high); nullopt if there is none.
  std::optional<std::uint64_t> FirstIn(std::uint64_t low, std::uint64_t high) const {
    std::uint64_t first = std::max(low, begin_);
    if (std::uint64_t rest = (first - begin_) % step_; rest != 0) first += step_ - rest;
    if (first < low || first >= std::min(high, end_)) return std::nullopt;
    return first;
  }
  std::uint64_t end() const { return end_; }

 private:
  std::uint64_t begin_, end_, step_;
};

// Assigns ids to names. Equal names share an id if they occur close together and have the same address in memory. A
// cache of recent names is enough, instead of a hash table: a name with several ids only costs memory, because later
// code compares names as strings.
class NameNumbers {
 public:
  std::uint32_t Add(std::string_view name) {
    Recent& recent = recent_[Slot(name.data())];
    if (recent.text == name.data() && names_[recent.number].size() == name.size()) return recent.number;
    recent = {name.data(), static_cast<std::uint32_t>(names_.size())};
    names_.push_back(name);
    return recent.number;
  }
  std::vector<std::string_view> Take() { return std::move(names_); }

 private:
  struct Recent {
    const char* text = nullptr;
    std::uint32_t number = 0;
  };
  static constexpr unsigned kBits = 8;

  static std::size_t Slot(const char* text) {
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(text) * kSpread >> (64 - kBits));
  }

  std::vector<std::string_view> names_;
  std::vector<Recent> recent_ = std::vector<Recent>(std::size_t{1} << kBits);
};

bool IsKnown(const LineChange& change) { return change.file != LineChange::kNone && change.line != 0; }

// True if there are lines outside functions. Symbols provide the function names for these.
bool HasNamelessLines(const DwarfLineMap& map) {
  return std::ranges::any_of(
      map.changes, [](const LineChange& change) { return change.function == LineChange::kNone && IsKnown(change); });
}

// True if symbols are needed to name some of the code.
bool NeedsSymbols(const DwarfLineMap& map) {
  return std::ranges::any_of(map.functions, [](const DwarfFunction& f) { return !f.is_linkage; }) ||
         HasNamelessLines(map);
}

// Names functions by replaying the queries in gprof's order. The order matters for functions without a linkage name,
// and for NearestSymbol, whose answers depend on the previous query.
class Namer {
 public:
  Namer(const LineTableInput& input, std::vector<CodeSymbol> symbols, DwarfLineMap& map)
      : input_(input),
        map_(map),
        questions_(input),
        nearest_(std::move(symbols), input.text_begin),
        finder_(map.changes) {}

  void AskAll();
  // Returns the lines with the names that AskAll has chosen so far. Leaves `map.changes` in an unspecified state.
  std::vector<LineTable::Range> MakeRanges();
  std::vector<std::string_view> TakeNames() { return names_.Take(); }

 private:
  std::uint32_t FunctionAt(std::uint64_t address);
  std::uint64_t EndOf(std::size_t change) const;
  void Ask(std::uint64_t address, std::uint32_t function);
  void AskTextInOrder();
  void AddBySymbols(std::size_t change, ChangeList& ranges);
  std::uint32_t NameOf(std::uint32_t function);

  const LineTableInput& input_;
  DwarfLineMap& map_;
  Questions questions_;
  NearestSymbol nearest_;
  ChangeFinder finder_;
  NameNumbers names_;
  std::vector<std::uint32_t> name_by_function_;
};

std::uint32_t Namer::FunctionAt(std::uint64_t address) {
  const LineChange* change = finder_.Find(address);
  return change != nullptr ? change->function : LineChange::kNone;
}

std::uint64_t Namer::EndOf(std::size_t change) const {
  return change + 1 < map_.changes.size() ? map_.changes[change + 1].address : ~std::uint64_t{0};
}

void Namer::AskAll() {
  for (std::uint64_t address : input_.first_questions) Ask(address, FunctionAt(address));
  AskTextInOrder();
}

// Names a function without a linkage name at the first query for it. If the nearest symbol begins at the function's
// first address, the function takes the name of that symbol; otherwise, it keeps its own name. Later queries do not
// change the name.
void Namer::Ask(std::uint64_t address, std::uint32_t index) {
  if (index == LineChange::kNone) {
    nearest_.Find(address);
    return;
  }
  DwarfFunction& function = map_.functions[index];
  if (function.is_linkage) return;
  const CodeSymbol* symbol = nearest_.Find(address);
  if (symbol != nullptr && symbol->address == function.low) function.name = symbol->name;
  function.is_linkage = true;
}

void Namer::AskTextInOrder() {
  auto ignore = [](std::uint64_t, const CodeSymbol*) {};
  for (std::size_t i = 0; i < map_.changes.size(); ++i) {
    const LineChange& change = map_.changes[i];
    std::uint64_t end = std::min(EndOf(i), questions_.end());
    std::optional<std::uint64_t> first = questions_.FirstIn(change.address, end);
    if (!first) continue;
    if (change.function == LineChange::kNone) {
      nearest_.Walk(*first, end, ignore);
    } else {
      Ask(*first, change.function);
    }
  }
}

// Clears a range unless its path, line and function are known.
LineTable::Range Complete(LineTable::Range range) {
  if (IsKnown(range) && range.function != LineTable::kNone) return range;
  return {range.address};
}

// Unless symbols are needed to name lines, there are at most as many ranges as changes. The ranges then overwrite the
// changes, which saves memory.
std::vector<LineTable::Range> Namer::MakeRanges() {
  name_by_function_.assign(map_.functions.size(), LineTable::kNone);
  const bool is_by_symbols = HasNamelessLines(map_);
  std::vector<LineTable::Range> apart;
  std::vector<LineTable::Range>& ranges = is_by_symbols ? apart : map_.changes;
  ChangeList list(ranges);
  for (std::size_t i = 0; i < map_.changes.size(); ++i) {
    LineTable::Range range = map_.changes[i];
    if (range.function == LineChange::kNone && is_by_symbols) {
      AddBySymbols(i, list);
      continue;
    }
    if (range.function != LineChange::kNone) range.function = NameOf(range.function);
    list.Add(Complete(range));
  }
  list.Finish();
  return std::move(ranges);  // cppcheck-suppress returnStdMoveLocal -- it is a reference
}

void Namer::AddBySymbols(std::size_t change, ChangeList& ranges) {
  LineTable::Range range = map_.changes[change];
  auto add = [&](std::uint64_t address, const CodeSymbol* symbol) {
    range.address = address;
    range.function = IsKnown(range) && symbol != nullptr ? names_.Add(symbol->name) : LineTable::kNone;
    ranges.Add(Complete(range));
  };
  std::uint64_t in_text = std::clamp(input_.text_begin, range.address, EndOf(change));
  // Addresses below the text section are queried separately, because NearestSymbol returns the last symbol for each of
  // them.
  nearest_.Walk(range.address, in_text, add);
  nearest_.Walk(in_text, EndOf(change), add);
}

std::uint32_t Namer::NameOf(std::uint32_t function) {
  std::uint32_t& name = name_by_function_[function];
  std::string_view text = map_.functions[function].name;
  if (name == LineTable::kNone && !text.empty()) name = names_.Add(text);
  return name;
}

// Combines libbfd's answers for single addresses into ranges.
class AnswerCollector {
 public:
  void Add(std::uint64_t address, const std::optional<SourceLine>& answer) {
    LineTable::Range range;
    if (answer) range = {address, paths.Add(answer->path), answer->line, functions.Add(answer->function)};
    range.address = address;
    list_.Add(range);
  }

  // Adds an answer for a single address.
  void AddSingle(std::uint64_t address, const std::optional<SourceLine>& answer) {
    Add(address, answer);
    Add(address + 1, std::nullopt);
  }

  std::vector<LineTable::Range> TakeRanges() {
    list_.Finish();
    return std::move(ranges_);
  }

  DistinctTexts paths, functions;

 private:
  std::vector<LineTable::Range> ranges_;
  ChangeList list_{ranges_};
};

// Returns the addresses in ascending order, without duplicates.
std::vector<std::uint64_t> SortedOnce(std::vector<std::uint64_t> addresses) {
  std::ranges::sort(addresses);
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  return addresses;
}

// Returns the addresses in `first_questions` that are outside the text section, in ascending order and without
// duplicates.
std::vector<std::uint64_t> QuestionsOutside(const LineTableInput& input) {
  std::vector<std::uint64_t> outside;
  for (std::uint64_t address : input.first_questions) {
    if (address < input.text_begin || address >= input.text_end) outside.push_back(address);
  }
  return SortedOnce(std::move(outside));
}

}  // namespace

std::optional<LineTable> LineTable::FromDwarf(const LineTableInput& input, std::optional<LineDraft> draft) {
  // The first queries can be for functions outside the text section (.init, .plt), so [low, high) is extended to
  // contain all queried addresses.
  std::uint64_t low = input.text_begin, high = input.text_end;
  for (std::uint64_t address : input.first_questions) {
    low = std::min(low, address);
    high = std::max(high, address == ~std::uint64_t{0} ? address : address + 1);
  }
  if (!input.asks_more) {
    draft = {low, high, MakeLineMapOf(input.sections, SortedOnce(input.first_questions), input.threads)};
  } else if (!draft || low < draft->low || high > draft->high) {
    draft = {low, high, MakeLineMap(input.sections, low, high, input.threads)};
  }
  DwarfLineMap& map = draft->map;
  if (!map.is_sound) return std::nullopt;
  const bool needs_symbols = input.asks_more ? NeedsSymbols(map) : HasNamelessLines(map);
  std::optional<std::vector<CodeSymbol>> symbols;
  if (needs_symbols) symbols = input.symbols();
  if (needs_symbols && !symbols) return std::nullopt;
  Namer namer(input, std::move(symbols).value_or(std::vector<CodeSymbol>()), map);
  if (needs_symbols && input.asks_more) namer.AskAll();
  std::vector<Range> ranges = namer.MakeRanges();
  return LineTable(std::move(ranges), std::move(map.paths), namer.TakeNames());
}

LineTable LineTable::FromAnswers(const LineTableInput& input, const Answer& answer) {
  // The answers are not used: these queries only bring libbfd into the state that it has before gprof's second pass.
  for (std::uint64_t address : input.first_questions) answer(address);
  std::uint64_t step = std::max(1U, input.step);
  for (std::uint64_t address = input.text_begin; address < input.text_end; address += step) answer(address);
  AnswerCollector collector;
  std::vector<std::uint64_t> outside = QuestionsOutside(input);
  auto above = std::ranges::lower_bound(outside, input.text_begin);
  for (auto address = outside.begin(); address != above; ++address) collector.AddSingle(*address, answer(*address));
  for (std::uint64_t address = input.text_begin; address < input.text_end; address += step) {
    collector.Add(address, answer(address));
  }
  collector.Add(input.text_end, std::nullopt);
  for (auto address = above; address != outside.end(); ++address) collector.AddSingle(*address, answer(*address));
  LineTable table(collector.TakeRanges(), collector.paths.Take(), {});
  table.own_names_ = collector.functions.Take();
  table.functions_.assign(table.own_names_.begin(), table.own_names_.end());
  return table;
}

std::optional<SourceLine> LineTable::At(const Range* range) const {
  if (range == nullptr || range->file == kNone) return std::nullopt;
  return SourceLine{paths_[range->file], functions_[range->function], range->line};
}

}  // namespace profdiff
