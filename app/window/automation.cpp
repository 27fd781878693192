#include "app/window/automation.h"

#include <cstdio>
#include <utility>

#include <QApplication>
#include <QPixmap>
#include <QScreen>

#include "app/window/exporting.h"
#include "app/window/file_places.h"
#include "app/window/frame_benchmark.h"
#include "app/window/input_record.h"
#include "app/window/race_panel.h"
#include "compute/text/printable.h"

namespace arete {

namespace {

constexpr int kPoll_ms = 30, kSettledPolls = 5;

}  // namespace

Automation::Automation(MainWindow& window, CommandLine line) : QObject(&window), window_(window), line_(std::move(line)) {
  if (line_.windowSize.isValid()) window_.resize(line_.windowSize);
  if (!line_.inputRecord.isEmpty()) new InputRecord(line_.inputRecord);  // the application is its parent
  if (line_.hidePanels) window_.picture().setPanelsVisible(false);
  connect(&window_.controller(), &Controller::cloudChanged, this, [this] {
    if (!prepared_)
      QMetaObject::invokeMethod(
          this, [this] { prepare(); }, Qt::QueuedConnection);
  });
  if (line_.benchmarkGaps) gaps_ = new GapMeter(window_);
  window_.controller().setMemory(line_.memory);
  const auto filter = line_.filter.empty() ? std::nullopt : std::optional(line_.filter);
  if (!line_.file.isEmpty()) window_.open(line_.files, line_.read, filter);
  else
    for (const QString& file : line_.versionFiles) window_.addVersion(file);
  if (!line_.unattended()) return;
  window_.picture().setCallouts(false);
  connect(&poll_, &QTimer::timeout, this, &Automation::lookAgain);
  poll_.start(kPoll_ms);
}

void Automation::prepare() {
  prepared_ = true;
  if (gaps_ != nullptr) std::printf("starting: %s\n", qPrintable(gaps_->startReport()));
  if (gaps_ != nullptr) std::printf("opening: %s\n", qPrintable(gaps_->takeReport()));
  Controller& controller = window_.controller();
  Session session = controller.session();
  session.view = wantedView(line_.wish, session.view, session.file);
  try {
    session.job = wantedJob(line_.wish, session.job);
  } catch (const Error& error) {
    return controller.showError(error);
  }
  controller.document().change(session);
  controller.document().forgetChanges();
  for (const ActionInfo& action : actions())
    if (line_.wish.look && action.id == "view_" + std::string(name(*line_.wish.look))) {
      controller.perform(action.action);
      controller.perform(Action::fitView);
    }
  if (controller.lacksRadius() && controller.document().sessionFile().empty()) findRadius();
  else begin();
}

/// As arete-cli does where no R1 is given: what the cloud suggests for chains is little to go by for a network.
void Automation::findRadius() {
  Controller& controller = window_.controller();
  const auto found = [this] {
    window_.controller().document().forgetChanges();
    begin();
  };
  connect(&controller.radiusSearch(), &RadiusSearch::finished, this, found, Qt::SingleShotConnection);
  if (!controller.radiusSearch().busy()) controller.perform(Action::suggestR1);  // in small clouds it has begun
}

void Automation::begin() {
  Controller& controller = window_.controller();
  for (const QString& file : line_.versionFiles) window_.addVersion(file);
  if (line_.race && !controller.own().busy()) race();
  else if (line_.race) raceOnceTried();
  if (!line_.wish.runTo) return;
  if (*line_.wish.runTo == Engine::kToTheEnd) controller.perform(Action::toEnd);
  else runTo(*line_.wish.runTo);
}

/// A version of the user's can race once it is compiled; and nothing else should compute beside a race.
void Automation::raceOnceTried() {
  connect(
      &window_.controller(), &Controller::ownChanged, this, [this] { window_.controller().own().busy() ? raceOnceTried() : race(); },
      Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
}

void Automation::race() {
  window_.showRace();
  try {
    window_.race().startWith(*line_.race);
  } catch (const Error& error) {
    fail(QString::fromUtf8(error.what()));
  }
}

/// From the start, even if a session was saved at a later step.
void Automation::runTo(uint32_t step) {
  Controller& controller = window_.controller();
  if (controller.session().step != 0) controller.perform(Action::restart);
  controller.advance(StepKind::one, step);
}

void Automation::lookAgain() {
  const Controller& controller = window_.controller();
  if (controller.filtering().nothingLeft() && !line_.wish.picture.empty())  // they may say why
    for (const std::string& warning : controller.document().file().warnings)
      std::fprintf(stderr, "arete: warning: %s\n", printableLines(warning).c_str());
  if (controller.error() && !line_.wish.picture.empty()) return fail(QString::fromUtf8(controller.error()->what()));
  const bool waiting = window_.race().busy() || controller.own().busy() || controller.busy() || controller.bootstrap().busy() ||
                       (!line_.file.isEmpty() && !prepared_ && !controller.error()) ||
                       !(window_.race().viewsWanted() ? window_.race().views().settled() : window_.picture().settled());
  settledFor_ = waiting ? 0 : settledFor_ + 1;
  if (settledFor_ < kSettledPolls) return;
  if (!line_.race || std::exchange(racePlaced_, true)) return save();
  if (line_.raceAtTime || line_.raceStep) window_.race().placeViews(line_.raceAtTime ? RaceClock::time : RaceClock::step, line_.raceStep);
  settledFor_ = 0;
}

void Automation::save() {
  poll_.stop();
  if (gaps_ != nullptr) {
    std::printf("running: %s\n", qPrintable(gaps_->takeReport()));
    return QApplication::exit(0);
  }
  if (line_.benchmarkFrames > 0) {
    auto* benchmark = new FrameBenchmark(window_, line_.benchmarkFrames);  // the window is its parent
    connect(benchmark, &FrameBenchmark::finished, this, [] { QApplication::exit(0); });
    return benchmark->start();
  }
  if (!line_.screenshot.isEmpty() && !window_.grab().save(line_.screenshot)) return fail("cannot write " + line_.screenshot);
  if (!line_.wish.picture.empty()) {
    const Viewport viewport = window_.picture().viewport();
    PictureRequest request{.width = line_.wish.width > 0 ? line_.wish.width : viewport.width,
                           .height = line_.wish.height > 0 ? line_.wish.height : viewport.height,
                           .scale = line_.wish.scale,
                           .transparent = line_.wish.transparent,
                           .theme = window_.controller().session().view.theme};
    try {
      exportTo(ExportKind::picture, line_.wish.picture, exportFormats(ExportKind::picture).front(), window_.controller(), window_.picture(), request);
    } catch (const Error& error) {
      return fail(QString::fromUtf8(error.what()));
    }
  }
  QApplication::exit(0);
}

void Automation::fail(const QString& message) {
  poll_.stop();
  std::fprintf(stderr, "arete: %s\n", qPrintable(message));
  QApplication::exit(1);
}

}  // namespace arete
