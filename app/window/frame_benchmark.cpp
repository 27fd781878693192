#include "app/window/frame_benchmark.h"

#include <algorithm>
#include <cstdio>

#include <QTimer>

namespace arete {

namespace {

constexpr double kNanosecondsPerMs = 1e6;
constexpr int kWarmUp = 5;  // frames that are not counted: the cost model and the caches settle

struct PartRow {
  const char* name;
  double FrameTimes::*time;
};
constexpr PartRow kParts[] = {{"points", &FrameTimes::points}, {"rest of the scene", &FrameTimes::scene}, {"copy", &FrameTimes::copy},
                              {"panels", &FrameTimes::panels}, {"Qt and X11", &FrameTimes::compose},      {"whole frame", &FrameTimes::total}};

}  // namespace

FrameBenchmark::FrameBenchmark(MainWindow& window, int frames) : QObject(&window), window_(window), frames_(frames) {
  connect(&window.picture(), &QOpenGLWidget::aboutToCompose, this, [this] { composing_ns_ = clock_.nsecsElapsed(); });
}

void FrameBenchmark::start() {
  window_.picture().setTimesParts(true);
  connect(&window_.picture(), &QOpenGLWidget::frameSwapped, this, &FrameBenchmark::record);
  clock_.start();
  nextFrame();
}

void FrameBenchmark::nextFrame() {
  View view = window_.controller().session().view;
  constexpr double kAcross = 8, kDown = 1;  // pixels of a drag
  view.camera.rotate(window_.picture().viewport(), kAcross, kDown);
  if (view.camera.mode() == CameraMode::flat) view.camera.pan(window_.picture().viewport(), done_ % 2 ? kAcross : -kAcross, kDown);
  window_.controller().editView(view);
}

void FrameBenchmark::record() {
  FrameTimes times = window_.picture().frameTimes();
  const qint64 now_ns = clock_.nsecsElapsed();
  times.compose = double(now_ns - composing_ns_) / kNanosecondsPerMs;
  times.total = double(now_ns) / kNanosecondsPerMs;
  clock_.restart();
  if (++done_ > kWarmUp) times_.push_back(times);
  if (done_ < frames_ + kWarmUp) return QTimer::singleShot(0, this, &FrameBenchmark::nextFrame);
  disconnect(&window_.picture(), nullptr, this, nullptr);
  window_.controller().document().finishEdit();
  print();
  Q_EMIT finished();
}

void FrameBenchmark::print() const {
  const DrawStatistics& drawn = window_.picture().statistics();
  std::printf("%u points, %u drawn, picture %d x %d, %s\n", drawn.pointsTotal, drawn.pointsDrawn, window_.picture().width(),
              window_.picture().height(), window_.picture().glInformation().renderer.c_str());
  std::printf("%-20s %8s %8s %8s  ms\n", "part of a frame", "least", "median", "most");
  for (const PartRow& part : kParts) {
    std::vector<double> values;
    for (const FrameTimes& times : times_) values.push_back(times.*part.time);
    std::sort(values.begin(), values.end());
    std::printf("%-20s %8.1f %8.1f %8.1f\n", part.name, values.front(), values[values.size() / 2], values.back());
  }
}

}  // namespace arete
