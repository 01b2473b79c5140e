// SPDX-License-Identifier: GPL-3.0-or-later
// What `egprof trace` is asked for, beside what both commands know.
#ifndef EGPROF_TRACE_CHOICES_H_
#define EGPROF_TRACE_CHOICES_H_

#include <optional>
#include <string>

#include "egprof/console/output_file.h"
#include "profdiff/alignment.h"
#include "profdiff/trace.h"

namespace egprof {

// How the traces are written as profiles.
enum class ProfileFormat { kText, kClassic, kCsv, kJson, kGml, kFolded, kCallgrind };

struct TraceCommand {
  profdiff::AlignOptions align;
  profdiff::TraceDifferenceOptions difference;
  profdiff::CallFilter filter;

  // What else is written, and to which file: "" and "-" are standard output.
  std::optional<std::string> blocks;
  std::optional<std::string> chrome;
  std::optional<std::string> profile;
  std::optional<ProfileFormat> profile_format;  // none: by the file's name
  std::string timeline;                         // empty: none; .csv, .json or .html
  bool tree = false;

  // Sections that take the place of the report.
  bool HasOtherText() const {
    return tree || GoesToText(blocks) || GoesToText(chrome) || GoesToText(profile) ||
           (!timeline.empty() && LeadsToStandardOutput(timeline));
  }

 private:
  static bool GoesToText(const std::optional<std::string>& file) { return file && LeadsToStandardOutput(*file); }
};

}  // namespace egprof

#endif  // EGPROF_TRACE_CHOICES_H_
