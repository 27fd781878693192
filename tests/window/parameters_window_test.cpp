// The parameters by keyboard, the lists of warnings and quality, and what a click on the picture finds.
#include "app/window/number_field.h"
#include "tests/window/window_support.h"

#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPointer>

namespace arete {

class ParametersWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numbersHaveAPointWhateverTheSystemSpeaksAndACommaIsTakenForOne() {
    ARETE_AT_ONE_SIZE;
    QLocale::setDefault(QLocale(QLocale::German));
    prepareApplication();
    QDoubleSpinBox box;
    box.setValue(1.5);
    QVERIFY2(box.text().startsWith("1.5"), qPrintable(box.text()));
    NumberField field(kR1Param);
    field.selectAll();
    QTest::keyClicks(&field, "2,5");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.value(), 2.5);
    QCOMPARE(field.text(), QString("2.5"));
  }

  void everyParameterOfTheJobHasAFieldWithANameAndSaysWhatZeroMeans() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    const QDialog& dialog = parameters(open);
    for (const ParamInfo* info : jobParameters()) {
      const auto* field = dialog.findChild<QWidget*>(toQString(info->id));
      QVERIFY2(field != nullptr, info->id.data());
      QVERIFY(!field->accessibleName().isEmpty() && !field->accessibleDescription().isEmpty());
    }
    QCOMPARE(dialog.findChild<QDoubleSpinBox*>("threads")->text(), QString("all"));
    QCOMPARE(dialog.findChild<QDoubleSpinBox*>("r2")->text(), QString("2 × R1"));
  }

  void aListWhoseChoiceBringsOtherFieldsOutlivesThatChoice() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    const QDialog& dialog = parameters(open);
    const auto find = [&](const ParamInfo& info) { return dialog.findChild<QWidget*>(toQString(info.id)); };
    const QPointer<QComboBox> detection = qobject_cast<QComboBox*>(find(kTileDetectionParam));
    QVERIFY(detection && find(kTileCapacityParam) == nullptr);
    detection->setCurrentIndex(int(TileDetection::local));
    QVERIFY2(detection, "the list was deleted while it told of the choice");
    QCOMPARE(open.session().job.tileDetection(), TileDetection::local);
    QVERIFY(find(kTileCapacityParam) != nullptr && find(kTileDetectionParam) != detection);
  }

  void theFieldOfR1IsTypedIntoAndStepsWithoutTouchingThePicture() {
    OpenWindow open;
    auto* field = parameters(open).findChild<QDoubleSpinBox*>("r1");
    const double before = open.session().job.r1();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "2.5");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(open.session().job.r1(), 2.5);
    QCOMPARE(open.controller().document().undoStack().count(), 1);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.frame().job.r1(), 2.5);
    QCOMPARE(open.frame().step, 0u);
    open.controller().perform(Action::undo);
    QCOMPARE(open.session().job.r1(), before);
    QVERIFY(std::abs(field->value() / before - 1) < 1e-6);  // the field follows
    field->stepBy(8);
    QVERIFY(std::abs(open.session().job.r1() / before - 2) < 1e-6);
  }

  void aVersionIsChosenInTheDialogAndFollowsUndo() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    auto* box = parameters(open).findChild<QComboBox*>("evolve");
    QVERIFY(box->count() > 2);
    box->setCurrentIndex(1);
    QCOMPARE(QString::fromStdString(open.session().job.versionIds[size_t(Stage::evolve)]), box->itemData(1).toString());
    open.controller().perform(Action::undo);
    QCOMPARE(box->currentIndex(), 0);
  }

  void aNetworkHasItsOwnFieldsAndItsR1IsFoundUnlessSomebodyGaveOne() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    const QDialog& dialog = parameters(open);
    const auto kind = [&] { return dialog.findChild<QComboBox*>("curve"); };  // another one after each choice
    QVERIFY(kind() != nullptr && dialog.findChild<QComboBox*>("evolve") != nullptr);
    const double before = open.session().job.r1();
    kind()->setCurrentIndex(int(CurveKind::network));
    QCOMPARE(open.session().job.curveKind(), CurveKind::network);
    const Controller& controller = open.controller();
    QVERIFY(controller.panelInput().radius.searching && !controller.isPossible(Action::suggestR1));
    QVERIFY(dialog.findChild<QComboBox*>("spanner") != nullptr && dialog.findChild<QComboBox*>("evolve") == nullptr);
    constexpr int kLong_ms = 120'000;
    QTRY_VERIFY_WITH_TIMEOUT(!controller.radiusSearch().busy(), kLong_ms);
    QVERIFY(!controller.panelInput().radius.toBeSearched);
    const double found = controller.panelInput().radius.suggested;
    QVERIFY(found != before);
    QCOMPARE(open.session().job.r1(), found);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.frame().record().stage, Stage::super_points);
    open.controller().perform(Action::undo);
    QCOMPARE(open.session().job.r1(), before);
    open.controller().perform(Action::suggestR1);
    QCOMPARE(open.session().job.r1(), found);  // known now: at once
    kind()->setCurrentIndex(int(CurveKind::chains));
    QVERIFY(!controller.panelInput().radius.toBeSearched);

    open.controller().open(open.session().file);  // nothing is known of what is read anew
    QVERIFY(open.waitIdle());
    Session given = open.session();
    given.job.params.set(kR1Param, 1.25 * before);
    open.controller().document().change(given);
    kind()->setCurrentIndex(int(CurveKind::network));
    QVERIFY(!controller.panelInput().radius.searching && controller.panelInput().radius.toBeSearched);
    QCOMPARE(open.session().job.r1(), 1.25 * before);
  }

  void aClickOnAChosenPointInspectsIt() {
    OpenWindow open;
    const Frame& frame = open.frame();
    const Viewport viewport = open.window.picture().viewport();
    PictureWidget& picture = open.window.picture();
    // A chosen point well inside the part of the picture that no panel covers.
    std::optional<QPoint> target;
    for (size_t i = 0; i < frame.chosen.size() && !target; ++i) {
      const glm::dvec3 at = open.session().view.camera.toScreen(viewport, {frame.chosen.coordinate(i, 0), frame.chosen.coordinate(i, 1), 0});
      const QPoint position(int(at.x / viewport.devicePixelRatio), int(at.y / viewport.devicePixelRatio));
      if (QRect(80, 120, picture.width() - 500, picture.height() - 420).contains(position)) target = position;
    }
    QVERIFY(target);
    QTest::mouseClick(&picture, Qt::LeftButton, {}, *target);
    QVERIFY(waitFor([&] { return picture.selection().has_value(); }));
    QCOMPARE(int(picture.selection()->target), int(PickTarget::chosenPoint));
  }

  void theKeyboardGoesFromThePictureToPanelsAndDocks() {
    OpenWindow open;
    const double before = open.session().job.r1();
    const uint32_t step = open.frame().step;
    open.key(Qt::Key_F6);
    QVERIFY(open.window.picture().keyboardInPanels());
    open.paint();
    for (int i = 0; i < 6; ++i) {  // the two tabs, folding, the header of the section, chains, network, the slider of R1
      open.key(Qt::Key_Tab);
      open.paint();
    }
    QVERIFY(open.window.picture().panelsVisible());  // Tab alone hides them
    open.key(Qt::Key_Right);
    open.paint();
    QVERIFY2(open.session().job.r1() > before, "the slider did not follow the arrow");
    QCOMPARE(open.controller().document().undoStack().count(), 1);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.frame().step, step);
    open.key(Qt::Key_Escape);
    QVERIFY(!open.window.picture().keyboardInPanels());
    for (int i = 0; i < 3; ++i) open.key(Qt::Key_F6);  // right, bottom, docks
    QVERIFY(open.window.findChild<QDockWidget*>("layers")->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    QVERIFY(open.window.picture().hasFocus());
  }

  void wheelWithControlCutsAwayWhatIsNear() {
    OpenWindow open(QString(ARETE_SOURCE_DIR) + "/assets/clouds/trefoil.npy");
    PictureWidget& picture = open.window.picture();
    const QPointF place(picture.width() / 3.0, picture.height() / 3.0);
    QWheelEvent wheel(place, picture.mapToGlobal(place), {}, {0, 1200}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&picture, &wheel);
    QVERIFY(open.session().view.camera.nearCut() > 0.1);
    open.controller().perform(Action::undo);
    QCOMPARE(open.session().view.camera.nearCut(), 0.0);
  }

  void actionsOfTheToolsMenuAreOnlyThereWhenTheyCanDoSomething() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    QVERIFY(!open.window.action(Action::showQuality).isEnabled());
    QVERIFY(!open.window.action(Action::closeReference).isEnabled());
    QCOMPARE(open.window.action(Action::showWarnings).isEnabled(), !open.controller().document().file().warnings.empty());
  }

  void removedPointsFadeOutAndThenThePictureRests() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    View view = open.session().view;
    for (const LayerInfo& layer : layers()) view.style(layer.id).visible = layer.id == LayerId::removed;
    open.controller().changeView(view);
    QVERIFY(open.waitIdle());
    const auto red = [&] {  // of the rings, over a background without colour
      const PictureWidget& picture = open.window.picture();
      const QImage image = open.window.picture().grabFramebuffer().copy(0, 60, picture.width() - 320, picture.height() - 240);
      qint64 sum = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) sum += std::max(0, qRed(image.pixel(x, y)) - qBlue(image.pixel(x, y)) - 16);
      return sum;
    };
    QCOMPARE(red(), 0);
    open.controller().advance(StepKind::sweep);
    QVERIFY(waitFor([&] { return open.frame().step > 0 && !open.frame().removed.empty(); }));
    qint64 most = 0;
    bool fainter = false;
    QVERIFY2(waitFor([&] {
               const qint64 now = red();
               most = std::max(most, now);
               fainter = fainter || (now > 0 && now < 3 * most / 4);
               return open.window.picture().settled();
             }),
             "it never rests");
    QVERIFY2(most > 0, "they were never seen");
    QVERIFY2(fainter, "they went at once");
    QCOMPARE(red(), 0);
  }

  void theColoursOfTheCloudGoThroughTheListByKey() {
    OpenWindow open;  // earthquakes.csv has depth_km and magnitude
    auto* list = open.window.findChild<QComboBox*>("colour_by");
    QCOMPARE(list->count(), 10);
    for (int i = 1; i < list->count(); ++i) {
      open.key(Qt::Key_A);
      QCOMPARE(list->currentIndex(), i);
    }
    QCOMPARE(open.session().view.colourBy, ColourBy::attribute);
    QCOMPARE(open.session().view.attribute, std::string("magnitude"));
    open.key(Qt::Key_A);
    QCOMPARE(list->currentIndex(), 0);
    open.key(Qt::Key_A, Qt::ShiftModifier);
    QCOMPARE(open.session().view.attribute, std::string("magnitude"));
    open.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(open.session().view.colourBy, ColourBy::uniform);
  }

  void mouseStylesSayWhatTheButtonsDo() {
    struct Expected {
      Action style;
      bool rightZooms, middleZooms;
    };
    constexpr Expected kExpected[] = {
        {Action::mouseArete, false, false}, {Action::mouseParaView, true, false}, {Action::mouseCloudCompare, false, true}};
    OpenWindow open(QString(ARETE_SOURCE_DIR) + "/assets/clouds/trefoil.npy");
    for (const Expected& expected : kExpected) {
      open.window.action(expected.style).trigger();
      for (const Expected& other : kExpected) QCOMPARE(open.window.action(other.style).isChecked(), other.style == expected.style);
      for (const auto& [button, zooms] : {std::pair{Qt::RightButton, expected.rightZooms}, {Qt::MiddleButton, expected.middleZooms}}) {
        const Camera before = open.session().view.camera;
        open.drag({300, 300}, {300, 240}, button);
        const Camera& after = open.session().view.camera;
        QVERIFY(after != before);
        QCOMPARE(after.height() < before.height(), zooms);  // up comes closer
        QCOMPARE(after.orientation() == before.orientation(), true);
        open.controller().perform(Action::undo);
        QCOMPARE(open.session().view.camera.height(), before.height());
      }
    }
  }

  void typingIntoAPanelIsNoShortcut_data() {
    QTest::addColumn<int>("ends");
    QTest::newRow("Return") << int(Qt::Key_Return);
    if (!inUsualWindow()) return;  // one will do
    QTest::newRow("Enter") << int(Qt::Key_Enter);
    QTest::newRow("Tab") << int(Qt::Key_Tab);
  }

  void typingIntoAPanelIsNoShortcut() {
    QFETCH(int, ends);
    OpenWindow open;
    PictureWidget& picture = open.window.picture();
    const bool perspective = open.session().view.camera.perspective();
    const QPoint slider(picture.width() - 180, 118);
    QTest::mouseMove(&picture, slider);
    open.paint();
    QTest::mousePress(&picture, Qt::LeftButton, Qt::ControlModifier, slider);
    open.paint();
    QTest::mouseRelease(&picture, Qt::LeftButton, Qt::ControlModifier, slider);
    open.paint();
    for (const Qt::Key key : {Qt::Key_3, Qt::Key_5, Qt::Key(ends)}) {
      open.key(key);
      open.paint();
    }
    QVERIFY(waitFor([&] { return open.session().job.r1() == 35; }));
    QVERIFY(picture.panelsVisible());  // Tab alone hides them
    QCOMPARE(open.session().view.camera.perspective(), perspective);
    QCOMPARE(open.session().view.camera.mode(), CameraMode::flat);
    QCOMPARE(open.controller().document().undoStack().count(), 1);
  }

  void aReferenceGivesQualityUntilItIsForgotten() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("itself.ply").toStdString();
    open.exportCurve(path);
    open.controller().loadReference(path);
    QVERIFY(waitFor([&] { return !open.controller().reference().quality().empty(); }));
    QVERIFY(open.window.action(Action::showQuality).isEnabled());
    for (const QualityLine& line : open.controller().reference().quality())
      if (line.label == "F-score") QVERIFY(line.value > 0.999);
    open.window.action(Action::closeReference).trigger();
    QVERIFY(open.controller().reference().quality().empty());
    QVERIFY(!open.window.action(Action::showQuality).isEnabled());
  }

  void aFileShowsItsPointsWhileItIsReadAndACancelledOneLeavesWhatWasOpen() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    constexpr int kPoints = 8'000'000;
    const QString file = writeLongFile(folder, kPoints);
    OpenWindow open;
    const uint32_t points = open.controller().cloud().size();
    const std::string hash = open.frame().hash;
    const QImage before = open.window.picture().grabFramebuffer();
    open.window.open(file);
    QCOMPARE(open.controller().activity(), Activity::loading);
    QVERIFY2(waitFor([&] { return open.controller().opening().preview() != nullptr || open.controller().activity() != Activity::loading; }),
             "nothing comes");
    QVERIFY2(open.controller().opening().preview() != nullptr, "the file was there before any of its points");
    QVERIFY(open.controller().opening().preview()->sample.cloud.size() > 0);
    QVERIFY(open.controller().opening().preview()->sample.cloud.size() <= kSamplePoints);
    QVERIFY(QString::fromStdString(open.controller().panelInput().loading.text).contains("points"));
    QVERIFY(difference(before, open.window.picture().grabFramebuffer()) > 0.01);
    QCOMPARE(open.controller().cloud().size(), points);  // still the one that was open

    open.controller().perform(Action::cancel);
    QCOMPARE(open.controller().opening().preview(), nullptr);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.controller().activity(), Activity::ready);
    QCOMPARE(open.controller().cloud().size(), points);
    QCOMPARE(open.frame().hash, hash);
    QVERIFY(waitFor([&] { return difference(before, open.window.picture().grabFramebuffer()) < 0.01; }));

    open.window.open(file);  // once more, and to the end
    QVERIFY(waitFor([&] { return open.controller().cloud().size() == uint32_t(kPoints); }));
    QCOMPARE(open.controller().opening().preview(), nullptr);
  }

 private:
  static QString toQString(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }
  static QDialog& parameters(OpenWindow& open) {
    open.window.action(Action::editParameters).trigger();
    auto* dialog = open.window.findChild<QDialog*>("parameters_dialog");
    if (dialog == nullptr || !dialog->isVisible()) qFatal("no dialog");
    return *dialog;
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::ParametersWindowTest)
#include "parameters_window_test.moc"
