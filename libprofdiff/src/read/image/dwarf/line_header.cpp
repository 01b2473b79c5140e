// SPDX-License-Identifier: GPL-3.0-or-later
// The header of a line program (DWARF 5, section 6.2.4), after its length:
//   u16 version; since version 5: u8 address size, u8 segment selector size; offset: length of the rest of the header
//   u8 minimum instruction length; since version 4: u8 maximum operations; u8 default_is_stmt
//   i8 line_base, u8 line_range, u8 opcode_base, u8 number of operands of each opcode below opcode_base
//   versions 2 to 4: directories, each a string, ended by an empty one; then files, each a string, LEB128 directory,
//     time and size, ended by an empty string. Indices start at 1; directory 0 is the compilation directory.
//   version 5: two tables, of directories and of files. Each has u8 number of columns, for each column its LEB128
//     content and form, LEB128 number of rows, and the values by row. Indices start at 0.
#include "read/image/dwarf/line_header.h"

#include <utility>

namespace profdiff {
namespace {

// Content types of columns: DW_LNCT_… (DWARF 5, section 6.2.4.1).
enum Column : std::uint64_t { kPath = 1, kFolder = 2, kTime = 3, kSize = 4, kMd5 = 5 };

// Reads a table of directories or of files in the format of DWARF 5. `add` receives the name and the directory index of
// each row.
template <class Add>
bool ReadTable(DwarfCursor& cursor, const DwarfSections& sections, const DwarfFormat& format, Add add) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> columns;  // content type and form of each column
  for (unsigned left = cursor.U8(); left > 0; --left) {
    std::uint64_t content = cursor.Uleb();
    columns.emplace_back(content, cursor.Uleb());
  }
  // Rows without columns take no bytes, so their number would be unlimited.
  std::uint64_t rows = cursor.Uleb();
  if (columns.empty() && rows > 0) return false;
  for (; rows > 0 && cursor.ok(); --rows) {
    LineHeader::File file;
    for (auto [content, form] : columns) {
      DwarfAttribute value;
      if (content < kPath || content > kMd5 || !ReadDwarfValue(cursor, form, sections, format, value)) return false;
      if (content == kPath && value.IsText()) file.name = value.text;
      if (content == kFolder && value.IsNumber()) file.folder = value.number;
    }
    add(file);
  }
  return cursor.ok();
}

void ReadOldTables(DwarfCursor& cursor, LineHeader& header) {
  for (std::string_view folder = cursor.String(); !folder.empty(); folder = cursor.String()) {
    header.folders.push_back(folder);
  }
  for (std::string_view name = cursor.String(); !name.empty(); name = cursor.String()) {
    LineHeader::File file{name, cursor.Uleb()};
    cursor.SkipLeb();  // modification time
    cursor.SkipLeb();  // file size
    header.files.push_back(file);
  }
}

}  // namespace

bool ReadLineHeader(DwarfCursor& cursor, const DwarfSections& sections, const DwarfUnit& unit, unsigned offset_bytes,
                    LineHeader& header) {
  header.version = cursor.U16();
  if (header.version < 2 || header.version > 5) return false;
  if (header.version >= 5) {
    cursor.Skip(1);                      // address size
    if (cursor.U8() != 0) return false;  // segment selector size
  }
  cursor.Skip(offset_bytes);  // header length
  header.min_instruction_bytes = cursor.U8();
  if (header.version >= 4) header.max_operations = cursor.U8();
  if (header.max_operations == 0) return false;
  cursor.Skip(1);  // default_is_stmt, which is ignored: all rows are used
  header.line_base = static_cast<std::int8_t>(cursor.U8());
  header.line_range = cursor.U8();
  header.opcode_base = cursor.U8();
  for (unsigned opcode = 1; opcode < header.opcode_base; ++opcode) header.operands[opcode] = cursor.U8();
  if (!cursor.ok()) return false;
  if (header.version >= 5) {
    auto add_folder = [&header](const LineHeader::File& folder) { header.folders.push_back(folder.name); };
    auto add_file = [&header](const LineHeader::File& file) { header.files.push_back(file); };
    return ReadTable(cursor, sections, unit.format, add_folder) && ReadTable(cursor, sections, unit.format, add_file);
  }
  ReadOldTables(cursor, header);
  return cursor.ok();
}

// Returns the path COMPILATION_DIRECTORY/DIRECTORY/FILE. Parts before an absolute directory or an absolute file name
// are omitted.
std::string LineHeader::Path(std::uint64_t number, std::uint64_t& budget) const {
  std::uint64_t first = version >= 5 ? 0 : 1;
  if (number < first || number - first >= files.size()) return "<unknown>";
  const File& file = files[static_cast<std::size_t>(number - first)];
  if (file.name.empty()) return "<unknown>";
  std::string_view folder;
  if (!file.name.starts_with('/') && file.folder >= first && file.folder - first < folders.size()) {
    folder = folders[static_cast<std::size_t>(file.folder - first)];
  }
  std::uint64_t most = unit_folder.size() + folder.size() + file.name.size() + 2;
  if (most > budget) return "<unknown>";
  budget -= most;
  std::string path;
  if (file.name.starts_with('/')) return path.append(file.name);
  if (!folder.starts_with('/') && !unit_folder.empty()) path.append(unit_folder).append("/");
  if (!folder.empty()) path.append(folder).append("/");
  return path.append(file.name);
}

}  // namespace profdiff
