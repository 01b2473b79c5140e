// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses which rows of a difference to show and, for each row, the caller that explains most of its change.
// Test: tests/unit/analyze/digest/digest_test.cpp.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "base/name_parts.h"
#include "base/name_patterns.h"
#include "base/text.h"
#include "profdiff/listing.h"
#include "values/known_calls.h"
#include "values/row_order.h"

namespace profdiff {
namespace {

class Chooser {
 public:
  Chooser(const Difference& difference, const Significance* significance, const DigestChoice& choice)
      : difference_(difference),
        significance_(significance),
        choice_(choice),
        focus_(choice.focus),
        ignore_(choice.ignore) {
    digest_.times = difference.base.has_histogram && difference.other.has_histogram;
    has_arcs_ = difference.base.has_arcs && difference.other.has_arcs;
    digest_.calls = has_arcs_ && CallsKnown(difference);
    digest_.totals = digest_.times && (choice.order == DigestOrder::kTotal ||
                                       (choice.order == DigestOrder::kWeight && OnlyTotalsAreSignificant()));
  }

  Digest Run() {
    std::vector<FunctionId> rows = OrderFlatRows(difference_, /*keep_unused=*/digest_.totals);
    std::erase_if(rows, [this](FunctionId f) { return !HasNumbers(f) || LeavesOut(f); });
    Sort(rows);
    for (FunctionId f : rows) {
      if (choice_.top != 0 && IsFaint(f)) {
        Count(digest_.faint, f);
      } else if (choice_.top != 0 && digest_.rows.size() == choice_.top) {
        Count(digest_.beyond, f);
      } else {
        digest_.rows.push_back({f, CallerOf(f)});
      }
    }
    return std::move(digest_);
  }

 private:
  const Difference::Row& RowOf(FunctionId f) const { return difference_.functions[f.value]; }

  double Seconds(FunctionId f) const {
    if (!digest_.times) return 0;
    const Difference::Row& row = RowOf(f);
    return digest_.totals ? SecondsDifference(row.base.total, row.other.total)
                          : SecondsDifference(row.base.self, row.other.self);
  }

  std::int64_t Calls(FunctionId f) const {
    return digest_.calls ? CountDifference(RowOf(f).base.calls, RowOf(f).other.calls) : 0;
  }

  // Propagated inclusive times do not make a function used, but count if rows show inclusive times.
  bool HasNumbers(FunctionId f) const {
    const Difference::Row& row = RowOf(f);
    return row.base.Used() || row.other.Used() || (digest_.totals && (row.base.total != 0 || row.other.total != 0));
  }

  void Count(Digest::LeftOut& left_out, FunctionId f) const {
    ++left_out.rows;
    left_out.seconds += Seconds(f);
  }

  // True if a row is to be left out. For the report, counts such a row and its time under the first reason that
  // applies. A function that is only on one side is never "unchanged".
  bool LeavesOut(FunctionId f) {
    const Difference::Row& row = RowOf(f);
    const bool is_unchanged = Seconds(f) == 0 && Calls(f) == 0 && row.base.present == row.other.present;
    const bool is_small = choice_.least > 0 && std::abs(Seconds(f)) < choice_.least;
    Digest::LeftOut* const reason = !StaysByName(f) ? &digest_.by_name
                                    : is_unchanged  ? &digest_.unchanged
                                    : is_small      ? &digest_.small
                                                    : nullptr;
    if (reason != nullptr) Count(*reason, f);
    return reason != nullptr;
  }

  std::string Readable(FunctionId f) const {
    const FunctionTable& table = difference_.match.functions;
    return DemangledName(table[f].name, choice_.demangle, table.leading_char);
  }

  // Patterns are matched against the demangled name and the linkage name; names of lines include "(file:line)".
  bool StaysByName(FunctionId f) const {
    if (focus_.empty() && ignore_.empty()) return true;
    const FunctionTable& table = difference_.match.functions;
    const std::string name(table[f].name);
    std::string readable = Readable(f);
    if (IsLine(table, f)) {
      readable.append(" (").append(BaseName(table.FilePath(f))).append(":");
      AppendCount(readable, std::uint64_t{table[f].line});
      readable += ')';
    }
    auto found = [&](const NamePatterns& patterns) { return patterns.Find(readable) || patterns.Find(name); };
    return (focus_.empty() || found(focus_)) && !found(ignore_);
  }

  // True if a row that may be shown has a significant inclusive time, and none a significant self time.
  bool OnlyTotalsAreSignificant() const {
    if (significance_ == nullptr || significance_->totals.empty()) return false;
    const auto stays = [this](std::size_t f, const std::vector<Verdict>& verdicts) {
      return verdicts[f].significant && StaysByName(FunctionId(f));
    };
    bool any = false;
    for (std::size_t f = 0; f < difference_.functions.size(); ++f) {
      if (stays(f, significance_->functions)) return false;
      any = any || stays(f, significance_->totals);
    }
    return any;
  }

  bool IsSignificant(FunctionId f) const {
    if (significance_ == nullptr) return false;
    if (!digest_.totals) return significance_->functions[f.value].significant;
    return !significance_->totals.empty() && significance_->totals[f.value].significant;
  }

