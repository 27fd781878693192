// The panel Filter, areas on the picture and several files, as a user's hands meet them.
#include <QCheckBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QUndoStack>
#include <algorithm>
#include <tuple>

#include "app/window/filter_panel.h"
#include "app/window/histogram_range.h"
#include "compute/generate/generate.h"
#include "tests/window/window_support.h"

namespace arete {

class FilterWindowTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  /// Ground (2) in rows, a wire (14) above it, and low noise (7).
  QString tile(const QString& name, int from, int to) const {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no room for a test file");
    QByteArray rows = "x,y,z,classification,intensity\n";
    for (int i = from; i < to; ++i) {
      const double x = i * 0.1, sway = ((i * 7919) % 101 - 50) * 0.002;
      for (const auto& [y, z, number] : std::initializer_list<std::tuple<double, double, int>>{
               {25 + sway, 12 + sway, 14}, {5 + sway, 0.5, 2}, {45 + sway, 0.7, 2}, {35 + sway, -3.0, 7}})
        rows += QByteArray::number(x, 'f', 3) + ',' + QByteArray::number(y, 'f', 3) + ',' + QByteArray::number(z, 'f', 3) + ',' +
                QByteArray::number(number) + ',' + QByteArray::number(i % 500) + '\n';
    }
    file.write(rows);
    return file.fileName();
  }

  static void send(QWidget& to, QEvent::Type type, QPoint at) {
    const bool moves = type == QEvent::MouseMove, pressed = type != QEvent::MouseButtonRelease;
    QMouseEvent event(type, at, to.mapToGlobal(at), moves ? Qt::NoButton : Qt::LeftButton, pressed ? Qt::LeftButton : Qt::NoButton, {});
    QApplication::sendEvent(&to, &event);
  }
  /// Presses at the first place, moves through the others and lets go at the last.
  static void dragThrough(QWidget& widget, const std::vector<QPoint>& places) {
    send(widget, QEvent::MouseButtonPress, places.front());
    for (const QPoint& place : places) send(widget, QEvent::MouseMove, place);
    send(widget, QEvent::MouseButtonRelease, places.back());
  }
  static bool counted(OpenWindow& open) {
    return waitFor([&] { return open.window.controller().filtering().statistics() != nullptr && !open.window.controller().busy(); });
  }
  template <class Widget>
  static Widget& widget(OpenWindow& open, const QString& name) {
    auto* const found = open.window.findChild<Widget*>(name);
    if (found == nullptr) qFatal("no widget %s", qPrintable(name));
    return *found;
  }
  static bool keeps(OpenWindow& open, uint32_t points) {
    return waitFor([&] { return !open.window.controller().busy() && open.window.controller().cloud().size() == points; }) &&
           open.window.picture().scene().cloud().size() == points;
  }

  /// Milliseconds from each of some moves of a hand until the filter is applied, and until it is on the screen; sorted.
  std::array<std::vector<double>, 2> followed(OpenWindow& open, bool byClass, int moves) {
    QElapsedTimer timer;
    double applied_ms = -1, shown_ms = -1;
    const auto now = [&] { return double(timer.nsecsElapsed()) * 1e-6; };
    QObject here;  // ends the connections
    connect(&open.controller().filtering(), &Filtering::applied, &here, [&] { applied_ms = now(); });
    connect(&open.window.picture(), &QOpenGLWidget::frameSwapped, &here, [&] {
      if (applied_ms >= 0 && shown_ms < 0) shown_ms = now();
    });
    const Bounds& bounds = open.controller().document().whole().bounds();
    const double low = bounds.minimum[2] + open.controller().document().whole().origin()[2], extent = bounds.extent(2);
    std::array<std::vector<double>, 2> times;
    for (int i = 1; i <= moves; ++i) {
      Session next = open.session();
      next.job.filter = {};
      if (byClass) next.job.filter.classes = std::vector<int>{1 + i % 3, 4 + i % 4};
      else next.job.filter.ranges = {{.column = "z", .low = low + extent * i / (2 * moves)}};
      applied_ms = shown_ms = -1;
      timer.start();
      open.controller().document().edit(std::move(next));
      while (shown_ms < 0 && timer.elapsed() < kLongWait_ms) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
      if (shown_ms < 0) break;
      times[0].push_back(applied_ms);
      times[1].push_back(shown_ms);
    }
    for (auto& each : times) std::ranges::sort(each);
    return times;
  }

