// Pictures that are saved: their size, on paper too, those of lines instead of pixels, and the script that makes them again.
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QSvgRenderer>

#include "app/window/animation_dialog.h"
#include "tests/window/window_support.h"

namespace arete {

class PicturesWindowTest : public QObject {
  Q_OBJECT

  static int pixelsOf(const Image& image, Colour colour) {
    int count = 0;
    for (size_t i = 0; i < image.pixels.size(); i += 4)
      count += image.pixels[i] == colour.r && image.pixels[i + 1] == colour.g && image.pixels[i + 2] == colour.b;
    return count;
  }

  static QByteArray bytes(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  static QString lastOf(const QString& folder) {
    const QStringList files = QDir(folder).entryList(QDir::Files, QDir::Name);
    return files.isEmpty() ? QString() : folder + "/" + files.last();
  }

  /// Of the steps, by the dialog.
  static void animate(OpenWindow& open, const QString& folder) {
    QTimer::singleShot(0, &open.window, [&] {
      QWidget* const dialog = QApplication::activeModalWidget();
      dialog->findChild<QComboBox*>("animation_format")->setCurrentIndex(0);
      dialog->findChild<QSpinBox*>("animation_width")->setValue(160);
      dialog->findChild<QSpinBox*>("animation_height")->setValue(100);
      dialog->findChild<QSpinBox*>("animation_every")->setValue(20);
      dialog->findChild<QDoubleSpinBox*>("animation_hold")->setValue(0);
      dialog->findChild<QLineEdit*>("animation_path")->setText(folder);
      QTest::mouseClick(dialog->findChild<QPushButton*>("export_button"), Qt::LeftButton);
      if (dialog->isVisible()) dialog->close();
    });
    showAnimationDialog(open.window, open.controller(), open.window.picture());
  }

  /// F12, the format by the keyboard, the name, Return.
  static void save(OpenWindow& open, const QString& path, int format, bool transparent) {
    QTimer::singleShot(0, &open.window, [&] {
      QWidget* const dialog = QApplication::activeModalWidget();
      auto* const formats = dialog->findChild<QComboBox*>("export_format");
      formats->setFocus();
      for (int i = 0; i < format; ++i) QTest::keyClick(formats, Qt::Key_Down);
      dialog->findChild<QCheckBox*>("picture_lock")->setChecked(false);
      dialog->findChild<QSpinBox*>("picture_width")->setValue(640);
      dialog->findChild<QSpinBox*>("picture_height")->setValue(400);
      dialog->findChild<QDoubleSpinBox*>("picture_scale")->setValue(1);
      dialog->findChild<QCheckBox*>("picture_transparent")->setChecked(transparent);
      auto* const name = dialog->findChild<QLineEdit*>("export_path");
      name->setText(path);
      QTest::keyClick(name, Qt::Key_Return);
      if (dialog->isVisible()) dialog->close();
    });
    open.key(Qt::Key_F12);
  }

  /// The earthquakes' network or chains at their end.
  static void toTheEnd(OpenWindow& open) {
    open.key(Qt::Key_End);
    if (!waitFor([&] { return open.frame().finished; }) || !open.waitIdle()) qFatal("the detection did not end");
  }

 private Q_SLOTS:
  void aPictureLargerThanTheWindowHasItsSizeAndTheCurveInIt() {
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    View view = open.session().view;
    const Colour curve{255, 0, 200};
    view.style(LayerId::curve).colour = curve;
    view.style(LayerId::chosen).visible = false;
    open.controller().changeView(view);
    const PictureRequest request{.width = 2600, .height = 1700, .labels = false};
    const Image with = drawPicture(open.window.picture(), open.controller(), request);
    QCOMPARE(with.width, 2600);
    QCOMPARE(with.height, 1700);
    QVERIFY(pixelsOf(with, curve) > 1000);
    view.style(LayerId::curve).visible = false;
    open.controller().changeView(view);
    QCOMPARE(pixelsOf(drawPicture(open.window.picture(), open.controller(), request), curve), 0);
  }

  void aPictureOfLinesShowsWhatThatOfPixelsShows_data() {
    QTest::addColumn<bool>("transparent");
    QTest::newRow("on its background") << false;
    QTest::newRow("transparent") << true;
  }
  void aPictureOfLinesShowsWhatThatOfPixelsShows() {
    QFETCH(bool, transparent);
    const QTemporaryDir folder;
    OpenWindow open;
    toTheEnd(open);
    save(open, folder.filePath("picture.png"), 0, transparent);
    save(open, folder.filePath("picture.svg"), 1, transparent);
    const QImage pixels = QImage(folder.filePath("picture.png")).convertToFormat(QImage::Format_ARGB32_Premultiplied);
    QCOMPARE(pixels.size(), QSize(640, 400));
    QSvgRenderer svg(folder.filePath("picture.svg"));
    QVERIFY(svg.isValid());
    QCOMPARE(svg.viewBox(), QRect(0, 0, 640, 400));
    QImage drawn(pixels.size(), QImage::Format_ARGB32_Premultiplied);
    drawn.fill(Qt::transparent);
    QPainter painter(&drawn);
    svg.render(&painter);
    painter.end();
    QVERIFY2(difference(pixels, drawn) < 0.02, qPrintable(QString::number(difference(pixels, drawn))));
    QVERIFY(drawn.pixelColor(2, 2).alpha() == (transparent ? 0 : 255));
    const QByteArray text = bytes(folder.filePath("picture.svg"));
    QVERIFY(text.count("<path") > open.frame().curve.polylines.size() && text.count("<text") > 4);
  }

  void aPdfIsOnePageOfThePicturesSizeWithItsFonts() {
    const QTemporaryDir folder;
    OpenWindow open;
    toTheEnd(open);
    save(open, folder.filePath("picture.pdf"), 2, true);
    const QByteArray pdf = bytes(folder.filePath("picture.pdf"));
    QVERIFY(pdf.startsWith("%PDF-1."));
    QCOMPARE(pdf.count("/Type /Page\n"), 1);
    const QByteArray page = pdf.mid(pdf.indexOf("/MediaBox"), 40);  // 640 x 400 logical pixels in points
    QVERIFY2(QRegularExpression("^/MediaBox \\[0 0 480(\\.0*)? 300(\\.0*)?\\]").match(page).hasMatch(), page.constData());
    QVERIFY(pdf.contains("/FontFile"));
  }

  void aPictureForPrintIsAskedForInMillimetresAndDots() {
    OpenWindow open;
    QTemporaryDir folder;
    const QString path = folder.filePath("print.png");
    QTimer::singleShot(0, &open.window, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      const double before = double(open.window.picture().width()) / open.window.picture().height();
      dialog->findChild<QSpinBox*>("paper_dots")->setValue(150);
      dialog->findChild<QDoubleSpinBox*>("paper_width")->setValue(160);
      QVERIFY(std::abs(160 / dialog->findChild<QDoubleSpinBox*>("paper_height")->value() / before - 1) < 0.01);  // it keeps its proportions
      dialog->findChild<QCheckBox*>("picture_lock")->setChecked(false);
      dialog->findChild<QDoubleSpinBox*>("paper_width")->setValue(101.6);
      dialog->findChild<QDoubleSpinBox*>("paper_height")->setValue(50.8);
      QCOMPARE(dialog->findChild<QSpinBox*>("picture_width")->value(), 600);
      dialog->findChild<QSpinBox*>("picture_height")->setValue(600);
      QCOMPARE(dialog->findChild<QDoubleSpinBox*>("paper_height")->value(), 101.6);
      dialog->findChild<QLineEdit*>("export_path")->setText(path);
      QTest::mouseClick(dialog->findChild<QPushButton*>("export_button"), Qt::LeftButton);
    });
    open.window.perform(Action::savePicture);
    const QImage written(path);
    QCOMPARE(written.size(), QSize(600, 600));
    QCOMPARE(std::lround(written.dotsPerMeterX() * 0.0254), 150L);
  }

