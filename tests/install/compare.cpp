// SPDX-License-Identifier: GPL-3.0-or-later
// Prints where the base spent its time, and what the other execution of the same image did otherwise.
//   compare IMAGE BASE-PROFILE OTHER-PROFILE
#include <profdiff/call_graph.h>
#include <profdiff/difference.h>
#include <profdiff/difference_listing.h>
#include <profdiff/image.h>
#include <profdiff/listing.h>

#include <iostream>
#include <string>

using namespace profdiff;

// One execution: the samples and calls of one profile file, by function.
static Profile Read(const Image& image, const std::string& path, const Selection& selection) {
  RecordAdder side;  // takes any number of files
  side.AddFile(ReadGmon(path, image.layout));
  return MakeProfile(image.functions, side.Take(), selection);
}

static void Compare(const char* image_path, const char* base_path, const char* other_path) {
  Diagnostics diagnostics;
  const Image image = ReadImage(image_path, {}, diagnostics);
  const FunctionTable& functions = image.functions;
  const Selection all = Select(functions, {}, SpecRules::kGprof);
  const Profile base = Read(image, base_path, all);
  const Profile other = Read(image, other_path, all);

  std::string text;
  ListingOptions options;
  options.brief = true;
  const CallGraph graph = MakeCallGraph(base, all);
  const Execution execution{functions, base, graph, all};
  WriteFlatProfile(text, execution, NumberEntries(execution), options);

  const Difference difference = Subtract({functions, base, all}, {functions, other, all},
                                         MatchFunctions(functions, functions, true), diagnostics);
  WriteFlatSideBySide(text, difference, {base_path, other_path}, options);
  WriteTotals(text, difference);

  std::cout << text;
  for (const std::string& warning : diagnostics.warnings) std::cerr << warning << '\n';
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    Compare(argv[1], argv[2], argv[3]);
  } catch (const Error& error) {
    std::cerr << error.path() << ": " << error.message() << '\n';
    return 1;
  }
}
