// SPDX-License-Identifier: GPL-3.0-or-later
// Files are compared by device and number, copies by their bytes.
// Test: tests/unit/egprof/executions/copies_test.cpp.
#include "egprof/executions/copies.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::RunTable;

constexpr double kMostSamplesOfChance = 100;

// Identifies a file: its device and number, or its name if it cannot be examined, as a trial in a store.
using FileKey = std::tuple<std::uintmax_t, std::uintmax_t, std::string>;

FileKey KeyOf(const Input& input, bool is_stored) {
  struct stat info;
  if (is_stored || stat(input.path().c_str(), &info) != 0) return {0, 0, input.path()};
  return {info.st_dev, info.st_ino, ""};
}

void RefuseTwins(const std::vector<Input>& runs, bool is_stored) {
  std::set<FileKey> seen;
  for (const Input& run : runs) {
    if (seen.insert(KeyOf(run, is_stored)).second) continue;
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "this run is given twice; noise can only be measured from different runs", run.path());
  }
}

double SamplesOf(const RunTable& runs, std::size_t run) {
  double seconds = 0;
  for (std::size_t f = 0; f < runs.functions; ++f) seconds += runs.seconds[f * runs.runs + run];
  return seconds * runs.rates[run];
}

// True if two runs have more samples than chance could repeat, and equal times in all functions.
bool HasEqualRuns(const RunTable& runs) {
  std::vector<std::size_t> order;
  for (std::size_t run = 0; run < runs.runs; ++run) {
    if (SamplesOf(runs, run) > kMostSamplesOfChance) order.push_back(run);
  }
  // Returns a number below, equal to or above 0.
  const auto compare = [&runs](std::size_t a, std::size_t b) {
    for (std::size_t f = 0; f < runs.functions; ++f) {
      const double *const times = &runs.seconds[f * runs.runs], x = times[a], y = times[b];
      if (x != y) return x < y ? -1 : 1;
    }
    return 0;
  };
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return compare(a, b) < 0; });
  return std::ranges::adjacent_find(order, [&](std::size_t a, std::size_t b) { return compare(a, b) == 0; }) !=
         order.end();
}

// Returns the bytes of a regular file; nullopt for other files, and for a file that cannot be read again.
std::optional<std::string> BytesOf(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace

void CheckFiles(const Side& base, const Side& other, Messages& messages) {
  const bool is_stored = !base.store.empty();
  if (is_stored != !other.store.empty()) return;
  std::set<FileKey> others;
  for (const Input& profile : other.profiles) others.insert(KeyOf(profile, is_stored));
  for (const Input& profile : base.profiles) {
    if (!others.contains(KeyOf(profile, is_stored))) continue;
    // A file with both sides is not the same profile twice.
    if (profile.Gives(profdiff::kGivesNames) && profile.format()->name == "folded-base") continue;
    return messages.Warn("the same file is on both sides: " + profile.path());
  }
}

void RefuseTwins(const std::vector<Input>& runs) { RefuseTwins(runs, /*is_stored=*/false); }
void RefuseTwins(const Side& side) { RefuseTwins(side.profiles, !side.store.empty()); }

void RefuseCopies(const Side& side, const RunTable& runs) {
  if (!side.store.empty() || runs.kind != profdiff::TimesOf::kSamples || !HasEqualRuns(runs)) return;
  std::multimap<std::size_t, const std::string*> seen;  // paths by the hash of their bytes
  for (const Input& run : side.profiles) {
    const std::optional<std::string> bytes = BytesOf(run.path());
    if (!bytes) continue;
    const std::size_t hash = std::hash<std::string>()(*bytes);
    const auto [first, last] = seen.equal_range(hash);
    for (auto like = first; like != last; ++like) {
      if (BytesOf(*like->second) != bytes) continue;
      throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                            "the same bytes as " + *like->second +
                                ": a copy is not another run; noise can only be measured from different runs",
                            run.path());
    }
    seen.emplace(hash, &run.path());
  }
}

}  // namespace egprof
