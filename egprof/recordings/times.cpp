// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/recordings/times.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"

namespace egprof {
namespace {

using profdiff::PairedChange;
using profdiff::RecordComparison;
using profdiff::RecordedRun;

std::string TextOfRow(const char* what, double seconds, const std::string& rest) {
  char text[80];
  std::snprintf(text, sizeof text, "%-11s %8.3f s  ", what, seconds);
  return text + rest + "\n";
}

// Returns "1.1 % more", or "0.3 % less".
std::string ChangeText(double percent) {
  char text[40];
  std::snprintf(text, sizeof text, "%.1f %% %s", std::abs(percent), percent < 0 ? "less" : "more");
  return text;
}

std::string VerdictOn(const PairedChange& change) {
  const std::string interval = " (95 % interval " + ChangeText(change.low) + " to " + ChangeText(change.high) + ")";
  if (change.significant) return "other takes " + ChangeText(change.percent) + interval;
  const double most = std::max(std::abs(change.low), std::abs(change.high));
  char text[80];
  std::snprintf(text, sizeof text, "no change beyond noise, of at most %.1f %%", most);
  return text + interval;
}

double SecondsOf(const RecordedRun& run) { return run.user && run.sys ? *run.user + *run.sys : run.wall; }

}  // namespace

void AppendTimes(std::string& text, const RecordComparison& record) {
  double base = 0, other = 0;
  for (const profdiff::RecordPair& pair : record.pairs) {
    base += SecondsOf(*pair.base) / static_cast<double>(record.pairs.size());
    other += SecondsOf(*pair.other) / static_cast<double>(record.pairs.size());
  }
  const auto name_of = [&](const RecordedRun& run) { return record.folder.commands[run.command].name; };
  text += TextOfRow("base", base, name_of(*record.pairs.front().base));
  text += TextOfRow("other", other, name_of(*record.pairs.front().other));
  text += TextOfRow("difference", base - other,
                    record.measures.empty() ? "cannot tell what is noise from one pair: record more (--runs)"
                                            : VerdictOn(record.measures.front().change));
}

void AppendMeans(std::string& text, const profdiff::RecordFolder& folder) {
  double sum = 0;
  std::size_t runs = 0;
  for (const RecordedRun& run : folder.runs) {
    if (run.warmup || run.state != profdiff::RunState::kOk) continue;
    sum += SecondsOf(run);
    ++runs;
  }
  const std::string rest = folder.commands.front().name + ", mean of " + profdiff::Plural(runs, "run");
  text += TextOfRow("time", runs == 0 ? 0 : sum / static_cast<double>(runs), rest);
}

}  // namespace egprof
