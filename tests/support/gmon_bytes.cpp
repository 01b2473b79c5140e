// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/gmon_bytes.h"

#include <sstream>

namespace tests {

using profdiff::BlockRecord;

GmonBytes& GmonBytes::Number(std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) {
    int place = layout_.big_endian ? width - 1 - i : i;
    bytes_ += static_cast<char>(value >> 8 * place & 0xff);
  }
  return *this;
}

GmonBytes& GmonBytes::Text(std::string_view text) {
  bytes_ += text;
  return *this;
}

GmonBytes& GmonBytes::Zeros(std::size_t count) {
  bytes_.append(count, '\0');
  return *this;
}

GmonBytes& GmonBytes::Bins(const std::vector<int>& bins) {
  for (int bin : bins) Number(static_cast<std::uint64_t>(bin), 2);
  return *this;
}

GmonBytes& GmonBytes::Header(std::uint32_t version) { return Text("gmon").Number(version, 4).Zeros(12); }

GmonBytes& GmonBytes::Histogram(std::uint64_t low, std::uint64_t high, std::uint32_t rate, const std::vector<int>& bins,
                                std::string_view dimension, char abbreviation) {
  Number(0, 1).Address(low).Address(high).Number(bins.size(), 4).Number(rate, 4);
  Text(dimension).Zeros(15 - dimension.size()).Text({&abbreviation, 1});
  return Bins(bins);
}

GmonBytes& GmonBytes::Arc(std::uint64_t from, std::uint64_t self, std::uint64_t count) {
  return Number(1, 1).Address(from).Address(self).Number(count, 4);
}

GmonBytes& GmonBytes::Blocks(const std::vector<BlockRecord>& blocks) {
  Number(2, 1).Number(blocks.size(), 4);
  for (const BlockRecord& block : blocks) Address(block.address).Address(block.count);
  return *this;
}

GmonBytes& GmonBytes::OldBlocks(const std::vector<BlockRecord>& blocks) {
  Number(2, 1).Number(blocks.size(), 4).Text("unit").Zeros(1);
  for (const BlockRecord& block : blocks) {
    Number(block.count, 8).Number(block.address, 8).Text("function").Zeros(1).Text("file.c").Zeros(1).Number(42, 4);
  }
  return *this;
}

GmonBytes& GmonBytes::OldBsd(std::uint64_t low, std::uint64_t high, const std::vector<int>& bins) {
  std::size_t header = 2 * static_cast<std::size_t>(layout_.address_bytes) + 4;
  return Address(low).Address(high).Number(header + 2 * bins.size(), 4).Bins(bins);
}

GmonBytes& GmonBytes::Bsd44(std::uint64_t low, std::uint64_t high, std::uint32_t rate, const std::vector<int>& bins) {
  std::size_t header = 2 * static_cast<std::size_t>(layout_.address_bytes) + 24;
  Address(low).Address(high).Number(header + 2 * bins.size(), 4).Number(0x51879, 4).Number(rate, 4).Zeros(12);
  return Bins(bins);
}

GmonBytes& GmonBytes::BsdArc(std::uint64_t from, std::uint64_t self, std::uint64_t count) {
  return Address(from).Address(self).Address(count);
}

std::vector<profdiff::TargetLayout> AllLayouts() {
  return {{8, false, false}, {8, true, false}, {4, false, false}, {4, true, false}};
}

std::string Describe(const std::vector<profdiff::Histogram>& histograms, const std::vector<profdiff::ArcRecord>& arcs,
                     const std::vector<profdiff::BlockRecord>& blocks) {
  std::ostringstream out;
  out << std::showbase << std::hex;
  for (const profdiff::Histogram& h : histograms) {
    out << "histogram " << h.low << '-' << h.high << std::dec << ' ' << h.rate << ' ' << h.dimension << ' '
        << h.abbreviation << ':';
    for (std::size_t i = 0; i < h.bins.size(); ++i) out << ' ' << h.bins[i];
    out << '\n' << std::hex;
  }
  for (const profdiff::ArcRecord& arc : arcs) {
    out << "arc " << arc.from << ' ' << arc.self << std::dec << ' ' << arc.count << '\n' << std::hex;
  }
  for (const profdiff::BlockRecord& block : blocks) {
    out << "block " << block.address << std::dec << ' ' << block.count << '\n' << std::hex;
  }
  return out.str();
}

std::string Describe(const profdiff::GmonFile& file) { return Describe(file.histograms, file.arcs, file.blocks); }

std::string Describe(const profdiff::Records& records) {
  return Describe(records.histograms, records.arcs, records.blocks);
}

}  // namespace tests
