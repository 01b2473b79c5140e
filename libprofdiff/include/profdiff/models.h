// SPDX-License-Identifier: GPL-3.0-or-later
// Performance models, which describe how a metric of a function grows with the parameters of a run.
//
// The steps of `egprof model`: values are observed at points, which are sets of parameters (LoadObservations,
// ReadObservations, ObserveTrace, ObserveProfile); each point is reduced to one number, forms are fitted to these
// numbers, and the form with the best predictions is chosen (MakeModels).
//
// Source: Ray, Trebon, Armstrong, Shende, Malony, An Approximate Method for Optimizing HPC Component Applications in
// the Presence of Multiple Component Implementations; Calotoiu, Hoefler, Poke, Wolf, Using Automated Performance
// Modeling to Find Scalability Bugs in Complex Codes (the normal form). Additions to these papers are marked as such.
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
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/trace.h"

namespace profdiff {

struct PerfText;     // profdiff/difference.h
struct TableFormat;  // profdiff/formats.h

// Observed values.

struct ParameterValue {
  std::string name;
  double value = 0;
  std::string text = {};  // a value that is not a number; empty for numbers

  friend auto operator<=>(const ParameterValue&, const ParameterValue&) = default;
};
using ParameterValues = std::vector<ParameterValue>;

// The values observed for one set of parameters.
struct ObservedPoint {
  std::vector<double> at;      // values of ObservedSeries::parameters
  std::vector<double> values;  // in order of observation; never empty
  double period = 0;           // largest sampling period, in the unit of `values`; 0 if not sampled
};

// One metric of one function.
struct ObservedSeries {
  std::string function;  // linkage name, or a call path as given in the file
  std::string metric;    // "time", "self", "mpi", "compute", "calls", or a name from a file of measurements
  std::string unit;      // "s" for the first four metrics; empty if unknown
  std::vector<std::string> parameters;
  std::vector<ObservedPoint> points;  // sorted by `at`, ascending
  // Values that all points have in common and that are texts; only with ObservationOptions::each.
  ParameterValues labels = {};
  // The caller's linkage name, or the linkage names of all callers, the outermost first (ObservationOptions::by).
  std::vector<std::string> callers = {};
};

// How often recorded arguments were not used as parameters, by reason; each function of each input counts once.
struct UnusedArguments {
  std::uint64_t not_positive = 0;                  // functions with an argument that is not always above 0
  std::uint64_t of_texts = 0, calls_of_texts = 0;  // functions, and their calls, with texts that were not kept
  std::uint64_t crowded = 0;                       // functions whose arguments have too many sets of values
};

// Observations of one or more inputs.
// Shape: series are sorted by function, metric and parameters.
struct Observations {
  std::vector<std::string> inputs;  // paths of the inputs
  std::vector<ObservedSeries> series;
  std::vector<Message> missing;  // messages about omitted parts of damaged recordings, if these were salvaged
  std::vector<Message> remarks;  // messages about oddities that are not damage; at most a few
  UnusedArguments unused = {};
};

// What a set of Cube experiments gives for each function: the sum over all ranks and threads, or the value of each of
// them, as for weak scaling, where each has a problem of its own.
enum class ObservedLocations : std::uint8_t { kSum, kEach };

// Reads measurements in Extra-P's formats, which are distinguished by their contents: text, JSON (both layouts), and
// JSON Lines with the keys "params" or "parameters", "callpath" or "function", "metric", and "value" or "values".
// The parameter `each` may be a text, 0 or less; only JSON Lines have texts.
// Errors: kSystem; kUnsupported for pipes, for files larger than 1 GiB, and for JSON in a build that cannot parse it;
// kUnknownFormat for a file in none of these formats; kBadProfile for values or parameters that are not numbers, for
// parameters of 0 or less, and if the numbers of values and points differ; place() is the line or the byte.
// Source: Extra-P's documentation of file formats.
PROFDIFF_EXPORT Observations ReadObservations(const std::string& path, const std::string& each = {},
                                              ObservedLocations locations = ObservedLocations::kSum);

// A rule that makes an argument of a function a parameter of the function's models. `argument` is "arg1", "fparg1",
// "retval", or the argument's name if the trace has names.
struct ParameterRule {
  std::string function;  // linkage name or demangled name, with or without its arguments
  std::string argument;
  std::string name;
};

// Parses "FUNCTION@ARGUMENT=NAME". Errors: kBadArgument, whose message quotes the text.
PROFDIFF_EXPORT ParameterRule ParseParameterRule(std::string_view text);
// Parses "NAME=VALUE,NAME=VALUE". Errors: kBadArgument for any other text, for names that occur twice, and for values
// of 0 or less.
PROFDIFF_EXPORT ParameterValues ParseParameterValues(std::string_view text);
// The same, for parameters of a file: values may also be texts, 0 or less, which need ObservationOptions::each.
PROFDIFF_EXPORT ParameterValues ParseParametersOfFile(std::string_view text);

struct ObservationOptions {
  // Metrics to observe in traces and profiles; any of: time self mpi compute calls.
  std::vector<std::string> metrics = {"time"};
  // Rules that turn arguments into parameters. In a function without a rule, an argument is a parameter if it is a
  // number above 0 in every call.
  std::vector<ParameterRule> rules;
  // A parameter whose values get separate models, and may therefore be texts, 0 or less; empty: none.
  std::string each = {};
  // Whether calls of a function are told apart by their caller, or by all their callers. Profiles without stacks, such
  // as those of gprof and callgrind, have only callers.
  enum class By : std::uint8_t { kFunction, kCaller, kPath };
  By by = By::kFunction;
  ObservedLocations locations = ObservedLocations::kSum;
};

// A recording, and the parameters that apply to the whole recording.
struct ObservationInput {
  Input file;
  Input image;  // program of a gprof profile; empty for other recordings
  ParameterValues at;
};

struct ObservationLoading {
  ObservationOptions observations;
  CallFilter filter;  // selects the calls of traces
  // Converts perf.data to text (LoadingOptions::perf_script); if not set, such files are refused.
  std::function<PerfText(const std::string& path)> perf_script = {};
  bool salvage = false;
  unsigned threads = 1;
};

// Reads and joins recordings, which may be traces, profiles and measurements. Profiles with the same parameters are
// runs that belong to one point; a function that is missing from one of them has time 0 in that run.
// Errors: as for ReadObservations, ReadTrace, SelectCalls, LoadExecution, ObserveTrace and ObserveProfile; kBadArgument
// for a profile without parameters, and if no function has parameters.
PROFDIFF_EXPORT Observations LoadObservations(std::span<const ObservationInput> inputs,
                                              const ObservationLoading& options, Diagnostics& diagnostics);

// Fitting models.

// The statistic that reduces the values of a point to one number. kDeviation is the sample standard deviation, which
// divides by n - 1.
enum class PointStatistic : std::uint8_t { kMedian, kMean, kMin, kMax, kDeviation };

// Returns the name of a statistic, such as "median".
PROFDIFF_EXPORT std::string_view NameOf(PointStatistic statistic);
PROFDIFF_EXPORT std::optional<PointStatistic> FindPointStatistic(std::string_view name);

// The factor x^(numerator / denominator) * log2(x)^logarithm, where x is a parameter.
struct ModelFactor {
  std::size_t parameter = 0;  // index into Model::parameters
  int numerator = 0, denominator = 1;
  int logarithm = 0;

