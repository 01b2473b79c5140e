// SPDX-License-Identifier: GPL-3.0-or-later
// Makes snapshots of stacks for tests.
#ifndef TESTS_SUPPORT_STACKS_H_
#define TESTS_SUPPORT_STACKS_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace tests {

// Returns the words of a text.
inline std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    if (blank != 0) words.emplace_back(text.substr(0, blank));
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return words;
}

// Returns a process whose threads have the given frames, outermost first; tids are 100 * rank + 1, + 2 and so on.
inline profdiff::ProcessStacks Process(std::uint32_t rank, const std::vector<std::string_view>& threads) {
  profdiff::ProcessStacks process;
  process.rank = rank;
  process.source = "eu-stack";
  for (const std::string_view frames : threads) {
    profdiff::ThreadStack& thread = process.threads.emplace_back();
    thread.tid = 100 * rank + process.threads.size();
    thread.frames = WordsOf(frames);
  }
  return process;
}

// Returns the same processes in each of `count` snapshots.
inline profdiff::StackSnapshots Repeated(std::size_t count, const std::vector<profdiff::ProcessStacks>& processes) {
  profdiff::StackSnapshots stacks;
  stacks.snapshots.assign(count, processes);
  return stacks;
}

}  // namespace tests

#endif  // TESTS_SUPPORT_STACKS_H_
