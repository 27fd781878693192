// The actions that need no window: each is a change of the session or a request to the detection.
#include "app/window/controller.h"

#include <algorithm>
#include <functional>

#include <QTimer>

#include "compute/engine/link_finder.h"
#include "compute/engine/run_job.h"
#include "compute/text/translate.h"
#include "render/colourings.h"
#include "render/overlay.h"

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
    case Action::toggleTubes: return LayerId::tubes;
    case Action::toggleCoasts: return LayerId::coasts;
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

/// Why a layer that was just switched on shows nothing yet; "" for nothing to say.
QString whyNothing(const Controller& controller, LayerId id) {
  const Job& job = controller.session().job;
  const bool ofSelected = LinksOf(int(job.params.get(kLinksOfParam))) == LinksOf::selected;
  if (id == LayerId::links && ofSelected && !controller.linkSearch().selected())
    return tr("Click a point: its neighbours are joined to it. Whose neighbours are drawn is set in the tab Curve.");
  if (id == LayerId::tiles && job.tileDetection() == TileDetection::whole) return tr("There are tiles once Tiling in the tab Lab divides the cloud.");
  return {};
}

void toggleLayer(Controller& controller, LayerId id) {
  View view = controller.session().view;
  view.style(id).visible = !view.style(id).visible;
  const bool on = view.style(id).visible;
  controller.changeView(std::move(view));
  if (const QString why = whyNothing(controller, id); on && !why.isEmpty()) Q_EMIT controller.noticed(why);
}

void changeCamera(Controller& controller, const std::function<void(Camera&)>& change) {
  View view = controller.shownView();
  change(view.camera);
  controller.changeView(std::move(view), Document::Merge::none, true);
}

void scaleR1(Controller& controller, double factor) {
  if (controller.cloud().empty()) return;
  Session next = controller.session();
  next.job.params.set(kR1Param, std::clamp(next.job.r1() * factor, kR1Param.minimum, kR1Param.maximum));
  controller.document().change(std::move(next), Document::Merge::radius);
}

}  // namespace

void Controller::advance(StepKind kind, uint32_t count) {
  if (cloud().empty()) return;
  error_.reset();
  detection_.advance(kind, count);
  Q_EMIT stateChanged();
}

void Controller::goTo(uint32_t step) {
  if (cloud().empty()) return;
  error_.reset();
  playback_.play(false);
  detection_.goTo(step);
  Q_EMIT stateChanged();
}

void Controller::cancel() {
  if (error_) {
    dismissError();
  } else if (opening_.active()) {
    opening_.end();
  } else {
    playback_.play(false);
    radiusSearch_.stop();
    own_.stop();
    detection_.cancel();
  }
  Q_EMIT stateChanged();
}

bool Controller::performStep(Action action) {
  const auto forward = [this](StepKind kind, uint32_t count = 1) {
    playback_.play(false);
    advance(kind, count);
  };
  switch (action) {
    case Action::playPause:
      if (!playback_.playing() && detection_.atEnd()) goTo(0);  // once more from the start
      playback_.play(!playback_.playing());
      return true;
    case Action::stepForward: forward(StepKind::one); return true;
    case Action::stepForwardTen: forward(StepKind::one, kManySteps); return true;
    case Action::stepBack: goTo(detection_.stepBefore(1)); return true;
    case Action::stepBackTen: goTo(detection_.stepBefore(kManySteps)); return true;
    case Action::stepSweep: forward(StepKind::sweep); return true;
    case Action::stepRound: forward(StepKind::round); return true;
    case Action::toStart: goTo(0); return true;
    case Action::toEnd: forward(StepKind::end); return true;
    case Action::nextDiffering: goToDiffering(1); return true;
    case Action::previousDiffering: goToDiffering(-1); return true;
    case Action::restart:
      playback_.play(false);
      detection_.cancel();
      document_.setStep(0);
      error_.reset();
      restartWithMarks();
      Q_EMIT stateChanged();
      return true;
    default: return false;
  }
}

/// What was marked as noise since the last detection is left out of this one: a change of the session, which starts it.
void Controller::restartWithMarks() {
  if (session().job.edits.isInForce()) return restart();
  Session next = session();
  next.job.edits = next.job.edits.inForce();
  document_.change(std::move(next));
}

