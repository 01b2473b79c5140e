// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that regular files appear complete or not at all, and that pipes and other special files are written directly.
#include "egprof/console/output_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "profdiff/error.h"

namespace egprof::output_file_test {
namespace {

namespace fs = std::filesystem;

// An empty folder that is removed after the test.
class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path() / "egprof-test-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return path_ / name; }
  std::size_t Entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

std::string Content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void Put(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

unsigned Mode(const std::string& path) {
  struct stat status;
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

std::string ErrorOf(const std::string& path, std::string_view content = "x") {
  try {
    WriteOutputFile(path, content);
  } catch (const profdiff::Error& error) {
    CHECK(error.code() == profdiff::ErrorCode::kSystem);
    return TextOf(error.message());
  }
  return "no error";
}

}  // namespace

TEST_CASE("A new file has the permissions of the umask", "[output_file]") {
  Folder folder;
  mode_t old = umask(027);
  WriteOutputFile(folder / "new", "text");
  umask(old);
  CHECK(Content(folder / "new") == "text");
  CHECK(Mode(folder / "new") == 0640);
  CHECK(folder.Entries() == 1);
}

TEST_CASE("An existing file is replaced and keeps its permissions", "[output_file]") {
  Folder folder;
  Put(folder / "old", "a longer text than the new one");
  fs::permissions(folder / "old", fs::perms(0604));
  int reader = open((folder / "old").c_str(), O_RDONLY);
  WriteOutputFile(folder / "old", "new");
  CHECK(Content(folder / "old") == "new");
  CHECK(Mode(folder / "old") == 0604);
  CHECK(folder.Entries() == 1);
  char buffer[64];
  CHECK(read(reader, buffer, sizeof buffer) == 30);  // a process that has opened the old file can read it to its end
  close(reader);
}

TEST_CASE("A name may be as long as the file system allows", "[output_file]") {
  Folder folder;
  std::string path = folder / std::string(NAME_MAX, 'n');
  WriteOutputFile(path, "one");
  WriteOutputFile(path, "two");
  CHECK(Content(path) == "two");
  CHECK(folder.Entries() == 1);
  CHECK(ErrorOf(path + "n") == path + "n: File name too long");
}

TEST_CASE("A symbolic link remains, and its target is replaced", "[output_file]") {
  Folder folder;
  fs::create_directory(folder / "sub");
  Put(folder / "sub/file", "old");
  fs::create_symlink("sub/file", folder / "link");
  fs::create_symlink("link", folder / "link2");
  WriteOutputFile(folder / "link2", "new");
  CHECK(fs::is_symlink(folder / "link2"));
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(fs::is_regular_file(fs::symlink_status(folder / "sub/file")));
  CHECK(Content(folder / "sub/file") == "new");

  fs::create_symlink("sub/absent", folder / "dangling");
  WriteOutputFile(folder / "dangling", "made");
  CHECK(fs::is_symlink(folder / "dangling"));
  CHECK(Content(folder / "sub/absent") == "made");
}

TEST_CASE("Links in a circle are an error", "[output_file]") {
  Folder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  CHECK(ErrorOf(folder / "a") == (folder / "a") + ": Too many levels of symbolic links");
}

TEST_CASE("A write that fails leaves the old file and nothing else", "[output_file]") {
  Folder folder;
  Put(folder / "file", "old");
  struct rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = {4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  std::string error = ErrorOf(folder / "file", std::string(10000, 'x'));
  std::string new_error = ErrorOf(folder / "new", std::string(10000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(error == (folder / "file") + ": File too large");
  CHECK(new_error == (folder / "new") + ": File too large");
  CHECK(Content(folder / "file") == "old");
  CHECK(folder.Entries() == 1);
}

TEST_CASE("A read-only file is not replaced", "[output_file]") {
  if (geteuid() == 0) return;  // root can write any file
  Folder folder;
  Put(folder / "file", "old");
  fs::permissions(folder / "file", fs::perms(0444));
  CHECK(ErrorOf(folder / "file") == (folder / "file") + ": Permission denied");
  CHECK(Content(folder / "file") == "old");
}

TEST_CASE("A folder, and a file in no folder, are errors", "[output_file]") {
  Folder folder;
  CHECK(ErrorOf(folder / ".") == (folder / ".") + ": Is a directory");
  CHECK(ErrorOf(folder / "no/file") == (folder / "no/file") + ": No such file or directory");
}

TEST_CASE("Devices are written directly", "[output_file]") {
  WriteOutputFile("/dev/null", "text");
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(ErrorOf("/dev/full") == "/dev/full: No space left on device");
}

TEST_CASE("A FIFO is written directly and remains", "[output_file]") {
  Folder folder;
  std::string path = folder / "fifo";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  std::string received;
  std::thread reader([&] { received = Content(path); });
  WriteOutputFile(path, "through the pipe");
  reader.join();
  CHECK(received == "through the pipe");
  CHECK(fs::is_fifo(path));
}

TEST_CASE("/dev/fd/N is the open descriptor, at its place in the file", "[output_file]") {
  Folder folder;
  int file = open((folder / "file").c_str(), O_RDWR | O_CREAT, 0600);
  REQUIRE(WriteAll(file, "before ") == 0);
  struct stat before;
  fstat(file, &before);
  for (std::string prefix : {"/dev/fd/", "/proc/self/fd/"}) WriteOutputFile(prefix + std::to_string(file), "text ");
  fs::create_symlink("/dev/fd/" + std::to_string(file), folder / "link");
  WriteOutputFile(folder / "link", "linked ");
  REQUIRE(WriteAll(file, "after") == 0);
  close(file);
  struct stat after;
  REQUIRE(stat((folder / "file").c_str(), &after) == 0);
  CHECK(Content(folder / "file") == "before text text linked after");
  CHECK(before.st_ino == after.st_ino);
}

TEST_CASE("/dev/stdout is descriptor 1", "[output_file]") {
  Folder folder;
  int saved = dup(STDOUT_FILENO);
  int file = open((folder / "file").c_str(), O_WRONLY | O_CREAT, 0600);
  dup2(file, STDOUT_FILENO);
  WriteOutputFile("/dev/stdout", "one ");
  WriteOutputFile("/dev/stdout", "two");
  dup2(saved, STDOUT_FILENO);
  close(saved);
  close(file);
  CHECK(Content(folder / "file") == "one two");
  CHECK(fs::is_symlink("/dev/stdout"));
}

TEST_CASE("A descriptor that is not open is an error", "[output_file]") {
  CHECK(ErrorOf("/dev/fd/987") == "/dev/fd/987: Bad file descriptor");
}

TEST_CASE("A file with spaces and no folder in its name", "[output_file]") {
  Folder folder;
  fs::path before = fs::current_path();
  fs::current_path(folder / "");
  WriteOutputFile("a name", "text");
  fs::current_path(before);
  CHECK(Content(folder / "a name") == "text");
}

TEST_CASE("a file in parts appears when it is finished") {
  Folder folder;
  Put(folder / "old", "old");
  {
    OutputFile file(folder / "old");
    file.Append("one ");
    file.Append("two");
    CHECK(Content(folder / "old") == "old");
    file.Finish();
    CHECK(Content(folder / "old") == "one two");
  }
  OutputFile(folder / "never").Append("text");
  CHECK(folder.Entries() == 1);
}

// Calls `act` in another process and returns the status of the process, as from waitpid.
template <class Act>
int InProcess(Act act) {
  const pid_t child = fork();
  if (child == 0) {
    act();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

TEST_CASE("no file remains if a signal ends a program between two parts of it") {
  Folder folder;
  Put(folder / "file", "old");
  const int status = InProcess([&] {
    signal(SIGTERM, SIG_DFL);
    try {
      OutputFile file(folder / "file");
      file.Append("one");
      raise(SIGTERM);
      file.Append("two");
    } catch (const profdiff::Error&) {
      _exit(1);  // not reached: the signal ends the process first
    }
  });
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
  CHECK(Content(folder / "file") == "old");
  CHECK(folder.Entries() == 1);
}

TEST_CASE("a signal that is ignored does not end a file") {
  Folder folder;
  const int status = InProcess([&] {
    signal(SIGHUP, SIG_IGN);
    OutputFile file(folder / "file");
    raise(SIGHUP);
    file.Append("text");
    file.Finish();
  });
  CHECK(status == 0);
  CHECK(Content(folder / "file") == "text");
}

// Makes "nobody" the effective user as long as the object exists, because root can write everywhere.
class AsNobody {
 public:
  AsNobody() : is_root_(geteuid() == 0 && seteuid(65534) == 0) {}
  ~AsNobody() {
    if (is_root_ && seteuid(0) != 0) std::abort();
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  bool is_root_;
};

TEST_CASE("outputs that cannot be written are found without writing") {
  Folder folder;
  Put(folder / "old", "old");
  Put(folder / "fixed", "old");
  fs::create_directory(folder / "closed");
  Put(folder / "closed/open", "old");
  fs::create_symlink("new", folder / "to_new");
  fs::create_symlink("none/new", folder / "to_none");
  fs::permissions(folder / "fixed", fs::perms(0444));
  fs::permissions(folder / "closed/open", fs::perms(0666));
  fs::permissions(folder / "closed", fs::perms(0555));
  fs::permissions(folder / "", fs::perms(0777));
  fs::permissions(folder / "old", fs::perms(0666));
  {
    AsNobody nobody;
    for (const char* name : {"old", "new", "to_new", "closed/open"}) {
      INFO(name);
      CHECK_NOTHROW(RequireWritable(folder / name));
    }
    CHECK_NOTHROW(RequireWritable("/dev/null"));
    for (const char* name : {"fixed", "", "closed", "closed/new", "none/new", "to_none", "old/new"}) {
      INFO(name);
      CHECK_THROWS_AS(RequireWritable(folder / name), profdiff::Error);
    }
    CHECK_THROWS_AS(RequireWritable("/proc/self/fd/999"), profdiff::Error);
  }
  fs::permissions(folder / "closed", fs::perms(0755));
  CHECK(Content(folder / "old") == "old");
  CHECK(folder.Entries() == 5);
}

TEST_CASE("a file in a folder without write permission is written in place") {
  Folder folder;
  Put(folder / "gmon.sum", "much longer than what is new");
  fs::permissions(folder / "gmon.sum", fs::perms(0666));
  fs::permissions(folder / "", fs::perms(0555));
  {
    AsNobody nobody;
    WriteOutputFile(folder / "gmon.sum", "new");
    CHECK_THROWS_AS(WriteOutputFile(folder / "other", "new"), profdiff::Error);
  }
  fs::permissions(folder / "", fs::perms(0755));
  CHECK(Content(folder / "gmon.sum") == "new");
  CHECK(folder.Entries() == 1);
}

}  // namespace egprof::output_file_test
