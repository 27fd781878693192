#include "app/window/startup.h"

#include <clocale>

#include <QApplication>
#include <QSurfaceFormat>

namespace arete {

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
  QApplication::setApplicationName("arete");
  QApplication::setOrganizationName("arete");
  QApplication::setApplicationDisplayName("Arete");
  QApplication::setApplicationVersion(ARETE_VERSION);
}

}  // namespace arete
