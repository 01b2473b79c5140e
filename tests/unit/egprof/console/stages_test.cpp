// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/console/stages.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <thread>

namespace egprof::stages_test {

using egprof::Stage;
using egprof::Stages;
using egprof::TimingText;

TEST_CASE("a stage lasts until the next one begins, however often it is resumed", "[stages]") {
  using namespace std::chrono_literals;
  Stages stages;
  stages.Begin(Stage::kReadImages);
  std::this_thread::sleep_for(20ms);
  stages.Begin(Stage::kAnalyse);
  stages.Begin(Stage::kReadImages);
  std::this_thread::sleep_for(20ms);
  stages.End();
  CHECK(stages.Seconds(Stage::kReadImages) >= 0.04);
  CHECK(stages.Seconds(Stage::kAnalyse) < stages.Seconds(Stage::kReadImages));
  CHECK(stages.Seconds(Stage::kWrite) == 0);
}

TEST_CASE("the work of another thread at the same time is shown, and is not added to the total", "[stages]") {
  using namespace std::chrono_literals;
  Stages other;
  other.Begin(Stage::kReadProfiles);
  std::this_thread::sleep_for(20ms);
  other.End();
  const double seconds = other.Seconds(Stage::kReadProfiles);
  Stages stages;
  stages.AddBeside(other);
  CHECK(stages.Seconds(Stage::kReadProfiles) == 0);
  CHECK(stages.SecondsBeside(Stage::kReadProfiles) == seconds);
  CHECK_THAT(TimingText("egprof", stages),
             Catch::Matches("[^]*read profiles +0\\.[0-9]{3} s at the same time\n[^]*all +0\\.000 s\n[^]*"));
  stages.Begin(Stage::kReadProfiles);
  std::this_thread::sleep_for(1ms);
  stages.End();
  // The stage has now also run for 1 ms on its own, so its time is no longer marked as concurrent.
  CHECK_THAT(TimingText("egprof", stages), !Catch::Contains("at the same time"));
}

TEST_CASE("the current work, with a count if there are several items", "[stages]") {
  Stages stages;
  CHECK(stages.Doing() == "starting");
  stages.Begin(Stage::kReadProfiles);
  stages.Count(0, 1);
  CHECK(stages.Doing() == "reading profiles");
  stages.Count(1812, 20000);
  CHECK(stages.Doing() == "reading profiles 1,812 of 20,000");
  stages.Begin(Stage::kWrite);
  CHECK(stages.Doing() == "writing listings");
}

TEST_CASE("the lines of --timing", "[stages]") {
  Stages stages;
  stages.sizes = {1, 1234567, 89, 2, 1000, 30, 20};
  const std::string text = TimingText("egprof", stages);
  for (const char* line : {"egprof: image                1,234,567 bytes\n", "egprof: functions                   89\n",
                           "egprof: profiles                 1,000 bytes in 2 files\n",
                           "egprof: arcs                        30 records of 20 arcs\n"}) {
    CHECK_THAT(text, Catch::Contains(line));
  }
  for (const char* row :
       {"read image", "read profiles", "analyse", "write listings", "all", "processors", "peak memory"}) {
    CHECK_THAT(text, Catch::Contains(std::string("egprof: ") + row + " "));
  }
  CHECK_THAT(text, !Catch::Contains("trace"));
}

TEST_CASE("traces have words of their own", "[stages]") {
  Stages stages;
  stages.Begin(Stage::kReadTraces);
  CHECK(stages.Doing() == "reading traces");
  stages.sizes = {.functions = 12, .traces = 2, .trace_threads = 4, .calls = 1234567};
  const std::string text = TimingText("egprof", stages);
  for (const char* line :
       {"egprof: functions                   12\n", "egprof: calls                1,234,567 in 4 threads\n"}) {
    CHECK_THAT(text, Catch::Contains(line));
  }
  for (const char* row : {"read traces", "analyse", "write listings", "all", "processors", "peak memory"}) {
    CHECK_THAT(text, Catch::Contains(std::string("egprof: ") + row + " "));
  }
  for (const char* word : {"image", "profile", "arcs"}) CHECK_THAT(text, !Catch::Contains(word));
}

}  // namespace egprof::stages_test
