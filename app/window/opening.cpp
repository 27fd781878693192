#include "app/window/opening.h"

#include <utility>

#include "app/window/post.h"
#include "compute/io/read_clouds.h"

namespace arete {

namespace {

constexpr int kProgressInterval_ms = 50;
constexpr double kMillisecondsPerSecond = 1000;

/// The appearance of `style`, seen as in `shown`. Attributes are read last, and colours by height would change with every sample.
View previewView(View style, const View& shown) {
  style.camera = shown.camera;
  style.axes = shown.axes;
  if (style.colourBy != ColourBy::depth) style.colourBy = ColourBy::uniform;
  return style;
}

}  // namespace

Camera Preview::cameraAbove(const PointCloud& cloud) const {
  glm::dvec3 move(0);
  for (int k = 0; k < 3; ++k)
    if (const int axis = view.axes[size_t(k)]; axis >= 0) move[k] = sample.cloud.origin()[size_t(axis)] - cloud.origin()[size_t(axis)];
  Camera camera = view.camera;
  camera.moveBy(move);
  return camera;
}

Opening::Opening(const Document& document, Loader::Done done, Worker::Failed failed)
    : document_(document), loader_(std::move(done), std::move(failed), postToThisThread()) {
  timer_.setInterval(kProgressInterval_ms);
  connect(&timer_, &QTimer::timeout, this, &Opening::lookAtLoader);
}

void Opening::start(const std::vector<std::filesystem::path>& files, const ReadOptions& options, const std::optional<Filter>& filter,
                    std::optional<SessionToOpen> session) {
  end();
  session_ = std::move(session);
  file_ = files.front();
  name_ = nameOf(files);
  timer_.start();
  since_.start();
  loader_.start(files, options, filter);
}

void Opening::end() {
  loader_.cancel();
  timer_.stop();
  session_.reset();
  if (std::exchange(preview_, std::nullopt)) Q_EMIT previewChanged();
}

std::optional<SessionToOpen> Opening::takeSession() { return std::exchange(session_, std::nullopt); }

std::optional<Preview> Opening::takePreview() { return std::exchange(preview_, std::nullopt); }

LoadingReport Opening::report() const {
  if (!active()) return {};
  const Loader::Progress progress = loader_.progress();
  return {name_, double(since_.elapsed()) / kMillisecondsPerSecond, progress.fraction(), progress.text()};
}

void Opening::lookAtLoader() {
  if (std::optional<LoadSample> sample = loader_.takeSample()) showSample(std::move(*sample));
  Q_EMIT progressed();
}

/// As the cloud will open, as far as known; a camera that the user has moved stays.
void Opening::showSample(LoadSample sample) {
  View view = viewOf(sample.cloud, document_.viewport(), document_.session().view);
  view = previewView(view, view);
  const Camera all = document_.fitted(view.camera, sample.points->box());
  const bool stays = preview_ && preview_->moved() && preview_->view.axes == view.axes;
  view.camera = stays ? preview_->cameraAbove(sample.cloud) : all;
  preview_ = Preview{std::move(sample), std::move(view), all};
  Q_EMIT previewChanged();
}

bool Opening::setCamera(const Camera& camera) {
  if (!preview_) return false;
  preview_->view.camera = camera;
  Q_EMIT cameraChanged();
  return true;
}

bool Opening::fitCamera() { return preview_ && setCamera(preview_->fitted); }

void Opening::fitAgain() {
  if (!preview_ || preview_->moved()) return;
  preview_->fitted = document_.fitted(preview_->fitted, preview_->sample.points->box());
  fitCamera();
}

void Opening::followLook() {
  if (preview_) preview_->view = previewView(document_.session().view, preview_->view);
}

}  // namespace arete
