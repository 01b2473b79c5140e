// SPDX-License-Identifier: GPL-3.0-or-later
// A list of symbols in a text file, as nm prints it, instead of an image's own (gprof's -S).
// Tests: tests/unit/read/image/symbol_file_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_SYMBOL_FILE_H_
#define PROFDIFF_READ_IMAGE_SYMBOL_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "profdiff/functions.h"

namespace profdiff {

// The functions among lines "ADDRESS LETTER NAME", in file order, without ends; what follows the name is ignored. Lines
// of another form, with a letter other than t and T, or with an invalid address are skipped. Names point into `text`.
std::vector<Function> ParseSymbolFile(std::string_view text);

// The content of a symbol file. Errors: kBadSymbolFile.
std::string ReadSymbolFile(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_SYMBOL_FILE_H_
