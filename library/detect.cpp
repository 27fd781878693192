#include "arete/detect.h"

#include <algorithm>
#include <optional>

#include "compute/core/cuda_support.h"
#include "compute/crs/about_crs.h"
#include "compute/engine/frame_bodies.h"
#include "compute/engine/run_job.h"
#include "compute/io/write_curve.h"
#include "compute/text/suggest.h"
#include "library/inside.h"

namespace arete::compute {

namespace {

void setParameter(ParamValues& values, std::string name, const std::string& text) {
  std::ranges::replace(name, '-', '_');
  std::vector<std::string_view> known;
  for (const ParamInfo* info : allParameters()) {
    if (info->id == name) return values.setText(*info, text);
    known.push_back(info->id);
  }
  throw arete::Error(ErrorKind::wrongUse, "no such parameter", name, "did you mean one of: " + closestFirst(name, known),
                     "see `arete-cli detect --help`");
}

void setVersion(Job& job, const std::string& id) {
  const Version& version = findVersion(id);
  std::string& wanted = job.versionIds[size_t(version.stage)];
  const auto refuse = [&](const std::string& reason, std::string_view hint) {
    throw arete::Error(ErrorKind::wrongUse, "cannot take this version", id, reason, hint);
  };
  if (stageInfo(version.stage).use == StageUse::neighbours) refuse("it is of a stage that no detection has", "give it to a Searcher");
  if (!wanted.empty()) refuse("there is one of this stage already: " + wanted, "give one version a stage");
  wanted = findVersion(id, version.stage).id;  // refuses one that cannot run here
}

/// With an R1: the suggested one where none is set.
Job readyJob(Job job, const PointCloud& cloud, const Control& control) {
  suggestIfUnset(cloud, job, control.stop, [&](double done) {
    if (control.progress) control.progress(done, "finding R1");
  });
  checkJob(job);
  return job;
}

void tell(const Control& control, const Detector& detector) {
  const StepRecord& step = detector.present();
  if (control.progress) control.progress(step.chosen == 0 ? 1 : 1 - double(step.moved) / step.chosen, arete::name(step.stage));
}

Curve inCloud(std::shared_ptr<const Frame> frame, const Cloud& cloud) {
  return Curve(std::make_shared<Curve::Inside>(Curve::Inside{std::move(frame), cloud.shared()}));
}

}  // namespace

Job jobFrom(const DetectOptions& options, const Filter& filter) {
  Job job;
  job.filter = filter;
  job.params.set(kR1Param, options.r1);
  job.params.set(kR2Param, options.r2);
  job.params.set(kThreadsParam, options.threads);
  job.params.set(kCurveParam, double(options.network ? CurveKind::network : CurveKind::chains));
  for (const auto& [name, text] : options.parameters) setParameter(job.params, name, text);
  job.backend = backendFrom(options.backend);
  checkUsable(job.backend);
  for (const std::string& id : options.versions) setVersion(job, id);
  return job;
}

Curve curveOf(const Cloud& cloud, const Job& wanted, const Control& control) {
  const PointCloud& points = cloud.inside().file.cloud;
  const Job job = readyJob(wanted, points, control);
  JobRun run;
  if (control.progress) run.step = [&](Detector& detector) { tell(control, detector); };
  return inCloud(runJob(points, job, run, control.stop).frame, cloud);
}

void checkUsable(const std::optional<arete::Backend>& backend) {
  if (backend != arete::Backend::cuda) return;
  if (const std::string& reason = cudaUnavailableReason(); !reason.empty())
    throw arete::Error(ErrorKind::wrongUse, "cannot compute on this backend", "cuda", reason, "take automatic or cpu: the answer is the same");
}

std::optional<arete::Backend> backendFrom(Backend backend) {
  switch (backend) {
    case Backend::automatic: return {};
    case Backend::cpu: return arete::Backend::cpu;
    case Backend::cuda: return arete::Backend::cuda;
  }
  throw arete::Error(ErrorKind::wrongUse, "no such backend", "backend", std::to_string(int(backend)) + " is none", "give automatic, cpu or cuda");
}

Curve detect(const Cloud& cloud, const DetectOptions& options, const Control& control) {
  return translated([&] { return curveOf(cloud, jobFrom(options, cloud.inside().filter), control); });
}

const Curve::Inside& Curve::inside() const { return held(inside_, "Curve"); }

int Curve::dimension() const {
  return translated([&] { return inside().frame->chosen.dimension(); });
}
uint32_t Curve::size() const {
  return translated([&] { return inside().frame->chosen.size(); });
}
std::vector<uint64_t> Curve::origins() const {
  return translated([&] { return inside().frame->chosenOrigin; });
}
double Curve::length() const {
  return translated([&] { return inside().frame->curve.length; });
}
double Curve::r1() const {
  return translated([&] { return inside().frame->job.r1(); });
}
bool Curve::finished() const {
  return translated([&] { return inside().frame->finished; });
}
uint32_t Curve::step() const {
  return translated([&] { return inside().frame->step; });
}
std::string Curve::stage() const {
  return translated([&] { return std::string(arete::name(inside().frame->record().stage)); });
}
std::string Curve::hash() const {
  return translated([&] { return inside().frame->hash; });
}
std::string Curve::device() const {
  return translated([&] { return inside().frame->device; });
}

std::vector<double> Curve::points() const {
  return translated([&] { return fileRows(inside().frame->chosen, inside().frame->cloud.origin()); });
}

std::vector<std::array<uint32_t, 2>> Curve::edges() const {
  return translated([&] {
    std::vector<std::array<uint32_t, 2>> pairs;
    for (const Edge& edge : inside().frame->curve.edges) pairs.push_back({edge.a, edge.b});
    return pairs;
  });
}

std::vector<std::vector<uint32_t>> Curve::chains() const {
  return translated([&] {
    std::vector<std::vector<uint32_t>> all;
    for (const Polyline& line : inside().frame->curve.polylines) {
      all.push_back(line.nodes);
      if (line.closed) all.back().push_back(line.nodes.front());
    }
    return all;
  });
}

struct Steps::Inside {
  Inside(const Cloud& points, const DetectOptions& options) : cloud(points), job(jobFrom(options, points.inside().filter)) {}

