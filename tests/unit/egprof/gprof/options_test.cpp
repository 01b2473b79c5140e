// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for parsing options: getopt's grammar and diagnostics, and the effects of gprof's options.
#include "egprof/gprof/options.h"

#include <catch2/catch.hpp>
#include <string>

#include "unit/egprof/command_line.h"

namespace egprof::options_test {
namespace {

using Task = GprofOptions::Task;

// Returns the letters of the options that select the given styles.
std::string Letters(const Styles& styles) {
  std::string letters;
  auto add = [&](Style style, const char* letter) { letters += styles.Has(style) ? letter : ""; };
  add(Style::kFlat, "p");
  add(Style::kGraph, "q");
  add(Style::kExecCounts, "C");
  add(Style::kAnnotatedSource, "A");
  add(Style::kFunctionOrder, "r");
  add(Style::kFileOrder, "R");
  add(Style::kFileInfo, "i");
  add(Style::kGraphFile, "g");
  return letters;
}

// Returns the formats of call graphs that a command line selects, each with its file.
std::string GraphFiles(const std::string& line) {
  std::string text;
  for (const GraphOutput& graph : Parse("egprof " + line).graphs) {
    text.append(text.empty() ? "" : ", ").append(graph.format->name) += " " + graph.file;
  }
  return text;
}

// Returns the specs with their tables, such as "+flat main, -arcs a/b"; "-" marks specs that exclude.
std::string Specs(const GprofOptions& options) {
  constexpr const char* kTables[] = {"graph", "time", "flat", "arcs", "annotate", "exec"};
  std::string text;
  for (const profdiff::SymbolSpec& spec : options.specs) {
    text += (text.empty() ? "" : ", ") + std::string(spec.include ? "+" : "-") + kTables[static_cast<int>(spec.table)] +
            " " + spec.text;
  }
  return text;
}

std::string Files(const GprofOptions& options) {
  std::string text;
  for (const Operand& operand : options.operands) {
    if (operand.kind == Operand::Kind::kFile) text += (text.empty() ? "" : " ") + operand.text;
  }
  return text;
}

void CheckMistake(const std::string& line, const std::string& message) {
  INFO(line);
  GprofOptions options = Parse(line);
  CHECK(options.task == Task::kFailWithUsage);
  CHECK(options.failure == message + "\n");
}

}  // namespace

TEST_CASE("Files and options in any order", "[options]") {
  CHECK(Files(Parse("gprof prog -b one.out -p")) == "prog one.out");
  CHECK(Letters(Parse("gprof prog -b one.out -p").styles) == "p");
  CHECK(Files(Parse("gprof prog -- -p")) == "prog -p");
  CHECK(Files(Parse("gprof -p - -b")) == "-");
  CHECK(Files(Parse("gprof prog -p -b", true)) == "prog -p -b");
  CHECK(Parse("gprof prog -p -b", true).styles.empty());
}

TEST_CASE("An optional value follows its option directly", "[options]") {
  CHECK(Specs(Parse("gprof -p foo")).empty());
  CHECK(Files(Parse("gprof -p foo")) == "foo");
  CHECK(Specs(Parse("gprof -pfoo")) == "+flat foo");
  CHECK(Specs(Parse("gprof --flat-profile=foo")) == "+flat foo");
  CHECK(Specs(Parse("gprof --flat-profile=")) == "+flat ");
  CHECK(Specs(Parse("gprof --flat-profile foo")).empty());
}

TEST_CASE("A required value may be the next argument, whatever it is", "[options]") {
  CHECK(Specs(Parse("gprof -e foo -ebar")) == "-graph foo, -graph bar");
  CHECK(Specs(Parse("gprof -k -p -b")) == "-arcs -p");
  CHECK(Parse("gprof --width 40").listing.index_width == 40);
  CHECK(Parse("gprof --width=41").listing.index_width == 41);
  CHECK(Parse("gprof --wi 42").listing.index_width == 42);
  CHECK(Parse("gprof -bw43").listing.index_width == 43);
}

TEST_CASE("The shift of addresses is a number or found", "[options]") {
  CHECK(Parse("egprof --shift=auto").finds_shift);
  CHECK(Parse("egprof --shift=0x555555554000").shift == 0x555555554000);
  CHECK(Parse("egprof --shift=4096").shift == 4096);
  CHECK(Parse("egprof --shift=-0x1000").shift == 0 - std::uint64_t{0x1000});
  CHECK_FALSE(Parse("egprof --shift=0").finds_shift);
  for (const char* wrong : {"egprof --shift=", "egprof --shift=automatic", "egprof --shift=0x10000000000000000"}) {
    CHECK(Parse(wrong).failure.find("option '--shift' needs 'auto' or a number") != std::string::npos);
  }
  CHECK(Parse("egprof --sh").direction == profdiff::Direction::kShrink);  // an older option keeps its abbreviation
  CHECK(Parse("egprof --shi=7").shift == 7);
}

TEST_CASE("The tables that symspecs go to", "[options]") {
  CHECK(Specs(Parse("gprof -ea -Eb")) == "-graph a, -graph b, -time b");
  CHECK(Specs(Parse("gprof -fa -Fb")) == "+graph a, +graph b, +time b");
  CHECK(Specs(Parse("gprof -na -Nb")) == "+time a, -time b");
  CHECK(Specs(Parse("gprof -pa -Pb")) == "+flat a, -flat b");
  CHECK(Specs(Parse("gprof -qa -Qb")) == "+graph a, -graph b");
  CHECK(Specs(Parse("gprof -qa/b -Qc/d")) == "+arcs a/b, -arcs c/d");
  CHECK(Specs(Parse("gprof -Aa -Jb")) == "+annotate a, -annotate b");
  CHECK(Specs(Parse("gprof -Ca -Zb")) == "+exec a, -exec b");
  CHECK(Specs(Parse("gprof --=a")) == "-graph a");
}

TEST_CASE("Styles are added and removed in order", "[options]") {
  struct {
    const char* line;
    const char* styles;
    const char* mentioned;
  } rows[] = {
      {"gprof", "", ""},
      {"gprof -p", "p", "p"},
      {"gprof -p -P", "", "p"},
      {"gprof -P -p", "p", "p"},
      {"gprof -Pmain", "p", "p"},
      {"gprof -P -Q", "", "pq"},
      {"gprof -B", "q", "q"},
      {"gprof -q -C -A", "qCA", "qCA"},
      {"gprof -A -J -C -Z", "", "CA"},
      {"gprof -Jmain", "A", "A"},
      {"gprof -r -i", "ri", "ri"},
      {"gprof -emain -kx/y -nz -z", "", ""},
      {"egprof --gml", "g", "g"},
      {"egprof --gml=x -p", "pg", "pg"},
  };
  for (const auto& row : rows) {
    INFO(row.line);
    CHECK(Letters(Parse(row.line).styles) == row.styles);
    CHECK(Letters(Parse(row.line).mentioned) == row.mentioned);
  }
}

TEST_CASE("Plain options", "[options]") {
  GprofOptions options = Parse("gprof -abcDlLTxyz -m 7 -t 3 -S syms -I a::b -I c -O magic");
  CHECK(options.image.omit_statics);
  CHECK(options.listing.brief);
  CHECK(options.static_arcs);
  CHECK(options.image.omit_non_functions);
  CHECK(options.lines);
  CHECK(options.listing.names.full_paths);
  CHECK(options.listing.traditional);
  CHECK(options.annotation.all_lines);
  CHECK(options.separate_files);
  CHECK(options.listing.show_unused);
  CHECK(options.gml.show_unused);
  CHECK(options.annotation.min_count == 7);
  CHECK(options.annotation.table_length == 3);
  CHECK(options.symbol_file == "syms");
  CHECK(Parse("egprof -S ''").symbol_file == "");  // an empty name, which cannot be opened, as in gprof
  CHECK_FALSE(Parse("egprof").symbol_file);
  CHECK(options.source_path == std::vector<std::string>{"a", "", "b", "c"});
  CHECK(options.format == profdiff::GmonFormat::kMagic);
  CHECK_FALSE(options.bsd_sum);
}

TEST_CASE("Folders of GPROF_PATH, including empty ones, follow those of -I", "[options]") {
  auto folders = [](std::vector<const char*> arguments, const char* variable) {
    ParseRules rules;
    if (variable != nullptr) rules.source_path = variable;
    return ParseGprofOptions(arguments, rules).source_path;
  };
  using Folders = std::vector<std::string>;
  CHECK(folders({"egprof", "prog", "-I", "a:b"}, "c:d") == Folders{"a", "b", "c", "d"});
  CHECK(folders({"egprof"}, "c::d") == Folders{"c", "", "d"});
  CHECK(folders({"egprof"}, "") == Folders{""});
  CHECK(folders({"egprof"}, nullptr).empty());
}

TEST_CASE("Numbers are read as gprof reads them", "[options]") {
  CHECK(Parse("gprof -w abc").listing.index_width == 1);
  CHECK(Parse("gprof -w -5").listing.index_width == 1);
  CHECK(Parse("gprof -w 12x").listing.index_width == 12);
  CHECK(Parse("gprof -t -5").annotation.table_length == 0);
  CHECK(Parse("gprof -m 0x10").annotation.min_count == 0);
  CHECK(Parse("gprof -d3 -d8 -d").debug_levels == std::vector<unsigned>{3, 11, 0xffffffff});
  CHECK(Parse("gprof -d0").debug_levels == std::vector<unsigned>{1});
  CHECK(Parse("gprof -d4").debug_levels == std::vector<unsigned>{5});
}

TEST_CASE("option -O checks the first character", "[options]") {
  using profdiff::GmonFormat;
  CHECK(Parse("gprof -Oauto").format == GmonFormat::kAuto);
  CHECK(Parse("gprof -Ob").format == GmonFormat::kBsd);
  CHECK(Parse("gprof -Ob").bsd_sum);
  CHECK(Parse("gprof -O4.4bsd").format == GmonFormat::kBsd44);
  CHECK(Parse("gprof -Oprof").prof_format);
  CHECK_FALSE(Parse("gprof -Oprof -Omagic").prof_format);
  GprofOptions options = Parse("/usr/bin/gprof -Oxyz");
  CHECK(options.task == Task::kFail);
  CHECK(options.failure == "xyz: unknown file format /usr/bin/gprof\n");
}

TEST_CASE("Demangling", "[options]") {
  using profdiff::DemangleStyle;
  CHECK(Parse("gprof").listing.names.demangle == DemangleStyle::kAuto);
  CHECK(Parse("gprof --no-demangle").listing.names.demangle == DemangleStyle::kNone);
  CHECK(Parse("gprof --no-demangle --demangle").listing.names.demangle == DemangleStyle::kAuto);
  CHECK(Parse("gprof --demangle=gnat --no-demangle --demangle").listing.names.demangle == DemangleStyle::kGnat);
  CHECK(Parse("gprof --demangle=java").listing.names.demangle == DemangleStyle::kJava);
  GprofOptions options = Parse("gprof --demangle=klingon");
  CHECK(options.task == Task::kFail);
  CHECK(options.failure == "gprof: unknown demangling style `klingon'\n");
}

TEST_CASE("options -v and -h act immediately, and so do mistakes", "[options]") {
  CHECK(Parse("gprof -v --bogus").task == Task::kVersion);
  CHECK(Parse("gprof -h --bogus").task == Task::kHelp);
  CHECK(Parse("gprof --bogus -v").task == Task::kFailWithUsage);
  CHECK(Parse("gprof -hv").task == Task::kHelp);
  CHECK(Parse("gprof -d5 -v").debug_levels == std::vector<unsigned>{5});
}

TEST_CASE("Mistakes in getopt's words", "[options]") {
  CheckMistake("gprof -g", "gprof: invalid option -- 'g'");
  CheckMistake("gprof -bg", "gprof: invalid option -- 'g'");
  CheckMistake("gprof -b-", "gprof: invalid option -- '-'");
  CheckMistake("x/gprof -k", "x/gprof: option requires an argument -- 'k'");
  CheckMistake("gprof -bk", "gprof: option requires an argument -- 'k'");
  CheckMistake("gprof --time", "gprof: option '--time' requires an argument");
  CheckMistake("gprof --brief=1", "gprof: option '--brief' doesn't allow an argument");
  CheckMistake("gprof --bri=", "gprof: option '--brief' doesn't allow an argument");
  CheckMistake("gprof --bogus=4", "gprof: unrecognized option '--bogus=4'");
}

TEST_CASE("Ambiguous abbreviations list the names in gprof's order", "[options]") {
  auto list = [](const std::string& typed, const std::string& names) {
    CheckMistake("gprof " + typed, "gprof: option '" + typed + "' is ambiguous; possibilities: " + names);
    CheckMistake("egprof " + typed, "egprof: option '" + typed + "' is ambiguous; possibilities: " + names);
  };
  list("--f=3", "'--flat-profile' '--function-ordering' '--file-ordering' '--file-info' '--file-format'");
  list("--s", "'--sum' '--separate-files' '--static-call-graph'");
  list("--no-",
       "'--no-static' '--no-annotated-source' '--no-flat-profile' '--no-graph' '--no-exec-counts' "
       "'--no-demangle' '--no-time'");
  list("--d", "'--demangle' '--directory-path' '--display-unused-functions' '--debug'");
  list("--a", "'--annotated-source' '--all-lines'");
  list("--e", "'--external-symbol-table' '--exec-counts'");
  list("--i", "'--ignore-non-functions' '--inline-file-names'");
  list("--t", "'--table-length' '--time' '--traditional'");
}

TEST_CASE("A new name does not make an old abbreviation ambiguous", "[options]") {
  for (const OptionRow& row : GprofRows()) {
    if (row.gprof || !row.HasName()) continue;
    for (std::size_t length = 1; length <= std::string(row.name).size(); ++length) {
      std::string typed = "--" + std::string(row.name).substr(0, length);
      INFO(typed);
      GprofOptions strict = Parse("gprof " + typed + " all");
      GprofOptions ours = Parse("egprof " + typed + " all");
      if (strict.failure == "gprof: unrecognized option '" + typed + "'\n") continue;
      CHECK(strict.used == ours.used);
      CHECK(strict.failure.substr(strict.failure.find(':') + 1) == ours.failure.substr(ours.failure.find(':') + 1));
    }
  }
}

TEST_CASE("A late name does not take abbreviations from other names", "[options]") {
  for (const char* typed : {"--su", "--sum"}) CHECK(Parse(std::string("egprof ") + typed).used.back()->letter == 's');
  for (const char* typed : {"--sub", "--subt", "--subtract"}) {
    CHECK(Parse(std::string("egprof a ") + typed + " b").used.back()->name == std::string("subtract"));
  }
  for (const char* typed : {"--subs", "--substitute"}) {
    CHECK(Parse(std::string("egprof ") + typed + "=s/a/b/").substitutions == std::vector<std::string>{"s/a/b/"});
  }
  CheckMistake("gprof --subs=s/a/b/", "gprof: unrecognized option '--subs=s/a/b/'");
}

TEST_CASE("New options", "[options]") {
  CHECK(Parse("egprof --lim=5").listing.limit == 5);
  CHECK(Parse("egprof --side").side_by_side);
  CHECK(Parse("egprof --gro").direction == profdiff::Direction::kGrowth);
  CHECK(Parse("egprof --sh").direction == profdiff::Direction::kShrink);
  CHECK(GraphFiles("--gml") == "gml ");
  CHECK(GraphFiles("--gml=x.gml") == "gml x.gml");
  CHECK(GraphFiles("--folded=f --gml=a --callgrind --gml=b") == "gml b, callgrind , folded f");
  CHECK(Parse("egprof --gml-nodes=0").gml.max_nodes == 0);
  CHECK(Parse("egprof --gml-size=time").gml.size_by_time);
  CHECK(Parse("egprof --symbols=gprof").symbols == profdiff::SymbolPolicy::kGprof);
  CHECK(Parse("egprof --symbols all").symbols == profdiff::SymbolPolicy::kAll);
  CHECK_FALSE(Parse("egprof").symbols);
  CHECK_FALSE(Parse("egprof --classic").short_form);
  CHECK(Parse("egprof").short_form);
  CheckMistake("egprof --gm", "egprof: option '--gm' is ambiguous; possibilities: '--gml' '--gml-size' '--gml-nodes'");
}

TEST_CASE("Values that make no sense", "[options]") {
  CheckMistake("egprof --limit=x", "egprof: option '--limit' needs a number, not 'x'");
  CheckMistake("egprof --limit=", "egprof: option '--limit' needs a number, not ''");
  CheckMistake("egprof --limit=-1", "egprof: option '--limit' needs a number, not '-1'");
  CheckMistake("egprof --limit=5x", "egprof: option '--limit' needs a number, not '5x'");
  CheckMistake("egprof --limit=99999999999999999999",
               "egprof: option '--limit' needs a number, not '99999999999999999999'");
  CheckMistake("egprof --gml-size=big", "egprof: option '--gml-size' needs 'time' or 'label', not 'big'");
  CheckMistake("egprof --symbols=some", "egprof: option '--symbols' needs 'all' or 'gprof', not 'some'");
  CheckMistake("egprof --growth --shrink", "egprof: options '--growth' and '--shrink' cannot be combined");
}

TEST_CASE("New options are unknown under gprof's name", "[options]") {
  for (const OptionRow& row : GprofRows()) {
    if (row.gprof) continue;
    std::string option = std::string("--") + row.name;
    CheckMistake("gprof " + option, "gprof: unrecognized option '" + option + "'");
    CheckMistake("/opt/bin/arm-none-eabi-gprof " + option,
                 "/opt/bin/arm-none-eabi-gprof: unrecognized option '" + option + "'");
  }
}

TEST_CASE("Names that mean gprof", "[options]") {
  CHECK(IsGprofName("gprof"));
  CHECK(IsGprofName("/usr/bin/gprof"));
  CHECK(IsGprofName("aarch64-linux-gnu-gprof"));
  CHECK_FALSE(IsGprofName("egprof"));
  CHECK_FALSE(IsGprofName("/opt/gprof/bin/egprof"));
  CHECK_FALSE(IsGprofName("-gprof"));
  CHECK_FALSE(IsGprofName(""));
}

TEST_CASE("options -r and -R exclude each other", "[options]") {
  GprofOptions options = Parse("gprof -r -Rmap");
  CHECK(options.task == Task::kFail);
  CHECK(options.failure == "gprof: Only one of --function-ordering and --file-ordering may be specified.\n");
}

}  // namespace egprof::options_test
