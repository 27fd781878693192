// Which backend computes, in the window: switching it keeps the session and the picture.
#include "compute/core/cuda_support.h"
#include "compute/generate/generate.h"
#if defined(ARETE_CUDA)
#include "compute/gpu/watch.h"
#endif
#include "tests/window/window_support.h"

namespace arete {

namespace {

constexpr double kR1 = 8.34;

/// A window with a spiral in it, all on screen, its panels hidden: they say what computes.
struct SpiralWindow : OpenWindow {
  explicit SpiralWindow(int dimension) : OpenWindow(QString()) {
    ThreadPool threads(2);
    LoadedCloud loaded{.path = "/clouds/spiral.ply"};
    loaded.file.cloud = generate(findShape("spiral"), {.points = 50'000, .dimension = dimension}, threads);
    loaded.suggested.r1 = kR1;
    controller().take(std::move(loaded));
    if (window.picture().panelsVisible()) key(Qt::Key_Tab);
    if (!waitIdle()) qFatal("the spiral did not open");
  }
  /// As the section Device does.
  bool computeOn(std::optional<Backend> backend) {
    Session next = session();
    next.job.backend = backend;
    controller().document().edit(next);
    controller().document().finishEdit();
    return waitFor([&] { return frame().job.deviceBackend() == backend.value_or(frame().job.deviceBackend()); }) && waitIdle();
  }
  /// Detects to the end with another R1.
  bool detectWith(double r1) {
    Session next = session();
    next.job.params.set(kR1Param, r1);
    controller().document().edit(next);
    controller().document().finishEdit();
    key(Qt::Key_End);
    return waitFor([&] { return frame().finished && frame().job.r1() == r1; }) && waitIdle();
  }
  QImage picture() {
    paint();
    return window.picture().grabFramebuffer();
  }
};

}  // namespace

class DeviceWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void switchingTheBackendKeepsTheSessionAndThePicture_data() {
    QTest::addColumn<int>("dimension");
    QTest::newRow("2D") << 2;
    QTest::newRow("3D") << 3;
  }
  void switchingTheBackendKeepsTheSessionAndThePicture() {
    if (!cudaUnavailableReason().empty()) QSKIP(cudaUnavailableReason().c_str());
    QFETCH(int, dimension);
    SpiralWindow open(dimension);
    for (const Qt::Key where : {Qt::Key_Home, Qt::Key_End}) {
      open.key(where);
      QVERIFY(waitFor([&] { return open.frame().finished == (where == Qt::Key_End); }) && open.waitIdle());
      QVERIFY(open.computeOn(Backend::cuda));
      const Frame& onGpu = open.frame();
      QVERIFY2(QString::fromStdString(onGpu.device).contains(gpus().front().name.c_str()), onGpu.device.c_str());
      const uint32_t step = onGpu.step;
      const std::string hash = onGpu.hash;
      const View view = open.session().view;
      const QImage before = open.picture();

      QVERIFY(open.computeOn(Backend::cpu));
      QVERIFY2(open.frame().device.starts_with("CPU"), open.frame().device.c_str());
      QCOMPARE(open.frame().step, step);
      QCOMPARE(open.frame().hash, hash);
      QVERIFY(open.session().view.camera == view.camera);
      QCOMPARE(open.session().job.r1(), kR1);
      QVERIFY2(open.picture() == before, "the CPU's answer looks otherwise");

      QVERIFY(open.computeOn(std::nullopt));  // back, to what is there: the GPU
      QVERIFY(open.frame().job.deviceBackend() == Backend::cuda);
      QCOMPARE(open.frame().hash, hash);
      QVERIFY(open.picture() == before);
    }
    QVERIFY(open.controller().gpu().notice().empty());
  }

  void inTheMiddleOfARunTheOtherBackendGoesOnToTheSameEnd() {
    if (!cudaUnavailableReason().empty()) QSKIP(cudaUnavailableReason().c_str());
    SpiralWindow open(2);
    QVERIFY(open.computeOn(Backend::cpu));
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const std::string hash = open.frame().hash;
    open.key(Qt::Key_Home);
    QVERIFY(waitFor([&] { return open.frame().step == 0; }) && open.waitIdle());
    open.key(Qt::Key_End);  // and not waited for
    QVERIFY(open.computeOn(Backend::cuda));
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    QCOMPARE(open.frame().hash, hash);
  }

  void withoutAGpuTheCpuComputesAndThePanelSaysWhy() {
    if (cudaUnavailableReason().empty()) QSKIP("there is a GPU");
    SpiralWindow open(2);
    QVERIFY(open.computeOn(std::nullopt));
    QVERIFY(open.frame().job.deviceBackend() == Backend::cpu);
    const PanelInput input = open.controller().panelInput();
    QVERIFY(input.device.gpu.empty());
    QCOMPARE(input.device.whyNoGpu, cudaUnavailableReason());
    QVERIFY(input.device.notice.empty());  // nothing that has to be told: it never was there
  }

  void aGpuThatIsLostLeavesSessionUndoAndPicture() {  // the last one: the process has no GPU any more
    if (!cudaUnavailableReason().empty()) QSKIP(cudaUnavailableReason().c_str());
#if defined(ARETE_CUDA)
    SpiralWindow open(2);
    QVERIFY(open.computeOn(Backend::cuda));
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const std::string hash = open.frame().hash;
    const QImage before = open.picture();
    const int undo = open.controller().document().undoStack().count();

    cuda::loseGpu("a test lost it");
    open.paint();
    QVERIFY(open.window.picture().grabFramebuffer() == before);
    QVERIFY(open.detectWith(2 * kR1));  // the states of the detection before are known without the GPU
    QVERIFY2(open.frame().device.starts_with("CPU"), open.frame().device.c_str());
    QCOMPARE(open.controller().document().undoStack().count(), undo + 1);
    QVERIFY(QString::fromStdString(open.controller().panelInput().device.whyNoGpu).contains("a test lost it"));

    open.window.perform(Action::undo);
    QVERIFY(open.waitIdle());
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished && open.frame().job.r1() == kR1; }) && open.waitIdle());
    QVERIFY2(open.frame().device.starts_with("CPU"), open.frame().device.c_str());
    QCOMPARE(open.frame().hash, hash);
    QVERIFY(open.picture() == before);

    open.window.perform(Action::undo);  // of the change to CUDA
    QVERIFY(!open.session().job.backend && open.waitIdle());
    QCOMPARE(open.frame().hash, hash);
#endif
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::DeviceWindowTest)
#include "device_window_test.moc"
