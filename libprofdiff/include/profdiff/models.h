// SPDX-License-Identifier: GPL-3.0-or-later
// Performance models: how a number of a function grows with the parameters of a run.
//
// The steps of `egprof model`: values are observed at points, sets of parameters (LoadObservations, ReadObservations,
// ObserveTrace, ObserveProfile); each point is reduced to one number, forms are fitted to these numbers, and the form
// that predicts best is chosen (MakeModels).
//
// Source: Ray, Trebon, Armstrong, Shende, Malony, An Approximate Method for Optimizing HPC Component Applications in
// the Presence of Multiple Component Implementations; Calotoiu, Hoefler, Poke, Wolf, Using Automated Performance
// Modeling to Find Scalability Bugs in Complex Codes (the normal form). What is not in these is "ours".
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

// What was observed.

struct ParameterValue {
  std::string name;
  double value = 0;

  friend auto operator<=>(const ParameterValue&, const ParameterValue&) = default;
};
using ParameterValues = std::vector<ParameterValue>;

// The values of one set of parameters.
struct ObservedPoint {
  std::vector<double> at;      // by ObservedSeries::parameters; all above 0
  std::vector<double> values;  // in the order in which they came; never empty
  double period = 0;           // of sampled times: the largest sampling period, in the unit of the values; else 0
};

// A metric of a function.
struct ObservedSeries {
  std::string function;  // linkage name, or a path of names as a file has it
  std::string metric;    // "time", "self", "mpi", "compute", "calls", or a file's own
  std::string unit;      // "s" of the first four; empty when unknown
  std::vector<std::string> parameters;
  std::vector<ObservedPoint> points;  // by `at`, ascending
};

// Shape: by function, metric and parameters.
struct Observations {
  std::vector<std::string> inputs;  // paths
  std::vector<ObservedSeries> series;
  std::vector<std::string> missing;  // what of damaged recordings was left out; only when salvaging
  std::vector<std::string> remarks;  // what is no damage, but may surprise people; few lines
};

// True for a file that ReadObservations reads, by its first bytes. False for what cannot be opened.
PROFDIFF_EXPORT bool IsObservations(const std::string& path);

// Reads measurements in Extra-P's formats, which are told apart by content: text, JSON (both layouts), and JSON Lines
// with the keys "params" or "parameters", "callpath" or "function", "metric", and "value" or "values".
// Errors: kSystem; kUnsupported for pipes, for files above 1 GiB, and for JSON in a build that cannot parse it;
// kBadMagic for none of the formats; kBadProfile, whose message has the line or the byte: values and parameters that
// are no numbers, parameters that are not above 0, more values or fewer than points. Source: Extra-P's documentation of
// file formats.
PROFDIFF_EXPORT Observations ReadObservations(const std::string& path);

// An argument of a function that is a parameter: "arg1", "fparg1", "retval", or a name where the trace has names.
struct ParameterRule {
  std::string function;  // linkage or readable name, with or without its arguments
  std::string argument;
  std::string name;
};

// "FUNCTION@ARGUMENT=NAME". Errors: kBadArgument, which quotes the text.
PROFDIFF_EXPORT ParameterRule ParseParameterRule(std::string_view text);
// "NAME=VALUE,NAME=VALUE". Errors: kBadArgument for what is no such list, names that come twice, and values that are
// not above 0.
PROFDIFF_EXPORT ParameterValues ParseParameterValues(std::string_view text);

struct ObservationOptions {
  std::vector<std::string> metrics = {"time"};  // of traces and profiles: time self mpi compute calls
  std::vector<ParameterRule> rules;             // of other functions all arguments that are numbers above 0 count
};

// The calls of a trace: each is an observation of its times; `calls` is one, of the whole trace. A function's
// parameters are `at` and its recorded arguments (ThreadTrace::values). Functions without parameters are left out.
//
// `time` is inclusive, `self` without callees; `mpi` is the time of MPI's functions (^P?MPI_) that are called within,
// the outermost of them, and `compute` the rest of `time`.
// Errors: kBadArgument for metrics that are none of these, rules that no call fits, and arguments of rules that are not
// above 0.
PROFDIFF_EXPORT Observations ObserveTrace(const Trace& trace, const ParameterValues& at,
                                          const ObservationOptions& options);

