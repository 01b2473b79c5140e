// SPDX-License-Identifier: GPL-3.0-or-later
// Builds executions for tests from functions, seconds and calls.
//
//   TestExecution run = ProfileBuilder().Function("main", 1.15).Function("leaf", 5.51).Call("main", "leaf", 3).Build();
#ifndef PROFDIFF_TESTS_SUPPORT_PROFILE_BUILDER_H_
#define PROFDIFF_TESTS_SUPPORT_PROFILE_BUILDER_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/image.h"
#include "profdiff/profile.h"

namespace profdiff {

// An execution with its functions, profile and selection.
struct TestExecution {
  FunctionTable functions;
  Profile profile;
  Selection selection;

  SideInput Side() const { return {functions, profile, selection}; }
  // Returns the first function with this name; fails the test if there is none.
  FunctionId Find(std::string_view name) const;
};

// Functions get ascending addresses in the order in which they are first named.
class ProfileBuilder {
 public:
  explicit ProfileBuilder(double rate = 100) : rate_(rate) {}

  // Adds a global function, or adds seconds to an existing one.
  ProfileBuilder& Function(const std::string& name, double self_seconds = 0);
  // Adds a new static function of the given compilation unit (empty if unknown).
  ProfileBuilder& Static(const std::string& name, const std::string& unit, double self_seconds = 0);
  // Sets the source position of the function added last.
  ProfileBuilder& At(const std::string& path, std::uint32_t line);
  // Sets the address of the function added last; later functions follow it.
  ProfileBuilder& Address(std::uint64_t address);

  // Adds calls between the first functions with these names. Unknown functions are added without time.
  ProfileBuilder& Call(const std::string& caller, const std::string& callee, std::uint64_t count);
  // Adds calls between functions given by their indices.
  ProfileBuilder& CallById(std::size_t caller, std::size_t callee, std::uint64_t count);

  // Selects or excludes the functions with this name, as if the user had given a symspec for the table.
  ProfileBuilder& Include(SpecTable table, const std::string& name);
  ProfileBuilder& Exclude(SpecTable table, const std::string& name);

  ProfileBuilder& Unattributed(double seconds);
  ProfileBuilder& WithoutHistogram();

  TestExecution Build() const;

 private:
  struct Row {
    std::string name, unit, path;
    std::uint32_t line = 0;
    std::uint64_t address = 0;
    double seconds = 0;
    bool is_static = false;
    std::uint16_t bits = 0;
  };

  std::size_t IdOf(const std::string& name);
  void FillTable(FunctionTable& table) const;
  void FillProfile(Profile& profile) const;
  void FillSelection(Selection& selection) const;

  double rate_;
  double unattributed_ = 0;
  bool has_histogram_ = true;
  std::uint64_t next_address_ = 0x1000;
  std::vector<Row> rows_;
  std::vector<Arc> arcs_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> arc_index_;
};

// Joins two executions and subtracts `other` from `base`. Warnings are dropped unless `diagnostics` is given.
Difference SubtractTests(const TestExecution& base, const TestExecution& other, Diagnostics* diagnostics = nullptr);

}  // namespace profdiff

#endif  // PROFDIFF_TESTS_SUPPORT_PROFILE_BUILDER_H_
