// SPDX-License-Identifier: GPL-3.0-or-later
// What is reported while files are loaded, also if two loads run in parallel.
// Test: tests/unit/egprof/console/both_sides_test.cpp.
#ifndef EGPROF_CONSOLE_LOAD_LOG_H_
#define EGPROF_CONSOLE_LOAD_LOG_H_

#include <memory>
#include <string>

#include "egprof/console/messages.h"
#include "egprof/console/stages.h"

namespace egprof {

// A log for profdiff::DoBothWithLog (base/beside.h).
class LoadLog {
 public:
  LoadLog(std::string& text_of_files, Messages& all_messages, Stages& all_stages)
      : text(text_of_files), messages(all_messages), stages(all_stages) {}

  std::string& text;  // standard output, to which -i adds descriptions of files
  Messages& messages;
  Stages& stages;

  // Returns a log for a second thread, which has a text, messages and stages of its own.
  std::unique_ptr<LoadLog> StartBeside() const;
  // Ends the current stage of this log's thread.
  void End() { stages.End(); }
  // Adds the text, the messages and the times of the second thread to those of the first thread.
  void Join(LoadLog& beside);

 private:
  struct Parts {
    std::string text;
    Messages messages;
    Stages stages;
  };
  explicit LoadLog(std::unique_ptr<Parts> parts);

  const std::unique_ptr<Parts> parts_;  // null unless StartBeside made this log
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_LOAD_LOG_H_
