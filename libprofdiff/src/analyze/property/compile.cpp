// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles properties into sequences of steps; each step is a formula. A definition becomes a step at its first use;
// later uses refer to its variable. The length of the result is therefore linear in the length of the source, however
// definitions use each other. A definition that is used while it is being compiled refers to itself, which is an error.
// Only definitions cause recursion, at most kDeepestExpression deep; expressions are in postfix order and need no
// recursion.
#include "analyze/property/compile.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "analyze/expression/formula.h"
#include "base/text.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

using Kind = AslTerm::Kind;

// A built-in function of the language, and the engine's function for it.
struct KnownFunction {
  std::string_view name, formula;
  std::size_t operands;  // number of operands; MIN and MAX can have more
};
constexpr KnownFunction kFunctions[] = {
    {"MIN", "least", 2}, {"MAX", "most", 2}, {"ABS", "abs", 1}, {"SQRT", "root", 1}, {"IF", "iff", 3}};

std::string_view FormulaOf(Kind kind) {
  switch (kind) {
    case Kind::kOr:
      return "or";
    case Kind::kAnd:
      return "and";
    case Kind::kNot:
      return "not";
    case Kind::kDivide:
      return "over";
    default:
      return ComparisonFormula(kind);
  }
}

// Returns a number in base units: fractions for percentages, seconds for times.
double InUnits(const AslTerm& term) {
  if (term.member == "%") return term.number / 100;
  if (term.member == "ms") return term.number / 1e3;
  return term.member == "us" ? term.number / 1e6 : term.number;
}

// The meaning of a name.
struct Binding {
  enum class Of : std::uint8_t { kContext, kVariable, kExpression } of = Of::kVariable;
  std::string text;  // a variable of formulas, or the type of a context
  // An expression, and the scope in which its names are looked up.
  const AslExpression* expression = nullptr;  // null while it is being compiled
  struct Scope* scope = nullptr;
};

Binding VariableBinding(std::string text) { return {Binding::Of::kVariable, std::move(text), nullptr, nullptr}; }

struct Scope {
  const AslPlace* place;
  std::map<std::string, Binding, std::less<>> names;
};

// A value on the stack while an expression is being compiled.
struct Operand {
  std::string text;
  std::size_t first;  // index of its first term, for messages
  bool is_context = false;
};

class Compiler {
 public:
  Compiler(const PropertySet& set, const AslProperty& property) : set_(set), property_(property) {}

  CompiledProperty Compile() {
    outer_ = ScopeOf(property_.head, property_.head.type);
    const AslBody* body = &property_.body;
    if (property_.made_of.empty()) {
      body_scope_ = outer_;
    } else {
      body = &OpenTemplate();
    }
    for (const AslLet& let : body->lets) Bind(let.name, {Binding::Of::kExpression, {}, &let.value, &body_scope_});
    Bind("severity", {Binding::Of::kExpression, {}, &body->severity, &body_scope_});
    Bind("phase_severity", VariableBinding("phase_severity"));
    CompileLost(*body);
    // Compiles the condition first, then the steps that are computed only if the condition holds.
    Scope& scope = body_scope_;
    made_.condition = Step(body->condition, scope);
    // Counts the metrics used so far. Only these can explain a condition of NaN, because the condition needs no later
    // metrics.
    made_.condition_metrics = made_.metrics.size();
    made_.confidence = Step(body->confidence, scope);
    made_.severity = NumberOf(Resolve(scope, "severity", 0));
    // Compiles unused definitions as well, to check them.
    for (const AslLet& let : body->lets) Resolve(scope, let.name, 0);
    return std::move(made_);
  }

 private:
  [[noreturn]] void Fail(const Scope& scope, std::uint32_t line, const std::string& reason) const {
    FailAt(*scope.place, line, reason);
  }

  Scope ScopeOf(const AslHead& head, const std::string& type) const {
    Scope scope = NewScope(head.place);
    if (FindDefinition(set_.models, type) == nullptr)
      Fail(scope, head.place.line, "there is no CONTEXT '" + type + "'");
    scope.names.emplace(head.context, Binding{Binding::Of::kContext, type, nullptr, nullptr});
    return scope;
  }

