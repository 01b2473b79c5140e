// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates formulas with muparser. muparser evaluates 1/0 to infinity and compares infinity with other numbers, so a
// division by 0 could go unnoticed. Every operation that could hide such a division is therefore a function here, which
// propagates NaN. The C interface is used, because the C++ one requires the compiler and C++ library that muparser was
// built with.
// Source: muparser's manual, "The DLL version"; muParserDLL.h.
// Test: tests/unit/analyze/expression/formula_test.cpp.
#include "analyze/expression/formula.h"

#include "profdiff/error.h"
#include "profdiff/expression.h"

#ifdef PROFDIFF_HAS_MUPARSER

#include <dlfcn.h>
#include <muParserDLL.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace profdiff {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double Comparison(double a, double b, bool holds) { return std::isfinite(a) && std::isfinite(b) ? holds : kUnknown; }
double AsTruth(double a) { return std::isfinite(a) ? a != 0 : kUnknown; }

double Over(double a, double b) { return b == 0 ? kUnknown : a / b; }
// Returns a / b, but 0 if a is 0, even if b is also 0: a loss of 0 counts as a share of 0 even if all losses are 0.
double PartOf(double a, double b) { return a == 0 ? 0 : Over(a, b); }
double Less(double a, double b) { return Comparison(a, b, a < b); }
double LessEqual(double a, double b) { return Comparison(a, b, a <= b); }
double Greater(double a, double b) { return Comparison(a, b, a > b); }
double GreaterEqual(double a, double b) { return Comparison(a, b, a >= b); }
double Equal(double a, double b) { return Comparison(a, b, a == b); }
double NotEqual(double a, double b) { return Comparison(a, b, a != b); }
// The second operand of AND or OR may be unknown if the first one decides the result.
double And(double a, double b) { return std::isfinite(a) && a != 0 ? AsTruth(b) : AsTruth(a); }
double Or(double a, double b) { return a == 0 ? AsTruth(b) : AsTruth(a); }
double Not(double a) { return std::isfinite(a) ? a == 0 : kUnknown; }
double If(double condition, double yes, double no) {
  return !std::isfinite(condition) ? kUnknown : condition != 0 ? yes : no;
}
double Least(double a, double b) { return std::isfinite(a) && std::isfinite(b) ? std::min(a, b) : kUnknown; }
double Most(double a, double b) { return std::isfinite(a) && std::isfinite(b) ? std::max(a, b) : kUnknown; }

// Replaces infinite results by NaN. Power() also checks its operands: the C library's pow(x, 0) is 1 for every x, even
// NaN.
double Known(double a) { return std::isfinite(a) ? a : kUnknown; }
double Power(double a, double b) { return std::isfinite(a) && std::isfinite(b) ? Known(std::pow(a, b)) : kUnknown; }
double PowerOfE(double a) { return std::isfinite(a) ? Known(std::exp(a)) : kUnknown; }
double Logarithm(double a) { return Known(std::log(a)); }
double Logarithm2(double a) { return Known(std::log2(a)); }
double Logarithm10(double a) { return Known(std::log10(a)); }

}  // namespace

struct FormulaEngine::Functions {
  decltype(&mupCreate) create;
  decltype(&mupRelease) release;
  decltype(&mupClearFun) clear_functions;
  decltype(&mupDefineFun1) define_1;
  decltype(&mupDefineFun2) define_2;
  decltype(&mupDefineFun3) define_3;
  decltype(&mupDefineVar) define_variable;
  decltype(&mupSetExpr) set_expression;
  decltype(&mupEval) evaluate;
  decltype(&mupError) has_error;
  decltype(&mupGetErrorMsg) error_text;
};

namespace {

[[noreturn]] void FailToOpen(const char* reason) {
  throw Error(ErrorCode::kUnsupported, std::string("expressions need muparser: ") +
                                           (reason == nullptr ? "it is not installed" : reason) +
                                           " (on Debian, install libmuparser2v5)");
}

template <class Function>
void Load(void* library, Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) FailToOpen(dlerror());
}

