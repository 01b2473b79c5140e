// SPDX-License-Identifier: GPL-3.0-or-later
// Reads images and profiles as specified by the options.
#include "egprof/executions/inputs.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "egprof/executions/profile_log.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::GmonOutline;
using profdiff::SourcePositions;

// Looking up source lines takes most of the time for a large program, so lines are looked up only if they are needed.
SourcePositions WantedPositions(const ProfileOptions& options) {
  if (options.positions == SourcePositions::kAll) return SourcePositions::kAll;
  bool specs = std::any_of(options.specs.begin(), options.specs.end(), profdiff::NeedsPositions);
  bool listed = options.styles.Has(Style::kExecCounts) || options.styles.Has(Style::kAnnotatedSource);
  bool exported = options.table_format != nullptr || options.AnyGraphHas(&profdiff::GraphFormat::needs_positions);
  if (specs || listed || exported || options.page || options.listing.names.source_lines) return SourcePositions::kAll;
  return MayPrintIndex(options) ? SourcePositions::kStatics : options.positions;
}

profdiff::ReadingOptions ReadingOf(const ProfileOptions& options, const profdiff::TargetLayout& layout) {
  return {layout, options.format, options.threads, options.salvage, options.keep_going};
}

// Checks that an image can be read; an image without functions is accepted. Errors: those of ReadImage except
// kNoSymbols.
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

profdiff::ImageOptions ImageOptionsOf(const ProfileOptions& options, profdiff::SymbolPolicy symbols) {
  profdiff::ImageOptions wanted = options.image;
  wanted.symbols = options.symbols.value_or(symbols);
  wanted.positions = WantedPositions(options);
  wanted.lines = options.lines;
  wanted.symbol_file = options.symbol_file;
  wanted.text_bytes = options.static_arcs;
  wanted.threads = options.threads;
  return wanted;
}

void CountImage(const profdiff::Image& image, InputSizes& sizes) {
  std::error_code none;
  const std::uintmax_t bytes = std::filesystem::file_size(image.path, none);
  ++sizes.images;
  sizes.image_bytes += none ? 0 : bytes;
  sizes.functions += image.functions.size();
}

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
  profdiff::ImageOptions wanted = ImageOptionsOf(options, symbols);
  if (options.styles.Has(Style::kFileOrder)) wanted.order_map = &map;
  output.stages.Begin(Stage::kReadImages);
  profdiff::Diagnostics diagnostics;
  profdiff::Image image = profdiff::ReadImage(path, wanted, diagnostics);
  output.TakeWarnings(diagnostics);
  CountImage(image, output.stages.sizes);
  return image;
}

profdiff::Records LoadProfiles(const ProfileOptions& options, const Side& side, const profdiff::TargetLayout& layout,
                               Output& output, const profdiff::RecordsUser& each) {
  ProfileLog log(options, side, /*is_sum=*/!each, output);
  profdiff::Records records = profdiff::ReadProfiles(
      side.profiles, ReadingOf(options, layout),
      [&log](const GmonOutline& file, const profdiff::Error* error) { log.Add(file, error); }, each);
  log.End(records);
  return records;
}

void LoadEachProfile(const ProfileOptions& options, const Side& side, const profdiff::TargetLayout& layout,
                     Output& output, const profdiff::RecordsUser& each, const std::function<void(std::size_t)>& next) {
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
  for (const std::string& warning : diagnostics.warnings) {  // gprof prints these messages without "warning: "
    std::string note = output.house_style ? "warning: " + image.path + ": " + warning : warning;
    bool known = std::find(output.notes.begin(), output.notes.end(), note) != output.notes.end();
    if (!known) output.notes.push_back(note);  // already present if both sides have the same image
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

std::string Label(const Side& side) { return (side.image.empty() ? "" : side.image + ", ") + JoinNames(side.profiles); }

std::string JoinNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace egprof
