// SPDX-License-Identifier: GPL-3.0-or-later
// Maps from functions to object files (gprof's -R), and their application to the functions of an image.
// Tests: tests/unit/read/image/order_map_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_ORDER_MAP_H_
#define PROFDIFF_READ_IMAGE_ORDER_MAP_H_

#include <string>
#include <string_view>
#include <vector>

#include "profdiff/image.h"
#include "values/ordering.h"

namespace profdiff {

// Parses a map. `path` is for the error message. Errors: kBadOrderMap.
OrderMap ParseOrderMap(std::string_view text, const std::string& path);

// Keeps only the first function of each file of the map, under the file's name. A file that occurs at several places in
// the map counts as several files. Must be called before functions are sorted, because a removed function must not
// displace another function at the same address. Names point into `map`.
std::vector<Function> ApplyOrderMap(std::vector<Function> functions, const OrderMap& map);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_ORDER_MAP_H_
