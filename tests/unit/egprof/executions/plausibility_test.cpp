// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for warnings about files that are probably the wrong ones.
#include "egprof/executions/plausibility.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace egprof {

TEST_CASE("A profile on both sides", "[plausibility]") {
  Output output;
  CheckFiles({"prog", {"/tmp/a", "/tmp/b"}}, {"prog", {"/tmp/c"}}, output);
  CHECK(output.notes.empty());
  CheckFiles({"prog", {"/tmp/a", "/tmp/b"}}, {"prog", {"/tmp/b", "/tmp/a"}}, output);
  CHECK(output.notes == std::vector<std::string>{"warning: the same file is on both sides: /tmp/a"});
  CHECK(IsSameFile("/tmp", "/tmp/../tmp/."));
  CHECK_FALSE(IsSameFile("/tmp/no", "/tmp/../tmp/no"));
}

}  // namespace egprof
