# SPDX-License-Identifier: GPL-3.0-or-later
# Files as constants in a header: cmake -DOUT=HEADER -DD3=… -DD3_LICENCE=… -DHTML=… -DJS=… -P EmbedPage.cmake
function(append_constant name file)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  file(APPEND ${OUT} "inline constexpr char k${name}Bytes[] = {\n${bytes}};\n"
                     "inline constexpr std::string_view k${name}(k${name}Bytes, sizeof k${name}Bytes);\n")
endfunction()

file(WRITE ${OUT} "// Written by EmbedPage.cmake.\n#pragma once\n#include <string_view>\nnamespace profdiff {\n")
append_constant(D3 ${D3})
append_constant(D3Licence ${D3_LICENCE})
append_constant(TimelineHtml ${HTML})
append_constant(TimelineJs ${JS})
file(APPEND ${OUT} "}  // namespace profdiff\n")
