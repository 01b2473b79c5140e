// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/record/plan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "egprof/cli/argument_files.h"
#include "profdiff/error.h"

namespace egprof::plan_test {
namespace {

RecordOptions Parse(const std::string& line) {
  const std::vector<std::string> words = SplitWords("egprof record " + line);
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return ParseRecordOptions(arguments, {});
}

// Returns the command lines that are recorded, or the error.
std::vector<std::string> CommandsIn(const std::string& line) {
  const RecordOptions options = Parse(line);
  if (options.task != CommandLine::Task::kRun) return {options.failure};
  try {
    std::vector<std::string> commands;
    for (const profdiff::RecordedCommand& command : CommandsOf(options)) commands.push_back(command.command);
    return commands;
  } catch (const profdiff::Error& error) {
    return {error.cause()};
  }
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("each command is recorded at each combination of values") {
  CHECK(CommandsIn("'/bin/true 1' /bin/false") == Lines{"/bin/true 1", "/bin/false"});
  CHECK(CommandsIn("-L n=1,2 '/bin/true {n}'") == Lines{"/bin/true 1", "/bin/true 2"});
  CHECK(CommandsIn("-L n=1,2 -L m=a,b '/bin/true {n}{m}'") ==
        Lines{"/bin/true 1a", "/bin/true 1b", "/bin/true 2a", "/bin/true 2b"});
  CHECK(CommandsIn("-P n=1..2,.5 '/bin/true {n}'") == Lines{"/bin/true 1", "/bin/true 1.5", "/bin/true 2"});
  CHECK(CommandsIn("-P n=8..10 '/bin/true {n}'") == Lines{"/bin/true 8", "/bin/true 9", "/bin/true 10"});
}

TEST_CASE("command lines that cannot be meant are refused") {
  CHECK(CommandsIn("-L n=1 /bin/true") == Lines{"no command contains {n}"});
  CHECK(CommandsIn("-n a -n b /bin/true") == Lines{"-n 'b': there is no such command"});
  CHECK(CommandsIn("'/bin/true \"a'").front().starts_with("open quote"));
  CHECK(CommandsIn("/bin/true ./x.py").front().find("quote them: egprof record '/bin/true ./x.py'") !=
        std::string::npos);
  for (const char* const wrong : {"-P n=1 /bin/true", "-P n=2..1 /bin/true", "-P n=1..2,0 /bin/true", "-L n /bin/true",
                                  "--until=0 /bin/true", "-r 0 /bin/true", "--time=0 /bin/true", "--append /bin/true",
                                  "--function=f /bin/true", "--provider=x /bin/true", "--call-graph=x /bin/true",
                                  "--ignore-failure=x /bin/true", "--seed=x /bin/true", ""}) {
    INFO(wrong);
    CHECK(Parse(wrong).task == CommandLine::Task::kFailWithUsage);
  }
}

TEST_CASE("commands have different names") {
  const RecordOptions options = Parse("/bin/true /bin/true -n first");
  const std::vector<profdiff::RecordedCommand> commands = CommandsOf(options);
  CHECK(commands[0].name == "first");
  CHECK(commands[1].name == "/bin/true");
  CHECK(CommandsOf(Parse("/bin/true /bin/true"))[1].name == "/bin/true #2");
}

TEST_CASE("of two pairs, one begins with each command") {
  RunOrder order(7, 2);
  std::size_t begun_with_first = 0;
  for (int block = 0; block < 100; ++block) {
    const std::vector<std::size_t> one = order.Next(), two = order.Next();
    CHECK(one.front() == two.back());
    begun_with_first += one.front() == 0 ? 1 : 0;
  }
  CHECK(begun_with_first > 30);
  CHECK(begun_with_first < 70);
}

TEST_CASE("a round contains each command once, and a seed gives one order") {
  RunOrder order(7, 5), same(7, 5);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::size_t> commands = order.Next();
    CHECK(commands == same.Next());
    std::ranges::sort(commands);
    CHECK(commands == std::vector<std::size_t>{0, 1, 2, 3, 4});
  }
}

}  // namespace egprof::plan_test