  static Scope NewScope(const AslPlace& place) {
    return {&place, {{"threshold", VariableBinding("threshold")}, {"min_share", VariableBinding("min_share")}}};
  }

  // Returns the body of the template from which the property is made. Arguments are compiled in the property's scope,
  // all other names in the template's scope.
  const AslBody& OpenTemplate() {
    const AslTemplate* const made_of = FindDefinition(set_.templates, property_.made_of);
    const std::uint32_t line = property_.head.place.line;
    if (made_of == nullptr) Fail(outer_, line, "there is no TEMPLATE '" + property_.made_of + "'");
    if (made_of->head.type != property_.head.type) {
      Fail(outer_, line,
           "'" + property_.made_of + "' is for a " + made_of->head.type + ", not for a " + property_.head.type);
    }
    if (made_of->parameters.size() != property_.arguments.size()) {
      Fail(outer_, line,
           "'" + property_.made_of + "' needs " + std::to_string(made_of->parameters.size()) + " arguments, not " +
               std::to_string(property_.arguments.size()));
    }
    body_scope_ = ScopeOf(made_of->head, made_of->head.type);
    for (std::size_t i = 0; i < made_of->parameters.size(); ++i) {
      Bind(made_of->parameters[i], {Binding::Of::kExpression, {}, &property_.arguments[i], &outer_});
    }
    return made_of->body;
  }

  // Names in one body must be distinct.
  void Bind(const std::string& name, Binding binding) {
    if (!body_scope_.names.emplace(name, std::move(binding)).second) {
      Fail(body_scope_, body_scope_.place->line, "'" + name + "' has two meanings");
    }
  }

  // Compiles 'lost' first, so that its first metric, which determines the unit, becomes the first metric of the
  // property. The next step is 'share', the share of 'lost' in the phase's loss; the evaluator relies on this order.
  void CompileLost(const AslBody& body) {
    const auto let = std::ranges::find(body.lets, "lost", &AslLet::name);
    if (let == body.lets.end()) return;
    made_.lost = NumberOf(Resolve(body_scope_, "lost", 0));
    if (!made_.metrics.empty()) made_.lost_metric = made_.metrics.front().name;
    made_.steps.push_back({"part(" + Variable(*made_.lost) + ",phase_lost)", {}});
    body_scope_.names["share"] = VariableBinding(Variable(made_.steps.size() - 1));
  }

  static std::string Variable(std::size_t step) { return "v" + std::to_string(step); }
  static bool IsVariable(std::string_view text) {
    return (text[0] == 'v' || text[0] == 'm') && text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  }
  static std::size_t NumberOf(const std::string& variable) { return std::stoul(variable.substr(1)); }

  std::size_t Step(const AslExpression& expression, Scope& scope) {
    std::string text = Text(expression, scope);
    made_.steps.push_back({std::move(text), {}});
    return made_.steps.size() - 1;
  }

  // Returns the variable for a name. If the name is bound to an expression, the expression is compiled on first use.
  std::string Resolve(Scope& scope, const std::string& name, std::uint32_t line) {
    const auto found = scope.names.find(name);
    if (found == scope.names.end()) {
      const std::string why = name == "share" ? "'share' needs a 'LET lost = …'" : "'" + name + "' is not defined";
      Fail(scope, line, why);
    }
    Binding& binding = found->second;
    if (binding.of != Binding::Of::kExpression) return binding.text;
    // The expression is removed from the binding while it is being compiled; a binding without an expression therefore
    // means recursion.
    if (binding.expression == nullptr) Fail(scope, line, "'" + name + "' depends on itself");
    const AslExpression& expression = *std::exchange(binding.expression, nullptr);
    std::string variable = Define(expression, *binding.scope, scope, line);
    binding = VariableBinding(variable);
    return variable;
  }

  // Compiles the expression of a definition that is used on line `line` of `user`, and returns its variable.
  std::string Define(const AslExpression& expression, Scope& scope, const Scope& user, std::uint32_t line) {
    if (++depth_ > kDeepestExpression)
      Fail(user, line, "definitions that are nested more than " + std::to_string(kDeepestExpression) + " levels deep");
    std::string variable = Variable(Step(expression, scope));
    --depth_;
    return variable;
  }

