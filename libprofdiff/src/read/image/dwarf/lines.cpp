// SPDX-License-Identifier: GPL-3.0-or-later
// Runs line programs (DWARF 5, section 6.2): opcodes for a machine with registers. Some opcodes append a row (address,
// file, line …) to a table. Rows of a sequence ascend by address; DW_LNE_end_sequence gives the end of its last row.
// Unusual rows are treated as in libbfd: the last of several rows at one address wins, rows out of order are sorted,
// and an overlap of sequences belongs to the sequence that begins first.
#include "read/image/dwarf/lines.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "read/image/dwarf/line_header.h"
#include "read/image/dwarf/reserve.h"

namespace profdiff {
namespace {

// Standard opcodes: DW_LNS_… (section 6.2.5.2).
enum Opcode : std::uint8_t {
  kExtended = 0,
  kCopy = 1,
  kAdvancePc = 2,
  kAdvanceLine = 3,
  kSetFile = 4,
  kSetColumn = 5,
  kNegateStatement = 6,
  kSetBasicBlock = 7,
  kConstAddPc = 8,
  kFixedAdvancePc = 9,
};

// Extended opcodes, DW_LNE_… (section 6.2.5.3): a zero byte, a LEB128 length, then the opcode, which is part of that
// length.
enum ExtendedOpcode : std::uint8_t {
  kEndSequence = 1,
  kSetAddress = 2,
  kDefineFile = 3,
  kSetDiscriminator = 4,
  kHpSourceFileCorrelation = 0x80,
};

// Largest total size of all paths: a multiple of the sections' size, plus an allowance in bytes. Without a limit, a
// small file could produce very long lists of paths, since many paths can share one long directory.
constexpr std::uint64_t kMostPathGrowth = 64;
constexpr std::uint64_t kFewPathBytes = std::uint64_t{1} << 20;

// A row and its position. Rows ascend by address, and rows at one address by operation: a VLIW instruction consists of
// several operations, and op_index is the index of one of them.
struct Row {
  LineRow line;
  std::uint32_t operation = 0;
};

// Builds one sequence of rows, and keeps it sorted while rows are added.
class SequenceBuilder {
 public:
  explicit SequenceBuilder(UnitLines& lines) : lines_(lines), rows_(lines.rows), first_(rows_.size()) {}

  bool empty() const { return rows_.size() == first_; }

  // The second branch is the common case: a row above the last one.
  void Add(const Row& row) {
    if (empty()) {
      Append(row);
      low_ = row.line.address;
      head_ = first_;
    } else if (rows_.back().address < row.line.address) {
      Append(row);
    } else {
      AddBelow(row);
    }
  }

  // Ends the sequence at `high`.
  void Finish(std::uint64_t high);

  std::uint64_t LastAddress() const { return rows_.back().address; }
  // False if rows are in random order, for which insertion takes quadratic time.
  bool IsSound() const { return moves_ < kMostMoves; }

 private:
  static constexpr std::size_t kMostMoves = 100'000'000;

  // Returns the operation of a row, which is nonzero only on machines with several operations in an instruction.
  std::uint32_t Operation(std::size_t row) const {
    return row - first_ < operations_.size() ? operations_[row - first_] : 0;
  }
  bool IsBefore(std::size_t known, const Row& row) const {
    return std::pair(rows_[known].address, Operation(known)) < std::pair(row.line.address, row.operation);
  }
  void Append(const Row& row) {
    if (row.operation != 0) NoteOperation(rows_.size(), row.operation);
    rows_.push_back(row.line);
  }
  void NoteOperation(std::size_t row, std::uint32_t operation);
  void AddBelow(const Row& row);
  void AddStray(const Row& row);

