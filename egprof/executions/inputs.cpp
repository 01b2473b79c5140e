// SPDX-License-Identifier: GPL-3.0-or-later
// Reads images and profiles as the options say.
#include "egprof/executions/inputs.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::GmonOutline;
using profdiff::SourcePositions;

// Looking up source lines takes most of the time on a large program, so it is asked for only where it shows.
SourcePositions WantedPositions(const ProfileOptions& options) {
  if (options.positions == SourcePositions::kAll) return SourcePositions::kAll;
  bool specs = std::any_of(options.specs.begin(), options.specs.end(), profdiff::NeedsPositions);
  bool listed = options.styles.Has(Style::kExecCounts) || options.styles.Has(Style::kAnnotatedSource);
  bool exported = options.table_format != nullptr || options.AnyGraphHas(&profdiff::GraphFormat::needs_positions);
  if (specs || listed || exported || options.listing.names.source_lines) return SourcePositions::kAll;
  return MayPrintIndex(options) ? SourcePositions::kStatics : options.positions;
}

std::string Count(std::size_t count, const std::string& what) {
  return "\t" + std::to_string(count) + " " + what + (count == 1 ? "" : "s") + "\n";
}

// gprof's -i. Its version is that of the last file that had one.
std::string Describe(const GmonOutline& file, int version) {
  return "File `" + file.path + "' (version " + std::to_string(version) + ") contains:\n" +
         Count(file.histogram_records, "histogram record") + Count(file.arc_records, "call-graph record") +
         Count(file.block_records, "basic-block count record");
}

// Whatever does not begin with "gmon" is taken for a BSD profile, and what is wrong with it as such helps nobody.
profdiff::Error Foreign(const std::string& path) {
  std::string cause = profdiff::IsImage(path) ? "an image, which must come before the profiles of its side"
                                              : "not a profile: it neither begins with \"gmon\" nor is a BSD profile";
  return profdiff::Error(profdiff::ErrorCode::kBadMagic, path + ": " + cause, path);
}

// Blocks belong to lines. gprof says so once, when it comes to the first of them, if nothing has stopped it before.
class BlockWarning {
 public:
  BlockWarning(const ProfileOptions& options, Output& output) : output_(output), due_(!options.lines) {}

  void Reach(const std::uint64_t first_block_offset, const std::uint64_t reached_offset) {
    if (first_block_offset >= reached_offset || !std::exchange(due_, false)) return;
    output_.Warn("ignoring basic-block exec counts (use -l or --line)");
  }

 private:
  Output& output_;
  bool due_;
};

// A sum has one rate, that of the first file, as in gprof. Says so once where another file has a different one.
class RateWarning {
 public:
  explicit RateWarning(Output& output) : output_(output) {}

  void Look(const GmonOutline& file) {
    if (file.histogram_records == 0 || !file.states_rate) return;
    const std::uint32_t rate = file.rate;
    if (rate_ == 0) rate_ = rate;
    if (rate == rate_ || std::exchange(said_, true)) return;
    output_.Warn(file.path + " has " + std::to_string(rate) + " samples per second and the first profile of its side " +
                 std::to_string(rate_) + ": their sum is not in seconds; --runs keeps them apart");
  }

 private:
  Output& output_;
  std::uint32_t rate_ = 0;
  bool said_ = false;
};

// The message of an error in one line that begins with the file.
std::string Cause(const profdiff::Error& error) {
  std::string text = error.message();
  std::ranges::replace(text, '\n', ' ');
  return text.find(error.path()) == std::string::npos ? error.path() + ": " + text : text;
}

// What there is to say of the profiles of one side, file by file.
class ProfileLog {
 public:
  // `is_sum`: the files are added up.
  ProfileLog(const ProfileOptions& options, const Side& side, bool is_sum, Output& output)
      : options_(options),
        files_(side.profiles.size()),
        is_sum_(is_sum),
        output_(output),
        blocks_(options, output),
        rates_(output) {
    output.stages.Begin(Stage::kReadProfiles);
    output.stages.Count(0, files_);
  }

