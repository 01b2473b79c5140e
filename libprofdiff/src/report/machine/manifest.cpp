// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the manifest of a folder of recorded runs, described in egprof-formats(5), with each run on a line of its own.
// Test: tests/unit/report/machine/manifest_test.cpp.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "profdiff/record.h"
#include "report/format/json.h"
#include "report/format/json_text.h"
#include "values/state_names.h"

namespace profdiff {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

void Put(JsonObject& object, std::string& out, std::string_view key, const Cell& value) {
  object.Key(key);
  AppendScriptJson(out, value);
}

void PutKnown(JsonObject& object, std::string_view key, const std::string& text) {
  if (!text.empty()) object.Text(key, AsUtf8(text));
}

template <class Number>
void PutKnown(JsonObject& object, std::string& out, std::string_view key, const std::optional<Number>& number) {
  if (number) Put(object, out, key, *number);
}

void PutWords(JsonObject& object, std::string& out, const std::vector<std::string>& words) {
  object.Key("words");
  AppendJsonList(out, words, [&out](const std::string& word) { AppendJsonString(out, AsUtf8(word)); });
}

void PutTexts(JsonObject& object, std::string& out, std::string_view key, const Texts& texts) {
  object.Key(key);
  out += '{';
  for (const auto& [name, text] : texts) {
    if (&name != &texts.front().first) out += ", ";
    AppendJsonString(out, AsUtf8(name));
    out += ": ";
    AppendJsonString(out, AsUtf8(text));
  }
  out += '}';
}

void AppendMachine(std::string& out, const RecordMachine& machine) {
  JsonObject object(out);
  PutKnown(object, "host", machine.host);
  PutKnown(object, "kernel", machine.kernel);
  PutKnown(object, "cpu", machine.cpu);
  object.Count("cpus", machine.cpus);
  PutKnown(object, "governor", machine.governor);
  PutKnown(object, out, "aslr", machine.aslr);
  PutKnown(object, out, "paranoid", machine.paranoid);
  object.End();
}

void AppendRecorder(std::string& out, const Recorder& recorder) {
  JsonObject object(out);
  object.Text("name", AsUtf8(recorder.name));
  PutKnown(object, "version", recorder.version);
  PutWords(object, out, recorder.words);
  PutKnown(object, "event", recorder.event);
  PutKnown(object, out, "frequency", recorder.frequency);
  PutKnown(object, out, "period", recorder.period);
  PutKnown(object, "callGraph", recorder.call_graph);
  PutKnown(object, "reason", recorder.reason);
  object.End();
}

void AppendCommand(std::string& out, const RecordedCommand& command) {
  JsonObject object(out);
  object.Text("name", AsUtf8(command.name));
  PutKnown(object, "command", command.command);
  PutWords(object, out, command.words);
  PutKnown(object, "program", command.program);
  PutKnown(object, "sha256", command.sha256);
  PutKnown(object, "buildId", command.build_id);
  PutTexts(object, out, "parameters", command.parameters);
  object.End();
}

void AppendRun(std::string& out, const RecordedRun& run) {
  JsonObject object(out);
  object.Count("run", run.run).Count("pair", run.pair).Count("command", run.command).Count("position", run.position);
  Put(object, out, "warmup", run.warmup);
  PutKnown(object, "started", run.started);
  Put(object, out, "wall", run.wall);
  PutKnown(object, out, "user", run.user);
  PutKnown(object, out, "sys", run.sys);
  PutKnown(object, out, "maxRss", run.max_rss);
  PutKnown(object, out, "minorFaults", run.minor_faults);
  PutKnown(object, out, "involuntarySwitches", run.involuntary_switches);
  PutKnown(object, out, "load", run.load);
  Put(object, out, "status", run.status);
  Put(object, out, "signal", run.signal);
  object.Text("state", RunStateName(run.state));
  PutKnown(object, "profile", run.profile);
  PutKnown(object, out, "samples", run.samples);
  PutKnown(object, out, "lost", run.lost);
  PutKnown(object, out, "launcherSamples", run.launcher_samples);
  if (run.output) {
    object.Key("stdout");
    JsonObject output(out);
    output.Count("bytes", run.output->bytes);
    PutKnown(output, "sha256", run.output->sha256);
    output.End();
  }
  object.End();
}

// Appends a list with each value on a line of its own.
template <class Values, class Append>
void AppendLines(std::string& out, const Values& values, Append append) {
  out += "[\n";
  for (const auto& value : values) {
    append(out, value);
    out += &value == &values.back() ? "\n" : ",\n";
  }
  out += ']';
}

}  // namespace

void WriteManifest(std::string& out, const RecordFolder& folder) {
  JsonObject object(out);
  object.Text("schema", kRecordSchema);  // readers look for it at the beginning
  PutKnown(object, "egprof", folder.egprof);
  PutKnown(object, "created", folder.created);
  PutKnown(object, "ended", folder.ended);
  PutKnown(object, "directory", folder.directory);
  object.Text("state", RecordStateName(folder.state));
  object.Key("machine");
  AppendMachine(out, folder.machine);
  PutTexts(object, out, "options", folder.options);
  object.Key("recorder");
  AppendRecorder(out, folder.recorder);
  object.Key("commands");
  AppendLines(out, folder.commands, AppendCommand);
  object.Key("runs");
  AppendLines(out, folder.runs, AppendRun);
  object.EndLine();
}

}  // namespace profdiff
