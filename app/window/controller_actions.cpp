// The actions that need no window: each is a change of the session or a request to the engine.
#include "app/window/controller.h"

#include <algorithm>
#include <cmath>

#include "render/colourings.h"

namespace arete {

namespace {

constexpr uint32_t kManySteps = 10;
constexpr double kRadiusStep = 1.0905077326652577;  // 2^(1/8): eight presses double R1
constexpr double kSpeedStep = 2;
constexpr float kSizeStep = 1;

std::optional<LayerId> toggledLayer(Action action) {
  switch (action) {
    case Action::toggleCloud: return LayerId::cloud;
    case Action::toggleChosen: return LayerId::chosen;
    case Action::toggleTrails: return LayerId::trails;
    case Action::toggleCurve: return LayerId::curve;
    case Action::toggleBalls: return LayerId::balls;
    case Action::toggleTiles: return LayerId::tiles;
    case Action::toggleExact: return LayerId::exact;
    case Action::toggleLinks: return LayerId::links;
    case Action::toggleJunctions: return LayerId::junctions;
    case Action::toggleAxes: return LayerId::axes;
    default: return {};
  }
}

std::optional<CameraPreset> preset(Action action) {
  switch (action) {
    case Action::viewFront: return CameraPreset::front;
    case Action::viewBack: return CameraPreset::back;
    case Action::viewLeft: return CameraPreset::left;
    case Action::viewRight: return CameraPreset::right;
    case Action::viewTop: return CameraPreset::top;
    case Action::viewBottom: return CameraPreset::bottom;
    case Action::viewIsometric: return CameraPreset::isometric;
    default: return {};
  }
}

}  // namespace

void Controller::toggleLayer(LayerId id) {
  View view = session_.view;
  view.style(id).visible = !view.style(id).visible;
  changeView(std::move(view));
}

void Controller::changeCamera(const std::function<void(Camera&)>& change) {
  View view = shownView();
  change(view.camera);
  changeView(std::move(view), Merge::none, true);
}

void Controller::scaleR1(double factor) {
  if (cloud().empty()) return;
  Session next = session_;
  next.job.params.set(kR1Param, std::clamp(session_.job.r1() * factor, kR1Param.minimum, kR1Param.maximum));
  change(std::move(next), Merge::radius);
}

bool Controller::performStep(Action action) {
  const bool atEnd = showsDetection() && frame_->finished;
  switch (action) {
    case Action::playPause:
      if (!playing() && atEnd) goTo(0);  // once more from the start
      setPlaying(!playing());
      return true;
    case Action::stepForward: setPlaying(false), advance(StepKind::one); return true;
    case Action::stepForwardTen: setPlaying(false), advance(StepKind::one, kManySteps); return true;
    case Action::stepBack: stepBack(1); return true;
    case Action::stepBackTen: stepBack(kManySteps); return true;
    case Action::stepSweep: setPlaying(false), advance(StepKind::sweep); return true;
    case Action::stepRound: setPlaying(false), advance(StepKind::round); return true;
    case Action::toStart: goTo(0); return true;
    case Action::toEnd: setPlaying(false), advance(StepKind::end); return true;
    case Action::restart:
      setPlaying(false);
      session_.step = 0;
      error_.reset();
      restart();
      Q_EMIT stateChanged();
      return true;
    default: return false;
  }
}

bool Controller::performView(Action action) {
  if (const auto layer = toggledLayer(action)) return toggleLayer(*layer), true;
  if (const auto direction = preset(action))
    return changeCamera([&](Camera& camera) {
             if (camera.mode() == CameraMode::flat) camera.setMode(CameraMode::turntable);
             camera.look(*direction);
           }),
           true;
  View view = session_.view;
  const auto resize = [&](float by) {
    const LayerInfo& info = layerInfo(LayerId::cloud);
    float& size = view.style(LayerId::cloud).size;
    size = std::clamp(size + by, info.minimumSize, info.maximumSize);
    changeView(std::move(view), Merge::size);
  };
  switch (action) {
    case Action::resetView:
      if (preview_) return performView(Action::fitView);
      changeView(openingView(view), Merge::none, true);
      return true;
    case Action::fitView:
      if (preview_) preview_->view.camera = preview_->fitted, Q_EMIT cameraChanged(false);
      else changeCamera([&](Camera& camera) { fit(camera, view); });
      return true;
    case Action::togglePerspective: changeCamera([](Camera& camera) { camera.setPerspective(!camera.perspective()); }); return true;
    case Action::toggleFlat:
      changeCamera([](Camera& camera) { camera.setMode(camera.mode() == CameraMode::flat ? CameraMode::turntable : CameraMode::flat); });
      return true;
    case Action::toggleTrackball:
      changeCamera([](Camera& camera) { camera.setMode(camera.mode() == CameraMode::trackball ? CameraMode::turntable : CameraMode::trackball); });
      return true;
    case Action::toggleAssignment:
      view.colourBy = view.colourBy == ColourBy::chosen ? ColourBy::uniform : ColourBy::chosen;
      changeView(std::move(view));
      return true;
    case Action::nextColouring: changeView(withNextColouring(std::move(view), cloud(), 1)); return true;
    case Action::previousColouring: changeView(withNextColouring(std::move(view), cloud(), -1)); return true;
    case Action::toggleTheme:
      view.theme = view.theme == Theme::dark ? Theme::white : Theme::dark;
      changeView(std::move(view));
      return true;
    case Action::largerPoints: resize(kSizeStep); return true;
    case Action::smallerPoints: resize(-kSizeStep); return true;
    default: return false;
  }
}

bool Controller::perform(Action action) {
  if (performStep(action) || performView(action)) return true;
  switch (action) {
    case Action::undo: finishEdit(), undoStack_.undo(); return true;
    case Action::redo: undoStack_.redo(); return true;
    case Action::reloadFile: reload(); return true;
    case Action::cancel: cancel(); return true;
    case Action::slower: setStepsPerSecond(stepsPerSecond_ / kSpeedStep); return true;
    case Action::faster: setStepsPerSecond(stepsPerSecond_ * kSpeedStep); return true;
    case Action::largerR1: scaleR1(kRadiusStep); return true;
    case Action::smallerR1: scaleR1(1 / kRadiusStep); return true;
    case Action::closeReference: closeReference(); return true;
    case Action::suggestR1:
      if (suggested_.r1 > 0) {
        Session next = session_;
        next.job.params.set(kR1Param, suggested_.r1);
        change(std::move(next));
      }
      return true;
    default: return false;
  }
}

bool Controller::isOn(Action action) const {
  const View& view = session_.view;
  if (const auto layer = toggledLayer(action)) return view.style(*layer).visible;
  switch (action) {
    case Action::togglePerspective: return view.camera.perspective();
    case Action::toggleFlat: return view.camera.mode() == CameraMode::flat;
    case Action::toggleTrackball: return view.camera.mode() == CameraMode::trackball;
    case Action::toggleAssignment: return view.colourBy == ColourBy::chosen;
    case Action::toggleTheme: return view.theme == Theme::white;
    case Action::playPause: return playing();
    default: return false;
  }
}

bool Controller::isPossible(Action action) const {
  const bool open = !cloud().empty();
  const bool atStart = showsDetection() && frame_->step == 0, atEnd = showsDetection() && frame_->finished;
  switch (action) {
    case Action::undo: return undoStack_.canUndo() || editStart_;
    case Action::redo: return undoStack_.canRedo();
    case Action::stepBack:
    case Action::stepBackTen:
    case Action::toStart: return open && (!atStart || busy_);
    case Action::stepForward:
    case Action::stepForwardTen:
    case Action::stepSweep:
    case Action::stepRound:
    case Action::toEnd: return open && (!atEnd || busy_);
    case Action::playPause:
    case Action::restart:
    case Action::largerR1:
    case Action::smallerR1:
    case Action::reloadFile:
    case Action::exportResult:
    case Action::savePicture:
    case Action::saveSession:
    case Action::saveSessionAs: return open;
    case Action::nextColouring:
    case Action::previousColouring: return open;
    case Action::suggestR1: return open && suggested_.r1 > 0;
    case Action::closeReference: return reference_ != nullptr;
    case Action::showQuality: return !quality_.empty();
    case Action::showWarnings: return !file_.warnings.empty();
    default: return true;
  }
}

}  // namespace arete
