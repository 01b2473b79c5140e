// SPDX-License-Identifier: GPL-3.0-or-later
// The texts for people; --help is made from the option table.
// Tests: tests/unit/egprof/cli/help_test.cpp, tests/unit/egprof/documentation_test.cpp.
#include "egprof/cli/help.h"

#include <string_view>

#include "egprof/cli/option_table.h"
#include "egprof/diff/options.h"
#include "egprof/process/binutils.h"
#include "egprof/trace/options.h"

namespace egprof {
namespace {

constexpr std::size_t kWidth = 79;   // of a line
constexpr std::size_t kColumn = 32;  // where descriptions begin

constexpr std::string_view kLicence =
    "Licence GPLv3+: GNU GPL version 3 or later, <https://gnu.org/licenses/gpl.html>.\n"
    "This is free software: you may change and redistribute it. There is NO WARRANTY.\n";

struct Heading {
  Group group;
  std::string_view text;
};
constexpr Heading kHeadings[] = {
    {Group::kListings, "Which listings (without a choice: flat profile and call graph)"},
    {Group::kFunctions, "Which functions and calls"},
    {Group::kDifference, "Differences"},
    {Group::kMatching, "Differences: which function is which"},
    {Group::kGate, "Differences: a gate for changes"},
    {Group::kLayout, "How listings look"},
    {Group::kGraphFile, "The call graph as a file"},
    {Group::kMachine, "For programs"},
    {Group::kFiles, "Files"},
    {Group::kOther, "Other"},
};
constexpr Heading kTraceHeadings[] = {
    {Group::kAlign, "Which call is which"},
    {Group::kCalls, "Which calls"},
    {Group::kTraceText, "The report"},
    {Group::kTraceFiles, "Other outputs; those for standard output take the place of the report"},
    {Group::kTraceOther, "Other"},
};
constexpr Heading kDiffHeadings[] = {
    {Group::kReport, "The report"},
    {Group::kSides, "The sides"},
    {Group::kMatching, "Which function is which"},
    {Group::kGate, "A gate for changes"},
    {Group::kOutputs, "Other outputs; those for standard output take the place of the report"},
    {Group::kOther, "Other"},
};

// "  -p, --flat-profile[=SPEC]"
std::string Synopsis(const OptionRow& row) {
  std::string text = row.letter != '\0' ? std::string("  -") + row.letter : "    ";
  if (row.HasName()) text += std::string(row.letter != '\0' ? ", --" : "  --") + row.name;
  if (row.value == Value::kNone) return text;
  std::string metavar = row.HasName() ? std::string("=") + row.metavar : row.metavar;
  if (row.value == Value::kOptional) return text + "[" + metavar + "]";
  return text + (row.HasName() ? "" : " ") + metavar;
}

// Appends words from column `kColumn` on; `column` is where the line stands.
void AppendWrapped(std::string& out, std::string_view words, std::size_t column) {
  auto break_line = [&] {
    out += "\n" + std::string(kColumn, ' ');
    column = kColumn;
  };
  if (column + 2 > kColumn) break_line();
  out.append(kColumn - column, ' ');
  column = kColumn;
  while (!words.empty()) {
    std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    if (column > kColumn && column + 1 + word.size() > kWidth) {
      break_line();
    } else if (column > kColumn) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  out += '\n';
}

void AppendGroup(std::string& out, std::span<const OptionRow> table, const Heading& heading, bool strict) {
  std::string rows;
  for (const OptionRow& row : table) {
    if (row.group != heading.group || (strict && !row.gprof)) continue;
    std::string synopsis = Synopsis(row);
    rows += synopsis;
    AppendWrapped(rows, row.help, synopsis.size());
  }
  if (!rows.empty()) out.append("\n").append(heading.text).append(":\n").append(rows);
}

// The forms of a command line, one a line.
std::string Forms(const std::string& program, bool strict) {
  std::string out = "Usage: " + program + " [OPTION]... [IMAGE [PROFILE...]]\n";
  if (strict) return out;
  for (const char* form :
       {" [OPTION]... [IMAGE] PROFILE... --subtract [IMAGE] PROFILE...", " -b BASE.out -s OTHER.out",
        " diff [OPTION]... [IMAGE] PROFILE... [-- [IMAGE] PROFILE...]", " trace [OPTION]... A [B]"}) {
    out.append("       ").append(program).append(form).append("\n");
  }
  return out;
}

}  // namespace

std::string HelpText(const std::string& program, bool strict) {
  std::string out = Forms(program, strict) + "\n";
  if (strict) {
    out +=
        "Shows where a program compiled with -pg spent its time, from its executable,\n"
        "IMAGE (a.out), and the PROFILEs that it wrote (gmon.out).\n";
  } else {
    out +=
        "The first form shows where a program compiled with -pg spent its time, from its\n"
        "executable, IMAGE (a.out), and the PROFILEs that it wrote (gmon.out).\n"
        "The second subtracts two executions: base minus other, so that a positive\n"
        "number is what the other execution saves. The third is short for it. diff gives\n"
        "a verdict and what matters of a difference, trace compares recorded traces call\n"
        "by call: see " +
        program + " diff --help and " + program + " trace --help.\n";
  }
  for (const Heading& heading : kHeadings) AppendGroup(out, OptionTable(), heading, strict);
  out +=
      "\nSPEC is a function, FILE.c, FILE.c:FUNCTION, FILE.c:LINE, or CALLER/CALLEE for\n"
      "calls; values in brackets are optional and stand directly behind the option.\n"
      "@FILE stands for the arguments that FILE holds. See egprof(1) for more.\n";
  return out;
}

std::string UsageText(const std::string& program, bool strict) {
  return Forms(program, strict) + "Try '" + program + " --help' for more.\n";
}

std::string TraceHelpText(const std::string& program) {
  std::string out = "Usage: " + program + " trace [OPTION]... A [B]\n";
  out +=
      "\nAligns two recorded executions call by call, and says where their flow of calls\n"
      "differs and which calls took longer: A minus B, so that a positive number is\n"
      "what B saves. A alone is summarised. A trace is a folder that uftrace recorded\n"
      "into, an OTF2 archive, a file in Chrome's JSON format, or a folder of such, one\n"
      "for each rank.\n";
  for (const Heading& heading : kTraceHeadings) AppendGroup(out, TraceOptionTable(), heading, false);
  return out + "\nSee egprof(1) for more.\n";
}

std::string TraceUsageText(const std::string& program) {
  return "Usage: " + program + " trace [OPTION]... A [B]\nTry '" + program + " trace --help' for more.\n";
}

constexpr std::string_view kDiffOperands = " diff [OPTION]... [IMAGE] PROFILE... [-- [IMAGE] PROFILE...]\n";

std::string DiffHelpText(const std::string& program) {
  std::string out = "Usage: " + program + std::string(kDiffOperands);
  out +=
      "\nSays what changed between two executions: whether that is more than noise, and\n"
      "which functions it was. Differences are base minus other, so that a positive\n"
      "number is what the other execution saves. The files before -- or --subtract are\n"
      "the base, those behind it the other side; two profiles need neither. A side's\n"
      "IMAGE comes first; the base's is a.out if none is named, the other's that of\n"
      "the base. Several profiles of a side are runs of one program.\n";
  for (const Heading& heading : kDiffHeadings) AppendGroup(out, DiffOptionTable(), heading, false);
  return out + "\nSee egprof(1) for more.\n";
}

std::string DiffUsageText(const std::string& program) {
  return "Usage: " + program + std::string(kDiffOperands) + "Try '" + program + " diff --help' for more.\n";
}

std::string VersionText(bool strict) {
  std::string out = "egprof " EGPROF_VERSION "\n" + std::string(kLicence);
  return strict ? "GNU gprof " + std::string(BinutilsRelease()) + "\nActually " + out : out;
}

}  // namespace egprof
