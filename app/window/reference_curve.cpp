#include "app/window/reference_curve.h"

#include <string>
#include <utility>

#include "app/window/post.h"
#include "app/window/quality_lines.h"
#include "compute/io/read_curve.h"

namespace arete {

ReferenceCurve::ReferenceCurve(Worker::Failed failed)
    : worker_("cannot measure the quality", "close other programs, or forget the reference curve", std::move(failed), postToThisThread()) {}

void ReferenceCurve::load(const std::filesystem::path& path, const PointCloud& cloud, const Crs& crs) {
  CurveFile file = readCurve(path);
  bringTo(crs, path, file);
  if (file.polylines.empty())
    throw Error(ErrorKind::badInput, "no reference curve", path.string(), "the file holds no line", "open a file with polylines or segments");
  if (!cloud.empty() && file.polylines.dimension != cloud.dimension())
    throw Error(ErrorKind::badInput, "the reference does not fit", path.string(),
                "it has " + std::to_string(file.polylines.dimension) + " coordinates, the cloud has " + std::to_string(cloud.dimension()),
                "open the curve of this cloud");
  curve_ = std::make_shared<const Polylines>(std::move(file.polylines));
  file_ = path;
}

void ReferenceCurve::close() {
  curve_.reset();
  file_.clear();
  forget();
  Q_EMIT changed();
}

void ReferenceCurve::forget() {
  worker_.cancel();
  quality_.clear();
}

void ReferenceCurve::measure(const std::shared_ptr<const Frame>& frame) {
  if (!curve_ || !frame || !frame->curveKnown || curve_->dimension != frame->cloud.dimension()) return;
  worker_.start([this, frame, curve = curve_](const std::stop_token& stop) -> Worker::Then {
    return [this, lines = qualityLines(*frame, *curve, stop)] {
      quality_ = lines;
      Q_EMIT changed();
    };
  });
}

}  // namespace arete
