// SPDX-License-Identifier: GPL-3.0-or-later
// Loads both sides of a difference as specified on the command line, and reports progress.
#include "egprof/executions/execution.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "egprof/process/binutils.h"
#include "egprof/process/perf_script.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

void CountImage(const profdiff::Image& image, InputSizes& sizes) {
  std::error_code none;
  const std::uintmax_t bytes = std::filesystem::file_size(image.path, none);
  ++sizes.images;
  sizes.image_bytes += none ? 0 : bytes;
  sizes.functions += image.functions.size();
}

// The outputs of --growth and --shrink are for programs that read gprof's listings, so they contain the functions that
// gprof would list.
bool MayPrintIndex(const OutputOptions& outputs, bool traditional, bool side_by_side) {
  if (outputs.own_report) return false;
  bool graph = outputs.styles.empty() ? !outputs.mentioned.Has(Style::kGraph) : outputs.styles.Has(Style::kGraph);
  return graph && !traditional && !side_by_side;
}

// True if an output needs the source position of every function.
bool NeedAllPositions(const OutputOptions& outputs, const profdiff::NameStyle& names,
                      const std::vector<profdiff::SymbolSpec>& specs) {
  bool by_position = std::any_of(specs.begin(), specs.end(), profdiff::NeedsPositions);
  bool listed = outputs.styles.Has(Style::kExecCounts) || outputs.styles.Has(Style::kAnnotatedSource);
  bool exported = !outputs.WritesText() || outputs.AnyGraphHas(&profdiff::GraphFormat::needs_positions);
  return by_position || listed || exported || outputs.page || outputs.json || names.source_lines;
}

class LogObserver : public profdiff::LoadingObserver {
 public:
  LogObserver(const FileReporting& reporting, LoadLog& log) : reporting_(reporting), log_(log) {}

  // Constructs an observer for loading in parallel: `later` collects the messages, which are added to the main log
  // afterwards.
  LogObserver(const FileReporting& reporting, std::unique_ptr<LoadLog> later)
      : reporting_(reporting), later_(std::move(later)), log_(*later_) {}

  void BeginImage() override { log_.stages.Begin(Stage::kReadImages); }
  void EndImage(const profdiff::Image& image) override { CountImage(image, log_.stages.sizes); }

  void BeginProfiles(const profdiff::ExecutionFiles& files) override { profiles_.emplace(reporting_, files, log_); }
  void EndFile(const profdiff::GmonOutline& file, const profdiff::Error* error) override {
    profiles_->Add(file, error);
  }
  void EndStacks(const profdiff::StackProfile& file, const profdiff::Error* error) override {
    profiles_->AddStacks(file, error);
  }
  void EndProfiles(const profdiff::Records& records) override { profiles_->End(records); }
  void Fail(const profdiff::Error& error) override { profiles_->Fail(error); }

  void Warn(const profdiff::Message& warning) override {
    profdiff::Diagnostics diagnostics{{warning}};
    log_.messages.TakeWarnings(diagnostics);
  }
  void Note(const profdiff::Message& note) override { log_.messages.AddOnce({Severity::kNote, note}); }

  std::unique_ptr<profdiff::LoadingObserver> StartBeside() override {
    return std::make_unique<LogObserver>(reporting_, log_.StartBeside());
  }
  void End() override { log_.End(); }
  void Join(profdiff::LoadingObserver& beside) override { log_.Join(static_cast<LogObserver&>(beside).log_); }

 private:
  const FileReporting reporting_;
  const std::unique_ptr<LoadLog> later_;
  LoadLog& log_;
  std::optional<ProfileLog> profiles_;  // log of the side whose profiles are being read
};

}  // namespace

LoadNeeds NeedsOf(const OutputOptions& outputs, const profdiff::ListingOptions& listing,
                  const FunctionOptions& functions, const ComparisonOptions& comparison) {
  using profdiff::SourcePositions;
  LoadNeeds needs;
  needs.positions = functions.positions;
  if (NeedAllPositions(outputs, listing.names, functions.specs)) {
    needs.positions = SourcePositions::kAll;
  } else if (needs.positions != SourcePositions::kAll &&
             MayPrintIndex(outputs, listing.traditional, comparison.side_by_side)) {
    needs.positions = SourcePositions::kStatics;
  }
  if (comparison.direction) needs.symbols = profdiff::SymbolPolicy::kGprof;
  needs.unused_lines =
      listing.show_unused || outputs.styles.Has(Style::kMatches) || outputs.styles.Has(Style::kSuggestions);
  needs.descriptions = outputs.styles.Has(Style::kFileInfo);
  needs.runs = comparison.runs;
  return needs;
}

