# SPDX-License-Identifier: GPL-3.0-or-later
# Finds the OTF2 library, which comes with neither a CMake package nor a pkg-config file. Prefers the static library, so
# that egprof and libprofdiff need no OTF2 at run time. On Debian, it can also be linked into a shared library.
#
# Defines
#   Otf2::Otf2     the library and its headers
#   Otf2_LDFLAGS   the same libraries as linker flags, for a pkg-config file
include(${CMAKE_CURRENT_LIST_DIR}/FindOneLibrary.cmake)
find_one_library(Otf2 HEADER otf2/otf2.h NAMES libopen-trace-format2.a libotf2.a open-trace-format2 otf2
                 PACKAGE libotf2-trace-dev)
