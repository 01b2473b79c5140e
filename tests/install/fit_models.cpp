// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how the functions in a file of measurements grow: one line per model.
//   fit_models FILE
#include <profdiff/error.h>
#include <profdiff/models.h>

#include <iostream>

using namespace profdiff;

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  ModelOptions options;
  options.statistics = {PointStatistic::kMean};
  for (const Model& model : MakeModels(ReadObservations(argv[1]), options).models) {
    std::cout << model.function << ' ' << model.metric << ' ' << FitText(model.fit, model.parameters, 6) << '\n';
  }
} catch (const Error& error) {
  std::cerr << TextOf(error.message()) << '\n';
  return 1;
}
