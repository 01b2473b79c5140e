// SPDX-License-Identifier: GPL-3.0-or-later
// What a run has to say, collected before anything is printed, and how errors become lines.
// Test: tests/unit/egprof/console/output_test.cpp.
#ifndef EGPROF_CONSOLE_OUTPUT_H_
#define EGPROF_CONSOLE_OUTPUT_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/console/file_guard.h"
#include "egprof/console/stages.h"
#include "profdiff/error.h"

namespace egprof {

// Exit statuses, beside 0 for success and 1 for an error.
inline constexpr int kPartialStatus = 2;  // profiles, or parts of a trace, were left out
inline constexpr int kGateStatus = 3;     // a condition of --fail-if holds

// A profile that is not used, and why.
struct LeftOut {
  std::size_t number;  // among those of its side, from 0
  std::string cause;   // begins with its path
};

struct Output {
  std::string head;  // of standard output, before every listing: gprof does not count it as a section
  std::string text;  // of standard output
  // Takes parts of standard output as they become ready, so that no listing has to be kept whole; may be empty.
  std::function<void(std::string_view)> sink;
  std::vector<std::string> notes;            // of standard error: one line each, without the program's name
  std::vector<std::string> hints;            // the same, for people alone: where standard error is a terminal
  std::vector<std::string> library_notes;    // libbfd's: one line each, which carry its name instead
  std::vector<profdiff::Error> passed_over;  // errors that did not stop the run: a source file that is not found
  std::vector<LeftOut> left_out;             // by --keep-going
  FileGuard files;                           // what is read and written: whoever opens a file for writing asks it
  Stages stages;                             // what is being done, for those who want to watch
  std::size_t columns = 100;                 // of a line of text that is made to fit
  int status = 0;                            // the exit status, if no error stops the run
  bool house_style = false;                  // errors as lines of our own instead of gprof's words

  void Warn(const std::string& text_of_warning) { notes.push_back("warning: " + text_of_warning); }
  void TakeWarnings(profdiff::Diagnostics& diagnostics);
  // Reports that a condition of --fail-if holds, and sets the exit status. `noun` is the kind of thing that was
  // checked, "function"; it held for `count` of them. `named`: the first few.
  void FailGate(const std::string& condition, std::size_t count, const std::string& noun,
                const std::vector<std::string>& named);
  // Hands all of the text but its last character to the sink. Source: ListingOptions::drain.
  void Drain();
};

// Lines that name the profiles that --keep-going left out; empty if there are none.
std::string LeftOutText(const std::string& program, const Output& output);

// The lines of an error on standard error. With `house_style` one line "PROGRAM: FILE: cause"; without it what GNU
// gprof prints: no name of the program before the system's message about a file, several lines for records that do not
// go together, and two messages without an end of line. Source: GPROF.md, sections 4 and 15.
std::string ErrorText(const std::string& program, const profdiff::Error& error, bool house_style);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_OUTPUT_H_
