// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements and findings for tests, read from text and described as text.
#ifndef TESTS_SUPPORT_PROPERTIES_H_
#define TESTS_SUPPORT_PROPERTIES_H_

#include <string>
#include <string_view>

#include "profdiff/properties.h"

namespace tests {

// Reads a recording from memory.
profdiff::Measurements Measure(std::string_view text, const profdiff::MeasureOptions& options = {});

// Returns the message of the error that reading a recording throws; empty if none is thrown.
std::string MeasureError(std::string_view text, const profdiff::MeasureOptions& options = {});

// Returns one line per region with its metrics, such as "function f Ir=12".
std::string Describe(const profdiff::Measurements& measurements);

// Returns one line per finding: "NAME kind region severity", followed by "*" if the finding is a leaf.
std::string Describe(const profdiff::Measurements& measurements, const profdiff::Findings& findings);

// Returns the error message from reading or checking `text` as a file "test.asl"; empty if there is no error.
std::string AslError(std::string_view text);

// Returns "CONTEXT M { a; b; c; }" and a property P(M m) that holds if `condition` does.
std::string WithCondition(const std::string& condition, const std::string& severity = "1");

}  // namespace tests

#endif  // TESTS_SUPPORT_PROPERTIES_H_