  void Add(const GmonOutline& file, const profdiff::Error* error) {
    Count(file);
    if (IsForeign(file) && error != nullptr) return Fail(Foreign(file.path));
    if (error != nullptr && options_.keep_going) return Fail(*error);
    if (file.damage && error == nullptr) SayWhatIsMissing(file);
    if (!file.bsd) version_ = file.version;
    if (is_sum_ && output_.house_style) rates_.Look(file);
    blocks_.Reach(file.first_block_offset, error != nullptr ? error->offset() : profdiff::Error::kNoOffset);
    if (error == nullptr && options_.styles.Has(Style::kFileInfo)) output_.text += Describe(file, version_);
  }

  // What is wrong with a file ends the run, or the file is left out.
  void Fail(const profdiff::Error& error) {
    if (!options_.keep_going) throw profdiff::Error(error);
    output_.left_out.push_back({seen_ - 1, Cause(error)});
    if (++left_out_ < files_) return;
    throw profdiff::Error(error.code(), "no profile of the side can be used; the last: " + Cause(error), error.path());
  }

 private:
  void SayWhatIsMissing(const GmonOutline& file) {
    const auto records = [](std::size_t count, const char* what) {
      return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
    };
    output_.Warn(Cause(*file.damage) + "; used: " + records(file.histogram_records, "histogram") + ", " +
                 records(file.arc_records, "call-graph record") + ", " +
                 records(file.block_records, "basic-block record") + "; missing: " + file.missing);
  }

  bool IsForeign(const GmonOutline& file) const {
    return output_.house_style && file.bsd && file.damage && options_.format == profdiff::GmonFormat::kAuto;
  }

  void Count(const GmonOutline& file) {
    output_.stages.Count(++seen_, files_);
    InputSizes& sizes = output_.stages.sizes;
    ++sizes.profiles;
    sizes.profile_bytes += file.bytes;
    sizes.arc_records += file.arc_records;
  }

  const ProfileOptions& options_;
  const std::size_t files_;
  std::size_t seen_ = 0, left_out_ = 0;
  const bool is_sum_;
  Output& output_;
  BlockWarning blocks_;
  RateWarning rates_;
  int version_ = 0;
};

void RefuseProf(const ProfileOptions& options) {
  if (!options.prof_format) return;
  throw profdiff::Error(profdiff::ErrorCode::kUnsupported, "sorry, file format `prof' is not yet supported");
}

profdiff::ReadingOptions ReadingOf(const ProfileOptions& options, const profdiff::TargetLayout& layout) {
  return {layout, options.format, options.threads, options.salvage, options.keep_going};
}

void CountImage(const std::string& path, const profdiff::Image& image, InputSizes& sizes) {
  std::error_code none;
  const std::uintmax_t bytes = std::filesystem::file_size(path, none);
  ++sizes.images;
  sizes.image_bytes += none ? 0 : bytes;
  sizes.functions += image.functions.size();
}

// Throws what is wrong with an image itself.
void OpenImage(const std::string& path, Output& output) {
  profdiff::Diagnostics diagnostics;
  try {
    profdiff::ReadImage(path, {}, diagnostics);
  } catch (const profdiff::Error& error) {
    output.TakeWarnings(diagnostics);
    if (error.code() != profdiff::ErrorCode::kNoSymbols) throw;
  }
}

}  // namespace

profdiff::OrderMap LoadOrderMap(const ProfileOptions& options, const std::string& image_path, Output& output) {
  if (!options.styles.Has(Style::kFileOrder)) return {};
  try {
    return profdiff::ReadOrderMap(options.order_map);
  } catch (const profdiff::Error&) {
    OpenImage(image_path, output);
    throw;
  }
}

