// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for warnings about files that are probably the wrong ones.
#include "egprof/executions/plausibility.h"

#include <catch2/catch.hpp>

namespace egprof::plausibility_test {

TEST_CASE("The same file by two names", "[plausibility]") {
  CHECK(IsSameFile("/tmp", "/tmp/../tmp/."));
  CHECK_FALSE(IsSameFile("/tmp/no", "/tmp/../tmp/no"));
}

}  // namespace egprof::plausibility_test
