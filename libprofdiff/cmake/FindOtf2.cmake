# SPDX-License-Identifier: GPL-3.0-or-later
# Finds the OTF2 library, which comes with neither a CMake package nor a pkg-config file. The static one comes first:
# Debian's is as good in a shared library, so egprof and libprofdiff need no other file then.
#
# Defines
#   Otf2::Otf2     the library and its headers
#   Otf2_LDFLAGS   the same as linker flags, for a pkg-config file
include(FindPackageHandleStandardArgs)

find_path(Otf2_INCLUDE_DIR otf2/otf2.h)
find_library(Otf2_LIBRARY NAMES libopen-trace-format2.a libotf2.a open-trace-format2 otf2)

find_package_handle_standard_args(Otf2 REQUIRED_VARS Otf2_LIBRARY Otf2_INCLUDE_DIR
                                  REASON_FAILURE_MESSAGE "Debian has it in libotf2-trace-dev.")
if(Otf2_FOUND)
  cmake_path(GET Otf2_LIBRARY FILENAME _Otf2_file)
  set(Otf2_LDFLAGS "-l:${_Otf2_file}")
  if(NOT TARGET Otf2::Otf2)
    add_library(Otf2::Otf2 UNKNOWN IMPORTED)
    set_target_properties(Otf2::Otf2 PROPERTIES IMPORTED_LOCATION "${Otf2_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${Otf2_INCLUDE_DIR}")
  endif()
endif()
mark_as_advanced(Otf2_INCLUDE_DIR Otf2_LIBRARY)