  UnitLines& lines_;
  std::vector<LineRow>& rows_;  // rows of all sequences; those of the current one start at `first_`, sorted
  // Operations of the rows from `first_` on; 0 for rows beyond the end of this list.
  std::vector<std::uint32_t> operations_;
  std::size_t first_;
  std::uint64_t low_ = 0;
  std::size_t head_ = 0;  // index after the row that AddStray inserted last
  std::size_t moves_ = 0;
};

void SequenceBuilder::NoteOperation(std::size_t row, std::uint32_t operation) {
  operations_.resize(row - first_ + 1);
  operations_.back() = operation;
}

// Adds a row that is not at a higher address than the last one.
void SequenceBuilder::AddBelow(const Row& row) {
  const std::size_t last = rows_.size() - 1;
  if (IsBefore(last, row)) {
    Append(row);
  } else if (rows_[last].address == row.line.address && Operation(last) == row.operation) {
    rows_[last] = row.line;
  } else {
    AddStray(row);
  }
}

// Adds a row at a lower address than an earlier row. libbfd first tries the insertion point of the previous stray row;
// it updates the start of the sequence only if it has to search for another point.
void SequenceBuilder::AddStray(const Row& row) {
  std::size_t place = first_;
  for (std::size_t end = rows_.size(); place < end;) {
    const std::size_t middle = place + (end - place) / 2;
    if (IsBefore(middle, row)) {
      place = middle + 1;
    } else {
      end = middle;
    }
  }
  if (place != head_) low_ = std::min(low_, row.line.address);
  moves_ += rows_.size() - place;
  if (!IsSound()) return;
  if (place - first_ < operations_.size() || row.operation != 0) {
    operations_.resize(std::max(operations_.size(), place - first_));
    operations_.insert(operations_.begin() + static_cast<std::ptrdiff_t>(place - first_), row.operation);
  }
  rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(place), row.line);
  head_ = place + 1;
}

// Keeps the last of several rows at one address, and the first of adjacent rows with the same line.
void SequenceBuilder::Finish(std::uint64_t high) {
  std::size_t kept = first_;
  for (std::size_t i = first_; i < rows_.size(); ++i) {
    const LineRow row = rows_[i];
    if (kept > first_ && rows_[kept - 1].address == row.address) --kept;
    if (kept > first_ && rows_[kept - 1].file == row.file && rows_[kept - 1].line == row.line) continue;
    rows_[kept++] = row;
  }
  rows_.resize(kept);
  lines_.sequences.push_back({low_, high, first_, kept - first_});
  operations_.clear();
  first_ = kept;
}

// The state machine of a line program. Registers that are not used later (column, is_stmt, basic_block, discriminator)
// are omitted.
class Machine {
 public:
  Machine(const DwarfCursor& cursor, LineHeader header, const DwarfSections& sections, unsigned address_bytes,
          DistinctTexts& paths, std::uint64_t& path_budget, UnitLines& lines)
      : cursor_(cursor),
        program_bytes_(cursor.remaining()),
        header_(std::move(header)),
        sections_(sections),
        address_bytes_(address_bytes),
        paths_(paths),
        path_budget_(path_budget),
        lines_(lines),
        builder_(lines) {}

  // Runs the program. Returns false if it is damaged.
  bool Run();

 private:
  void Reset();
  bool Special(unsigned opcode);
  bool Standard(unsigned opcode);
  bool Extended();
  void Advance(std::uint64_t operations);
  // Returns the index of the next file to be defined.
  std::size_t FirstUnknown() const { return header_.files.size() + (header_.version >= 5 ? 0 : 1); }
  void SetFile(std::uint64_t number);
  void AddRow();

