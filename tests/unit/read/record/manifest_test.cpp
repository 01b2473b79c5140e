// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "profdiff/input.h"
#include "profdiff/record.h"
#include "support/temporary_folder.h"

namespace profdiff::manifest_test {
namespace {

std::string Manifest(const std::string& run = "", const std::string& schema = "egprof-record-1") {
  return R"({"schema": ")" + schema + R"(", "egprof": "1.1", "created": "2026-11-29T12:00:00Z", "state": "complete",
    "later": {"unknown": [1, 2]}, "directory": "/d", "machine": {"host": "h", "cpus": 2, "aslr": 2},
    "options": {"runs": "20", "seed": "7"},
    "recorder": {"name": "perf", "words": ["record", "-q"], "event": "cpu-clock", "frequency": 3999, "period": null},
    "commands": [{"name": "old", "command": "./old 20", "words": ["./old", "20"], "program": "/d/old",
                  "parameters": {"n": "20"}}, {"name": "new"}],
    "runs": [{"run": 1, "pair": 1, "command": 1, "position": 1, "warmup": true, "wall": 0.5, "user": 0.25,
              "sys": 0.125, "maxRss": 4096, "status": 3, "signal": 0, "state": "ok",
              "stdout": {"bytes": 5, "sha256": "ab"}, "profile": "runs/0001-b.pb.gz", "samples": 900})" +
         (run.empty() ? "" : ", " + run) + "]}";
}

std::string RunWith(const std::string& members) {
  return R"({"run": 2, "pair": 1, "command": 0, "position": 2, "state": "ok", "wall": 1, )" + members + "}";
}

// Returns what is wrong with a manifest; empty if nothing is.
std::string ProblemOf(const std::string& text) {
  const tests::TemporaryFolder folder;
  folder.Write("manifest.json", text);
  try {
    ReadRecordFolder(folder.path());
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kUnknownFormat);
    return TextOf(error.message());
  }
  return {};
}

bool Fails(const std::string& text, const std::string& words) {
  const std::string problem = ProblemOf(text);
  INFO(problem);
  CHECK(problem.find('\n') == std::string::npos);
  return problem.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("a manifest", "[record]") {
  const tests::TemporaryFolder folder;
  folder.Write("manifest.json", Manifest());
  const RecordFolder record = ReadRecordFolder(folder.path());
  CHECK(record.state == RecordState::kComplete);
  CHECK(record.machine.aslr == 2);
  CHECK_FALSE(record.machine.paranoid);
  CHECK(record.options.back() == std::pair<std::string, std::string>("seed", "7"));
  CHECK(record.recorder.frequency == 3999);
  CHECK_FALSE(record.recorder.period);
  REQUIRE(record.commands.size() == 2);
  CHECK(record.commands[0].words.size() == 2);
  CHECK(record.commands[0].parameters.front().second == "20");
  REQUIRE(record.runs.size() == 1);
  const RecordedRun& run = record.runs.front();
  CHECK(run.command == 1);
  CHECK(run.warmup);
  CHECK(run.user == .25);
  CHECK(run.max_rss == 4096U);
  CHECK(run.status == 3);
  CHECK(run.output->sha256 == "ab");
  CHECK(run.profile == "runs/0001-b.pb.gz");
  CHECK_FALSE(run.load);
  CHECK(Input(folder.path()).kind() == InputKind::kRecord);
}

TEST_CASE("damaged and foreign manifests", "[record]") {
  CHECK(Fails("", "not JSON"));
  CHECK(Fails("[]", "expected an object"));
  CHECK(Fails("{\"schema\": 1}", "expected a string"));
  CHECK(Fails(Manifest("", "egprof-record-2"), "expected \"egprof-record-1\""));
  for (std::size_t size = 1; size < Manifest().size(); size += 40)
    CHECK_FALSE(ProblemOf(Manifest().substr(0, size)).empty());
  CHECK(Fails(Manifest(RunWith("\"user\": -1")), "out of range"));
  CHECK(Fails(Manifest(RunWith("\"user\": \"1\"")), "expected a number"));
  CHECK(Fails(Manifest(R"({"run": 2, "pair": 1, "command": 0, "position": 2, "state": "ok"})"), "\"wall\" is missing"));
  CHECK(Fails(Manifest(R"({"run": 2, "pair": 1, "command": 2, "position": 1, "state": "ok"})"), "out of range"));
  CHECK(Fails(Manifest(R"({"run": 1.5, "pair": 1, "command": 0, "position": 1, "state": "ok"})"), "a whole number"));
  CHECK(Fails(Manifest(R"({"run": 2, "pair": 1, "command": 0, "position": 1, "wall": 1, "state": "fine"})"),
              "not a state"));
}

TEST_CASE("manifests that lead out of their folder", "[record]") {
  CHECK(Fails(Manifest(RunWith(R"("profile": "../other")")), "leads out of the folder"));
  CHECK(Fails(Manifest(RunWith(R"("profile": "runs/../../other")")), "leads out of the folder"));
  CHECK(Fails(Manifest(RunWith(R"("profile": "/etc/passwd")")), "leads out of the folder"));
  CHECK(Fails(Manifest(RunWith(R"("profile": "runs//a")")), "leads out of the folder"));
  CHECK(Fails(Manifest(RunWith(R"("profile": "runs/a\nb")")), "not a path"));
  const tests::TemporaryFolder folder;
  folder.Write("manifest.json", Manifest(RunWith(R"("profile": "runs/a")")));
  folder.Write("runs/b", "");
  CHECK(ReadRecordFolder(folder.path()).runs.back().profile == "runs/a");
  std::filesystem::create_symlink("/etc/passwd", folder.path() + "/runs/a");
  CHECK_THROWS_WITH(ReadRecordFolder(folder.path()), Catch::Contains("a symbolic link"));
}

TEST_CASE("folders that are no recordings", "[record]") {
  const tests::TemporaryFolder folder;
  CHECK(Input(folder.path()).kind() != InputKind::kRecord);
  CHECK_THROWS_AS(ReadRecordFolder(folder.path()), Error);
  folder.Write("manifest.json", "{}");
  CHECK(Input(folder.path()).kind() != InputKind::kRecord);
}

}  // namespace profdiff::manifest_test