 private Q_SLOTS:
  void classesAreTickedAndTheDetectionFollows() {
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    QCOMPARE(open.window.controller().cloud().size(), 2000u);
    QVERIFY(widget<QCheckBox>(open, "class_14").text().contains("wire-conductor (14)"));
    widget<QCheckBox>(open, "class_2").click();
    widget<QCheckBox>(open, "class_7").click();
    QVERIFY(keeps(open, 500));
    QVERIFY(waitFor([&] { return open.window.controller().frame() && open.window.controller().frame()->cloud.size() == 500; }));
    QVERIFY(open.window.controller().document().modified());
    QVERIFY(widget<QLabel>(open, "filter_kept").text().startsWith("500 of "));
    open.window.perform(Action::undo);
    QVERIFY(keeps(open, 1000));  // two rows of four are ground
    QVERIFY(!widget<QCheckBox>(open, "class_2").isChecked());
    QVERIFY(widget<QCheckBox>(open, "class_7").isChecked());
    open.window.perform(Action::clearFilter);
    QVERIFY(keeps(open, 2000));
    QVERIFY(widget<QCheckBox>(open, "class_2").isChecked());
    QVERIFY(!open.window.controller().isPossible(Action::clearFilter));
  }

  void whatIsLeftOutIsDimmedOrHiddenAsTheSessionSays() {
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    open.window.perform(Action::showFilter);
    auto& choice = widget<QComboBox>(open, "filter_left_out");
    PictureWidget& picture = open.window.picture();
    const auto image = [&] {
      if (!waitFor([&] { return !open.controller().busy() && picture.settled(); })) qFatal("the picture is never complete");
      return picture.grabFramebuffer();
    };
    widget<QCheckBox>(open, "class_2").click();
    QVERIFY(keeps(open, 1000));
    QVERIFY(open.controller().document().leftOut() != nullptr);
    QCOMPARE(open.controller().document().leftOut()->size(), 1000u);
    const QImage dimmed = image();
    if (const QString folder = qEnvironmentVariable("ARETE_PICTURES"); !folder.isEmpty()) QVERIFY(open.window.grab().save(folder + "/filter.png"));
    choice.setCurrentIndex(1);
    Q_EMIT choice.activated(1);
    QVERIFY(open.session().view.leftOut == LeftOut::hidden);
    const QImage hidden = image();
    QVERIFY(difference(dimmed, hidden) > 1e-4);
    widget<QCheckBox>(open, "class_7").click();
    QVERIFY(keeps(open, 500));
    QVERIFY(open.controller().document().leftOut() == nullptr);  // nobody wants to see it
    choice.setCurrentIndex(0);
    Q_EMIT choice.activated(0);
    QVERIFY(waitFor([&] { return open.controller().document().leftOut() != nullptr; }));
    QCOMPARE(open.controller().document().leftOut()->size(), 1500u);
    QCOMPARE(open.controller().cloud().size(), 500u);
    open.window.perform(Action::clearFilter);
    QVERIFY(keeps(open, 2000));
    QVERIFY(open.controller().document().leftOut() == nullptr);
  }

  void aPointOfWhatIsKeptHasTheNumbersOfItsFile() {
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    widget<QCheckBox>(open, "class_2").click();
    QVERIFY(keeps(open, 1000));
    const Document& document = open.controller().document();
    for (uint32_t i = 0; i < 1000; ++i) {
      const uint32_t place = document.placeInWhole(i);
      QVERIFY(document.whole().attributes()[0].values[place] != 2);
      for (int k = 0; k < 3; ++k) QCOMPARE(document.cloud().points().coordinate(i, k), document.whole().points().coordinate(place, k));
    }
  }