  DwarfCursor cursor_;
  std::size_t program_bytes_;
  LineHeader header_;
  const DwarfSections& sections_;
  unsigned address_bytes_;
  DistinctTexts& paths_;
  std::uint64_t& path_budget_;
  std::vector<std::uint32_t> known_paths_;  // for each file index, the index in `paths_`
  UnitLines& lines_;
  SequenceBuilder builder_;
  Row row_;
};

bool Machine::Run() {
  Reset();
  while (!cursor_.AtEnd()) {
    unsigned opcode = cursor_.U8();
    bool sound = false;
    if (opcode >= header_.opcode_base) {
      sound = Special(opcode);
    } else if (opcode != kExtended) {
      sound = Standard(opcode);
    } else {
      sound = Extended();
    }
    if (!sound || !builder_.IsSound()) return false;
  }
  // The program lacks the end of its last sequence, so the extent of the last row is unknown.
  if (!builder_.empty()) builder_.Finish(builder_.LastAddress());
  return true;
}

void Machine::Reset() {
  row_ = {};
  row_.line.line = 1;
  // According to the standard, and in libbfd 2.44, a program starts with file 1; in libbfd 2.40, it starts with the
  // first file, whose index is 0 in DWARF 5.
  if (!header_.files.empty()) SetFile(header_.version >= 5 && !sections_.follows_244 ? 0 : 1);
}

void Machine::SetFile(std::uint64_t number) {
  number = std::min<std::uint64_t>(number, FirstUnknown());  // all indices beyond the table are treated the same
  auto index = static_cast<std::size_t>(number);
  if (index >= known_paths_.size()) known_paths_.resize(index + 1, LineRow::kNoFile);
  if (known_paths_[index] == LineRow::kNoFile) known_paths_[index] = paths_.Add(header_.Path(number, path_budget_));
  row_.line.file = known_paths_[index];
}

// address += minimum_instruction_length * ((op_index + operations) / maximum_operations); op_index becomes the
// remainder (section 6.2.5.1).
void Machine::Advance(std::uint64_t operations) {
  if (header_.max_operations == 1) {
    row_.line.address += operations * header_.min_instruction_bytes;
    return;
  }
  std::uint64_t all = row_.operation + operations;
  row_.line.address += all / header_.max_operations * header_.min_instruction_bytes;
  row_.operation = static_cast<std::uint32_t>(all % header_.max_operations);
}

void Machine::AddRow() {
  if (lines_.rows.size() == lines_.rows.capacity()) {
    ReserveFor(lines_.rows, 1, program_bytes_ - cursor_.remaining(), program_bytes_);
  }
  builder_.Add(row_);
}

// Section 6.2.5.1: an opcode of opcode_base or above advances both address and line, and appends a row. With adjusted =
// opcode - opcode_base, it advances by adjusted / line_range operations and line_base + adjusted % line_range lines.
bool Machine::Special(unsigned opcode) {
  if (header_.line_range == 0) return false;
  unsigned adjusted = opcode - header_.opcode_base;
  Advance(adjusted / header_.line_range);
  row_.line.line += static_cast<std::uint32_t>(header_.line_base + static_cast<int>(adjusted % header_.line_range));
  AddRow();
  return true;
}

bool Machine::Standard(unsigned opcode) {
  switch (opcode) {
    case kCopy:
      AddRow();
      return true;
    case kAdvancePc:
      Advance(cursor_.Uleb());
      return true;
    case kAdvanceLine:  // unsigned addition, because the sum may overflow in damaged programs
      row_.line.line += static_cast<std::uint32_t>(cursor_.Sleb());
      return true;
    case kSetFile:
      SetFile(cursor_.Uleb());
      return true;
    case kSetColumn:
      cursor_.SkipLeb();
      return true;
    case kNegateStatement:
    case kSetBasicBlock:
      return true;
    case kConstAddPc:  // advances the address like special opcode 255, but adds no row
      if (header_.line_range == 0) return false;
      Advance((255U - header_.opcode_base) / header_.line_range);
      return true;
    case kFixedAdvancePc:  // the only operand that is not LEB128; it is not multiplied by the instruction length
      row_.line.address += cursor_.U16();
      row_.operation = 0;
      return true;
    default:  // opcodes of later versions: the header contains the number of operands to skip
      for (unsigned left = header_.operands[opcode]; left > 0; --left) cursor_.SkipLeb();
      return true;
  }
}

bool Machine::Extended() {
  std::uint64_t length = cursor_.Uleb();
  switch (cursor_.U8()) {
    case kEndSequence:
      if (!builder_.empty()) builder_.Finish(row_.line.address);
      Reset();
      return true;
    case kSetAddress:
      row_.line.address = ReadAddress(cursor_, sections_, address_bytes_);
      row_.operation = 0;
      return true;
    case kDefineFile: {
      std::string_view name = cursor_.String();
      LineHeader::File file{name, cursor_.Uleb()};
      cursor_.SkipLeb();
      cursor_.SkipLeb();
      known_paths_.resize(std::min(known_paths_.size(), FirstUnknown()));
      header_.files.push_back(file);
      return true;
    }
    case kSetDiscriminator:
      cursor_.SkipLeb();
      return true;
    case kHpSourceFileCorrelation:
      cursor_.Skip(length - 1);
      return true;
    default:
      return false;
  }
}

// Makes sequences disjoint: a sequence within an earlier one is dropped, and a sequence that extends beyond an earlier
// one is shortened to begin at the earlier one's end. If sequences have the same range, which results from identical
// code folding, the program's last one wins.
void Separate(UnitLines& lines) {
  std::vector<LineSequence>& all = lines.sequences;
  auto before = [](const LineSequence& a, const LineSequence& b) {
    return std::tuple(a.low, ~a.high, ~a.first) < std::tuple(b.low, ~b.high, ~b.first);
  };
  if (!std::is_sorted(all.begin(), all.end(), before)) std::sort(all.begin(), all.end(), before);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    LineSequence sequence = all[i];
    if (kept > 0 && sequence.low < all[kept - 1].high) {
      if (sequence.high <= all[kept - 1].high) continue;
      sequence.low = all[kept - 1].high;
    }
    all[kept++] = sequence;
  }
  all.resize(kept);
}

}  // namespace