/// With what lies beside the cloud.
void Controller::fitAll(Camera& camera, const View& view) {
  const std::optional<Box> others = beside_.bounds(view);
  if (!others) return document_.fit(camera, view);
  const Box box = boundsOf(cloud(), view.axes);
  camera = document_.fitted(camera, {glm::min(box.minimum, others->minimum), glm::max(box.maximum, others->maximum)});
}

/// Results of the version before it are computed again; menus list it from now on.
void Controller::followOwn() {
  const std::string& id = own_.now().version->id;
  const auto& ids = session().job.versionIds;
  if (std::ranges::find(ids, id) != ids.end()) restart();
  Q_EMIT sessionChanged();
}

/// The camera flies there; how near it is stays.
void Controller::goToDiffering(int by) {
  if (own_.differing() == nullptr) return;
  own_.goOn(by);
  View view = session().view;
  const glm::dvec3 place = own_.marks()->place(own_.at(), view.axes);
  view.camera.setTarget(place);
  view.camera.setPivot(place);
  changeView(std::move(view), Document::Merge::camera, true);
}

bool Controller::performView(Action action) {
  if (const auto layer = toggledLayer(action)) return toggleLayer(*this, *layer), true;
  if (const auto direction = preset(action))
    return changeCamera(*this,
                        [&](Camera& camera) {
                          if (camera.mode() == CameraMode::flat) camera.setMode(CameraMode::turntable);
                          camera.look(document_.viewport(), *direction);
                        }),
           true;
  View view = session().view;
  const auto resize = [&](float by) {
    const LayerInfo& info = layerInfo(LayerId::cloud);
    float& size = view.style(LayerId::cloud).size;
    size = std::clamp(size + by, info.minimumSize, info.maximumSize);
    changeView(std::move(view), Document::Merge::size);
  };
  switch (action) {
    case Action::resetView:
      if (opening_.fitCamera()) return true;
      changeView(document_.openingView(view), Document::Merge::none, true);
      return true;
    case Action::fitView:
      if (!opening_.fitCamera()) changeCamera(*this, [&](Camera& camera) { fitAll(camera, view); });
      return true;
    case Action::togglePerspective: changeCamera(*this, [](Camera& camera) { camera.setPerspective(!camera.perspective()); }); return true;
    case Action::toggleFlat:
      changeCamera(*this, [](Camera& camera) { camera.setMode(camera.mode() == CameraMode::flat ? CameraMode::turntable : CameraMode::flat); });
      return true;
    case Action::toggleTrackball:
      changeCamera(*this,
                   [](Camera& camera) { camera.setMode(camera.mode() == CameraMode::trackball ? CameraMode::turntable : CameraMode::trackball); });
      return true;
    case Action::toggleAssignment:
    case Action::toggleUnexplained: {
      const ColourBy by = action == Action::toggleAssignment ? ColourBy::chosen : ColourBy::distance;
      view.colourCloudBy(view.colourBy == by ? ColourBy::uniform : by, view.attribute);
      changeView(std::move(view));
      return true;
    }
    case Action::nextColouring: changeView(withNextColouring(std::move(view), document_.whole(), 1)); return true;
    case Action::previousColouring: changeView(withNextColouring(std::move(view), document_.whole(), -1)); return true;
    case Action::toggleTheme:
      view.theme = view.theme == Theme::dark ? Theme::white : Theme::dark;
      changeView(std::move(view));
      return true;
    case Action::clearMeasured:
      view.measured.clear();
      changeView(std::move(view));
      return true;
    case Action::largerPoints: resize(kSizeStep); return true;
    case Action::smallerPoints: resize(-kSizeStep); return true;
    default: return false;
  }
}

bool Controller::perform(Action action) {
  if (performStep(action) || performView(action) || editing_.perform(action)) return true;
  switch (action) {
    case Action::undo: document_.finishEdit(), document_.undoStack().undo(); return true;
    case Action::redo: document_.undoStack().redo(); return true;
    case Action::clearFilter: {
      Session next = session();
      next.job.filter = {};
      document_.change(std::move(next));
      return true;
    }
    case Action::reloadFile: reload(); return true;
    case Action::cancel: cancel(); return true;
    case Action::slower: setStepsPerSecond(playback_.stepsPerSecond() / kSpeedStep); return true;
    case Action::faster: setStepsPerSecond(playback_.stepsPerSecond() * kSpeedStep); return true;
    case Action::largerR1: scaleR1(*this, kRadiusStep); return true;
    case Action::smallerR1: scaleR1(*this, 1 / kRadiusStep); return true;
    case Action::closeReference: reference_.close(); return true;
    case Action::suggestR1:
      if (radiusSearch_.isNeeded() && radiusSearch_.found().r1 == 0) radiusSearch_.search(), Q_EMIT stateChanged();
      else suggestRadius();
      return true;
    default: return false;
  }
}