profdiff::Image LoadImage(const ProfileOptions& options, const std::string& path, profdiff::SymbolPolicy symbols,
                          Output& output, const profdiff::OrderMap& map) {
  profdiff::ImageOptions wanted = options.image;
  wanted.symbols = options.symbols.value_or(symbols);
  wanted.positions = WantedPositions(options);
  wanted.lines = options.lines;
  wanted.symbol_file = options.symbol_file;
  wanted.text_bytes = options.static_arcs;
  wanted.threads = options.threads;
  if (options.styles.Has(Style::kFileOrder)) wanted.order_map = &map;
  output.stages.Begin(Stage::kReadImages);
  profdiff::Diagnostics diagnostics;
  profdiff::Image image = profdiff::ReadImage(path, wanted, diagnostics);
  output.TakeWarnings(diagnostics);
  CountImage(path, image, output.stages.sizes);
  return image;
}

profdiff::Records LoadProfiles(const ProfileOptions& options, const Side& side, const profdiff::TargetLayout& layout,
                               Output& output, const profdiff::RecordsUser& each) {
  RefuseProf(options);
  ProfileLog log(options, side, /*is_sum=*/!each, output);
  profdiff::Records records = profdiff::ReadProfiles(
      side.profiles, ReadingOf(options, layout),
      [&log](const GmonOutline& file, const profdiff::Error* error) { log.Add(file, error); }, each);
  output.stages.sizes.arcs += records.arcs.size();
  output.stages.Begin(Stage::kAnalyse);
  return records;
}

void LoadEachProfile(const ProfileOptions& options, const Side& side, const profdiff::TargetLayout& layout,
                     Output& output, const profdiff::RecordsUser& each, const std::function<void(std::size_t)>& next) {
  RefuseProf(options);
  ProfileLog log(options, side, /*is_sum=*/false, output);
  std::size_t seen = 0;
  profdiff::ReadEachProfile(
      side.profiles, ReadingOf(options, layout),
      [&](const GmonOutline& file, const profdiff::Error* error) {
        log.Add(file, error);
        const std::size_t number = seen++;
        if (error != nullptr) return;
        try {
          next(number);
        } catch (const profdiff::Error& wrong) {
          log.Fail(wrong);
        }
      },
      each);
}

void AddCodeCalls(const ProfileOptions& options, const profdiff::Image& image, const profdiff::Records& records,
                  profdiff::CodeRules rules, profdiff::Profile& profile, Output& output) {
  if (!options.static_arcs || !records.has_arcs) return;
  profdiff::Diagnostics diagnostics;
  std::vector<profdiff::StaticCall> calls = profdiff::FindStaticCalls(image, rules, diagnostics);
  profdiff::AddStaticCalls(profile, image.functions, records, calls, rules);
  for (const std::string& warning : diagnostics.warnings) {  // gprof does not call it one
    std::string note = output.house_style ? "warning: " + image.path + ": " + warning : warning;
    bool known = std::find(output.notes.begin(), output.notes.end(), note) != output.notes.end();
    if (!known) output.notes.push_back(note);  // both sides can have the same image
  }
}

bool MayPrintIndex(const ProfileOptions& options) {
  if (options.own_report) return false;
  bool graph = options.styles.empty() ? !options.mentioned.Has(Style::kGraph) : options.styles.Has(Style::kGraph);
  return graph && !options.listing.traditional && !options.side_by_side;
}

profdiff::Renames LoadRenames(const RenameOptions& options) {
  std::vector<profdiff::RenameRule> rules;
  for (const std::string& file : options.rename_files) {
    std::vector<profdiff::RenameRule> found = profdiff::ReadRenameFile(file);
    try {
      profdiff::Renames check(found);
    } catch (const profdiff::Error& error) {
      throw profdiff::Error(error.code(), file + ": " + error.message(), file);
    }
    std::move(found.begin(), found.end(), std::back_inserter(rules));
  }
  rules.insert(rules.end(), options.renames.begin(), options.renames.end());
  return profdiff::Renames(rules);
}

std::string Label(const Side& side) { return side.image + ", " + JoinNames(side.profiles); }

std::string JoinNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace egprof