std::uint32_t DistinctTexts::Add(std::string_view text) {
  if (last_ < texts_.size() && texts_[last_] == text) return last_;
  auto known = known_.find(text);
  if (known == known_.end()) {
    known = known_.emplace(text, static_cast<std::uint32_t>(texts_.size())).first;
    texts_.emplace_back(text);
  }
  last_ = known->second;
  return last_;
}

LineReader::LineReader(const DwarfSections& sections, DistinctTexts& paths)
    : sections_(sections),
      paths_(paths),
      budget_(16 * std::uint64_t{sections.line.size()}),
      path_budget_(kFewPathBytes + kMostPathGrowth * (std::uint64_t{sections.line.size()} + sections.line_str.size() +
                                                      sections.str.size() + sections.info.size())) {}

bool LineReader::Read(const DwarfUnit& unit, std::string_view folder, UnitLines& lines) {
  if (!unit.has_lines || unit.line_offset >= sections_.line.size()) return false;
  DwarfCursor cursor(sections_.line, sections_.big_endian, unit.line_offset);
  unsigned offset_bytes = 4;
  const std::uint64_t length = ReadLength(cursor, unit.format.address_bytes == 8, offset_bytes);
  if (!cursor.ok() || length > cursor.remaining() || length > budget_) return false;
  budget_ -= length;
  std::size_t begin = cursor.offset();
  DwarfCursor program(sections_.line.substr(0, begin + static_cast<std::size_t>(length)), sections_.big_endian, begin);
  LineHeader header;
  header.unit_folder = folder;
  if (!ReadLineHeader(program, sections_, unit, offset_bytes, header)) return false;
  Machine machine(program, std::move(header), sections_, unit.format.address_bytes, paths_, path_budget_, lines);
  if (!machine.Run()) return false;
  Separate(lines);
  return true;
}

}  // namespace profdiff
