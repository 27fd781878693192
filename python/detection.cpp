#include "python/detection.h"

#include <atomic>
#include <utility>

#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/network_doubt.h"
#include "compute/engine/run_job.h"
#include "compute/io/edit_json.h"
#include "compute/io/odd_points.h"
#include "compute/io/read_clouds.h"
#include "compute/io/save_session.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/frame_state.h"
#include "python/long_detections.h"
#include "python/packing.h"
#include "python/working.h"

namespace arete::python {

namespace {

/// The share of points at rest grows towards the end of a round: how many iterations are to come is not known.
double fractionOf(const StepRecord& step) { return step.chosen == 0 ? 1 : 1 - double(step.moved) / step.chosen; }

/// Gives the job an R1: the suggested one where none is set, which is returned. Throws what `arete-cli detect` says of jobs that contradict
/// themselves.
std::optional<RadiusSuggestion> makeReady(Job& job, const Cloud& cloud, Working& working) {
  job.filter = cloud.filter;
  std::optional<RadiusSuggestion> suggested = suggestIfUnset(cloud.points(), job, working.stop(), working.reporting("finding R1"));
  checkJob(job);
  working.report(0, job.curveKind() == CurveKind::network ? "finding super-points" : "choosing");
  return suggested;
}

struct Wish {
  bool compareExact = false, assignment = false;
  LongFlags kept = {};
};

/// `said`: what was to be said while it ran, as that the CPU went on where the GPU failed.
SharedDetection detectOnce(const SharedCloud& cloud, Job job, Wish wish, std::vector<std::string>& said, Working& working) {
  const std::optional<RadiusSuggestion> suggested = makeReady(job, *cloud, working);
  if (suggested && !suggested->found) said.push_back(cli::suggestionText(*suggested));
  prepareKeeping(wish.kept.checkpoints, job, *cloud, said, working);
  JobRun run{.withAssignment = wish.assignment, .compareExact = wish.compareExact};
  run.suggested = suggested;
  if (working.isHeard()) run.step = [&](Detector& detector) { tell(working, detector); };  // where nobody listens, many iterations are made at a time
  run.resampling = working.reporting("finding out how sure it is");
  run.comparing = [&] { working.report(0, "detecting on the whole cloud"); };
  run.cpuTakesOver = [&](const Error& error) { said.push_back(cli::cpuTakesOverText(error)); };
  wish.kept.checkpoints.attach(run);
  JobResult result = runJob(cloud->points(), job, run, working.stop());
  if (!result.frame->doubt.empty()) said.push_back(result.frame->doubt);
  wish.kept.checkpoints.finish();
  return std::make_shared<Detection>(Detection{std::move(result.frame), cloud});
}

/// What is to be said of the file goes to `said`.
EditList editsFrom(const std::string& path, std::vector<std::string>& said) {
  if (path.empty()) return {};
  const EditFile file = readEdits(path);
  said.insert(said.end(), file.warnings.begin(), file.warnings.end());
  return file.edits;
}

/// `edits`: the file of edits to make on what is found; "" for none. What they call noise is taken out of a copy of the cloud.
py::tuple detect(const SharedCloud& cloud, const Arguments& arguments, const std::string& edits, Wish wish, const py::object& progress) {
  std::vector<std::string> said;
  const auto detection = inBackground(progress, [&](Working& working) {
    Job job = jobFrom(arguments);
    job.edits = editsFrom(edits, said);
    const Filter noise = job.inputFilter();
    if (noise.empty()) return detectOnce(cloud, job, std::move(wish), said, working);
    const auto rest = std::make_shared<Cloud>(*cloud);
    applyFilter(noise, rest->file, working.stop());
    return detectOnce(rest, job, std::move(wish), said, working);
  });
  return py::make_tuple(detection, textsOf(said));
}

/// The same of a file that need not fit into memory.
py::tuple detectFiles(const std::vector<std::string>& files, const Arguments& ofReading, const Arguments& arguments, const std::string& edits,
                      LongFlags flags, const py::object& progress) {
  std::vector<std::string> said;
  const auto detection = inBackground(progress, [&](Working& working) {
    Job job = jobFrom(arguments);
    job.edits = editsFrom(edits, said);
    return detectOnDisk(files, readingFrom(ofReading), std::move(job), flags, said, working);
  });
  return py::make_tuple(detection, textsOf(said));
}

/// A detection that is made step by step. One caller at a time.
class Stepper {
 public:
  Stepper(SharedCloud cloud, const Arguments& arguments, bool curves) : cloud_(std::move(cloud)), job_(jobFrom(arguments)), curves_(curves) {}

