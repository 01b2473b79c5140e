// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/misfit.h"

#include <algorithm>
#include <utility>

#include "load/observers.h"
#include "profdiff/significance.h"
#include "values/loading_profiles.h"

namespace profdiff {
namespace {

std::string PathsIn(const std::vector<Input>& inputs) {
  std::string text;
  for (const Input& input : inputs) text += (text.empty() ? "" : ", ") + input.path();
  return text;
}

void Warn(Diagnostics misfit, LoadingObserver& observer, std::vector<Doubt>& doubts) {
  for (Message& warning : misfit.warnings) {
    observer.Warn(warning);
    doubts.push_back({DoubtCode::kMisfit, std::move(warning), true});
  }
}

}  // namespace

// Some checks need the table of all functions, as a reduced table has gaps that are not the profile's fault.
Diagnostics FindMisfit(const LoadingOptions& options, const std::string& names, const Image& image,
                       const Records& records) {
  const ImageOptions& read = options.image;
  const bool all_functions = !read.omit_statics && !read.symbol_file && read.symbols == SymbolPolicy::kAll;
  Diagnostics caveats;
  CheckFit(image, records, names, all_functions, caveats);
  return caveats;
}

void WarnOfMisfit(const LoadingOptions& options, const ExecutionFiles& files, const Image& image,
                  const Records& records, LoadingObserver& observer, std::vector<Doubt>& doubts) {
  Warn(FindMisfit(options, PathsIn(files.profiles), image, records), observer, doubts);
}

bool MatchesNothing(const Profile& profile) {
  return profile.arcs.empty() && std::ranges::all_of(profile.self_ticks, [](double ticks) { return ticks == 0; });
}

bool WarnOfRuns(const std::vector<Diagnostics>& misfits, LoadingObserver& observer, std::vector<Doubt>& doubts) {
  const auto is_odd = [](const Diagnostics& misfit) { return !misfit.warnings.empty(); };
  const auto first = std::ranges::find_if(misfits, is_odd);
  if (first == misfits.end()) return false;
  Warn(*first, observer, doubts);
  const auto others = std::count_if(first + 1, misfits.end(), is_odd);
  if (others > 0) observer.Warn(Message("the same holds for other profiles of this side: " + std::to_string(others)));
  return true;
}

}  // namespace profdiff
