// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises files of profilers that are not read, so that the message can name the command that converts them.
// Tests: tests/unit/read/profiles/foreign_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_FOREIGN_H_
#define PROFDIFF_READ_PROFILES_FOREIGN_H_

#include "read/file/first_bytes.h"

namespace profdiff {

// Each function returns true for a file of the format in its name.
bool IsArtTrace(const FirstBytes& file);         // a method trace of Android's runtime ART
bool IsAustinBinary(const FirstBytes& file);     // MOJO, the binary format of Austin
bool IsCleopatra(const FirstBytes& file);        // of the add-on that profiled Firefox before it had a profiler
bool IsDtraceStacks(const FirstBytes& file);     // what DTrace prints for ustack() and stack()
bool IsFlightRecording(const FirstBytes& file);  // Java Flight Recorder
bool IsGhcJson(const FirstBytes& file);          // the time profile of Haskell's GHC, with +RTS -pj
bool IsGhcReport(const FirstBytes& file);        // the same, with +RTS -p
bool IsHeaptrack(const FirstBytes& file);
bool IsHpcToolkit(const FirstBytes& file);         // a database of HPCToolkit, or its file with the names
bool IsInstruments(const FirstBytes& file);        // a directory NAME.trace
bool IsInstrumentsXml(const FirstBytes& file);     // exported by Apple's xctrace
bool IsMacSample(const FirstBytes& file);          // of macOS's command sample
bool IsPstats(const FirstBytes& file);             // of Python's cProfile
bool IsSafariTimeline(const FirstBytes& file);     // of Safari's Web Inspector
bool IsSimpleperfReport(const FirstBytes& file);   // of Android's simpleperf, for programs
bool IsStackprof(const FirstBytes& file);          // of Ruby's stackprof
bool IsUtf16(const FirstBytes& file);              // text, as PowerShell writes it
bool IsV8Log(const FirstBytes& file);              // of Node's option --prof
bool IsVisualStudioTable(const FirstBytes& file);  // the call tree of Visual Studio, as CSV
bool IsVtuneTable(const FirstBytes& file);         // a table of Intel VTune, top down
bool IsZip(const FirstBytes& file);                // an archive of any files

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_FOREIGN_H_
