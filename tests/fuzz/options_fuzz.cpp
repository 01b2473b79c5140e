// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a command line. The input is a byte that selects rules, and then the words, one per line. The options are then
// applied to a program of a few functions.
#include <deque>
#include <vector>

#include "egprof/executions/sides.h"
#include "egprof/gprof/options.h"
#include "fuzz/input.h"
#include "support/profile_builder.h"

namespace {

using namespace profdiff;

egprof::GprofOptions Parse(fuzz::Input& input) {
  egprof::ParseRules rules;
  const std::uint8_t byte = input.Byte();
  rules.strict = (byte & 1) != 0;
  rules.posixly_correct = (byte & 2) != 0;
  if ((byte & 4) != 0) rules.source_path = input.Until('\n');
  std::deque<std::string> words = {"egprof"};
  while (!input.empty()) words.push_back(input.Until('\n'));
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return egprof::ParseGprofOptions(arguments, rules);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const TestExecution run =
      ProfileBuilder().Function("main", 1).At("/src/a.c", 3).Static("leaf", "b.c", 2).At("b.c", 9).Build();
  fuzz::Input input(data, size);
  const egprof::GprofOptions options = Parse(input);
  if (options.task == egprof::GprofOptions::Task::kFail) fuzz::Require(!options.failure.empty());
  const auto make = [](const std::string& path) {
    return Input(path, FindInputFormat(path.find("gmon") == std::string::npos ? "image" : "gmon"));
  };
  fuzz::Accepts([&] { egprof::ChooseSides(egprof::ItemsOf(options.operands, make), options.short_form); });
  for (SpecRules rules : {SpecRules::kGprof, SpecRules::kExact}) Select(run.functions, options.specs, rules);
  fuzz::Accepts([&] { Renames renames(options.renames); });
  return 0;
}
