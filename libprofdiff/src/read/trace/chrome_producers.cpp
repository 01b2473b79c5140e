// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/trace/chrome_producers.h"

#include <algorithm>

namespace profdiff {
namespace {

constexpr ChromeProducer kProducers[] = {
    {"clang -ftime-trace", "args.detail is a part of names; sums (\"Total ...\") are listed apart", "beginningOfTime",
     "", "ExecuteCompiler", true, true},
    {"PyTorch", "steps of the profiler (\"ProfilerStep#N\") are one function; streams that overlap are lanes",
     "deviceProperties", "cpu_op python_function cuda_runtime", "", false, false},
    {"viztracer", "lines in names (\"f (file.py:N)\") do not tell functions apart", "viztracer_metadata", "FEE", "",
     false, false},
    {"Bazel",
     "calls of the threads \"skyframe-evaluator\" are paired by name; the thread \"Critical Path\" repeats some of "
     "them",
     "bazel_version build_id", "", "", false, false, "skyframe-evaluator"},
    {"Chrome", "threads are paired by the names of process and thread", "", "devtools.timeline toplevel", "", false,
     false},
};

bool HasWord(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

}  // namespace

void ProducerSigns::See(std::string_view ChromeProducer::*signs, std::string_view word) {
  if (found_ != nullptr || word.empty()) return;
  for (const ChromeProducer& producer : kProducers) {
    if (!HasWord(producer.*signs, word)) continue;
    found_ = &producer;
    return;
  }
}

// Events often have the same categories as the event before.
void ProducerSigns::SeeCategories(std::string_view categories) {
  if (found_ != nullptr || categories == last_categories_) return;
  last_categories_ = categories;
  for (std::size_t begin = 0; begin <= categories.size();) {
    const std::size_t end = std::min(categories.find(',', begin), categories.size());
    See(&ChromeProducer::categories, categories.substr(begin, end - begin));
    begin = end + 1;
  }
}

std::string ProducerSigns::Text() const {
  return found_ == nullptr ? "" : std::string(found_->name) + ": " + std::string(found_->reading);
}

}  // namespace profdiff