  /// The next step; null after the last one. A step that was interrupted is made again by the next call.
  SharedDetection next(const py::object& progress) {
    if (busy_.exchange(true))
      throw Error(ErrorKind::wrongUse, "cannot make a step", "", "another thread is making one", "let one thread at a time ask for steps");
    const struct Free {
      std::atomic<bool>& busy;
      ~Free() { busy = false; }
    } free{busy_};
    return inBackground(progress, [&](Working& working) { return step(working); });
  }

 private:
  SharedDetection step(Working& working) {
    if (!detector_) {
      suggested_ = makeReady(job_, *cloud_, working);
      device_ = makeDevice(job_);
      detector_.emplace(cloud_->points(), job_, *device_, working.stop(), DetectorOptions{.historyBytes = 0});
    } else {
      device_->comeHere();  // this thread is another one than that of the step before
      if (shown_ && detector_->finished()) return nullptr;
      if (shown_) detector_->advance(StepKind::one, working.stop(), [](Detector&) {});  // with an observer, frames know the step before
    }
    shown_ = false;
    auto frame = detector_->frame(curves_ || detector_->finished(), false, working.stop());
    frame->suggested = suggested_;
    frame->doubt = networkDoubt(*frame, {*device_, working.stop(), {}});
    shown_ = true;
    return std::make_shared<Detection>(Detection{std::move(frame), cloud_});
  }

  SharedCloud cloud_;
  Job job_;
  std::optional<RadiusSuggestion> suggested_;
  bool curves_, shown_ = false;
  std::atomic<bool> busy_ = false;
  std::unique_ptr<Device> device_;
  std::optional<Detector> detector_;  // after the device, which it uses until its end
};

/// The detection of a session, on its cloud, what is to be warned of, and what throws where the session says that its bits are others.
py::tuple replay(const std::string& path, bool compareExact, bool assignment, const py::object& progress) {
  LoadedSession loaded;
  std::vector<std::string> said;
  const SharedDetection detection = inBackground(progress, [&](Working& working) {
    loaded = readSession(path);
    const SessionFile& session = loaded.session;
    checkReplay(path, session);
    const auto cloud = std::make_shared<Cloud>(Cloud{{}, session.files(), session.read, session.job.filter, {}});
    cloud->file = readFiltered(cloud->files, session.job.inputFilter(), cloud->read, working.stop());
    tellOddPoints(session.job.inputFilter().empty(), cloud->file);
    said = loaded.warnings;
    return detectOnce(cloud, session.job, {.compareExact = compareExact, .assignment = assignment}, said, working);
  });
  const auto compare = [path, session = loaded.session, detection] { compareResult(path, session, *detection->frame); };
  return py::make_tuple(detection, textsOf(said), py::cpp_function(compare));
}

}  // namespace

void tell(Working& working, const Detector& detector) {
  const StepRecord& step = detector.present();
  working.report(fractionOf(step), "round " + std::to_string(step.round) + ", " + std::string(name(step.stage)) + ' ' + std::to_string(step.inRound));
}

/// The frame as bytes, the cloud, and the exact answer where there is one: several detections of a cloud travel with one cloud.
static py::tuple packedDetection(const SharedDetection& detection) {
  const auto exact = detection->frame->exact ? std::make_shared<Detection>(Detection{detection->frame->exact, detection->cloud}) : nullptr;
  return py::make_tuple(packedFrame(*detection->frame), detection->cloud, exact);
}

static SharedDetection unpackedDetection(const py::tuple& state) {
  if (state.size() != 3) Unpacker::damaged();
  const auto bytes = state[0].cast<std::string>();
  const auto cloud = state[1].cast<SharedCloud>();
  const auto exact = state[2].cast<SharedDetection>();
  return std::make_shared<Detection>(Detection{unpackedFrame(bytes, *cloud, exact ? exact->frame : nullptr), cloud});
}

void addDetections(py::module_& module) {
  py::class_<Detection, SharedDetection> type(module, "Detection");
  travels(type, &packedDetection, &unpackedDetection);
  addDetectionValues(type);
  addBodies(type);
  py::class_<Stepper>(module, "Stepper").def(py::init<SharedCloud, const Arguments&, bool>()).def("next", &Stepper::next);
  module.def("detect", [](const SharedCloud& cloud, const Arguments& arguments, const std::string& edits, bool compareExact, bool assignment,
                          const Arguments& keeping, const py::object& progress) {
    return detect(cloud, arguments, edits, {compareExact, assignment, longFrom(keeping)}, progress);
  });
  module.def("detect_on_disk", [](const std::vector<std::string>& files, const Arguments& ofReading, const Arguments& arguments,
                                  const std::string& edits, const Arguments& keeping, const py::object& progress) {
    return detectFiles(files, ofReading, arguments, edits, longFrom(keeping), progress);
  });
  module.def("replay", &replay);
}

}  // namespace arete::python
