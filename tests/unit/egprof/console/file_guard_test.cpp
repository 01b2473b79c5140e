// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for files with several names: a file that is read is not written, and an output is written only once.
#include "egprof/console/file_guard.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "profdiff/error.h"

namespace egprof::file_guard_test {
namespace {

namespace fs = std::filesystem;

// A folder with one file, "old", symbolic and hard links to it, a link to the folder itself, and a link to "new", which
// does not exist.
class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path() / "egprof-guard-XXXXXX";
    path_ = mkdtemp(name.data());
    std::ofstream(path_ / "old") << "text";
    fs::create_symlink("old", path_ / "link");
    fs::create_symlink("link", path_ / "chain");
    fs::create_hard_link(path_ / "old", path_ / "hard");
    fs::create_symlink(".", path_ / "round");
    fs::create_symlink("new", path_ / "dangling");
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

FileGuard GuardOf(const std::string& input) {
  FileGuard guard;
  guard.AddInputs([input] { return std::vector<std::string>{input}; });
  return guard;
}

// Returns the message of AddOutput; "" if it accepts the file.
std::string Refusal(FileGuard& guard, const std::string& name, const std::string& path) {
  try {
    guard.AddOutput(name, path);
    return "";
  } catch (const profdiff::Error& error) {
    return TextOf(error.message());
  }
}

}  // namespace

TEST_CASE("One identity for all names of a file, whether it exists or not", "[file guard]") {
  const Folder folder;
  for (const char* name : {"link", "chain", "hard", "round/old", "round/round/link"}) {
    INFO(name);
    CHECK(IdentityOfOutput(folder / name) == IdentityOfInput(folder / "old"));
  }
  for (const char* name : {"dangling", "round/new", "./new"}) {
    INFO(name);
    CHECK(IdentityOfOutput(folder / name) == IdentityOfOutput(folder / "new"));
  }
  CHECK(IdentityOfOutput(folder / "new") != IdentityOfOutput(folder / "old"));
  CHECK(IdentityOfName(folder / "link") != IdentityOfName(folder / "old"));
  CHECK(IdentityOfName(folder / "link") == IdentityOfName(folder / "round/link"));
  for (const char* path : {"/dev/null", "/nowhere/at/all", "/tmp"}) CHECK_FALSE(IdentityOfOutput(path));
}

TEST_CASE("Standard output by all its names", "[file guard]") {
  const Folder folder;
  fs::create_symlink("/dev/stdout", folder / "shown");
  for (const std::string& path : {std::string(), std::string("-"), std::string("/dev/stdout"), std::string("/dev/fd/1"),
                                  std::string("/proc/self/fd/1"), folder / "shown"}) {
    INFO(path);
    CHECK(LeadsToStandardOutput(path));
  }
  for (const std::string& path :
       {folder / "new", folder / "old", std::string("/dev/stderr"), std::string("/dev/null")}) {
    INFO(path);
    CHECK_FALSE(LeadsToStandardOutput(path));
  }
}

TEST_CASE("No output replaces a file that is read", "[file guard]") {
  const Folder folder;
  for (const char* name : {"link", "chain", "hard", "round/old"}) {
    INFO(name);
    FileGuard guard = GuardOf(folder / "old");
    CHECK(Refusal(guard, "--gml", folder / name) ==
          (folder / name) + ": --gml would overwrite " + (folder / "old") + ", which is an input; name another file");
  }
  FileGuard guard = GuardOf(folder / "link");
  CHECK(Refusal(guard, "--gml", folder / "link") ==
        (folder / "link") + ": --gml would overwrite this file, which is an input; name another file");
  CHECK(Refusal(guard, "--folded", folder / "new").empty());
  FileGuard of_device = GuardOf("/dev/null");
  CHECK(Refusal(of_device, "--gml", "/dev/null").empty());
}

TEST_CASE("Files that are read are searched only if an output exists", "[file guard]") {
  const Folder folder;
  FileGuard guard;
  bool asked = false;
  guard.AddInputs([&asked] {
    asked = true;
    return std::vector<std::string>();
  });
  guard.AddOutput("--gml", folder / "new");
  CHECK_FALSE(asked);
  guard.AddOutput("--folded", folder / "old");
  CHECK(asked);
}

TEST_CASE("Two outputs have two files", "[file guard]") {
  const Folder folder;
  for (const char* name : {"new", "dangling", "round/new"}) {
    INFO(name);
    FileGuard guard;
    guard.AddOutput("--gml", folder / "new");
    const std::string also = std::string(name) == "new" ? "" : ", which is also " + (folder / "new");
    CHECK(Refusal(guard, "--folded", folder / name) ==
          (folder / name) + ": --gml and --folded cannot both be written to it" + also + "; give each its own file");
  }
  FileGuard guard;
  guard.AddOutput("--gml", "/dev/null");
  CHECK(Refusal(guard, "--folded", "/dev/null").empty());
}

TEST_CASE("An output that has become a link or is read after all is refused when it is opened", "[file guard]") {
  const Folder folder;
  FileGuard guard = GuardOf(folder / "old");
  guard.AddOutput("--gml", folder / "new");
  guard.AddOutput("--folded", folder / "other");
  guard.RequireNoInputs();
  fs::create_symlink("old", folder / "new");
  CHECK_THROWS_AS(guard.RequireNoInput(folder / "new"), profdiff::Error);
  guard.RequireNoInput(folder / "other");

  std::ofstream(folder / "other") << "text";
  guard.RequireNoInput(folder / "other");
  guard.AddInputs([&folder] { return std::vector<std::string>{folder / "other"}; });
  CHECK_THROWS_AS(guard.RequireNoInput(folder / "other"), profdiff::Error);
  CHECK_THROWS_AS(guard.RequireNoInputs(), profdiff::Error);
}

}  // namespace egprof::file_guard_test