  // Compiles an expression, which is in postfix order, with a stack of operands and without recursion.
  std::string Text(const AslExpression& expression, Scope& scope) {
    std::vector<Operand> operands;
    for (std::size_t i = 0; i < expression.size(); ++i) Compile(expression, i, scope, operands);
    const Operand value = std::move(operands.back());
    if (value.is_context) FailOfContext(scope, expression.back());
    return value.text;
  }

  [[noreturn]] void FailOfContext(const Scope& scope, const AslTerm& term) const {
    Fail(scope, term.line, "expected a value, not a context: take a metric of it");
  }

  void Compile(const AslExpression& expression, std::size_t at, Scope& scope, std::vector<Operand>& operands) {
    const AslTerm& term = expression[at];
    if (term.kind == Kind::kNumber) {
      operands.push_back({ShortestText(InUnits(term)), at});
    } else if (term.kind == Kind::kName) {
      const auto found = scope.names.find(term.name);
      const bool is_context = found != scope.names.end() && found->second.of == Binding::Of::kContext;
      operands.push_back({is_context ? term.name : Resolve(scope, term.name, term.line), at, is_context});
    } else if (term.kind == Kind::kMetric) {
      operands.push_back({Metric(term, scope), at});
    } else if (term.kind == Kind::kCall) {
      Call(term, scope, operands);
    } else {
      Operate(expression, at, scope, operands);
    }
    if (operands.back().text.size() > kLongText) Shorten(operands.back());
  }

  // Turns an operand into a step, so that formulas stay far below muparser's limit of 20,000 characters.
  void Shorten(Operand& operand) {
    made_.steps.push_back({std::move(operand.text), {}});
    operand.text = Variable(made_.steps.size() - 1);
  }

  // Returns the variable of a metric; each pair of metric and aggregate has one.
  std::string Metric(const AslTerm& term, const Scope& scope) {
    const auto context = scope.names.find(term.name);
    if (context == scope.names.end() || context->second.of != Binding::Of::kContext) {
      Fail(scope, term.line, "'" + term.name + "' is not a context");
    }
    const AslModel* const model = FindDefinition(set_.models, context->second.text);
    if (std::ranges::find(model->metrics, term.member) == model->metrics.end()) {
      const AslPlace& at = model->head.place;
      const bool is_new = !model->replaced.file.empty();
      Fail(scope, term.line,
           "CONTEXT " + model->head.name + " has no metric '" + term.member + "'" +
               (is_new ? ": " + at.file + ":" + std::to_string(at.line) + " replaces the definition in " +
                             model->replaced.file
                       : ""));
    }
    const auto found = std::ranges::find_if(made_.metrics, [&](const CompiledProperty::Metric& known) {
      return known.name == term.member && known.aggregate == term.aggregate;
    });
    const auto number = static_cast<std::size_t>(found - made_.metrics.begin());
    if (found == made_.metrics.end()) made_.metrics.push_back({term.member, term.aggregate});
    return "m" + std::to_string(number);
  }

  std::vector<Operand> Take(std::vector<Operand>& operands, std::size_t count) const {
    const auto first = operands.end() - static_cast<std::ptrdiff_t>(count);
    std::vector<Operand> taken(std::make_move_iterator(first), std::make_move_iterator(operands.end()));
    operands.erase(first, operands.end());
    return taken;
  }

  void Operate(const AslExpression& expression, std::size_t at, const Scope& scope, std::vector<Operand>& operands) {
    const AslTerm& term = expression[at];
    std::vector<Operand> taken = Take(operands, term.operands);
    for (const Operand& operand : taken) {
      if (operand.is_context) FailOfContext(scope, term);
    }
    const std::size_t first = taken.front().first;
    if (term.kind == Kind::kNegate) {
      operands.push_back({"(-" + taken[0].text + ")", first});
    } else if (term.kind == Kind::kAdd || term.kind == Kind::kSubtract || term.kind == Kind::kMultiply) {
      const char* const sign = term.kind == Kind::kAdd ? "+" : term.kind == Kind::kSubtract ? "-" : "*";
      operands.push_back({"(" + taken[0].text + sign + taken[1].text + ")", first});
    } else {
      if (term.kind == Kind::kDivide) NameDivisor(expression, taken[1], at);
      std::string text(FormulaOf(term.kind));
      text += "(" + taken[0].text + (taken.size() == 2 ? "," + taken[1].text : "") + ")";
      operands.push_back({std::move(text), first});
    }
  }

