// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/recordings/sides.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/text.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::Message;
using profdiff::RecordComparison;
using profdiff::RecordedCommand;
using profdiff::RecordedRun;
using profdiff::RecordFolder;
using profdiff::RecordPair;

Input ProfileOf(const std::string& directory, const RecordedRun& run) { return {directory + "/" + run.profile}; }

// Sets the image of a side if its profiles contain no names.
void SetImage(const RecordFolder& folder, std::size_t command, Side& side) {
  if (side.profiles.front().MayHaveNames()) return;
  const std::string& program = folder.commands[command].program;
  const bool is_relative = !program.empty() && program.front() != '/' && !folder.directory.empty();
  side.image = Input(is_relative ? folder.directory + "/" + program : program);
}

bool IsUsed(const RecordedRun& run, std::size_t command) {
  return run.command == command && !run.warmup && run.state == profdiff::RunState::kOk;
}

Error NoProfiles(const std::string& directory, const RecordFolder& folder, const std::string& what) {
  const std::string why = folder.recorder.name == "time" ? ": only times were recorded" : "";
  return {ErrorCode::kMissingRecords, "no " + what + " with profiles" + why, directory};
}

std::string Number(const char* format, double number) {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

// Returns the last part of a path.
std::string NameOf(const std::string& directory) {
  const std::size_t last = directory.find_last_not_of('/');
  const std::string path = last == std::string::npos ? directory : directory.substr(0, last + 1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string RecorderText(const profdiff::Recorder& recorder) {
  std::string text = recorder.name;
  if (!recorder.event.empty()) text += " " + recorder.event;
  if (recorder.frequency) text += Number(" at %.0f Hz", *recorder.frequency);
  return text;
}

// Returns what wall time and memory did: "memory 3.0 % more", or "wall time and memory: nothing beyond noise". Other
// measures are part of the total. Empty if neither was measured.
std::string ChangesOf(const std::vector<profdiff::RecordMeasure>& measures) {
  std::string changed, same;
  for (const profdiff::RecordMeasure& measure : measures) {
    const bool is_memory = measure.name == "maxRss";
    if (!is_memory && measure.name != "wall") continue;
    const std::string name = is_memory ? "memory" : "wall time";
    if (measure.change.significant) {
      changed += (changed.empty() ? "" : ", ") + name + Number(" %.1f %% ", std::abs(measure.change.percent)) +
                 (measure.change.percent > 0 ? "more" : "less");
    } else {
      same += (same.empty() ? "" : " and ") + name;
    }
  }
  if (!changed.empty() || same.empty()) return changed;
  return same + ": nothing beyond noise";
}

}  // namespace

Side SideOfCommand(const std::string& directory, const RecordFolder& folder, std::size_t command) {
  Side side;
  for (const RecordedRun& run : folder.runs) {
    if (IsUsed(run, command) && !run.profile.empty()) side.profiles.push_back(ProfileOf(directory, run));
  }
  if (side.profiles.empty()) throw NoProfiles(directory, folder, "runs");
  SetImage(folder, command, side);
  return side;
}

std::vector<Input> MedianRunOf(const std::string& directory, const RecordFolder& folder, std::size_t command,
                               Messages& messages) {
  std::vector<const RecordedRun*> runs;
  for (const RecordedRun& run : folder.runs) {
    if (IsUsed(run, command) && !run.profile.empty()) runs.push_back(&run);
  }
  if (runs.empty()) throw NoProfiles(directory, folder, "runs");
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
  std::ranges::nth_element(runs, middle, {}, &RecordedRun::wall);
  const RecordedRun& run = **middle;
  Side side;
  side.profiles.push_back(ProfileOf(directory, run));
  SetImage(folder, command, side);
  messages.Note(Message(ErrorCode::kReading, folder.commands[command].name + ": run " + std::to_string(run.run) +
                                                 ", whose time is the median of " + std::to_string(runs.size())));
  if (side.image.empty()) return side.profiles;
  return {side.image, side.profiles.front()};
}

std::vector<LineItem> WithRunsOfFolders(const std::vector<LineItem>& line) {
  std::vector<LineItem> expanded;
  for (const LineItem& item : line) {
    if (item.operand.kind != Operand::Kind::kFile || !IsRecording(item.input)) {
      expanded.push_back(item);
      continue;
    }
    const std::string& directory = item.input.path();
    const RecordFolder folder = profdiff::ReadRecordFolder(directory);
    if (folder.commands.size() != 1) {
      throw Error(ErrorCode::kBadArgument,
                  "has runs of " + std::to_string(folder.commands.size()) +
                      " commands: beside other files, only a folder with one command can be compared",
                  directory);
    }
    const Side side = SideOfCommand(directory, folder, 0);
    const auto add = [&](const Input& input) {
      LineItem file{item.operand, input};
      file.operand.text = input.path();
      expanded.push_back(std::move(file));
    };
    if (!side.image.empty()) add(side.image);
    for (const Input& profile : side.profiles) add(profile);
  }
  return expanded;
}

RecordComparison ComparePairs(const std::string& directory, const RecordFolder& folder, std::size_t command) {
  RecordComparison comparison;
  comparison.folder = folder;
  comparison.directory = directory;
  comparison.pairs = profdiff::CompletePairs(comparison.folder, command);
  comparison.measures = profdiff::MeasurePairs(comparison.pairs);
  comparison.remarks = profdiff::CheckPairs(comparison.pairs);
  return comparison;
}

Sides SidesOfPairs(RecordComparison& comparison, Messages& messages) {
  const std::size_t all = comparison.pairs.size();
  std::erase_if(comparison.pairs,
                [](const RecordPair& pair) { return pair.base->profile.empty() || pair.other->profile.empty(); });
  const std::vector<RecordPair>& pairs = comparison.pairs;
  if (pairs.empty()) throw NoProfiles(comparison.directory, comparison.folder, "complete pairs");
  if (pairs.size() != all) {
    messages.Warn(Message(profdiff::Plural(all - pairs.size(), "pair") + " without profiles left out"));
  }
  Side base, other;
  for (const RecordPair& pair : pairs) {
    base.profiles.push_back(ProfileOf(comparison.directory, *pair.base));
    other.profiles.push_back(ProfileOf(comparison.directory, *pair.other));
  }
  SetImage(comparison.folder, pairs.front().base->command, base);
  SetImage(comparison.folder, pairs.front().other->command, other);
  return {std::move(base), std::move(other)};
}

void DescribePairs(const RecordComparison& comparison, Messages& messages) {
  const auto say = [&](std::string text) { messages.Note(Message(ErrorCode::kReading, std::move(text))); };
  double seconds = 0;
  for (const RecordPair& pair : comparison.pairs) seconds += pair.base->wall + pair.other->wall;
  say(profdiff::Plural(comparison.pairs.size(), "pair") + " in" + Number(" %.3g s", seconds) + ", in turns, " +
      RecorderText(comparison.folder.recorder) + "; " + NameOf(comparison.directory));
  if (!comparison.measures.empty()) {
    const std::string changes = ChangesOf(comparison.measures);
    say("pairs differ by" + Number(" %.2g %%", comparison.measures.front().change.spread) +
        (changes.empty() ? "" : "; " + changes));
  }
  for (const profdiff::RecordRemark& remark : comparison.remarks) messages.Warn(remark.message);
  const profdiff::RecordState state = comparison.folder.state;
  if (state == profdiff::RecordState::kFailed || state == profdiff::RecordState::kInterrupted) {
    messages.Warn(Message("the recording was not completed (" + std::string(RecordStateName(state)) +
                          "): only complete pairs are compared"));
  }
}

}  // namespace egprof
