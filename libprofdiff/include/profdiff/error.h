// SPDX-License-Identifier: GPL-3.0-or-later
// Errors, warnings and notes of the library. Each one is a value, a Message; TextOf makes the text of any of them.
#ifndef PROFDIFF_ERROR_H_
#define PROFDIFF_ERROR_H_

#include <compare>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/export.h"

namespace profdiff {

// Kinds of messages, for callers that distinguish them.
enum class ErrorCode {
  kNote,               // not an error: a warning, a remark, or the reason for a result
  kSystem,             // an error of the operating system, whose text is the cause
  kNoSource,           // a source file is in none of the places searched
  kNotAnImage,         // libbfd does not recognise the file as an object file
  kNoText,             // the image has no .text section
  kTextTooLarge,       // the image's .text section is larger than its file
  kNoSymbols,          // no symbol of the image is a function
  kBadSymbolFile,      // a symbol file cannot be read
  kBadOrderMap,        // a map of functions to object files cannot be read
  kAddressSize,        // the size of the image's addresses is neither 32 nor 64 bits
  kLibbfd,             // a message of libbfd itself, which begins with libbfd's name
  kNoCode,             // the code of the image cannot be examined for calls
  kOtherArchitecture,  // calls cannot be found in code of the image's architecture
  kTooShort,           // a profile is shorter than a header
  kBadMagic,           // a profile does not begin like a gmon.out file
  kNotGmon,            // a profile is in none of the layouts of gmon.out files
  kBadVersion,         // the version of a gmon.out file is neither 0 nor 1
  kBadTag,             // a record of gmon.out has an unknown kind
  kTruncated,          // the file ends inside a record
  kTruncatedBins,      // a BSD profile ends inside its histogram
  kBadCompression,     // a gzip stream cannot be unpacked
  kOtherDimension,     // the dimension of a histogram differs from the first one's; Message::lines has both
  kOtherScale,         // the bins of a histogram have another width than the first one's
  kOverlap,            // a histogram and an earlier one have only a part of their ranges in common
  kIncompatibleFile,   // the rate or range of a BSD profile differs from the first file's
  kIncompatible,       // executions or recordings cannot be added up or compared
  kOverflow,           // the sum of counts does not fit in 64 bits
  kUnsupported,        // a format or a combination is not implemented
  kUnknownFormat,      // the file is in none of the known formats, or not in the requested one
  kMissingRecords,     // a requested listing needs records that no file contains
  kBadArgument,        // the caller passed an invalid value
  kNotATrace,          // the path is neither a file nor a directory of a known tracer
  kBadTrace,           // a trace contradicts itself
  kLostRecords,        // the tracer reported lost records
  kLostSymbols,        // a recording has no symbols of a library
  kBadProfile,         // a profile contradicts itself or violates its format
  kBadDatabase,        // the file is not a store, or the store is damaged
  kNotFound,           // a store has no such trial, metric or function
  kExists,             // a trial to be added already exists
  kReading,            // not an error: how a file was read, which does not limit its numbers
};

// A position in a file.
struct Place {
  enum class Kind {
    kNone,   // the file as a whole
    kLine,   // `number` counts from 1
    kByte,   // `number` counts from 0; without a format, the position is meant for programs, and texts omit it
    kNamed,  // `name`, such as the path of a value in a JSON document; `number` is 0 or the byte
  };

  Kind kind = Kind::kNone;
  std::uint64_t number = 0;
  std::string name;
  std::string format;  // what the file was read as, such as "perf"; empty if that needs no mention

  static Place Whole(std::string format) { return {Kind::kNone, 0, {}, std::move(format)}; }
  static Place Line(std::uint64_t number, std::string format = {}) {
    return {Kind::kLine, number, {}, std::move(format)};
  }
  static Place Byte(std::uint64_t number, std::string format = {}) {
    return {Kind::kByte, number, {}, std::move(format)};
  }
  static Place Named(std::string name, std::uint64_t byte = 0) { return {Kind::kNamed, byte, std::move(name), {}}; }

  auto operator<=>(const Place&) const = default;
};

// What a user can do about a message, or which setting it is about. A program has options or commands for this, and
// its RemedyWords name them; the library knows only what they do.
enum class RemedyKind {
  kNone,
  // about a report
  kShowAll,           // rows that changed less are left out: show all rows
  kShowSmall,         // rows are left out because they are small: lower the limit
  kShowNames,         // rows are left out because of their names: change the filters
  kShowNotes,         // more notes than the report has room for
  kListAll,           // a table ends early: list all of its rows
  kListCycles,        // list the cycles; the value is their number
  kHideFrames,        // hide the functions that match the value, an expression quoted for the shell
  kKeepCalls,         // calls are left out because of their names: change the filters
  kKeepRuns,          // record several runs, and compare them without adding them up
  kWriteSignedCosts,  // write a format that can hold negative costs
  // about inputs
  kNameImage,         // name the program that was recorded
  kGiveOutputOf,      // read the output of the value, a command line
  kConvertWith,       // convert the file with the value, a command line
  kChooseStacks,      // filters by function need stacks
  kSubtractShift,     // subtract the shift of a profile's addresses
  kStateUnit,         // state what the numbers of the file are
  kRecordCalls,       // an examination of a phase needs a recording of calls
  kSetPhase,          // the phase that was set is wrong
  kChoosePhase,       // there is no such phase: choose another one
  kCompareScaling,    // a comparison with a run on fewer processes needs such metrics in both runs
  kGiveCustomFilter,  // give the expressions of the filter's own group
  // about models and selections
  kGiveParameters,         // state the parameters of the file before it
  kGiveParametersInstead,  // the same, as an alternative to what the cause advises
  kChooseParameters,       // select some parameters, or divide the observations by one of them
  kChooseArgument,         // select one argument as a parameter
  kNameParameters,         // name the arguments that are parameters
  kSetTerms,               // a term that was set is wrong
  kSetEach,                // the parameter that divides the observations is wrong; the value is its name
  kSetPrediction,          // the parameter of a prediction is wrong
  kPredict,                // set a point for predictions
  kNameModels,             // name the file of the models
  kGiveRange,              // give a range of a parameter
  kSetOneValue,            // choose a single value for each input
  // about stores
  kListTrials,   // list the trials that exist
  kRemoveTrial,  // remove the trial, which is the value
  kShowHistory,  // show the values of the trial as a series
  // about inputs of another kind
  kUseForProfiles,  // the file is a profile: use what compares profiles
  kUseForTraces,    // the file is a trace: use what compares traces
  // about a time
  kMeasureFrom,  // measure only what happens from the value on, a time with its unit
};

struct Remedy {
  RemedyKind kind = RemedyKind::kNone;
  std::string value;  // what the setting was or should be; see RemedyKind

