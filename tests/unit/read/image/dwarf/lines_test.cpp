// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for line programs: paths, rows in and out of order, overlapping sequences, damage.
#include "read/image/dwarf/lines.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "read/image/dwarf/constants.h"
#include "support/dwarf_bytes.h"

namespace profdiff::lines_test {

using namespace tests;

namespace {

// Returns a line for each sequence, such as "[100-108) 100 a.c:3 104 a.c:4"; "damaged" for a damaged program.
std::string Run(const LineProgram& program, bool big_endian = false, const std::string& folder = "/here",
                bool follows_244 = false) {
  DwarfBytes bytes(big_endian);
  std::uint64_t offset = bytes.AddLines(program);
  bytes.AddUnit({dwarf::kCompileUnit, {Offset(dwarf::kStatementList, offset)}, {}, ""});
  DwarfSections sections = bytes.sections();
  sections.follows_244 = follows_244;
  std::vector<DwarfUnit> units = ReadUnits(sections);
  REQUIRE(units.size() == 1);
  DistinctTexts table;
  UnitLines lines;
  if (!LineReader(sections, table).Read(units[0], folder, lines)) return "damaged";
  const std::vector<std::string> paths = table.Take();
  std::ostringstream text;
  text << std::hex;
  for (const LineSequence& sequence : lines.sequences) {
    text << '[' << sequence.low << '-' << sequence.high << ')';
    for (std::size_t i = sequence.first; i < sequence.first + sequence.count; ++i) {
      const LineRow& row = lines.rows[i];
      text << ' ' << row.address << ' ' << paths[row.file] << ':' << std::dec << row.line << std::hex;
    }
    text << '\n';
  }
  return text.str();
}

LineProgram Program(int version = 4) { return LineProgram(version).File("a.c"); }

}  // namespace

TEST_CASE("a line program results in rows", "[dwarf]") {
  LineProgram program = Program().At(0x100).Row(3).Advance(4).Row(4).Advance(4).End();
  CHECK(Run(program) == "[100-108) 100 /here/a.c:3 104 /here/a.c:4\n");
  LineProgram swapped(4, true);
  swapped.File("a.c").Opcodes(std::string("\0\x9\2\0\0\0\0\0\0\1\0", 11)).Row(3).Advance(8).End();
  CHECK(Run(swapped, true) == "[100-108) 100 /here/a.c:3\n");
}

TEST_CASE("a special opcode moves address and line at once", "[dwarf]") {
  // The opcode is 13 + 12 * 2 + (5 + 3): it advances by two bytes and five lines.
  LineProgram program = Program().At(0x100).Row(3).Opcodes(std::string(1, static_cast<char>(45))).Advance(6).End();
  CHECK(Run(program) == "[100-108) 100 /here/a.c:3 102 /here/a.c:8\n");
}

TEST_CASE("adjacent rows of one line are joined; of several rows at one address, the last one counts", "[dwarf]") {
  CHECK(Run(Program().At(0x100).Row(3).Advance(2).Row(3).Advance(2).Row(4).Advance(2).End()) ==
        "[100-106) 100 /here/a.c:3 104 /here/a.c:4\n");
  CHECK(Run(Program().At(0x100).Row(3).Row(7).Advance(2).End()) == "[100-102) 100 /here/a.c:7\n");
}

TEST_CASE("rows are sorted", "[dwarf]") {
  CHECK(Run(Program().At(0x100).Row(1).Advance(8).Row(2).At(0x104).Row(3).At(0x110).End()) ==
        "[100-110) 100 /here/a.c:1 104 /here/a.c:3 108 /here/a.c:2\n");
}

TEST_CASE("the overlap of two sequences belongs to the one that begins first", "[dwarf]") {
  LineProgram program = Program().At(0x104).Row(9).Advance(8).End().At(0x100).Row(1).Advance(8).End();
  CHECK(Run(program) == "[100-108) 100 /here/a.c:1\n[108-10c) 104 /here/a.c:9\n");
  LineProgram within = Program().At(0x100).Row(1).Advance(8).End().At(0x102).Row(9).Advance(2).End();
  CHECK(Run(within) == "[100-108) 100 /here/a.c:1\n");
}

TEST_CASE("the last of several sequences with the same range counts", "[dwarf]") {
  LineProgram folded = Program();
  for (unsigned line : {1U, 5U, 9U}) folded.At(0x100).Row(line).Advance(4).Row(line + 1).Advance(4).End();
  CHECK(Run(folded) == "[100-108) 100 /here/a.c:9 104 /here/a.c:10\n");
  folded.At(0x100).Row(20).Advance(2).End();  // a shorter sequence at the same address has no effect
  CHECK(Run(folded) == "[100-108) 100 /here/a.c:9 104 /here/a.c:10\n");
  folded.At(0x100).Row(30).Advance(12).End();
  CHECK(Run(folded) == "[100-10c) 100 /here/a.c:30\n");
}

TEST_CASE("paths of files, by version", "[dwarf]") {
  LineProgram old(3);
  old.Folder("sub").Folder("/else").File("a.c").File("b.h", 1).File("c.h", 2).File("/d.h", 1);
  old.At(0x100).Row(1);
  for (std::uint64_t file : {2U, 3U, 4U, 5U, 0U}) old.Advance(1).UseFile(file).Row(1);
  CHECK(Run(old.Advance(1).End()) ==
        "[100-106) 100 /here/a.c:1 101 /here/sub/b.h:1 102 /else/c.h:1 103 /d.h:1 104 <unknown>:1\n");
  LineProgram late(5);
  late.Folder("/home").Folder("sub").File("a.c", 0).File("b.h", 1);
  late.At(0x100).Row(1).Advance(1).UseFile(1).Row(1);
  CHECK(Run(late.Advance(1).End()) == "[100-102) 100 /home/a.c:1 101 /here/sub/b.h:1\n");
  // The last argument, `follows_244`, selects the paths that the standard specifies and libbfd 2.44 finds.
  CHECK(Run(late, false, "/here", true) == "[100-102) 100 /here/sub/b.h:1\n");
  CHECK(Run(Program().At(0x100).Row(1).Advance(1).End(), false, "") == "[100-101) 100 a.c:1\n");
}

TEST_CASE("rare opcodes", "[dwarf]") {
  const std::string fixed("\x9\x10\0", 3);  // advances by 16 bytes, independently of the size of instructions
  CHECK(Run(Program().At(0x100).Row(3).Opcodes(fixed).Row(4).Advance(4).End()) ==
        "[100-114) 100 /here/a.c:3 110 /here/a.c:4\n");
  const std::string define("\0\x8\3b.c\0\0\0\0", 10);  // name, folder, time and size
  CHECK(Run(Program().At(0x100).Row(3).Opcodes(define).UseFile(2).Advance(1).Row(4).Advance(1).End()) ==
        "[100-102) 100 /here/a.c:3 101 /here/b.c:4\n");
  const std::string correlation(
      "\0\4\x80"
      "abc",
      6);
  CHECK(Run(Program().At(0x100).Opcodes(correlation).Row(3).Advance(1).End()) == "[100-101) 100 /here/a.c:3\n");
}

TEST_CASE("a number of a file is unknown until the file is defined", "[dwarf]") {
  const std::string define("\0\x8\3b.c\0\0\0\0", 10);
  for (int version : {4, 5}) {
    const std::uint64_t next = version == 5 ? 1 : 2;
    LineProgram program =
        Program(version).At(0x100).UseFile(next).Row(1).Advance(1).UseFile(next + 1).Row(2).Advance(1);
    program.Opcodes(define).UseFile(next).Row(3).Advance(1).UseFile(next + 1).Row(4).Advance(1);
    program.Opcodes(define).UseFile(next - 1).Row(5).Advance(1).UseFile(next + 1).Row(6).Advance(1).End();
    CHECK(
        Run(program) ==
        "[100-106) 100 <unknown>:1 101 <unknown>:2 102 /here/b.c:3 103 <unknown>:4 104 /here/a.c:5 105 /here/b.c:6\n");
  }
}

TEST_CASE("definitions of files and uses of unknown files can alternate any number of times", "[dwarf]") {
  LineProgram program = Program().At(0x100);
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    program.Opcodes(std::string("\0\x8\3b.c\0\0\0\0", 10)).UseFile(1'000'000);
  }
  CHECK(Run(program.Row(3).UseFile(100'001).Advance(1).Row(4).Advance(1).End()) ==
        "[100-102) 100 <unknown>:3 101 /here/b.c:4\n");
}

TEST_CASE("of several rows at one address, the row of the last operation counts", "[dwarf]") {
  LineProgram in_order = Program().Operations(3).At(0x100).Row(1).Advance(1).Row(2).Advance(2).Row(3).Advance(3);
  CHECK(Run(in_order.End()) == "[100-102) 100 /here/a.c:2 101 /here/a.c:3\n");
  LineProgram swapped =
      Program().Operations(3).At(0x100).Advance(2).Row(2).At(0x100).Advance(1).Row(1).At(0x101).Row(3);
  CHECK(Run(swapped.Advance(3).End()) == "[100-102) 100 /here/a.c:2 101 /here/a.c:3\n");
}

TEST_CASE("paths that share a long folder are built up to a limit on their total length", "[dwarf]") {
  const std::string folder(100'000, 'd');
  LineProgram program(3);
  program.Folder(folder);
  for (int i = 0; i < 100; ++i) program.File("a.c", 1);
  program.File("/b.c").At(0x100);
  for (std::uint64_t file : {1U, 100U, 101U}) program.UseFile(file).Row(1).Advance(1);
  const std::string last = "/here/" + folder + "/a.c:1 102 /b.c:1\n";
  CHECK(Run(program.End()).ends_with(last));  // two of a hundred paths are used
  LineProgram many(3);
  many.Folder(folder);
  for (int i = 0; i < 200; ++i) many.File("f" + std::to_string(i), 1);
  many.At(0x100);
  for (std::uint64_t file = 1; file <= 200; ++file) many.UseFile(file).Row(1).Advance(1);
  const std::string text = Run(many.End());
  CHECK(text.find("/f0:1") != std::string::npos);
  CHECK(text.find("<unknown>:1") != std::string::npos);
  CHECK(text.size() < 80 * folder.size());
}

TEST_CASE("a damaged line program is ignored", "[dwarf]") {
  CHECK(Run(Program().At(0x100).Row(1).Opcodes(std::string("\0\1\x55", 3))) == "damaged");  // unknown opcode
  CHECK(Run(LineProgram(7).File("a.c").At(0x100).Row(1).End()) == "damaged");
  DwarfBytes bytes;
  bytes.AddUnit({dwarf::kCompileUnit, {Offset(dwarf::kStatementList, 99)}, {}, ""});
  DwarfSections sections = bytes.sections();
  DistinctTexts paths;
  UnitLines lines;
  CHECK_FALSE(LineReader(sections, paths).Read(ReadUnits(sections)[0], "", lines));
}

}  // namespace profdiff::lines_test