  void thePreviewShowsWhatWillBeWritten() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    toTheEnd(open);
    QImage dark, white, portrait;
    QSize room;
    QTimer::singleShot(0, &open.window, [&] {
      QWidget* const dialog = QApplication::activeModalWidget();
      auto& preview = *dialog->findChild<QLabel*>("picture_preview");
      room = preview.size();
      const auto next = [&](const QImage& before) {
        waitFor([&] { return !preview.pixmap().isNull() && preview.pixmap().toImage() != before; });
        return preview.pixmap().toImage();
      };
      dark = next({});
      dialog->findChild<QComboBox*>("picture_theme")->setCurrentIndex(1);
      white = next(dark);
      dialog->findChild<QCheckBox*>("picture_lock")->setChecked(false);
      dialog->findChild<QSpinBox*>("picture_width")->setValue(300);
      dialog->findChild<QSpinBox*>("picture_height")->setValue(600);
      portrait = next(white);
      dialog->close();
    });
    open.window.perform(Action::savePicture);
    const auto brightness = [](const QImage& image) {
      return qGray(image.scaled(1, 1, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).pixel(0, 0));
    };
    QVERIFY(dark.width() <= room.width() && dark.height() <= room.height() && dark.width() > 200);
    QVERIFY2(brightness(dark) < 80 && brightness(white) > 180, qPrintable(QString("%1, %2").arg(brightness(dark)).arg(brightness(white))));
    QVERIFY2(portrait.height() > portrait.width(), "a portrait is seen as one");
  }