  friend auto operator<=>(const ModelFactor&, const ModelFactor&) = default;
};

// A product of factors (1 if there are none), or an expression given by the user.
struct ModelTerm {
  using Value = std::function<double(std::span<const double> at)>;

  std::vector<ModelFactor> factors = {};
  std::string expression = {};
  std::shared_ptr<const Value> value = {};  // computes the expression; NaN where it is undefined

  friend auto operator<=>(const ModelTerm&, const ModelTerm&) = default;
};

// A fitted form, with its prediction errors at points that were left out of the fit.
struct ModelFit {
  std::string form;                  // "constant", "pmnf", "linear", "power", "poly2" to "poly4", "terms"
  std::vector<ModelTerm> terms;      // the first is 1; for "power" there is only x
  std::vector<double> coefficients;  // coefficients of the terms; for "power": a and b in exp(a*log(x) + b)
  // The following three values are errors of leave-one-out predictions: each point is predicted from a fit to all other
  // points.
  double error = 0;  // in percent: 100 sqrt(mean(w residual^2)), with relative weights w
  double smape = 0;  // in percent: mean of 200 |residual| / (|predicted| + |value|)
  double rss = 0;    // sum of residual^2
};

// Returns a fit as text, such as "-0.0549493 + 1.0232322*p^1.5", with `digits` significant digits; 0 means as many as
// are needed to read back the same numbers.
PROFDIFF_EXPORT std::string FitText(const ModelFit& fit, std::span<const std::string> parameters, int digits = 0);

// How well more ranks are used, compared with the smallest number of ranks.
struct ModelScaling {
  double speedup = 0;
  double efficiency = 0;  // 1 if time is used as well as with the smallest number
};

// The value of a model at a point.
struct ModelPrediction {
  std::vector<double> at;  // values of Model::parameters
  double value = 0;
  // 95 % confidence band of the mean, if the form is right; nullopt without degrees of freedom
  std::optional<double> band_low, band_high;
  bool extrapolated = false;  // true if `at` is outside the range of the measured points
  bool negative = false;      // true if `value` is 0 or less
  // 95 % interval of the mean over all forms that explain the points about as well; 0 instead of less
  std::optional<double> low, high;
  std::optional<ModelScaling> scaling;  // with ModelOptions::scaling
};

struct ModelPoint {
  std::vector<double> at;
  std::size_t count = 0;     // number of observed values
  double value = 0;          // the observed values, reduced to one number by Model::statistic
  double low = 0, high = 0;  // smallest and largest observed value
  double predicted = 0;
  bool is_outlier = false;              // true if the point is left out of the fit
  std::optional<ModelScaling> scaling;  // of `value`; with ModelOptions::scaling
};

// What a model says about growth.
struct ModelVerdict {
  enum class Kind : std::uint8_t {
    kFlat,  // the value does not change by more than `bound` over the measured range
    kGrows,
    kFalls,
    kUnknown,  // it may change by up to `bound`
  };

