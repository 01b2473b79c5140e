// SPDX-License-Identifier: GPL-3.0-or-later
// Makes uftrace recordings in memory and in folders.
#ifndef TESTS_SUPPORT_UFTRACE_BYTES_H_
#define TESTS_SUPPORT_UFTRACE_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "support/temporary_folder.h"

namespace tests {

// Builds the records of one thread:
//
//   std::string bytes = UftraceRecords().Enter(100, 0, 'a').Leave(200, 0, 'a').bytes();
//
// A function has a letter as its name; the functions 'a' to 'z' follow each other in the program of UftraceFolder.
class UftraceRecords {
 public:
  static constexpr std::uint64_t kProgram = 0x400000;
  static constexpr std::uint64_t AddressOf(char function) {
    return kProgram + 0x1000 + 64 * static_cast<std::uint64_t>(function - 'a');
  }

  UftraceRecords& Enter(std::uint64_t time, unsigned depth, char function, bool more = false) {
    return Record(time, 0, depth, AddressOf(function) + 14, more);
  }
  UftraceRecords& Leave(std::uint64_t time, unsigned depth, char function, bool more = false) {
    return Record(time, 1, depth, AddressOf(function) + 14, more);
  }
  UftraceRecords& Lost(std::uint64_t time, std::uint64_t count) { return Record(time, 2, 0, count, false); }
  UftraceRecords& Event(std::uint64_t time, std::uint64_t number, bool more = false) {
    return Record(time, 3, 0, number, more);
  }
  UftraceRecords& Record(std::uint64_t time, unsigned type, unsigned depth, std::uint64_t address, bool more) {
    return Number(time, 8).Number(type | (more ? 4U : 0U) | 5U << 3 | std::uint64_t{depth} << 6 | address << 16, 8);
  }
  UftraceRecords& Number(std::uint64_t value, int width) {
    for (; width > 0; --width, value >>= 8) bytes_ += static_cast<char>(value);
    return *this;
  }
  UftraceRecords& Text(std::string_view text) {
    bytes_ += text;
    return *this;
  }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

inline std::string UftraceInfoBytes(std::string_view lines = "exename:/p\n", std::uint64_t version = 4) {
  UftraceRecords header;
  header.Text(std::string_view("Ftrace!\0", 8)).Number(version, 4).Number(40, 2).Number(1, 1).Number(2, 1);
  return header.Number(0x63, 8).Number(0, 8).Number(1024, 2).Number(0, 6).Text(lines).bytes();
}

// A folder with one program, whose only thread has the id 10; more files can be written into the folder.
class UftraceFolder : public TemporaryFolder {
 public:
  explicit UftraceFolder(std::string_view records, std::string_view info_lines = "exename:/p\n") {
    Write("info", UftraceInfoBytes(info_lines));
    Write("task.txt",
          "SESS timestamp=0.000000001 pid=10 sid=aa exename=\"/p\"\nTASK timestamp=0.000000002 tid=10 pid=10\n");
    Write("sid-aa.map", "400000-500000 r-xp 00000000 00:00 0    /p\n");
    std::string symbols = "# path name: /p\n";
    for (char letter = 'a'; letter <= 'z'; ++letter) {
      symbols += Hexadecimal(UftraceRecords::AddressOf(letter) - UftraceRecords::kProgram) + " T " + letter + "\n";
    }
    Write("p.sym", symbols + "0000000000001680 ? __func_end\n");
    Write("10.dat", records);
  }

 private:
  static std::string Hexadecimal(std::uint64_t value) {
    std::string digits(16, '0');
    for (std::size_t i = 16; i > 0; --i, value >>= 4) digits[i - 1] = "0123456789abcdef"[value & 15];
    return digits;
  }
};

}  // namespace tests

#endif  // TESTS_SUPPORT_UFTRACE_BYTES_H_
