// Millions of points: the picture follows the mouse with a sample of them, and shows all when it rests.
#include "tests/window/window_support.h"

#include "compute/generate/generate.h"

namespace arete {

class MovingWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aMillionPointsAreAllShownAtRest() { turn(1'000'000); }
  void fiveMillionPointsAreAllShownAtRest() { turn(5'000'000); }

  /// The longest time in which the window could not have answered. Generous: machines that run tests do other things too.
  void openingFiveMillionPointsLeavesTheWindowAwake() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("spiral.f32");
    {
      ThreadPool threads;
      const PointCloud cloud = generate(findShape("spiral"), {.points = 5'000'000, .dimension = 3}, threads);
      QFile out(file);
      QVERIFY(out.open(QIODevice::WriteOnly));
      for (uint32_t i = 0; i < cloud.size(); ++i)
        for (int k = 0; k < cloud.dimension(); ++k) {
          const float value = float(cloud.points().coordinate(i, k));
          out.write(reinterpret_cast<const char*>(&value), sizeof value);
        }
    }
    OpenWindow open("");
    constexpr qint64 kLongest_ms = 1000;
    qint64 longest_ms = 0;
    QElapsedTimer sinceTick;
    QTimer tick;
    connect(&tick, &QTimer::timeout, this, [&] { longest_ms = std::max(longest_ms, sinceTick.restart()); });
    sinceTick.start();
    tick.start(0);
    open.controller().open(file.toStdString(), {.dimension = 3});
    QVERIFY(waitFor([&] { return !open.controller().cloud().empty() && open.window.picture().settled(); }));
    tick.stop();
    qInfo("opening 5 million points: the window was busy for at most %lld ms at a time", longest_ms);
    QVERIFY2(longest_ms < kLongest_ms, "the window was blocked");
  }

 private:
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
