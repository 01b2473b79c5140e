// SPDX-License-Identifier: GPL-3.0-or-later
// Reads traces. A directory without a format of its own contains one recording for each rank, and is read rank by rank.
// Tests: tests/unit/read/trace, tests/cli/trace/run.py.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "profdiff/trace.h"
#include "read/file/file.h"
#include "read/input/format_row.h"
#include "read/input/rank_folder.h"
#include "read/trace/folder.h"
#include "read/trace/readers.h"
#include "values/join_ranks.h"
#include "values/loading_traces.h"

namespace profdiff {
namespace {

using TraceReader = Trace (*)(const std::string&, const TraceOptions&);

// Returns the reader for a path; null if the path itself is not a trace.
TraceReader ReaderOf(const Input& input) {
  const FormatRow* const row = FindRow(input);
  return row == nullptr || row->read_trace == ReadRankFolder ? nullptr : row->read_trace;
}

// Returns the number at the end of a name, disregarding the extensions .json and .gz; for example, 12 for "rank.12",
// "d.12" and "trace-12.json.gz". Returns nullopt if there is none.
std::optional<std::uint64_t> NumberAtEnd(std::string_view name) {
  for (const std::string_view extension : {".gz", ".json"}) {
    if (name.ends_with(extension)) name.remove_suffix(extension.size());
  }
  const std::size_t digits = name.size() - std::min(name.find_last_not_of("0123456789") + 1, name.size());
  if (digits == 0 || digits > 18) return std::nullopt;
  return std::stoull(std::string(name.substr(name.size() - digits)));
}

// True for a directory with task.txt. uftrace writes the file "info" last, so a directory without "info" is a recording
// that was interrupted or is still running.
bool IsUnfinished(const std::string& path) { return IsRegularFile(JoinPath(path, "task.txt")); }

// Returns the reason why a directory is not recognised as a trace.
std::string FirstProblem(const std::string& path) {
  if (!IsUnfinished(path)) {
    return "neither recorded by uftrace, nor an OTF2 archive, nor a directory of recordings with numbers in their "
           "names";
  }
  return IsRegularFile(JoinPath(path, "info")) ? "its file 'info' was not written by uftrace"
                                               : "uftrace did not finish this recording: its file 'info' is missing";
}

// Throws the error for a path that cannot be read as a trace, such as an unfinished recording. Has the signature of a
// reader, so that the error is thrown only when the rank of this recording is read.
[[noreturn]] Trace Refuse(const std::string& path, const TraceOptions&) {
  if (!IsFolder(path)) {
    throw WrongKind(path, kTraceNeed, ErrorCode::kNotATrace);
  }
  throw Error(ErrorCode::kNotATrace, FirstProblem(path), path);
}

struct RankPath {
  std::uint64_t number = 0;
  std::string path;
  TraceReader reader = nullptr;
};

// Returns the traces in a directory, sorted by number; other files are ignored.
std::vector<RankPath> FindRanks(const std::string& folder) {
  std::vector<RankPath> ranks;
  for (const std::string& name : NamesInFolder(folder)) {
    const std::optional<std::uint64_t> number = NumberAtEnd(name);
    const std::string path = JoinPath(folder, name);
    if (!number) continue;
    if (const TraceReader reader = ReaderOf(path)) {
      ranks.push_back({*number, path, reader});
    } else if (IsUnfinished(path)) {
      ranks.push_back({*number, path, Refuse});
    }
  }
  std::ranges::stable_sort(ranks, {}, &RankPath::number);
  return ranks;
}

// Returns the ranks of a run whose processes were recorded separately. They are sorted by the numbers in their file
// names or, if a name has no number, in the order of `inputs`.
std::vector<RankPath> RanksOfInputs(const std::vector<Input>& inputs) {
  std::vector<RankPath> ranks;
  bool have_numbers = true;
  for (const Input& input : inputs) {
    const std::string& path = input.path();
    const TraceReader reader = ReaderOf(input);
    if (reader == ReadOtf2 || (reader == nullptr && !FindRanks(path).empty())) {
      throw Error(ErrorCode::kIncompatible,
                  "contains the ranks of a whole run and cannot be combined with other traces", path);
    }
    std::string name = path;
    while (name.ends_with('/')) name.pop_back();
    const std::optional<std::uint64_t> number = NumberAtEnd(name.substr(name.rfind('/') + 1));
    have_numbers = have_numbers && number;
    ranks.push_back({number.value_or(0), path, reader == nullptr ? Refuse : reader});
  }
  if (!have_numbers) {
    for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i].number = i;
  }
  std::ranges::stable_sort(ranks, {}, &RankPath::number);
  return ranks;
}

// True if the numbers in the names of recordings are ranks. Repeated numbers, or numbers far above the number of ranks,
// such as process ids, only determine the order of ranks.
bool AreRanks(const std::vector<RankPath>& ranks) {
  constexpr std::uint64_t kOrdinary = 1024;
  const auto twice = std::ranges::adjacent_find(ranks, {}, &RankPath::number);
  return twice == ranks.end() && ranks.back().number < std::max<std::uint64_t>(kOrdinary, 2 * ranks.size());
}

void SetRank(std::uint32_t rank, Trace& part) {
  for (ThreadTrace& thread : part.threads) {
    thread.rank = rank;
    thread.label = "rank " + std::to_string(rank) + ", " + thread.label;
  }
  for (RankEnd& end : part.ends) end.rank = rank;
}

// Ranks without a recording are left out. When salvaging, so are ranks whose recording cannot be read.
void ReadRanks(const std::vector<RankPath>& ranks, const TraceOptions& options, const RankReading& reading) {
  std::optional<Error> first;
  bool has_threads = false;
  const bool are_ranks = AreRanks(ranks);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const auto rank = static_cast<std::uint32_t>(are_ranks ? ranks[i].number : i);
    if (reading.wants && !reading.wants(rank)) continue;
    Trace part;
    try {
      part = ranks[i].reader(ranks[i].path, options);
      SetRank(rank, part);
      has_threads = has_threads || !part.threads.empty();
    } catch (const Error& error) {
      if (!options.salvage) throw;
      if (!first) first = error;
      part = {};
      part.missing.push_back(WithConsequence(error.message(), "this rank is left out"));
    }
    reading.take(rank, std::move(part));
  }
  // Salvaging may leave out some ranks, but not all of them. This cannot be checked if only some ranks are read
  // (`wants`).
  if (first && !has_threads && !reading.wants) throw *first;
}

