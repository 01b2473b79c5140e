// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks for tests, written in the formats of other profilers and described as text.
#ifndef TESTS_SUPPORT_STACK_FILES_H_
#define TESTS_SUPPORT_STACK_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/listing.h"
#include "profdiff/profile.h"

namespace tests {

// A stack with the outermost function first, and its number of samples.
struct SampledStack {
  std::vector<std::string> frames;
  std::uint64_t samples = 1;
};

// Time of one sample: one millisecond.
inline constexpr std::uint64_t kSampleNanoseconds = 1000000;

std::string AsPerfScript(const std::vector<SampledStack>& stacks);
std::string AsFolded(const std::vector<SampledStack>& stacks, std::uint64_t weight = 1);
std::string AsPprof(const std::vector<SampledStack>& stacks);
std::string AsSpeedscope(const std::vector<SampledStack>& stacks);
std::string AsFirefox(const std::vector<SampledStack>& stacks);

// Returns 1 to 30 stacks of only a few different functions, with recursion; the same seed gives the same stacks.
std::vector<SampledStack> RandomStacks(std::uint32_t seed);

// Builds the fields of a protocol buffers message.
class ProtoBytes {
 public:
  ProtoBytes& Number(std::uint32_t field, std::uint64_t value);
  ProtoBytes& Bytes(std::uint32_t field, std::string_view bytes);
  const std::string& text() const { return text_; }

 private:
  void Varint(std::uint64_t value);
  std::string text_;
};

// Reads a file from memory.
profdiff::StackProfile ReadText(std::string_view bytes, const profdiff::StackOptions& options = {});

// Returns the message of the error that reading throws; fails the test if none is thrown.
std::string ErrorText(std::string_view bytes, const profdiff::StackOptions& options = {});

// Returns one line per path with samples, such as "main;work@prog 12 3": names and images, ticks, samples. Lines are
// ordered by name.
std::string Describe(const profdiff::StackProfile& stacks);

// The contents of a file as an execution. SubtractStacks subtracts one such execution from another.
struct StackRun {
  explicit StackRun(profdiff::StackProfile content);
  profdiff::Execution execution() const { return {stacks.functions, profile, graph, selection, &contexts}; }

  profdiff::StackProfile stacks;
  profdiff::Profile profile;
  profdiff::Selection selection;
  profdiff::CallGraph graph;
  profdiff::ScaledContexts contexts;
};
profdiff::Difference SubtractStacks(const StackRun& base, const StackRun& other);

// True if the tree is valid: ends nest, children are different functions in order, all functions are in the table.
bool IsSound(const profdiff::StackProfile& stacks);

}  // namespace tests

#endif  // TESTS_SUPPORT_STACK_FILES_H_
