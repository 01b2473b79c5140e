// SPDX-License-Identifier: GPL-3.0-or-later
// gzip streams (RFC 1952) through zlib, member after member, with a bound on what they may grow to.
#include "read/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr int kGzipOnly = 16;  // added to zlib's window bits
constexpr std::size_t kFirstOutput = std::size_t{64} * 1024;

Error Damaged(const std::string& path, const std::string& reason, std::size_t offset) {
  return Error(ErrorCode::kBadCompression, path + ": cannot unpack: " + reason, path, offset);
}

// One pass over the packed bytes.
class Unpacker {
 public:
  Unpacker(std::string_view packed, const std::string& path, std::size_t largest)
      : packed_(packed), path_(path), largest_(largest) {
    if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw Damaged(path_, "no memory", 0);
  }
  ~Unpacker() { inflateEnd(&stream_); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  std::string Run() {
    do {
      while (!Step()) {
      }
      inflateReset(&stream_);
    } while (IsGzip(packed_.substr(read_)));
    // Tapes and archives pad with zeros.
    if (packed_.find_first_not_of('\0', read_) != std::string_view::npos) Fail("bytes after the gzip stream");
    out_.resize(written_);
    return std::move(out_);
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const { throw Damaged(path_, reason, read_); }

  // Unpacks as much as fits; true at the end of a member.
  bool Step() {
    if (written_ == out_.size()) Grow();
    auto* input = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data() + read_));  // zlib does not write there
    stream_.next_in = input;
    stream_.avail_in = Limited(packed_.size() - read_);
    stream_.next_out = reinterpret_cast<Bytef*>(out_.data() + written_);
    stream_.avail_out = Limited(out_.size() - written_);
    uInt room = stream_.avail_out;
    int status = inflate(&stream_, Z_NO_FLUSH);
    read_ += static_cast<std::size_t>(stream_.next_in - input);
    written_ += room - stream_.avail_out;
    if (status == Z_BUF_ERROR) Fail("the gzip stream ends early");
    if (status != Z_OK && status != Z_STREAM_END) Fail(stream_.msg != nullptr ? stream_.msg : "not a gzip stream");
    return status == Z_STREAM_END;
  }

  void Grow() {
    if (out_.size() >= largest_) Fail("more than " + std::to_string(largest_) + " bytes");
    out_.resize(std::min(largest_, std::max({kFirstOutput, 2 * out_.size(), 2 * packed_.size()})));
  }

  static uInt Limited(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
  }

  std::string_view packed_;
  const std::string& path_;
  std::size_t largest_;
  z_stream stream_ = {};
  std::string out_;
  std::size_t read_ = 0;
  std::size_t written_ = 0;
};

}  // namespace

bool IsGzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b\x08"); }

std::string Gunzip(std::string_view bytes, const std::string& path, std::size_t largest) {
  return Unpacker(bytes, path, largest).Run();
}

}  // namespace profdiff
