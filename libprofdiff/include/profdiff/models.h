// SPDX-License-Identifier: GPL-3.0-or-later
// Performance models: how a metric of a function grows with the parameters of a run.
//
// The steps of `egprof model`: values are observed at points, which are sets of parameters (LoadObservations,
// ReadObservations, ObserveTrace, ObserveProfile); each point is reduced to one number; forms are fitted to these
// numbers, and the form that predicts best is chosen (MakeModels).
//
// Source: Ray, Trebon, Armstrong, Shende, Malony, An Approximate Method for Optimizing HPC Component Applications in
// the Presence of Multiple Component Implementations; Calotoiu, Hoefler, Poke, Wolf, Using Automated Performance
// Modeling to Find Scalability Bugs in Complex Codes (the normal form). "Ours" marks additions to these papers.
#ifndef PROFDIFF_MODELS_H_
#define PROFDIFF_MODELS_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/trace.h"

namespace profdiff {

struct FunctionTable;  // profdiff/functions.h
struct Profile;        // profdiff/profile.h
struct TableFormat;    // profdiff/formats.h

// Observations.

struct ParameterValue {
  std::string name;
  double value = 0;

  friend auto operator<=>(const ParameterValue&, const ParameterValue&) = default;
};
using ParameterValues = std::vector<ParameterValue>;

// The values that were observed with one set of parameters.
struct ObservedPoint {
  std::vector<double> at;      // values of ObservedSeries::parameters; all above 0
  std::vector<double> values;  // in order of observation; never empty
  double period = 0;           // the largest sampling period, in the unit of the values; 0: not sampled
};

// One metric of one function.
struct ObservedSeries {
  std::string function;  // linkage name, or a call path as in the file
  std::string metric;    // "time", "self", "mpi", "compute", "calls", or a name from a file of measurements
  std::string unit;      // "s" for the first four metrics; empty when unknown
  std::vector<std::string> parameters;
  std::vector<ObservedPoint> points;  // by `at`, ascending
};

// Shape: by function, metric and parameters.
struct Observations {
  std::vector<std::string> inputs;  // paths
  std::vector<ObservedSeries> series;
  std::vector<std::string> missing;  // parts of damaged recordings that were left out; only when salvaging
  std::vector<std::string> remarks;  // messages about oddities that are not damage; a few lines
};

// True for a file that ReadObservations reads, judged by its first bytes. False for a file that cannot be opened.
PROFDIFF_EXPORT bool IsObservations(const std::string& path);

// Reads measurements in Extra-P's formats, which are distinguished by content: text, JSON (both layouts), and JSON
// Lines with the keys "params" or "parameters", "callpath" or "function", "metric", and "value" or "values".
// Errors: kSystem; kUnsupported for pipes, for files above 1 GiB, and for JSON in a build that cannot parse it;
// kBadMagic for a file in none of the formats; kBadProfile, whose message names the line or the byte, for values and
// parameters that are not numbers, parameters that are not above 0, and a number of values that differs from the number
// of points. Source: Extra-P's documentation of file formats.
PROFDIFF_EXPORT Observations ReadObservations(const std::string& path);

// A rule that makes an argument of a function a parameter. `argument`: "arg1", "fparg1", "retval", or its name if the
// trace has names.
struct ParameterRule {
  std::string function;  // linkage name or demangled name, with or without its arguments
  std::string argument;
  std::string name;
};

// "FUNCTION@ARGUMENT=NAME". Errors: kBadArgument, which quotes the text.
PROFDIFF_EXPORT ParameterRule ParseParameterRule(std::string_view text);
// "NAME=VALUE,NAME=VALUE". Errors: kBadArgument for any other text, names that occur twice, and values that are not
// above 0.
PROFDIFF_EXPORT ParameterValues ParseParameterValues(std::string_view text);

struct ObservationOptions {
  std::vector<std::string> metrics = {"time"};  // from traces and profiles: time self mpi compute calls
  std::vector<ParameterRule> rules;             // functions without a rule: all arguments that are numbers above 0
};

// Observes the calls of a trace: each call is one observation of its times; `calls` has one observation for the whole
// trace. A function's parameters are `at` and its recorded arguments (ThreadTrace::values). Functions without
// parameters are left out.
//
// `time` is inclusive, `self` without callees; `mpi` is the time of the outermost MPI functions (^P?MPI_) called
// within, and `compute` the rest of `time`.
// Errors: kBadArgument for other metrics, rules that match no call, and arguments of rules that are not above 0.
PROFDIFF_EXPORT Observations ObserveTrace(const Trace& trace, const ParameterValues& at,
                                          const ObservationOptions& options);

// Observes the functions of a profile that have time or calls. A profile is one run, and one observation of each
// function. It has no metrics `mpi` and `compute`.
// Errors: kBadArgument for unknown metrics, and if `at` is empty.
PROFDIFF_EXPORT Observations ObserveProfile(const FunctionTable& functions, const Profile& profile,
                                            const ParameterValues& at, const ObservationOptions& options);

// Joins observations: points with the same parameters become one.
PROFDIFF_EXPORT Observations JoinObservations(std::vector<Observations> parts);

// A recording, and the parameters that apply to all of it.
struct ObservationInput {
  std::string path;
  std::string image;  // program of a gprof profile; otherwise empty
  ParameterValues at;
};

struct ObservationLoading {
  ObservationOptions observations;
  CallFilter filter;  // for traces
  bool salvage = false;
  unsigned threads = 1;
};

// Reads and joins recordings: traces, profiles, measurements. Profiles with the same parameters are runs of one point;
// a function that is missing from a run took 0 time in it.
// Errors: those of ReadObservations, ReadTrace, SelectCalls, LoadExecution, ObserveTrace and ObserveProfile;
// kBadArgument for a profile without parameters, and if no function has parameters.
PROFDIFF_EXPORT Observations LoadObservations(std::span<const ObservationInput> inputs,
                                              const ObservationLoading& options, Diagnostics& diagnostics);

// Models.

// Statistic that reduces the values of a point to one number.
enum class PointStatistic : std::uint8_t {
  kMedian,
  kMean,
  kMin,
  kMax,
  kDeviation
};  // kDeviation: the standard deviation of a sample, with n - 1

// "median", …
PROFDIFF_EXPORT std::string_view NameOf(PointStatistic statistic);
PROFDIFF_EXPORT std::optional<PointStatistic> FindPointStatistic(std::string_view name);

// x^(numerator / denominator) * log2(x)^logarithm, where x is a parameter.
struct ModelFactor {
  std::size_t parameter = 0;  // index into Model::parameters
  int numerator = 0, denominator = 1;
  int logarithm = 0;

