#include "app/window/startup.h"

#include <unistd.h>

#include <clocale>
#include <cstdio>

#include <QApplication>
#include <QLocale>
#include <QSurfaceFormat>

#include "app/offscreen/display.h"
#include "app/window/runtime_folder.h"

namespace arete {

namespace {

RuntimeFolder* watchedFolder = nullptr;
QStringList platformSaid;  // what Qt had to say of displays

[[noreturn]] void endWithoutDisplay(const QString& last) {
  const std::string named = namedDisplays();
  const QString said = platformSaid.value(0, last);
  std::fprintf(stderr, "arete: %s\n", (named.empty() ? noDisplay(named) : noDisplay(named, said.simplified().toStdString())).what());
  watchedFolder->remove();
  _exit(1);
}

void onPlatformMessage(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type == QtFatalMsg) endWithoutDisplay(text);
  platformSaid << text;
}

}  // namespace

DisplayWatch::DisplayWatch(RuntimeFolder& folder) {
  watchedFolder = &folder;
  before_ = qInstallMessageHandler(onPlatformMessage);
}

DisplayWatch::~DisplayWatch() {
  qInstallMessageHandler(before_);
  for (const QString& text : platformSaid) qWarning("%s", qPrintable(text));
  platformSaid.clear();
}

void chooseSurface() {
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);  // Wayland would otherwise offer OpenGL ES
  format.setVersion(4, 5);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setSamples(0);  // multisampling doubles the cost of software OpenGL and points gain nothing
  format.setOption(QSurfaceFormat::ResetNotification);
  QSurfaceFormat::setDefaultFormat(format);
  // Without this, floating a dock destroys the picture's context, and with it everything on the graphics card.
  QApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
}

void prepareApplication() {
  std::setlocale(LC_NUMERIC, "C");  // QApplication takes the user's, in which 1.5 may not be a number
  QLocale plain = QLocale::c();     // numbers of fields are those of the picture, of panels, files and commands
  plain.setNumberOptions(QLocale::OmitGroupSeparator);
  QLocale::setDefault(plain);
  QApplication::setApplicationName("arete");
  QApplication::setOrganizationName("arete");
  QApplication::setApplicationDisplayName("Arete");
  QApplication::setApplicationVersion(ARETE_VERSION);
}

}  // namespace arete
