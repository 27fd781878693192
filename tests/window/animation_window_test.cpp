// Animations from the window: the dialog, what it writes, and that a cancelled one leaves nothing.
#include <sys/stat.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressDialog>
#include <QPushButton>
#include <QSpinBox>

#include "app/window/animation_dialog.h"
#include "tests/window/window_support.h"

namespace arete {

namespace {

const QString kTrefoil = QString(ARETE_SOURCE_DIR) + "/assets/clouds/trefoil.npy";

/// The dialog while it is open: `use` gets it, and closes it or exports.
void inDialog(OpenWindow& open, const std::function<void(QWidget& dialog)>& use) {
  QTimer::singleShot(0, &open.window, [use] {
    QWidget* const dialog = QApplication::activeModalWidget();
    if (dialog == nullptr || dialog->objectName() != "animation_dialog") qFatal("no dialog");
    use(*dialog);
    if (dialog->isVisible()) dialog->close();
  });
  showAnimationDialog(open.window, open.controller(), open.window.picture());
}

template <class Field>
Field& field(QWidget& dialog, const char* name) {
  auto* const found = dialog.findChild<Field*>(name);
  if (found == nullptr) qFatal("no field %s", name);
  return *found;
}

void setSize(QWidget& dialog, int width, int height) {
  field<QSpinBox>(dialog, "animation_width").setValue(width);
  field<QSpinBox>(dialog, "animation_height").setValue(height);
}

void exportNow(QWidget& dialog) { QTest::mouseClick(&field<QPushButton>(dialog, "export_button"), Qt::LeftButton); }

}  // namespace

class AnimationWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void stepsAndTurnBecomeNumberedPicturesWhileTheWindowKeepsItsOwn() {
    const QTemporaryDir folder;
    const QString pictures = folder.filePath("pictures");
    OpenWindow open(kTrefoil);
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const QImage before = open.window.picture().grabFramebuffer();
    const uint32_t step = open.frame().step;
    const Session session = open.session();
    QString length;
    inDialog(open, [&](QWidget& dialog) {
      field<QComboBox>(dialog, "animation_format").setCurrentIndex(0);
      field<QCheckBox>(dialog, "animation_turn").setChecked(true);
      field<QDoubleSpinBox>(dialog, "animation_seconds").setValue(1);
      field<QDoubleSpinBox>(dialog, "animation_hold").setValue(0.5);
      field<QDoubleSpinBox>(dialog, "animation_rate").setValue(4);
      field<QSpinBox>(dialog, "animation_every").setValue(10);
      setSize(dialog, 320, 200);
      field<QLineEdit>(dialog, "animation_path").setText(pictures);
      length = field<QLabel>(dialog, "animation_length").text();
      exportNow(dialog);
      QVERIFY2(!dialog.isVisible(), qPrintable(field<QLabel>(dialog, "animation_problem").text()));
    });
    const QStringList files = QDir(pictures).entryList(QDir::Files, QDir::Name);
    const auto expected = std::max<qsizetype>(4, step / 10 + 1 + (step % 10 != 0)) + 2;
    QCOMPARE(files.size(), expected);
    QVERIFY2(length.startsWith(QString::number(expected) + " "), qPrintable(length));
    QImage last;
    for (const QString& file : files) {
      const QImage image(pictures + "/" + file);
      QCOMPARE(image.size(), QSize(320, 200));
      QVERIFY2(image != last, qPrintable(file));  // the camera turns all the time
      last = image;
    }
    QVERIFY(open.waitIdle());
    QVERIFY(open.session() == session && open.frame().step == step);
    open.paint();
    QVERIFY(difference(open.window.picture().grabFramebuffer(), before) < 0.001);
  }

  void aCancelledAnimationLeavesNothing() {
    const QTemporaryDir folder;
    OpenWindow open(kTrefoil);
    QString said;
    inDialog(open, [&](QWidget& dialog) {
      field<QComboBox>(dialog, "animation_format").setCurrentIndex(0);
      setSize(dialog, 320, 200);
      field<QLineEdit>(dialog, "animation_path").setText(folder.filePath("pictures"));
      QTimer watch;
      QObject::connect(&watch, &QTimer::timeout, [&] {
        auto* const progress = dialog.findChild<QProgressDialog*>("animation_progress");
        if (progress != nullptr && progress->value() >= 3) progress->cancel();
      });
      watch.start(1);
      exportNow(dialog);
      said = field<QLabel>(dialog, "animation_problem").text();
    });
    QVERIFY2(said.startsWith("Cancelled"), qPrintable(said));
    QVERIFY(QDir(folder.path()).isEmpty());
  }

  void withoutFfmpegAFilmIsRefusedWithAdviceAndPicturesAreOffered() {
    const QByteArray path = qgetenv("PATH");
    const QTemporaryDir empty;
    qputenv("PATH", empty.path().toUtf8());
    OpenWindow open(kTrefoil);
    inDialog(open, [&](QWidget& dialog) {
      QCOMPARE(field<QComboBox>(dialog, "animation_format").currentIndex(), 0);
      QVERIFY(field<QPushButton>(dialog, "export_button").isEnabled());
      field<QComboBox>(dialog, "animation_format").setCurrentIndex(1);
      QVERIFY(!field<QPushButton>(dialog, "export_button").isEnabled());
      QVERIFY(field<QLabel>(dialog, "animation_problem").text().contains("ffmpeg"));
    });
    qputenv("PATH", path);
  }

  void aFlatViewHasNoTurnAndSaysWhy() {
    OpenWindow open;  // a map
    inDialog(open, [&](QWidget& dialog) {
      QVERIFY(!field<QCheckBox>(dialog, "animation_turn").isEnabled());
      QVERIFY(field<QCheckBox>(dialog, "animation_turn").toolTip().contains("flat"));
      QVERIFY(!field<QPushButton>(dialog, "export_button").isEnabled());  // no step was made either
    });
  }

  void keysAloneLeadFromThePictureToAnAnimation() {
    const QTemporaryDir folder;
    OpenWindow open;
    open.key(Qt::Key_Right);
    QVERIFY(waitFor([&] { return open.frame().step == 1; }) && open.waitIdle());
    QTimer::singleShot(0, &open.window, [&] {
      QWidget* const pictureDialog = QApplication::activeModalWidget();
      QTimer::singleShot(0, &open.window, [&] {
        QWidget* const dialog = QApplication::activeModalWidget();
        if (dialog == nullptr || dialog->objectName() != "animation_dialog") qFatal("no dialog");
        field<QComboBox>(*dialog, "animation_format").setCurrentIndex(0);
        setSize(*dialog, 64, 40);
        auto& path = field<QLineEdit>(*dialog, "animation_path");
        path.setText(folder.filePath("pictures"));
        QTest::keyClick(&path, Qt::Key_Return);
      });
      QTest::keyClick(&field<QPushButton>(*pictureDialog, "animation_button"), Qt::Key_Space);
    });
    open.key(Qt::Key_F12);
    QCOMPARE(QDir(folder.filePath("pictures")).entryList(QDir::Files).size(), 2 + 25);
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::AnimationWindowTest)
#include "animation_window_test.moc"
