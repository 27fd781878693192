// What the curve explains, colours and their range, the profile, the explorer of R1 and measuring, as a user's hands meet them.
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QUndoStack>

#include "app/window/histogram_range.h"
#include "app/window/profile_dialog.h"
#include "app/window/radius_explorer.h"
#include "tests/window/window_support.h"

namespace arete {

static const QString kHeight = "latitude";  // of the earthquakes, which are flat

class ExplainingWindowTest : public QObject {
  Q_OBJECT

  /// Chains of the earthquakes at their end, explained.
  struct Explained : OpenWindow {
    explicit Explained(QSize size = windowSize()) : OpenWindow(kQuakes, size) {
      key(Qt::Key_End);
      if (!waitIdle() || !waitExplained()) qFatal("the detection did not end");
    }
    bool waitExplained() {
      return waitFor([this] { return frame().finished && controller().explaining().ofFrame() != nullptr && window.picture().settled(); });
    }
    template <class Widget>
    Widget& widget(const QString& name) {
      auto* const found = window.findChild<Widget*>(name);
      if (found == nullptr) qFatal("no widget %s", qPrintable(name));
      return *found;
    }
    QImage image() {
      paint();
      if (!waitFor([this] { return window.picture().settled(); })) qFatal("the picture does not settle");
      return window.picture().grabFramebuffer();
    }
    /// Chooses by the keyboard alone.
    void choose(QComboBox& box, const QString& entry) {
      box.setFocus();
      for (int i = 0; i < box.count() && box.currentText() != entry; ++i) QTest::keyClick(&box, i == 0 ? Qt::Key_Home : Qt::Key_Down);
      QCOMPARE(box.currentText(), entry);
      window.picture().setFocus();
    }
  };

  static void drag(QWidget& widget, QPoint from, QPoint to) {
    const auto send = [&](QEvent::Type type, QPoint at) {
      const bool moves = type == QEvent::MouseMove, down = type != QEvent::MouseButtonRelease;
      QMouseEvent event(type, at, widget.mapToGlobal(at), moves ? Qt::NoButton : Qt::LeftButton, down ? Qt::LeftButton : Qt::NoButton, {});
      QApplication::sendEvent(&widget, &event);
    };
    send(QEvent::MouseButtonPress, from);
    for (int i = 1; i <= 4; ++i) send(QEvent::MouseMove, from + (to - from) * i / 4);
    send(QEvent::MouseButtonRelease, to);
  }

  /// Where chosen points are seen, apart from each other and from the panels.
  static std::vector<QPoint> placesOfChosen(Explained& open, size_t count) {
    const PictureWidget& picture = open.window.picture();
    const Viewport viewport = picture.viewport();
    std::vector<QPoint> places;
    for (size_t i = 0; i < open.frame().chosen.size() && places.size() < count; ++i) {
      const glm::dvec3 at =
          open.session().view.camera.toScreen(viewport, {open.frame().chosen.coordinate(i, 0), open.frame().chosen.coordinate(i, 1), 0});
      const QPoint place(int(at.x / viewport.devicePixelRatio), int(at.y / viewport.devicePixelRatio));
      const bool apart = places.empty() || (place - places.back()).manhattanLength() > 60;
      if (apart && QRect(80, 120, picture.width() - 500, picture.height() - 320).contains(place)) places.push_back(place);
    }
    if (places.size() < count) qFatal("too few chosen points in the free part of the picture");
    return places;
  }

 private Q_SLOTS:
  void whatNoCurveExplainsIsCountedAndShownByAKey() {
    Explained open;
    const ExplanationReport report = open.controller().explaining().report();
    QVERIFY(report.known && !report.shown);
    QCOMPARE(report.points, uint64_t(open.controller().cloud().size()));
    QVERIFY(report.beyond > 0 && report.beyond < report.points);
    const QImage before = open.image();
    open.key(Qt::Key_V, Qt::ShiftModifier);
    QCOMPARE(int(open.session().view.colourBy), int(ColourBy::distance));
    QVERIFY(open.controller().isOn(Action::toggleUnexplained) && open.window.action(Action::toggleUnexplained).isChecked());
    QVERIFY(difference(before, open.image()) > 0.002);
    QCOMPARE(open.controller().document().undoStack().count(), 1);
    open.key(Qt::Key_V, Qt::ShiftModifier);
    QCOMPARE(int(open.session().view.colourBy), int(ColourBy::uniform));
  }

