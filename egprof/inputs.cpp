// SPDX-License-Identifier: GPL-3.0-or-later
// Reads images and profiles as the options say.
#include "egprof/inputs.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::SourcePositions;

// Looking up source lines takes most of the time on a large program, so it is asked for only where it shows.
SourcePositions WantedPositions(const Options& options) {
  bool specs = std::any_of(options.specs.begin(), options.specs.end(), profdiff::NeedsPositions);
  bool listed = options.styles.Has(Style::kExecCounts) || options.styles.Has(Style::kAnnotatedSource);
  if (specs || listed || options.listing.names.source_lines) return SourcePositions::kAll;
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

// Blocks belong to lines. gprof says so once, when it comes to the first of them, if nothing has stopped it before.
class BlockWarning {
 public:
  BlockWarning(const Options& options, Output& output) : output_(output), due_(!options.lines) {}

  void Reach(const std::uint64_t first_block_offset, const std::uint64_t reached_offset) {
    if (first_block_offset >= reached_offset || !std::exchange(due_, false)) return;
    output_.Warn("ignoring basic-block exec counts (use -l or --line)");
  }

 private:
  Output& output_;
  bool due_;
};

void AddFile(profdiff::GmonFile file, profdiff::RecordAdder& sum, BlockWarning& blocks) {
  const std::uint64_t first_block_offset = file.first_block_offset;
  try {
    sum.AddFile(std::move(file));
  } catch (const profdiff::Error& error) {
    blocks.Reach(first_block_offset, error.offset());
    throw;
  }
  blocks.Reach(first_block_offset, profdiff::Error::kNoOffset);
}

}  // namespace

profdiff::Image LoadImage(const Options& options, const std::string& path, profdiff::SymbolPolicy symbols,
                          Output& output) {
  profdiff::ImageOptions wanted = options.image;
  wanted.symbols = options.symbols.value_or(symbols);
  wanted.positions = WantedPositions(options);
  wanted.symbol_file = options.symbol_file;
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
  BlockWarning blocks(options, output);
  for (const std::string& path : side.profiles) {
    profdiff::GmonFile file = LoadProfile(options, path, image, output.house_style);
    if (!file.bsd) version = file.version;
    std::string description = options.styles.Has(Style::kFileInfo) ? Describe(file, version) : "";
    AddFile(std::move(file), sum, blocks);
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