  auto operator<=>(const Remedy&) const = default;
};

// An error, a warning or a note.
//
// `cause` is a sentence in lower case without a full stop or line feed at the end. It contains neither the file's path
// nor the position. If GNU gprof has a message for the same error, `cause` is the part of its text without the path.
struct Message {
  ErrorCode code = ErrorCode::kNote;
  std::string file;  // the path; empty if the message is about no file
  Place place;
  std::string cause;
  Remedy remedy;
  std::vector<std::string> lines;  // further lines of gprof's message for kOtherDimension

  Message() = default;
  // Makes a note.
  explicit Message(std::string why, std::string path = {}, Place position = {}, Remedy cure = {})
      : Message(ErrorCode::kNote, std::move(why), std::move(path), std::move(position), std::move(cure)) {}
  Message(ErrorCode kind, std::string why, std::string path = {}, Place position = {}, Remedy cure = {})
      : code(kind), file(std::move(path)), place(std::move(position)), cause(std::move(why)), remedy(std::move(cure)) {}

  auto operator<=>(const Message&) const = default;
};

// What a program writes before and after a sentence that has a remedy, for example "" and "; see --help".
struct RemedyText {
  std::string before, after;
};

// Returns a program's words for a remedy, which may be empty. An empty function stands for no words at all.
using RemedyWords = std::function<RemedyText(const Remedy& remedy)>;

// What a program writes around parts of a report, for example to show them in colour. All texts are empty by default.
// They take no room in lines, and mean nothing that the report does not say in words or with signs.
struct TextStyles {
  std::string verdict, more, less, noise;  // before a part: the answer; what takes more or less; what noise explains
  std::string end;                         // after each of these parts
};

// Returns the text of a message in one line: "FILE: CAUSE", "FILE:12: CAUSE" or "FILE: perf, line 12: CAUSE". Without
// words, the remedy is omitted. The line contains no program's name, and does not end in a line feed.
PROFDIFF_EXPORT std::string TextOf(const Message& message, const RemedyWords& words = {});

// The only type of exception that the library throws. what() is the cause.
class PROFDIFF_EXPORT Error : public std::exception {
 public:
  Error(ErrorCode code, std::string cause, std::string path = {}, Place place = {}, Remedy remedy = {})
      : message_(code, std::move(cause), std::move(path), std::move(place), std::move(remedy)) {}
  explicit Error(Message message) : message_(std::move(message)) {}
  ~Error() override;

  const Message& message() const { return message_; }
  ErrorCode code() const { return message_.code; }
  const std::string& path() const { return message_.file; }  // of the file in which the error was found; may be empty
  const Place& place() const { return message_.place; }
  const std::string& cause() const { return message_.cause; }
  const Remedy& remedy() const { return message_.remedy; }
  const char* what() const noexcept override { return message_.cause.c_str(); }

 private:
  Message message_;
};

// Returns the message with more text after its cause: "CAUSE; CONSEQUENCE".
inline Message WithConsequence(Message message, const std::string& consequence) {
  message.cause += "; " + consequence;
  return message;
}

// Warnings, in order of occurrence. The library never prints; the caller decides which warnings to show.
struct Diagnostics {
  std::vector<Message> warnings;

  void Warn(Message warning) { warnings.push_back(std::move(warning)); }
  void Warn(std::string cause, std::string path = {}) { warnings.emplace_back(std::move(cause), std::move(path)); }
};

// What is doubtful. WordOf() returns the word that documents use.
enum class DoubtCode : std::uint8_t {
  kCaveat,        // any other limit of the numbers
  kNoTimes,       // a side has no times
  kUnits,         // the sides are measured in different units
  kNoSamples,     // there are no samples to judge
  kMisfit,        // a profile does not fit its program
  kNoFunction,    // time of samples is in no function
  kNormalized,    // the times of a side were multiplied, so that both totals are equal
  kNoise,         // the size of noise is unknown
  kNoStatistics,  // this build of the library cannot judge
  kUnknownUnit,   // the values may be times in an unknown unit instead of numbers of samples
  kLoss,          // samples were lost, or a file ends early
};

struct Doubt {
  DoubtCode code = DoubtCode::kCaveat;
  Message message;
  // True if the doubt leaves nothing to conclude about times. A doubt about missing time is never decisive by itself:
  // it matters only where the missing time (SideTotals::missing_seconds) could change the conclusion.
  bool is_decisive = false;
};

// Returns the name of a code, for example "noFunction".
PROFDIFF_EXPORT std::string_view WordOf(DoubtCode code);

}  // namespace profdiff

#endif  // PROFDIFF_ERROR_H_
