// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory this process may use.
// Test: tests/unit/egprof/process/machine_memory_test.cpp.
#ifndef EGPROF_PROCESS_MACHINE_MEMORY_H_
#define EGPROF_PROCESS_MACHINE_MEMORY_H_

#include <cstdint>
#include <optional>
#include <string>

namespace egprof {

// Returns the least limit of memory, in bytes, that the control groups of this process have, as in a container; nullopt
// if there is none. `root` takes the place of the root directory in tests.
// Source of the files: cgroups(7) and the kernel's admin-guide/cgroup-v1/memory.rst and admin-guide/cgroup-v2.rst.
std::optional<std::uint64_t> GroupMemory(const std::string& root = "");

// Returns the size of the machine's memory or the limit of a control group, whichever is less, in bytes; 0 if unknown.
std::uint64_t UsableMemory();

}  // namespace egprof

#endif  // EGPROF_PROCESS_MACHINE_MEMORY_H_
