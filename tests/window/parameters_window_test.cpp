// The parameters by keyboard, the lists of warnings and quality, and what a click on the picture finds.
#include "tests/window/window_support.h"

#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLineEdit>

namespace arete {

class ParametersWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyParameterOfTheJobHasAFieldWithANameAndSaysWhatZeroMeans() {
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

  void theFieldOfR1IsTypedIntoAndStepsWithoutTouchingThePicture() {
    OpenWindow open;
    auto* field = parameters(open).findChild<QDoubleSpinBox*>("r1");
    const double before = open.session().job.r1();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "2.5");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(open.session().job.r1(), 2.5);
    QCOMPARE(open.controller().undoStack().count(), 1);
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
    OpenWindow open;
    auto* box = parameters(open).findChild<QComboBox*>("evolve");
    QVERIFY(box->count() > 2);
    box->setCurrentIndex(1);
    QCOMPARE(QString::fromStdString(open.session().job.versionIds[size_t(Stage::evolve)]), box->itemData(1).toString());
    open.controller().perform(Action::undo);
    QCOMPARE(box->currentIndex(), 0);
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

  void aFloatingDockLeavesThePictureAsItWas() {
    OpenWindow open;
    const QImage before = open.window.picture().grabFramebuffer();
    auto* dock = open.window.findChild<QDockWidget*>("layers");
    const bool wasFloating = dock->isFloating();
    dock->setFloating(!wasFloating);
    QVERIFY(open.waitIdle());
    dock->setFloating(wasFloating);
    QVERIFY(waitFor([&] { return open.window.picture().size() * open.window.picture().devicePixelRatioF() == before.size(); }));
    QVERIFY(open.waitIdle());
    QVERIFY(waitFor([&] { return difference(before, open.window.picture().grabFramebuffer()) < 0.01; }));
  }

  void actionsOfTheToolsMenuAreOnlyThereWhenTheyCanDoSomething() {
    OpenWindow open;
    QVERIFY(!open.window.action(Action::showQuality).isEnabled());
    QVERIFY(!open.window.action(Action::closeReference).isEnabled());
    QCOMPARE(open.window.action(Action::showWarnings).isEnabled(), !open.controller().file().warnings.empty());
  }

  void removedPointsFadeOutAndThenThePictureRests() {
    OpenWindow open;
    open.controller().advance(StepKind::sweep);
    QVERIFY(waitFor([&] { return open.frame().step > 0 && !open.frame().removed.empty(); }));
    QVERIFY2(open.waitIdle(), "it never rests");
  }

  void typingIntoAPanelIsNoShortcut() {
    OpenWindow open;
    PictureWidget& picture = open.window.picture();
    const bool perspective = open.session().view.camera.perspective();
    const QPoint slider(picture.width() - 180, 70);
    QTest::mouseMove(&picture, slider);
    open.paint();
    QTest::mousePress(&picture, Qt::LeftButton, Qt::ControlModifier, slider);
    open.paint();
    QTest::mouseRelease(&picture, Qt::LeftButton, Qt::ControlModifier, slider);
    open.paint();
    for (const Qt::Key key : {Qt::Key_3, Qt::Key_5, Qt::Key_Return}) {
      open.key(key);
      open.paint();
    }
    QVERIFY(waitFor([&] { return open.session().job.r1() == 35; }));
    QCOMPARE(open.session().view.camera.perspective(), perspective);
    QCOMPARE(open.session().view.camera.mode(), CameraMode::flat);
    QCOMPARE(open.controller().undoStack().count(), 1);
  }

  void aReferenceGivesQualityUntilItIsForgotten() {
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("itself.ply").toStdString();
    exportTo(ExportKind::curve, path, exportFormats(ExportKind::curve).front(), open.controller(), open.window.picture(), {});
    open.controller().loadReference(path);
    QVERIFY(waitFor([&] { return !open.controller().quality().empty(); }));
    QVERIFY(open.window.action(Action::showQuality).isEnabled());
    for (const QualityLine& line : open.controller().quality())
      if (line.label == "F-score") QVERIFY(line.value > 0.999);
    open.window.action(Action::closeReference).trigger();
    QVERIFY(open.controller().quality().empty());
    QVERIFY(!open.window.action(Action::showQuality).isEnabled());
  }

  void aCancelledLoadLeavesWhatWasOpen() {
    OpenWindow open;
    const uint32_t points = uint32_t(open.controller().cloud().size());
    open.window.open(QString(ARETE_SOURCE_DIR) + "/assets/clouds/earthquakes.csv");
    QCOMPARE(open.controller().activity(), Activity::loading);
    open.controller().perform(Action::cancel);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.controller().activity(), Activity::ready);
    QCOMPARE(uint32_t(open.controller().cloud().size()), points);
  }

 private:
  static QString toQString(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }
  static QDialog& parameters(OpenWindow& open) {
    open.window.action(Action::editParameters).trigger();
    auto* dialog = open.window.findChild<QDialog*>("parameters_dialog");
    if (dialog == nullptr || !dialog->isVisible()) qFatal("no dialog");
    return *dialog;
  }
  /// Share of the pixels that differ clearly.
  static double difference(const QImage& a, const QImage& b) {
    constexpr int kClearly = 24;
    int different = 0;
    for (int y = 0; y < a.height(); ++y)
      for (int x = 0; x < a.width(); ++x) different += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > kClearly;
    return double(different) / (double(a.width()) * a.height());
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::ParametersWindowTest)
#include "parameters_window_test.moc"
