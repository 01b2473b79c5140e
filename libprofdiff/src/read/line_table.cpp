// SPDX-License-Identifier: GPL-3.0-or-later
// The debug information's map of lines, with names for its functions: their own, or where it knows no linkage name, one
// that depends on the first question about the function, as in libbfd.
#include "read/line_table.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "read/dwarf/line_map.h"

namespace profdiff {
namespace {

// Numbers texts, equal ones alike.
class TextNumbers {
 public:
  std::uint32_t Add(std::string_view text) {
    auto [known, is_new] = numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(text);
    return known->second;
  }
  const std::uint32_t* Find(std::string_view text) const {
    auto known = numbers_.find(text);
    return known != numbers_.end() ? &known->second : nullptr;
  }
  std::vector<std::string_view> Take() { return std::move(texts_); }

 private:
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<std::string_view> texts_;
};

// The addresses that questions are about.
class Questions {
 public:
  explicit Questions(const LineTableInput& input)
      : begin_(input.text_begin), end_(input.text_end), step_(std::max(1U, input.step)) {}

  // The first one in [low, high); nothing if there is none.
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

// Goes through the questions in gprof's order and gives functions their names.
class Namer {
 public:
  Namer(const LineTableInput& input, DwarfLineMap& map)
      : input_(input), map_(map), questions_(input), nearest_(input.symbols, input.text_begin) {}

  void AskAll();
  std::vector<LineTable::Range> MakeRanges();
  std::vector<std::string_view> TakeNames() { return names_.Take(); }

 private:
  const LineChange& ChangeAt(std::uint64_t address) const;
  std::uint64_t EndOf(std::size_t change) const;
  void Ask(std::uint64_t address, std::uint32_t function);
  void AskTextInOrder();
  void AddRange(LineTable::Range range);
  std::uint32_t NameOf(std::uint32_t function);

  const LineTableInput& input_;
  DwarfLineMap& map_;
  Questions questions_;
  NearestSymbol nearest_;
  TextNumbers names_;
  std::vector<std::uint32_t> name_by_function_;
  std::vector<LineTable::Range> ranges_;
};

const LineChange& Namer::ChangeAt(std::uint64_t address) const {
  static constexpr LineChange kNothing;
  auto after = std::upper_bound(map_.changes.begin(), map_.changes.end(), address,
                                [](std::uint64_t a, const LineChange& change) { return a < change.address; });
  return after == map_.changes.begin() ? kNothing : *std::prev(after);
}

std::uint64_t Namer::EndOf(std::size_t change) const {
  return change + 1 < map_.changes.size() ? map_.changes[change + 1].address : ~std::uint64_t{0};
}

void Namer::AskAll() {
  for (std::uint64_t address : input_.first_questions) Ask(address, ChangeAt(address).function);
  AskTextInOrder();
}

// A function without linkage name takes the name of the symbol at its first address, if that symbol is the nearest to
// where the function is met first. One that is met anywhere else keeps its own name for good.
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

std::vector<LineTable::Range> Namer::MakeRanges() {
  name_by_function_.assign(map_.functions.size(), LineTable::kNone);
  ranges_.reserve(map_.changes.size());
  for (std::size_t i = 0; i < map_.changes.size(); ++i) {
    const LineChange& change = map_.changes[i];
    LineTable::Range range{change.address, change.file, change.line, LineTable::kNone};
    if (change.function != LineChange::kNone) {
      range.function = NameOf(change.function);
      AddRange(range);
      continue;
    }
    bool is_known = change.file != LineChange::kNone && change.line != 0;
    auto add = [&](std::uint64_t address, const CodeSymbol* symbol) {
      range.begin = address;
      range.function = is_known && symbol != nullptr ? names_.Add(symbol->name) : LineTable::kNone;
      AddRange(range);
    };
    std::uint64_t in_text = std::clamp(input_.text_begin, change.address, EndOf(i));
    nearest_.Walk(change.address, in_text, add);  // below the text section, the nearest symbol is the last one
    nearest_.Walk(in_text, EndOf(i), add);
  }
  return std::move(ranges_);
}

std::uint32_t Namer::NameOf(std::uint32_t function) {
  std::uint32_t& name = name_by_function_[function];
  std::string_view text = map_.functions[function].name;
  if (name == LineTable::kNone && !text.empty()) name = names_.Add(text);
  return name;
}

void Namer::AddRange(LineTable::Range range) {
  if (range.path == LineTable::kNone || range.line == 0 || range.function == LineTable::kNone) {
    range = {range.begin, LineTable::kNone, 0, LineTable::kNone};
  }
  if (!ranges_.empty()) {
    const LineTable::Range& last = ranges_.back();
    if (last.path == range.path && last.line == range.line && last.function == range.function) return;
  }
  ranges_.push_back(range);
}

// Keeps what was answered.
class AnswerCollector {
 public:
  void Add(std::uint64_t address, const std::optional<SourceLine>& answer) {
    LineTable::Range range{address, LineTable::kNone, 0, LineTable::kNone};
    if (answer) range = {address, Number(paths_, answer->path), answer->line, Number(functions_, answer->function)};
    if (!ranges_.empty()) {
      const LineTable::Range& last = ranges_.back();
      if (last.path == range.path && last.line == range.line && last.function == range.function) return;
    }
    ranges_.push_back(range);
  }

