// SPDX-License-Identifier: GPL-3.0-or-later
// Runs line programs. What libbfd makes of unusual rows is kept: of rows at one address the last one counts, rows out
// of order are put in order, and of sequences that overlap the one that begins first has the overlap.
#include "read/dwarf/lines.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "read/dwarf/line_header.h"

namespace profdiff {
namespace {

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

enum ExtendedOpcode : std::uint8_t {
  kEndSequence = 1,
  kSetAddress = 2,
  kDefineFile = 3,
  kSetDiscriminator = 4,
  kHpSourceFileCorrelation = 0x80,
};

constexpr std::uint64_t kMostPathBytes = std::uint64_t{1} << 30;

struct Row {
  std::uint64_t address = 0;
  std::uint32_t operation = 0;  // within the instruction
  std::uint32_t file = 0;
  std::uint32_t line = 0;

  auto Place() const { return std::pair(address, operation); }
};

// The rows of one sequence, put in order as they come.
class SequenceBuilder {
 public:
  bool empty() const { return rows_.empty(); }

  void Add(const Row& row) {
    if (rows_.empty()) {
      rows_.push_back(row);
      low_ = row.address;
      head_ = 0;
    } else if (rows_.back().Place() < row.Place()) {
      rows_.push_back(row);
    } else if (rows_.back().Place() == row.Place()) {
      rows_.back() = row;
    } else {
      AddStray(row);
    }
  }

  // `high` is where the sequence ends.
  void Finish(std::uint64_t high, UnitLines& lines);

  std::uint64_t LastAddress() const { return rows_.back().address; }
  // False if rows come in no order at all: putting them in order takes time that grows with the square.
  bool IsSound() const { return moves_ < kMostMoves; }

 private:
  static constexpr std::size_t kMostMoves = 100'000'000;

  void AddStray(const Row& row);

  std::vector<Row> rows_;  // ascending
  std::uint64_t low_ = 0;
  std::size_t head_ = 0;  // where the strays before go
  std::size_t moves_ = 0;
};

// A row below one that came before. libbfd tries the place of the stray before first; only if it has to look for
// another one does it notice that the sequence now begins lower.
void SequenceBuilder::AddStray(const Row& row) {
  auto before = [](const Row& a, const Row& b) { return a.Place() < b.Place(); };
  auto place = std::lower_bound(rows_.begin(), rows_.end(), row, before);
  auto index = static_cast<std::size_t>(place - rows_.begin());
  if (index != head_) low_ = std::min(low_, row.address);
  moves_ += rows_.size() - index;
  if (!IsSound()) return;
  rows_.insert(place, row);
  head_ = index + 1;
}

void SequenceBuilder::Finish(std::uint64_t high, UnitLines& lines) {
  LineSequence sequence{low_, high, lines.rows.size(), 0};
  for (const Row& row : rows_) {
    bool is_first = lines.rows.size() == sequence.first;
    if (!is_first && lines.rows.back().address == row.address) {
      lines.rows.pop_back();
      is_first = lines.rows.size() == sequence.first;
    }
    if (!is_first && lines.rows.back().file == row.file && lines.rows.back().line == row.line) continue;
    lines.rows.push_back({row.address, row.file, row.line});
  }
  sequence.count = lines.rows.size() - sequence.first;
  lines.sequences.push_back(sequence);
  rows_.clear();
}

// The machine that a line program runs on.
class Machine {
 public:
  Machine(DwarfCursor cursor, LineHeader header, const DwarfSections& sections, unsigned address_bytes,
          PathTable& paths, std::uint64_t& path_budget)
      : cursor_(cursor),
        header_(std::move(header)),
        sections_(sections),
        address_bytes_(address_bytes),
        paths_(paths),
        path_budget_(path_budget) {}

  // False if the program is damaged.
  bool Run(UnitLines& lines);

 private:
  void Reset();
  bool Special(unsigned opcode);
  bool Standard(unsigned opcode);
  bool Extended(UnitLines& lines);
  void Advance(std::uint64_t operations);
  void SetFile(std::uint64_t number);
  void AddRow() { builder_.Add(row_); }

