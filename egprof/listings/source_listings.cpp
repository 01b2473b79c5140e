// SPDX-License-Identifier: GPL-3.0-or-later
// Writes annotated source files and gmon.sum, in addition to the listings on standard output.
#include "egprof/listings/source_listings.h"

#include <set>
#include <string>
#include <vector>

#include "egprof/listings/listings.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"

namespace egprof {
namespace {

std::string AnnotatedName(const std::string& source_path) {
  return source_path.substr(source_path.rfind('/') + 1) + "-ann";
}

}  // namespace

void PlanAnnotation(const SourceOptions& options, const profdiff::Image& image, FileGuard& files) {
  const std::vector<std::string>& sources = image.functions.files;
  files.AddInputs([sources, folders = options.source_path] {
    std::vector<std::string> found;
    for (const std::string& source : sources) {
      try {
        found.push_back(profdiff::FindSourceFile(source, folders));
      } catch (const profdiff::Error&) {  // WriteAnnotatedSource reports missing files
      }
    }
    return found;
  });
  std::set<std::string> names;
  if (options.separate_files) {
    for (const std::string& source : sources) names.insert(AnnotatedName(source));
  }
  for (const std::string& name : names) files.AddOutput("-y", name);
  files.RequireNoInputs();
}

void WriteAnnotatedSource(const SourceOptions& options, bool show_unused, const profdiff::Execution& execution,
                          bool after_counts, const Outlets& to) {
  profdiff::AnnotationOptions wanted = options.annotation;
  wanted.show_unused = show_unused;
  wanted.after_section = after_counts;
  profdiff::SourceAnnotator annotator(execution, wanted);
  for (profdiff::SourceFileId file : profdiff::FilesToAnnotate(execution, show_unused)) {
    const std::string& path = execution.functions.files[file.value];
    try {
      std::string text = profdiff::ReadSourceFile(path, options.source_path);
      if (options.separate_files) {
        std::string annotated;
        annotator.Write(annotated, file, text);
        WriteFile(AnnotatedName(path), annotated, to.files);
      } else {
        annotator.WriteHeading(to.out.text, file);
        annotator.Write(to.out.text, file, text);
      }
    } catch (const profdiff::Error& error) {
      to.messages.PassOver(error);
    }
  }
}

void WriteSum(const FileOptions& options, const profdiff::Image& image, const profdiff::Profile& profile,
              const profdiff::Records& records, FileGuard& files) {
  using profdiff::GmonLayout;
  GmonLayout layout = GmonLayout::kMagic;
  if (options.bsd_sum) {
    layout = options.format == profdiff::GmonFormat::kBsd44 ? GmonLayout::kBsd44 : GmonLayout::kBsd;
  }
  WriteFile(kSumFile, profdiff::EncodeGmon(image.functions, profile, records, image.layout, layout), files);
}

}  // namespace egprof
