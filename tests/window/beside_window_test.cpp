// Several clouds in one scene: shown, styled, taken away, undone, saved, and detected in, by menu, key and mouse.
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QToolButton>
#include <QUndoStack>

#include "tests/window/window_support.h"

namespace arete {

class BesideWindowTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  /// A line of points, shifted.
  QString line(const QString& name, double shift) const {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no room for a test file");
    for (int i = 0; i < 2000; ++i) {
      const double x = 0.01 * i, y = std::sin(x) + shift + 0.05 * std::sin(37.0 * i);
      file.write(QByteArray::number(1000 + x, 'f', 4) + ' ' + QByteArray::number(y, 'f', 4) + '\n');
    }
    return file.fileName();
  }

  /// One cloud with another beside it, dropped with Shift.
  struct Two : OpenWindow {
    Two(const QString& first, const QString& second, QSize size = windowSize()) : OpenWindow(first, size) {
      drop(second);
      if (!waitFor([this] { return shown(); }) || !waitIdle()) qFatal("it is not shown");
    }
    /// The first one is read.
    bool shown() {
      const auto& clouds = controller().beside().points();
      return !clouds.empty() && !clouds.front().cloud.empty();
    }
    void drop(const QString& file) {
      QMimeData data;
      data.setUrls({QUrl::fromLocalFile(file)});
      QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::ShiftModifier);  // without it Qt has nowhere to drop
      QApplication::sendEvent(&window, &enter);
      QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::ShiftModifier);
      QApplication::sendEvent(&window, &event);
    }
    template <class Widget>
    Widget& widget(const char* name) {
      Widget* found = nullptr;
      for (Widget* each : window.findChildren<Widget*>(name))
        if (!each->isHidden()) found = each;  // rows that were replaced go later
      if (found == nullptr) qFatal("no widget %s", name);
      return *found;
    }
    QImage image() {
      paint();
      if (!waitFor([this] { return window.picture().settled(); })) qFatal("the picture does not settle");
      return window.picture().grabFramebuffer();
    }
    int steps() { return controller().document().undoStack().count(); }
    void keepPicture(const QString& name) {
      const QString folder = qEnvironmentVariable("ARETE_PICTURES");
      paint();
      if (!folder.isEmpty() && !window.grab().save(folder + "/" + name + ".png")) qFatal("cannot keep the picture");
    }
  };

 private Q_SLOTS:
  void aDropWithShiftIsOneUndoStepAndTheDetectionIsNotTouched() {
    std::string alone;
    {
      OpenWindow open(line("a.xyz", 0));
      open.key(Qt::Key_End);
      QVERIFY(waitFor([&] { return open.frame().finished; }));
      alone = open.frame().hash;
    }
    Two open(folder_.filePath("a.xyz"), line("b.xyz", 0.8));
    QCOMPARE(open.session().view.beside.size(), size_t(1));
    QCOMPARE(open.session().view.beside[0].file, std::string("b.xyz"));
    QCOMPARE(open.steps(), 1);
    const QImage with = open.image();
    open.keepPicture("beside-" + QString::number(open.window.width()));
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const std::string hash = open.frame().hash;
    QCOMPARE(hash, alone);
    open.key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(open.waitIdle());
    QVERIFY(open.session().view.beside.empty() && open.controller().beside().points().empty());
    QVERIFY(open.frame().finished && open.frame().hash == hash);
    open.key(Qt::Key_Y, Qt::ControlModifier);
    QVERIFY(waitFor([&] { return open.shown(); }));
  }

  void itsRowHasEyeSizeAndMenuAndTheyWorkByTheKeyboard() {
    Two open(line("a.xyz", 0), line("b.xyz", 0.8));
    const QImage before = open.image();
    auto& eye = open.widget<QToolButton>("beside_eye_0");
    eye.setFocus();
    QTest::keyClick(&eye, Qt::Key_Space);
    QVERIFY(!open.session().view.beside[0].style.visible);
    QVERIFY(difference(before, open.image()) > 0.0005);
    QTest::keyClick(&open.widget<QToolButton>("beside_eye_0"), Qt::Key_Space);
    QVERIFY(open.session().view.beside[0].style.visible);
    QVERIFY(difference(before, open.image()) < 0.001);
    const float asLarge = open.session().view.style(LayerId::cloud).size;
    QCOMPARE(open.session().view.beside[0].style.size, asLarge);
    auto& size = open.widget<QDoubleSpinBox>("beside_size_0");
    size.setFocus();
    QTest::keyClick(&size, Qt::Key_Up);
    QCOMPARE(open.session().view.beside[0].style.size, asLarge + 0.5F);
    QVERIFY2(open.widget<QDoubleSpinBox>("beside_size_0").hasFocus(), "the row is new, and has the keyboard");
    auto& name = open.widget<QToolButton>("beside_name_0");
    QVERIFY(name.text().contains("b.xyz"));
    QTimer::singleShot(200, &open.window, [&] {
      QWidget* const menu = QApplication::activePopupWidget();
      QTest::keyClick(menu, Qt::Key_Up);
      QTest::keyClick(menu, Qt::Key_Return);
    });
    name.setFocus();
    QTest::keyClick(&name, Qt::Key_Space);
    QVERIFY(waitFor([&] { return open.session().view.beside.empty(); }));
    open.window.picture().setFocus();
    open.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(open.session().view.beside.size(), size_t(1));
  }

  void detectingInTheOtherOneSwapsThemAndTheViewStays() {
    Two open(line("a.xyz", 0), line("b.xyz", 0.8));
    const glm::dvec3 before = open.session().view.camera.target();
    const double origin = open.controller().cloud().origin()[0];
    const double r1 = open.session().job.r1();
    open.controller().detectOnBeside(0);
    QVERIFY(waitFor([&] { return open.session().file.filename() == "b.xyz"; }) && open.waitIdle());
    QCOMPARE(open.session().view.beside.size(), size_t(1));
    QCOMPARE(open.session().view.beside[0].file, std::string("a.xyz"));
    QVERIFY(waitFor([&] { return open.shown(); }));
    QCOMPARE(open.session().job.r1(), r1);
    QVERIFY(std::abs(open.session().view.camera.target().x + open.controller().cloud().origin()[0] - before.x - origin) < 1e-6);
  }

  void aSessionBringsItBackEvenFromAnotherFolder() {
    const QTemporaryDir other;
    QByteArray saved;
    {
      Two open(line("a.xyz", 0), line("b.xyz", 0.8));
      open.controller().saveSession(folder_.filePath("two.arete").toStdString());
    }
    for (const char* name : {"a.xyz", "b.xyz", "two.arete"}) QVERIFY(QFile::rename(folder_.filePath(name), other.filePath(name)));
    OpenWindow again(other.filePath("two.arete"));
    QVERIFY(waitFor([&] { return again.controller().beside().points().size() == 1 && !again.controller().beside().points()[0].cloud.empty(); }));
    QVERIFY(!again.window.isWindowModified());
  }

  void aFileThatIsNotThereIsSaidOnceAndTheRowStays() {
    Two open(line("a.xyz", 0), line("b.xyz", 0.8));
    open.drop(folder_.filePath("none.xyz"));
    QVERIFY(waitFor([&] { return open.controller().error().has_value(); }));
    QVERIFY(open.controller().error()->where().find("none.xyz") != std::string::npos);
    QVERIFY(!open.controller().beside().obstacle(open.session().view.beside[1]).empty());
    open.key(Qt::Key_Escape);
    QVERIFY(!open.controller().error());
    QVERIFY(open.waitIdle());
    QVERIFY(!open.controller().beside().points()[0].cloud.empty());
  }

  void fitShowsBoth() {
    Two open(line("a.xyz", 0), line("b.xyz", 60));
    open.key(Qt::Key_F);
    QVERIFY(waitFor([&] { return open.window.picture().settled(); }));
    const auto& origin = open.controller().cloud().origin();
    for (const double y : {-1.0, 61.0}) {
      const glm::dvec3 at = open.session().view.camera.toScreen(open.window.picture().viewport(), {1010 - origin[0], y - origin[1], 0});
      QVERIFY(at.y > 0 && at.y < open.window.picture().viewport().height);
    }
  }

  void anotherFileForgetsThem() {
    Two open(line("a.xyz", 0), line("b.xyz", 0.8));
    open.window.open(kQuakes);
    QVERIFY(waitFor([&] { return open.session().file.filename() == "earthquakes.csv"; }) && open.waitIdle());
    QVERIFY(open.session().view.beside.empty());
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::BesideWindowTest)
#include "beside_window_test.moc"
