// convert: clouds in, one file out, with what the filter keeps. Coordinates and attributes as they are in the files, to the bit, unless they are to
// go into another coordinate system.
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "compute/io/cloud_to_crs.h"
#include "compute/io/format_table.h"
#include "compute/io/write_points.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace {

struct ConvertWish {
  std::vector<std::string> files;
  std::string output, format, target;
  ReadFlags read;
};

void run(const ConvertWish& options, std::stop_token stop) {
  pointFormat(options.output, options.format, "cannot write the points");  // before the work, not after it
  const std::optional<CloudTarget> target = options.target.empty() ? std::nullopt : std::optional(cloudTargetFrom(options.target));
  ReadOptions read = options.read.options();
  read.asInFile = true;
  read.scalar = Scalar::float64;
  const std::vector<std::filesystem::path> files(options.files.begin(), options.files.end());
  CloudFile file = readWithProgress(files, read, options.read.filter(), stop);
  if (target) {
    file.warnings.clear();  // those of reading have been told
    bringTo(*target, files.front(), file);
    warn(file.warnings);
  }
  Progress progress;
  const PointCloud& cloud = file.cloud;
  const std::vector<std::string> warnings = writePoints(options.output,
                                                        {.points = cloud.points(),
                                                         .origin = cloud.origin(),
                                                         .attributes = cloud.attributes(),
                                                         .grid = target ? std::nullopt : lasGridOf(files.front()),
                                                         .crs = file.crs,
                                                         .stop = stop,
                                                         .progress = [&](double fraction) { progress.show(fraction, "writing"); }},
                                                        options.format);
  progress.clear();
  warn(warnings);
  remark(plural(cloud.size(), "point") + " of " + printable(nameOf(files)) + " (" + file.format + ") to " + printable(options.output));
}

}  // namespace

Run addConvert(CommandApp& app) {
  const auto options = std::make_shared<ConvertWish>();
  std::string formats;
  for (const PointFormat& format : pointFormats()) formats += (formats.empty() ? "" : ", ") + std::string(format.id);
  app.addInputs("FILE", options->files, "The point cloud; several files become one.")->required();
  app.addStream("-o,--output", options->output, "The new file; the extension decides the format: " + formats + ".")->required()->group("Output");
  app.add_option("--format", options->format, "Format of the new file whatever its extension.")->type_name("ID")->group("Output");
  app.add_option(
         "--to-crs", options->target,
         "Coordinate system of the new file: EPSG:28992, well-known text; 'utm', metres in the UTM zone where most of its points are; or 'sphere', "
         "longitude and latitude in degrees become x, y, z of the unit sphere (default: as in the files).")
      ->type_name("SYSTEM")
      ->group("Output");
  options->read.add(app);
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
