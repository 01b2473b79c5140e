// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/trace/paths.h"

#include <algorithm>
#include <tuple>

#include "base/decimals.h"
#include "base/text.h"
#include "base/utf8.h"
#include "report/format/limit.h"

namespace profdiff {
namespace {

constexpr std::size_t kLeastName = 12;  // characters of the last name of a path that are always shown

PathRow RowOf(const TraceDifference& difference, std::size_t index, CallTime by) {
  const PathDifference& path = difference.paths[index];
  const bool inclusive = by == CallTime::kInclusive;
  return {&path, index, inclusive ? path.inclusive_a : path.part_a, inclusive ? path.inclusive_b : path.part_b};
}

bool IsLarger(const PathRow& x, const PathRow& y) {
  const std::uint64_t x_size = Magnitude(x.Difference()), y_size = Magnitude(y.Difference());
  return x_size != y_size ? x_size > y_size : x.index < y.index;
}

// Returns " #3 of 7" if one call of several explains at least half of a row.
std::string PlaceText(const PathRow& row) {
  const PathDifference& path = *row.path;
  const bool is_of_a = path.a.valid();
  const std::uint64_t calls = is_of_a ? path.calls_a : path.calls_b;
  if (calls < 2 || 2 * Magnitude(path.largest) < Magnitude(row.Difference())) return "";
  return " #" + std::to_string(is_of_a ? path.place_a : path.place_b) + " of " + std::to_string(calls);
}

}  // namespace

ChosenPaths ChoosePaths(const TraceDifference& difference, CallTime by, std::size_t top) {
  ChosenPaths chosen;
  std::vector<PathRow> rows;
  for (std::size_t i = 0; i < difference.paths.size(); ++i) {
    if (difference.paths[i].inside) continue;
    const PathRow row = RowOf(difference, i, by);
    if (row.Difference() == 0) {
      ++chosen.unchanged;
    } else {
      rows.push_back(row);
    }
  }
  const std::size_t shown = top == 0 ? rows.size() : std::min(top, rows.size());
  std::ranges::partial_sort(rows, rows.begin() + static_cast<std::ptrdiff_t>(shown), IsLarger);
  for (std::size_t i = shown; i < rows.size(); ++i) chosen.beyond_time += rows[i].Difference();
  chosen.beyond = CutRows(rows, top);
  chosen.rows = std::move(rows);
  return chosen;
}

PathNames::PathNames(const Alignment& alignment, const TraceDifference& difference, NamedTrace& a, NamedTrace& b)
    : alignment_(alignment), difference_(difference), a_(a), b_(b) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < difference.paths.size(); ++i) {
    open.resize(difference.paths[i].depth);
    callers_.push_back(open.empty() ? i : open.back());
    open.push_back(i);
  }
}

const CallTree& PathNames::CallsA(const PathDifference& path) const {
  return a_.trace.threads[alignment_.threads[path.thread].a.value].calls;
}
const CallTree& PathNames::CallsB(const PathDifference& path) const {
  return b_.trace.threads[alignment_.threads[path.thread].b.value].calls;
}

std::string PathNames::Last(std::size_t index) {
  const PathDifference& path = difference_.paths[index];
  std::string name;
  if (path.a.valid()) name = a_.names[CallsA(path).function[path.a.value]];
  if (path.mark == Mark::kDifferent) name += " | ";
  if (path.b.valid() && path.mark != Mark::kEqual) name += b_.names[CallsB(path).function[path.b.value]];
  return name;
}

std::vector<std::string> PathNames::All(std::size_t index) {
  std::vector<std::string> names = {Last(index)};
  while (callers_[index] != index) {
    index = callers_[index];
    names.push_back(Last(index));
  }
  std::ranges::reverse(names);
  return names;
}

std::string PathNames::Thread(std::size_t pair) const {
  const ThreadAlignment& threads = alignment_.threads[pair];
  const Trace& trace = threads.a.valid() ? a_.trace : b_.trace;
  const ThreadId thread = threads.a.valid() ? threads.a : threads.b;
  const std::string& name = trace.threads[thread.value].name;
  const std::string own = name.substr(name.rfind('/') + 1);
  // The name of a thread without a name can be that of its lane alone.
  return own.empty() || own.starts_with(",") ? ThreadLabel(trace, thread) : WithoutControls(AsUtf8(own));
}

std::string PathNames::Text(const PathRow& row, std::size_t columns) {
  std::string rest = PlaceText(row);
  if (alignment_.threads.size() > 1) {
    rest += " (" + CutToCharacters(Thread(row.path->thread), std::max<std::size_t>(columns / 3, kLeastName)) + ")";
  }
  return JoinPath(All(row.index), columns - std::min(columns, CountCharacters(rest))) + rest;
}

// The last call tells most, then those that call it, then the outermost ones.
std::string JoinPath(const std::vector<std::string>& names, std::size_t columns) {
  const std::string last = CutToCharacters(names.back(), std::max(columns, kLeastName));
  const std::size_t all = names.size();
  const auto text_of = [&](std::size_t outer, std::size_t inner) {
    std::string text;
    for (std::size_t i = 0; i < outer; ++i) text += names[i] + " > ";
    if (outer + inner + 1 < all) text += "(" + Plural(all - outer - inner - 1, "call") + ") > ";
    for (std::size_t i = all - 1 - inner; i + 1 < all; ++i) text += names[i] + " > ";
    return text + last;
  };
  constexpr std::size_t kOuter = 4, kInner = 3;
  const std::size_t most = all - 1;
  if (most <= kOuter + kInner + 1) {
    if (std::string text = text_of(most, 0); CountCharacters(text) <= columns) return text;
  }
  for (std::size_t shown = std::min(most, kOuter + kInner + 1); shown-- > 0;) {
    const std::size_t inner = std::min(shown - shown / 2, kInner), outer = std::min(shown - inner, kOuter);
    if (std::string text = text_of(outer, inner); CountCharacters(text) <= columns) return text;
  }
  return last;
}

std::string CallsText(const PathDifference& path) {
  if (path.calls_a == path.calls_b) return std::to_string(path.calls_a);
  return std::to_string(path.calls_a) + "→" + std::to_string(path.calls_b);
}

}  // namespace profdiff
