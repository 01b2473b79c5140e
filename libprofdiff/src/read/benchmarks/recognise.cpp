// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises results in JSON by keys near the beginning: the keys of the document, and of its first result.
#include <algorithm>
#include <initializer_list>

#include "read/benchmarks/readers.h"

namespace profdiff {
namespace {

bool HasKeys(const FirstBytes& file, std::initializer_list<std::string_view> keys) {
  if (!file.BeginsWithOneOf("{")) return false;
  return std::ranges::all_of(keys, [&file](std::string_view key) {
    const std::size_t at = file.bytes.find(key);
    const std::size_t next =
        at == std::string_view::npos ? at : file.bytes.find_first_not_of(" \t\r\n", at + key.size());
    return next != std::string_view::npos && file.bytes[next] == ':';
  });
}

}  // namespace

bool IsGoogleBenchmark(const FirstBytes& file) { return HasKeys(file, {"\"benchmarks\"", "\"real_time\""}); }
bool IsHyperfine(const FirstBytes& file) { return HasKeys(file, {"\"results\"", "\"command\"", "\"mean\""}); }
bool IsPytestBenchmark(const FirstBytes& file) { return HasKeys(file, {"\"benchmarks\"", "\"stats\"", "\"rounds\""}); }
bool IsCriterion(const FirstBytes& file) { return HasKeys(file, {"\"sampling_mode\"", "\"iters\"", "\"times\""}); }

}  // namespace profdiff