  DwarfCursor cursor_;
  LineHeader header_;
  const DwarfSections& sections_;
  unsigned address_bytes_;
  PathTable& paths_;
  std::uint64_t& path_budget_;
  std::vector<std::uint32_t> known_paths_;  // by number of the file
  SequenceBuilder builder_;
  Row row_;
};

bool Machine::Run(UnitLines& lines) {
  Reset();
  while (!cursor_.AtEnd()) {
    unsigned opcode = cursor_.U8();
    bool sound = false;
    if (opcode >= header_.opcode_base) {
      sound = Special(opcode);
    } else if (opcode != kExtended) {
      sound = Standard(opcode);
    } else {
      sound = Extended(lines);
    }
    if (!sound || !builder_.IsSound()) return false;
  }
  if (!builder_.empty()) builder_.Finish(builder_.LastAddress(), lines);
  return true;
}

void Machine::Reset() {
  row_ = {};
  row_.line = 1;
  row_.file = LineRow::kNoFile;
  if (!header_.files.empty()) SetFile(header_.version >= 5 ? 0 : 1);
}

void Machine::SetFile(std::uint64_t number) {
  number = std::min<std::uint64_t>(number, header_.files.size() + 1);  // all numbers beyond the table are alike
  auto index = static_cast<std::size_t>(number);
  if (index >= known_paths_.size()) known_paths_.resize(index + 1, LineRow::kNoFile);
  if (known_paths_[index] == LineRow::kNoFile) known_paths_[index] = paths_.Add(header_.Path(number, path_budget_));
  row_.file = known_paths_[index];
}

void Machine::Advance(std::uint64_t operations) {
  if (header_.max_operations == 1) {
    row_.address += operations * header_.min_instruction_bytes;
    return;
  }
  std::uint64_t all = row_.operation + operations;
  row_.address += all / header_.max_operations * header_.min_instruction_bytes;
  row_.operation = static_cast<std::uint32_t>(all % header_.max_operations);
}

bool Machine::Special(unsigned opcode) {
  if (header_.line_range == 0) return false;
  unsigned adjusted = opcode - header_.opcode_base;
  Advance(adjusted / header_.line_range);
  row_.line += static_cast<std::uint32_t>(header_.line_base + static_cast<int>(adjusted % header_.line_range));
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
    case kAdvanceLine:
      row_.line += static_cast<std::uint32_t>(cursor_.Sleb());
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
    case kConstAddPc:
      if (header_.line_range == 0) return false;
      Advance((255U - header_.opcode_base) / header_.line_range);
      return true;
    case kFixedAdvancePc:
      row_.address += cursor_.U16();
      row_.operation = 0;
      return true;
    default:
      for (unsigned left = header_.operands[opcode]; left > 0; --left) cursor_.SkipLeb();
      return true;
  }
}

bool Machine::Extended(UnitLines& lines) {
  std::uint64_t length = cursor_.Uleb();
  switch (cursor_.U8()) {
    case kEndSequence:
      if (!builder_.empty()) builder_.Finish(row_.address, lines);
      Reset();
      return true;
    case kSetAddress:
      row_.address = ReadAddress(cursor_, sections_, address_bytes_);
      row_.operation = 0;
      return true;
    case kDefineFile: {
      std::string_view name = cursor_.String();
      LineHeader::File file{name, cursor_.Uleb()};
      cursor_.SkipLeb();
      cursor_.SkipLeb();
      header_.files.push_back(file);
      known_paths_.clear();
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

// Keeps the sequences apart: what lies within an earlier one is dropped, what reaches beyond it begins behind it.
void Separate(UnitLines& lines) {
  std::vector<LineSequence>& all = lines.sequences;
  std::stable_sort(all.begin(), all.end(), [](const LineSequence& a, const LineSequence& b) {
    return std::pair(a.low, ~a.high) < std::pair(b.low, ~b.high);
  });
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

std::uint32_t PathTable::Add(std::string path) {
  auto [known, is_new] = known_.try_emplace(std::move(path), static_cast<std::uint32_t>(paths_.size()));
  if (is_new) paths_.push_back(known->first);
  return known->second;
}

std::vector<std::string> PathTable::Take() {
  known_.clear();
  return std::exchange(paths_, {});
}

LineReader::LineReader(const DwarfSections& sections, PathTable& paths)
    : sections_(sections),
      paths_(paths),
      budget_(16 * std::uint64_t{sections.line.size()}),
      path_budget_(kMostPathBytes) {}

bool LineReader::Read(const DwarfUnit& unit, std::string_view folder, UnitLines& lines) {
  if (!unit.has_lines || unit.line_offset >= sections_.line.size()) return false;
  DwarfCursor cursor(sections_.line, sections_.big_endian, unit.line_offset);
  unsigned offset_bytes = 4;
  std::uint64_t length = cursor.U32();
  if (length == 0xffffffff) {
    offset_bytes = 8;
    length = cursor.U64();
  } else if (length == 0 && unit.format.address_bytes == 8) {  // as old IRIX compilers wrote 64-bit lengths
    offset_bytes = 8;
    length = cursor.U32();
  }
  if (!cursor.ok() || length > cursor.remaining() || length > budget_) return false;
  budget_ -= length;
  std::size_t begin = cursor.offset();
  DwarfCursor program(sections_.line.substr(0, begin + static_cast<std::size_t>(length)), sections_.big_endian, begin);
  LineHeader header;
  header.unit_folder = folder;
  if (!ReadLineHeader(program, sections_, unit, offset_bytes, header)) return false;
  Machine machine(program, std::move(header), sections_, unit.format.address_bytes, paths_, path_budget_);
  if (!machine.Run(lines)) return false;
  Separate(lines);
  return true;
}

}  // namespace profdiff
