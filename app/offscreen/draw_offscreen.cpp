#include "app/offscreen/draw_offscreen.h"

#include <algorithm>

#include "app/offscreen/axis_words.h"
#include "app/offscreen/beside_files.h"
#include "app/offscreen/coasts_around.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/engine/step_frames.h"
#include "compute/files/atomic_file.h"
#include "compute/io/curve_page.h"
#include "compute/io/odd_points.h"
#include "compute/io/read_clouds.h"
#include "compute/io/session_file.h"
#include "render/curve_colours.h"
#include "render/headless.h"
#include "render/interop/gl_sharing.h"
#include "render/view_json.h"

namespace arete {

namespace {

constexpr int kWidth = 1920, kHeight = 1080;

/// What a file contains, whether it is a cloud or a session.
struct Opened {
  PointCloud cloud;
  std::filesystem::path file;  ///< the first
  Crs crs;
  AxisWords axes;
  std::shared_ptr<const Coasts> coasts;
  Job job;
  uint32_t step = 0;
  std::string view;
  std::vector<std::string> warnings;
};

void append(std::vector<std::string>& to, const std::vector<std::string>& from) { to.insert(to.end(), from.begin(), from.end()); }

Opened open(const PictureSource& source, std::stop_token stop) {
  Opened opened;
  opened.job.backend.reset();
  std::vector<std::filesystem::path> files = source.files;
  ReadOptions options = source.read;
  if (files.size() == 1 && files.front().extension() == ".arete") {
    const LoadedSession loaded = readSession(files.front());
    if (loaded.session.cloud.empty())
      throw Error(ErrorKind::badInput, "cannot draw the session", files.front().string(), "it names no cloud", "give a cloud instead");
    opened.job = loaded.session.job;
    opened.step = loaded.session.step;
    opened.view = loaded.session.view;
    append(opened.warnings, loaded.warnings);
    files = loaded.session.files();
    options = loaded.session.read;
  }
  if (!source.filter.empty()) opened.job.filter = source.filter;
  CloudFile file = readFiltered(files, opened.job.inputFilter(), options, stop);
  tellOddPoints(opened.job.inputFilter().empty(), file);
  if (file.cloud.empty())
    throw Error(ErrorKind::badInput, "nothing to draw", files.front().string(), "the file holds no point with finite coordinates");
  opened.cloud = file.cloud;
  opened.file = files.front();
  opened.crs = file.crs;
  opened.axes = axisWordsOf(file.crs, !file.degreesBy.empty());
  opened.coasts = coastsAround(file.cloud, file.crs, !file.degreesBy.empty());
  append(opened.warnings, file.warnings);
  return opened;
}

/// Null for a cloud that suggests no R1: it holds nothing to detect.
std::shared_ptr<const Frame> detect(Opened& opened, uint32_t step, bool withAssignment, std::stop_token stop) {
  suggestIfUnset(opened.cloud, opened.job, stop);
  if (opened.job.r1() == 0) return nullptr;
  JobRun run{.untilStep = step, .withAssignment = withAssignment};
  run.step = [](Detector&) {};  // the picture shows the last move
  run.cpuTakesOver = [&](const Error& error) { opened.warnings.push_back(error.what()); };
  return runJob(opened.cloud, opened.job, run, stop).frame;
}

View wishedView(const Opened& opened, const PictureWish& wish, const Viewport& viewport) {
  View view = viewOf(opened.cloud, viewport);
  if (!opened.view.empty()) view = viewFromJson(opened.view, view);
  for (const BesideCloud& beside : view.beside)
    if (beside.style.visible) checkBeside(besidePath(opened.file, beside));
  view = wantedView(wish, std::move(view), opened.file);
  if (!wish.look) return view;
  if (view.camera.mode() == CameraMode::flat) view.camera.setMode(CameraMode::turntable);
  view.camera.look(viewport, *wish.look);
  view.camera.fit(viewport, shownBounds(opened.cloud, view.axes));
  return view;
}

/// Null where nothing on the picture says it.
std::shared_ptr<const CurveExplanation> explanationFor(const View& view, const Frame* frame, std::stop_token stop) {
  if (frame == nullptr || !needsExplanation(view)) return nullptr;
  return explainCurve(*frame, {*makeDevice(frame->job.onCpu()), std::move(stop), {}});
}

std::string describe(const PointsDrawing& points) {
  std::string text = glInfo().renderer + "; points: " + std::string(name(points.path));
  if (!points.transport.empty()) text += ", " + points.transport;
  if (!points.refused.empty()) text += "; CUDA refused: " + points.refused;
  return text;
}

}  // namespace

static Viewport viewportOf(const PictureWish& wish) {
  return {wish.width > 0 ? wish.width : kWidth, wish.height > 0 ? wish.height : kHeight, wish.scale};
}

/// With a context current.
static OffscreenPicture draw(const Opened& opened, const std::shared_ptr<const Frame>& frame, const View& view, const PictureWish& wish,
                             const std::stop_token& stop) {
  const Viewport viewport = viewportOf(wish);
  Scene scene(wish.points);
  scene.setMaySharePoints(wish.mayShare);
  scene.setCloud(opened.cloud);
  scene.setAxisWords(opened.axes);
  scene.setCoasts(opened.coasts);
  scene.setBeside(readAllBeside(view, opened.file, opened.crs, stop));
  scene.setFrame(frame);
  scene.setExplanation(explanationFor(view, frame.get(), stop));
  ImageOptions options;
  options.viewport = viewport;
  options.transparentBackground = wish.transparent;
  options.progress = [stop](double) {
    if (stop.stop_requested()) throw Cancelled{};
  };
  options.withoutMarks = pictureFormat(wish.picture) != PictureFormat::png;
  OffscreenPicture picture{renderImage(scene, view, options), {}, scene.overlay(view, viewport), view.theme, opened.warnings, {}};
  if (options.withoutMarks) picture.marks = scene.marks(view, viewport);
  picture.drawnBy = describe(scene.pointsDrawing());
  return picture;
}

static Opened openFor(const PictureSource& source, const PictureWish& wish, const std::stop_token& stop) {
  Opened opened = open(source, stop);
  opened.job = wantedJob(wish, std::move(opened.job));
  return opened;
}

/// What is drawn: read, and detected in.
struct Prepared {
  Opened opened;
  HeadlessContext context;
  View view;
  std::shared_ptr<const Frame> frame;

