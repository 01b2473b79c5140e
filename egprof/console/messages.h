// SPDX-License-Identifier: GPL-3.0-or-later
// The messages of a run, collected before they are printed. Their wording is in message_text.h.
// Test: tests/unit/egprof/console/messages_test.cpp.
#ifndef EGPROF_CONSOLE_MESSAGES_H_
#define EGPROF_CONSOLE_MESSAGES_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/error.h"

namespace egprof {

// Which words are used for messages that GNU gprof also has.
enum class Wording : std::uint8_t {
  kGprof,  // exactly those of gprof, which often omits the file
  kOwn,    // those of gprof with the file
};

enum class Severity : std::uint8_t {
  kNote,
  kWarning,
  kFailure,  // a condition of --fail-if holds
};

class Messages {
 public:
  struct Entry {
    Severity severity;
    profdiff::Message message;

    friend bool operator==(const Entry&, const Entry&) = default;
  };

  void Note(profdiff::Message message) { Add({Severity::kNote, std::move(message)}); }
  void Note(std::string cause) { Note(profdiff::Message(std::move(cause))); }
  void Warn(profdiff::Message message) { Add({Severity::kWarning, std::move(message)}); }
  void Warn(std::string cause) { Warn(profdiff::Message(std::move(cause))); }
  void Add(Entry entry) { entries_.push_back(std::move(entry)); }
  // Adds an entry unless the same one is already present, for example if both sides have the same image.
  void AddOnce(Entry entry);
  // Adds a note that is printed only if standard error is a terminal.
  void Hint(profdiff::Message message) { hints_.push_back(std::move(message)); }
  void Hint(std::string cause) { Hint(profdiff::Message(std::move(cause))); }
  // Adds an error that does not stop the run, such as a missing source file.
  void PassOver(profdiff::Error error) { passed_over_.push_back(std::move(error)); }
  // Adds the reason why --keep-going leaves out a profile, which is the message's file.
  void LeaveOut(profdiff::Message reason) { left_out_.push_back(std::move(reason)); }
  // Moves the warnings of the library to these messages.
  void TakeWarnings(profdiff::Diagnostics& diagnostics);
  // Moves all messages of `others` to the end of these messages, except for notes that are already present.
  void Join(Messages& others);

  // Notes, warnings and failures, in order.
  const std::vector<Entry>& entries() const { return entries_; }
  // Removes and returns the entries so far, for a report that shows them. They are not printed a second time.
  std::vector<Entry> Take();
  const std::vector<profdiff::Message>& hints() const { return hints_; }
  // messages of libbfd, which contain libbfd's name instead of the program's
  const std::vector<profdiff::Message>& of_libbfd() const { return of_libbfd_; }
  const std::vector<profdiff::Error>& passed_over() const { return passed_over_; }
  const std::vector<profdiff::Message>& left_out() const { return left_out_; }

  // True if each message and error is one line in egprof's wording, instead of gprof's text.
  bool own_style() const { return own_style_; }
  Wording wording() const { return own_style_ ? Wording::kOwn : Wording::kGprof; }
  void set_own_style(bool own_style) { own_style_ = own_style; }

 private:
  std::vector<Entry> entries_;
  std::vector<profdiff::Message> hints_, of_libbfd_;
  std::vector<profdiff::Error> passed_over_;
  std::vector<profdiff::Message> left_out_;
  bool own_style_ = false;
};

// True if an entry only says how a file was read.
bool IsReading(const Messages::Entry& entry);

// Returns the entries with one entry, whose file is "3 files, such as FILE", in place of those that say the same of
// several files.
std::vector<Messages::Entry> MergeFiles(const std::vector<Messages::Entry>& entries);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_MESSAGES_H_
