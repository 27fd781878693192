// A window that detects to the end in a cloud, prints the hash of the curve and closes: a door of tests/faults/gpu_faults.py.
//   detecting_window CLOUD R1
// A notice about the GPU, as the panel shows it, goes to standard error. Exit status 1 when session or picture are not what they were.
#include <cstdio>

#include <QtTest>

#include "compute/core/cuda_support.h"
#include "tests/window/window_support.h"

namespace arete {

namespace {

constexpr QSize kSize{1000, 700};

int detectIn(const QString& cloud, double r1) {
  OpenWindow open(cloud, kSize);
  Session session = open.session();
  session.job.params.set(kR1Param, r1);
  if (cudaUnavailableReason().empty()) session.job.backend = Backend::cuda;
  open.controller().document().change(session);
  open.key(Qt::Key_End);
  const bool ended = waitFor([&] { return open.frame().finished; }) && open.waitIdle();
  std::printf("hash %s\n", open.frame().hash.c_str());
  if (const std::string& notice = open.controller().gpu().notice(); !notice.empty()) std::fprintf(stderr, "GPU: %s\n", notice.c_str());
  open.paint();
  const QImage picture = open.window.picture().grabFramebuffer();
  QImage empty = picture;
  empty.fill(picture.pixel(0, 0));
  const bool isDrawn = difference(picture, empty) > 0;
  if (!isDrawn) std::fprintf(stderr, "the picture is empty\n");
  return ended && isDrawn && open.session().job.r1() == r1 ? 0 : 1;
}

}  // namespace

}  // namespace arete

int main(int argc, char** argv) {
  const QTemporaryDir settings;
  qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
  arete::chooseSurface();
  QApplication application(argc, argv);
  arete::prepareApplication();
  return argc == 3 ? arete::detectIn(argv[1], QString(argv[2]).toDouble()) : 2;
}