  Kind kind = Kind::kUnknown;
  std::optional<double> bound;  // with 95 % confidence, in percent of the value at the smallest size
  // 95 % interval of the exponent over all forms that explain the points about as well
  std::optional<double> exponent_low, exponent_high;
  std::vector<std::string> help;  // what would make the verdict more certain; only for kUnknown
};

// Returns the name of a verdict: "flat", "grows", "falls" or "unknown".
PROFDIFF_EXPORT std::string_view NameOf(ModelVerdict::Kind kind);

// A change of form between two values of a parameter.
struct ModelSwitch {
  std::size_t parameter = 0;  // index into Model::parameters
  double low = 0, high = 0;   // the largest value that follows `lower`, and the smallest that follows Model::fit
  ModelFit lower;
};

// A form that was left out because it is 0 or less at a point at which a value above 0 was measured.
struct LeftOutForm {
  ModelFit fit;
  std::vector<double> at;
};

// A model of how one metric of a function depends on parameters.
struct Model {
  std::string function, metric, unit;
  std::vector<std::string> callers = {};  // as in ObservedSeries
  PointStatistic statistic = PointStatistic::kMedian;
  // name and value of the parameter ModelOptions::each to which the model is limited, and ObservedSeries::labels
  ParameterValues each;
  std::vector<std::string> parameters;  // parameters that the model may depend on
  ModelFit fit;
  // Matrix S of the 95 % confidence band, row by row, with a row and a column for each term. At a point where the terms
  // have the values x (a vector), x' S x is the square of the band's half width. For the form "power", the terms are
  // the logarithm of the parameter and 1, and the half width is that of the logarithm of the value. Empty without
  // degrees of freedom.
  std::vector<double> spread;
  // The largest local exponent d ln y / d ln x of any parameter x, at the largest values of the parameters.
  std::optional<double> exponent;
  ModelVerdict verdict;
  std::optional<ModelSwitch> form_switch;
  std::optional<LeftOutForm> left_out;  // the best such form, if it is better than `fit`
  // any of: few-points collinear skewed no-growth uncertain poor-fit outlier segments left-out extrapolated negative
  // (see egprof-model(1))
  std::vector<std::string> flags;
  std::vector<ModelPoint> points;
  std::vector<ModelPrediction> predictions;  // as requested in ModelOptions::predictions
  // for each parameter, a curve along this parameter, with the other parameters at their largest values
  std::vector<std::vector<ModelPrediction>> curves;
  // for each measured combination of the other parameters' values, a curve along each parameter
  struct Slice {
    std::size_t parameter = 0;
    std::vector<ModelPrediction> curve;
  };
  std::vector<Slice> slices;
  std::vector<ModelFit> candidates;  // the five best fits, best first
};

// The result of MakeModels. Shape: models are sorted by function, metric, value of ModelOptions::each, and statistic.
struct Models {
  std::vector<std::string> inputs;
  std::string unit = "s";  // unit of times
  std::vector<Model> models;
  std::vector<Message> remarks;
};

struct ModelOptions {
  enum class Weights : std::uint8_t { kRoot, kRelative, kNone };
  enum class ChooseBy : std::uint8_t { kError, kSmape, kRss };
  // How the size of the problem depends on the number of ranks, if that number is the only parameter: with kStrong, all
  // ranks share one problem of constant size; with kWeak, each rank has its own.
  enum class Scaling : std::uint8_t { kNone, kStrong, kWeak };

