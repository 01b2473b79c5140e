# SPDX-License-Identifier: GPL-3.0-or-later
# Finds pugixml. Prefers the static library, so that egprof needs neither pugixml nor a shared C++ standard library at
# run time: egprof itself is linked with the static one.
#
# Defines
#   Pugixml::Pugixml   the library and its headers
#   Pugixml_LDFLAGS    the same libraries as linker flags, for a pkg-config file
include(${CMAKE_CURRENT_LIST_DIR}/FindOneLibrary.cmake)
find_one_library(Pugixml HEADER pugixml.hpp NAMES libpugixml.a pugixml PACKAGE libpugixml-dev)