// A deleter type. With a function pointer as the deleter, the pointer's type would become part of the name of a symbol
// that the shared library exports.
struct Release {
  decltype(&mupRelease) release;
  void operator()(void* handle) const { release(handle); }
};

void DefineFunctions(const FormulaEngine::Functions& engine, void* handle) {
  engine.clear_functions(handle);
  constexpr std::pair<const char*, muFun1_t> kOfOne[] = {
      {"not", Not},       {"abs", std::fabs},  {"root", std::sqrt},  {"power_of_e", PowerOfE}, {"ln", Logarithm},
      {"lb", Logarithm2}, {"lg", Logarithm10}, {"above", std::ceil}, {"below", std::floor}};
  for (const auto& [name, function] : kOfOne) engine.define_1(handle, name, function, 0);
  constexpr std::pair<const char*, muFun2_t> kOfTwo[] = {
      {"over", Over},       {"part", PartOf}, {"lt", Less},     {"le", LessEqual}, {"gt", Greater},
      {"ge", GreaterEqual}, {"eq", Equal},    {"ne", NotEqual}, {"and", And},      {"or", Or},
      {"least", Least},     {"most", Most},   {"power", Power}};
  for (const auto& [name, function] : kOfTwo) engine.define_2(handle, name, function, 0);
  engine.define_3(handle, "iff", If, 0);
}

void RefuseErrors(const FormulaEngine::Functions& engine, void* handle, const std::string& text) {
  if (engine.has_error(handle) == 0) return;
  const char* const reason = engine.error_text(handle);
  throw Error(ErrorCode::kBadArgument, "muparser does not accept '" + text + "': " + (reason == nullptr ? "" : reason));
}

}  // namespace

bool CanEvaluate() { return true; }

FormulaEngine::FormulaEngine() {
  // The library is never closed: muparser may be linked with an OpenMP runtime, whose threads could still be running
  // when the runtime is unloaded.
  void* const library = dlopen(PROFDIFF_HAS_MUPARSER, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) FailToOpen(dlerror());
  const auto functions = std::make_shared<Functions>();
  Load(library, functions->create, "mupCreate");
  Load(library, functions->release, "mupRelease");
  Load(library, functions->clear_functions, "mupClearFun");
  Load(library, functions->define_1, "mupDefineFun1");
  Load(library, functions->define_2, "mupDefineFun2");
  Load(library, functions->define_3, "mupDefineFun3");
  Load(library, functions->define_variable, "mupDefineVar");
  Load(library, functions->set_expression, "mupSetExpr");
  Load(library, functions->evaluate, "mupEval");
  Load(library, functions->has_error, "mupError");
  Load(library, functions->error_text, "mupGetErrorMsg");
  functions_ = functions;
}

Formula::Formula(const FormulaEngine& engine, const std::string& text, const Variables& variables)
    : functions_(engine.functions_), handle_(functions_->create(0), Release{functions_->release}) {
  void* const handle = handle_.get();
  DefineFunctions(*functions_, handle);
  for (const auto& [name, at] : variables) functions_->define_variable(handle, name.c_str(), at);
  functions_->set_expression(handle, text.c_str());
  RefuseErrors(*functions_, handle, text);
  // The first evaluation compiles the formula. Errors are thus reported here instead of in Value().
  functions_->evaluate(handle);
  RefuseErrors(*functions_, handle, text);
}

double Formula::Value() const {
  const double value = functions_->evaluate(handle_.get());
  return std::isfinite(value) ? value : kUnknown;
}

}  // namespace profdiff

#else

namespace profdiff {

struct FormulaEngine::Functions {};

bool CanEvaluate() { return false; }

FormulaEngine::FormulaEngine() {
  throw Error(ErrorCode::kUnsupported, "expressions cannot be evaluated: this build was compiled without muparser");
}

Formula::Formula(const FormulaEngine& engine, const std::string&, const Variables&) : functions_(engine.functions_) {}

double Formula::Value() const { return 0; }

}  // namespace profdiff

#endif

namespace profdiff {

void RequireEvaluation() { FormulaEngine(); }

}  // namespace profdiff