Trace JoinRanks(const std::vector<RankPath>& ranks, const TraceOptions& options) {
  RankJoiner joiner;
  ReadRanks(ranks, options, {{}, [&](std::uint32_t, Trace part) { joiner.Add(std::move(part)); }});
  return joiner.Take();
}

// Returns the ranks in a directory that contains one recording for each rank. Errors: kNotATrace for any other path;
// kSystem for a missing path.
std::vector<RankPath> RanksOf(const std::string& path, const TraceOptions& options) {
  if (!IsFolder(path))
    FileSource exists(path, FileKind::kRegular);  // throws if the path does not exist, or if reading it would block
  std::vector<RankPath> ranks = FindRanks(path);
  if (ranks.empty()) Refuse(path, options);
  return ranks;
}

TraceOptions Sane(TraceOptions options) {
  options.threads = std::max(1U, options.threads);
  return options;
}

}  // namespace

Trace ReadRankFolder(const std::string& path, const TraceOptions& options) {
  return JoinRanks(RanksOf(path, options), options);
}

void ListRankFiles(const std::string& path, std::vector<std::string>& files) {
  for (const RankPath& rank : FindRanks(path)) {
    const std::vector<std::string> of_rank = FilesOfTrace(rank.path);
    files.insert(files.end(), of_rank.begin(), of_rank.end());
  }
}

Trace ReadTrace(const Input& input, const TraceOptions& options) {
  const TraceOptions sane = Sane(options);
  if (const TraceReader reader = ReaderOf(input)) return reader(input.path(), sane);
  return ReadRankFolder(input.path(), sane);
}

Trace ReadTraceByRank(const Input& input, const TraceOptions& options, const RankReading& ranks) {
  const TraceOptions sane = Sane(options);
  const TraceReader reader = ReaderOf(input);
  if (reader == ReadOtf2) return ReadOtf2ByRank(input.path(), sane, ranks);
  if (reader == nullptr) {
    ReadRanks(RanksOf(input.path(), sane), sane, ranks);
  } else if (!ranks.wants || ranks.wants(0)) {
    ranks.take(0, reader(input.path(), sane));
  }
  return {};
}

Trace ReadTraceByRank(const std::vector<Input>& inputs, const TraceOptions& options, const RankReading& ranks) {
  if (inputs.size() == 1) return ReadTraceByRank(inputs.front(), options, ranks);
  ReadRanks(RanksOfInputs(inputs), Sane(options), ranks);
  return {};
}

std::vector<std::string> FilesOfTrace(const Input& input) {
  std::vector<std::string> files;
  const FormatRow* const row = FindRow(input);
  if (row != nullptr && row->list_files != nullptr) {
    row->list_files(input.path(), files);
  } else if (!IsFolder(input.path())) {
    files.push_back(input.path());
  }
  return files;
}

}  // namespace profdiff