  void theExplanationFollowsTheCurve() {
    Explained open;
    const uint64_t before = open.controller().explaining().report().beyond;
    for (int i = 0; i < 8; ++i) open.key(Qt::Key_Up);  // R1 twice as large
    QVERIFY(open.waitIdle() && open.waitExplained());
    QVERIFY(open.controller().explaining().report().beyond != before);
    QCOMPARE(open.controller().explaining().ofFrame()->r1, open.session().job.r1());
    open.key(Qt::Key_Home);
    QVERIFY(open.waitIdle());
    QVERIFY2(!open.controller().explaining().report().known || open.frame().curveKnown, "of another step");
  }

  void theCurveIsColouredByWhatThePointsSayOfIt() {
    Explained open;
    auto& box = open.widget<QComboBox>("curve_colour");
    QImage before = open.image();
    for (const CurveColour by : {CurveColour::length, CurveColour::density, CurveColour::width}) {
      open.choose(box, QString::fromUtf8(label(by).data()));
      QCOMPARE(int(open.session().view.curveColour), int(by));
      const Overlay overlay = open.window.picture().scene().overlay(open.session().view, open.window.picture().viewport());
      QVERIFY(overlay.curveBar && overlay.curveBar->maximum > 0);
      const QImage now = open.image();
      QVERIFY(difference(before, now) > 0);
      before = now;
    }
    QVERIFY(open.widget<QComboBox>("colour_map").isEnabled());
  }

  void everyColourMapIsInTheListAndColoursTheCloud() {
    Explained open;
    open.choose(open.widget<QComboBox>("colour_by"), kHeight);
    auto& maps = open.widget<QComboBox>("colour_map");
    QCOMPARE(maps.count(), int(colourMaps().size()));
    for (const ColourMapInfo& map : colourMaps()) {
      open.choose(maps, QString::fromUtf8(map.name.data(), qsizetype(map.name.size())));
      QCOMPARE(int(open.session().view.colourMap), int(map.map));
    }
  }

  void theRangeOfTheColoursIsDraggedOnAHistogramAndTheBarFollows() {
    Explained open;
    QVERIFY(open.window.findChild<HistogramRange*>("colour_range") == nullptr);  // one colour has no range
    open.choose(open.widget<QComboBox>("colour_by"), kHeight);
    auto& range = open.widget<HistogramRange>("colour_range");
    QVERIFY(waitFor([&] { return range.isVisible(); }));
    const auto bar = [&] { return *open.window.picture().scene().overlay(open.session().view, open.window.picture().viewport()).colourBar; };
    const double low = bar().minimum, high = bar().maximum;
    const QImage before = open.image();
    const int undo = open.controller().document().undoStack().count();
    drag(range, {6, 15}, {range.width() / 2, 15});
    QVERIFY(open.session().view.colourLimits);
    QVERIFY(std::abs(bar().minimum - (low + high) / 2) < 0.1 * (high - low));
    QCOMPARE(open.controller().document().undoStack().count(), undo + 1);
    QVERIFY(difference(before, open.image()) > 0);
    range.setFocus();
    const double dragged = bar().minimum;
    QTest::keyClick(&range, Qt::Key_Right);
    QVERIFY(bar().minimum > dragged);
    QTest::mouseClick(&open.widget<QToolButton>("colour_range_auto"), Qt::LeftButton);
    QVERIFY(!open.session().view.colourLimits);
    QCOMPARE(bar().minimum, low);
    QVERIFY(difference(before, open.image()) < 0.001);
    open.controller().perform(Action::undo);
    QVERIFY(open.session().view.colourLimits);
    open.choose(open.widget<QComboBox>("colour_by"), "Distance to the curve");
    QVERIFY2(!open.session().view.colourLimits, "other values");
    QVERIFY(waitFor([&] { return open.widget<HistogramRange>("colour_range").isVisible(); }));
  }

