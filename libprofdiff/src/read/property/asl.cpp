// SPDX-License-Identifier: GPL-3.0-or-later
// Parses files of properties in the APART Specification Language. A file has definitions, each ended by "}" or ";":
//   CONTEXT NAME { METRIC; … }                          the metrics of a kind of context
//   LET NAME(PARAMETER) = EXPRESSION;                   a function
//   TEMPLATE NAME<PARAMETER, …>(CONTEXT NAME) BODY
//   PROPERTY NAME(CONTEXT NAME) [REFINES NAME] [HINT "TEXT"] BODY, or … IS TEMPLATE<EXPRESSION, …>;
//   METAPROPERTY NAME(CONTEXT NAME) = PROPERTY(NAME) AND …;
//   BODY: { [LET NAME = EXPRESSION;]… CONDITION: …; CONFIDENCE: …; SEVERITY: …; }
// The parser has a function for each kind of definition; expressions are in expression.cpp. Names are resolved later,
// over all files together (analyze/property), so definitions may come in any order.
// Tests: tests/unit/read/property/asl_test.cpp.
#include "read/property/asl.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "profdiff/properties.h"
#include "read/file/file.h"
#include "read/property/builtin_files.h"  // written at build time
#include "read/property/expression.h"
#include "read/property/lexer.h"

namespace profdiff {
namespace {

class AslParser {
 public:
  AslParser(std::string_view text, const std::string& path) : lexer_(text, path), path_(path) {}

  PropertySet Parse() {
    while (lexer_.word().kind != AslWord::Kind::kEnd) {
      if (lexer_.Take("CONTEXT")) {
        Add(set_.models, Model());
      } else if (lexer_.Take("LET")) {
        Add(set_.functions, Function());
      } else if (lexer_.Take("TEMPLATE")) {
        Add(set_.templates, Template());
      } else if (lexer_.Take("PROPERTY")) {
        Add(set_.properties, Property());
      } else if (lexer_.Take("METAPROPERTY")) {
        Add(set_.metas, Meta());
      } else {
        lexer_.FailExpecting("CONTEXT, LET, TEMPLATE, PROPERTY or METAPROPERTY");
      }
    }
    return std::move(set_);
  }

 private:
  // The names of all definitions of one kind must differ within a file.
  template <class Definition>
  void Add(std::vector<Definition>& all, Definition definition) {
    const auto same =
        std::ranges::find_if(all, [&](const Definition& known) { return known.head.name == definition.head.name; });
    if (same != all.end()) {
      lexer_.Fail(definition.head.place.line, "'" + definition.head.name + "' is defined in line " +
                                                  std::to_string(same->head.place.line) + " already");
    }
    all.push_back(std::move(definition));
  }

  AslHead Name(std::string_view what) {
    AslHead head;
    head.place = {path_, lexer_.word().line};
    head.name = lexer_.ExpectName(what);
    return head;
  }

  // Parses the context of a definition, such as "(SeqPerf s)": its type and its name.
  void TakeContext(AslHead& head) {
    lexer_.Expect("(");
    head.type = lexer_.ExpectName("the name of a CONTEXT");
    head.context = lexer_.ExpectName("a name for the context");
    lexer_.Expect(")");
  }

  AslModel Model() {
    AslModel model{Name("the name of a CONTEXT"), {}};
    lexer_.Expect("{");
    while (!lexer_.Take("}")) {
      const std::uint32_t line = lexer_.word().line;
      model.metrics.push_back(lexer_.ExpectName("the name of a metric, or '}'"));
      if (std::ranges::count(model.metrics, model.metrics.back()) > 1) {
        lexer_.Fail(line, "'" + model.metrics.back() + "' occurs twice");
      }
      lexer_.Expect(";");
    }
    return model;
  }

  AslFunction Function() {
    AslFunction function{Name("the name of a function"), {}, {}};
    lexer_.Expect("(");
    function.parameter = lexer_.ExpectName("the name of a parameter");
    lexer_.Expect(")");
    function.value = ExpressionAfter("=");
    return function;
  }

