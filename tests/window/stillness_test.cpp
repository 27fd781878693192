// Another thread waits until the window has drawn what it was told.
#include <atomic>
#include <thread>

#include <QElapsedTimer>
#include <QtTest>

#include "app/window/post.h"
#include "app/window/stillness.h"

namespace arete {

constexpr int kPatience_ms = 20'000;

class StillnessTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whoWaitsGoesOnOnceAllThatWasPostedIsDoneAndDrawn() {
    int asked = 0;
    bool done = false;
    std::atomic<bool> wasDone = false, goesOn = false;
    Stillness stillness([&] { return ++asked > 3; });
    const Post post = postToThisThread();
    std::jthread other([&] {
      post([&] { done = true; });
      stillness.wait({});
      wasDone = done;
      goesOn = true;
    });
    QVERIFY(QTest::qWaitFor([&] { return goesOn.load(); }, kPatience_ms));
    QVERIFY(wasDone);
    QCOMPARE(asked, 4);
  }

  void everyWaitIsAnsweredByItself() {
    Stillness stillness([] { return true; });
    std::atomic<int> waits = 0;
    QElapsedTimer timer;
    timer.start();
    std::jthread other([&] {
      for (; waits < 3; ++waits) stillness.wait({});
    });
    QVERIFY(QTest::qWaitFor([&] { return waits == 3; }, kPatience_ms));
    QVERIFY(timer.elapsed() >= 3 * Stillness::kStill_ms - 10);
  }

  void aWindowThatAlwaysDrawsHoldsNobodyUpForLong() {
    Stillness stillness([] { return false; });
    std::atomic<bool> goesOn = false;
    QElapsedTimer timer;
    timer.start();
    std::jthread other([&] {
      stillness.wait({});
      goesOn = true;
    });
    QVERIFY(QTest::qWaitFor([&] { return goesOn.load(); }, kPatience_ms));
    QVERIFY(timer.elapsed() >= Stillness::kMost_ms - 10);
  }

  void aWishToStopEndsTheWaitAlthoughTheWindowDoesNothing() {
    Stillness stillness([] { return false; });
    QElapsedTimer timer;
    timer.start();
    {
      std::jthread other([&](const std::stop_token& stop) { stillness.wait(stop); });
    }
    QVERIFY(timer.elapsed() < Stillness::kMost_ms);
  }
};

}  // namespace arete

QTEST_GUILESS_MAIN(arete::StillnessTest)
#include "stillness_test.moc"
