// SPDX-License-Identifier: GPL-3.0-or-later
// A record is written when a call begins and when it is left. Open calls last to the last record.
#include "analyze/ranking/stops/records.h"

#include <algorithm>

#include "analyze/loops/kept_calls.h"
#include "analyze/ranking/stops/blocking.h"

namespace profdiff {
namespace {

class RecordReader {
 public:
  RecordReader(const RecordNames& names, const CallTree& calls) : names_(names), calls_(calls) {}

  ThreadRecords Read() {
    if (calls_.size() != 0) records_.last = calls_.start[0];
    WalkKept(
        calls_, names_.ids, [this](std::uint32_t row, NameId) { Enter(row); },
        [this](std::uint32_t row) { Leave(row); });
    return records_;
  }

 private:
  void Enter(std::uint32_t row) {
    AddRecord(calls_.start[row]);
    inside_.push_back(row);
  }
  void Leave(std::uint32_t row) {
    AddRecord(calls_.start[row] + calls_.duration[row]);
    records_.left = CallId(std::size_t{row});
    inside_.pop_back();
  }
  void AddRecord(std::uint64_t time) {
    if (time <= records_.last) return;
    const bool in_init = !inside_.empty() && names_.are_init[calls_.function[inside_.back()].value];
    if (!in_init) records_.longest_pause = std::max(records_.longest_pause, time - records_.last);
    records_.last = time;
  }

  const RecordNames& names_;
  const CallTree& calls_;
  std::vector<std::uint32_t> inside_;  // rows of calls that are not over, the outermost first
  ThreadRecords records_;
};

// When the last row on top level ends.
std::uint64_t LastTime(const CallTree& calls) {
  std::uint64_t last = 0;
  for (std::uint32_t row = 0; row < calls.size(); row = calls.end[row]) {
    last = std::max(last, calls.start[row] + calls.duration[row]);
  }
  return last;
}

}  // namespace

RecordNames::RecordNames(const Trace& trace) {
  for (std::size_t i = 0; i < trace.names.size(); ++i) {
    ids.emplace_back(i);
    are_init.push_back(IsMpiInit(trace.names[i]));
  }
}

ThreadRecords FindRecords(const RecordNames& names, const CallTree& calls) { return RecordReader(names, calls).Read(); }

std::map<std::uint32_t, RankTimes> FindRankTimes(const Trace& trace) {
  std::map<std::uint32_t, RankTimes> ranks;
  std::uint64_t last = 0;
  for (const ThreadTrace& thread : trace.threads) {
    const auto [rank, is_new] = ranks.emplace(thread.rank, RankTimes());
    if (thread.calls.size() == 0) continue;
    RankTimes& times = rank->second;
    const std::uint64_t start = thread.calls.start[0];
    times.begin = times.begin == 0 ? start : std::min(times.begin, start);
    times.last = std::max(times.last, LastTime(thread.calls));
    last = std::max(last, times.last);
  }
  for (auto& [number, times] : ranks) times.end = trace.ends.empty() ? last : times.last;
  for (const RankEnd& end : trace.ends) {
    RankTimes& times = ranks[end.rank];
    times.exit_status = end.exit_status;
    times.end_is_known = end.recording_end.has_value();
    times.end = std::max(times.last, end.recording_end.value_or(0));
  }
  return ranks;
}

}  // namespace profdiff
