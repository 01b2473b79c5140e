// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs: what a file is, and what it can give. Everything that depends on the format of a file asks its Input.
#ifndef PROFDIFF_INPUT_H_
#define PROFDIFF_INPUT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"

namespace profdiff {

// What a file is.
enum class InputKind : std::uint8_t {
  kUnknown,
  kImage,         // an executable or another object file
  kProfile,       // where a program spent its time: gprof's profiles, and those of other profilers
  kTrace,         // the calls of an execution, one by one; may be a directory
  kMeasurements,  // values of functions or regions, from tools and spreadsheets
  kFindings,      // the document that `check` writes
  kStore,         // stored trials
  kFamilies,      // interchangeable implementations
  kListing,       // text that gprof prints
  kRecord,        // a folder of recorded runs of one program or several; see record.h
};

// A set of the properties below.
using InputGifts = unsigned;

// What the files of a format can give.
enum InputGift : InputGifts {
  kGivesStacks = 1,     // whole stacks, and thus exact inclusive times
  kGivesCalls = 2,      // numbers of calls
  kGivesAddresses = 4,  // addresses in an image, and thus source lines, but no names
  kGivesThreads = 8,    // names or ids of threads and processes
  kGivesLabels = 16,    // labels of samples
  kGivesNames = 32,     // names of functions, so that no image is needed
  kGivesRegions = 64,   // metrics of regions, in which properties can be found
  kGivesPoints = 128,   // values for several sets of parameters, to which models can be fitted
  kGivesRanks = 256,    // the values of each rank, in one file or directory
  // Times that were measured at each call: they are neither samples nor exact counts, and differ from run to run.
  kGivesMeasuredTimes = 512,
};

// What a user can do if a file of a format is not accepted.
struct FormatAdvice {
  RemedyKind remedy = RemedyKind::kNone;
  // The value of the remedy, such as the command that converts the file; "{}" stands for its path. For kNone, a text
  // that follows the description of the file.
  std::string_view text = {};
};

// A format of inputs. All formats are rows of one table, so a format is identified by the address of its row.
struct InputFormat {
  std::string_view name;         // in options and lists, such as "perf"
  std::string_view description;  // in messages, such as "output of perf script"
  InputKind kind = InputKind::kUnknown;
  InputGifts gives = 0;
  FormatAdvice advice = {};  // its text is empty if a user can do nothing in particular
  bool is_read = true;       // false if the format is recognised, but this library cannot read it
  // true if a stack that was recorded completely begins with a function that starts a thread
  bool begins_at_start = false;

  bool Gives(InputGift gift) const { return (gives & gift) != 0; }
};

// Returns all formats, in the order of the table.
PROFDIFF_EXPORT std::vector<const InputFormat*> InputFormats();

// Returns the format with a name; null if there is none.
PROFDIFF_EXPORT const InputFormat* FindInputFormat(std::string_view name);

// A file, a directory or a pipe that a command reads.
//
// A regular file or a directory is examined at most once, when its format is first asked for; copies share the result.
// Pipes, devices and standard input ("-") are never examined, because bytes read from them would be lost. A file that
// cannot be examined has no format: reading it later reports the error. All functions may be called on any thread.
class PROFDIFF_EXPORT Input {
 public:
  Input() : Input(std::string()) {}
  // Implicit, because a path is all that a caller knows of an input. `told` is the format that the user has named; it
  // applies to everything but images.
  Input(std::string path, const InputFormat* told = nullptr);  // NOLINT(google-explicit-constructor)
  Input(const char* path) : Input(std::string(path)) {}        // NOLINT(google-explicit-constructor)

  const std::string& path() const;
  bool empty() const { return path().empty(); }

  // Returns the format; null if it is unknown.
  const InputFormat* format() const;
  InputKind kind() const;
  bool IsImage() const { return kind() == InputKind::kImage; }
  bool Gives(InputGift gift) const { return format() != nullptr && format()->Gives(gift); }
  // True for another profiler's profile, which contains the names of functions, and for a pipe, which may be one.
  // Does not open the file if the user has said that it is gprof's.
  bool MayHaveNames() const;
  // True for a pipe, which can be read only once.
  bool IsPipe() const;

  // Returns the input restricted to one rank, for formats that give ranks.
  Input OfRank(std::uint32_t rank) const;
  // Returns the rank to which the input is restricted; nullopt for the whole input.
  std::optional<std::uint32_t> rank() const;

  friend bool operator==(const Input& a, const Input& b) { return a.path() == b.path(); }

 private:
  struct State;
  std::shared_ptr<State> state_;
};

// Returns the ranks of an input whose format gives them (kGivesRanks), in ascending order; empty for any other input.
// Errors: those of reading the file.
PROFDIFF_EXPORT std::vector<std::uint32_t> RanksOf(const Input& input);

// Returns the paths of inputs.
PROFDIFF_EXPORT std::vector<std::string> PathsOf(const std::vector<Input>& inputs);

// A kind of inputs that a reader or a command takes. With `gives`, only formats that give all of it are taken.
struct InputNeed {
  InputKind kind = InputKind::kUnknown;
  InputGifts gives = 0;

  bool Fits(const InputFormat& format) const { return format.kind == kind && (format.gives & gives) == gives; }
};

// Returns the error for an input that is none of the `wanted` kinds. It says what the input is, and what is needed
// instead or what a user can do. Errors of the system, such as a missing file, come first.
PROFDIFF_EXPORT Error WrongKind(const Input& input, std::span<const InputNeed> wanted,
                                ErrorCode code = ErrorCode::kUnknownFormat);

// Throws for the first input that does not exist or is known to be none of the `wanted` kinds. Inputs in an unknown
// format pass, because gprof's old formats have no mark. Errors: those of WrongKind.
PROFDIFF_EXPORT void RequireKinds(std::span<const Input> inputs, std::span<const InputNeed> wanted);

}  // namespace profdiff

#endif  // PROFDIFF_INPUT_H_
