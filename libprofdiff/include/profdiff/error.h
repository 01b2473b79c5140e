// SPDX-License-Identifier: GPL-3.0-or-later
// Errors and warnings of the library: a single exception type, and warnings that are returned to the caller.
#ifndef PROFDIFF_ERROR_H_
#define PROFDIFF_ERROR_H_

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/export.h"

namespace profdiff {

// Kinds of errors, for callers that distinguish them. Error::message() is the human-readable text.
enum class ErrorCode {
  kSystem,            // an error of the operating system; message() is its text, path() is the file
  kNotFound,          // a source file is in none of the places searched
  kNotAnImage,        // libbfd does not recognise the file as an object file
  kNoText,            // the image has no .text section
  kNoSymbols,         // no symbol of the image is a function
  kBadSymbolFile,     // a symbol file cannot be read
  kBadOrderMap,       // a map of functions to object files cannot be read
  kAddressSize,       // the size of the image's addresses is neither 32 nor 64 bits
  kTooShort,          // a profile is shorter than a header
  kBadMagic,          // the file's first bytes do not match the requested format
  kBadVersion,        // the version of a gmon.out file is neither 0 nor 1
  kBadTag,            // a record of gmon.out has an unknown kind
  kTruncated,         // the file ends inside a record
  kBadCompression,    // a gzip stream cannot be unpacked
  kIncompatible,      // records cannot be added up
  kIncompatibleFile,  // the rate or range of a BSD profile differs from the first file's
  kOverflow,          // the sum of counts does not fit in 64 bits
  kUnsupported,       // a format or a combination is not implemented
  kMissingRecords,    // a requested listing needs records that no file contains
  kBadArgument,       // the caller passed an invalid value
  kNotATrace,         // the path is neither a file nor a directory of a known tracer
  kBadTrace,          // a trace contradicts itself
  kLostRecords,       // the tracer reported lost records
  kBadProfile,        // a profile contradicts itself or violates its format
  kBadDatabase,       // the file is not a store, or the store is damaged
  kExists,            // a trial to be added already exists
};

// The only type of exception that the library throws.
//
// message() neither ends in a line feed nor contains the program's name. If GNU gprof has a message for the same error,
// message() is the same text, which has up to three lines for kIncompatible. gprof itself also puts its name before
// every line, except for kSystem, kTooShort and kIncompatibleFile. path() is the file in which the error was found; it
// may be empty. offset() is the byte position in that file; kNoOffset if unknown.
class PROFDIFF_EXPORT Error : public std::exception {
 public:
  static constexpr std::uint64_t kNoOffset = ~std::uint64_t{0};

  Error(ErrorCode code, std::string message, std::string path = {}, std::uint64_t offset = kNoOffset)
      : code_(code), message_(std::move(message)), path_(std::move(path)), offset_(offset) {}
  ~Error() override;

  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }
  const std::string& path() const { return path_; }
  std::uint64_t offset() const { return offset_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
  std::string path_;
  std::uint64_t offset_;
};

// Warnings, in order of occurrence. The library never prints; the caller decides which warnings to show.
struct Diagnostics {
  std::vector<std::string> warnings;

  void Warn(std::string text) { warnings.push_back(std::move(text)); }
};

}  // namespace profdiff

#endif  // PROFDIFF_ERROR_H_
