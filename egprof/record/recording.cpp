// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/record/recording.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "egprof/record/folder.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::PairedChange;
using profdiff::RecordState;
using profdiff::RunState;

constexpr std::size_t kPairs = 20, kPairsWithUntil = 100;
constexpr std::size_t kCountedPairs = 2;  // of a recorder that counts
constexpr std::size_t kFewestInTime = 3;  // pairs that are recorded even if the time is over
constexpr std::chrono::minutes kTime(5);
constexpr std::size_t kMostPadding = 4096;  // bytes, as large as a page
constexpr double kSameCount = 1e-5;         // relative difference of counts that are taken for equal

// Refuses to write over files in a folder to which pairs are added: they may be links that lead elsewhere. Errors:
// kSystem.
void RequireNew(const std::string& stem) {
  const std::filesystem::path path(stem);
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path())) {
    if (!entry.path().filename().string().starts_with(path.filename().string() + ".")) continue;
    throw Error(ErrorCode::kSystem, "the file of a new run already exists", entry.path());
  }
}

double HalfWidth(const PairedChange& change) { return (change.high - change.low) / 2; }

// Returns half the 95 % interval of a change, in percent of the base; for a single command, of the mean itself.
std::optional<double> WidthOf(const std::vector<double>& base, const std::vector<double>& other) {
  const std::optional<PairedChange> change = profdiff::FindPairedChange(base, other);
  return change ? std::optional(HalfWidth(*change)) : std::nullopt;
}

std::optional<double> WidthOfMean(const std::vector<double>& values) {
  const std::vector<double> ones(values.size(), 1);
  const std::optional<PairedChange> change = profdiff::FindPairedChange(ones, values);
  if (!change) return std::nullopt;
  return HalfWidth(*change) / (1 + change->percent / 100);
}

std::string Seconds(double seconds) {
  char text[40];
  std::snprintf(text, sizeof text, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
  return text;
}

// Returns "run 3, in pair 2", or "run 1, in the warm-up".
std::string PlaceOf(std::size_t run, std::size_t pair, bool is_warmup) {
  return "run " + std::to_string(run) + ", in " + (is_warmup ? "the warm-up" : "pair " + std::to_string(pair));
}

// Runs a program, and names the command and the run in errors.
RunEnd RunOnceAt(const std::string& place, const RecordOptions& options, const RunPlan& plan, SignalWatch& watch) {
  try {
    return RunOnce(options, plan, watch);
  } catch (const Error& error) {
    profdiff::Message message = error.message();
    message.cause = "'" + plan.command.name + "', " + place + ": " + message.cause;
    throw Error(std::move(message));
  }
}

// True if all runs of each command counted the same.
bool HasSameCounts(const profdiff::RecordFolder& folder) {
  std::vector<std::pair<double, double>> range(folder.commands.size(), {HUGE_VAL, 0});
  for (const profdiff::RecordedRun& run : folder.runs) {
    if (run.warmup || !run.samples) continue;
    auto& [least, most] = range[run.command];
    least = std::min(least, static_cast<double>(*run.samples));
    most = std::max(most, static_cast<double>(*run.samples));
  }
  return std::ranges::all_of(range, [](const auto& each) { return each.second <= each.first * (1 + kSameCount); });
}

}  // namespace

PairRecorder::PairRecorder(const RecordOptions& options, std::uint64_t seed, const std::string& directory,
                           profdiff::RecordFolder& folder, SignalWatch& watch, Console& console)
    : options_(options),
      directory_(directory),
      folder_(folder),
      watch_(watch),
      console_(console),
      row_(*FindRecorder(folder.recorder.name)),
      kernel_(row_.is_outside ? KernelSymbols() : KernelSymbols("")),
      order_(seed, folder.commands.size()),
      padding_(static_cast<std::minstd_rand::result_type>(seed)),
      of_function_(folder.commands.size()) {}

std::size_t PairRecorder::MostPairs() const {
  if (options_.pairs) return *options_.pairs;
  return options_.until ? kPairsWithUntil : kPairs;
}

void PairRecorder::Save() { SaveManifest(directory_, folder_); }

void PairRecorder::Run() {
  Save();
  try {
    RunAll();
  } catch (const Error& error) {
    Fail(error);
  }
  try {
    RunBeside(options_, "--cleanup", options_.cleanup, watch_);
  } catch (const Error& error) {
    Fail(error);
  }
  folder_.ended = TimeNow();
  try {
    Save();
  } catch (const Error& error) {
    Fail(error);  // the manifest of the last run that could be saved is reported
  }
}

void PairRecorder::Fail(const Error& error) {
  folder_.state = RecordState::kFailed;
  if (failure_.empty()) failure_ = profdiff::TextOf(error.message());
}

bool PairRecorder::Beside(const char* option, const std::string& command) {
  if (RunBeside(options_, option, command, watch_)) return true;
  folder_.state = RecordState::kInterrupted;
  failure_ = std::string("interrupted in ") + option;
  return false;
}

void PairRecorder::RunAll() {
  console_.stages.Begin(Stage::kRecord);
  std::size_t pair = 0;
  for (const profdiff::RecordedRun& run : folder_.runs) pair = std::max(pair, run.pair);
  if (!Beside("--setup", options_.setup)) return;
  for (std::size_t i = 0; i < options_.warmups; ++i) {
    if (!RunRound(0, true)) return;
  }
  do {
    if (!RunRound(++pair, false)) return;
    ++done_;
  } while (!HasEnough());
}

bool PairRecorder::RunRound(std::size_t pair, bool is_warmup) {
  ShowProgress(pair);
  std::size_t position = 0;
  for (const std::size_t command : order_.Next()) {
    if (!RunOne(pair, command, ++position, is_warmup)) return false;
  }
  return true;
}

