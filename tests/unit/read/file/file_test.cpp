// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/file/file.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

#include "support/temporary_file.h"

namespace profdiff::file_test {

TEST_CASE("a file is read completely", "[file]") {
  for (std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 1000000U}) {
    std::string bytes(size, 'x');
    if (size > 0) bytes.back() = '\0';
    CHECK(ReadWholeFile(tests::TemporaryFile(bytes).path()) == bytes);
  }
}

TEST_CASE("a pipe is read to its end", "[file]") {
  tests::TemporaryFile place("");
  std::string path = place.path() + ".fifo";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  std::string bytes(300000, 'y');
  std::thread writer([&] { std::ofstream(path) << bytes; });
  std::string read = ReadWholeFile(path);
  writer.join();
  unlink(path.c_str());
  CHECK(read == bytes);
}

TEST_CASE("a folder and a device without data are empty", "[file]") {
  CHECK(ReadWholeFile("/tmp").empty());
  CHECK(ReadWholeFile("/dev/null").empty());
}

TEST_CASE("a missing file leads to the system's error", "[file]") {
  try {
    ReadWholeFile("/nowhere/gmon.out");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kSystem);
    CHECK(TextOf(error.message()) == "/nowhere/gmon.out: No such file or directory");
    CHECK(error.path() == "/nowhere/gmon.out");
  }
}

TEST_CASE("a regular file is distinguished from files that can block", "[file]") {
  tests::TemporaryFile file("x");
  CHECK(IsRegularFile(file.path()));
  CHECK(FileSource(file.path()).Size() == 1);
  for (const char* other : {"-", "/tmp", "/dev/null", "/nowhere/gmon.out"}) CHECK_FALSE(IsRegularFile(other));
  std::string pipe = file.path() + ".fifo";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_FALSE(IsRegularFile(pipe));
  unlink(pipe.c_str());
}

TEST_CASE("a file that is cut short while it is read ends where it ends", "[file]") {
  tests::TemporaryFile file(std::string(1000, 'x'));
  FileSource source(file.path());
  std::string piece(300, '\0');
  REQUIRE(source.Read(piece.data(), 300) == 300);
  REQUIRE(truncate(file.path().c_str(), 310) == 0);
  CHECK(source.Read(piece.data(), 300) == 10);
  CHECK(source.Read(piece.data(), 300) == 0);
}

}  // namespace profdiff::file_test
