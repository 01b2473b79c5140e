# SPDX-License-Identifier: GPL-3.0-or-later
# Finds SQLite. Prefers the static library, so that egprof needs no SQLite at run time.
#
# Defines
#   Sqlite::Sqlite   the library and its headers
#   Sqlite_LDFLAGS   the same libraries as linker flags, for a pkg-config file
include(${CMAKE_CURRENT_LIST_DIR}/FindOneLibrary.cmake)
find_one_library(Sqlite HEADER sqlite3.h NAMES libsqlite3.a sqlite3 PACKAGE libsqlite3-dev NEEDS m)
