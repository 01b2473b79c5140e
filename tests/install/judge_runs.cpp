// SPDX-License-Identifier: GPL-3.0-or-later
// Judges several runs of two versions of one program. Prints which changes exceed noise, and the time that would be
// lost if the two versions were two ranks of one parallel run. Exits with 3 if a function became significantly slower,
// by more than 5 % and more than 0.05 s. Writes the report as a page to the file that the environment variable REPORT
// names, if it is set.
//   judge_runs IMAGE BASE-PROFILE... -- OTHER-PROFILE...
#include <profdiff/difference.h>
#include <profdiff/error.h>
#include <profdiff/formats.h>
#include <profdiff/gmon.h>
#include <profdiff/image.h>
#include <profdiff/listing.h>
#include <profdiff/match.h>
#include <profdiff/profile.h>
#include <profdiff/ranks.h>
#include <profdiff/significance.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace profdiff;

// The runs of one side, and their mean.
struct Side {
  RunTable runs;
  Profile mean;
};

static Side Read(const Image& image, const std::vector<std::string>& paths, const Selection& all) {
  std::vector<Profile> runs;
  RecordAdder sum;
  for (const std::string& path : paths) {
    RecordAdder alone;
    alone.AddFile(ReadGmon(path, image.layout));
    runs.push_back(MakeProfile(image.functions, alone.Take(), all));
    sum.AddFile(ReadGmon(path, image.layout));
  }
  Side side{MakeRunTable(runs), MakeProfile(image.functions, sum.Take(), all)};
  AverageRuns(side.mean, runs.size());
  return side;
}

static bool Judge(const std::string& image_path, const std::vector<std::string>& base_paths,
                  const std::vector<std::string>& other_paths, const char* page) {
  Diagnostics diagnostics;
  const Image image = ReadImage(image_path, {}, diagnostics);
  const FunctionTable& functions = image.functions;
  const Selection all = Select(functions, {}, SpecRules::kExact);
  const Side base = Read(image, base_paths, all), other = Read(image, other_paths, all);
  const Difference difference = Subtract({functions, base.mean, all}, {functions, other.mean, all},
                                         MatchFunctions(functions, functions, true), diagnostics);
  const Significance significance = Judge(difference, base.runs, other.runs);

  const Conclusion conclusion = Conclude(difference, base.runs, other.runs, {});
  const Digest digest = MakeDigest(difference, &significance, {});
  std::string text;
  WriteDigest(text, {.difference = difference,
                     .digest = digest,
                     .significance = &significance,
                     .conclusion = conclusion,
                     .base_functions = &functions,
                     .other_functions = &functions,
                     .base_runs = base.runs,
                     .other_runs = other.runs,
                     .labels = {"base", "other"}});
  RankStatistics processes;
  processes.Add(base.mean, 0);
  processes.Add(other.mean, 1);
  std::cout << text << "time lost if both were processes of one run: " << processes.Lost() << " s\n";
  if (page != nullptr) {
    std::string html;
    WriteReportPage(html, difference, {"base", "other"}, &significance, {});
    std::ofstream(page, std::ios::binary) << html;
  }
  for (const Message& remark : significance.remarks) std::cerr << TextOf(remark) << '\n';
  return FindOffenders(Gate::Parse("self > 5% and self > 0.05s and significant"), difference, &significance).empty();
}

int main(int argc, char** argv) {
  std::vector<std::string> sides[2];
  int side = 0;
  for (int i = 2; i < argc; ++i) {
    if (std::string(argv[i]) == "--") {
      side = 1;
    } else {
      sides[side].push_back(argv[i]);
    }
  }
  if (sides[1].empty()) return 2;
  try {
    return Judge(argv[1], sides[0], sides[1], std::getenv("REPORT")) ? 0 : 3;
  } catch (const Error& error) {
    std::cerr << TextOf(error.message()) << '\n';
    return 1;
  }
}
