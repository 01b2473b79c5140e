// SPDX-License-Identifier: GPL-3.0-or-later
// Folders that exist during a test.
#ifndef TESTS_SUPPORT_TEMPORARY_FOLDER_H_
#define TESTS_SUPPORT_TEMPORARY_FOLDER_H_

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tests {

// A folder that the destructor deletes, including its contents.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& parent = "/tmp") : path_(parent + "/profdiff_test_XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("mkdtemp");
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Writes a file into the folder, and creates the subfolders that it needs.
  std::string Write(const std::string& name, std::string_view bytes) const {
    const std::filesystem::path file = std::filesystem::path(path_) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
    return file.string();
  }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace tests

#endif  // TESTS_SUPPORT_TEMPORARY_FOLDER_H_