  // The answer for one address alone.
  void AddSingle(std::uint64_t address, const std::optional<SourceLine>& answer) {
    Add(address, answer);
    Add(address + 1, std::nullopt);
  }

  std::vector<LineTable::Range> ranges_;
  TextNumbers paths_, functions_;
  std::deque<std::string> storage_;

 private:
  std::uint32_t Number(TextNumbers& numbers, std::string_view text) {
    if (const std::uint32_t* known = numbers.Find(text)) return *known;
    return numbers.Add(storage_.emplace_back(text));
  }
};

// The first questions about other addresses than those of the text; ascending, each once.
std::vector<std::uint64_t> QuestionsOutside(const LineTableInput& input) {
  std::vector<std::uint64_t> outside;
  for (std::uint64_t address : input.first_questions) {
    if (address < input.text_begin || address >= input.text_end) outside.push_back(address);
  }
  std::ranges::sort(outside);
  outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
  return outside;
}

}  // namespace

std::optional<LineTable> LineTable::FromDwarf(const LineTableInput& input) {
  std::uint64_t low = input.text_begin, high = input.text_end;
  for (std::uint64_t address : input.first_questions) {
    low = std::min(low, address);
    high = std::max(high, address == ~std::uint64_t{0} ? address : address + 1);
  }
  DwarfLineMap map = MakeLineMap(input.sections, low, high);
  if (!map.is_sound) return std::nullopt;
  Namer namer(input, map);
  namer.AskAll();
  std::vector<Range> ranges = namer.MakeRanges();
  return LineTable(std::move(ranges), std::move(map.paths), namer.TakeNames());
}

LineTable LineTable::FromAnswers(const LineTableInput& input, const Answer& answer) {
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
  std::vector<std::string> paths;
  for (std::string_view path : collector.paths_.Take()) paths.emplace_back(path);
  LineTable table(std::move(collector.ranges_), std::move(paths), collector.functions_.Take());
  table.own_names_ = std::move(collector.storage_);
  return table;
}

std::optional<SourceLine> LineTable::Find(std::uint64_t address) const {
  auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                [](std::uint64_t a, const Range& range) { return a < range.begin; });
  if (after == ranges_.begin() || std::prev(after)->path == kNone) return std::nullopt;
  const Range& range = *std::prev(after);
  return SourceLine{paths_[range.path], functions_[range.function], range.line};
}

}  // namespace profdiff