/// Takes the R1 suggested for the session's kind of curve, if known.
void Controller::suggestRadius() {
  if (const RadiusSuggestion found = radiusSearch_.isNeeded() ? radiusSearch_.found() : document_.suggested(); found.r1 > 0) {
    Session next = session();
    takeSuggestion(found, next.job);
    constexpr int kDigits = 4;
    const double before = session().job.r1(), now = next.job.r1();
    if (before == now) sayOfRadius(arete::tr("It is as suggested already."));
    else if (before > 0) sayOfRadius(filled(arete::tr("Changed from %1, as suggested."), formatNumber(before, kDigits)));
    document_.change(std::move(next));
  }
  Q_EMIT stateChanged();
}

/// Below R1, and gone soon.
void Controller::sayOfRadius(std::string text) {
  constexpr int kShown_ms = 8000;
  saidOfRadius_ = std::move(text);
  QTimer::singleShot(kShown_ms, this, [this, said = saidOfRadius_] {
    if (saidOfRadius_ != said) return;
    saidOfRadius_.clear();
    Q_EMIT stateChanged();
  });
}

bool Controller::isOn(Action action) const {
  const View& view = session().view;
  if (const auto layer = toggledLayer(action)) return view.style(*layer).visible;
  switch (action) {
    case Action::togglePerspective: return view.camera.perspective();
    case Action::toggleFlat: return view.camera.mode() == CameraMode::flat;
    case Action::toggleTrackball: return view.camera.mode() == CameraMode::trackball;
    case Action::toggleAssignment: return view.colourBy == ColourBy::chosen;
    case Action::toggleUnexplained: return view.colourBy == ColourBy::distance;
    case Action::toggleTheme: return view.theme == Theme::white;
    case Action::playPause: return playback_.playing();
    case Action::editCurve: return editing_.on();
    default: return false;
  }
}

bool Controller::isPossible(Action action) const {
  if (action >= Action::editCurve && action <= Action::markNoise) return editing_.isPossible(action);
  const bool open = !cloud().empty();
  switch (action) {
    case Action::undo: return document_.undoStack().canUndo() || document_.editing();
    case Action::redo: return document_.undoStack().canRedo();
    case Action::stepBack:
    case Action::stepBackTen:
    case Action::toStart: return open && (!detection_.atStart() || detection_.busy());
    case Action::stepForward:
    case Action::stepForwardTen:
    case Action::stepSweep:
    case Action::stepRound:
    case Action::toEnd: return open && (!detection_.atEnd() || detection_.busy());
    case Action::clearFilter: return open && !session().job.filter.empty();
    case Action::clearMeasured: return !session().view.measured.empty();
    case Action::keepBox:
    case Action::leaveOutBox:
    case Action::keepLasso:
    case Action::leaveOutLasso:
    case Action::addFiles:
    case Action::openBeside:
    case Action::exploreRadius:
    case Action::race:
    case Action::showProfile:
    case Action::measure:
    case Action::pointByKeys:
    case Action::playPause:
    case Action::restart:
    case Action::largerR1:
    case Action::smallerR1:
    case Action::reloadFile:
    case Action::coordinateSystem:
    case Action::exportResult:
    case Action::savePicture:
    case Action::saveSession:
    case Action::saveSessionAs: return open;
    case Action::nextColouring:
    case Action::previousColouring: return open;
    case Action::nextDiffering:
    case Action::previousDiffering: return own_.differing() != nullptr;
    case Action::suggestR1: return open && document_.suggested().r1 > 0 && !radiusSearch_.busy();
    case Action::closeReference: return reference_.open();
    case Action::showQuality: return !reference_.quality().empty();
    case Action::showWarnings: return !document_.file().warnings.empty();
    default: return true;
  }
}

}  // namespace arete
