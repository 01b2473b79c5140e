// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/record.h"
#include "support/temporary_folder.h"

namespace profdiff::manifest_test {
namespace {

RecordFolder FullFolder() {
  RecordFolder folder;
  folder.egprof = "1.0";
  folder.created = "2026-11-29T12:00:00Z";
  folder.directory = "/d";
  folder.state = RecordState::kUntil;
  folder.machine = {"host", "Linux", "CPU \"x\"", "performance", 2, 2, -1};
  folder.options = {{"seed", "7"}, {"stdout", "compare"}};
  folder.recorder = {"perf", "6.1", {"/usr/bin/perf", "record"}, "cpu-clock", 3999, std::nullopt, "fp", "it works"};
  folder.commands = {{"old", "./old '1 2'", {"./old", "1 2"}, "/d/old", "ab", "", {{"n", "1"}}},
                     {"new", "", {}, "", "", "", {}}};
  RecordedRun run;
  run.command = 1;
  run.wall = 1.0 / 3;
  run.user = .1;
  run.max_rss = 9'000'000'000'000;
  run.state = RunState::kTimeout;
  run.profile = "runs/0001-b.pb.gz";
  run.samples = 7;
  run.launcher_samples = 2;
  run.output = RecordedOutput{5, "cd"};
  folder.runs = {run, RecordedRun()};
  folder.runs.back().warmup = true;
  return folder;
}

std::string TextOfFolder(const RecordFolder& folder) {
  std::string text;
  WriteManifest(text, folder);
  return text;
}

}  // namespace

TEST_CASE("a manifest that was written is read back") {
  const std::string text = TextOfFolder(FullFolder());
  CHECK(text.starts_with(R"({"schema": "egprof-record-1")"));
  const tests::TemporaryFolder folder;
  folder.Write("manifest.json", text);
  const RecordFolder read = ReadRecordFolder(folder.path());
  CHECK(TextOfFolder(read) == text);
  CHECK(read.runs.front().wall == 1.0 / 3);
  CHECK(read.runs.front().max_rss == 9'000'000'000'000);
  CHECK(read.runs.front().launcher_samples == 2);
  CHECK(!read.runs.front().sys);
  CHECK(read.runs.back().warmup);
  CHECK(read.commands.front().words.back() == "1 2");
}

}  // namespace profdiff::manifest_test
