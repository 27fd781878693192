// Calls from other threads reach the window's thread as events.
#include <thread>

#include <QCoreApplication>
#include <QtTest>

#include "app/window/post.h"

namespace arete {

constexpr int kWait_ms = 20'000;

class PostTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aCallFromAnotherThreadIsMadeOnThisOneInAnEventAndNotBefore() {
    const Post post = postToThisThread();
    std::thread::id made;
    std::jthread([&] { post([&] { made = std::this_thread::get_id(); }); }).join();
    QVERIFY(made == std::thread::id());
    QVERIFY(QTest::qWaitFor([&] { return made != std::thread::id(); }, kWait_ms));
    QVERIFY(made == std::this_thread::get_id());
  }

  void callsKeepTheirOrder() {
    const Post post = postToThisThread();
    std::vector<int> made;
    std::jthread([&] {
      for (int i = 0; i < 100; ++i) post([&, i] { made.push_back(i); });
    }).join();
    QVERIFY(QTest::qWaitFor([&] { return made.size() == 100; }, kWait_ms));
    QVERIFY(std::ranges::is_sorted(made));
  }

  void whatIsStillQueuedGoesWithTheLastCopy() {
    int made = 0;
    {
      const Post post = postToThisThread();
      post([&] { ++made; });
    }
    QCoreApplication::processEvents();
    QCOMPARE(made, 0);
  }
};

}  // namespace arete

QTEST_GUILESS_MAIN(arete::PostTest)
#include "post_test.moc"
