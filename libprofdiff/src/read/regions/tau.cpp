// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the profiles of TAU: a file for each thread, named profile.NODE.CONTEXT.THREAD, in the directory of the run, or
// in a directory MULTI__METRIC for each metric. A node is a rank.
// Tests: tests/unit/read/regions/tau_test.cpp.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "read/regions/readers.h"
#include "read/regions/region_table.h"
#include "read/regions/tau_file.h"
#include "read/regions/tau_names.h"
#include "read/trace/folder.h"

namespace profdiff {
namespace {

constexpr std::string_view kMetricFolder = "MULTI__";

struct TauPath {
  TauPlace place;
  std::string path;
};

// Appends the files of a directory, but not those of its subdirectories.
void AppendTauFiles(const std::string& folder, std::vector<TauPath>& files) {
  for (const std::string& name : NamesInFolder(folder)) {
    if (const auto place = TauPlaceOf(name)) files.push_back({*place, JoinPath(folder, name)});
  }
}

// Returns the files of an execution, sorted by the numbers in their names.
std::vector<TauPath> TauFilesIn(const std::string& folder) {
  std::vector<TauPath> files;
  AppendTauFiles(folder, files);
  for (const std::string& name : NamesInFolder(folder)) {
    if (name.starts_with(kMetricFolder)) AppendTauFiles(JoinPath(folder, name), files);
  }
  std::ranges::stable_sort(files, {}, &TauPath::place);
  return files;
}

// Gives threads their locations. Ranks without threads have none.
class TauLocations {
 public:
  explicit TauLocations(const std::vector<TauPath>& files) {
    for (const TauPath& file : files) {
      has_threads_ = has_threads_ || file.place.thread != 0 || file.place.context != 0;
      has_contexts_ = has_contexts_ || file.place.context != 0;
      threads_[file.place.node].try_emplace({file.place.context, file.place.thread}, 0);
    }
    for (auto& [node, threads] : threads_) {
      std::uint32_t number = 0;
      for (auto& [place, thread] : threads) thread = has_contexts_ ? number++ : place.second;
    }
  }

  std::uint32_t Find(const TauPlace& place, RegionTable& table) const {
    Location location{place.node, {}};
    if (!has_threads_) return table.FindLocation(location, "");
    location.thread = threads_.at(place.node).at({place.context, place.thread});
    const std::string context = has_contexts_ ? "context " + std::to_string(place.context) + ", " : "";
    return table.FindLocation(location, context + "thread " + std::to_string(place.thread));
  }

 private:
  std::map<std::uint32_t, std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>> threads_;
  bool has_threads_ = false, has_contexts_ = false;
};

// Runs `add`, which throws on damage. When salvaging, the damage is recorded instead.
template <class Add>
void AddOrSalvage(TauTable& table, const Add& add) {
  try {
    add();
  } catch (const Error& error) {
    if (!table.selection().salvages() || error.code() == ErrorCode::kSystem) throw;
    table.table.missing.push_back(WithConsequence(error.message(), "what follows in this file is left out"));
  }
}

RegionTable ReadTauFolder(const std::string& folder, const RegionSelection& selection) {
  constexpr std::uint64_t kLargestTauFile = std::uint64_t{1} << 32;  // bytes after unpacking
  TauTable table(selection);
  const std::vector<TauPath> files = TauFilesIn(folder);
  const TauLocations locations(files);
  for (const TauPath& file : files) {
    if (!selection.KeepsRank(file.place.node)) continue;
    AddOrSalvage(table, [&] {
      FileSource source(file.path, FileKind::kRegular);
      UnpackedSource unpacked(source, file.path, kLargestTauFile, selection.salvages());
      table.Add(unpacked, file.path, locations.Find(file.place, table.table));
      if (const std::optional<Error> damage = unpacked.damage()) throw Error(*damage);
    });
  }
  return table.Take(folder);
}

RegionTable ReadTauTable(ByteSource& source, const std::string& path, const RegionSelection& selection) {
  if (IsFolder(path)) return ReadTauFolder(path, selection);
  TauTable table(selection);
  const auto place = TauPlaceOf(BaseName(path));
  const std::uint32_t location =
      place ? TauLocations({{*place, path}}).Find(*place, table.table) : table.table.FindLocation({}, "");
  AddOrSalvage(table, [&] { table.Add(source, path, location); });
  return table.Take(path);
}

}  // namespace

bool IsTau(const FirstBytes& file) {
  if (file.is_folder) return !TauFilesIn(file.path).empty();
  const std::size_t line = file.bytes.find('\n');
  if (line == std::string_view::npos || !file.BeginsWithOneOf("0123456789")) return false;
  return file.bytes.substr(0, line).find(" templated_functions") != std::string_view::npos &&
         file.bytes.substr(line + 1).starts_with("# Name Calls");
}

bool IsMergedTau(const FirstBytes& file) {
  return file.bytes.starts_with("<profile_xml>") || file.bytes.starts_with(std::string_view("\0P\0P\0K", 6));
}

StackProfile ReadTau(const StackInput& input) {
  const RegionSelection selection(input.options);
  return StacksOfRegions(input, ReadTauTable(input.bytes, input.path, selection));
}

Measurements MeasureTau(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  const RegionSelection selection = SelectionOf(options);
  return MeasureRegions(ReadTauTable(source, path, selection), path, options);
}

std::vector<std::uint32_t> RanksOfTau(const std::string& path) {
  std::vector<std::uint32_t> ranks;
  for (const TauPath& file : TauFilesIn(path)) {
    if (ranks.empty() || ranks.back() != file.place.node) ranks.push_back(file.place.node);
  }
  return ranks;
}

void ListTauFiles(const std::string& path, std::vector<std::string>& files) {
  if (!IsFolder(path)) return files.push_back(path);
  for (const TauPath& file : TauFilesIn(path)) files.push_back(file.path);
}

}  // namespace profdiff
