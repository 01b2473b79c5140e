# SPDX-License-Identifier: GPL-3.0-or-later
# Finds pugixml. The static library comes first: egprof needs no other file then, nor another C++ library.
#
# Defines
#   Pugixml::Pugixml   the library and its headers
#   Pugixml_LDFLAGS    the same as linker flags, for a pkg-config file
include(FindPackageHandleStandardArgs)

find_path(Pugixml_INCLUDE_DIR pugixml.hpp)
find_library(Pugixml_LIBRARY NAMES libpugixml.a pugixml)

find_package_handle_standard_args(Pugixml REQUIRED_VARS Pugixml_LIBRARY Pugixml_INCLUDE_DIR
                                  REASON_FAILURE_MESSAGE "Debian has it in libpugixml-dev.")
if(Pugixml_FOUND)
  cmake_path(GET Pugixml_LIBRARY FILENAME _Pugixml_file)
  set(Pugixml_LDFLAGS "-l:${_Pugixml_file}")
  if(NOT TARGET Pugixml::Pugixml)
    add_library(Pugixml::Pugixml UNKNOWN IMPORTED)
    set_target_properties(Pugixml::Pugixml PROPERTIES IMPORTED_LOCATION "${Pugixml_LIBRARY}"
                                                      INTERFACE_INCLUDE_DIRECTORIES "${Pugixml_INCLUDE_DIR}")
  endif()
endif()
mark_as_advanced(Pugixml_INCLUDE_DIR Pugixml_LIBRARY)
