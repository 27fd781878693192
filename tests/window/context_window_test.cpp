// OpenGL contexts that go: with a dock, with the window, with the graphics card.
#include <epoxy/gl.h>

#include "tests/window/window_support.h"

#include <QDockWidget>
#include <QOpenGLContext>
#include <QPointer>

namespace arete {

class ContextWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
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

  void aNewGraphicsContextShowsTheSamePicture() {
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    PictureWidget& picture = open.window.picture();
    const QImage before = picture.grabFramebuffer();
    QVERIFY(giveNewContext(open));
    QVERIFY(waitFor([&] { return picture.size() * picture.devicePixelRatioF() == before.size(); }));
    QVERIFY(open.waitIdle());
    QVERIFY(waitFor([&] { return difference(before, picture.grabFramebuffer()) < 0.01; }));
  }

  void aGraphicsCardThatWasResetIsToldAndANewContextShowsThePictureAgain() {
    OpenWindow open;
    PictureWidget& picture = open.window.picture();
    const QImage before = picture.grabFramebuffer();
    const auto status = epoxy_glGetGraphicsResetStatus;
    epoxy_glGetGraphicsResetStatus = [] { return GLenum(GL_UNKNOWN_CONTEXT_RESET); };
    picture.update();
    const bool told = waitFor([&] { return open.controller().activity() == Activity::failed; });
    epoxy_glGetGraphicsResetStatus = status;
    QVERIFY(told);
    QVERIFY(QString::fromUtf8(open.controller().error()->what()).contains("reset"));
    QVERIFY(!picture.scene().pick(1, 1));
    const QTemporaryDir folder;
    open.controller().saveSession(folder.filePath("kept.arete").toStdString());
    open.controller().dismissError();
    QVERIFY(giveNewContext(open));
    QVERIFY(waitFor([&] { return picture.size() * picture.devicePixelRatioF() == before.size(); }));
    QVERIFY(open.waitIdle());
    QVERIFY(waitFor([&] { return difference(before, picture.grabFramebuffer()) < 0.01; }));
  }

 private:
  /// As a driver does that loses its context, and Qt where windows do not share theirs.
  static bool giveNewContext(OpenWindow& open) {
    PictureWidget& picture = open.window.picture();
    const QPointer<QOpenGLContext> context = picture.context();
    const QByteArray layout = open.window.saveState();  // the docks take the room meanwhile
    const bool sharing = QCoreApplication::testAttribute(Qt::AA_ShareOpenGLContexts);
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts, false);
    QMainWindow other;
    other.setCentralWidget(open.window.takeCentralWidget());
    other.resize(500, 400);
    other.show();
    const bool shown = QTest::qWaitForWindowExposed(&other) && waitFor([&] { return picture.settled(); });
    open.window.setCentralWidget(other.takeCentralWidget());
    open.window.centralWidget()->show();
    open.window.restoreState(layout);
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts, sharing);
    return shown && context.isNull();
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::ContextWindowTest)
#include "context_window_test.moc"
