#include "app/cli/curve_source.h"

#include "app/cli/measure.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/io/session_file.h"

namespace arete::cli {

namespace {

CurveSource ofSession(const PointCloud& cloud, const std::string& path, const std::stop_token& stop) {
  const LoadedSession loaded = readSession(path);
  warn(loaded.warnings);
  if (loaded.session.cloud.empty())
    throw Error(ErrorKind::badInput, "the session has no curve", path, "it names no cloud", "open a cloud in Arete and save the session again");
  const PointCloud own = readWithProgress(loaded.session.files(), loaded.session.read, loaded.session.job.filter, stop).cloud;
  Job job = loaded.session.job;
  suggestIfUnset(own, job, stop);
  Progress progress;
  progress.show(0, "detecting");
  const std::shared_ptr<const Frame> frame = runJob(own, job, {}, stop).frame;
  CurveSource source{edgesOf(frame->curve), frame->job.r1()};
  const auto dimension = size_t(source.edges.dimension);
  for (size_t i = 0; i < source.edges.vertices.size(); ++i) source.edges.vertices[i] += own.origin()[i % dimension] - cloud.origin()[i % dimension];
  return source;
}

}  // namespace

CurveSource readCurveFor(const CloudFile& cloud, const std::string& path, std::stop_token stop) {
  CurveSource source;
  if (path.ends_with(".arete")) {
    source = ofSession(cloud.cloud, path, stop);
  } else {
    CurveFile file = readCurve(path);
    bringTo(cloud.crs, path, file);
    warn(file.warnings);
    source.edges = edgesOf(file.polylines, cloud.cloud.origin());
  }
  if (source.edges.edges.empty()) throw Error(ErrorKind::badInput, "there is no curve", path, "it holds no line", "give a file with lines");
  if (source.edges.dimension != cloud.cloud.dimension())
    throw Error(
        ErrorKind::wrongUse, "the curve does not fit the cloud", path,
        "it has " + plural(uint64_t(source.edges.dimension), "coordinate") + " a point and the cloud " + std::to_string(cloud.cloud.dimension()),
        "give the curve of this cloud, or choose its --columns");
  return source;
}

std::string readableCurves() {
  std::string text;
  for (const CurveReader& reader : curveReaders()) text += (text.empty() ? "." : ", .") + std::string(reader.extension);
  return text;
}

}  // namespace arete::cli
