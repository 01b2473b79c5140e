// SPDX-License-Identifier: GPL-3.0-or-later
// Every event is a vector of weights, one for each column: the vector of a column has a single weight of 1, and the
// vector of a formula is the weighted sum of the vectors of its terms. The cost of an event in a line is then a dot
// product, whether or not the event is a formula.
#include "read/profiles/callgrind_costs.h"

#include <algorithm>
#include <utility>

#include "base/parse_text.h"
#include "read/file/text_lines.h"

namespace profdiff {
namespace {

// Parses a whole word as a number, in decimal or as "0x…".
std::optional<std::uint64_t> NumberOf(std::string_view word) {
  const int base = word.starts_with("0x") ? 16 : 10;
  if (base == 16) word.remove_prefix(2);
  return NumberFrom<std::uint64_t>(word, base);
}

// Returns an event whose unit is its own name. It is not sampled, because Callgrind counts every event.
StackEvent EventNamed(std::string_view name) {
  StackEvent event;
  event.name = event.unit = name;
  event.is_sampled = false;
  return event;
}

}  // namespace

void CallgrindCosts::SetColumns(std::string_view names) {
  events_.clear();
  weights_.clear();
  constexpr std::size_t kMostColumns = 1000;
  for (std::string_view name = TakeWord(names); !name.empty(); name = TakeWord(names)) {
    if (events_.size() < kMostColumns) events_.push_back(EventNamed(name));
  }
  columns_ = events_.size();
  for (std::size_t i = 0; i < columns_; ++i) {
    weights_.emplace_back(columns_);
    weights_.back()[i] = 1;
  }
}

std::optional<std::size_t> CallgrindCosts::Find(std::string_view name) const {
  const auto found = std::ranges::find(events_, name, &StackEvent::name);
  if (found == events_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - events_.begin());
}

// Grammar, without blanks: [name "="] term {"+" term} [":" long name], where a term is [factor ["*"]] event. The events
// in a formula must be known already, which excludes cycles.
bool CallgrindCosts::AddFormula(std::string_view text) {
  const std::string_view definition = Trimmed(text.substr(0, text.find(':')));
  const std::size_t equals = definition.find('=');
  const std::string_view name = Trimmed(definition.substr(0, equals));
  if (name.empty()) return false;
  if (equals == std::string_view::npos || Find(name)) return true;  // a long name, or the same formula in a later part
  std::vector<std::uint64_t> weights(columns_);
  for (std::string_view rest = definition.substr(equals + 1); !Trimmed(rest).empty();) {
    std::string_view term = TakeUpTo(rest, '+');
    std::string_view word = TakeWord(term);
    const std::optional<std::uint64_t> factor = NumberOf(word);
    if (factor) word = TakeWord(term);
    if (word == "*") word = TakeWord(term);
    const std::optional<std::size_t> part = Find(word);
    if (!part || !Trimmed(term).empty()) return false;
    for (std::size_t i = 0; i < columns_; ++i) weights[i] += factor.value_or(1) * weights_[*part][i];
  }
  events_.push_back(EventNamed(name));
  weights_.push_back(std::move(weights));
  return true;
}

// Zeros at the end of a line may be omitted, so the loop ends after the last weight or the last word.
std::optional<std::uint64_t> CallgrindCosts::TakeCost(std::string_view& numbers, std::size_t event) const {
  const std::vector<std::uint64_t>& weights = weights_[event];
  std::uint64_t sum = 0;
  for (std::uint64_t weight : weights) {
    const std::string_view word = TakeWord(numbers);
    if (word.empty()) break;
    const std::optional<std::uint64_t> number = NumberOf(word);
    std::uint64_t cost = 0;
    if (!number || __builtin_mul_overflow(*number, weight, &cost) || __builtin_add_overflow(sum, cost, &sum)) {
      return std::nullopt;
    }
  }
  return sum;
}

// `costs` is a parameter, so that one vector can be reused for all lines of a file.
bool CallgrindCosts::CostsOfColumns(std::string_view numbers, std::vector<std::uint64_t>& costs) const {
  costs.assign(columns_, 0);
  for (std::uint64_t& cost : costs) {
    const std::string_view word = TakeWord(numbers);
    if (word.empty()) break;
    const std::optional<std::uint64_t> number = NumberOf(word);
    if (!number || *number >> 63 != 0) return false;
    cost = *number;
  }
  return true;
}

}  // namespace profdiff
