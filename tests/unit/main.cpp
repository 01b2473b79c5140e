// SPDX-License-Identifier: GPL-3.0-or-later
// The main() of the unit tests. With Catch2 2, only this file compiles Catch2's own code; Catch2 3 provides that code
// and its own main().
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
