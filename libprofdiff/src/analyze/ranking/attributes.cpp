// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the attributes of threads. An attribute is an entry of a folded trace (a function or a loop) or a pair of
// adjacent entries, with a frequency. The attributes of all runs are sorted before they get ids, so that an id refers
// to the same attribute in every run and no result depends on the order of threads.
// Source: the rows of the tables in the DiffTrace paper, such as "sing.actual".
// Tests: tests/unit/analyze/ranking/diff_nlr_test.cpp.
#include <algorithm>
#include <array>
#include <map>

#include "analyze/ranking/entry_symbols.h"
#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kNoSymbol = ~std::uint32_t{0};  // replaces the successor in attributes of single entries

struct Attribute {
  std::uint32_t first = 0, second = kNoSymbol;
  std::uint64_t frequency = 0;

  friend auto operator<=>(const Attribute&, const Attribute&) = default;
};

// The frequency is part of the attribute: threads share an attribute only if its frequency is equal as well. log10 is
// rounded down, so that small changes of high frequencies have no effect.
std::uint64_t FrequencyOf(std::uint64_t times, AttributeFrequency frequency) {
  if (frequency == AttributeFrequency::kNone) return 0;
  if (frequency == AttributeFrequency::kActual) return times;
  std::uint64_t log = 0;
  for (; times >= 10; times /= 10) ++log;
  return log;
}

// Returns the attributes of a thread, ascending.
std::vector<Attribute> AttributesOf(const FoldedTraces& folded, const FoldedThread& thread, AttributeRow row) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> times;
  for (std::size_t i = 0; i < thread.entries.size(); ++i) {
    const std::uint32_t symbol = SymbolOf(folded, thread.entries[i]);
    if (row.of == AttributeOf::kEntries) {
      times[{symbol, kNoSymbol}] += thread.entries[i].count;
    } else if (i + 1 < thread.entries.size()) {
      ++times[{symbol, SymbolOf(folded, thread.entries[i + 1])}];
    }
  }
  std::vector<Attribute> attributes;
  for (const auto& [symbols, count] : times) {
    attributes.push_back({symbols.first, symbols.second, FrequencyOf(count, row.frequency)});
  }
  return attributes;
}

std::string NameOfSymbol(const FoldedTraces& folded, std::uint32_t symbol) {
  return symbol < kLoopSymbols ? folded.names[symbol] : "L" + std::to_string(symbol - kLoopSymbols);
}

std::string NameOfAttribute(const FoldedTraces& folded, const Attribute& attribute, AttributeRow row) {
  std::string name = NameOfSymbol(folded, attribute.first);
  if (attribute.second != kNoSymbol) name += " " + NameOfSymbol(folded, attribute.second);
  if (row.frequency != AttributeFrequency::kNone) name += ":" + std::to_string(attribute.frequency);
  return name;
}

// The kinds of attributes in the order of the tables in the DiffTrace paper, which is also the order of kNames.
constexpr std::array<AttributeRow, 6> kRows = {{{AttributeOf::kPairs, AttributeFrequency::kActual},
                                                {AttributeOf::kPairs, AttributeFrequency::kLog10},
                                                {AttributeOf::kPairs, AttributeFrequency::kNone},
                                                {AttributeOf::kEntries, AttributeFrequency::kActual},
                                                {AttributeOf::kEntries, AttributeFrequency::kLog10},
                                                {AttributeOf::kEntries, AttributeFrequency::kNone}}};
constexpr std::array<std::string_view, 6> kNames = {"doub.actual", "doub.log10", "doub.orig",
                                                    "sing.actual", "sing.log10", "sing.orig"};

}  // namespace

std::span<const AttributeRow> AttributeRows() { return kRows; }

std::string_view NameOf(AttributeRow row) {
  return kNames[static_cast<std::size_t>(std::ranges::find(kRows, row) - kRows.begin())];
}

std::optional<AttributeRow> ParseAttributeRow(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return {};
  return kRows[static_cast<std::size_t>(found - kNames.begin())];
}

ThreadAttributes FindAttributes(const FoldedTraces& folded, AttributeRow row) {
  std::vector<std::vector<std::vector<Attribute>>> by_run;
  std::vector<Attribute> all;
  for (const std::vector<FoldedThread>& run : folded.runs) {
    by_run.emplace_back();
    for (const FoldedThread& thread : run) {
      by_run.back().push_back(AttributesOf(folded, thread, row));
      all.insert(all.end(), by_run.back().back().begin(), by_run.back().back().end());
    }
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  ThreadAttributes attributes;
  for (const Attribute& attribute : all) attributes.names.push_back(NameOfAttribute(folded, attribute, row));
  for (const auto& run : by_run) {
    attributes.runs.emplace_back();
    for (const std::vector<Attribute>& thread : run) {
      AttributeSet& set = attributes.runs.back().emplace_back();
      for (const Attribute& attribute : thread) {
        set.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(all, attribute) - all.begin()));
      }
    }
  }
  return attributes;
}

// Attribute ids are shared by all runs, but a context has only the attributes of its run, numbered without gaps: an
// attribute without objects would add a concept at the bottom of the lattice.
FormalContext ContextOf(const ThreadAttributes& attributes, std::size_t run) {
  constexpr std::uint32_t kUnused = ~std::uint32_t{0};
  std::vector<std::uint32_t> numbers(attributes.names.size(), kUnused);
  for (const AttributeSet& set : attributes.runs[run]) {
    for (const std::uint32_t attribute : set) numbers[attribute] = 0;
  }
  FormalContext context;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == kUnused) continue;
    numbers[i] = static_cast<std::uint32_t>(context.attributes.size());
    context.attributes.push_back(attributes.names[i]);
  }
  context.objects = attributes.runs[run];
  for (AttributeSet& set : context.objects) {
    for (std::uint32_t& attribute : set) attribute = numbers[attribute];
  }
  return context;
}

}  // namespace profdiff
