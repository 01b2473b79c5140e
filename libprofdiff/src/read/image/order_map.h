// SPDX-License-Identifier: GPL-3.0-or-later
// Maps from functions to object files (gprof's -R), and what a map does to the functions of an image.
// Tests: tests/unit/read/image/order_map_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_ORDER_MAP_H_
#define PROFDIFF_READ_IMAGE_ORDER_MAP_H_

#include <string>
#include <string_view>
#include <vector>

#include "profdiff/functions.h"
#include "values/ordering.h"

namespace profdiff {

// The entries of a map. Errors: kBadOrderMap, which names `path`.
OrderMap ParseOrderMap(std::string_view text, const std::string& path);

// Lets a file's first function in the map stand for the file and have its name; its other functions go. A file that
// the map names in several places counts as several. To be done before functions are put into order: what goes is no
// rival for an address. Names point into `map`.
std::vector<Function> ApplyOrderMap(std::vector<Function> functions, const OrderMap& map);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_ORDER_MAP_H_
