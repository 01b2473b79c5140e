// SPDX-License-Identifier: GPL-3.0-or-later
// Loads both sides of a difference as specified on the command line, and reports progress.
#include "egprof/executions/execution.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "egprof/executions/inputs.h"
#include "egprof/executions/profile_log.h"
#include "egprof/process/perf_script.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

// The outputs of --growth and --shrink are for programs that read gprof's listings, so they contain the functions that
// gprof would list.
profdiff::SymbolPolicy SymbolsFor(const ProfileOptions& options) {
  return options.direction ? profdiff::SymbolPolicy::kGprof : profdiff::SymbolPolicy::kAll;
}

// True if source lines that were executed on neither side are needed: -z lists them, and the listings of matches and
// suggestions contain them.
bool ListsUnusedLines(const ProfileOptions& options) {
  return options.listing.show_unused || options.styles.Has(Style::kMatches) || options.styles.Has(Style::kSuggestions);
}

// Reports the progress of loading to an Output.
class OutputObserver : public profdiff::LoadingObserver {
 public:
  OutputObserver(const ProfileOptions& options, Output& output) : options_(options), output_(output) {}

  // Constructs an observer for loading in parallel: `later` collects the messages, which are added to the main output
  // afterwards.
  OutputObserver(const ProfileOptions& options, std::unique_ptr<Output> later)
      : options_(options), later_(std::move(later)), output_(*later_) {}

  void BeginImage() override { output_.stages.Begin(Stage::kReadImages); }
  void EndImage(const profdiff::Image& image) override { CountImage(image, output_.stages.sizes); }

  void BeginProfiles(const profdiff::ExecutionFiles& files) override {
    log_.emplace(options_, files, /*is_sum=*/!options_.runs, output_);
  }
  void EndFile(const profdiff::GmonOutline& file, const profdiff::Error* error) override { log_->Add(file, error); }
  void EndStacks(const profdiff::StackProfile& file, const profdiff::Error* error) override {
    log_->AddStacks(file, error);
  }
  void EndProfiles(const profdiff::Records& records) override { log_->End(records); }

  void Warn(const std::string& warning) override {
    profdiff::Diagnostics diagnostics{{warning}};
    output_.TakeWarnings(diagnostics);
  }

  std::unique_ptr<profdiff::LoadingObserver> StartBeside() override {
    return std::make_unique<OutputObserver>(options_, output_.StartBeside());
  }
  void End() override { output_.End(); }
  void Join(profdiff::LoadingObserver& beside) override { output_.Join(static_cast<OutputObserver&>(beside).output_); }

 private:
  const ProfileOptions& options_;
  const std::unique_ptr<Output> later_;
  Output& output_;
  std::optional<ProfileLog> log_;  // log of the side whose profiles are being read
};

}  // namespace

profdiff::LoadingOptions LoadingOf(const ProfileOptions& options) {
  profdiff::LoadingOptions loading;
  loading.image = ImageOptionsOf(options, SymbolsFor(options));
  loading.specs = options.specs;
  loading.format = options.format;
  loading.salvage = options.salvage;
  loading.keep_going = options.keep_going;
  loading.runs = options.runs;
  loading.static_calls = options.static_arcs;
  loading.unused_lines = ListsUnusedLines(options);
  loading.threads = options.threads;
  loading.stacks = options.stacks;
  loading.only_gmon = options.only_gmon;
  loading.perf_script = StartPerfScript;
  return loading;
}

Execution LoadExecution(const ProfileOptions& options, const Side& side, Output& output) {
  OutputObserver observer(options, output);
  return profdiff::LoadExecution(side, LoadingOf(options), observer);
}

Execution LoadEachRun(const ProfileOptions& options, const Side& side, Output& output) {
  OutputObserver observer(options, output);
  profdiff::LoadingOptions loading = LoadingOf(options);
  loading.runs = loading.keep_runs = true;
  return profdiff::LoadExecution(side, loading, observer);
}

Executions LoadExecutions(const ProfileOptions& options, const Side& base, const Side& other, Output& output) {
  OutputObserver observer(options, output);
  try {
    return profdiff::LoadExecutions(base, other, LoadingOf(options), observer);
  } catch (const profdiff::Error& error) {
    if (error.code() != profdiff::ErrorCode::kMissingRecords) throw;
    throw profdiff::Error(error.code(), error.message() + "; --runs needs the same records in every profile");
  }
}

}  // namespace egprof
