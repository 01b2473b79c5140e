// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/egprof/console/messages_test.cpp.
#include "egprof/console/messages.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace egprof {

void Messages::AddOnce(Entry entry) {
  if (std::ranges::find(entries_, entry) == entries_.end()) Add(std::move(entry));
}

void Messages::TakeWarnings(profdiff::Diagnostics& diagnostics) {
  for (profdiff::Message& warning : diagnostics.warnings) {
    if (warning.code == profdiff::ErrorCode::kLibbfd) {
      of_libbfd_.push_back(std::move(warning));
    } else if (warning.code == profdiff::ErrorCode::kNoCode) {  // gprof prints no "warning:" before this
      Note(std::move(warning));
    } else {
      Warn(std::move(warning));
    }
  }
  diagnostics.warnings.clear();
}

void Messages::Join(Messages& others) {
  for (Entry& entry : others.entries_) {
    entry.severity == Severity::kNote ? AddOnce(std::move(entry)) : Add(std::move(entry));
  }
  others.entries_.clear();
  std::ranges::move(others.hints_, std::back_inserter(hints_));
  std::ranges::move(others.of_libbfd_, std::back_inserter(of_libbfd_));
  std::ranges::move(others.passed_over_, std::back_inserter(passed_over_));
  std::ranges::move(others.left_out_, std::back_inserter(left_out_));
}

std::vector<Messages::Entry> MergeFiles(const std::vector<Messages::Entry>& entries) {
  struct Same {
    std::size_t at;  // index in `merged`
    std::set<std::string> files;
  };
  std::map<std::pair<Severity, profdiff::Message>, Same> known;  // by severity and message about any file
  std::vector<Messages::Entry> merged;
  for (const Messages::Entry& entry : entries) {
    std::pair key(entry.severity, entry.message);
    if (!key.second.file.empty()) key.second.file = "FILE";
    const auto [same, is_new] = known.try_emplace(std::move(key), Same{merged.size(), {}});
    if (is_new || entry.message.file.empty()) merged.push_back(entry);
    if (!entry.message.file.empty()) same->second.files.insert(entry.message.file);
  }
  for (const auto& [key, same] : known) {
    if (same.files.size() < 2) continue;
    std::string& file = merged[same.at].message.file;
    file = std::to_string(same.files.size()) + " files, such as " + file;
  }
  return merged;
}

bool IsReading(const Messages::Entry& entry) { return entry.message.code == profdiff::ErrorCode::kReading; }

std::vector<Messages::Entry> Messages::Take() { return std::exchange(entries_, {}); }

}  // namespace egprof
