// SPDX-License-Identifier: GPL-3.0-or-later
// The costs in all columns of a callgrind file: by function and level of recursion, by call, by call site, and by
// source line or, if the file has addresses, by instruction.
// Tests: tests/unit/read/property/callgrind_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_CALLGRIND_TABLE_H_
#define PROFDIFF_READ_PROPERTY_CALLGRIND_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/seeded_hash.h"
#include "profdiff/image.h"
#include "read/profiles/readers.h"
#include "read/property/code_loops.h"
#include "values/named_functions.h"

namespace profdiff {

// Rows of costs by column, in one vector: a vector for each row would take 1.5 times the memory.
class CallgrindRows {
 public:
  using Row = std::span<const std::uint64_t>;

  std::size_t size() const { return columns_ == 0 ? 0 : costs_.size() / columns_; }
  Row operator[](std::size_t row) const { return Row(costs_).subspan(row * columns_, columns_); }
  std::span<std::uint64_t> operator[](std::size_t row) { return std::span(costs_).subspan(row * columns_, columns_); }
  // Adds missing rows, with costs of 0. `columns` must be the same each time.
  void Resize(std::size_t rows, std::size_t columns);
  // Adds costs to a row, which is created if it does not exist. Returns false if a sum exceeds 63 bits.
  [[nodiscard]] bool Add(std::size_t row, Row costs);

 private:
  std::size_t columns_ = 0;
  std::vector<std::uint64_t> costs_;
};

class CallgrindTable : public CallgrindObserver {
 public:
  using Costs = std::vector<std::uint64_t>;  // by column

  using Spot = CodePosition;  // a position whose file is an index in `files`
  struct Site {
    CallgrindSums::CallId call;
    Spot spot;
  };
  // A source line, or an instruction.
  struct Piece {
    FunctionId function;  // id in CallgrindSums::names
    Spot spot;
  };
  // The costs and counts of the whole file or of a part of it.
  struct Amounts {
    CallgrindRows level_self, call_inclusive, sites, pieces;
    std::vector<std::uint64_t> calls;  // by call
  };

  // `keeps_parts`: true to store the counts of each part of the file.
  explicit CallgrindTable(bool keeps_parts) : keeps_parts_(keeps_parts) {}

  void Describe(std::string_view text) override;
  void SetProcess(std::string_view number) override { process_.Set(number); }
  void SetThread(std::string_view number) override { thread_.Set(number); }
  bool SetColumns(const CallgrindCosts& costs) override;
  void SetFile(const std::string& name) override;
  void StartFunction() override { function_file_ = file_; }
  void StartPart() override;
  CallgrindTrouble AddSelf(CallgrindSums::Level level, FunctionId function, CallgrindPosition position,
                           std::string_view numbers) override;
  CallgrindTrouble AddCall(CallgrindSums::CallId call, FunctionId caller, CallgrindPosition position,
                           std::uint64_t count, std::string_view numbers) override;
  CallgrindTrouble AddJump(FunctionId function, const CallgrindJump& jump) override;
  void Finish(CallgrindSums of_one) override;

  // Returns the counts of a stored part, by index from 0.
  Amounts AmountsOf(std::size_t part) const;
  std::size_t parts() const { return parts_.size(); }

  // The process id and the thread index from the file's headers. The result is empty or nullopt if the headers do not
  // contain the value, or if its value differs between parts of the file.
  const std::string& process() const { return process_.text; }
  std::optional<std::uint32_t> thread() const;

  std::string machine;               // the simulated caches, or kNoCaches
  std::vector<std::string> columns;  // "Ir", "Dr", …
  std::vector<std::string> files;    // the first element is the unknown file
  CallgrindSums sums;                // names, levels and calls; its costs are those of one event
  Amounts all;
  std::vector<Site> sites;
  std::vector<Piece> pieces;
  std::vector<CodeJump> jumps;                  // jumps with addresses
  std::vector<std::uint64_t> jump_counts;       // by jump: number of times it was taken
  bool has_jumps_of_lines = false;              // true if there are jumps with unknown addresses
  std::vector<std::uint32_t> file_of_function;  // by FunctionId of sums.names()

 private:
  // Sparse, because each of many parts has costs for only a few functions.
  using SparseCosts = std::unordered_map<std::uint32_t, Costs>;
  struct Part {
    SparseCosts level_self, call_inclusive, sites, pieces;
    std::unordered_map<std::uint32_t, std::uint64_t> calls;
  };

  // The value of a header line that must be the same in all parts.
  struct Shared {
    std::string text;  // empty if it differs between parts
    bool is_set = false;

    void Set(std::string_view value) {
      text = is_set && text != value ? std::string_view() : value;
      is_set = true;
    }
  };

  bool Move(CallgrindPosition position);
  void NoteFunction(FunctionId function);
  void FixSizes(Amounts& amounts) const;
  Part& part();

  const bool keeps_parts_;
  Shared process_, thread_;
  CallgrindCosts costs_;
  SeededHash hash_;
  NumberSet file_ids_, site_ids_, piece_ids_, jump_ids_;
  std::uint32_t file_ = 0, function_file_ = 0, line_ = 0;
  std::uint64_t address_ = 0;
  Costs costs_read_;
  Costs total_;  // by column; checked so that all sums fit into 63 bits
  Costs called_;
  std::vector<Part> parts_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_CALLGRIND_TABLE_H_
