// SPDX-License-Identifier: GPL-3.0-or-later
// Reads images and profiles as the options say.
#include "egprof/inputs.h"

#include <algorithm>

#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::SourcePositions;

// Looking up source lines takes most of the time on a large program, so it is asked for only where it shows.
SourcePositions WantedPositions(const Options& options) {
  bool specs = std::any_of(options.specs.begin(), options.specs.end(), profdiff::NeedsPositions);
  if (specs || options.listing.names.source_lines) return SourcePositions::kAll;
  return MayPrintIndex(options) ? SourcePositions::kStatics : SourcePositions::kNone;
}

std::string Count(std::size_t count, const std::string& what) {
  return "\t" + std::to_string(count) + " " + what + (count == 1 ? "" : "s") + "\n";
}

// gprof's -i. Its version is that of the last file that had one.
std::string Describe(const profdiff::GmonFile& file, int version) {
  return "File `" + file.path + "' (version " + std::to_string(version) + ") contains:\n" +
         Count(file.histograms.size(), "histogram record") + Count(file.arcs.size(), "call-graph record") +
         Count(file.block_records, "basic-block count record");
}

// Whatever does not begin with "gmon" is taken for a BSD profile, and what is wrong with it as such helps nobody.
profdiff::Error Foreign(const std::string& path) {
  std::string cause = profdiff::IsImage(path) ? "an image, which must come before the profiles of its side"
                                              : "not a profile: it neither begins with \"gmon\" nor is a BSD profile";
  return profdiff::Error(profdiff::ErrorCode::kBadMagic, path + ": " + cause, path);
}

profdiff::GmonFile LoadProfile(const Options& options, const std::string& path, const profdiff::Image& image,
                               bool house_style) {
  profdiff::GmonFile file = profdiff::ReadGmon(path, image.layout, options.format);
  if (house_style && file.bsd && file.damage && options.format == profdiff::GmonFormat::kAuto) throw Foreign(path);
  return file;
}

}  // namespace

profdiff::Image LoadImage(const Options& options, const std::string& path, profdiff::SymbolPolicy symbols,
                          Output& output) {
  profdiff::ImageOptions wanted = options.image;
  wanted.symbols = options.symbols.value_or(symbols);
  wanted.positions = WantedPositions(options);
  profdiff::Diagnostics diagnostics;
  profdiff::Image image = profdiff::ReadImage(path, wanted, diagnostics);
  output.TakeWarnings(diagnostics);
  return image;
}

profdiff::Records LoadProfiles(const Options& options, const Side& side, const profdiff::Image& image, Output& output) {
  if (options.prof_format) {
    throw profdiff::Error(profdiff::ErrorCode::kUnsupported, "sorry, file format `prof' is not yet supported");
  }
  profdiff::RecordAdder sum;
  int version = 0;
  for (const std::string& path : side.profiles) {
    profdiff::GmonFile file = LoadProfile(options, path, image, output.house_style);
    if (!file.bsd) version = file.version;
    std::string description = options.styles.Has(Style::kFileInfo) ? Describe(file, version) : "";
    sum.AddFile(std::move(file));
    output.text += description;
  }
  return sum.Take();
}

bool MayPrintIndex(const Options& options) {
  bool graph = options.styles.empty() ? !options.mentioned.Has(Style::kGraph) : options.styles.Has(Style::kGraph);
  return graph && !options.listing.traditional && !options.side_by_side;
}

std::string JoinNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace egprof