  void theScriptDoesAgainWhatWasDone() {
    const QTemporaryDir folder;
    OpenWindow open;
    const QString script = folder.filePath("it's.sh"), curve = folder.filePath("curve.csv"), picture = folder.filePath("picture.png");
    const QString vectors = folder.filePath("picture.svg"), frames = folder.filePath("frames");
    const auto write = [&](ExportKind kind, const QString& path, const char* format) {
      const std::vector<ExportFormat> formats = exportFormats(kind);
      const auto found = std::ranges::find(formats, format, &ExportFormat::id);
      exportTo(kind, path.toStdString(), *found, open.controller(), open.window.picture(), {.width = 320, .height = 200, .transparent = true});
    };
    const auto finish = [&] { return waitFor([&] { return open.frame().finished; }) && open.waitIdle(); };
    QVERIFY(!exportObstacle(ExportKind::script, open.controller()).empty());
    open.key(Qt::Key_End);
    QVERIFY(finish());
    const std::string first = open.frame().hash;
    open.key(Qt::Key_Up);
    QVERIFY(waitFor([&] { return open.frame().hash != first; }) && finish());
    write(ExportKind::curve, curve, "csv");
    open.controller().perform(Action::toggleTheme);
    write(ExportKind::picture, picture, "png");
    write(ExportKind::picture, vectors, "svg");
    animate(open, frames);
    write(ExportKind::script, script, "sh");
    QCOMPARE(bytes(script).count("arete-cli detect"), 2);
    QCOMPARE(bytes(script).count(QByteArray::fromStdString(first)), 1);
    const QByteArray before = bytes(curve), drawn = bytes(picture);
    const QByteArray lines = bytes(vectors), last = bytes(lastOf(frames));
    QVERIFY(QFile::remove(curve) && QFile::remove(picture) && QFile::remove(vectors) && QDir(frames).removeRecursively());
    QProcess run;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QCoreApplication::applicationDirPath() + ":" + environment.value("PATH"));
    run.setProcessEnvironment(environment);
    run.start(script, {});
    QVERIFY(run.waitForFinished(60'000));
    QVERIFY2(run.exitCode() == 0, run.readAllStandardError().constData());
    QVERIFY(run.readAllStandardOutput().contains(QByteArray::fromStdString(open.frame().hash)));
    QCOMPARE(bytes(curve), before);
    QVERIFY(QImage::fromData(bytes(picture)).size() == QImage::fromData(drawn).size());
    QCOMPARE(bytes(vectors).count("<path"), lines.count("<path"));
    QCOMPARE(QImage::fromData(bytes(lastOf(frames))).size(), QImage::fromData(last).size());
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::PicturesWindowTest)
#include "pictures_window_test.moc"
