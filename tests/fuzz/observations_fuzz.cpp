// SPDX-License-Identifier: GPL-3.0-or-later
// Reads measurements in Extra-P's formats and results of benchmarks. Accepted values must be finite and must be the
// same after writing them as JSON and reading them again, unless they have no parameters, which that format needs.
#include <algorithm>
#include <cmath>
#include <string>

#include "analyze/model/can_model.h"
#include "fuzz/input.h"
#include "profdiff/formats.h"
#include "profdiff/models.h"

namespace {

using namespace profdiff;

void RequireSound(const Observations& observed) {
  for (const ObservedSeries& series : observed.series) {
    fuzz::Require(!series.points.empty());
    for (const ObservedPoint& point : series.points) {
      fuzz::Require(point.at.size() == series.parameters.size() && !point.values.empty());
      for (const double at : point.at) fuzz::Require(at > 0 && std::isfinite(at));
      for (const double value : point.values) fuzz::Require(std::isfinite(value));
    }
  }
}

bool HasParameters(const ObservedSeries& series) { return !series.parameters.empty(); }

std::size_t CountSeries(const Observations& observed) { return observed.series.size(); }

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file, again;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Observations observed;
  if (!fuzz::Accepts([&] { observed = ReadObservations(file.Fill(text)); })) return 0;
  RequireSound(observed);
  if (!std::ranges::all_of(observed.series, HasParameters)) return 0;
  std::string written;
  WriteExtraP(written, observed);
  Observations read;
  fuzz::Require(fuzz::Accepts([&] { read = ReadObservations(again.Fill(written)); }));
  fuzz::Require(CountSeries(read) <= CountSeries(observed));
  if (size < 2000 && CanModel()) {
    ModelOptions options;
    options.statistics.resize(1);
    std::string shown;
    fuzz::Accepts([&] { WriteModels(shown, *FindTableFormat("text"), MakeModels(observed, options)); });
  }
  return 0;
}
