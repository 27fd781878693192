#include "app/window/controller.h"

#include <algorithm>
#include <utility>

#include "app/window/post.h"
#include "app/window/session_stack.h"
#include "app/window/window_words.h"

namespace arete {

namespace {

constexpr int kProgressInterval_ms = 50;
constexpr int kMemoryInterval_ms = 500;
constexpr double kMilliseconds = 1000;
constexpr double kLargestRadiusShare = 0.25, kSmallestRadiusShare = 1e-4;  // of the cloud's diagonal: the ends of the radius sliders

}  // namespace

Controller::Controller(QObject* parent)
    : QObject(parent),
      mailbox_(
          postToThisThread(), [this](EngineEvent event) { deliver(std::move(event)); },
          [](EngineEvent& newer, EngineEvent& older) { newer.takeOver(older); }) {
  session_.job.backend.reset();  // automatic
  const auto failed = [this](Error error) { showError(std::move(error)); };
  loader_ = std::make_unique<Loader>([this](LoadedCloud loaded) { loadDone(std::move(loaded)); },
                                     [this](Error error) {
                                       endLoading();
                                       const bool asked = error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::wrongUse;
                                       showError(std::move(error), asked ? loadingFile_ : std::filesystem::path());
                                     },
                                     postToThisThread());
  qualityWorker_ =
      std::make_unique<Worker>("cannot measure the quality", "close other programs, or forget the reference curve", failed, postToThisThread());
  linkWorker_ = std::make_unique<Worker>("cannot search neighbours", "take fewer neighbours", failed, postToThisThread());
  engine_ = std::make_unique<Engine>([this](EngineEvent event) { mailbox_.put(std::move(event)); });
  playTimer_.setTimerType(Qt::PreciseTimer);
  connect(&playTimer_, &QTimer::timeout, this, &Controller::playOn);
  loadTimer_.setInterval(kProgressInterval_ms);
  connect(&loadTimer_, &QTimer::timeout, this, &Controller::lookAtLoader);
}

Controller::~Controller() {
  engine_.reset();
  loader_.reset();
  linkWorker_.reset();
  qualityWorker_.reset();
}

Activity Controller::activity() const {
  if (error_) return Activity::failed;
  if (loading_) return Activity::loading;
  if (cloud().empty()) return Activity::empty;
  return busy_ ? Activity::running : Activity::ready;
}

PanelInput Controller::panelInput() const {
  PanelInput input{.session = session_};
  if (!preview_) {
    input.frame = frame_;
    input.links = links_;
  }
  input.activity = activity();
  input.outdated = !cloud().empty() && !busy_ && !showsDetection();
  input.playing = playing();
  input.stepsPerSecond = stepsPerSecond_;
  if (loading_) {
    input.loadName = loadingFile_.filename().string();
    input.loadSeconds = double(sinceLoading_.elapsed()) / kMilliseconds;
    const Loader::Progress progress = loader_->progress();
    input.loadFraction = progress.fraction();
    input.loadText = progress.text();
  }
  if (error_) {
    input.message = error_->failed();
    if (!error_->where().empty()) input.message += ": " + error_->where();
    if (!error_->reason().empty()) input.message += "\n" + error_->reason();
    input.hint = inWindowWords(error_->hint());
    input.unread = unread_.string();
  }
  input.suggestedR1 = suggested_.r1;
  input.suggestedBecause = suggested_.reason;
  const double diagonal = cloud().bounds().diagonal(cloud().dimension());
  if (diagonal > 0) {
    input.largestRadius = std::max(diagonal * kLargestRadiusShare, session_.job.r1());
    input.smallestRadius = diagonal * kSmallestRadiusShare;
  }
  input.quality = quality_;
  input.device = deviceReport();
  return input;
}

/// What is known of the computing; the picture adds what draws.
DeviceReport Controller::deviceReport() const {
  DeviceReport report;
  report.notice = gpuNotice_;
  report.whyNoGpu = cudaUnavailableReason();
  if (gpus().empty()) return report;
  const int asked = int(session_.job.params.get(kGpuParam));
  const auto index = size_t(std::clamp(asked == 0 ? standardGpu() : asked - 1, 0, int(gpus().size()) - 1));
  report.gpu = gpus()[index].name;
  report.multiprocessors = gpus()[index].multiprocessors;
  const bool inUse = frame_ && frame_->job.deviceBackend() == Backend::cuda;
  if (inUse && (!sinceGpuMemory_.isValid() || sinceGpuMemory_.elapsed() > kMemoryInterval_ms)) {
    gpuMemory_ = gpuMemory(int(index));
    sinceGpuMemory_.start();
  }
  if (inUse) report.memoryTotal_bytes = gpuMemory_.total_bytes, report.memoryUsed_bytes = gpuMemory_.total_bytes - gpuMemory_.free_bytes;
  return report;
}

// The view --------------------------------------------------------------------------------------------------------------------------

void Controller::setViewport(const Viewport& viewport) {
  if (viewport == viewport_) return;
  viewport_ = viewport;
  if (preview_ && preview_->view.camera == preview_->fitted) {
    preview_->view.camera = preview_->fitted = fitted(preview_->fitted, preview_->sample.points->box());
    Q_EMIT cameraChanged(false);
  }
  if (cloud().empty() || session_.view.camera != fitted_) return;
  fit(session_.view.camera, session_.view);  // no undo entry: nobody did anything
  Q_EMIT cameraChanged(false);
}

View Controller::openingView(const View& style) {
  View view = viewOf(cloud(), viewport_, style);
  fit(view.camera, view);
  return view;
}

View Controller::viewFor(const Viewport& viewport) const {
  View view = session_.view;
  if (view.camera == fitted_) view.camera.fit(viewport, boundsOf(cloud(), view.axes));  // no panels there
  return view;
}

void Controller::reportSaved(const std::filesystem::path& path, const std::vector<std::string>& warnings) {
  QString text = "Saved " + QString::fromStdString(path.string());
  for (const std::string& warning : warnings) text += " · " + QString::fromStdString(warning);
  Q_EMIT saved(text);
}

/// Looks as `style` says, from where `shown` stands. Attributes come last of all, and a height would change its colour with every sample.
View Controller::previewView(View style, const View& shown) {
  style.camera = shown.camera;
  style.axes = shown.axes;
  if (style.colourBy != ColourBy::depth) style.colourBy = ColourBy::uniform;
  return style;
}

/// Shows the box in the part of the picture that no panel covers, and turns about its centre.
Camera Controller::fitted(Camera camera, const Box& box) const {
  constexpr double kMargin = 0.06, kMarginInSpace = 0.11;  // there the numbers stand outside of the cloud
  camera.fit(viewport_, box, camera.mode() == CameraMode::flat ? kMargin : kMarginInSpace);
  camera.setPivot(box.centre());
  return camera;
}

void Controller::fit(Camera& camera, const View& view) { camera = fitted_ = fitted(camera, boundsOf(cloud(), view.axes)); }

void Controller::showError(Error error, const std::filesystem::path& unread) {
  error_ = std::move(error);
  unread_ = unread;
  setPlaying(false);
  qWarning("%s", error_->what());
  Q_EMIT stateChanged();
}

void Controller::dismissError() {
  error_.reset();
  Q_EMIT stateChanged();
}

// Detection -------------------------------------------------------------------------------------------------------------------------

bool Controller::needsAssignment() const { return session_.view.colourBy == ColourBy::chosen && session_.view.style(LayerId::cloud).visible; }

bool Controller::needsExact() const { return session_.view.style(LayerId::exact).visible; }

/// Has frames carry what the view shows of them.
void Controller::askForWhatIsShown() {
  const bool changed = needsAssignment() != withAssignment_ || needsExact() != withExact_;
  if (needsAssignment() != withAssignment_) engine_->setWithAssignment(withAssignment_ = needsAssignment());
  if (needsExact() != withExact_) engine_->setWithExact(withExact_ = needsExact());
  busy_ = busy_ || (changed && frame_ != nullptr);
}

/// Runs the present job to the present position: newest wins, nothing is waited for.
void Controller::restart() {
  goingTo_.reset();
  navigating_ = false;
  if (cloud().empty() || session_.job.r1() <= 0) return;
  busy_ = true;
  generation_ = engine_->start(cloud(), session_.job, session_.step);
  if (firstGeneration_ == 0) firstGeneration_ = generation_;
}

/// Whether the frame is of the newest start; else that was cancelled before it could show anything, or has not yet.
bool Controller::showsDetection() const { return frame_ && frame_->generation == generation_; }

void Controller::deliver(EngineEvent event) {
  if (event.generation < firstGeneration_) return;  // of a cloud that is no longer open
  const bool newest = event.generation == generation_;
  if (newest) busy_ = event.busy;
  if (event.notice) {
    gpuNotice_ = event.notice->failed() + ": " + event.notice->reason() + ". The CPU goes on with the same answer.";
    if (event.notice->kind() == ErrorKind::deviceLost) gpuNotice_ += " Start the program again to get the GPU back.";
    qWarning("%s", event.notice->what());
    Q_EMIT noticed(QString::fromStdString(gpuNotice_));
  }
  if (event.error && newest) {
    showError(std::move(*event.error));
    return;
  }
  if (event.frame && event.frame->generation >= firstGeneration_) {
    frame_ = std::move(event.frame);
    if (newest && !busy_) {
      if (goingTo_ && (frame_->step == *goingTo_ || frame_->finished)) goingTo_.reset();
      if (navigating_) session_.step = frame_->finished ? Engine::kToTheEnd : frame_->step;
    }
    if (playing() && frame_->finished && !busy_) setPlaying(false);
    if (!busy_) measureQuality();
    if (linksFollowFrames()) findLinks();
    Q_EMIT frameChanged();
  }
  Q_EMIT stateChanged();
}

void Controller::advance(StepKind kind, uint32_t count) {
  if (cloud().empty()) return;
  error_.reset();
  navigating_ = true;
  goingTo_.reset();
  busy_ = true;
  engine_->advance(kind, count);
  Q_EMIT stateChanged();
}

void Controller::goTo(uint32_t step) {
  if (cloud().empty()) return;
  error_.reset();
  setPlaying(false);
  navigating_ = busy_ = true;
  goingTo_ = step;
  engine_->goTo(step);
  Q_EMIT stateChanged();
}

void Controller::stepBack(uint32_t count) {
  const uint32_t from = goingTo_.value_or(frame_ ? frame_->step : 0);
  goTo(from - std::min(from, count));
}

void Controller::setPlaying(bool on) {
  if (on == playing()) return;
  if (on) {
    sincePlayed_.start();
    setStepsPerSecond(stepsPerSecond_);
    playTimer_.start();
  } else {
    playTimer_.stop();
  }
  Q_EMIT stateChanged();
}

/// One or, at high speed, several steps; none while the ones before are being computed.
void Controller::playOn() {
  if (busy_) return;
  const double steps = double(sincePlayed_.restart()) * stepsPerSecond_ / kMilliseconds;
  advance(StepKind::one, uint32_t(std::max(1.0, std::min(steps, stepsPerSecond_))));
}

void Controller::setStepsPerSecond(double value) {
  constexpr double kSlowest = 0.5, kFastest = 1000, kShortest_ms = 16;
  stepsPerSecond_ = std::clamp(value, kSlowest, kFastest);
  playTimer_.setInterval(int(std::max(kMilliseconds / stepsPerSecond_, kShortest_ms)));
  Q_EMIT stateChanged();
}

void Controller::cancel() {
  if (error_) {
    dismissError();
  } else if (loading_) {
    endLoading();
  } else {
    setPlaying(false);
    navigating_ = true;  // where it stops is where we are
    engine_->cancel();
  }
  Q_EMIT stateChanged();
}

// Changes and undo ------------------------------------------------------------------------------------------------------------------

void Controller::apply(Session next, bool animated) {
  next.file = session_.file;
  next.step = session_.step;
  const Session before = std::exchange(session_, std::move(next));
  askForWhatIsShown();
  if (!before.job.detectsLike(session_.job)) {
    error_.reset();
    restart();
  }
  if (before.job != session_.job || before.view.style(LayerId::links).visible != drawsLinks()) findLinks();
  if (preview_) preview_->view = previewView(session_.view, preview_->view);
  if (before.view.camera != session_.view.camera) Q_EMIT cameraChanged(animated);
  Q_EMIT sessionChanged();
}

void Controller::push(const Session& before, Merge merge) {
  const auto restore = [this](const Session& session) {
    editStart_.reset();
    apply(session, true);
  };
  if (before.job == session_.job && before.view == session_.view) return;
  undoStack_.push(new SessionCommand(before, session_, int(merge), restore));  // the stack owns it
}

bool Controller::modified() const {
  if (cloud().empty()) return false;
  if (!unchanged_ || session_.job != unchanged_->job) return true;
  View sameCamera = session_.view;
  sameCamera.camera = unchanged_->view.camera;
  return !sessionFile_.empty() && sameCamera != unchanged_->view;
}

void Controller::forgetChanges() {
  undoStack_.clear();
  unchanged_ = session_;
  Q_EMIT sessionChanged();
}

void Controller::change(Session next, Merge merge, bool animated) {
  finishEdit();
  const Session before = session_;
  apply(std::move(next), animated);
  push(before, merge);
}

void Controller::changeView(View view, Merge merge, bool animated) {
  if (movePreview(view)) return;
  Session next = session_;
  next.view = std::move(view);
  change(std::move(next), merge, animated);
}

void Controller::edit(Session next) {
  if (!editStart_) editStart_ = session_;
  apply(std::move(next), false);
}

void Controller::editView(View view) {
  if (movePreview(view)) return;
  Session next = session_;
  next.view = std::move(view);
  edit(std::move(next));
}

void Controller::finishEdit() {
  if (!editStart_) return;
  const Session before = *std::exchange(editStart_, std::nullopt);
  push(before, Merge::none);
}

}  // namespace arete