  AslTemplate Template() {
    AslTemplate result{Name("the name of a template"), {}, {}};
    lexer_.Expect("<");
    do {
      result.parameters.push_back(lexer_.ExpectName("the name of a parameter"));
    } while (lexer_.Take(","));
    lexer_.Expect(">");
    TakeContext(result.head);
    result.body = Body();
    return result;
  }

  AslProperty Property() {
    AslProperty property;
    property.head = Name("the name of a property");
    TakeContext(property.head);
    if (lexer_.Take("REFINES")) property.refines = lexer_.ExpectName("the name of a property");
    if (lexer_.Take("HINT")) {
      if (lexer_.word().kind != AslWord::Kind::kText) lexer_.FailExpecting("a string in quotes");
      property.hint = lexer_.word().text;
      lexer_.Step();
    }
    if (!lexer_.Is("{") && !lexer_.Is("IS")) lexer_.FailExpecting("REFINES, HINT, IS or '{'");
    // A property has either its own body, or a template with arguments.
    if (!lexer_.Take("IS")) {
      property.body = Body();
      return property;
    }
    property.made_of = lexer_.ExpectName("the name of a template");
    lexer_.Expect("<");
    do {
      property.arguments.push_back(TakeExpression(lexer_, true));
    } while (lexer_.Take(","));
    lexer_.Expect(">");
    lexer_.Expect(";");
    return property;
  }

  AslMetaProperty Meta() {
    AslMetaProperty meta{Name("the name of a metaproperty"), {}};
    TakeContext(meta.head);
    meta.value = ExpressionAfter("=");
    CheckMeta(meta);
    return meta;
  }

  // Checks the expression of a metaproperty, which may contain only calls of properties with the context as their
  // argument. In postfix order, a call follows its argument.
  void CheckMeta(const AslMetaProperty& meta) const {
    using Kind = ExpressionTerm::Kind;
    for (std::size_t i = 0; i < meta.value.size(); ++i) {
      const ExpressionTerm& term = meta.value[i];
      const bool joins = term.kind == Kind::kAnd || term.kind == Kind::kOr || term.kind == Kind::kNot;
      const bool is_context = term.kind == Kind::kName && term.name == meta.head.context && i + 1 < meta.value.size() &&
                              meta.value[i + 1].kind == Kind::kCall;
      const bool is_property =
          term.kind == Kind::kCall && term.operands == 1 && i > 0 && meta.value[i - 1].kind == Kind::kName;
      if (!joins && !is_context && !is_property) {
        lexer_.Fail(term.position,
                    "expected properties as 'NAME(" + meta.head.context + ")', joined by AND, OR and NOT");
      }
    }
  }

  AslBody Body() {
    AslBody body;
    lexer_.Expect("{");
    while (lexer_.Take("LET")) {
      const std::uint32_t line = lexer_.word().line;
      AslLet let{lexer_.ExpectName("a name"), {}};
      const bool is_known = std::ranges::find(body.lets, let.name, &AslLet::name) != body.lets.end();
      if (is_known) lexer_.Fail(line, "'" + let.name + "' is defined twice");
      let.value = ExpressionAfter("=");
      body.lets.push_back(std::move(let));
    }
    lexer_.Expect("CONDITION");
    body.condition = ExpressionAfter(":");
    lexer_.Expect("CONFIDENCE");
    body.confidence = ExpressionAfter(":");
    lexer_.Expect("SEVERITY");
    body.severity = ExpressionAfter(":");
    lexer_.Expect("}");
    return body;
  }

  // Parses "=" or ":", an expression, and ";".
  AslExpression ExpressionAfter(std::string_view mark) {
    lexer_.Expect(mark);
    AslExpression expression = TakeExpression(lexer_);
    lexer_.Expect(";");
    return expression;
  }

  AslLexer lexer_;
  const std::string& path_;
  PropertySet set_;
};

}  // namespace

PropertySet ParseProperties(std::string_view text, const std::string& path) { return AslParser(text, path).Parse(); }

PropertySet ReadProperties(const std::string& path) {
  // Without this check, a directory would be read as an empty file.
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw SystemError(path, EISDIR);
  return ParseProperties(ReadWholeFile(path), path);
}

std::string_view BuiltInPropertiesText() { return kBuiltIn; }

PropertySet BuiltInProperties() { return ParseProperties(kBuiltIn, "builtin.asl"); }

}  // namespace profdiff
