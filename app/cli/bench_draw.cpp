// bench-draw: how fast points are drawn on this machine.
#include <iostream>
#include <utility>

#include "app/cli/bench.h"
#include "app/cli/command.h"
#include "app/cli/text.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#if defined(ARETE_OFFSCREEN)
#include "app/offscreen/picture_wish.h"
#include "render/points_benchmark.h"
#endif

namespace arete::cli {

#if defined(ARETE_OFFSCREEN)

namespace {

struct DrawBenchOptions {
  std::vector<std::string> points = {"1e6"};
  std::string size = "1920x1080";
  int repeat = 9;
  bool perspective = false, frames = false, json = false;
};

/// A Markdown table, printed row by row; its head comes with the first row, so that a failure prints none. As JSON it is printed at the end.
class Rows {
 public:
  explicit Rows(bool json) : json_(json) {}
  void end() const {
    if (json_) std::cout << jsonText(list_);
  }
  void print(uint32_t points, const std::string& what, const PointsTiming& timing) {
    if (json_) {
      list_.push_back({{"points", points},
                       {"drawn_by", what},
                       {"first_image_ms", timing.first},
                       {"points_ms", timing.points > 0 ? Json(timing.points) : Json()},
                       {"image_ms", timing.total}});
      return;
    }
    if (std::exchange(first_, false))
      std::cout << "| points | drawn by | first image, ms | points, ms | image, ms | thousand million points a second |\n|---|---|---|---|---|---|\n";
    const double milliseconds = timing.points > 0 ? timing.points : timing.total;
    std::cout << "| " << countText(points) << " | " << what << " | " << shortNumber(timing.first) << " | "
              << (timing.points > 0 ? shortNumber(timing.points) : "") << " | " << shortNumber(timing.total) << " | "
              << shortNumber(points / milliseconds * 1e-6) << " |" << std::endl;
  }

 private:
  const bool json_;
  bool first_ = true;
  Json list_ = Json::array();
};

void run(const DrawBenchOptions& options, std::stop_token stop) {
  if (const std::string& reason = cudaUnavailableReason(); !options.frames && !reason.empty())
    throw Error(ErrorKind::wrongUse, "no GPU to draw on", "bench-draw", reason, "--frames measures the ways to draw that are here");
  PointsBenchmark benchmark;
  std::tie(benchmark.width, benchmark.height) = sizeFrom(options.size);
  benchmark.repeat = options.repeat;
  benchmark.perspective = options.perspective;
  Rows rows(options.json);
  for (const std::string& points : options.points) {
    benchmark.points = pointCount(points);
    if (!options.frames) {
      rows.print(benchmark.points, "CUDA rasteriser", timeCudaRasteriser(benchmark, stop));
      continue;
    }
    constexpr std::pair<PointsPath, bool> kWays[] = {
        {PointsPath::software, false}, {PointsPath::hardware, false}, {PointsPath::cuda, false}, {PointsPath::cuda, true}};
    for (const auto& [path, mayShare] : kWays) {
      if (path == PointsPath::cuda && !cudaUnavailableReason().empty()) continue;
      const PointsTiming timing = timeFrames(benchmark, path, mayShare, stop);
      rows.print(benchmark.points, timing.drawnBy, timing);
    }
  }
  rows.end();
}

}  // namespace

Run addBenchDraw(CommandApp& app) {
  const auto options = std::make_shared<DrawBenchOptions>();
  app.add_option("--points", options->points, "Sizes of the clouds (default 1e6).")->type_name("N,N,...")->delimiter(',')->allow_extra_args(false);
  app.add_option("--size", options->size, "Size of the image (default 1920x1080).")->type_name("WIDTHxHEIGHT");
  app.add_option("--repeat", options->repeat, "Timed images; the median is given (default 9).")->type_name("K")->check(CLI::Range(1, 1000));
  app.add_flag("--perspective", options->perspective, "With a perspective camera.");
  app.add_flag("--frames", options->frames, "Whole frames of a scene, with every way to draw points, instead of the CUDA rasteriser alone.");
  app.add_flag("--json", options->json, "As JSON, when all is measured.");
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

#else

Run addBenchDraw(CommandApp&) {
  return [](std::stop_token) {
    throw Error(ErrorKind::wrongUse, "cannot draw", "bench-draw", "this program was built without OpenGL", "build it with ARETE_OFFSCREEN=ON");
  };
}

#endif

}  // namespace arete::cli
