// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for memory-mapped files.
#include "read/file/mapped_file.h"

#include <catch2/catch.hpp>

#include "support/temporary_file.h"

namespace profdiff::mapped_file_test {

TEST_CASE("a mapped file has the bytes of the file", "[file]") {
  tests::TemporaryFile file(std::string("some\0bytes", 10));
  CHECK(MappedFile(FileHandle(file.path())).bytes() == std::string_view("some\0bytes", 10));
}

TEST_CASE("a file that cannot be mapped is empty", "[file]") {
  CHECK(MappedFile(FileHandle(tests::TemporaryFile("").path())).bytes().empty());
  CHECK(MappedFile(FileHandle("/")).bytes().empty());
}

}  // namespace profdiff::mapped_file_test
