// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/process/machine_memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string_view>

#include "base/parse_text.h"

namespace egprof {
namespace {

// True if `word` is one of the words of a list such as "cpu,memory".
bool IsInList(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    if (list.substr(0, comma) == word) return true;
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  return false;
}

// Reads the limits of a group and of the groups that contain it, up to that at `top`. Inside a container, the name of
// the group may be one outside of it; only `top` exists then. Without a limit, a file has the word "max", or with
// version 1 a number that no machine has.
void AddLimits(const std::string& top, std::string group, const char* file, std::optional<std::uint64_t>& least) {
  if (group == "/") group.clear();
  for (;;) {
    std::string text;
    std::ifstream in(top + group + "/" + file);
    if (std::getline(in, text)) {
      const auto limit = profdiff::NumberFrom<std::uint64_t>(text);
      if (limit && (!least || *limit < *least)) least = limit;
    }
    const std::size_t slash = group.rfind('/');
    if (slash == std::string::npos) return;
    group.resize(slash);
  }
}

}  // namespace

// A line of the list is "0::/group" with version 2, and "4:cpu,memory:/group" with version 1.
std::optional<std::uint64_t> GroupMemory(const std::string& root) {
  const std::string groups = root + "/sys/fs/cgroup";
  std::optional<std::uint64_t> least;
  std::ifstream list(root + "/proc/self/cgroup");
  for (std::string line; std::getline(list, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string_view controllers = std::string_view(line).substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) AddLimits(groups, group, "memory.max", least);
    if (IsInList(controllers, "memory")) AddLimits(groups + "/memory", group, "memory.limit_in_bytes", least);
  }
  return least;
}

std::uint64_t UsableMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return GroupMemory().value_or(0);
  const auto machine = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
  return std::min(machine, GroupMemory().value_or(machine));
}

}  // namespace egprof
