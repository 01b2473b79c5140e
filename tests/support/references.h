// SPDX-License-Identifier: GPL-3.0-or-later
// The stored address trace references.lackey.gz, and the program from which it was recorded.
#ifndef PROFDIFF_TESTS_SUPPORT_REFERENCES_H_
#define PROFDIFF_TESTS_SUPPORT_REFERENCES_H_

#include <cstdint>
#include <string>

#include "profdiff/properties.h"
#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "support/temporary_folder.h"

namespace tests {

inline std::string UnpackedData(const std::string& name) {
  const std::string path = std::string(PROFDIFF_TESTDATA) + "/properties/" + name;
  profdiff::FileSource file(path);
  profdiff::UnpackedSource source(file, path, std::uint64_t{1} << 20, false);
  std::string bytes(std::size_t{1} << 20, '\0');
  std::size_t size = 0;
  while (const std::size_t got = source.Read(bytes.data() + size, bytes.size() - size)) size += got;
  bytes.resize(size);
  return bytes;
}

inline std::string ReferencesTrace() { return UnpackedData("references.lackey.gz"); }

// The program from which ReferencesTrace() was recorded, in a temporary folder.
class ReferencesProgram {
 public:
  const std::string& path() const { return path_; }
  // Returns options for this program and a cache of 1 KB with 2 ways.
  profdiff::MeasureOptions Options(const std::string& phase = "") const {
    profdiff::MeasureOptions options;
    options.image = path_;
    options.phase = phase;
    options.cache_size = 1024;
    options.cache_ways = 2;
    return options;
  }

 private:
  const TemporaryFolder folder_;
  const std::string path_ = folder_.Write("references", UnpackedData("references.elf.gz"));
};

}  // namespace tests

#endif  // PROFDIFF_TESTS_SUPPORT_REFERENCES_H_