// The functions of a profile that have time or calls, one observation each: a profile is a run. It has no metrics `mpi`
// and `compute`.
// Errors: kBadArgument for metrics that are unknown, and for no parameters.
PROFDIFF_EXPORT Observations ObserveProfile(const FunctionTable& functions, const Profile& profile,
                                            const ParameterValues& at, const ObservationOptions& options);

// Joins observations: points with the same parameters are one.
PROFDIFF_EXPORT Observations JoinObservations(std::vector<Observations> parts);

// A recording, and the parameters that hold for all of it.
struct ObservationInput {
  std::string path;
  std::string image;  // of a profile of gprof's; else empty
  ParameterValues at;
};

struct ObservationLoading {
  ObservationOptions observations;
  CallFilter filter;  // of traces
  bool salvage = false;
  unsigned threads = 1;
};

// Reads and joins recordings: traces, profiles, measurements. Profiles are runs of their point; a function that one of
// them lacks was observed to take no time in it.
// Errors: those of ReadObservations, ReadTrace, SelectCalls, LoadExecution, ObserveTrace and ObserveProfile;
// kBadArgument for a profile without parameters, and where no function has any.
PROFDIFF_EXPORT Observations LoadObservations(std::span<const ObservationInput> inputs,
                                              const ObservationLoading& options, Diagnostics& diagnostics);

// Models.

// How the values of a point become one number.
enum class PointStatistic : std::uint8_t { kMedian, kMean, kMin, kMax, kDeviation };  // of n values, by n - 1

// "median", …
PROFDIFF_EXPORT std::string_view NameOf(PointStatistic statistic);
PROFDIFF_EXPORT std::optional<PointStatistic> FindPointStatistic(std::string_view name);

// x^(numerator / denominator) * log2(x)^logarithm of a parameter.
struct ModelFactor {
  std::size_t parameter = 0;  // of Model::parameters
  int numerator = 0, denominator = 1;
  int logarithm = 0;

  friend auto operator<=>(const ModelFactor&, const ModelFactor&) = default;
};

// A product of factors, 1 for none; or an expression of the user's.
struct ModelTerm {
  using Value = std::function<double(std::span<const double> at)>;

  std::vector<ModelFactor> factors = {};
  std::string expression = {};
  std::shared_ptr<const Value> value = {};  // of an expression; NaN where it has none

  friend auto operator<=>(const ModelTerm&, const ModelTerm&) = default;
};

// "1", "p^1.5", "n*log2(n)", "p^(4/3)".
PROFDIFF_EXPORT std::string TermText(const ModelTerm& term, std::span<const std::string> parameters);

// A form that was fitted, and how well it predicts points that it was not fitted to.
struct ModelFit {
  std::string form;                  // "constant", "pmnf", "linear", "power", "poly2" to "poly4", "terms"
  std::vector<ModelTerm> terms;      // the first is 1; of "power" x alone
  std::vector<double> coefficients;  // of the terms; of "power" a and b of exp(a*log(x) + b)
  double error = 0;                  // percent: 100 sqrt(mean(weight * residual^2)), with relative weights
  double smape = 0;                  // percent: mean of 200 |residual| / (|predicted| + |value|)
  double rss = 0;                    // sum of squares of residuals; all three of left-out points
};

// "-0.0549493 + 1.0232322*p^1.5", with as many digits, or for 0 as many as read back as the same numbers.
PROFDIFF_EXPORT std::string FitText(const ModelFit& fit, std::span<const std::string> parameters, int digits = 0);

// A value of a model somewhere.
struct ModelPrediction {
  std::vector<double> at;  // by Model::parameters
  double value = 0;
  std::optional<double> band_low, band_high;  // 95 % of the mean, if the form is right; nothing without spare points
  bool extrapolated = false;                  // outside the range of the points
  bool negative = false;                      // not above 0
};

struct ModelPoint {
  std::vector<double> at;
  std::size_t count = 0;     // of values
  double value = 0;          // what the statistic makes of these
  double low = 0, high = 0;  // the least and the largest
  double predicted = 0;
};