  friend auto operator<=>(const ModelFactor&, const ModelFactor&) = default;
};

// A product of factors, 1 if there are none; or an expression that the user gave.
struct ModelTerm {
  using Value = std::function<double(std::span<const double> at)>;

  std::vector<ModelFactor> factors = {};
  std::string expression = {};
  std::shared_ptr<const Value> value = {};  // value of the expression; NaN where it is undefined

  friend auto operator<=>(const ModelTerm&, const ModelTerm&) = default;
};

// "1", "p^1.5", "n*log2(n)", "p^(4/3)".
PROFDIFF_EXPORT std::string TermText(const ModelTerm& term, std::span<const std::string> parameters);

// A fitted form, and how well it predicts points that it was not fitted to.
struct ModelFit {
  std::string form;                  // "constant", "pmnf", "linear", "power", "poly2" to "poly4", "terms"
  std::vector<ModelTerm> terms;      // the first is 1; "power": only x
  std::vector<double> coefficients;  // coefficients of the terms; "power": a and b in exp(a*log(x) + b)
  double error = 0;                  // in percent: 100 sqrt(mean(weight * residual^2)), with relative weights
  double smape = 0;                  // in percent: mean of 200 |residual| / (|predicted| + |value|)
  double rss = 0;                    // sum of squared residuals; all three errors are leave-one-out
};

// "-0.0549493 + 1.0232322*p^1.5", with this many significant digits; 0: as many as needed to read back the same
// numbers.
PROFDIFF_EXPORT std::string FitText(const ModelFit& fit, std::span<const std::string> parameters, int digits = 0);

// The value of a model at a point.
struct ModelPrediction {
  std::vector<double> at;  // values of Model::parameters
  double value = 0;
  std::optional<double> band_low,
      band_high;  // 95 % confidence band of the mean, if the form is right; nothing without degrees of freedom
  bool extrapolated = false;  // outside the range of the points
  bool negative = false;      // not above 0
};

struct ModelPoint {
  std::vector<double> at;
  std::size_t count = 0;     // number of values
  double value = 0;          // the statistic of the values
  double low = 0, high = 0;  // the least and the largest
  double predicted = 0;
};

// How one metric of a function depends on parameters.
struct Model {
  std::string function, metric, unit;
  PointStatistic statistic = PointStatistic::kMedian;
  ParameterValues each;                 // the parameter value to which this model is limited; see ModelOptions::each
  std::vector<std::string> parameters;  // parameters that the model may depend on
  ModelFit fit;
  // Matrix S over pairs of terms, row by row: x' S x is the squared half width of the 95 % band at a point whose terms
  // have the values x; in logarithms for "power", whose terms are log(x) and 1. Empty without degrees of freedom.
  std::vector<double> spread;
  // Local exponent d ln y / d ln x at the largest point; the largest over all parameters.
  std::optional<double> exponent;
  std::vector<std::string> flags;  // few-points collinear skewed no-growth extrapolated negative
  std::vector<ModelPoint> points;
  std::vector<ModelPrediction> predictions;          // predictions for ModelOptions::predictions
  std::vector<std::vector<ModelPrediction>> curves;  // by parameter, with the others at their largest values
  std::vector<ModelFit> candidates;                  // the five best, best first
};

// Shape: by function, metric, parameters of `each`, statistic.
struct Models {
  std::vector<std::string> inputs;
  std::string unit = "s";  // unit of times
  std::vector<Model> models;
  std::vector<std::string> remarks;
};

struct ModelOptions {
  enum class Weights : std::uint8_t { kRelative, kNone };
  enum class ChooseBy : std::uint8_t { kError, kSmape, kRss };

