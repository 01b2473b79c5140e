// SPDX-License-Identifier: GPL-3.0-or-later
// Checks an OTF2 archive's anchor file before libotf2 opens it.
// Tests: tests/unit/read/trace/otf2/anchor_test.cpp.
#ifndef PROFDIFF_READ_TRACE_OTF2_ANCHOR_H_
#define PROFDIFF_READ_TRACE_OTF2_ANCHOR_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace profdiff {

// False for an anchor that announces more properties than it contains. libotf2 3.0 and 3.1 reserve memory for any
// number of properties and process all of that memory if a property is missing, which takes minutes for a file of 72
// bytes; for 2^31 properties, they write beyond the end of the memory.
bool HasItsProperties(std::string_view anchor);

// True if a file can be an anchor: a regular file of at most 1 MiB that contains all properties that it announces.
// Errors: kSystem.
bool IsSafeAnchor(const std::string& path);

// Returns the path of a location's file. `ending` is ".def" (definitions) or ".evt" (events).
std::string FileOfLocation(const std::string& anchor, std::uint64_t location, std::string_view ending);

// Checks that all files of an archive are regular files or directories: the files beside the anchor whose names begin
// with the archive's name, and all files in the directory of that name. The OTF2 library opens them, and would wait for
// pipes. Errors: kUnsupported for files of any other kind.
void RequireRegularFilesOfArchive(const std::string& anchor);

// Returns the first anchor file in the directory `path`. If it is not a directory, or has no such file, returns `path`.
std::string AnchorOfArchive(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_OTF2_ANCHOR_H_
