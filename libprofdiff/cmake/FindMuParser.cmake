# SPDX-License-Identifier: GPL-3.0-or-later
# Finds muparser, which is not linked but loaded by its file name when it is needed.
#
# Defines
#   MuParser_INCLUDE_DIR   the folder of muParserDLL.h
#   MuParser_SONAME        the name by which the loader finds the library, for example libmuparser.so.2
include(FindPackageHandleStandardArgs)

find_path(MuParser_INCLUDE_DIR muParserDLL.h)
find_library(MuParser_LIBRARY muparser)
if(MuParser_LIBRARY)
  # The soname is the file name without the last two numbers: libmuparser.so.2 for libmuparser.so.2.3.3.
  file(REAL_PATH ${MuParser_LIBRARY} MuParser_SONAME)
  cmake_path(GET MuParser_SONAME FILENAME MuParser_SONAME)
  string(REGEX REPLACE "([.]so[.][0-9]+)[.].*$" "\\1" MuParser_SONAME ${MuParser_SONAME})
endif()

find_package_handle_standard_args(MuParser REQUIRED_VARS MuParser_LIBRARY MuParser_INCLUDE_DIR
                                  REASON_FAILURE_MESSAGE "Debian has it in libmuparser-dev.")
mark_as_advanced(MuParser_INCLUDE_DIR MuParser_LIBRARY)
