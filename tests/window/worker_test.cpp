// Work off the window's thread: the newest request wins, and every end of it comes back as an event.
#include <atomic>
#include <new>
#include <semaphore>
#include <stdexcept>

#include <QCoreApplication>
#include <QtTest>

#include <sys/resource.h>

#include "app/window/worker.h"

namespace arete {

constexpr int kWait_ms = 20'000;

/// Collects what a worker says.
struct Heard {
  std::vector<int> results;
  std::vector<Error> errors;
  Worker worker{"cannot count", "count less", [this](Error error) { errors.push_back(std::move(error)); }};

  Worker::Work returning(int result) {
    return [this, result](const std::stop_token&) -> Worker::Then { return [this, result] { results.push_back(result); }; };
  }
  bool wait() {
    return QTest::qWaitFor([this] { return !worker.busy(); }, kWait_ms);
  }
};

class WorkerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // First: a thread that ended leaves its stack behind for the next one.
  void aThreadThatCannotBeStartedIsAnErrorAndTheNextRequestTriesAgain() {
    Heard heard;
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_AS, &before), 0);
    const rlimit none{1, before.rlim_max};
    QCOMPARE(setrlimit(RLIMIT_AS, &none), 0);
    heard.worker.start(heard.returning(1));
    QCOMPARE(setrlimit(RLIMIT_AS, &before), 0);
    QVERIFY(heard.wait());
    QCOMPARE(heard.errors.size(), 1u);
    QCOMPARE(heard.errors[0].kind(), ErrorKind::outOfMemory);
    QVERIFY(heard.errors[0].failed() == "cannot count");
    QVERIFY(heard.errors[0].hint() == "count less");
    heard.worker.start(heard.returning(2));
    QVERIFY(heard.wait());
    QCOMPARE(heard.results, std::vector{2});
  }

  void aResultComesInAnEventAndNotBefore() {
    Heard heard;
    heard.worker.start(heard.returning(7));
    QVERIFY(heard.worker.busy());
    QThread::msleep(20);  // it is long done
    QVERIFY(heard.results.empty());
    QVERIFY(heard.wait());
    QCOMPARE(heard.results, std::vector{7});
  }

  void theNewestRequestWinsAlsoOverOneThatIsDone() {
    Heard heard;
    std::binary_semaphore done(0);
    heard.worker.start([&](const std::stop_token&) -> Worker::Then {
      done.release();
      return [&] { heard.results.push_back(1); };
    });
    done.acquire();
    for (int i = 2; i <= 100; ++i) heard.worker.start(heard.returning(i));
    QVERIFY(heard.wait());
    QCOMPARE(heard.results, std::vector{100});
  }

  void aCancelledRequestIsToldToStopAndSaysNothingMore() {
    Heard heard;
    std::binary_semaphore begun(0);
    std::atomic<bool> stopped = false;
    heard.worker.start([&](const std::stop_token& stop) -> Worker::Then {
      begun.release();
      while (!stop.stop_requested()) QThread::yieldCurrentThread();
      stopped = true;
      return [&] { heard.results.push_back(1); };
    });
    begun.acquire();
    heard.worker.cancel();
    QVERIFY(!heard.worker.busy());
    QVERIFY(QTest::qWaitFor([&] { return stopped.load(); }, kWait_ms));
    heard.worker.start(heard.returning(2));
    QVERIFY(heard.wait());
    QCOMPARE(heard.results, std::vector{2});
    QVERIFY(heard.errors.empty());
  }

  void whateverIsThrownComesBackAsAnError() {
    Heard heard;
    const auto throwing = [&](const std::function<void()>& thrower) {
      heard.worker.start(
          [thrower](const std::stop_token&) -> Worker::Then {
            thrower();
            return {};
          },
          "here");
      return heard.wait();
    };
    QVERIFY(throwing([] { throw Error(ErrorKind::io, "cannot read", "there", "it is gone"); }));
    QVERIFY(throwing([] { throw std::bad_alloc(); }));
    QVERIFY(throwing([] { throw std::length_error("too long"); }));
    QVERIFY(throwing([] { throw Cancelled{}; }));
    QCOMPARE(heard.errors.size(), 3u);
    QVERIFY(heard.errors[0].where() == "there");
    QCOMPARE(heard.errors[1].kind(), ErrorKind::outOfMemory);
    QVERIFY(heard.errors[1].where() == "here");
    QVERIFY(heard.errors[2].reason() == "too long");
    heard.worker.start(heard.returning(5));
    QVERIFY(heard.wait());
    QCOMPARE(heard.results, std::vector{5});
  }

  void aWorkerThatGoesWaitsForItsThreadAndSaysNothingMore() {
    int results = 0;
    std::atomic<bool> ended = false;
    {
      Worker worker("cannot count", "", [](Error) {});
      std::binary_semaphore begun(0);
      worker.start([&](const std::stop_token& stop) -> Worker::Then {
        begun.release();
        while (!stop.stop_requested()) QThread::yieldCurrentThread();
        ended = true;
        return [&] { ++results; };
      });
      begun.acquire();
    }
    QVERIFY(ended);
    QCoreApplication::processEvents();
    QCOMPARE(results, 0);
  }
};

}  // namespace arete

QTEST_GUILESS_MAIN(arete::WorkerTest)
#include "worker_test.moc"