  void aFileThatIsReadAgainKeepsItsFilterAndWhereItLeavesNothingAllIsShownWithThePanel() {
    OpenWindow open(tile("again.csv", 0, 500));
    QVERIFY(counted(open));
    auto& where = widget<QLineEdit>(open, "filter_where");
    const auto type = [&](const char* condition) {
      where.setFocus();
      where.selectAll();
      QTest::keyClicks(&where, condition);
      QTest::keyClick(&where, Qt::Key_Return);
    };
    open.window.perform(Action::showFilter);
    type("x > 40");
    QVERIFY(keeps(open, 396));
    auto& panel = *open.window.findChild<FilterPanel*>();
    open.window.findChild<QDockWidget*>("layers")->raise();
    QVERIFY(waitFor([&] { return panel.visibleRegion().isEmpty(); }));
    open.controller().open(tile("again.csv", 0, 450).toStdString());
    QVERIFY(waitFor([&] { return open.controller().document().whole().size() == 1800; }));
    QVERIFY(keeps(open, 196));
    QVERIFY(!open.controller().error());
    QVERIFY(panel.visibleRegion().isEmpty());

    tile("again.csv", 0, 300);  // nothing of it is beyond 40
    open.controller().perform(Action::reloadFile);
    QVERIFY(waitFor([&] { return open.controller().error().has_value(); }));
    QVERIFY(keeps(open, 1200));
    QVERIFY(waitFor([&] { return open.window.picture().settled() && !panel.visibleRegion().isEmpty(); }));
    QVERIFY(open.controller().frame() == nullptr);
    QVERIFY(open.controller().panelInput().failure.hint.find("the panel Filter shows") != std::string::npos);
    QVERIFY(widget<QLabel>(open, "filter_kept").text().startsWith("0 of "));
    QCOMPARE(where.text(), QString("x > 40"));
    if (const QString folder = qEnvironmentVariable("ARETE_PICTURES"); !folder.isEmpty()) QVERIFY(open.window.grab().save(folder + "/none.png"));
    type("x > 20");
    QVERIFY(keeps(open, 396));
    QVERIFY(!open.controller().error());
    QVERIFY(open.waitIdle());
    open.window.perform(Action::clearFilter);
    QVERIFY(keeps(open, 1200));
    QVERIFY(widget<QLabel>(open, "filter_kept").text().startsWith("All "));
  }

  void aClassThatIsClickedWithShiftIsAlone() {
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    open.window.perform(Action::showFilter);
    auto& wires = widget<QCheckBox>(open, "class_14");
    QTest::mouseClick(&wires, Qt::LeftButton, Qt::ShiftModifier, {10, wires.height() / 2});
    QVERIFY(keeps(open, 500));
    QVERIFY(wires.isChecked() && !widget<QCheckBox>(open, "class_2").isChecked());
    QTest::mouseClick(&widget<QCheckBox>(open, "class_2"), Qt::LeftButton, {}, {10, wires.height() / 2});
    QVERIFY(keeps(open, 1500));
  }

  void aConditionIsTypedAndWhatIsWrongWithItStandsBelow() {
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    open.window.perform(Action::showFilter);
    auto& where = widget<QLineEdit>(open, "filter_where");
    QVERIFY(waitFor([&] { return where.hasFocus(); }));
    QTest::keyClicks(&where, "z > 2 && hight < 3");
    QTest::keyClick(&where, Qt::Key_Return);
    QVERIFY(widget<QLabel>(open, "filter_wrong").text().contains("the cloud has no attribute 'hight'"));
    QCOMPARE(open.window.controller().cloud().size(), 2000u);
    where.selectAll();
    QTest::keyClicks(&where, "z > 2");
    QTest::keyClick(&where, Qt::Key_Return);
    QVERIFY(keeps(open, 500));
    QVERIFY(widget<QLabel>(open, "filter_wrong").text().isEmpty());
  }

