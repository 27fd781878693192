// Files of the controller: opening clouds and sessions, saving sessions, the reference curve.
#include "app/window/controller.h"

#include <utility>

#include "app/window/quality_lines.h"
#include "compute/io/path_guard.h"
#include "compute/io/read_curve.h"
#include "render/colourings.h"
#include "render/view_json.h"

namespace arete {

/// What takes local coordinates of one cloud to those of another, on the axes that are drawn.
static glm::dvec3 originBetween(const PointCloud& from, const PointCloud& to, const std::array<int, 3>& axes) {
  glm::dvec3 move(0);
  for (int k = 0; k < 3; ++k)
    if (const int axis = axes[size_t(k)]; axis >= 0) move[k] = from.origin()[size_t(axis)] - to.origin()[size_t(axis)];
  return move;
}

void Controller::open(const std::filesystem::path& path, const ReadOptions& options) {
  error_.reset();
  openingSession_.reset();
  openingSessionFile_.clear();
  openingKept_.clear();
  loadingOptions_ = options;
  std::filesystem::path cloudPath = path;
  if (path.extension() == ".arete") {
    try {
      cloudPath = openSession(path);
    } catch (const Error& error) {
      return showError(error);
    }
  }
  endLoading();
  loading_ = true;
  loadTimer_.start();
  loadingFile_ = cloudPath;
  sinceLoading_.start();
  loader_->start(std::move(cloudPath), loadingOptions_);
  engine_->prepare(openingSession_ ? openingSession_->job : session_.job);
  Q_EMIT stateChanged();
}

void Controller::restore(const std::filesystem::path& path) {
  open(path);
  if (!openingSession_) return;
  openingSessionFile_.clear();
  openingKept_ = path;
}

void Controller::lookAtLoader() {
  if (std::optional<LoadSample> sample = loader_->takeSample()) showSample(std::move(*sample));
  Q_EMIT stateChanged();
}

/// As the cloud will open, as far as that can be told; a camera that the user has moved stays where it is.
void Controller::showSample(LoadSample sample) {
  View view = viewOf(sample.cloud, viewport_, session_.view);
  view = previewView(view, view);
  const Camera all = fitted(view.camera, sample.points->box());
  const bool moved = preview_ && preview_->view.camera != preview_->fitted && preview_->view.axes == view.axes;
  view.camera = moved ? preview_->view.camera : all;
  if (moved) view.camera.moveBy(originBetween(preview_->sample.cloud, sample.cloud, view.axes));
  preview_ = Preview{std::move(sample), std::move(view), all};
  Q_EMIT previewChanged();
}

/// A camera that moves over the points that are there already.
bool Controller::movePreview(const View& view) {
  if (!preview_ || view.camera == session_.view.camera) return false;
  preview_->view.camera = view.camera;
  Q_EMIT cameraChanged(false);
  return true;
}

void Controller::endLoading() {
  loader_->cancel();
  loading_ = false;
  loadTimer_.stop();
  if (std::exchange(preview_, std::nullopt)) Q_EMIT previewChanged();
}

/// Keeps what the session file says until its cloud, which it returns, is read.
std::filesystem::path Controller::openSession(const std::filesystem::path& path) {
  LoadedSession loaded = readSession(path);
  if (loaded.session.cloud.empty())
    throw Error(ErrorKind::badInput, "cannot open the session", path.string(), "it names no cloud", "open a cloud instead");
  Session session = session_;
  session.job = loaded.session.job;
  session.step = loaded.session.step == SessionFile::kEnd ? Engine::kToTheEnd : loaded.session.step;
  if (!loaded.session.view.empty()) session.view = viewFromJson(loaded.session.view, session_.view);
  loadingOptions_ = loaded.session.read;
  openingSession_ = std::move(session);
  openingSessionFile_ = path;
  sessionWarnings_ = std::move(loaded.warnings);
  return loaded.session.cloud;
}

void Controller::reload() {
  if (!session_.file.empty()) open(session_.file, readOptions_);
}

void Controller::loadDone(LoadedCloud loaded) {
  if (!loaded.file.cloud.empty()) {
    readOptions_ = loadingOptions_;
    return take(std::move(loaded));
  }
  endLoading();
  showError(
      Error(ErrorKind::badInput, "nothing to show", loaded.path.string(), "the file holds no point with finite coordinates", "open another file"));
}

void Controller::take(LoadedCloud loaded) {
  setPlaying(false);
  error_.reset();
  const bool sameFile = loaded.path == session_.file && loaded.file.cloud.dimension() == cloud().dimension();
  file_ = std::move(loaded.file);
  points_ = std::move(loaded.points);
  suggested_ = std::move(loaded.suggested);
  frame_.reset();
  links_.reset();
  selected_.reset();
  qualityWorker_->cancel();  // of the cloud before
  quality_.clear();
  editStart_.reset();
  const bool opensSession = openingSession_.has_value();
  if (opensSession) {
    session_ = *std::exchange(openingSession_, std::nullopt);
    sessionFile_ = std::exchange(openingSessionFile_, {});
    file_.warnings.insert(file_.warnings.end(), sessionWarnings_.begin(), sessionWarnings_.end());
  } else if (!sameFile) {  // what is read again keeps its parameters and view
    sessionFile_.clear();
    startSession();
  }
  session_.file = std::move(loaded.path);
  restoredFrom_ = std::exchange(openingKept_, {});
  if (!restoredFrom_.empty()) unchanged_.reset();
  else if (!sameFile || opensSession) unchanged_ = session_;
  loader_->cancel();
  loading_ = false;
  loadTimer_.stop();
  preview_.reset();  // cloudChanged() says that something else is on the screen
  undoStack_.clear();
  Q_EMIT cloudChanged();
  Q_EMIT sessionChanged();
  firstGeneration_ = 0;
  askForWhatIsShown();
  restart();
  findLinks();
  Q_EMIT cameraChanged(false);
  Q_EMIT frameChanged();
  Q_EMIT stateChanged();
}

/// Radius, position and view for a cloud that has just been opened; versions, tolerances and looks stay as they are.
void Controller::startSession() {
  session_.job.params.reset(kR1Param);
  session_.job.params.reset(kR2Param);
  if (suggested_.r1 > 0) session_.job.params.set(kR1Param, suggested_.r1);
  session_.view = withKnownColours(std::move(session_.view), cloud());
  const std::optional<Preview> before = std::exchange(preview_, std::nullopt);
  session_.view = openingView(session_.view);
  if (before && before->view.camera != before->fitted && before->view.axes == session_.view.axes) {
    session_.view.camera = before->view.camera;  // the user has gone somewhere while the file was read
    session_.view.camera.moveBy(originBetween(before->sample.cloud, cloud(), session_.view.axes));
  }
  session_.step = 0;
}

SessionFile Controller::snapshot() const {
  SessionFile saved;
  saved.cloud = session_.file;
  saved.read = readOptions_;
  saved.job = session_.job;
  saved.view = viewToJson(session_.view);
  saved.step = session_.step == Engine::kToTheEnd ? SessionFile::kEnd : session_.step;
  if (frame_ && frame_->finished && frame_->job.r1() == session_.job.r1()) saved.resultHash = frame_->hash;
  return saved;
}

void Controller::guard(std::span<const std::filesystem::path> outputs, std::vector<std::filesystem::path> inputs) const {
  std::vector<PathUse> uses;
  for (std::filesystem::path& input : inputs) uses.push_back({std::move(input), PathRole::input});
  for (const std::filesystem::path& output : outputs) uses.push_back({output, PathRole::output});
  guardPaths(uses);
}

void Controller::guardOutputs(std::span<const std::filesystem::path> outputs) const { guard(outputs, {session_.file, referenceFile_, sessionFile_}); }

std::vector<std::string> Controller::saveSession(const std::filesystem::path& path) {
  guard({&path, 1}, {session_.file, referenceFile_});  // over the session that is open is what saving does
  std::vector<std::string> warnings = writeSession(path, snapshot());
  sessionFile_ = path;
  unchanged_ = session_;
  Q_EMIT sessionChanged();
  return warnings;
}

void Controller::loadReference(const std::filesystem::path& path) {
  try {
    CurveFile file = readCurve(path);
    if (file.polylines.empty())
      throw Error(ErrorKind::badInput, "no reference curve", path.string(), "the file holds no line", "open a file with polylines or segments");
    if (!cloud().empty() && file.polylines.dimension != cloud().dimension())
      throw Error(ErrorKind::badInput, "the reference does not fit", path.string(),
                  "it has " + std::to_string(file.polylines.dimension) + " coordinates, the cloud has " + std::to_string(cloud().dimension()),
                  "open the curve of this cloud");
    reference_ = std::make_shared<const Polylines>(std::move(file.polylines));
    referenceFile_ = path;
    measureQuality();
  } catch (const Error& error) {
    showError(error);
  }
}

void Controller::closeReference() {
  reference_.reset();
  referenceFile_.clear();
  qualityWorker_->cancel();
  quality_.clear();
  Q_EMIT stateChanged();
}

void Controller::measureQuality() {
  if (!reference_ || !frame_ || !frame_->curveKnown) return;
  if (reference_->dimension != cloud().dimension()) return;  // of another cloud
  qualityWorker_->start([this, frame = frame_, reference = reference_](const std::stop_token& stop) -> Worker::Then {
    return [this, lines = qualityLines(*frame, *reference, stop)] {
      quality_ = lines;
      Q_EMIT stateChanged();
    };
  });
}

}  // namespace arete
