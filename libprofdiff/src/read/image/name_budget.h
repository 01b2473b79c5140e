// SPDX-License-Identifier: GPL-3.0-or-later
// A limit on the total size of names. Names in a string table can share bytes, so copies of the names of a small file
// could take gigabytes.
// Tests: tests/unit/read/image/symbol_table_test.cpp, tests/cli/files/names.py.
#ifndef PROFDIFF_READ_IMAGE_NAME_BUDGET_H_
#define PROFDIFF_READ_IMAGE_NAME_BUDGET_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "profdiff/error.h"

namespace profdiff {

class NameBudget {
 public:
  // `bytes`: the limit for all names; `path` and `what` (such as "names of symbols") are for the error message.
  NameBudget(std::string path, std::string what, std::uint64_t bytes)
      : path_(std::move(path)), what_(std::move(what)), bytes_(bytes), left_(bytes) {}

  // Subtracts the size of a name from the budget. Errors: kOverflow.
  void Take(std::string_view name) {
    if (name.size() > left_) Refuse();
    left_ -= name.size();
  }

 private:
  [[noreturn]] void Refuse() const {
    throw Error(ErrorCode::kOverflow,
                what_ + " share bytes: together they have more than " + std::to_string(bytes_) +
                    " bytes, which is too much for a file of this size",
                path_);
  }

  std::string path_, what_;
  std::uint64_t bytes_, left_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_NAME_BUDGET_H_