  void handlesOfAHistogramAreMovedByMouseAndKeys() {
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    open.window.perform(Action::showFilter);
    auto& heights = widget<HistogramRange>(open, "range_z");
    const QPoint low(5, 12), middle(heights.width() / 2, 12);
    dragThrough(heights, {low, (low + middle) / 2, middle});
    QVERIFY(keeps(open, 500));
    QCOMPARE(open.window.controller().document().undoStack().count(), 1);  // a drag is one step
    heights.setFocus();
    QTest::keyClick(&heights, Qt::Key_Home);  // the low handle, which was moved last
    QVERIFY(keeps(open, 2000));
    QTest::keyClick(&heights, Qt::Key_Up);
    for (int i = 0; i < 5; ++i) QTest::keyClick(&heights, Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(keeps(open, 1500));
    open.window.perform(Action::clearFilter);
    QVERIFY(keeps(open, 2000));
    QVERIFY(heights.isOpen());
  }

  void aBoxOnThePictureKeepsOrLeavesOutWhatIsInIt() {
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    PictureWidget& picture = open.window.picture();
    open.window.perform(Action::viewTop);
    QVERIFY(waitFor([&] { return picture.settled(); }));
    const auto middle = [&] {  // of the cloud: at the edge of a small window a panel may take the mouse
      const Bounds& bounds = open.window.controller().cloud().bounds();
      const glm::dvec3 local((bounds.minimum[0] + bounds.maximum[0]) / 2, (bounds.minimum[1] + bounds.maximum[1]) / 2, 12);
      const glm::dvec3 at = open.window.controller().session().view.camera.toScreen(picture.viewport(), local) / picture.devicePixelRatioF();
      return QPoint(int(at.x), int(at.y));
    };
    const QPoint at = middle();
    open.window.perform(Action::keepBox);
    QVERIFY(picture.area().active());
    dragThrough(picture, {at - QPoint(30, 8), at, at + QPoint(30, 8)});
    QVERIFY(!picture.area().active());
    QVERIFY(waitFor([&] { return !open.window.controller().busy() && open.window.controller().cloud().size() < 500; }));
    const uint32_t kept = open.window.controller().cloud().size();
    QVERIFY(kept > 10);
    open.window.perform(Action::undo);
    QVERIFY(keeps(open, 2000));
    QVERIFY(waitFor([&] { return picture.settled(); }));
    QCOMPARE(middle(), at);
    open.window.perform(Action::leaveOutLasso);
    QVERIFY(picture.area().active());
    const QPoint corner = at - QPoint(30, 8);
    dragThrough(picture, {corner, corner + QPoint(60, 0), corner + QPoint(60, 16), corner + QPoint(0, 16)});
    QVERIFY(keeps(open, 2000 - kept));
  }

  void keysDrawABoxAndEscapeEndsIt() {
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    PictureWidget& picture = open.window.picture();
    picture.setFocus();
    const uint32_t step = open.window.controller().session().step;
    open.window.perform(Action::keepBox);
    QTest::keyClick(&picture, Qt::Key_Escape);
    QVERIFY(!picture.area().active());
    open.window.perform(Action::keepBox);
    QTest::keyClick(&picture, Qt::Key_Right);  // the box is there
    QTest::keyClick(&picture, Qt::Key_Right);
    QTest::keyClick(&picture, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&picture, Qt::Key_Return);
    QVERIFY(waitFor([&] { return !open.window.controller().busy() && open.window.controller().cloud().size() < 2000; }));
    QCOMPARE(open.window.controller().session().job.filter.regions.size(), 1u);
    QCOMPARE(open.window.controller().session().step, step);  // arrows were the box's
  }

  void scatteredOrderIsAnUndoStepAndTheSameWhateverTheOrderOfTheFile() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    const auto first = [&] { return open.window.controller().cloud().points().coordinate(0, 0) + open.window.controller().cloud().origin()[0]; };
    const double before = first();
    widget<QCheckBox>(open, "filter_scattered").click();
    QVERIFY(waitFor([&] { return !open.window.controller().busy() && first() != before; }));
    QCOMPARE(open.window.controller().cloud().size(), 2000u);
    QVERIFY(open.session().job.filter.order == PointOrder::scattered);
    open.window.perform(Action::undo);
    QVERIFY(waitFor([&] { return !open.window.controller().busy() && first() == before; }));
    QVERIFY(!widget<QCheckBox>(open, "filter_scattered").isChecked());
  }