  // True if noise explains the row's difference, and its time is under a thousandth of the total on both sides: such
  // rows are printed as 0.00 and say nothing. Sampled profiles have many.
  bool IsFaint(FunctionId f) const {
    if (significance_ == nullptr || !digest_.times || choice_.order != DigestOrder::kWeight) return false;
    const double least = std::max(difference_.base.AllSeconds(), difference_.other.AllSeconds()) / 1000;
    const auto amount = digest_.totals ? &SideNumbers::total : &SideNumbers::self;
    return !IsSignificant(f) && RowOf(f).base.*amount < least && RowOf(f).other.*amount < least;
  }

  // Sorts rows in the chosen order. Rows with equal keys keep their previous order: significant rows first, then the
  // order of OrderFlatRows.
  void Sort(std::vector<FunctionId>& rows) const {
    std::stable_partition(rows.begin(), rows.end(), [this](FunctionId f) { return IsSignificant(f); });
    auto descending = [&rows](auto key) {
      std::ranges::stable_sort(rows, [&key](FunctionId a, FunctionId b) { return key(a) > key(b); });
    };
    switch (choice_.order) {
      case DigestOrder::kWeight:
        return SortByWeight(rows);
      case DigestOrder::kBase:
        return descending([this](FunctionId f) { return RowOf(f).base.self; });
      case DigestOrder::kOther:
        return descending([this](FunctionId f) { return RowOf(f).other.self; });
      case DigestOrder::kDifference:
      case DigestOrder::kTotal:
        return descending([this](FunctionId f) { return std::abs(Seconds(f)); });
      case DigestOrder::kCalls:
        return descending([this](FunctionId f) { return std::abs(Calls(f)); });
      case DigestOrder::kName:
        return SortByName(rows);
    }
  }

  void SortByWeight(std::vector<FunctionId>& rows) const {
    // OrderFlatRows() has already sorted the rows by |difference of self times|.
    if (digest_.times && !digest_.totals) return;
    const auto weight = [this](FunctionId f) {
      return digest_.totals ? std::abs(Seconds(f)) : static_cast<double>(std::abs(Calls(f)));
    };
    std::ranges::stable_sort(rows, [&](FunctionId a, FunctionId b) { return weight(a) > weight(b); });
    std::stable_partition(rows.begin(), rows.end(), [this](FunctionId f) { return IsSignificant(f); });
  }

  void SortByName(std::vector<FunctionId>& rows) const {
    // Demangles each name once instead of in every comparison.
    std::vector<std::pair<std::string, FunctionId>> named;
    for (FunctionId f : rows) named.emplace_back(Readable(f), f);
    std::ranges::stable_sort(named, {}, &std::pair<std::string, FunctionId>::first);
    std::ranges::transform(named, rows.begin(), &std::pair<std::string, FunctionId>::second);
  }

  // Returns the change in an arc's self time or, if that is unknown or the rows show inclusive times, in its inclusive
  // time. If `times` is false, returns the change in its calls.
  double ChangeOf(const Difference::ArcRow& arc, bool times) const {
    if (!times) return static_cast<double>(CountDifference(arc.base.count, arc.other.count));
    return ArcSelfKnown(difference_) && !digest_.totals ? SecondsDifference(arc.base.self, arc.other.self)
                                                        : SecondsDifference(arc.base.Total(), arc.other.Total());
  }

  // Returns the caller whose arc changed most in the direction of the function's own change. Compares calls if the time
  // did not change.
  FunctionId CallerOf(FunctionId f) const {
    // Requires arcs on both sides: otherwise every caller would seem to be new.
    if (!has_arcs_ || f.value + 1 >= difference_.adjacency.first_parent.size()) return {};
    const double seconds = Seconds(f);
    const double sign = (seconds != 0 ? seconds : static_cast<double>(Calls(f))) < 0 ? -1 : 1;
    FunctionId caller;
    double most = 0;
    for (ArcId id : difference_.adjacency.Parents(f)) {
      const Difference::ArcRow& arc = difference_.arcs[id.value];
      if (arc.caller == arc.callee) continue;
      const double change = ChangeOf(arc, seconds != 0);
      if (sign * change <= most) continue;
      most = sign * change;
      caller = arc.caller;
    }
    return caller;
  }

  const Difference& difference_;
  const Significance* significance_;
  const DigestChoice& choice_;
  const NamePatterns focus_, ignore_;
  Digest digest_;
  bool has_arcs_ = false;
};

}  // namespace

std::optional<DigestOrder> ParseDigestOrder(std::string_view word) {
  // Words for the values of DigestOrder, in the order of the values, beginning with kBase.
  constexpr std::string_view kWords[] = {"base", "other", "difference", "calls", "name", "total"};
  const auto found = std::ranges::find(kWords, word);
  if (found == std::end(kWords)) return std::nullopt;
  return static_cast<DigestOrder>(static_cast<std::ptrdiff_t>(DigestOrder::kBase) + (found - std::begin(kWords)));
}

Digest MakeDigest(const Difference& difference, const Significance* significance, const DigestChoice& choice) {
  return Chooser(difference, significance, choice).Run();
}

void CheckExpressions(const std::vector<std::string>& expressions) { NamePatterns check(expressions); }

}  // namespace profdiff
