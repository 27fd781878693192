// Millions of points: the picture follows the mouse with a sample of them, and shows all when it rests.
#include "tests/window/window_support.h"

#include "compute/generate/generate.h"

namespace arete {

class MovingWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aMillionPointsAreAllShownAtRest() { turn(1'000'000); }
  void fiveMillionPointsAreAllShownAtRest() { turn(5'000'000); }

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
