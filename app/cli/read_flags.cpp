#include "app/cli/read_flags.h"

#include <iostream>

#include "app/cli/flags.h"
#include "app/cli/progress.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "compute/io/file_heads.h"
#include "compute/io/odd_points.h"
#include "compute/io/read_flags.h"
#include "compute/text/printable.h"

namespace arete::cli {

Filter ReadFlags::filter(const std::filesystem::path& file) const {
  if (wish_->polygonFiles.empty()) return wish_->filter();
  std::filesystem::path first = file;
  for (const CommandApp::PathFlag& flag : app_->pathFlags()) {
    const bool isArgument = flag.role == PathRole::input && (flag.path != nullptr || flag.paths != nullptr);
    if (const auto given = flag.given(); first.empty() && isArgument && !given.empty()) first = given.front();
  }
  return wish_->filter([&] { return first.empty() ? Crs() : crsOfFile(first, options(), {}); });
}

void ReadFlags::add(CommandApp& app) {
  app_ = &app;
  for (const FilterFlag& flag : filterFlags()) {
    CLI::Option* const option = addFlag(app, flag, wish_)->group("Filter");
    if (flag.isInput) app.declarePath(option, PathRole::input);
  }
  for (const ReadFlag& flag : readFlags()) addFlag(app, flag, given_)->group("Reading");
}

/// What is done of reading, on the progress line.
static ReadProgressFunction shownOn(Progress& progress) {
  return [&progress](const ReadProgress& done) {
    if (progress.due())
      progress.show(done.bytesTotal == 0 ? 0 : double(done.bytesDone) / double(done.bytesTotal), "reading: " + plural(done.points, "point"));
  };
}

static void tellAboutReading(const CloudFile& file, const Filter& filter) {
  warnOf(file);
  if (!filter.empty() && !file.cloud.empty()) remark("the filter keeps " + countText(file.cloud.size()) + " of " + plural(file.points(), "point"));
}

CloudFile readWithProgress(std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter, std::stop_token stop) {
  Progress progress;
  CloudFile file = readFiltered(files, filter, options, std::move(stop), shownOn(progress));
  tellOddPoints(filter.empty(), file);
  progress.clear();
  tellAboutReading(file, filter);
  return file;
}

NumberedCloud readNumberedWithProgress(std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter,
                                       std::stop_token stop) {
  Progress progress;
  NumberedCloud numbered = readNumbered(files, filter, options, std::move(stop), shownOn(progress));
  progress.clear();
  tellAboutReading(numbered.file, filter);
  return numbered;
}

CloudFile readWithProgress(std::span<const std::string> files, const ReadFlags& flags, std::stop_token stop) {
  const std::vector<std::filesystem::path> paths(files.begin(), files.end());
  return readWithProgress(paths, flags.options(), flags.filter(), std::move(stop));
}

void warn(std::string_view text) { std::cerr << "warning: " << printableLines(text) << '\n'; }

void warn(std::span<const std::string> texts) {
  for (const std::string& text : texts) warn(text);
}

void warnThatCpuTakesOver(const Error& error) { warn(cpuTakesOverText(error)); }

void warnOf(const CloudFile& file) {
  warn(file.warnings);
  if (file.nonFinite > 0)
    warn(countText(file.nonFinite) + " of " + plural(file.pointsInFile, "point") + " left out: a coordinate is missing or not finite");
}

std::string_view name(Scalar scalar) { return scalar == Scalar::float32 ? "float" : "double"; }

}  // namespace arete::cli