  std::vector<std::string> forms = {"pmnf"};
  Weights weights = Weights::kRelative;
  ChooseBy choose_by = ChooseBy::kError;
  std::vector<PointStatistic> statistics = {PointStatistic::kMedian, PointStatistic::kDeviation};
  std::vector<std::string> metrics;  // empty: all that were observed
  std::string each;                  // a parameter; each of its values gets its own model; empty: none
  std::vector<std::string> terms;    // expressions (profdiff/expression.h); sums of up to three are forms, too
  ParameterValues constants;         // constants in `terms`
  std::vector<ParameterValues> predictions;
  std::string unit = "s";  // unit of times in the output: s ms us ns
  std::size_t curve_points = 0;
};

// The forms that ModelOptions::forms may name.
PROFDIFF_EXPORT std::span<const std::string_view> ModelForms();

// True if this build can make models: it needs Eigen and Boost.Math when it is compiled.
PROFDIFF_EXPORT bool CanModel();
// Errors: kUnsupported if it cannot.
PROFDIFF_EXPORT void RequireModels();

// Fits forms by least squares and chooses among those that are above 0 at all points (sampled times are exempt): the
// form with the least leave-one-out error, if it is significantly better than the constant in an F test (level 0.05
// divided by the number of candidates). Cost: linear in series, forms and points; several parameters have at most 1000
// forms. Errors: those of RequireModels; kBadArgument for unknown forms, units, metrics and parameters; more than three
// varying parameters cause a remark. Source: sections 3.3 and 4 of the paper; the weights, the choice and the guard are
// ours.
PROFDIFF_EXPORT Models MakeModels(const Observations& observations, const ModelOptions& options = {});

// Gates.

// "exponent > 1.5", "error > 10%", "predicted > 2s".
struct ModelGate {
  enum class Of : std::uint8_t { kExponent, kError, kPredicted };

  std::string text;
  Of of = Of::kExponent;
  std::string relation;  // > >= < <=
  double limit = 0;      // in percent for errors; in the unit of the metric for predictions
  bool is_time = false;  // the limit was given with a unit of time, and is in seconds
};

// Errors: kBadArgument, which quotes the text.
PROFDIFF_EXPORT ModelGate ParseModelGate(std::string_view text);
// Indices of the models for which the condition holds. Models of standard deviations are skipped.
// Errors: kBadArgument for a condition on predictions if there are none.
PROFDIFF_EXPORT std::vector<std::size_t> FindOffenders(const ModelGate& gate, const Models& models);

// Reports. `other` is the execution to compare with; may be null.

// As text: the answer in ten lines, then the reasons, then tables. A limit of 0 shows all rows.
PROFDIFF_EXPORT void WriteModels(std::string& out, const Models& models, const Models* other = nullptr,
                                 std::size_t limit = 0);

// For programs: tables, or a document of the kind "models" of the schema.
// Errors: kUnsupported where the format is not available.
PROFDIFF_EXPORT void WriteModels(std::string& out, const TableFormat& format, const Models& models,
                                 const Models* other = nullptr);

// The observations as JSON in Extra-P's layout. Writes only series with the most common set of parameters, as a file
// has one set.
// Errors: kUnsupported where JSON is not available; kBadArgument if there is no series.
PROFDIFF_EXPORT void WriteExtraP(std::string& out, const Observations& observations);

// One HTML page, which needs no network. Errors: those of RequirePages (profdiff/formats.h); kUnsupported where JSON is
// not available.
PROFDIFF_EXPORT void WriteModelPage(std::string& out, const Models& models, const Models* other = nullptr);

}  // namespace profdiff

#endif  // PROFDIFF_MODELS_H_