  void bothHandlesInOnePlaceLeaveARange() {
    Explained open;
    open.choose(open.widget<QComboBox>("colour_by"), kHeight);
    auto& range = open.widget<HistogramRange>("colour_range");
    drag(range, {6, 15}, {range.width() + 50, 15});
    QVERIFY(open.session().view.colourLimits && open.session().view.colourLimits->low < open.session().view.colourLimits->high);
  }

  void theExplorerDetectsOverALadderShowsACurveUnderTheMouseAndTakesItByAClick() {
    Explained open;
    const double r1 = open.session().job.r1();
    open.key(Qt::Key_R, Qt::ShiftModifier);
    auto* const explorer = open.window.findChild<RadiusExplorer*>("radius_explorer");
    QVERIFY(explorer != nullptr && explorer->isVisible() && explorer->busy());
    const PictureWidget& picture = open.window.picture();
    QVERIFY2(explorer->frameGeometry().left() > picture.mapToGlobal(QPoint()).x() + picture.width() / 3, "it hides what it shows");
    QVERIFY(waitFor([&] { return !explorer->busy(); }));
    constexpr size_t kSteps = 17;
    QCOMPARE(explorer->points().size(), kSteps);
    QVERIFY(std::abs(explorer->points()[kSteps / 2].r1 / r1 - 1) < 1e-9);
    auto& plot = *explorer->findChild<StripPlot*>("radius_plot");
    constexpr int kPlace = 3;
    QTest::mouseMove(&plot, plot.placeOf(kPlace));
    QVERIFY(waitFor([&] { return plot.lookedAt() == kPlace; }));
    QVERIFY(open.window.picture().scene().frame() == explorer->points()[kPlace].frame);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.placeOf(kPlace));
    QCOMPARE(open.session().job.r1(), explorer->points()[kPlace].r1);
    QVERIFY(open.waitIdle());
    QVERIFY(waitFor([&] { return open.frame().finished; }));
    QCOMPARE(open.frame().hash, explorer->points()[kPlace].frame->hash);
    open.controller().perform(Action::undo);
    QCOMPARE(open.session().job.r1(), r1);
  }