LoadPlan LoadPlanOf(const WorkOptions& work, const FunctionOptions& functions, const FileOptions& files,
                    const InputOptions& input, const LoadNeeds& needs) {
  LoadPlan plan;
  profdiff::LoadingOptions& loading = plan.loading;
  loading.image = functions.image;
  loading.image.symbols = functions.symbols.value_or(needs.symbols);
  loading.image.positions = needs.positions;
  loading.image.lines = functions.lines;
  loading.image.symbol_file = functions.symbol_file;
  loading.image.text_bytes = functions.static_arcs;
  loading.image.threads = work.threads;
  loading.specs = functions.specs;
  loading.format = files.format;
  loading.shift = files.shift;
  loading.finds_shift = files.finds_shift;
  loading.salvage = work.salvage;
  loading.keep_going = files.keep_going;
  loading.runs = needs.runs;
  loading.static_calls = functions.static_arcs;
  loading.unused_lines = needs.unused_lines;
  loading.threads = work.threads;
  loading.stacks = input.stacks;
  loading.perf_script = work.no_programs ? RefusePerfScript : StartPerfScript;
  plan.reporting = {.keep_going = files.keep_going,
                    .describes = needs.descriptions,
                    .is_sum = !needs.runs,
                    .uses_blocks = functions.lines,
                    .any_format = files.format == profdiff::GmonFormat::kAuto,
                    .refuses_files = files.prof_format};
  plan.has_symbol_choice = functions.symbols.has_value();
  return plan;
}

LoadPlan WithSubstitutions(LoadPlan plan, const RenameOptions& renames) {
  plan.loading.substitutions = profdiff::Substitutions(renames.substitutions);
  return plan;
}

Execution LoadExecution(const LoadPlan& plan, const Side& side, LoadLog& log) {
  LogObserver observer(plan.reporting, log);
  return profdiff::LoadExecution(side, plan.loading, observer);
}

Execution LoadAsGprof(LoadPlan plan, const Side& side, LoadLog& log) {
  LogObserver observer(plan.reporting, log);
  plan.loading.policy = GprofPolicy();
  if (!plan.has_symbol_choice) plan.loading.image.symbols = profdiff::SymbolPolicy::kGprof;
  return profdiff::LoadExecution(side, plan.loading, observer);
}

std::shared_ptr<const profdiff::Image> LoadImage(const LoadPlan& plan, const Input& image, LoadLog& log) {
  LogObserver observer(plan.reporting, log);
  return profdiff::LoadImage(image, plan.loading, observer);
}

void LoadEachProfile(const LoadPlan& plan, const Side& side, const profdiff::TargetLayout& layout, LoadLog& log,
                     const profdiff::RecordsUser& each, const std::function<void(std::size_t)>& next) {
  LogObserver observer(plan.reporting, log);
  profdiff::LoadEachProfile(side, layout, plan.loading, observer, each, next);
}

Execution LoadEachRun(LoadPlan plan, const Side& side, LoadLog& log) {
  LogObserver observer(plan.reporting, log);
  plan.loading.runs = plan.loading.keep_runs = true;
  return profdiff::LoadExecution(side, plan.loading, observer);
}

Executions LoadExecutions(const LoadPlan& plan, const Side& base, const Side& other, LoadLog& log) {
  LogObserver observer(plan.reporting, log);
  try {
    return profdiff::LoadExecutions(base, other, plan.loading, observer);
  } catch (const profdiff::Error& error) {
    if (error.code() != profdiff::ErrorCode::kMissingRecords) throw;
    throw profdiff::Error(profdiff::WithConsequence(error.message(), "--runs needs the same records in every profile"));
  }
}

}  // namespace egprof
