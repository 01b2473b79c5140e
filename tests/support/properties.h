// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements and findings for tests: built from text, and read back as text.
#ifndef TESTS_SUPPORT_PROPERTIES_H_
#define TESTS_SUPPORT_PROPERTIES_H_

#include <string>
#include <string_view>

#include "profdiff/properties.h"

namespace tests {

// Reads a recording that is in memory.
profdiff::Measurements Measure(std::string_view text, const profdiff::MeasureOptions& options = {});

// The message of the error that reading a recording throws; fails the test where none is thrown.
std::string MeasureError(std::string_view text, const profdiff::MeasureOptions& options = {});

// "function f" and its metrics, "Ir=12"; one region a line.
std::string Describe(const profdiff::Measurements& measurements);

// "NAME kind region severity" with "*" for leaves; one finding a line.
std::string Describe(const profdiff::Measurements& measurements, const profdiff::Findings& findings);

// Of a file "test.asl": the message of the error that reading or checking it throws; empty where none is thrown.
std::string AslError(std::string_view text);

// "CONTEXT M { a; b; }" and the property P(M m) that holds where `condition` does.
std::string WithCondition(const std::string& condition, const std::string& severity = "1");

}  // namespace tests

#endif  // TESTS_SUPPORT_PROPERTIES_H_
