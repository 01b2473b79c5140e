# SPDX-License-Identifier: GPL-3.0-or-later
# Writes a header that contains files as constants: cmake -DOUT=HEADER -DFILES=NAME=FILE|NAME=FILE… -P EmbedPage.cmake
file(WRITE ${OUT} "// Written by EmbedPage.cmake.\n#pragma once\n#include <string_view>\nnamespace profdiff {\n")
string(REPLACE "|" ";" files "${FILES}")
foreach(file ${files})
  string(REGEX MATCH "^([^=]+)=(.+)$" matched "${file}")
  set(name ${CMAKE_MATCH_1})
  file(READ ${CMAKE_MATCH_2} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  file(APPEND ${OUT} "inline constexpr char k${name}Bytes[] = {\n${bytes}};\n"
                     "inline constexpr std::string_view k${name}(k${name}Bytes, sizeof k${name}Bytes);\n")
endforeach()
file(APPEND ${OUT} "}  // namespace profdiff\n")
