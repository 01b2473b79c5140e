// SPDX-License-Identifier: GPL-3.0-or-later
// All columns of a callgrind file: by function and level, by call, by call site and by source line.
// Tests: tests/unit/read/property/callgrind_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_CALLGRIND_TABLE_H_
#define PROFDIFF_READ_PROPERTY_CALLGRIND_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/functions.h"
#include "read/profiles/readers.h"
#include "values/named_functions.h"

namespace profdiff {

class CallgrindTable : public CallgrindObserver {
 public:
  using Costs = std::vector<std::uint64_t>;  // by column

  // Where something is. The file is a number of `files`.
  struct Spot {
    std::uint32_t file = 0, line = 0;
  };
  struct Site {
    CallgrindSums::CallId call;
    Spot spot;
    std::uint64_t count = 0;
    Costs inclusive;
  };
  struct Line {
    FunctionId function;  // of CallgrindSums::names
    Spot spot;
    Costs self;
  };

  void Describe(std::string_view text) override;
  bool SetColumns(const CallgrindCosts& costs) override;
  void SetFile(const std::string& name) override;
  void StartFunction() override { function_file_ = file_; }
  bool AddSelf(CallgrindSums::Level level, FunctionId function, std::string_view position,
               std::string_view numbers) override;
  bool AddCall(CallgrindSums::CallId call, FunctionId caller, std::string_view position, std::uint64_t count,
               std::string_view numbers) override;
  void Finish(CallgrindSums of_one) override;

  std::string machine;                            // simulated caches
  std::vector<std::string> columns;               // "Ir", "Dr", …
  std::vector<std::string> files;                 // the first one is the unknown one
  CallgrindSums sums;                             // of one column; names, levels and calls of all
  std::vector<Costs> level_self, call_inclusive;  // by level and by call
  std::vector<Site> sites;
  std::vector<Line> lines;
  std::vector<std::uint32_t> file_of_function;  // by FunctionId of sums.names()

 private:
  bool Read(std::string_view position, std::string_view numbers);
  void NoteFunction(FunctionId function);

  CallgrindCosts costs_;
  NumberSet file_ids_, site_ids_, line_ids_;
  std::uint32_t file_ = 0, function_file_ = 0, line_ = 0;
  Costs costs_read_;
  Costs total_;  // by column: keeps all sums within 63 bits
  Costs called_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_CALLGRIND_TABLE_H_
