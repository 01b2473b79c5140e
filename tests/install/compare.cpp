// SPDX-License-Identifier: GPL-3.0-or-later
// Prints where the base spent its time, and what the other execution of the same image did differently.
//   compare IMAGE BASE-PROFILE OTHER-PROFILE
#include <profdiff/difference.h>
#include <profdiff/error.h>
#include <profdiff/gmon.h>
#include <profdiff/image.h>
#include <profdiff/listing.h>
#include <profdiff/profile.h>
#include <profdiff/significance.h>

#include <iostream>
#include <string>
#include <vector>

using namespace profdiff;

static void Compare(const char* image_path, const char* base_path, const char* other_path) {
  Diagnostics diagnostics;
  LoadingOptions loading;
  loading.image.symbols = SymbolPolicy::kGprof;  // the functions of gprof's listings
  const LoadedExecutions sides =
      LoadExecutions({image_path, {base_path}}, {image_path, {other_path}}, loading, diagnostics);

  std::string text;
  ListingOptions options;
  options.brief = true;
  const LoadedExecution& base = sides.base;
  const CallGraph graph = MakeCallGraph(base.profile, base.selection);
  const Execution execution{*base.functions, base.profile, graph, base.selection};
  WriteFlatProfile(text, execution, NumberEntries(execution), options);

  const Loss& loss = base.profile.loss;
  if (loss.Any()) text += "The recording of the base is incomplete.\n";

  const Difference difference = Subtract(sides, diagnostics);
  WriteFlatSideBySide(text, difference, {base_path, other_path}, options);
  std::vector<Doubt> doubts = sides.base.doubts;
  doubts.insert(doubts.end(), sides.other.doubts.begin(), sides.other.doubts.end());
  const Conclusion conclusion = Conclude(difference, base.runs, sides.other.runs, doubts);
  WriteTotals(text, difference, TextOf(conclusion, difference));

  std::cout << text;
  for (const Message& warning : diagnostics.warnings) std::cerr << TextOf(warning) << '\n';
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    Compare(argv[1], argv[2], argv[3]);
  } catch (const Error& error) {
    std::cerr << TextOf(error.message()) << '\n';
    return 1;
  }
}