  std::vector<std::string> forms = {"pmnf"};
  Weights weights = Weights::kRoot;
  ChooseBy choose_by = ChooseBy::kError;
  std::vector<PointStatistic> statistics = {PointStatistic::kMedian, PointStatistic::kDeviation};
  std::vector<std::string> metrics;  // metrics to model; empty: all observed metrics
  double flat = 10;                  // largest change, in percent, of a value that counts as flat
  Scaling scaling = Scaling::kNone;
  std::string each;                // parameter whose values each get a separate model; empty: none
  std::vector<std::string> terms;  // expressions (profdiff/expression.h); also tried in sums of up to three
  ParameterValues constants;       // constants used in `terms`
  std::vector<ParameterValues> predictions;
  std::string unit = "s";  // unit of times in the output: s, ms, us or ns
  std::size_t curve_points = 0;
};

// Returns the names of forms for ModelOptions::forms.
PROFDIFF_EXPORT std::span<const std::string_view> ModelForms();

// Throws if this build cannot make models. Errors: kUnsupported.
PROFDIFF_EXPORT void RequireModels();

// Fits forms by least squares, and chooses the one with the smallest leave-one-out error. Forms that are 0 or less
// where a value above 0 was measured are left out (except for sampled times), and so are those of "pmnf" with a
// coefficient below 0, except for the constant. A sum of two terms, a form without one of the points, and two forms for
// two parts of the range are chosen if they are better by a wide margin. Values change with a parameter if an F test of
// the form (level 0.05 divided by the number of forms) or the slope of logarithms (level 0.01) says so. Cost: linear in
// series, forms and points. Errors: as for RequireModels; kBadArgument for unknown forms, units, metrics and
// parameters, for values of parameters that are not above 0, except for those of ModelOptions::each, and if nothing can
// be modelled. Source: sections 3.3 and 4 of the paper by Ray and others; weights, choice and tests are additions.
PROFDIFF_EXPORT Models MakeModels(const Observations& observations, const ModelOptions& options = {});

// Gates: conditions on models.

// A condition on models, such as "exponent > 1.5", "error > 10%" or "predicted > 2s".
struct ModelGate {
  enum class Of : std::uint8_t { kExponent, kError, kPredicted };

  std::string text;
  Of of = Of::kExponent;
  std::string relation;  // > >= < <=
  double limit = 0;      // in percent for errors; in the metric's unit for predictions
  bool is_time = false;  // true if the limit was given with a unit of time; it is then in seconds
};

// Parses a condition. Errors: kBadArgument, whose message quotes the text.
PROFDIFF_EXPORT ModelGate ParseModelGate(std::string_view text);
// Returns the indices of the models for which the condition holds. Models of standard deviations are skipped.
// Conditions on exponents and predictions of models that are unknown, uncertain or poor fits hold only if they hold for
// the whole interval. Errors: kBadArgument for a condition on predictions if there are no predictions.
PROFDIFF_EXPORT std::vector<std::size_t> FindOffenders(const ModelGate& gate, const Models& models);
// Returns the indices of the models for which it cannot be told whether the condition holds. Errors: as above.
PROFDIFF_EXPORT std::vector<std::size_t> FindUndecided(const ModelGate& gate, const Models& models);

// Reports on models. `other` contains the models to compare with; it may be null.

// Writes models. The text has the most expensive and the fastest growing models, a table of all models, predictions,
// and the meaning of flags; or, with `other`, pairs of models. A document has the schema's kind "models". `limit` is
// the maximum number of rows of the text, 0 for all; `styles` are those of the text.
PROFDIFF_EXPORT void WriteModels(std::string& out, const TableFormat& format, const Models& models,
                                 const Models* other = nullptr, std::size_t limit = 0, const TextStyles& styles = {});

// Writes observations as JSON in Extra-P's layout. Only series with the most common set of parameters are written,
// because a file can have only one set.
// Errors: kBadArgument if there is no series.
PROFDIFF_EXPORT void WriteExtraP(std::string& out, const Observations& observations);

// Writes a self-contained HTML page. Errors: as for RequirePages (profdiff/formats.h).
PROFDIFF_EXPORT void WriteModelPage(std::string& out, const Models& models, const Models* other = nullptr);

}  // namespace profdiff

#endif  // PROFDIFF_MODELS_H_