  Prepared(const PictureSource& source, const PictureWish& wish, const std::stop_token& stop)
      : opened(openFor(source, wish, stop)), context(std::max(int(opened.job.params.get(kGpuParam)) - 1, 0)) {
    if (const GlSharing sharing = glSharing(); sharing.gpu >= 0) setStandardGpu(sharing.gpu);
    view = wishedView(opened, wish, viewportOf(wish));
    const uint32_t first = opened.step == 0 && wish.animation.steps ? JobRun::kToTheEnd : opened.step;
    frame = detect(opened, wish.runTo.value_or(first), view.colourBy == ColourBy::chosen, stop);
  }
};

OffscreenPicture drawOffscreen(const PictureSource& source, const PictureWish& wish, std::stop_token stop) {
  const Prepared prepared(source, wish, stop);
  return draw(prepared.opened, prepared.frame, prepared.view, wish, stop);
}

OffscreenPage pageOffscreen(const PictureSource& source, const PictureWish& wish, std::stop_token stop) {
  Opened opened = openFor(source, wish, stop);
  const uint32_t last = opened.step == 0 ? JobRun::kToTheEnd : opened.step;
  StepFrames frames;
  if (const auto frame = detect(opened, wish.runTo.value_or(last), false, stop)) frames.push_back(frame);
  return {curvePage(opened.cloud, frames), opened.cloud.size(), opened.warnings};
}

static OffscreenAnimation animate(const Opened& opened, const std::shared_ptr<const Frame>& end, const View& view, const PictureWish& wish,
                                  const AnimationDoor& door, const std::stop_token& stop) {
  AnimationScene scene{
      .cloud = opened.cloud, .axes = opened.axes, .coasts = opened.coasts, .end = end, .view = view, .path = wish.points, .mayShare = wish.mayShare};
  scene.beside = readAllBeside(scene.view, opened.file, opened.crs, stop);
  scene.explanation = explanationFor(scene.view, scene.end.get(), stop);
  scene.image.viewport = viewportOf(wish);
  scene.image.transparentBackground = wish.transparent;
  OffscreenAnimation made{planAnimation(wish.animation, scene).size(), opened.warnings};
  append(made.warnings, makeAnimation(scene, wish.animation, door, stop));
  return made;
}

OffscreenAnimation animateOffscreen(const PictureSource& source, const PictureWish& wish, const AnimationDoor& door, std::stop_token stop) {
  const Prepared prepared(source, wish, stop);
  return animate(prepared.opened, prepared.frame, prepared.view, wish, door, stop);
}

static HeadlessContext contextFor(const PictureWish& wish) { return HeadlessContext(std::max(int(wish.device.get(kGpuParam)) - 1, 0)); }

OffscreenPicture drawFrame(const PointCloud& cloud, const std::shared_ptr<const Frame>& frame, const PictureWish& wish, std::stop_token stop) {
  const Opened opened{.cloud = cloud};
  const HeadlessContext context = contextFor(wish);
  return draw(opened, frame, wishedView(opened, wish, viewportOf(wish)), wish, stop);
}

OffscreenAnimation animateFrame(const PointCloud& cloud, const std::shared_ptr<const Frame>& end, const PictureWish& wish, const AnimationDoor& door,
                                std::stop_token stop) {
  const Opened opened{.cloud = cloud};
  const HeadlessContext context = contextFor(wish);
  return animate(opened, end, wishedView(opened, wish, viewportOf(wish)), wish, door, stop);
}

static std::vector<std::string> committed(AtomicFile& file) {
  return file.commit() ? std::vector<std::string>{} : std::vector<std::string>{std::string(kNotDurable)};
}

std::vector<std::string> saveSvg(const std::filesystem::path& path, const VectorPicture& picture, const Overlay& overlay, Theme theme) {
  AtomicFile file(path);
  file.write(svgOf(picture, overlay, theme));
  return committed(file);
}

std::vector<std::string> savePage(const std::filesystem::path& path, std::string_view html) {
  AtomicFile file(path);
  file.write(html);
  return committed(file);
}

std::vector<std::string> savePicture(const std::filesystem::path& path, const Image& image) {
  AtomicFile file(path);
  file.write(encodePng(image));
  return committed(file);
}

}  // namespace arete
