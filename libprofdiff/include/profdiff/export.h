// SPDX-License-Identifier: GPL-3.0-or-later
// PROFDIFF_EXPORT marks the symbols that a shared libprofdiff exports; all others are hidden.
#ifndef PROFDIFF_EXPORT_H_
#define PROFDIFF_EXPORT_H_

#if defined(__GNUC__)
#define PROFDIFF_EXPORT __attribute__((visibility("default")))
#else
#define PROFDIFF_EXPORT
#endif

#endif  // PROFDIFF_EXPORT_H_
