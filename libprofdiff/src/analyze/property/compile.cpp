// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles properties into sequences of steps; each step is a formula. A definition becomes a step at its first use;
// later uses refer to its cell. The length of the result is therefore linear in the length of the source, however
// definitions use each other. A definition that is used while it is being compiled refers to itself, which is an error.
// Only definitions cause recursion, at most kDeepestExpression deep; expressions are in postfix order and need no
// recursion.
#include "analyze/property/compile.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "base/fold_postfix.h"
#include "profdiff/error.h"
#include "values/expression_parser.h"

namespace profdiff {
namespace {

using Kind = ExpressionTerm::Kind;

// A built-in function of the language, and the function that computes it.
struct KnownFunction {
  std::string_view name, computed_by;
  std::size_t operands;  // number of operands; MIN and MAX can have more
};
constexpr KnownFunction kFunctions[] = {
    {"MIN", "min", 2}, {"MAX", "max", 2}, {"ABS", "abs", 1}, {"SQRT", "sqrt", 1}, {"IF", "if", 3}};

// Returns a number in base units: fractions for percentages, seconds for times.
double InUnits(const ExpressionTerm& term) {
  if (term.member == "%") return term.number / 100;
  if (term.member == "ms") return term.number / 1e3;
  return term.member == "us" ? term.number / 1e6 : term.number;
}

// The meaning of a name.
struct Binding {
  enum class Of : std::uint8_t { kContext, kCell, kExpression } of = Of::kCell;
  std::string type = {};  // of a context
  std::size_t cell = 0;
  // An expression, and the scope in which its names are looked up.
  const AslExpression* expression = nullptr;  // null while it is being compiled
  struct Scope* scope = nullptr;
};

Binding CellBinding(std::size_t cell) { return {.cell = cell}; }

struct Scope {
  const AslPlace* place;
  std::map<std::string, Binding, std::less<>> names;
};

// An operand while an expression is being compiled.
struct Operand {
  std::size_t source, made;          // indices of its first term in the expression, and in the formula
  const Binding* context = nullptr;  // of a context, which has no terms in the formula
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
    for (const AslLet& let : body->lets) Bind(let.name, ExpressionBinding(let.value, body_scope_));
    Bind("severity", ExpressionBinding(body->severity, body_scope_));
    Bind("phase_severity", CellBinding(CompiledProperty::kPhaseSeverity));
    CompileLost(*body);
    // Compiles the condition first, then the steps that are computed only if the condition holds.
    Scope& scope = body_scope_;
    made_.condition = CompileStep(body->condition, scope);
    // Counts the metrics used so far. Only these can explain a condition of NaN, because the condition needs no later
    // metrics.
    made_.condition_steps = made_.steps.size();
    made_.condition_metrics = made_.metrics.size();
    made_.confidence = CompileStep(body->confidence, scope);
    made_.severity = Resolve(scope, "severity", 0);
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
    scope.names.emplace(head.context, Binding{.of = Binding::Of::kContext, .type = type});
    return scope;
  }

  static Binding ExpressionBinding(const AslExpression& expression, Scope& scope) {
    return {.of = Binding::Of::kExpression, .expression = &expression, .scope = &scope};
  }

