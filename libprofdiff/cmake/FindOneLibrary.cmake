# SPDX-License-Identifier: GPL-3.0-or-later
# Code shared by the modules for libraries with one header and one library file.
include(FindPackageHandleStandardArgs)

# find_one_library(Name HEADER file NAMES library... PACKAGE debian-package [NEEDS library...])
# Defines Name_FOUND, the target Name::Name, and Name_LDFLAGS, the same libraries as linker flags. NEEDS: libraries that
# a static library depends on.
macro(find_one_library _one)
  cmake_parse_arguments(_one "" "HEADER;PACKAGE" "NAMES;NEEDS" ${ARGN})
  find_path(${_one}_INCLUDE_DIR ${_one_HEADER})
  find_library(${_one}_LIBRARY NAMES ${_one_NAMES})
  find_package_handle_standard_args(${_one} REQUIRED_VARS ${_one}_LIBRARY ${_one}_INCLUDE_DIR
                                    REASON_FAILURE_MESSAGE "Debian has it in ${_one_PACKAGE}.")
  if(${_one}_FOUND)
    cmake_path(GET ${_one}_LIBRARY FILENAME _one_file)
    set(${_one}_LDFLAGS "-l:${_one_file}")
    foreach(_one_needed IN LISTS _one_NEEDS)
      string(APPEND ${_one}_LDFLAGS " -l${_one_needed}")
    endforeach()
    if(NOT TARGET ${_one}::${_one})
      add_library(${_one}::${_one} UNKNOWN IMPORTED)
      set_target_properties(${_one}::${_one} PROPERTIES IMPORTED_LOCATION "${${_one}_LIBRARY}"
                            INTERFACE_INCLUDE_DIRECTORIES "${${_one}_INCLUDE_DIR}"
                            INTERFACE_LINK_LIBRARIES "${_one_NEEDS}")
    endif()
  endif()
  mark_as_advanced(${_one}_INCLUDE_DIR ${_one}_LIBRARY)
endmacro()
