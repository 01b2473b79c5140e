// SPDX-License-Identifier: GPL-3.0-or-later
// Reads directories of stacks. Names such as rank.3.txt are compared with each other, so that a number that is the same
// in all of them is not taken for the rank.
// Tests: tests/unit/read/stacks/snapshots_test.cpp.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/parse_text.h"
#include "base/text.h"
#include "profdiff/ranking.h"
#include "profdiff/stacks.h"
#include "read/file/file.h"
#include "read/trace/folder.h"

namespace profdiff {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::size_t kLargestFile = std::size_t{1} << 28;  // bytes; a stack has at most some hundred bytes per frame

using Numbers = std::vector<std::uint32_t>;

// Returns all numbers in a name that have at most 32 bits.
Numbers NumbersIn(std::string_view name) {
  Numbers numbers;
  while (true) {
    name.remove_prefix(std::min(name.find_first_of(kDigits), name.size()));
    if (name.empty()) return numbers;
    const std::string_view digits = name.substr(0, name.find_first_not_of(kDigits));
    if (const auto number = NumberFrom<std::uint32_t>(digits)) numbers.push_back(*number);
    name.remove_prefix(digits.size());
  }
}

// Returns the numbers at one position of all names, counted from the end; empty unless they are all different.
Numbers AtPosition(const std::vector<Numbers>& names, std::size_t from_end) {
  Numbers numbers;
  for (const Numbers& name : names) {
    if (from_end >= name.size()) return {};
    numbers.push_back(name[name.size() - 1 - from_end]);
  }
  const std::set<std::uint32_t> different(numbers.begin(), numbers.end());
  return different.size() == names.size() ? numbers : Numbers();
}

// Returns the rank of each name: the numbers at the only position where they all differ, or where they are 0, 1, 2 and
// so on. Errors: kBadArgument.
Numbers RanksOfNames(const std::vector<std::string>& names, const std::string& directory) {
  std::vector<Numbers> numbers;
  numbers.reserve(names.size());
  for (const std::string& name : names) numbers.push_back(NumbersIn(name));
  if (names.size() == 1) return {numbers[0].empty() ? 0 : numbers[0].back()};
  std::vector<Numbers> found;
  for (std::size_t i = 0; i < numbers[0].size(); ++i) {
    Numbers ranks = AtPosition(numbers, i);
    if (ranks.empty()) continue;
    if (std::ranges::max(ranks) + std::size_t{1} == ranks.size()) return ranks;
    found.push_back(std::move(ranks));
  }
  if (found.size() == 1) return found.front();
  throw Error(ErrorCode::kBadArgument,
              found.empty() ? "the names of files need different numbers, one for each process"
                            : "the names of files have several numbers, and more than one may be that of the process",
              directory);
}

// Returns the regular files of a directory, sorted by name; hidden files are left out.
std::vector<std::string> FilesIn(const std::string& directory) {
  std::error_code error;
  std::filesystem::directory_iterator probe(directory, error);
  if (error) throw SystemError(directory, error.value());
  std::vector<std::string> names;
  for (const std::string& name : NamesInFolder(directory)) {
    if (!name.starts_with('.') && IsRegularFile(JoinPath(directory, name))) names.push_back(name);
  }
  return names;
}

std::vector<ProcessStacks> ReadDirectory(const std::string& directory, std::vector<Message>& remarks) {
  const std::vector<std::string> names = FilesIn(directory);
  if (names.empty()) throw Error(ErrorCode::kBadArgument, "no files of stacks in this directory", directory);
  const Numbers ranks = RanksOfNames(names, directory);
  std::vector<ProcessStacks> processes;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string path = JoinPath(directory, names[i]);
    FileSource source(path, FileKind::kRegular);
    const std::string text = ReadRest(source, source.Size(), kLargestFile);
    if (text.size() > kLargestFile) throw Error(ErrorCode::kUnsupported, "too large for a text of stacks", path);
    try {
      processes.push_back(ParseStacks(text, path));
      processes.back().rank = ranks[i];
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kLostRecords) throw;
      remarks.push_back(error.message());
    }
  }
  std::ranges::sort(processes, {}, &ProcessStacks::rank);
  return processes;
}

}  // namespace

StackSnapshots ReadStackSnapshots(const std::vector<std::string>& directories) {
  StackSnapshots stacks;
  bool has_threads = false;
  for (const std::string& directory : directories) {
    stacks.snapshots.push_back(ReadDirectory(directory, stacks.remarks));
    has_threads = has_threads || !stacks.snapshots.back().empty();
  }
  if (!directories.empty() && !has_threads) {
    throw Error(ErrorCode::kBadArgument, "no process has stacks: " + stacks.remarks.front().cause,
                stacks.remarks.front().file);
  }
  return stacks;
}

}  // namespace profdiff