  static Scope NewScope(const AslPlace& place) {
    return {&place,
            {{"threshold", CellBinding(CompiledProperty::kThreshold)},
             {"min_share", CellBinding(CompiledProperty::kMinShare)}}};
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
      Bind(made_of->parameters[i], ExpressionBinding(property_.arguments[i], outer_));
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
  // property. The next step is 'share', the share of 'lost' in the phase's loss.
  void CompileLost(const AslBody& body) {
    if (std::ranges::find(body.lets, "lost", &AslLet::name) == body.lets.end()) return;
    made_.lost = Resolve(body_scope_, "lost", 0);
    if (!made_.metrics.empty()) made_.lost_metric = made_.metrics.front().name;
    const Operation part = OperationOf({.kind = Kind::kCall, .name = "part"});
    made_.share =
        AddStep({{{.cell = *made_.lost}, {.cell = CompiledProperty::kPhaseLost}, {.operation = part, .operands = 2}}});
    body_scope_.names["share"] = CellBinding(*made_.share);
  }

  std::size_t AddStep(Formula formula, std::string divisor = {}) {
    made_.steps.push_back({std::move(formula), std::move(divisor), made_.cells});
    return made_.cells++;
  }

  // Returns the cell for a name. If the name is bound to an expression, the expression is compiled on first use.
  std::size_t Resolve(Scope& scope, const std::string& name, std::uint32_t line) {
    const auto found = scope.names.find(name);
    if (found == scope.names.end()) {
      const std::string why = name == "share" ? "'share' needs a 'LET lost = …'" : "'" + name + "' is not defined";
      Fail(scope, line, why);
    }
    Binding& binding = found->second;
    if (binding.of == Binding::Of::kCell) return binding.cell;
    // The expression is removed from the binding while it is being compiled; a binding without an expression therefore
    // means recursion.
    if (binding.expression == nullptr) Fail(scope, line, "'" + name + "' depends on itself");
    const AslExpression& expression = *std::exchange(binding.expression, nullptr);
    binding = CellBinding(Define(expression, *binding.scope, scope, line));
    return binding.cell;
  }

  // Compiles the expression of a definition that is used on line `line` of `user`, and returns its cell.
  std::size_t Define(const AslExpression& expression, Scope& scope, const Scope& user, std::uint32_t line) {
    if (++depth_ > kDeepestExpression)
      Fail(user, line, "definitions that are nested more than " + std::to_string(kDeepestExpression) + " levels deep");
    const std::size_t cell = CompileStep(expression, scope);
    --depth_;
    return cell;
  }

  // Compiles an expression into a step, and returns its cell. The terms of the formula are in the order of those of the
  // expression, except for operands that become steps of their own.
  std::size_t CompileStep(const AslExpression& expression, Scope& scope) {
    Formula formula;
    const auto compile = [&](const ExpressionTerm& term, std::span<const Operand> operands) -> Operand {
      const auto at = static_cast<std::size_t>(&term - expression.data());
      if (operands.empty()) return CompileValue(term, scope, {at, formula.terms.size()}, formula);
      if (term.kind == Kind::kDivide) NameDivisor(expression, operands[1], at, formula);
      if (term.kind == Kind::kCall && !IsKnownFunction(term.name)) {
        CallDefined(term, scope, operands, formula);
      } else {
        Operate(term, scope, operands, formula);
      }
      return {operands[0].source, operands[0].made};
    };
    RefuseContext(FoldPostfix<Operand>(expression, compile), scope, expression.back());
    return AddStep(std::move(formula));
  }

  void RefuseContext(const Operand& operand, const Scope& scope, const ExpressionTerm& term) const {
    if (operand.context == nullptr) return;
    Fail(scope, term.position, "expected a value, not a context: take a metric of it");
  }

  // Compiles an operator or a call of a built-in function.
  void Operate(const ExpressionTerm& term, const Scope& scope, std::span<const Operand> operands, Formula& formula) {
    ExpressionTerm computed{.kind = term.kind};
    if (term.kind == Kind::kCall) {
      const auto* const known = std::ranges::find(kFunctions, term.name, &KnownFunction::name);
      const bool takes_more = known->operands == 2;
      if (operands.size() < known->operands || (operands.size() > known->operands && !takes_more)) {
        Fail(scope, term.position,
             term.name + " needs " + (takes_more ? "at least " : "") + std::to_string(known->operands) + " values");
      }
      computed.name = known->computed_by;
    }
    for (const Operand& operand : operands) RefuseContext(operand, scope, term);
    formula.terms.push_back({.operation = OperationOf(computed), .operands = term.operands});
  }

  Operand CompileValue(const ExpressionTerm& term, Scope& scope, Operand operand, Formula& formula) {
    if (term.kind == Kind::kNumber) {
      formula.terms.push_back({.number = InUnits(term)});
    } else if (term.kind == Kind::kMetric) {
      formula.terms.push_back({.cell = CellOfMetric(term, scope)});
    } else if (const Binding* const context = ContextOf(term, scope)) {
      operand.context = context;
    } else {
      formula.terms.push_back({.cell = Resolve(scope, term.name, term.position)});
    }
    return operand;
  }

  // Returns the binding of a name that is a context, otherwise null.
  static const Binding* ContextOf(const ExpressionTerm& term, const Scope& scope) {
    const auto found = scope.names.find(term.name);
    return found != scope.names.end() && found->second.of == Binding::Of::kContext ? &found->second : nullptr;
  }

  // Makes a step of the terms from `first` on, and replaces them by its cell.
  std::size_t CutToStep(Formula& formula, std::size_t first, std::string divisor = {}) {
    const auto begin = formula.terms.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t cell = AddStep({{begin, formula.terms.end()}}, std::move(divisor));
    formula.terms.erase(begin, formula.terms.end());
    formula.terms.push_back({.cell = cell});
    return cell;
  }

  // Compiles a divisor into a separate step that has the divisor's source text, so that the report can show which
  // divisor is 0.
  void NameDivisor(const AslExpression& expression, const Operand& divisor, std::size_t end, Formula& formula) {
    const std::span<const ExpressionTerm> terms(expression);
    CutToStep(formula, divisor.made, ExpressionText(terms.subspan(divisor.source, end - divisor.source)));
  }

  // Returns the cell of a metric; each pair of metric and aggregate has one.
  std::size_t CellOfMetric(const ExpressionTerm& term, const Scope& scope) {
    const Binding* const context = ContextOf(term, scope);
    if (context == nullptr) Fail(scope, term.position, "'" + term.name + "' is not a context");
    const AslModel* const model = FindDefinition(set_.models, context->type);
    if (std::ranges::find(model->metrics, term.member) == model->metrics.end()) {
      const AslPlace& at = model->head.place;
      const bool is_new = !model->replaced.file.empty();
      Fail(scope, term.position,
           "CONTEXT " + model->head.name + " has no metric '" + term.member + "'" +
               (is_new ? ": " + at.file + ":" + std::to_string(at.line) + " replaces the definition in " +
                             model->replaced.file
                       : ""));
    }
    const auto found = std::ranges::find_if(made_.metrics, [&](const CompiledProperty::Metric& known) {
      return known.name == term.member && known.aggregate == term.aggregate;
    });
    if (found != made_.metrics.end()) return found->cell;
    made_.metrics.push_back({term.member, term.aggregate, made_.cells});
    return made_.cells++;
  }

  // Compiles a call of a function of the file, and replaces the terms of its argument by the cell of the result.
  void CallDefined(const ExpressionTerm& term, const Scope& scope, std::span<const Operand> operands,
                   Formula& formula) {
    const AslFunction* const function = FindDefinition(set_.functions, term.name);
    if (function == nullptr) Fail(scope, term.position, "there is no function '" + term.name + "'");
    if (operands.size() != 1) Fail(scope, term.position, "'" + term.name + "' needs one value");
    Binding parameter;
    if (operands[0].context != nullptr) {
      parameter = *operands[0].context;
    } else {
      const bool is_cell =
          operands[0].made + 1 == formula.terms.size() && formula.terms.back().cell != Formula::kNoCell;
      parameter.cell = is_cell ? formula.terms.back().cell : CutToStep(formula, operands[0].made);
      formula.terms.pop_back();
    }
    formula.terms.push_back({.cell = CellOfCall(*function, parameter, term, scope)});
  }

  // Calls with the same argument share a step. A property has only one context, so its name is not part of the key.
  std::size_t CellOfCall(const AslFunction& function, const Binding& parameter, const ExpressionTerm& term,
                         const Scope& scope) {
    const std::size_t key = parameter.of == Binding::Of::kContext ? Formula::kNoCell : parameter.cell;
    const auto [memo, is_new] = calls_.try_emplace({term.name, key});
    if (!is_new && !memo->second) Fail(scope, term.position, "'" + term.name + "' depends on itself");
    if (is_new) {
      Scope inner = NewScope(function.head.place);
      inner.names[function.parameter] = parameter;
      memo->second = Define(function.value, inner, scope, term.position);
    }
    return *memo->second;
  }

  const PropertySet& set_;
  const AslProperty& property_;
  Scope outer_{nullptr, {}}, body_scope_{nullptr, {}};
  // Keyed by function and argument: cell of the result; nullopt while the function is being compiled.
  std::map<std::pair<std::string, std::size_t>, std::optional<std::size_t>> calls_;
  std::size_t depth_ = 0;
  CompiledProperty made_;
};

}  // namespace

bool IsKnownFunction(std::string_view name) {
  return std::ranges::find(kFunctions, name, &KnownFunction::name) != std::end(kFunctions);
}

void FailAt(const AslPlace& place, std::uint32_t line, const std::string& reason) {
  const std::uint32_t at = line == 0 ? place.line : line;
  throw Error(ErrorCode::kBadArgument, reason, place.file, Place::Line(at));
}

CompiledProperty CompileProperty(const PropertySet& set, const AslProperty& property) {
  return Compiler(set, property).Compile();
}

}  // namespace profdiff
