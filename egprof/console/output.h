// SPDX-License-Identifier: GPL-3.0-or-later
// The output of a run, collected before it is printed, and the wording of errors.
// Test: tests/unit/egprof/console/output_test.cpp.
#ifndef EGPROF_CONSOLE_OUTPUT_H_
#define EGPROF_CONSOLE_OUTPUT_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/console/file_guard.h"
#include "egprof/console/stages.h"
#include "profdiff/error.h"

namespace egprof {

// Exit statuses other than 0, which means success. Status 1 means an error, or a condition of --fail-if that could not
// be evaluated. With status 0, such a condition would accept every change.
inline constexpr int kBlindStatus = 1;
inline constexpr int kPartialStatus = 2;  // profiles, or parts of a trace, were left out
inline constexpr int kGateStatus = 3;     // a condition of --fail-if holds

// A profile that is left out, and the reason.
struct LeftOut {
  std::size_t number;  // index among the profiles of its side, from 0
  std::string cause;   // begins with the profile's path
};

struct Output {
  std::string head;  // printed before all listings; gprof does not count it as a section
  std::string text;  // standard output
  // Receives parts of standard output as they become ready, so that no listing is kept as a whole; may be empty.
  std::function<void(std::string_view)> sink;
  std::vector<std::string> notes;            // lines on standard error, without the program's name
  std::vector<std::string> hints;            // like notes, but printed only if standard error is a terminal
  std::vector<std::string> library_notes;    // messages of libbfd, which contain libbfd's name instead of the program's
  std::vector<profdiff::Error> passed_over;  // errors that did not stop the run, such as a missing source file
  std::vector<LeftOut> left_out;             // profiles omitted by --keep-going
  FileGuard files;                           // inputs and outputs; checked before a file is opened for writing
  Stages stages;                             // current stage of the run, for --timing and the progress line
  std::size_t columns = 100;                 // width, in characters, of text that is adapted to the terminal
  int status = 0;                            // exit status if no error stops the run
  bool house_style = false;  // true if each error is one line in egprof's wording, instead of gprof's text

  void Warn(const std::string& text_of_warning) { notes.push_back("warning: " + text_of_warning); }
  void TakeWarnings(profdiff::Diagnostics& diagnostics);
  // Reports that a condition of --fail-if holds for `count` things, and sets the exit status; does nothing if `count`
  // is 0. `noun` is the kind of thing, such as "function". name(i) returns the name of the thing with index i; at most
  // `most` names are printed.
  void FailGate(const std::string& condition, const std::string& noun, std::size_t count,
                const std::function<std::string(std::size_t)>& name, std::size_t most = 3);
  // Reports a condition of --fail-if that could not be evaluated. Sets the exit status unless another condition holds.
  void NoteBlindGate(std::string note);
  // Used by profdiff::DoBothInTurn (base/beside.h). StartBeside returns an output for a second thread. End ends that
  // thread's current stage. Join appends the messages of the second thread to those of the first thread.
  std::unique_ptr<Output> StartBeside() const;
  void End() { stages.End(); }
  void Join(Output& beside);
  // Passes all of the text except its last character to the sink. Used as ListingOptions::drain.
  void Drain();
};

// Returns lines that name the profiles left out by --keep-going; empty if there are none.
std::string LeftOutText(const std::string& program, const Output& output);

// Returns the text of an error for standard error. With `house_style`, it is the single line "PROGRAM: FILE: cause".
// Otherwise, it is GNU gprof's text: without the program's name before the system's message about a file, with several
// lines for incompatible records, and without a line feed after two of the messages. Source: GPROF.md, sections 4 and
// 15.
std::string ErrorText(const std::string& program, const profdiff::Error& error, bool house_style);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_OUTPUT_H_
