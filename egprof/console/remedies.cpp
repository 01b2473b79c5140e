// SPDX-License-Identifier: GPL-3.0-or-later
// All remedies in one table, because the console may not know the rows of the commands. The test checks that each
// option is a row of a command.
#include "egprof/console/remedies.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace egprof {
namespace {

using profdiff::RemedyKind;

constexpr RemedyRow kRows[] = {
    {RemedyKind::kShowAll, "", " ({top}=0 shows them)"},
    {RemedyKind::kShowSmall, "", " by {min}"},
    {RemedyKind::kShowNames, "", " by {focus} or {ignore}"},
    {RemedyKind::kShowNotes, "", ", which {side-by-side} shows"},
    {RemedyKind::kListAll, "", " ({limit}=0 lists all)"},
    {RemedyKind::kListCycles, "", "; {explain-cycles} lists {them}"},
    {RemedyKind::kHideFrames, "", ": {hide}={} leaves them out"},
    {RemedyKind::kKeepCalls, "", " by {keep} and {drop}"},
    {RemedyKind::kKeepRuns, "", " ({runs})"},
    {RemedyKind::kWriteSignedCosts, "", "; use {pprof}"},
    {RemedyKind::kNameImage, "", "; name the program with {image}=FILE"},
    {RemedyKind::kGiveOutputOf, "", "; give the output of '{}'"},
    {RemedyKind::kConvertWith, "", "; convert it with '{}'"},
    {RemedyKind::kChooseStacks, "", ": -E, -F, -n and -N cannot choose among them"},
    {RemedyKind::kSubtractShift, "", "; {shift}=auto subtracts it"},
    {RemedyKind::kStateUnit, "", "; {unit}=samples, {unit}=bytes, {unit}=us or {period}=N says what they are"},
    {RemedyKind::kRecordCalls, "{phase} needs a recording of calls, but ", ""},
    {RemedyKind::kSetPhase, "{phase}: ", ""},
    {RemedyKind::kChoosePhase, "", " for {phase}"},
    {RemedyKind::kCompareScaling, "", "; {reference} needs one of them for both runs"},
    {RemedyKind::kGiveCustomFilter, "", ": give it with {cust}"},
    {RemedyKind::kGiveParameters, "", ": give {at}=NAME=VALUE before it"},
    {RemedyKind::kGiveParametersInstead, "", ", or give {at} before this file"},
    {RemedyKind::kChooseParameters, "", ": select some with {param} or {each}"},
    {RemedyKind::kChooseArgument, "", ": select one with {param}"},
    {RemedyKind::kNameParameters, "", "; name the parameters with {param}"},
    {RemedyKind::kSetTerms, "{terms}: ", ""},
    {RemedyKind::kSetEach, "{each}={}: ", ""},
    {RemedyKind::kSetPrediction, "{predict}: ", ""},
    {RemedyKind::kPredict, "", "; set a point with {predict}"},
    {RemedyKind::kNameModels, "", ": name its file with {models}=FILE"},
    {RemedyKind::kGiveRange, "", ": {over}=NAME=LOW:HIGH"},
    {RemedyKind::kSetOneValue, "", ": {over} needs a single value for each other input; choose it with {set}"},
    {RemedyKind::kListTrials, "", " ('egprof db list' shows all trials)"},
    {RemedyKind::kRemoveTrial, "", ", or remove it with 'egprof db remove'"},
    {RemedyKind::kShowHistory, "", "; 'egprof db history' shows its values"},
    {RemedyKind::kUseForProfiles, "", "; 'egprof diff' compares profiles"},
    {RemedyKind::kUseForTraces, "", "; 'egprof trace' compares traces"},
    {RemedyKind::kMeasureFrom, "", " ({from}={} leaves them out)"},
};

// Replaces "{}" by the value, "{them}" by a pronoun for the number in the value, and "{option}" by "--option".
std::string Filled(std::string_view form, const std::string& value) {
  std::string text;
  while (true) {
    const std::size_t begin = form.find('{');
    text += form.substr(0, begin);
    if (begin == std::string_view::npos) return text;
    const std::size_t end = form.find('}', begin);
    const std::string_view name = form.substr(begin + 1, end - begin - 1);
    if (name.empty()) {
      text += value;
    } else if (name == "them") {
      text += value == "1" ? "it" : "them";
    } else {
      text.append("--").append(name);
    }
    form.remove_prefix(end + 1);
  }
}

}  // namespace

std::span<const RemedyRow> RemedyRows() { return kRows; }

profdiff::RemedyText WordsForRemedy(const profdiff::Remedy& remedy) {
  const auto row = std::ranges::find(kRows, remedy.kind, &RemedyRow::kind);
  if (row == std::end(kRows)) return {};
  return {Filled(row->before, remedy.value), Filled(row->after, remedy.value)};
}

}  // namespace egprof