  /// From a handle that moves to the picture without what it leaves out: of a range of z, and of classes, while nothing else computes and while the
  /// detection follows.
  void fiveMillionPointsFollowTheHand() {
    ARETE_AT_ONE_SIZE;
    constexpr uint32_t kPoints = 5'000'000;
    constexpr int kMoves = 15;
    constexpr double kTarget_ms = 50, kBusyMachine = 8;
    ThreadPool threads;
    const PointCloud spiral = generate(findShape("spiral"), {.points = kPoints, .dimension = 3}, threads);
    Attribute classes{"classification", AttributeValues(ScalarType::uint8, kPoints)};
    Attribute intensity{"intensity", AttributeValues(ScalarType::uint16, kPoints)};
    for (uint32_t i = 0; i < kPoints; ++i)
      classes.values.of<uint8_t>()[i] = uint8_t(1 + i % 7), intensity.values.of<uint16_t>()[i] = uint16_t(i % 4096);
    const PointCloud cloud(spiral.points(), spiral.origin(), {classes, intensity});
    for (const bool detecting : {false, true})
      for (const LeftOut leftOut : {LeftOut::hidden, LeftOut::dimmed}) {
        OpenWindow open("");
        LoadedCloud loaded{"spiral.ply", {.cloud = cloud, .pointsInFile = kPoints}, {}};
        loaded.points = std::make_shared<CloudPoints>(cloud, viewOf(cloud, Viewport{}).axes, threads);
        if (detecting) loaded.suggested.r1 = 0.05 * cloud.bounds().diagonal(3);
        open.controller().take(std::move(loaded));
        QVERIFY(counted(open) && waitFor([&] { return open.window.picture().settled(); }));
        View view = open.session().view;
        view.leftOut = leftOut;
        open.controller().changeView(std::move(view));
        for (const bool byClass : {false, true}) {
          const auto [applied, shown] = followed(open, byClass, kMoves);
          QCOMPARE(int(shown.size()), kMoves);
          qInfo("5 million points, %s, %s, %s: filtered after %.1f ms, on the picture after %.1f ms, at most %.1f ms (target %.0f)",
                byClass ? "classes" : "range of z", leftOut == LeftOut::dimmed ? "dimmed" : "hidden", detecting ? "detecting" : "nothing else",
                applied[kMoves / 2], shown[kMoves / 2], shown.back(), kTarget_ms);
          QVERIFY(shown[kMoves / 2] < kBusyMachine * kTarget_ms);
          QVERIFY(open.window.picture().statistics().pointsDrawn > 0);
        }
        open.controller().document().finishEdit();
      }
  }

  void aFilterThatKeepsNothingIsToldAndWhatWasKeptStays() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open(tile("a.csv", 0, 500));
    QVERIFY(counted(open));
    for (const char* box : {"class_2", "class_7", "class_14"}) widget<QCheckBox>(open, box).click();
    QVERIFY(waitFor([&] { return open.window.controller().error().has_value(); }));
    QCOMPARE(open.window.controller().error()->failed(), "no point is left");
    QVERIFY(!open.window.controller().cloud().empty());
    open.window.perform(Action::clearFilter);
    QVERIFY(keeps(open, 2000));
    QVERIFY(!open.window.controller().error());
  }

  void filesAreAddedAndSavedWithTheirFilter() {
    ARETE_AT_ONE_SIZE;
    const QString first = tile("a.csv", 0, 200), second = tile("b.csv", 200, 500);
    const QString session = folder_.filePath("work.arete");
    {
      OpenWindow open(first);
      QVERIFY(counted(open));
      open.window.controller().add({second.toStdString()});
      QVERIFY(keeps(open, 2000));
      QVERIFY(counted(open));
      QVERIFY(open.window.windowTitle().contains("a.csv and 1 more"));
      widget<QCheckBox>(open, "class_2").click();
      QVERIFY(keeps(open, 1000));
      open.window.controller().saveSession(session.toStdString());
    }
    OpenWindow open(session);
    QVERIFY(keeps(open, 1000));
    QCOMPARE(open.window.controller().document().whole().size(), 2000u);
    QVERIFY(!open.window.controller().document().modified());
    const std::filesystem::path output[] = {second.toStdString()};
    QVERIFY_EXCEPTION_THROWN(open.window.controller().guardOutputs(output), Error);
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::FilterWindowTest)
#include "filter_window_test.moc"
