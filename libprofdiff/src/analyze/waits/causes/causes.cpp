// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#include "analyze/waits/causes/causes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "analyze/waits/causes/critical_path.h"
#include "analyze/waits/causes/delays.h"
#include "analyze/waits/routines.h"

namespace profdiff {
namespace {

constexpr double kNanosecond = 1e-9;

class CauseList {
 public:
  CauseList(const RunHistory& history, const std::string& phase) : history_(history), phase_(phase) {}

  WaitCauses Make() const {
    const Delays delays = FindDelays(history_);
    WaitCauses made{.seconds = delays.waits * kNanosecond, .unexplained = delays.unexplained * kNanosecond};
    made.before_all = WaitsBefore(BeginOfAll()) * kNanosecond;
    std::map<Row, DelayCost> costs;
    for (const auto& [key, cost] : delays.costs) {
      DelayCost& sum = costs[RowOf(key)];
      sum = {sum.direct + cost.direct, sum.indirect + cost.indirect};
    }
    std::map<Row, CriticalWork> critical;
    for (const auto& [key, work] : FindCriticalPath(history_)) {
      CriticalWork& sum = critical[RowOf(key)];
      sum = {sum.time + work.time, sum.imbalance + work.imbalance};
    }
    for (const auto& [row, cost] : costs) {
      made.causes.push_back({row.first, row.second, cost.direct * kNanosecond, cost.indirect * kNanosecond});
    }
    for (const auto& [row, work] : critical) {
      if (IsMpiName(row.second.back()) && MpiRoutineOf(row.second.back()).is_start_up()) continue;
      made.critical_path.push_back({row.first, row.second, work.time * kNanosecond, work.imbalance * kNanosecond});
    }
    // Rows with the same value stay in the order of their places.
    std::ranges::stable_sort(made.causes, std::greater(), [](const WaitCause& cause) { return cause.total(); });
    std::ranges::stable_sort(made.critical_path, std::greater(), &CriticalPart::seconds);
    return made;
  }

 private:
  using Row = std::pair<Location, std::vector<std::string>>;

  Row RowOf(const std::pair<std::uint32_t, std::uint32_t>& key) const {
    const ThreadTimeline& thread = history_.threads()[key.first];
    return {{thread.rank, thread.number}, NamesOfPath(history_.names(), history_.paths(), key.second, phase_)};
  }

  // Returns the first moment at which all ranks are recorded.
  std::int64_t BeginOfAll() const {
    std::map<std::uint32_t, std::int64_t> begins;
    for (const ThreadTimeline& thread : history_.threads()) {
      const auto [known, is_new] = begins.try_emplace(thread.rank, thread.span.begin);
      if (!is_new) known->second = std::min(known->second, thread.span.begin);
    }
    return std::ranges::max_element(begins, {}, [](const auto& each) { return each.second; })->second;
  }

  double WaitsBefore(std::int64_t moment) const {
    double sum = 0;
    for (const RankWait& wait : history_.waits()) {
      if (wait.is_counted && wait.begin < moment) sum += static_cast<double>(std::min(wait.end, moment) - wait.begin);
    }
    return sum;
  }

  const RunHistory& history_;
  std::string phase_;
};

}  // namespace

std::optional<WaitCauses> FindCauses(HistoryShare share, const WholeRun& run, const Exchange& exchange) {
  const RunHistory history(exchange.Gather(std::move(share)), run);
  if (history.threads().empty()) return std::nullopt;
  return CauseList(history, run.phase).Make();
}

}  // namespace profdiff
