#include "app/cli/read_flags.h"

#include <iostream>

#include "app/cli/flags.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/io/read_flags.h"

namespace arete::cli {

void ReadFlags::add(CLI::App& app) {
  for (const ReadFlag& flag : readFlags()) addFlag(app, flag, given_)->group("Reading");
}

CloudFile readWithProgress(const std::filesystem::path& path, const ReadOptions& options, std::stop_token stop) {
  CloudFile file;
  {
    Progress progress;
    file = readCloud(path, options, std::move(stop), [&](const ReadProgress& done) {
      if (progress.due())
        progress.show(done.bytesTotal == 0 ? 0 : double(done.bytesDone) / double(done.bytesTotal), "reading: " + plural(done.points, "point"));
    });
  }
  warn(file.warnings);
  if (file.nonFinite > 0)
    warn(countText(file.nonFinite) + " of " + plural(file.pointsInFile, "point") + " left out: a coordinate is missing or not finite");
  return file;
}

void warn(std::string_view text) { std::cerr << "warning: " << text << '\n'; }

void warn(std::span<const std::string> texts) {
  for (const std::string& text : texts) warn(text);
}

std::string_view name(Scalar scalar) { return scalar == Scalar::float32 ? "float" : "double"; }

}  // namespace arete::cli
