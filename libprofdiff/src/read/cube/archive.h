// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a tar archive in memory.
// Tests: tests/unit/read/cube/cube_test.cpp.
#ifndef PROFDIFF_READ_CUBE_ARCHIVE_H_
#define PROFDIFF_READ_CUBE_ARCHIVE_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace profdiff {

struct ArchiveMembers {
  std::map<std::string, std::string_view, std::less<>> members;  // contents by name
  bool is_cut = false;                                           // true if the last member is not complete
};

// Lists the members of an archive. Checksums are ignored: Cube 4.8 wrote wrong ones. Contents are views of `archive`.
ArchiveMembers MembersOf(std::string_view archive);

// True if the text is the header of a tar archive.
bool IsArchive(std::string_view bytes);

// Returns the name of the first member.
std::string_view FirstMemberOf(std::string_view bytes);

}  // namespace profdiff

#endif  // PROFDIFF_READ_CUBE_ARCHIVE_H_
