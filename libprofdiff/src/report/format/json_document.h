// SPDX-License-Identifier: GPL-3.0-or-later
// What JSON documents are built of. The only header that knows nlohmann's json.
#ifndef PROFDIFF_REPORT_FORMAT_JSON_DOCUMENT_H_
#define PROFDIFF_REPORT_FORMAT_JSON_DOCUMENT_H_

#include <nlohmann/json.hpp>
#include <string>

namespace profdiff {

// Keys keep the order in which they are set. Numbers that are not finite are written as null.
using Json = nlohmann::ordered_json;

// Null for the empty text, and for 0.
inline Json OrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }
inline Json OrNull(std::int64_t number) { return number == 0 ? Json() : Json(number); }

// The empty document of a kind.
Json StartDocument(const char* kind);

// Appends a document: each of its keys on a line, and each element of its arrays of objects.
void AppendDocument(std::string& out, const Json& document);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_JSON_DOCUMENT_H_
