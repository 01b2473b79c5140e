// SPDX-License-Identifier: GPL-3.0-or-later
// Makes Catch2 3 available under the header and the names of Catch2 2, which the tests use.
#ifndef PROFDIFF_TESTS_CATCH3_CATCH2_CATCH_HPP_
#define PROFDIFF_TESTS_CATCH3_CATCH2_CATCH_HPP_

#include <catch2/catch_all.hpp>
#include <string>

using Catch::Approx;

namespace Catch {

using Matchers::EndsWith;
using Matchers::Matches;
using Matchers::StartsWith;

inline Matchers::StringContainsMatcher Contains(const std::string& text) { return Matchers::ContainsSubstring(text); }

}  // namespace Catch

#endif  // PROFDIFF_TESTS_CATCH3_CATCH2_CATCH_HPP_
