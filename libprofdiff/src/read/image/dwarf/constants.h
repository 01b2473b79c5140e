// SPDX-License-Identifier: GPL-3.0-or-later
// The DWARF constants that the readers in this folder need. Readers skip any other attribute; its form determines its
// size.
// Source: "DWARF Debugging Information Format", versions 2 to 5, chapter 7.
#ifndef PROFDIFF_READ_IMAGE_DWARF_CONSTANTS_H_
#define PROFDIFF_READ_IMAGE_DWARF_CONSTANTS_H_

#include <cstdint>

namespace profdiff::dwarf {

enum Tag : std::uint64_t {
  kArrayType = 0x01,
  kEntryPoint = 0x03,
  kFormalParameter = 0x05,
  kCompileUnit = 0x11,
  kTypedef = 0x16,
  kCommonBlock = 0x1a,
  kInlinedSubroutine = 0x1d,
  kSubrangeType = 0x21,
  kConstType = 0x26,
  kSubprogram = 0x2e,
  kVariable = 0x34,
  kVolatileType = 0x35,
};

enum Attribute : std::uint64_t {
  kLocation = 0x02,
  kName = 0x03,
  kByteSize = 0x0b,
  kStatementList = 0x10,
  kLowPc = 0x11,
  kHighPc = 0x12,
  kLanguage = 0x13,
  kCompilationFolder = 0x1b,
  kLowerBound = 0x22,
  kUpperBound = 0x2f,
  kAbstractOrigin = 0x31,
  kCount = 0x37,
  kFrameBase = 0x40,
  kSpecification = 0x47,
  kType = 0x49,
  kRanges = 0x55,
  kMainSubprogram = 0x6a,
  kLinkageName = 0x6e,
  kStrOffsetsBase = 0x72,
  kAddrBase = 0x73,
  kMipsLinkageName = 0x2007,
};

enum Operation : std::uint64_t {
  kOpAddr = 0x03,
  kOpPlusUconst = 0x23,
  kOpFbreg = 0x91,
  kOpCallFrameCfa = 0x9c,
  kOpAddrx = 0xa1,
};

enum Form : std::uint64_t {
  kAddr = 0x01,
  kBlock2 = 0x03,
  kBlock4 = 0x04,
  kData2 = 0x05,
  kData4 = 0x06,
  kData8 = 0x07,
  kString = 0x08,
  kBlock = 0x09,
  kBlock1 = 0x0a,
  kData1 = 0x0b,
  kFlag = 0x0c,
  kSdata = 0x0d,
  kStrp = 0x0e,
  kUdata = 0x0f,
  kRefAddr = 0x10,
  kRef1 = 0x11,
  kRef2 = 0x12,
  kRef4 = 0x13,
  kRef8 = 0x14,
  kRefUdata = 0x15,
  kIndirect = 0x16,
  kSecOffset = 0x17,
  kExprloc = 0x18,
  kFlagPresent = 0x19,
  kStrx = 0x1a,
  kAddrx = 0x1b,
  kData16 = 0x1e,
  kLineStrp = 0x1f,
  kRefSig8 = 0x20,
  kImplicitConst = 0x21,
  kLoclistx = 0x22,
  kRnglistx = 0x23,
  kStrx1 = 0x25,
  kStrx2 = 0x26,
  kStrx3 = 0x27,
  kStrx4 = 0x28,
  kAddrx1 = 0x29,
  kAddrx2 = 0x2a,
  kAddrx3 = 0x2b,
  kAddrx4 = 0x2c,
  kGnuRefAlt = 0x1f20,
  kGnuStrpAlt = 0x1f21,
};

}  // namespace profdiff::dwarf

#endif  // PROFDIFF_READ_IMAGE_DWARF_CONSTANTS_H_