bool PairRecorder::RunOne(std::size_t pair, std::size_t command, std::size_t position, bool is_warmup) {
  const profdiff::RecordedCommand& about = folder_.commands[command];
  const std::size_t number = folder_.runs.empty() ? 1 : folder_.runs.back().run + 1;
  if (!Beside("--prepare", WithParameters(options_.prepare, about.parameters))) return false;
  const std::size_t padding = row_.counts ? 0 : 1 + padding_() % kMostPadding;
  const std::string stem = directory_ + "/runs/" + NameOfRun(number, command);
  RequireNew(stem);
  const std::string place = PlaceOf(number, pair, is_warmup);
  RunEnd end = RunOnceAt(place, options_,
                         {row_, folder_.recorder, about, stem, row_.is_outside ? &kernel_ : nullptr, padding}, watch_);
  end.run.run = number;
  end.run.pair = pair;
  end.run.command = command;
  end.run.position = position;
  end.run.warmup = is_warmup;
  folder_.runs.push_back(end.run);
  if (end.run.state != RunState::kOk) {
    const bool is_interrupt = end.run.state == RunState::kInterrupted;
    folder_.state = is_interrupt ? RecordState::kInterrupted : RecordState::kFailed;
    failure_ =
        is_interrupt ? "interrupted in " + place : "'" + about.name + "' failed in " + place + ": " + end.failure;
  } else {
    Take(end, command, is_warmup);
  }
  Save();
  if (end.run.state != RunState::kOk) return false;
  return Beside("--conclude", WithParameters(options_.conclude, about.parameters));
}

void PairRecorder::Take(const RunEnd& end, std::size_t command, bool is_warmup) {
  if (end.of_function && !is_warmup) of_function_[command].push_back(*end.of_function);
  SayOnce(end, folder_.commands[command]);
}

// Says what is left out, at the first run with it.
void PairRecorder::SayOnce(const RunEnd& end, const profdiff::RecordedCommand& command) {
  if (end.others != 0 && !std::exchange(has_said_processes_, true)) {
    console_.messages.Warn("'" + command.name + "' has " + profdiff::Plural(end.others + 1, "process") +
                           " with a profile: that with most of the costs is used");
  }
  profdiff::Recorder& recorder = folder_.recorder;
  if (row_.is_outside && !end.event.empty() && end.event != recorder.event) {
    recorder.event = end.event;
    if (end.event.ends_with(":u") && !std::exchange(has_said_event_, true)) {
      console_.messages.Warn("perf may not record the kernel here: its time is missing (" + end.event + ")");
    }
  }
}

std::optional<double> PairRecorder::Width() const {
  std::optional<double> widest;
  const std::size_t commands = folder_.commands.size();
  for (std::size_t command = commands == 1 ? 0 : 1; command < commands; ++command) {
    std::vector<double> base, other;
    if (!options_.until_function.empty()) {
      base = of_function_.front();
      other = of_function_[command];
    } else {
      for (const profdiff::RecordPair& pair : profdiff::CompletePairs(folder_, command)) {
        base.push_back(pair.base->user.value_or(0) + pair.base->sys.value_or(0));
        other.push_back(pair.other->user.value_or(0) + pair.other->sys.value_or(0));
      }
    }
    const std::optional<double> width = commands == 1 ? WidthOfMean(other) : WidthOf(base, other);
    if (!width) return std::nullopt;
    widest = std::max(widest.value_or(0), *width);
  }
  return widest;
}

bool PairRecorder::HasEnough() {
  const auto end_as = [this](RecordState state) {
    folder_.state = state;
    return true;
  };
  if (watch_.WasInterrupted()) {
    failure_ = "interrupted";
    return end_as(RecordState::kInterrupted);
  }
  if (options_.until && !end_ && done_ >= options_.fewest) {
    const std::optional<double> width = Width();
    if (width && *width <= *options_.until) end_ = profdiff::PairsAfterWidth(done_);
  }
  if (end_ && done_ >= *end_) return end_as(RecordState::kUntil);
  if (done_ >= MostPairs()) return end_as(RecordState::kComplete);
  const bool are_counted = row_.counts && !options_.pairs && !options_.until;
  if (are_counted && done_ == kCountedPairs && HasSameCounts(folder_)) return end_as(RecordState::kComplete);
  const auto limit = options_.time ? std::chrono::nanoseconds(*options_.time) : std::chrono::nanoseconds(kTime);
  const bool is_over = std::chrono::steady_clock::now() - begin_ >= limit;
  return is_over && done_ >= std::min(kFewestInTime, MostPairs()) && end_as(RecordState::kTime);
}

void PairRecorder::ShowProgress(std::size_t pair) {
  const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const std::size_t all = end_.value_or(MostPairs());
  const std::string what = folder_.commands.size() == 1 ? "run " : "pair ";
  std::string text = pair == 0 ? "warming up" : what + std::to_string(done_ + 1) + " of " + std::to_string(all);
  text += ", " + Seconds(passed);
  if (done_ > 0) {
    const double left = passed / static_cast<double>(done_) * static_cast<double>(all - std::min(all, done_));
    const double limit =
        std::chrono::duration<double>(options_.time ? std::chrono::nanoseconds(*options_.time) : kTime).count();
    text += ", about " + Seconds(std::min(left, std::max(limit - passed, 0.0))) + " left";
  }
  if (const std::optional<double> width = done_ > 1 ? Width() : std::nullopt) {
    text += ", " + (options_.until_function.empty() ? std::string("total") : options_.until_function) + " ±" +
            profdiff::FixedText(*width, 1) + " %";
  }
  console_.stages.Describe(std::move(text));
}

}  // namespace egprof
