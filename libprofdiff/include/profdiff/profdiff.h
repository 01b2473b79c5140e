// SPDX-License-Identifier: GPL-3.0-or-later
// Includes all of libprofdiff, which reads two executions, matches and subtracts them, and writes the difference.
//
// Example: a program `difference IMAGE BASE OTHER` that shows in which functions two executions of an image differ:
//
//   #include <profdiff/profdiff.h>
//
//   #include <iostream>
//
//   using namespace profdiff;
//
//   int main(int argc, char** argv) try {
//     if (argc != 4) return 2;
//     Diagnostics diagnostics;
//     const LoadedExecutions both = LoadExecutions({argv[1], {argv[2]}}, {argv[1], {argv[3]}}, {}, diagnostics);
//     const Difference difference = Subtract(both, diagnostics);
//     std::string text;
//     WriteFlatSideBySide(text, difference, {argv[2], argv[3]}, {});
//     std::cout << text;
//   } catch (const Error& error) {
//     std::cerr << TextOf(error.message()) << '\n';
//     return 1;
//   }
//
// Test: tests/install/run.sh builds and runs this example.
#ifndef PROFDIFF_PROFDIFF_H_
#define PROFDIFF_PROFDIFF_H_

#include "profdiff/alignment.h"
#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/families.h"
#include "profdiff/formats.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/input.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/models.h"
#include "profdiff/parts.h"
#include "profdiff/profile.h"
#include "profdiff/properties.h"
#include "profdiff/property_set.h"
#include "profdiff/pruning.h"
#include "profdiff/ranking.h"
#include "profdiff/ranks.h"
#include "profdiff/record.h"
#include "profdiff/search.h"
#include "profdiff/significance.h"
#include "profdiff/stacks.h"
#include "profdiff/store.h"
#include "profdiff/trace.h"

#endif  // PROFDIFF_PROFDIFF_H_
