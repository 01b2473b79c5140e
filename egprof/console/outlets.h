// SPDX-License-Identifier: GPL-3.0-or-later
// The destinations of listings.
#ifndef EGPROF_CONSOLE_OUTLETS_H_
#define EGPROF_CONSOLE_OUTLETS_H_

#include "egprof/console/file_guard.h"
#include "egprof/console/messages.h"
#include "egprof/console/text_sink.h"

namespace egprof {

struct Outlets {
  TextSink& out;
  FileGuard& files;    // the files to which a listing may be written instead
  Messages& messages;  // notes about what a listing leaves out
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_OUTLETS_H_
