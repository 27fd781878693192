#include "app/window/controller.h"

#include <algorithm>
#include <utility>

#include "app/offscreen/axis_words.h"
#include "app/offscreen/beside_files.h"
#include "app/offscreen/coasts_around.h"
#include "compute/io/path_guard.h"
#include "ui/engine_text.h"
#include "ui/window_words.h"

namespace arete {

namespace {

constexpr double kLargestRadiusShare = 0.25, kSmallestRadiusShare = 1e-4;  // of the cloud's diagonal: the ends of the radius sliders

FailureReport reportOf(const Error& error, const std::filesystem::path& unread) {
  const Error here = inWindowWords(error);
  FailureReport report;
  report.failed = report.message = here.failed();
  if (!here.where().empty()) report.message += ": " + here.where();
  if (!here.reason().empty()) report.message += "\n" + here.reason();
  report.hint = here.hint();
  report.unread = unread.string();
  return report;
}

RadiusAdvice adviceFor(const Document& document, const RadiusSearch& search) {
  RadiusAdvice advice;
  const RadiusSuggestion suggestion = search.isNeeded() ? search.found() : document.suggested();
  advice.suggested = suggestion.r1;
  advice.because = engineText(inWindowWords(suggestion.doubt.empty() ? suggestion.reason : suggestion.reason + " " + suggestion.doubt));
  advice.toBeSearched = search.isNeeded() && suggestion.r1 == 0;
  advice.searching = search.busy();
  const double diagonal = document.cloud().bounds().diagonal(document.cloud().dimension());
  if (diagonal > 0) {
    advice.largest = std::max(diagonal * kLargestRadiusShare, document.session().job.r1());
    advice.smallest = diagonal * kSmallestRadiusShare;
  }
  return advice;
}

void guard(std::span<const std::filesystem::path> outputs, std::vector<std::filesystem::path> inputs) {
  std::vector<PathUse> uses;
  for (std::filesystem::path& input : inputs) uses.push_back({std::move(input), PathRole::input});
  for (const std::filesystem::path& output : outputs) uses.push_back({output, PathRole::output});
  guardPaths(uses);
}

}  // namespace

Controller::Controller(QObject* parent)
    : QObject(parent),
      opening_(
          document_,
          [this](LoadedCloud loaded) {
            if (!loaded.file.cloud.empty()) return take(std::move(loaded));
            opening_.end();
            showError(Error(ErrorKind::badInput, "nothing to show", loaded.path.string(), "the file holds no point with finite coordinates",
                            "open another file"));
          },
          [this](Error error) {
            opening_.end();
            const bool helps = isAboutReading(error);
            showError(std::move(error), helps ? opening_.file() : std::filesystem::path());
          }),
      filtering_(document_, [this](Error error) { showError(std::move(error)); }),
      editing_(document_, detection_, [this](Error error) { showError(std::move(error)); }),
      linkSearch_(document_, detection_, [this](Error error) { showError(std::move(error)); }),
      radiusSearch_(document_, [this](Error error) { showError(std::move(error)); }),
      bootstrap_(document_, detection_, [this](Error error) { showError(std::move(error)); }),
      reference_([this](Error error) { showError(std::move(error)); }),
      explaining_(document_, detection_, [this](Error error) { showError(std::move(error)); }),
      beside_(document_, [this](Error error) { showError(std::move(error)); }) {
  connectParts();
}

void Controller::connectParts() {
  connect(&document_, &Document::changed, this, &Controller::followChange);
  connect(&document_, &Document::savedOrForgotten, this, &Controller::sessionChanged);
  connect(&detection_, &Detection::cameTo, this, [this](uint32_t step) { document_.setStep(step); });
  connect(&detection_, &Detection::frameChanged, this, &Controller::followFrame);
  connect(&detection_, &Detection::told, this, &Controller::stateChanged);
  connect(&detection_, &Detection::failed, this, [this](const Error& error) { showError(error); });
  connect(&detection_, &Detection::gpuFailed, this, [this](const Error& error) {
    gpu_.failed(error);
    qWarning("%s", error.what());
    Q_EMIT noticed(QString::fromStdString(gpu_.notice()));
  });
  connect(&playback_, &Playback::due, this, [this](uint32_t steps) { advance(StepKind::one, steps); });
  connect(&playback_, &Playback::changed, this, &Controller::stateChanged);
  connect(&opening_, &Opening::progressed, this, &Controller::stateChanged);
  connect(&opening_, &Opening::previewChanged, this, &Controller::previewChanged);
  connect(&opening_, &Opening::cameraChanged, this, [this] { Q_EMIT cameraChanged(false); });
  connect(&filtering_, &Filtering::applied, this, [this](bool points) {
    if (points) linkSearch_.forget(), radiusSearch_.forget(), bootstrap_.forget(), explaining_.forget();
    Q_EMIT pointsChanged();
    Q_EMIT stateChanged();
  });
  connect(&filtering_, &Filtering::gathered, this, [this] {  // the picture shows what is kept now, and the detection goes on with it
    restart();
    linkSearch_.search();
    Q_EMIT stateChanged();
  });
  connect(&filtering_, &Filtering::leftNothing, this, &Controller::pointsLacking);
  connect(&editing_, &Editing::changed, this, &Controller::stateChanged);
  connect(&editing_, &Editing::shownChanged, this, &Controller::frameChanged);
  connect(&linkSearch_, &LinkSearch::changed, this, &Controller::linksChanged);
  connect(&linkSearch_, &LinkSearch::changed, this, &Controller::stateChanged);
  connect(&reference_, &ReferenceCurve::changed, this, &Controller::stateChanged);
  connect(&explaining_, &Explaining::changed, this, &Controller::explanationChanged);
  connect(&explaining_, &Explaining::changed, this, &Controller::stateChanged);
  connect(&beside_, &BesideClouds::changed, this, &Controller::besideChanged);
  connect(&beside_, &BesideClouds::changed, this, &Controller::stateChanged);
  connect(&own_, &OwnVersion::changed, this, &Controller::ownChanged);
  connect(&own_, &OwnVersion::changed, this, &Controller::stateChanged);
  connect(&own_, &OwnVersion::added, this, &Controller::followOwn);
  for (const auto others : {&Controller::cloudChanged, &Controller::pointsChanged}) connect(this, others, &own_, &OwnVersion::follow);
  connect(&bootstrap_, &LiveBootstrap::changed, this, &Controller::frameChanged);
  connect(&bootstrap_, &LiveBootstrap::changed, this, &Controller::stateChanged);
  for (const auto computes : {&Controller::stateChanged, &Controller::frameChanged, &Controller::sessionChanged, &Controller::linksChanged})
    connect(this, computes, this, &Controller::followWork);
  connect(&radiusSearch_, &RadiusSearch::finished, this, &Controller::suggestRadius);
}

// Activity ------------------------------------------------------------------------------------------------------------------

Activity Controller::activity() const {
  if (error_) return Activity::failed;
  if (opening_.active()) return Activity::loading;
  if (cloud().empty()) return Activity::empty;
  return detection_.busy() ? Activity::running : Activity::ready;
}

PanelInput Controller::panelInput() const {
  PanelInput input{.session = session()};
  if (opening_.preview() == nullptr) {
    input.frame = editing_.shown();
    input.links = linkSearch_.found();
  }
  input.activity = activity();
  input.outdated = !cloud().empty() && !detection_.busy() && !detection_.showsNewest();
  input.playing = playback_.playing();
  input.stepsPerSecond = playback_.stepsPerSecond();
  input.loading = opening_.report();
  if (error_) input.failure = reportOf(*error_, unread_);
  input.radius = adviceFor(document_, radiusSearch_);
  input.radius.said = saidOfRadius_;
  input.cloud.automatic = automatic_.values;
  input.cloud.points = cloud().size();
  input.cloud.unit = map_.words.units[0];
  input.curve.support = bootstrap_.report();
  if (const uint32_t runs = LiveBootstrap::automatic(session()); runs > 0) input.cloud.automatic.push_back({&kBootstrapParam, std::to_string(runs)});
  input.curve.explanation = explaining_.report();
  input.curve.quality.assign(reference_.quality().begin(), reference_.quality().end());
  input.device = gpu_.report(session().job, frame().get());
  return input;
}

void Controller::showError(Error error, const std::filesystem::path& unread) {
  error_ = std::move(error);
  unread_ = unread;
  playback_.play(false);
  qWarning("%s", error_->what());
  Q_EMIT stateChanged();
}

void Controller::dismissError() {
  error_.reset();
  Q_EMIT stateChanged();
}

void Controller::reportSaved(const std::filesystem::path& path, const std::vector<std::string>& warnings) {
  QString text = tr("Saved %1").arg(QString::fromStdString(path.string()));
  for (const std::string& warning : warnings) text += " · " + QString::fromStdString(inWindowWords(errorText(warning)));
  Q_EMIT saved(text);
}

// Consequences of changes ------------------------------------------------------------------------------------------------------------

void Controller::followChange(const Session& before, bool animated) {
  carryWhatIsShown();
  if (!before.job.detectsLike(session().job)) {
    error_.reset();
    radiusSearch_.stop();
    if (before.job.inputFilter() != session().job.inputFilter()) filtering_.apply();
    else restart();
  } else if (filtering_.lacksLeftOut()) {
    filtering_.apply();
  }
  constexpr uint32_t kQuicklySearched = 200'000;  // points: a second or two
  if (before.job.curveKind() == CurveKind::chains && lacksRadius() && cloud().size() <= kQuicklySearched) radiusSearch_.search();
  if (before.job != session().job || LinkSearch::draws(before) != LinkSearch::draws(session())) linkSearch_.search();
  if (before.crs != session().crs) nameAxes();
  editing_.follow();
  opening_.followLook();
  own_.followParameters();
  if (before.view.beside != session().view.beside) beside_.follow(), Q_EMIT besideChanged();
  if (before.view.camera != session().view.camera) Q_EMIT cameraChanged(animated);
  Q_EMIT sessionChanged();
}

void Controller::nameAxes() {
  const bool areDegrees = !session().crs && !document_.file().degreesBy.empty();
  map_.words = axisWordsOf(document_.crs(), areDegrees);
  map_.coasts = coastsAround(document_.whole(), document_.crs(), areDegrees);
}

void Controller::followFrame() {
  playback_.stopAtEnd();
  if (frame() && frame()->generation != automatic_.generation) automatic_ = {automaticValues(*frame()), frame()->generation};
  editing_.follow();
  if (!detection_.busy()) reference_.measure(frame()), noteResult();
  linkSearch_.followFrame();
  Q_EMIT frameChanged();
}

void Controller::noteResult() {
  if (SessionFile session = snapshot(); detection_.showsNewest() && !session.resultHash.empty())
    journal_.detected(std::move(session), reference_.file(), document_.undoStack().index());
}

/// What the curve explains is found out once it is there, and how sure a network is while nothing else computes.
void Controller::followWork() {
  explaining_.follow();
  bootstrap_.follow(busy() || playback_.playing() || reference_.busy());
}

bool Controller::lacksRadius() const {
  const double r1 = session().job.r1();
  return radiusSearch_.isNeeded() && r1 > 0 && r1 == document_.suggested().r1 && radiusSearch_.found().r1 == 0 && !document_.elsewhere();
}

/// Runs the present job to the present position; while the filter is still at work it comes when that is done.
void Controller::restart() {
  if (filtering_.upToDate()) detection_.start(cloud(), session().job, session().step, document_.elsewhere());
}

void Controller::carryWhatIsShown() {
  const View& view = session().view;
  detection_.carry(view.colourBy == ColourBy::chosen && view.style(LayerId::cloud).visible, view.style(LayerId::exact).visible);
}

void Controller::setViewport(const Viewport& viewport) {
  if (viewport == document_.viewport()) return;
  const bool fitted = document_.setViewport(viewport);
  opening_.fitAgain();
  if (fitted) Q_EMIT cameraChanged(false);
}

/// While a file is read, the camera moves over those of its points that are there already.
void Controller::changeView(View view, Document::Merge merge, bool animated) {
  if (view.camera != session().view.camera && opening_.setCamera(view.camera)) return;
  Session next = session();
  next.view = std::move(view);
  document_.change(std::move(next), merge, animated);
}

void Controller::editView(View view) {
  if (view.camera != session().view.camera && opening_.setCamera(view.camera)) return;
  Session next = session();
  next.view = std::move(view);
  document_.edit(std::move(next));
}

// Files -----------------------------------------------------------------------------------------------------------------------------

void Controller::open(const std::filesystem::path& path, const ReadOptions& options) { open(std::vector<std::filesystem::path>{path}, options, {}); }

void Controller::open(const std::vector<std::filesystem::path>& files, const ReadOptions& options, const std::optional<Filter>& filter) {
  if (files.size() == 1 && files.front().extension() == ".arete") return openSession(files.front(), false, filter);
  error_.reset();
  read(files, options, filter, {});
}

void Controller::add(const std::vector<std::filesystem::path>& files) {
  std::vector<std::filesystem::path> all = session().files();
  all.insert(all.end(), files.begin(), files.end());
  if (!all.empty()) open(all, document_.readOptions(), {});
}

void Controller::showBeside(const std::vector<std::filesystem::path>& files) {
  Session next = session();
  for (const std::filesystem::path& file : files) {
    BesideCloud cloud = besideOf(next.file, file, next.view);
    if (std::ranges::find(next.view.beside, cloud.file, &BesideCloud::file) == next.view.beside.end()) next.view.beside.push_back(std::move(cloud));
  }
  document_.change(std::move(next));
}

void Controller::detectOnBeside(size_t number) {
  const std::vector<BesidePoints> clouds = beside_.points();
  if (number >= clouds.size() || clouds[number].cloud.empty()) return;
  const std::filesystem::path path = besidePath(session().file, session().view.beside[number]);
  SessionToOpen opened{session(), {path}, {}, {}, {}, {}};
  opened.session.job.filter = {};
  opened.session.job.edits = {};
  opened.session.view.camera.moveBy(-placeBeside(clouds[number].cloud, cloud(), session().view.axes));
  std::vector<BesideCloud> others;
  for (size_t i = 0; i < clouds.size(); ++i) {
    const BesideCloud& before = session().view.beside[i];
    for (const std::filesystem::path& file : i == number ? session().files() : Paths{besidePath(session().file, before)}) {
      others.push_back(besideOf(path, file, session().view));
      others.back().style = before.style;
    }
  }
  opened.session.view.beside = std::move(others);
  error_.reset();
  read({path}, {}, {}, std::move(opened));
}

void Controller::restore(const std::filesystem::path& path) { openSession(path, true); }

void Controller::openSession(const std::filesystem::path& path, bool kept, const std::optional<Filter>& filter) {
  error_.reset();
  try {
    SessionToOpen opened = sessionToOpen(path, session());
    if (kept) opened.kept = std::exchange(opened.file, {});
    const std::vector<std::filesystem::path> clouds = opened.clouds;
    const ReadOptions options = opened.read;
    read(clouds, options, filter, std::move(opened));
  } catch (const Error& error) {
    showError(error);
  }
}

void Controller::read(const std::vector<std::filesystem::path>& files, const ReadOptions& options, const std::optional<Filter>& filter,
                      std::optional<SessionToOpen> opened) {
  const Job job = opened ? opened->session.job : session().job;
  opening_.start(files, options, filter, std::move(opened));
  detection_.prepare(job);
  Q_EMIT stateChanged();
}

void Controller::reload() {
  if (!session().file.empty()) open(session().files(), document_.readOptions(), {});
}

void Controller::take(LoadedCloud loaded) {
  playback_.play(false);
  error_.reset();
  const std::optional<Preview> before = opening_.takePreview();  // without a word: cloudChanged() says that something else is on the screen
  std::optional<SessionToOpen> opened = opening_.takeSession();
  opening_.end();
  detection_.forget();
  editing_.forget();
  linkSearch_.forget();
  radiusSearch_.forget();
  bootstrap_.forget();
  explaining_.forget();
  reference_.forget();
  document_.take(std::move(loaded), std::move(opened), before ? &*before : nullptr);
  filtering_.countAnew();
  beside_.follow();
  nameAxes();
  automatic_.values.clear(), saidOfRadius_.clear();
  Q_EMIT cloudChanged();
  Q_EMIT besideChanged();
  Q_EMIT sessionChanged();
  carryWhatIsShown();
  if (session().job.inputFilter().empty()) restart();
  else filtering_.apply();
  linkSearch_.search();
  Q_EMIT cameraChanged(false);
  Q_EMIT frameChanged();
  Q_EMIT stateChanged();
}

void Controller::guardOutputs(std::span<const std::filesystem::path> outputs) const {
  std::vector<std::filesystem::path> inputs = session().files();
  inputs.insert(inputs.end(), {reference_.file(), document_.sessionFile()});
  guard(outputs, std::move(inputs));
}

std::vector<std::string> Controller::saveSession(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> inputs = session().files();  // over the session that is open is what saving does
  inputs.push_back(reference_.file());
  guard({&path, 1}, std::move(inputs));
  std::vector<std::string> warnings = writeSession(path, snapshot());
  document_.savedAs(path);
  return warnings;
}

void Controller::loadReference(const std::filesystem::path& path) {
  try {
    reference_.load(path, cloud(), document_.crs());
    reference_.measure(frame());
  } catch (const Error& error) {
    showError(error);
  }
}

}  // namespace arete
