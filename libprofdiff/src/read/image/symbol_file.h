// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a list of symbols from a text file, in the format of nm, to replace an image's own symbols (gprof's -S).
// Tests: tests/unit/read/image/symbol_file_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_SYMBOL_FILE_H_
#define PROFDIFF_READ_IMAGE_SYMBOL_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "profdiff/image.h"

namespace profdiff {

// Returns the functions in lines of the form "ADDRESS LETTER NAME", in file order; end addresses are not set, and
// anything after the name is ignored. Lines of another form, with a letter other than t or T, or with an invalid
// address are skipped. Names point into `text`.
std::vector<Function> ParseSymbolFile(std::string_view text);

// Returns the content of a symbol file. Errors: kBadSymbolFile.
std::string ReadSymbolFile(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_SYMBOL_FILE_H_
