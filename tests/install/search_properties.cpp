// SPDX-License-Identifier: GPL-3.0-or-later
// Prints which of two available recordings are needed to find what is wrong with a run.
//   search_properties CALLGRIND-FILE LACKEY-TRACE PROGRAM
#include <profdiff/error.h>
#include <profdiff/search.h>

#include <iostream>

using namespace profdiff;

int main(int argc, char** argv) try {
  if (argc != 4) return 2;
  SearchOptions options;
  options.monitors = {{"counts", {"Dr", "Dw", "D1mr", "D1mw"}, false},
                      {"addresses", {"Dr", "Dw", "D1mr", "D1mw", "D1conflict"}, true}};
  const Search search = SearchProperties(BuiltInProperties(), {}, options, [argv](const Experiment& experiment) {
    MeasureOptions measure;
    measure.image = argv[3];
    ExperimentResult result;
    result.measurements = ReadMeasurements(argv[1 + experiment.monitor], measure);
    return result;
  });
  for (const SearchStep& step : search.steps) {
    std::cout << step.step << ' ' << step.tool << ' ' << step.hypotheses << ' ' << step.proved << '\n';
  }
} catch (const Error& error) {
  std::cerr << TextOf(error.message()) << '\n';
  return 1;
}
