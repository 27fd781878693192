#include "app/window/document.h"

#include <algorithm>
#include <utility>

#include "app/window/opening.h"
#include "app/window/session_stack.h"
#include "compute/crs/about_crs.h"
#include "compute/engine/engine.h"
#include "compute/filter/columns.h"
#include "render/colourings.h"
#include "render/view_json.h"

namespace arete {

SessionToOpen sessionToOpen(const std::filesystem::path& path, const Session& present) {
  LoadedSession loaded = readSession(path);
  if (loaded.session.cloud.empty())
    throw Error(ErrorKind::badInput, "cannot open the session", path.string(), "it names no cloud", "open a cloud instead");
  SessionToOpen opened{present, loaded.session.files(), loaded.session.read, path, {}, std::move(loaded.warnings)};
  opened.session.job = loaded.session.job;
  opened.session.step = loaded.session.step == SessionFile::kEnd ? Engine::kToTheEnd : loaded.session.step;
  opened.hasView = !loaded.session.view.empty();
  if (opened.hasView) opened.session.view = viewFromJson(loaded.session.view, present.view);
  return opened;
}

Document::Document() {
  session_.job.backend.reset();  // automatic
}

// Opening ---------------------------------------------------------------------------------------------------------------------------

void Document::take(LoadedCloud loaded, std::optional<SessionToOpen> opened, const Preview* before) {
  const bool sameDimension = loaded.file.cloud.dimension() == cloud().dimension();
  const bool sameFile = loaded.path == session_.file && loaded.morePaths == session_.moreFiles && sameDimension;
  const bool added = !sameFile && loaded.path == session_.file && sameDimension && loaded.morePaths.size() > session_.moreFiles.size() &&
                     std::equal(session_.moreFiles.begin(), session_.moreFiles.end(), loaded.morePaths.begin());
  file_ = std::move(loaded.file);
  points_ = std::move(loaded.points);
  elsewhere_ = std::move(loaded.elsewhere);
  kept_.reset();
  suggestedForAll_ = suggested_ = std::move(loaded.suggested);
  readOptions_ = std::move(loaded.read);
  editStart_.reset();
  restoredFrom_.clear();
  if (opened) {
    session_ = std::move(opened->session);
    if (!opened->hasView) session_.view = openingView(session_.view);
    sessionFile_ = std::move(opened->file);
    restoredFrom_ = std::move(opened->kept);
    file_.warnings.insert(file_.warnings.end(), opened->warnings.begin(), opened->warnings.end());
  } else if (added) {  // parameters and looks stay; the camera is of another origin
    session_.view = openingView(session_.view);
  } else if (!sameFile) {  // what is read again keeps its parameters and view
    sessionFile_.clear();
    session_.job.filter = {};
    session_.job.edits = {};
    startSession(before);
  }
  if (loaded.filter) session_.job.filter = std::move(*loaded.filter);
  session_.file = std::move(loaded.path);
  session_.moreFiles = std::move(loaded.morePaths);
  session_.crs = readOptions_.crs;
  nameCrs();
  if (!restoredFrom_.empty()) unchanged_.reset();
  else if ((!sameFile && !added) || opened) unchanged_ = session_;
  undoStack_.clear();
}

/// Radius, position and view for a cloud that has just been opened; versions, tolerances and appearance stay.
void Document::startSession(const Preview* before) {
  session_.job.params.reset(kR1Param);
  session_.job.params.reset(kR2Param);
  if (suggested_.r1 > 0) session_.job.params.set(kR1Param, suggested_.r1);
  session_.view.beside.clear();
  session_.view.measured.clear();
  session_.view = openingView(withKnownColours(std::move(session_.view), cloud()));
  const Attribute* const classes = classColumn(cloud());  // what surveys are looked at by
  if (classes != nullptr && session_.view.colourBy == ColourBy::uniform) session_.view.colourCloudBy(ColourBy::attribute, classes->name);
  if (before != nullptr && before->moved() && before->view.axes == session_.view.axes)
    session_.view.camera = before->cameraAbove(cloud());  // the user moved the camera while the file was read
  session_.step = 0;
}

void Document::keepAll() {
  kept_.reset();
  suggest(suggestedForAll_);
}

void Document::suggest(const RadiusSuggestion& suggestion) {
  suggested_ = suggestion;
  Q_EMIT savedOrForgotten();  // panels follow
}

// Changes and undo ------------------------------------------------------------------------------------------------------------------

void Document::apply(Session next, bool animated) {
  next.file = session_.file;
  next.moreFiles = session_.moreFiles;
  next.step = session_.step;
  const Session before = std::exchange(session_, std::move(next));
  if (before.crs != session_.crs) nameCrs();
  Q_EMIT changed(before, animated);
}

ReadOptions Document::readOptions() const {
  ReadOptions options = readOptions_;
  options.crs = session_.crs;
  return options;
}

void Document::nameCrs() {
  try {
    crsText_ = !session_.crs ? file_.crsText : session_.crs->known() ? aboutCrs(*session_.crs).textWithHeights() : "";
  } catch (const Error&) {  // PROJ's database is missing
    crsText_ = session_.crs->definition;
  }
}

void Document::push(const Session& before, Merge merge) {
  const auto restore = [this](const Session& session) {
    editStart_.reset();
    apply(session, true);
  };
  if (before.job == session_.job && before.view == session_.view && before.crs == session_.crs) return;
  undoStack_.push(new SessionCommand(before, session_, int(merge), restore));  // the stack owns it
}

/// What was marked as noise is in force for the next detection: a change that starts one heeds it.
static void putInForce(const Job& before, Job& next) {
  if (!before.detectsLike(next)) next.edits = next.edits.inForce();
}

void Document::change(Session next, Merge merge, bool animated) {
  finishEdit();
  putInForce(session_.job, next.job);
  const Session before = session_;
  apply(std::move(next), animated);
  push(before, merge);
}

void Document::edit(Session next) {
  if (!editStart_) editStart_ = session_;
  putInForce(session_.job, next.job);
  apply(std::move(next), false);
}

void Document::finishEdit() {
  if (!editStart_) return;
  const Session before = *std::exchange(editStart_, std::nullopt);
  push(before, Merge::none);
}

// Saving ----------------------------------------------------------------------------------------------------------------------------

bool Document::modified() const {
  if (cloud().empty()) return false;
  if (!unchanged_ || session_.job != unchanged_->job || session_.crs != unchanged_->crs) return true;
  if (session_.view.measured != unchanged_->view.measured) return true;
  View sameCamera = session_.view;
  sameCamera.camera = unchanged_->view.camera;
  return !sessionFile_.empty() && sameCamera != unchanged_->view;
}

void Document::forgetChanges() {
  undoStack_.clear();
  unchanged_ = session_;
  Q_EMIT savedOrForgotten();
}

void Document::discardChanges() {
  if (!modified() || !unchanged_) return;
  Session before = *unchanged_;
  before.view.camera = session_.view.camera;
  change(std::move(before));
}

SessionFile Document::snapshot(const Frame* frame) const {
  SessionFile saved;
  saved.cloud = session_.file;
  saved.moreClouds = session_.moreFiles;
  saved.read = readOptions();
  saved.job = session_.job;
  saved.view = viewToJson(session_.view);
  saved.step = session_.step == Engine::kToTheEnd ? SessionFile::kEnd : session_.step;
  if (frame != nullptr && frame->finished && frame->job.r1() == session_.job.r1() && frame->job.edits == session_.job.edits)
    saved.resultHash = frame->hash;
  return saved;
}

void Document::savedAs(const std::filesystem::path& path) {
  sessionFile_ = path;
  unchanged_ = session_;
  Q_EMIT savedOrForgotten();
}

// The camera ------------------------------------------------------------------------------------------------------------------------

bool Document::setViewport(const Viewport& viewport) {
  viewport_ = viewport;
  if (cloud().empty() || session_.view.camera != fitted_) return false;
  fit(session_.view.camera, session_.view);  // no undo entry: the user did nothing
  return true;
}

Camera Document::fitted(Camera camera, const Box& box) const {
  constexpr double kBorder = 0.06, kBorderInSpace = 0.11;  // there the numbers stand outside of the cloud
  camera.fit(viewport_, box, camera.mode() == CameraMode::flat ? kBorder : kBorderInSpace);
  camera.setPivot(box.centre());
  return camera;
}

void Document::fit(Camera& camera, const View& view) { camera = fitted_ = fitted(camera, shownBounds(cloud(), view.axes)); }

View Document::openingView(const View& style) {
  View view = viewOf(cloud(), viewport_, style);
  fit(view.camera, view);
  return view;
}

View Document::viewFor(const Viewport& viewport) const {
  View view = session_.view;
  if (view.camera == fitted_) view.camera.fit(viewport, shownBounds(cloud(), view.axes));  // no panels there
  return view;
}

}  // namespace arete