  Cloud cloud;
  Job job;
  std::unique_ptr<Device> device;
  std::optional<Detector> detector;  ///< after the device, which it uses until its end
  bool isShown = false;              ///< whether `now` is where the detector stands
  std::optional<Curve> now;
};

Steps::Steps(const Cloud& cloud, const DetectOptions& options) : inside_(translated([&] { return std::make_unique<Inside>(cloud, options); })) {}
Steps::~Steps() = default;
Steps::Steps(Steps&&) noexcept = default;
Steps& Steps::operator=(Steps&&) noexcept = default;

bool Steps::next(const Control& control) {
  return translated([&] {
    Inside& my = held(inside_, "Steps");
    const PointCloud& points = my.cloud.inside().file.cloud;
    if (!my.detector) {
      my.job = readyJob(my.job, points, control);
      my.device = makeDevice(my.job);
      my.detector.emplace(points, my.job, *my.device, control.stop, DetectorOptions{.historyBytes = 0});
    } else {
      my.device->comeHere();  // this thread may be another one than that of the step before
      if (my.isShown && my.detector->finished()) return false;
      if (my.isShown) my.detector->advance(StepKind::one, control.stop, [](Detector&) {});
    }
    my.isShown = false;
    my.now = inCloud(my.detector->frame(my.detector->finished(), false, control.stop), my.cloud);
    my.isShown = true;
    tell(control, *my.detector);
    return true;
  });
}

const Curve& Steps::now() const {
  return translated([&]() -> const Curve& {
    const Inside& my = held(inside_, "Steps");
    if (!my.now) throw arete::Error(ErrorKind::wrongUse, "no step yet", "Steps::now", "none was made", "call next() first");
    return *my.now;
  });
}

std::vector<std::string> write(const Curve& curve, const std::string& path, const WriteOptions& options, const Control& control) {
  return translated([&] {
    const Frame& frame = *curve.inside().frame;
    if (!frame.curveKnown)
      throw arete::Error(ErrorKind::wrongUse, "cannot write the curve", path, "the detection has not joined the points yet",
                         "make the other steps first");
    CurveOptions how;
    how.crs = options.crs.empty() ? curve.inside().cloud->file.crs : crsFrom(options.crs);
    how.swcCutsLoops = swcCutsLoopsFrom(options.swcLoops);
    how.bodies = bodySource(frame, control.stop);
    how.bodyColumns = hasBody(frame);
    return writeCurve(path, frame, options.format, control.stop, how);
  });
}

}  // namespace arete::compute