  void theExplorerWorksByTheKeyboardAndClosingItBringsThePictureBack() {
    Explained open;
    open.key(Qt::Key_R, Qt::ShiftModifier);
    auto* const explorer = open.window.findChild<RadiusExplorer*>("radius_explorer");
    QVERIFY(waitFor([&] { return explorer->points().size() > 4; }));
    auto& plot = *explorer->findChild<StripPlot*>("radius_plot");
    QVERIFY(waitFor([&] { return plot.hasFocus(); }));
    QTest::keyClick(&plot, Qt::Key_Home);
    for (int i = 0; i < 2; ++i) QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.lookedAt(), 2);
    QVERIFY(open.window.picture().scene().frame() == explorer->points()[2].frame);
    const double taken = explorer->points()[2].r1;
    QTest::keyClick(&plot, Qt::Key_Return);
    QCOMPARE(open.session().job.r1(), taken);
    QVERIFY(waitFor([&] { return !explorer->busy(); }));
    QTest::keyClick(&plot, Qt::Key_End);
    QTest::keyClick(explorer, Qt::Key_Escape);
    QVERIFY(!explorer->isVisible());
    QVERIFY(open.waitIdle());
    QVERIFY(open.window.picture().scene().frame() == open.controller().frame());
  }

  void theExplorerIsStoppedAndBeginsAnewAndOtherPointsForgetIt() {
    ARETE_AT_ONE_SIZE;
    Explained open;
    open.key(Qt::Key_R, Qt::ShiftModifier);
    auto* const explorer = open.window.findChild<RadiusExplorer*>("radius_explorer");
    QTest::mouseClick(explorer->findChild<QPushButton*>("radius_stop"), Qt::LeftButton);
    QVERIFY(!explorer->busy());
    QTest::mouseClick(explorer->findChild<QPushButton*>("radius_run"), Qt::LeftButton);
    QVERIFY(explorer->busy());
    explorer->start();  // the newest request wins
    QVERIFY(waitFor([&] { return !explorer->busy(); }));
    QVERIFY(explorer->points().size() > 1);
    open.window.open(QString(ARETE_SOURCE_DIR) + "/assets/clouds/spiral.npy");
    QVERIFY(open.waitIdle());
    QVERIFY(explorer->points().empty());
  }

  void theProfileShowsDensityAndWidthOfEveryPath() {
    Explained open;
    open.key(Qt::Key_P, Qt::ShiftModifier);
    auto* const dialog = open.window.findChild<ProfileDialog*>("profile");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    auto& paths = *dialog->findChild<QComboBox*>("profile_path");
    QCOMPARE(size_t(paths.count()), open.frame().curve.polylines.size());
    auto& plot = *dialog->findChild<StripPlot*>("profile_plot");
    const size_t longest = plot.size();
    QVERIFY(longest > 1);
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_End);
    QCOMPARE(plot.lookedAt(), int(longest) - 1);
    paths.setFocus();
    QTest::keyClick(&paths, Qt::Key_End);
    QCOMPARE(paths.currentIndex(), paths.count() - 1);
    QVERIFY(plot.size() <= longest);
    open.controller().perform(Action::toStart);
    QVERIFY(open.waitIdle());
    QVERIFY(waitFor([&] { return open.frame().curveKnown || plot.size() == 0; }));
  }

  void clicksMeasureBetweenPointsAndTheLineIsOnSavedPicturesToo() {
    Explained open;
    PictureWidget& picture = open.window.picture();
    const QImage before = open.image();
    open.key(Qt::Key_D, Qt::ShiftModifier);
    QVERIFY(picture.measuring() && open.window.action(Action::measure).isChecked());
    const std::vector<QPoint> places = placesOfChosen(open, 3);
    for (const QPoint& place : places) QTest::mouseClick(&picture, Qt::LeftButton, {}, place);
    QCOMPARE(picture.measuredPoints().size(), size_t(3));
    QVERIFY2(!picture.selection(), "a click measures and does not select");
    QVERIFY(difference(before, open.image()) > 0.001);
    const Image saved = drawPicture(picture, open.controller(), {.width = 640, .height = 400, .labels = true});
    QTest::keyClick(&picture, Qt::Key_Backspace);
    QCOMPARE(picture.measuredPoints().size(), size_t(2));
    QTest::keyClick(&picture, Qt::Key_Escape);
    QVERIFY(!picture.measuring());
    QCOMPARE(open.session().view.measured.size(), size_t(1));
    QVERIFY(saved.pixels != drawPicture(picture, open.controller(), {.width = 640, .height = 400, .labels = true}).pixels);
    QTest::mouseClick(&picture, Qt::LeftButton, {}, places[0]);
    QVERIFY2(picture.selection(), "clicks select again");
  }

  void measuredLinesStayAreUndoneAndAreKeptInSessions() {
    Explained open;
    PictureWidget& picture = open.window.picture();
    const std::vector<QPoint> places = placesOfChosen(open, 3);
    const auto lines = [&] { return open.session().view.measured; };
    open.key(Qt::Key_D, Qt::ShiftModifier);
    for (const QPoint& place : places) QTest::mouseClick(&picture, Qt::LeftButton, {}, place);
    open.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(picture.measuredPoints().size(), size_t(2));
    open.key(Qt::Key_Escape);
    open.key(Qt::Key_D, Qt::ShiftModifier);
    QTest::mouseClick(&picture, Qt::LeftButton, {}, places[2]);
    QCOMPARE(lines().size(), size_t(2));
    open.key(Qt::Key_Escape);
    QVERIFY2(lines().size() == 1 && lines()[0].points.size() == 2, "a point alone measures nothing");

    const std::vector<MeasuredLine> kept = lines();
    const QTemporaryDir folder;
    const QString session = folder.filePath("measured.arete");
    open.controller().reportSaved(session.toStdString(), open.controller().saveSession(session.toStdString()));
    QVERIFY(!open.controller().document().modified());
    open.window.perform(Action::clearMeasured);
    QVERIFY2(lines().empty() && open.controller().document().modified(), "a measurement is worth to be asked for");
    open.controller().document().forgetChanges();
    open.window.open(session);
    QVERIFY(open.waitIdle());
    QVERIFY(lines() == kept);
    open.window.open(QString(ARETE_SOURCE_DIR) + "/assets/clouds/spiral.npy");
    QVERIFY(open.waitIdle());
    QVERIFY2(lines().empty(), "they belong to their cloud");
  }

  void measuringNeedsNoMouse() {
    for (const QSize size : {QSize(1024, 640), QSize(1600, 1000)}) {
      Explained open(size);
      PictureWidget& picture = open.window.picture();
      const std::vector<QPoint> places = placesOfChosen(open, 2);
      const double r1 = open.session().job.r1();
      const uint32_t step = open.session().step;
      open.key(Qt::Key_D, Qt::ShiftModifier);
      QVERIFY(!picture.pointingByKeys());
      open.key(Qt::Key_Left);
      QVERIFY(picture.pointingByKeys() && open.window.action(Action::pointByKeys).isChecked());
      for (const QPoint& place : places) {
        open.moveCross(place);
        open.key(Qt::Key_Return);
      }
      QCOMPARE(picture.measuredPoints().size(), size_t(2));
      const Viewport viewport = picture.viewport();
      for (size_t i = 0; i < 2; ++i) {
        const glm::dvec3 at = open.session().view.camera.toScreen(viewport, picture.measuredPoints()[i]) / viewport.devicePixelRatio;
        QVERIFY2((QPointF(at.x, at.y) - places[i]).manhattanLength() < 10, "what was ringed is measured");
      }
      QCOMPARE(open.session().job.r1(), r1);
      QCOMPARE(open.session().step, step);
      open.key(Qt::Key_Backspace);
      QCOMPARE(picture.measuredPoints().size(), size_t(1));
      open.key(Qt::Key_Escape);
      QVERIFY(!picture.measuring() && !picture.pointingByKeys());
      open.key(Qt::Key_Left);
      QVERIFY2(open.waitIdle() && open.session().step < open.frame().step + 2 && open.session().step != step, "arrows step again");
    }
  }

  void theCrossInspectsAndTurnsAboutAPoint() {
    Explained open;
    PictureWidget& picture = open.window.picture();
    const QPoint place = placesOfChosen(open, 1).front();
    open.key(Qt::Key_X, Qt::ShiftModifier);
    open.moveCross(place);
    open.key(Qt::Key_Return);
    QVERIFY(picture.selection());
    const glm::dvec3 selected = picture.selection()->position;
    open.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(waitFor([&] { return picture.settled(); }));
    QVERIFY(glm::distance(open.session().view.camera.pivot(picture.viewport()), selected) < 1e-9);
    open.key(Qt::Key_Escape);
    QVERIFY(!picture.pointingByKeys());
  }

  void thePictureKeepsItsPlaceInTheSmallestWindowAndTheRangeIsReachedThere() {
    ARETE_AT_ONE_SIZE;
    for (const QSize size : {QSize(1024, 640), QSize(1600, 1000)}) {
      Explained open(size);
      open.choose(open.widget<QComboBox>("colour_by"), kHeight);
      open.paint();
      QCOMPARE(open.window.size(), size);
      QVERIFY(open.window.picture().width() >= 700);
      auto& range = open.widget<HistogramRange>("colour_range");
      auto* const scroll = qobject_cast<QScrollArea*>(open.widget<QDockWidget>("layers").widget());
      scroll->ensureWidgetVisible(&range);
      QVERIFY(range.width() >= 100);
      QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(), "nothing is cut off at the right");
    }
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::ExplainingWindowTest)
#include "explaining_window_test.moc"