  // Compiles a divisor into a separate step that has the divisor's source text, so that the report can show which
  // divisor is 0.
  void NameDivisor(const AslExpression& expression, Operand& divisor, std::size_t end) {
    Shorten(divisor);
    const auto begin = expression.begin();
    made_.steps.back().divisor =
        ExpressionText({begin + static_cast<std::ptrdiff_t>(divisor.first), begin + static_cast<std::ptrdiff_t>(end)});
  }

  void Call(const AslTerm& term, const Scope& scope, std::vector<Operand>& operands) {
    std::vector<Operand> taken = Take(operands, term.operands);
    const std::size_t first = taken.front().first;
    const auto known = std::ranges::find(kFunctions, term.name, &KnownFunction::name);
    if (known == std::end(kFunctions)) {
      operands.push_back({CallDefined(term, scope, taken), first});
      return;
    }
    const bool takes_more = known->operands == 2;
    if (taken.size() < known->operands || (taken.size() > known->operands && !takes_more)) {
      Fail(scope, term.line,
           term.name + " needs " + (takes_more ? "at least " : "") + std::to_string(known->operands) + " values");
    }
    Operand made{{}, first};
    for (const Operand& operand : taken) {
      if (operand.is_context) FailOfContext(scope, term);
      // The engine's functions have two parameters: MIN(a, b, c) becomes least(least(a,b),c).
      const bool nests = takes_more && !made.text.empty();
      made.text = nests ? std::string(known->formula) + "(" + made.text + "," + operand.text + ")"
                        : made.text + (made.text.empty() ? "" : ",") + operand.text;
      if (takes_more && made.text.size() > kLongText) Shorten(made);
    }
    if (!takes_more) made.text = std::string(known->formula) + "(" + made.text + ")";
    operands.push_back(std::move(made));
  }

  std::string CallDefined(const AslTerm& term, const Scope& scope, std::vector<Operand>& taken) {
    const AslFunction* const function = FindDefinition(set_.functions, term.name);
    if (function == nullptr) Fail(scope, term.line, "there is no function '" + term.name + "'");
    if (taken.size() != 1) Fail(scope, term.line, "'" + term.name + "' needs one value");
    Operand& argument = taken[0];
    if (!argument.is_context && !IsVariable(argument.text)) Shorten(argument);
    const Binding parameter =
        argument.is_context ? scope.names.find(argument.text)->second : VariableBinding(argument.text);
    // Calls with the same argument share a step. A property has only one context, so its name is not part of the key.
    const std::pair<std::string, std::string> key{term.name, argument.is_context ? "context" : parameter.text};
    const auto [memo, is_new] = calls_.try_emplace(key);
    if (!is_new && memo->second.empty()) Fail(scope, term.line, "'" + term.name + "' depends on itself");
    if (!is_new) return memo->second;
    Scope inner = NewScope(function->head.place);
    inner.names[function->parameter] = parameter;
    return calls_[key] = Define(function->value, inner, scope, term.line);
  }

  static constexpr std::size_t kLongText = 4000;

  const PropertySet& set_;
  const AslProperty& property_;
  Scope outer_{nullptr, {}}, body_scope_{nullptr, {}};
  // Keyed by function and argument: variable of the result; empty while the function is being compiled.
  std::map<std::pair<std::string, std::string>, std::string> calls_;
  std::size_t depth_ = 0;
  CompiledProperty made_;
};

}  // namespace

bool IsKnownFunction(std::string_view name) {
  return std::ranges::find(kFunctions, name, &KnownFunction::name) != std::end(kFunctions);
}

void FailAt(const AslPlace& place, std::uint32_t line, const std::string& reason) {
  const std::uint32_t at = line == 0 ? place.line : line;
  throw Error(ErrorCode::kBadArgument, place.file + ":" + std::to_string(at) + ": " + reason, place.file, at);
}

CompiledProperty CompileProperty(const PropertySet& set, const AslProperty& property) {
  return Compiler(set, property).Compile();
}

}  // namespace profdiff