// How one number of a function depends on parameters.
struct Model {
  std::string function, metric, unit;
  PointStatistic statistic = PointStatistic::kMedian;
  ParameterValues each;                 // that hold for this model alone
  std::vector<std::string> parameters;  // that it depends on
  ModelFit fit;
  std::optional<double> exponent;  // local one at the largest point, of the parameter with the largest: d ln y / d ln x
  std::vector<std::string> flags;  // few-points collinear skewed no-growth extrapolated negative
  std::vector<ModelPoint> points;
  std::vector<ModelPrediction> predictions;          // of ModelOptions::predictions
  std::vector<std::vector<ModelPrediction>> curves;  // by parameter, the others at their largest values
  std::vector<ModelFit> candidates;                  // the best five, the best first
};

// Shape: by function, metric, parameters of `each`, statistic.
struct Models {
  std::vector<std::string> inputs;
  std::string unit = "s";  // of times
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
  std::vector<std::string> metrics;  // none: all that were observed
  std::string each;                  // a parameter: a model for each of its values; empty: none
  std::vector<std::string> terms;    // expressions (profdiff/expression.h): sums of up to three of them are forms, too
  ParameterValues constants;         // of these
  std::vector<ParameterValues> predictions;
  std::string unit = "s";  // s ms us ns: what times are written in
  std::size_t curve_points = 0;
};

// The forms that ModelOptions::forms may name.
PROFDIFF_EXPORT std::span<const std::string_view> ModelForms();

// True if this build can make models: it needs Eigen and Boost.Math when it is compiled.
PROFDIFF_EXPORT bool CanModel();
// Errors: kUnsupported if it cannot.
PROFDIFF_EXPORT void RequireModels();

// Fits and chooses. Forms are fitted by least squares; of those that are above 0 at all points (which is not asked
// where times are sampled) the one with the least leave-one-out error is chosen, if it beats the constant in an F test
// at 0.05 divided by the number of candidates. Cost: linear in series and forms, and in points; of several parameters
// at most 1000 forms. Errors: those of RequireModels; kBadArgument for unknown forms, units, metrics and parameters;
// more than three parameters that vary are a remark. Source: sections 3.3 and 4 of the paper; the weights, the choice
// and the guard are ours.
PROFDIFF_EXPORT Models MakeModels(const Observations& observations, const ModelOptions& options = {});

// Gates.

// "exponent > 1.5", "error > 10%", "predicted > 2s".
struct ModelGate {
  enum class Of : std::uint8_t { kExponent, kError, kPredicted };

  std::string text;
  Of of = Of::kExponent;
  std::string relation;  // > >= < <=
  double limit = 0;      // in per cent for errors; in the unit of the number for predictions
  bool is_time = false;  // the limit has a unit of time, and is in seconds
};

// Errors: kBadArgument, which quotes the text.
PROFDIFF_EXPORT ModelGate ParseModelGate(std::string_view text);
// The models for which the condition holds, by place. Models of deviations are not asked.
// Errors: kBadArgument for predictions where there are none.
PROFDIFF_EXPORT std::vector<std::size_t> FindOffenders(const ModelGate& gate, const Models& models);

// Reports. `other`, where it is not null, is the execution to be compared with.

// For people: the answer in ten lines, then the reasons, then tables. A limit of 0 shows all rows.
PROFDIFF_EXPORT void WriteModels(std::string& out, const Models& models, const Models* other = nullptr,
                                 std::size_t limit = 0);

// For programs: tables, or a document of the kind "models" of the schema.
// Errors: kUnsupported where the format is not available.
PROFDIFF_EXPORT void WriteModels(std::string& out, const TableFormat& format, const Models& models,
                                 const Models* other = nullptr);

// The observations as JSON in Extra-P's layout. Of the series with the parameters that most have: a file has one set.
// Errors: kUnsupported where JSON is not available; kBadArgument for no series.
PROFDIFF_EXPORT void WriteExtraP(std::string& out, const Observations& observations);

// One page of HTML, which asks no network. Errors: those of RequirePages (profdiff/formats.h); kUnsupported where JSON
// is not available.
PROFDIFF_EXPORT void WriteModelPage(std::string& out, const Models& models, const Models* other = nullptr);

}  // namespace profdiff

#endif  // PROFDIFF_MODELS_H_
