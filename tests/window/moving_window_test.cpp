// Millions of points: the picture follows the mouse with a sample of them, and shows all when it rests.
#include "tests/window/window_support.h"

#include "app/window/gap_meter.h"
#include "compute/generate/generate.h"
#include "compute/io/write_points.h"

namespace arete {

class MovingWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aMillionPointsAreAllShownAtRest() { turn(1'000'000); }
  void fiveMillionPointsAreAllShownAtRest() { turn(5'000'000); }

  void framesComeWhileR1IsDraggedAndTheCurveFollows_data() {
    QTest::addColumn<QString>("file");
    for (const char* const name : {"earthquakes.csv", "neuron.ply", "spiral.npy"})
      QTest::newRow(name) << QString(ARETE_SOURCE_DIR) + "/assets/clouds/" + name;
  }
  /// Prints how far apart frames are, from the moment that R1 changes to the one in which the window system has the next picture.
  void framesComeWhileR1IsDraggedAndTheCurveFollows() {
    QFETCH(QString, file);
    constexpr int kMoves = 120, kSettle = 20;
    constexpr double kFurther = 1.01, kMostMedian_ms = 250;
    OpenWindow open(file);
    Session network = open.session();
    network.job.params.set(kCurveParam, double(CurveKind::network));
    if (!file.endsWith(".npy")) open.controller().document().change(std::move(network));
    QVERIFY(open.waitIdle());
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const double r1 = open.session().job.r1();
    const std::string before = open.frame().hash;
    std::vector<double> times;
    int swapped = 0, changes = 0;
    connect(&open.window.picture(), &QOpenGLWidget::frameSwapped, this, [&] { ++swapped; });
    connect(&open.controller(), &Controller::frameChanged, this, [&] { ++changes; });
    QElapsedTimer timer;
    for (int i = 1; i <= kMoves; ++i) {
      Session next = open.session();
      next.job.params.set(kR1Param, r1 * std::pow(kFurther, i <= kMoves / 2 ? i : kMoves - i));
      const int drawn = swapped;
      timer.start();
      open.controller().document().edit(std::move(next));
      open.window.picture().update();
      while (swapped == drawn && timer.elapsed() < kLongWait_ms) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
      if (i > kSettle) times.push_back(double(timer.nsecsElapsed()) * 1e-6);
    }
    open.controller().document().finishEdit();
    std::ranges::sort(times);
    qInfo("%s: a frame after a change of R1 least %.1f, median %.1f, most %.1f ms; %d results on the way", qPrintable(QFileInfo(file).fileName()),
          times.front(), times[times.size() / 2], times.back(), changes);
    QVERIFY(times[times.size() / 2] < kMostMedian_ms);
    QVERIFY(waitFor([&] { return open.frame().finished && open.frame().hash == before; }));
    disconnect(&open.controller(), nullptr, this, nullptr);
    disconnect(&open.window.picture(), nullptr, this, nullptr);
  }

  void openingAndRunningAMillionPointsLeavesTheWindowAwake() { openAndRun(1'000'000); }
  void openingAndRunningFiveMillionPointsLeavesTheWindowAwake() { openAndRun(5'000'000); }

 private:
  /// The longest time in which the window could not have answered. Generous: machines that run tests do other things too.
  static void openAndRun(uint32_t points) {
    constexpr double kLongest_ms = 1000;
    const QTemporaryDir folder;
    const QString file = folder.filePath("spiral.npy");
    {
      ThreadPool threads;
      const PointCloud cloud = generate(findShape("spiral"), {.points = points, .dimension = 3}, threads);
      writePoints(file.toStdString(), {.points = cloud.points()});
    }
    OpenWindow open("");
    GapMeter gaps(open.window);
    open.controller().open(file.toStdString());
    QVERIFY(waitFor([&] { return !open.controller().cloud().empty() && open.window.picture().settled(); }));
    double longest = gaps.longest_ms();
    qInfo("%u points, opening: %s", points, qPrintable(gaps.takeReport()));
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.controller().frame() && open.frame().finished && !open.controller().busy(); }) && open.waitIdle());
    longest = std::max(longest, gaps.longest_ms());
    qInfo("%u points, running: %s", points, qPrintable(gaps.takeReport()));
    QVERIFY2(longest < kLongest_ms, "the window was blocked");
  }

  static void turn(uint32_t points) {
    OpenWindow open("");
    ThreadPool threads;
    LoadedCloud loaded{"spiral.ply", {.cloud = generate(findShape("spiral"), {.points = points, .dimension = 3}, threads)}, 0};
    open.controller().take(std::move(loaded));
    QVERIFY(waitFor([&] { return open.window.picture().settled(); }));
    constexpr int kFrames = 40;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < kFrames; ++i) {
      View view = open.session().view;
      view.camera.rotate(open.window.picture().viewport(), 8, 1);
      open.controller().editView(view);
      QApplication::processEvents();
    }
    const double fps = kFrames * 1000.0 / double(timer.elapsed());
    qInfo("%u points: %.1f frames per second while moving, %u drawn", points, fps, open.window.picture().statistics().pointsDrawn);
    QVERIFY(open.window.picture().statistics().pointsDrawn > 0);
    QVERIFY(waitFor([&] { return open.window.picture().settled(); }));
    QCOMPARE(open.window.picture().statistics().pointsDrawn, points);
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::MovingWindowTest)
#include "moving_window_test.moc"
