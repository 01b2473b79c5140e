// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for combining the regions of two recordings of one program.
#include "analyze/property/combine.h"

#include <catch2/catch.hpp>

#include "support/properties.h"

using namespace profdiff;
using tests::Describe;
using tests::Measure;

TEST_CASE("Demangled names and linkage names refer to one function", "[properties]") {
  Measurements all = Measure("region,file,line,metric,value\nfib(int),a/x.cpp,7,Dr,3\nfib(int),,,Dr,5\n");
  const std::size_t regions = all.regions.size();
  AddMeasurements(all,
                  Measure("region,file,line,metric,value\n_Z3fibi,b/x.cpp,7,D1conflict,2\n_Z3fibi,,,D1conflict,4\n"));
  CHECK(all.regions.size() == regions);
  const std::string text = Describe(all);
  CHECK(text.find("line fib(int):7 Dr=3 D1conflict=2\n") != std::string::npos);
}
