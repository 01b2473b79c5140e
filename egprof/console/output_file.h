// SPDX-License-Identifier: GPL-3.0-or-later
// Output files that appear complete or not at all.
// Test: tests/unit/egprof/console/output_file_test.cpp.
#ifndef EGPROF_CONSOLE_OUTPUT_FILE_H_
#define EGPROF_CONSOLE_OUTPUT_FILE_H_

#include <compare>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct stat;

namespace egprof {

// Writes all of `content` to an open descriptor. Returns 0 or an errno.
int WriteAll(int descriptor, std::string_view content);

// Identifies the regular file to which a path leads. All links to a file, and all spellings of its path, have the same
// identity.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0;
  std::string name;  // empty for an existing file; otherwise the name of a new file in the directory `inode`

  friend auto operator<=>(const FileIdentity&, const FileIdentity&) = default;
};

// Returns the identity of the file that OutputFile would write; "" and "-" mean standard output. Returns nullopt for
// devices, pipes and terminals, which accept any number of outputs, and for paths that OutputFile would refuse.
std::optional<FileIdentity> IdentityOfOutput(const std::string& path);

// Returns the identity of an input file; "-" means standard input. Returns nullopt unless it is an existing regular
// file.
std::optional<FileIdentity> IdentityOfInput(const std::string& path);

// Returns the identity of a directory entry; a symbolic link and its target differ.
std::optional<FileIdentity> IdentityOfName(const std::filesystem::path& path);

// True for "", "-", /dev/stdout, /dev/fd/1 and links to these.
bool LeadsToStandardOutput(const std::string& path);

// Checks that OutputFile can write to a path, without creating or changing a file. Errors: those of OutputFile. Errors
// that only writing reveals, such as a full disk, are not found.
void RequireWritable(const std::string& path);

// Throws an error if the path leads through a link that OutputFile refuses to follow, for files that others write.
void RequireOwnLinks(const std::string& path);

// A file that is written in parts. If the path does not exist or is a regular file, the parts go to a temporary file in
// the same directory, which is renamed at the end. Readers therefore never see an unfinished file, and the old file
// survives a failure. A symbolic link is kept, and its target is replaced. An existing file keeps its permissions; a
// new one follows the umask. Devices and FIFOs are written in place; /dev/stdout, /dev/stderr and /dev/fd/N mean the
// open descriptor itself. Symbolic links in a world-writable sticky directory are refused.
//
// While a temporary file exists, signals that end the program are blocked. A pending signal takes effect when the file
// is finished, or before the next part is written; in the second case, the temporary file is removed. Errors of all
// members: kSystem; kBadArgument for a refused link. Messages begin with the path as given.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();  // removes the new file unless Finish was called
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void Append(std::string_view part);
  void Finish();

 private:
  class Direct;
  class Replacement;

  void OpenDirectly(const std::filesystem::path& path, int flags);
  void OpenReplacement(const std::filesystem::path& path, const struct stat* existing);

  const std::string path_;
  std::unique_ptr<Direct> direct_;  // exactly one of direct_ and replacement_ is set
  std::unique_ptr<Replacement> replacement_;
};

// Writes a file whose content is available as a whole.
void WriteOutputFile(const std::string& path, std::string_view content);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_OUTPUT_FILE_H_
