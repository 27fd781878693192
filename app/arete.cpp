// The window program. What it does is in app/window; here is only what must happen in the right order at the start.
#include <clocale>

#include <QApplication>
#include <QSurfaceFormat>

#include "app/window/automation.h"

static void chooseSurface() {
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);  // Wayland would otherwise offer OpenGL ES
  format.setVersion(4, 5);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setSamples(0);  // multisampling doubles the cost of software OpenGL and points gain nothing
  QSurfaceFormat::setDefaultFormat(format);
  // Without it a floated dock destroys the picture's context, and with it everything on the graphics card.
  QApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
}

int main(int argc, char** argv) {
  // Answers to --help, --version and wrong use need no screen.
  QStringList arguments;
  for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
  const bool question = arguments.contains("--help") || arguments.contains("-h") || arguments.contains("--version") || arguments.contains("-v");
  if (question) {
    QCoreApplication application(argc, argv);
    arete::parseCommandLine(arguments);
  }
  chooseSurface();
  QApplication application(argc, argv);
  std::setlocale(LC_NUMERIC, "C");  // QApplication takes the user's, in which 1.5 may not be a number
  QApplication::setApplicationName("arete");
  QApplication::setOrganizationName("arete");
  QApplication::setApplicationDisplayName("Arete");
  QApplication::setApplicationVersion(ARETE_VERSION);
  arete::CommandLine line = arete::parseCommandLine(application.arguments());
  arete::MainWindow window(line.points);
  new arete::Automation(window, std::move(line));  // the window is its parent
  window.show();
  return QApplication::exec();
}
