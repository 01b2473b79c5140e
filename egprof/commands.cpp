// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/commands.h"

#include <algorithm>
#include <vector>

#include "base/parse_text.h"
#include "egprof/cli/did_you_mean.h"

namespace egprof {

std::span<const Command> Commands() {
  // clang-format off
  static const Command commands[] = {
      kGprofCommand,
      kDiffCommand,
      kRecordCommand,
      kTraceCommand,
      kRankCommand,
      kCheckCommand,
      kSearchCommand,
      kModelCommand,
      kPruneCommand,
      kSelectCommand,
      kDbCommand,
      kHelpCommand,
  };
  // clang-format on
  return commands;
}

std::span<const Command> CommandsBeside(const Command& command) {
  return command.HasWord() ? std::span<const Command>() : Commands().subspan(1);
}

const Command* FindCommand(std::string_view word) {
  const std::span<const Command> all = Commands();
  const auto found = std::ranges::find_if(all, [word](const Command& known) { return known.word == word; });
  return word.empty() || found == all.end() ? nullptr : &*found;
}

const Command& ChooseCommand(std::span<const char* const> arguments,
                             const std::function<bool(const std::string&)>& is_image) {
  const Command& gprof_form = Commands().front();
  if (arguments.size() < 2 || IsGprofName(arguments[0])) return gprof_form;
  const Command* command = FindCommand(arguments[1]);
  return command == nullptr || is_image(arguments[1]) ? gprof_form : *command;
}

std::string SuggestCommand(const std::string& program, std::string_view typed) {
  std::vector<std::string> words;
  for (const Command& command : Commands().subspan(1)) {
    words.emplace_back(command.word);
    for (std::string_view synonyms = command.synonyms; !synonyms.empty();) {
      if (profdiff::TakeUpTo(synonyms, ' ') == typed) return DidYouMean(command.word, words, program + " ");
    }
  }
  return DidYouMean(typed, words, program + " ");
}

bool IsGprofName(std::string_view program) {
  if (auto slash = program.rfind('/'); slash != std::string_view::npos) program.remove_prefix(slash + 1);
  constexpr std::string_view kEnd = "-gprof";
  return program == "gprof" || (program.size() > kEnd.size() && program.ends_with(kEnd));
}

}  // namespace egprof
