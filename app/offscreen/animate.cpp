#include "app/offscreen/animate.h"

#include <optional>

#include "app/offscreen/picture_sink.h"
#include "compute/core/error.h"
#include "compute/engine/detector.h"

namespace arete {

namespace {

/// The steps on the way to a frame, made again one after the other by its own job.
class StepsAgain {
 public:
  StepsAgain(std::shared_ptr<const Frame> end, bool withAssignment) : end_(std::move(end)), withAssignment_(withAssignment) {}

  /// Steps are asked for in their order.
  std::shared_ptr<const Frame> at(uint32_t step, const std::stop_token& stop) {
    if (step == end_->step) return end_;
    if (!detector_) {
      device_ = makeDevice(end_->job);
      detector_.emplace(end_->cloud, end_->job, *device_, stop, DetectorOptions{.historyBytes = 0});
    }
    // One by one, so that what is drawn of a step is its own move.
    while (detector_->step() < step) detector_->goTo(detector_->step() + 1, stop);
    return detector_->frame(true, withAssignment_, stop);
  }

 private:
  std::shared_ptr<const Frame> end_;
  bool withAssignment_;
  std::unique_ptr<Device> device_;
  std::optional<Detector> detector_;
};

/// Goes with the context current, whatever ended the animation.
class CurrentScene {
 public:
  CurrentScene(const AnimationScene& source, const std::function<void()>& makeCurrent) : makeCurrent_(makeCurrent) {
    take();
    scene_.emplace(source.path);
    scene_->setMaySharePoints(source.mayShare);
    scene_->setCloud(source.cloud, source.points);
    scene_->setAxisWords(source.axes);
    scene_->setCoasts(source.coasts);
    scene_->setLeftOut(source.leftOut);
    scene_->setBeside(source.beside);
    scene_->setFrame(source.end);
    scene_->setExplanation(source.explanation);
  }
  ~CurrentScene() {
    take();
    scene_.reset();
  }
  Scene& current() {
    take();
    return *scene_;
  }

 private:
  void take() const {
    if (makeCurrent_) makeCurrent_();
  }
  const std::function<void()>& makeCurrent_;
  std::optional<Scene> scene_;
};

struct Sinks {
  std::vector<std::unique_ptr<PictureSink>> all;

  Sinks(const AnimationWish& wish, const Viewport& viewport, size_t count, const std::stop_token& stop) {
    // The film first: ffmpeg may fail at its end, and then there are no pictures either.
    if (!wish.film.empty()) all.push_back(makeFilm(wish.film, viewport.width, viewport.height, wish.framesPerSecond, stop));
    if (!wish.folder.empty()) all.push_back(makePngSequence(wish.folder, count));
    if (all.empty())
      throw Error(ErrorKind::wrongUse, "cannot make the animation", "", "there is nowhere to write it", "give --frames FOLDER, --mp4 FILE, or both");
  }
};

}  // namespace

std::vector<AnimationPicture> planAnimation(const AnimationWish& wish, const AnimationScene& scene) {
  if (wish.steps && scene.end == nullptr)
    throw Error(ErrorKind::wrongUse, "cannot show the steps", "", "nothing was detected", "give --r1, or animate a turn of the camera");
  if (wish.turn) turned(scene.view.camera, scene.image.viewport, 0);
  if (!wish.film.empty() && scene.image.transparentBackground)
    throw Error(ErrorKind::wrongUse, "cannot make a film without a background", wish.film, "MP4 has no transparent pixels",
                "write pictures, or leave the background");
  return planAnimation(wish, scene.end ? scene.end->step : 0);
}

std::vector<std::string> makeAnimation(const AnimationScene& scene, const AnimationWish& wish, const AnimationDoor& door, std::stop_token stop) {
  const std::vector<AnimationPicture> plan = planAnimation(wish, scene);
  Sinks sinks(wish, scene.image.viewport, plan.size(), stop);
  CurrentScene drawn(scene, door.makeCurrent);
  StepsAgain steps(scene.end, scene.view.colourBy == ColourBy::chosen);
  uint32_t shown = scene.end ? scene.end->step : 0;
  ImageOptions options = scene.image;
  options.progress = [stop](double) {
    if (stop.stop_requested()) throw Cancelled{};
  };
  for (size_t i = 0; i < plan.size(); ++i) {
    if (stop.stop_requested()) throw Cancelled{};
    if (door.progress) door.progress(i, plan.size());
    if (plan[i].step != shown) {
      std::shared_ptr<const Frame> frame;
      const auto work = [&] { frame = steps.at(plan[i].step, stop); };
      door.compute ? door.compute(work) : work();
      drawn.current().setFrame(frame);
      shown = plan[i].step;
    }
    View view = scene.view;
    if (wish.turn) view.camera = turned(view.camera, scene.image.viewport, plan[i].degrees);
    Scene& now = drawn.current();
    Image image = renderImage(now, view, options);
    if (door.label) door.label(image, now.overlay(view, options.viewport), view.theme);
    for (const auto& sink : sinks.all) sink->add(image);
  }
  if (door.progress) door.progress(plan.size(), plan.size());
  std::vector<std::string> warnings;
  for (const auto& sink : sinks.all)
    for (std::string& warning : sink->finish()) warnings.push_back(std::move(warning));
  return warnings;
}

}  // namespace arete
