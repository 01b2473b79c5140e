// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a list of symbols (-S) that replaces those of an image, and uses these symbols to make a profile of samples and
// calls.
#include "fuzz/small_image.h"
#include "profdiff/gmon.h"
#include "profdiff/profile.h"
#include "read/image/symbol_file.h"

namespace {

using namespace profdiff;

// Returns samples in the bins of the image, and a call every few bytes.
Records SomeRecords() {
  Records records;
  Histogram histogram;
  histogram.low = tests::ElfBytes::kTextBegin;
  histogram.high = histogram.low + tests::ElfBytes::kTextBytes;
  histogram.rate = 100;
  histogram.dimension = "seconds";
  for (std::uint64_t i = 0; i < 64; ++i) histogram.bins.push_back(i);
  records.histograms.push_back(histogram);
  for (std::uint64_t from = histogram.low; from < histogram.high; from += 9)
    records.arcs.push_back({from, from ^ 5, 3});
  records.has_histogram = records.has_arcs = true;
  return records;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile image_file, symbol_file;
  static const std::string& image_path = image_file.Fill(fuzz::SmallImage());
  fuzz::Input input(data, size);
  for (const Function& function : ParseSymbolFile(input.Rest())) fuzz::Require(!function.name.empty());

  ImageOptions options;
  options.symbol_file = symbol_file.Fill(input.Rest());
  fuzz::Accepts([&] {
    Diagnostics diagnostics;
    const Image image = ReadImage(image_path, options, diagnostics);
    fuzz::RequireSound(image.functions);
    MakeProfile(image.functions, SomeRecords(), Select(image.functions, {}, SpecRules::kGprof));
  });
  return 0;
}
