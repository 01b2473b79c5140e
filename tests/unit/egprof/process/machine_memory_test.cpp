// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/process/machine_memory.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/temporary_folder.h"

namespace egprof::machine_memory_test {
namespace {

// A root directory with groups that have limits.
class Root {
 public:
  explicit Root(const std::string& groups) { Write("proc/self/cgroup", groups); }
  void Write(const std::string& path, const std::string& text) { folder_.Write(path, text); }
  std::optional<std::uint64_t> Limit() const { return GroupMemory(folder_.path()); }

 private:
  tests::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("the least limit of a group and of those around it is the memory of a container") {
  Root root("0::/pods/job\n");
  CHECK(!root.Limit());
  root.Write("sys/fs/cgroup/pods/job/memory.max", "max\n");
  CHECK(!root.Limit());
  root.Write("sys/fs/cgroup/pods/memory.max", "1073741824\n");
  CHECK(root.Limit() == 1073741824);
  root.Write("sys/fs/cgroup/pods/job/memory.max", "536870912\n");
  CHECK(root.Limit() == 536870912);
  root.Write("sys/fs/cgroup/memory.max", "4096\n");
  CHECK(root.Limit() == 4096);
}

TEST_CASE("groups of version 1 have limits of memory") {
  Root root("9:name=systemd:/\n4:cpu,memory:/docker/ab\n3:memoryless:/x\n0::/\n");
  root.Write("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "1\n");
  root.Write("sys/fs/cgroup/memory/docker/ab/memory.limit_in_bytes", "9223372036854771712\n");
  CHECK(root.Limit() == 9223372036854771712u);
  root.Write("sys/fs/cgroup/memory/docker/ab/memory.limit_in_bytes", "2000000\n");
  CHECK(root.Limit() == 2000000);
}

TEST_CASE("a container whose group has a name outside of it has the limit at its top") {
  Root root("4:memory:/docker/not-here\n0::/not/here\n");
  root.Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "3000000\n");
  CHECK(root.Limit() == 3000000);
}

TEST_CASE("limits that cannot be read are none") {
  Root root("broken\n0::\n4:memory\n");
  root.Write("sys/fs/cgroup/memory.max", "-5\n");
  CHECK(!root.Limit());
}

}  // namespace egprof::machine_memory_test
