// Clouds that are larger than the memory allowed: some points to look at, and the curve of all of them.
#include <QLabel>
#include <QRegularExpression>
#include <QToolButton>
#include <algorithm>

#include "app/window/elided_label.h"
#include "compute/engine/run_job.h"
#include "compute/generate/generate.h"
#include "compute/io/read_clouds.h"
#include "compute/io/write_points.h"
#include "tests/window/window_support.h"
#include "ui/numbers.h"

namespace arete {

class DiskWindowTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  /// A spiral of 400 000 points in classes 0 to 3, and a longer one without classes.
  std::filesystem::path spiral(uint32_t points, bool classes) const {
    const std::filesystem::path path = folder_.filePath(classes ? "classes.ply" : "long.npy").toStdString();
    if (std::filesystem::exists(path)) return path;
    ThreadPool threads;
    const PointCloud cloud = generate(findShape("spiral"), {.points = points, .dimension = 3}, threads);
    LargeVector<double> values(classes ? points : 0);
    for (size_t i = 0; i < values.size(); ++i) values[i] = double(i % 4);
    const std::vector<Attribute> columns = {{"classification", std::move(values)}};
    writePoints(path, {.points = cloud.points(), .attributes = classes ? std::span(columns) : std::span<const Attribute>()});
    return path;
  }
  static constexpr uint32_t kPoints = 400'000;
  std::filesystem::path withClasses() const { return spiral(kPoints, true); }

  DiskOptions memory(uint64_t megabytes) const { return {megabytes << 20, folder_.path().toStdString()}; }
  /// With R1 as suggested, to the end.
  static bool opens(OpenWindow& open, const std::filesystem::path& path, const DiskOptions& memory) {
    open.controller().setMemory(memory);
    open.window.open(QString::fromStdString(path.string()));
    return waitFor([&] { return open.session().file == path; }) && open.waitIdle();
  }
  static bool ends(OpenWindow& open) {
    open.key(Qt::Key_End);
    return waitFor([&] { return open.controller().frame() && open.frame().finished && open.frame().curveKnown && !open.controller().busy(); });
  }
  static std::string hashInMemory(const std::filesystem::path& path, const Job& job) {
    const PointCloud cloud = readFiltered(std::vector{path}, job.filter).cloud;
    return runJob(cloud, job.onCpu(), {}, {}).frame->hash;
  }

 private Q_SLOTS:
  void someOfThePointsAreShownAndTheCurveIsThatOfAll() {
    OpenWindow open{""};
    QVERIFY(opens(open, withClasses(), memory(40)));
    QVERIFY(open.controller().document().elsewhere() != nullptr);
    QCOMPARE(open.controller().document().elsewhere()->size(), uint64_t(kPoints));
    QVERIFY(open.controller().cloud().size() >= 100'000 && open.controller().cloud().size() < kPoints / 2);
    QCOMPARE(open.controller().cloud().attributes().size(), 1U);
    QVERIFY(ends(open));
    QCOMPARE(open.frame().facts.count, uint64_t(kPoints));
    QCOMPARE(open.frame().cloud.size(), open.controller().cloud().size());
    QVERIFY(open.frame().store != nullptr);
    QCOMPARE(open.frame().hash, hashInMemory(withClasses(), open.session().job));
    QVERIFY(open.window.findChild<QLabel*>("file")->toolTip().contains(QString::fromStdString(
        formatCount(kPoints, "%1 point", "%1 points") + " on the disk, " + formatCount(open.controller().cloud().size()) + " shown")));
    QVERIFY(open.controller().document().file().warnings.at(0).starts_with(formatCount(kPoints, "%1 point", "%1 points") + " stay on the disk"));
    open.key(Qt::Key_Left);  // a step back: what is known of the assignment is made again
    QVERIFY(open.waitIdle() && !open.frame().finished);
  }

  void aFilterIsAppliedToAllPoints() {
    OpenWindow open{""};
    QVERIFY(opens(open, withClasses(), memory(40)));
    Session next = open.session();
    next.job.filter.classes = std::vector<int>{1, 3};
    open.controller().document().change(next);
    QVERIFY(open.waitIdle() && ends(open));
    QCOMPARE(open.frame().facts.count, uint64_t(kPoints / 2));
    QCOMPARE(open.frame().hash, hashInMemory(withClasses(), open.session().job));
    next.job.filter = {};
    open.controller().document().change(next);
    QVERIFY(open.waitIdle() && ends(open));
    QCOMPARE(open.frame().facts.count, uint64_t(kPoints));
  }

  void whatNeedsPointsInMemoryIsRefusedWithTheReason() {
    OpenWindow open{""};
    QVERIFY(opens(open, withClasses(), memory(40)));
    Session next = open.session();
    next.job.params.set(kCurveParam, double(CurveKind::network));
    open.controller().document().change(next);
    QVERIFY(waitFor([&] { return open.controller().error().has_value(); }));
    QVERIFY(QString(open.controller().error()->what()).contains("only chains are found with points on disk"));
  }

  void whatFitsIsOpenedAsEver() {
    OpenWindow open{""};
    QVERIFY(opens(open, withClasses(), memory(200)));
    QVERIFY(open.controller().document().elsewhere() == nullptr);
    QCOMPARE(open.controller().cloud().size(), kPoints);
    QVERIFY(opens(open, withClasses(), memory(40)));
    QVERIFY(open.controller().document().elsewhere() != nullptr);
    QVERIFY(opens(open, kQuakes.toStdString(), memory(40)));
    QVERIFY(open.controller().document().elsewhere() == nullptr);
    QVERIFY(ends(open));
  }

  void pointsAndTheTimeLeftAreToldMeanwhile() {
    constexpr uint32_t kMany = 3'000'000;
    OpenWindow open{""};
    QStringList told;
    connect(&open.controller().detection(), &Detection::told, this, [&] {
      if (const auto& work = open.controller().detection().work(); work && work->points == kMany) told << QString::number(work->fraction);
    });
    QStringList texts;
    connect(&open.controller(), &Controller::stateChanged, &open.window, [&] {
      for (const QLabel* label : open.window.findChildren<QLabel*>()) texts << label->text();
    });
    QVERIFY(opens(open, spiral(kMany, false), memory(64)));
    QVERIFY(!told.isEmpty());
    QVERIFY(std::ranges::any_of(texts, [](const QString& text) { return text.contains(QRegularExpression(" of 3.*M points")); }));
    QVERIFY(!open.controller().detection().work());
  }

  void theBoundIsWhatWasAskedForElseHalfOfWhatIsFree() {
    const std::vector files = {withClasses()};
    constexpr uint64_t kMegabyte = 1 << 20;
    QCOMPARE(boundFor(files, {}, 40 * kMegabyte, 1000 * kMegabyte, 16, {}), std::optional(40 * kMegabyte));
    QCOMPARE(boundFor(files, {}, 200 * kMegabyte, 10 * kMegabyte, 16, {}), std::optional<uint64_t>());
    QCOMPARE(boundFor(files, {}, 0, 44 * kMegabyte, 16, {}), std::optional(22 * kMegabyte));
    QCOMPARE(boundFor(files, {}, 0, 1000 * kMegabyte, 16, {}), std::optional<uint64_t>());
    QCOMPARE(boundFor(files, {}, 0, 0, 16, {}), std::optional<uint64_t>());  // nothing is known of the machine
    QCOMPARE(boundFor(std::vector<std::filesystem::path>{"missing.las"}, {}, 0, 1, 16, {}), std::optional<uint64_t>());
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::DiskWindowTest)
#include "disk_window_test.moc"
