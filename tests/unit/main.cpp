// SPDX-License-Identifier: GPL-3.0-or-later
// The main() of the unit tests. Catch2 2's own code is compiled here and nowhere else; Catch2 3 brings it and a main().
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
