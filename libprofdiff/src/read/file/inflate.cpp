// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks gzip streams (RFC 1952) with zlib, one member after the other, with a limit on the unpacked size.
#include "read/file/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "profdiff/error.h"
#include "read/file/zlib_block.h"

namespace profdiff {
namespace {

constexpr int kGzipOnly = 16;  // when added to the window bits, makes zlib accept only gzip streams

Error Damaged(const std::string& path, const std::string& reason, std::uint64_t offset) {
  return Error(ErrorCode::kBadCompression, "cannot unpack: " + reason, path, Place::Byte(offset));
}

uInt Limited(std::size_t size) {
  return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

}  // namespace

std::optional<std::string> UnpackZlib(std::string_view packed, std::size_t size) {
  std::string unpacked(size, '\0');
  uLongf got = size;
  const int result = uncompress(reinterpret_cast<Bytef*>(unpacked.data()), &got,
                                reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  if (result != Z_OK || got != size) return std::nullopt;
  return unpacked;
}

// The stream begins with ID1, ID2, and CM = 8 (deflate), the only method defined (RFC 1952, section 2.3.1).
bool IsGzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b\x08"); }

void GzipSource::EndStream::operator()(z_stream* stream) const {
  inflateEnd(stream);
  delete stream;
}

GzipSource::GzipSource(ByteStream& packed, const std::string& path, std::uint64_t largest)
    : packed_(packed), path_(path), largest_(largest), stream_(new z_stream()) {
  if (inflateInit2(stream_.get(), MAX_WBITS + kGzipOnly) != Z_OK) throw Damaged(path, "no memory", 0);
}

void GzipSource::Fail(const std::string& reason) const { throw Damaged(path_, reason, packed_.offset()); }

std::size_t GzipSource::Read(char* buffer, std::size_t size) {
  std::size_t got = 0;
  try {
    // A step may consume input without producing output, for example a member's header; the caller would take 0 for the
    // end.
    while (got == 0 && !at_end_) got = Step(buffer, size);
  } catch (const Error& error) {
    if (!ends_where_damaged_ || error.code() != ErrorCode::kBadCompression) throw;
    damage_ = error;
    at_end_ = true;
  }
  return got;
}

std::size_t GzipSource::Step(char* buffer, std::size_t size) {
  // Fails even if the stream has exactly `largest_` bytes but its end has not been seen yet: zlib needs room for
  // output.
  if (written_ == largest_) Fail("more than " + std::to_string(largest_) + " bytes");
  std::string_view ahead = packed_.Peek(1);
  z_stream& stream = *stream_;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(ahead.data()));  // zlib does not write to its input
  stream.avail_in = Limited(ahead.size());
  stream.next_out = reinterpret_cast<Bytef*>(buffer);
  const uInt room = stream.avail_out = Limited(std::min<std::uint64_t>(size, largest_ - written_));
  const int status = inflate(&stream, Z_NO_FLUSH);
  packed_.Skip(ahead.size() - stream.avail_in);
  const std::size_t got = room - stream.avail_out;
  written_ += got;
  // Z_BUF_ERROR: no progress was possible. Since there is room for output, the input must be at its end.
  if (status == Z_BUF_ERROR) Fail("the gzip stream ends early");
  if (status != Z_OK && status != Z_STREAM_END) Fail(stream.msg != nullptr ? stream.msg : "not a gzip stream");
  if (status == Z_STREAM_END) EndMember();
  return got;
}

// Another member may follow, or zeros, which tapes and archives use as padding.
void GzipSource::EndMember() {
  inflateReset(stream_.get());
  if (IsGzip(packed_.Peek(kGzipMarkBytes))) return;
  while (!packed_.AtEnd()) {
    std::string_view rest = packed_.Peek(1);
    if (rest.find_first_not_of('\0') != std::string_view::npos) Fail("bytes after the gzip stream");
    packed_.Skip(rest.size());
  }
  at_end_ = true;
}

// A member ends with a checksum, so damage may be detected only at its end.
void GzipSource::CheckRest() {
  std::unique_ptr<char[]> room(new char[ReadBuffer::kSize]);
  while (Read(room.get(), ReadBuffer::kSize) > 0) {
  }
}

}  // namespace profdiff
