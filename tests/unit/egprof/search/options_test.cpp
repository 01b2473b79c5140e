// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the command lines of `egprof search`, and for the command lines that it builds.
#include "egprof/search/options.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "egprof/cli/argument_files.h"
#include "egprof/search/launch_line.h"
#include "egprof/search/monitors.h"
#include "profdiff/error.h"
#include "support/temporary_folder.h"

namespace egprof::options_test {
namespace {

using Words = std::vector<std::string>;

SearchOptions Parse(const std::string& line) {
  const Words words = SplitWords("egprof search " + line);
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return ParseSearchOptions(arguments, {});
}

// Splits a command line into the launcher and the program; returns "launcher | program", or the error message.
std::string Split(const std::string& text) {
  try {
    const LaunchLine line = SplitLaunchLine(SplitWords(text));
    return CommandText(line.launcher) + " | " + CommandText(line.program);
  } catch (const profdiff::Error& error) {
    return TextOf(error.message());
  }
}

std::string CommandOf(const char* monitor, const RecordingPlan& plan) {
  return CommandText(RecordingCommand(*FindMonitor(monitor), plan));
}

}  // namespace

TEST_CASE("Options, and the command from the first operand on", "[search]") {
  const SearchOptions options = Parse(
      "--strategy=property --budget=3 --phase=f:12 --cache=32768,8,64 --array-command=\"./p 'a b'\" --provider=lackey "
      "--provider callgrind --keep=d ./p --phase -x");
  CHECK(options.task == CommandLine::Task::kRun);
  CHECK(options.command == Words{"./p", "--phase", "-x"});
  CHECK(options.array_command == Words{"./p", "a b"});
  CHECK(options.providers == Words{"lackey", "callgrind"});
  CHECK((options.run_budget == 3 && !options.time_budget));
  CHECK((options.measure.phase == "f" && options.measure.phase_line == 12));
  CHECK(options.first_cache->Text() == "32768,8,64");
  CHECK_FALSE(options.last_cache);
  CHECK(Parse("--cache=1,2,3,4,5,6 -- -p").last_cache->Text() == "4,5,6");
  CHECK(Parse("--budget=1.5s ./p").time_budget == 1500000000);
  CHECK(Parse("--strategy=all --interval=20ms ./p").interval == 20000000);
  CHECK(Parse("--html=x ./p").page == "x");
  CHECK(Parse("--structure=x ./p").structure == "x");
  CHECK(Parse("--instances --phase=f ./p").measure.instances);
  for (const char* wrong :
       {"", "--strategy=no p", "--provider=perf p", "--budget=x p", "--cache=1,2 p", "--cache=1,2,0 p", "mpirun -n 2",
        "--interval=1s p", "--strategy=all --interval=0 p", "mpirun -n 1 p : -n 1 q", "--array-command={} p",
        "--dry-run --html=x p", "--budget=0 p", "--dry-run --structure=x p", "--instances p", "--budget=0s p",
        "--array-command= p", "--provider=gmon --array-command=q p"}) {
    INFO(wrong);
    CHECK(Parse(wrong).task != CommandLine::Task::kRun);
  }
}

TEST_CASE("A command in a text has complete quotes", "[search]") {
  for (const char* whole : {"", "a 'b c'", "\"it's\"", "a\\'", "'\"'"}) CHECK_FALSE(HasOpenQuote(whole));
  for (const char* open : {"'", "a 'b", "\"'a'", "a\\", "'it\\'"}) {
    INFO(open);
    CHECK(HasOpenQuote(open));
  }
}

TEST_CASE("A recorder is placed before the program, after its launcher", "[search]") {
  CHECK(Split("./p a -n b") == " | ./p a -n b");
  CHECK(Split("mpirun -n 4 ./p -n 2") == "mpirun -n 4 | ./p -n 2");
  CHECK(Split("/usr/bin/mpiexec --mca btl self -x A=b --oversubscribe -np 2 p") ==
        "/usr/bin/mpiexec --mca btl self -x A=b --oversubscribe -np 2 | p");
  CHECK(Split("srun --ntasks=2 -c 4 p") == "srun --ntasks=2 -c 4 | p");
  CHECK(Split("taskset -c 0 {} ./p x") == "taskset -c 0 | ./p x");
  CHECK(Split("mpirun -np").find("cannot tell which program it starts") != std::string::npos);
  CHECK(Split("mpirun p : q").find("several programs") != std::string::npos);
  CHECK(WithRank({"a.{rank}", "{rank}{rank}", "b"}, 12) == Words{"a.12", "1212", "b"});
  CHECK(CommandText({"a b", "it's", "", "x=y"}) == "'a b' 'it'\\''s' '' x=y");
}

TEST_CASE("Command lines of recorders", "[search]") {
  RecordingPlan plan;
  plan.folder = "/t/5%";
  plan.line.program = {"./p", "1"};
  CHECK(CommandOf("callgrind", plan) ==
        "valgrind -q --tool=callgrind --cache-sim=yes --branch-sim=yes --dump-instr=yes --dump-line=yes "
        "--collect-jumps=yes --callgrind-out-file=/t/5%%/callgrind ./p 1");
  CHECK(CommandOf("gmon", plan) == "./p 1");
  plan.traits = {.has_main = true, .is_traced = true, .is_parallel = true, .writes_gmon = true};
  plan.first_cache = CacheShape{1, 2, 3};
  plan.last_cache = CacheShape{4, 5, 6};
  CHECK(CommandOf("callgrind", plan) ==
        "env --block-signal=PROF GMON_OUT_PREFIX=/t/5%/profile-beside valgrind -q --tool=callgrind --cache-sim=yes "
        "--branch-sim=yes --dump-instr=yes --dump-line=yes --collect-jumps=yes --toggle-collect=main --D1=1,2,3 "
        "--LL=4,5,6 --callgrind-out-file=/t/5%%/callgrind ./p 1");
  CHECK(CommandOf("gmon", plan) == "env GMON_OUT_PREFIX=/t/5%/gmon ./p 1");
  plan.traits = {.is_known = true};
  plan.phase = "f";
  CHECK(CommandOf("uftrace", plan) == "env LD_BIND_NOW=1 uftrace record --no-event -d /t/5%/uftrace -F ^f ./p 1");
  for (const ProgramTraits& traits : {ProgramTraits{}, ProgramTraits{.is_known = true, .has_teams = true}}) {
    plan.traits = traits;
    CHECK(CommandOf("uftrace", plan) == "env LD_BIND_NOW=1 uftrace record --no-event -d /t/5%/uftrace ./p 1");
  }
  plan.traits = {.is_known = true, .has_threads = true};
  CHECK(CommandOf("uftrace", plan) ==
        "env LD_BIND_NOW=1 uftrace record --no-event -d /t/5%/uftrace -A '^pthread_mutex_(lock|unlock)$@arg1/p' "
        "-A '^pthread_cond_(timed)?wait$@arg2/p' ./p 1");
  plan.traits = {.is_known = true, .has_teams = true};
  CHECK(CommandOf("callgrind", plan).find(" --toggle-collect=f ") != std::string::npos);
  CHECK(CommandOf("callgrind", plan).find("dump") == CommandOf("callgrind", plan).find("dump-instr"));
  plan.instances = true;
  CHECK(CommandOf("callgrind", plan).find(" --toggle-collect=f --combine-dumps=yes --dump-after=f ") !=
        std::string::npos);
  CHECK(CommandOf("uftrace", plan).find("dump") == std::string::npos);
  plan.line.launcher = {"mpirun", "-n", "2"};
  const std::string ranks = CommandOf("lackey", plan);
  CHECK(ranks.starts_with("mpirun -n 2 /"));
  CHECK(
      ranks.ends_with(" search --exec-rank -- valgrind --tool=lackey --trace-mem=yes "
                      "--log-file=/t/5%%/lackey.{rank} ./p 1"));
  CHECK(CommandOf("uftrace", plan).find(" -d '/t/5%/uftrace/rank.{rank}' ") == std::string::npos);
  CHECK(CommandOf("uftrace", plan).find(" -d /t/5%/uftrace/rank.{rank} ") != std::string::npos);
}

TEST_CASE("Profiles are recorded only if there are several processes to compare", "[search]") {
  RecordingPlan plan;
  plan.line.program = {"./p"};
  plan.traits = {.is_known = true, .writes_gmon = true};
  const MonitorRow& gmon = *FindMonitor("gmon");
  CHECK_FALSE(gmon.fits(plan));
  CHECK(gmon.obstacle(plan).empty());  // --provider=gmon is nevertheless allowed
  plan.line.launcher = {"mpirun", "-n", "2"};
  CHECK(gmon.fits(plan));
  plan.phase = "f";
  CHECK_FALSE(gmon.fits(plan));
  CHECK(gmon.obstacle(plan) == "profiles contain sums of the whole run, not of --phase=f");
}

TEST_CASE("Recordings are found in the order of ranks", "[search]") {
  const tests::TemporaryFolder folder;
  for (const char* name :
       {"callgrind.10", "callgrind.9", "callgrind.log", "gmon.1.77", "gmon.0.99", "profile-beside.5"}) {
    folder.Write(name, "x");
  }
  folder.Write("callgrind.3", "");
  RecordingPlan plan;
  plan.folder = folder.path();
  const auto found = [&](const char* monitor) {
    std::string names;
    for (const Recording& recording : FindRecordings(*FindMonitor(monitor), plan)) {
      names += recording.path.substr(folder.path().size());
      names += recording.rank ? " as " + std::to_string(*recording.rank) + " " : " ";
    }
    return names;
  };
  CHECK(found("callgrind") == "/callgrind.9 /callgrind.10 ");
  CHECK(found("gmon") == "/gmon.0.99 /gmon.1.77 ");
  CHECK(found("uftrace").empty());
  plan.line.launcher = {"mpirun"};
  CHECK(found("callgrind") == "/callgrind.9 as 9 /callgrind.10 as 10 ");
  CHECK(found("gmon") == "/gmon.0.99 as 0 /gmon.1.77 as 1 ");
}

TEST_CASE("Ranks without a usable recording are reported", "[search]") {
  const tests::TemporaryFolder folder;
  profdiff::Measurements read;
  const auto add = [&](std::uint32_t rank) {
    read.contexts.push_back({profdiff::RegionId(std::size_t{0}), {.rank = rank, .thread = {}}, {}});
  };
  add(1);
  CHECK(FindLostRanks({{"callgrind.1", 1}}, read) == std::vector<std::uint32_t>{0});
  CHECK(FindLostRanks({{"callgrind", {}}}, read).empty());
  std::filesystem::create_directories(folder.path() + "/uftrace/rank.2");
  CHECK(FindLostRanks({{folder.path() + "/uftrace", {}}}, read) == std::vector<std::uint32_t>{0, 2});
  add(0);
  add(2);
  CHECK(FindLostRanks({{folder.path() + "/uftrace", {}}}, read).empty());
}

TEST_CASE("A program's file shows which recorders it supports", "[search]") {
  const tests::TemporaryFolder folder;
  const auto look = [&](const std::string& bytes) { return LookAtProgram(folder.Write("program", bytes)); };
  const std::string zero(1, '\0');
  const ProgramTraits traits = look(std::string((1 << 20) - 3, 'x') + zero + "main" + zero + "mcount@GLIBC" + zero);
  CHECK((traits.has_main && traits.is_traced && !traits.writes_gmon));
  CHECK(look(zero + "_mcleanup" + zero).writes_gmon);
  for (const char* name : {"GOMP_parallel", "GOMP_parallel_loop_nonmonotonic_dynamic@GOMP_4.5", "__kmpc_fork_call"}) {
    CHECK((look(zero + name + zero).is_parallel && look(zero + name + zero).has_teams));
  }
  CHECK_FALSE(look(zero + "GOMP_critical_start" + zero).is_parallel);
  CHECK((look(zero + "pthread_create@GLIBC_2.34" + zero).is_parallel &&
         look(zero + "pthread_create@GLIBC_2.34" + zero).has_threads));
  CHECK((look(zero + "MPI_Init" + zero).is_parallel && !look(zero + "MPI_Init" + zero).has_teams));
  CHECK_FALSE(look(zero + "MPI_Initialized" + zero).is_parallel);
  const ProgramTraits none = look(zero + "__libc_start_main" + zero + "domain" + zero + "mcounter" + zero + "main");
  CHECK((!none.has_main && !none.is_traced));
  CHECK((none.is_known && !LookAtProgram(folder.path()).is_known));
  const std::string unreadable = folder.Write("unreadable", zero + "main" + zero);
  std::filesystem::permissions(unreadable, std::filesystem::perms(0111));
  CHECK(LookAtProgram(unreadable).is_known == (geteuid() == 0));  // root can read every file
}

}  // namespace egprof::options_test
