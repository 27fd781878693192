// Opening, stepping, live changes and undo, through keys and the mouse.
#include <utility>

#include <QThread>

#include "app/window/detection.h"
#include "tests/window/window_support.h"

namespace arete {

// Where they are in the panel at the right, pixels from the top of the picture.
constexpr int kR1Slider = 118, kVersionOfChoose = 144;

static void showLab(PictureWidget& picture) {
  PanelLayout layout = picture.panelLayout();
  layout.tab = PanelTab::lab;
  picture.setPanelLayout(layout);
}

class SteppingWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aCloudOpensAtStepZeroWithASuggestedRadiusAndAFlatView() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    QCOMPARE(open.frame().step, 0u);
    QVERIFY(open.frame().chosen.size() > 100);
    QVERIFY(open.session().job.r1() > 0);
    QCOMPARE(open.session().view.camera.mode(), CameraMode::flat);
    QVERIFY(open.window.windowTitle().contains("earthquakes.csv"));
    QVERIFY(!open.window.isWindowModified());
  }

  void theEndIsReachedThoughAnotherStartComesBeforeItAndNewsOfTheFirstStepIsLate() {
    ARETE_AT_ONE_SIZE;
    constexpr double kFirst = 5, kSecond = 7;
    const auto jobAt = [](double r1) {
      Job job;
      job.params.set(kR1Param, r1);
      return job;
    };
    const PointCloud cloud = OpenWindow().controller().cloud();
    Detection detection;
    bool again = false;
    connect(&detection, &Detection::frameChanged, this, [&] {
      if (!std::exchange(again, true)) detection.start(cloud, jobAt(kSecond), 0);
    });
    detection.start(cloud, jobAt(kFirst), 0);
    constexpr int kFirstStep_ms = 500;
    QThread::msleep(kFirstStep_ms);  // it is made, and waits to be told
    detection.advance(StepKind::end);
    QVERIFY(waitFor([&] { return detection.atEnd() && detection.frame()->job.r1() == kSecond; }));
  }

  void rightAndLeftStepAndEndFinishes() {
    OpenWindow open;
    open.key(Qt::Key_Right);
    QVERIFY(waitFor([&] { return open.frame().step == 1; }));
    open.key(Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(waitFor([&] { return open.frame().step == 11; }));
    QVERIFY(open.waitIdle());
    for (int i = 0; i < 3; ++i) open.key(Qt::Key_Left);
    QVERIFY(waitFor([&] { return open.frame().step == 8; }));
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }));
    QVERIFY(open.frame().converged);
    QVERIFY(open.frame().curve.components > 0);
    open.key(Qt::Key_Home);
    QVERIFY(waitFor([&] { return open.frame().step == 0; }));
  }

  void spacePlaysAndPauses() {
    OpenWindow open;
    open.key(Qt::Key_Space);
    QVERIFY(open.controller().playback().playing());
    QVERIFY(waitFor([&] { return open.frame().step >= 3; }));
    open.key(Qt::Key_Space);
    QVERIFY(!open.controller().playback().playing());
    QVERIFY(open.waitIdle());
    const uint32_t step = open.frame().step;
    for (int i = 0; i < 3; ++i) open.paint();  // nothing asks for another step any more
    QVERIFY(!open.controller().busy());
    QCOMPARE(open.frame().step, step);
  }

  void draggingR1RestartsAtTheEndAndIsOneUndoEntry() {
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const double before = open.session().job.r1();
    const std::string hash = open.frame().hash;
    const int width = open.window.picture().width();
    open.drag({width - 180, kR1Slider}, {width - 130, kR1Slider});
    const double after = open.session().job.r1();
    QVERIFY2(after > before, "the slider of R1 was not dragged");
    QVERIFY(open.waitIdle());
    QVERIFY(open.frame().finished);
    QCOMPARE(open.frame().job.r1(), after);
    QVERIFY(open.frame().hash != hash);
    QCOMPARE(open.controller().document().undoStack().count(), 1);
    QVERIFY(open.window.isWindowModified());

    open.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(open.session().job.r1(), before);
    QVERIFY(waitFor([&] { return open.frame().finished && open.frame().hash == hash; }));
    open.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(open.session().job.r1(), after);
  }

  void aDragThatIsFasterThanTheFramesEndsWhereTheMouseDid() {
    OpenWindow open;
    const int width = open.window.picture().width();
    const QPoint from(width - 180, kR1Slider), to(width - 80, kR1Slider);
    open.drag(from, to);
    const double slow = open.session().job.r1();
    open.controller().perform(Action::undo);
    QVERIFY(open.session().job.r1() < slow);
    QTest::mouseMove(&open.window.picture(), from);
    open.paint();
    QTest::mousePress(&open.window.picture(), Qt::LeftButton, {}, from);
    open.paint();
    QTest::mouseMove(&open.window.picture(), to);
    QTest::mouseRelease(&open.window.picture(), Qt::LeftButton, {}, to);  // before a frame has seen the move
    open.paint();
    QCOMPARE(open.session().job.r1(), slow);
  }

  void keysInAnOpenListStayInTheList() {
    OpenWindow open;
    PictureWidget& picture = open.window.picture();
    const double r1 = open.session().job.r1();
    showLab(picture);
    const QPoint chooseVersion(picture.width() - 114, kVersionOfChoose);
    QTest::mouseMove(&picture, chooseVersion);
    open.paint();
    QTest::mouseClick(&picture, Qt::LeftButton, {}, chooseVersion);
    open.paint();
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right, Qt::Key_End, Qt::Key_Home, Qt::Key_Down}) {
      open.key(key);
      open.paint();
    }
    QCOMPARE(open.session().job.r1(), r1);
    QCOMPARE(open.frame().step, 0u);
    QVERIFY(!open.controller().busy());
    open.key(Qt::Key_Return);
    open.paint();
    QVERIFY2(!std::ranges::all_of(open.session().job.versionIds, &std::string::empty), "the list did not follow the keys");
    open.key(Qt::Key_Down);  // it is closed: a shortcut again
    QVERIFY(open.session().job.r1() < r1);
  }

  void everyCommandWorksAfterTheFirstStepWasCancelled() {
    ARETE_AT_ONE_SIZE;
    const Action commands[] = {Action::toEnd,     Action::stepForward, Action::stepForwardTen, Action::stepSweep,
                               Action::stepRound, Action::playPause,   Action::toStart,        Action::stepBack};
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    for (const Action command : commands) {
      Session next = open.session();
      for (int tries = 0; tries < 50; ++tries) {  // on a busy machine the first step may be there before it can be cancelled
        next.job.params.set(kR1Param, next.job.r1() * 1.001);
        open.controller().document().change(next);
        open.controller().perform(Action::cancel);
        QVERIFY(waitFor([&] { return !open.controller().busy(); }));
        if (open.frame().job.r1() < next.job.r1()) break;
      }
      QVERIFY2(open.frame().job.r1() < next.job.r1(), "the first step was there already, each time");
      QVERIFY2(open.window.action(command).isEnabled(), info(command).id.data());
      open.window.action(command).trigger();
      QVERIFY2(waitFor([&] { return open.frame().job.r1() == next.job.r1() && (command != Action::toEnd || open.frame().finished); }),
               info(command).id.data());
      if (open.controller().playback().playing()) open.controller().perform(Action::playPause);
      QVERIFY(open.waitIdle());
    }
  }

  void escapeClosesAListOfThePanels() {
    OpenWindow open;
    constexpr double kLeastShare = 0.002;  // of the picture, that the text of a list covers at least
    PictureWidget& picture = open.window.picture();
    showLab(picture);
    open.paint();
    const QImage before = picture.grabFramebuffer();
    const QPoint chooseVersion(picture.width() - 114, kVersionOfChoose);
    QTest::mouseMove(&picture, chooseVersion);
    open.paint();
    QTest::mouseClick(&picture, Qt::LeftButton, {}, chooseVersion);
    open.paint();
    QVERIFY2(difference(picture.grabFramebuffer(), before) > kLeastShare, "no list opened");
    open.key(Qt::Key_Escape);
    QTest::mouseMove(&picture, {picture.width() / 2, 100});
    open.paint();
    QVERIFY(difference(picture.grabFramebuffer(), before) < kLeastShare / 4);
  }

  void theHistoryIsScrubbedWithTheMouse() {
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY2(waitFor([&] { return open.frame().finished; }),
             qPrintable(QString("step %1, busy %2").arg(open.frame().step).arg(open.controller().busy())));
    QVERIFY(open.waitIdle());
    const uint32_t last = open.frame().step;
    const Viewport viewport = open.window.picture().viewport();
    const bool low = viewport.covered.bottom < 140 * viewport.devicePixelRatio;  // a panel without a plot
    const int history = open.window.picture().height() - (low ? 24 : 44);
    open.drag({400, history}, {250, history});
    QVERIFY(open.waitIdle());
    QVERIFY2(open.frame().step > 0 && open.frame().step < last, qPrintable(QString::number(open.frame().step)));
  }

  void aDragOfTheViewIsOneUndoEntryAndAClickInspects() {
    OpenWindow open;
    const Camera before = open.session().view.camera;
    open.drag({300, 250}, {360, 280});
    QVERIFY(open.session().view.camera != before);
    QCOMPARE(open.controller().document().undoStack().count(), 1);
    open.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(open.session().view.camera, before);
  }

  void tabHidesThePanelsAndTheLayerKeysWork() {
    OpenWindow open;
    open.key(Qt::Key_Tab);
    QVERIFY(!open.window.picture().panelsVisible());
    open.key(Qt::Key_Tab);
    QVERIFY(open.window.picture().panelsVisible());
    open.key(Qt::Key_C);
    QVERIFY(!open.session().view.style(LayerId::curve).visible);
    QVERIFY(!open.window.action(Action::toggleCurve).isChecked());
  }

  void everyActionIsInTheMenusAndShortcutsAreUnique() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open("");
    QStringList shortcuts;
    for (const ActionInfo& info : actions()) {
      const QAction& action = open.window.action(info.action);
      QVERIFY2(!action.associatedObjects().isEmpty(), info.id.data());
      for (const QKeySequence& key : action.shortcuts()) {
        QVERIFY2(!key.isEmpty() && !shortcuts.contains(key.toString()), qPrintable(key.toString() + " of " + action.objectName()));
        shortcuts << key.toString();
      }
    }
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::SteppingWindowTest)
#include "stepping_window_test.moc"
