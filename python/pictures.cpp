// Pictures and animations without a window: through EGL.
#include "python/detection.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/subjects.h"
#include "python/working.h"

#if defined(ARETE_OFFSCREEN)
#include "app/offscreen/draw_offscreen.h"
#include "compute/engine/step_frames.h"
#include "compute/io/curve_page.h"
#endif
#include "app/offscreen/display.h"
#include "compute/core/error.h"

namespace arete::python {

#if defined(ARETE_OFFSCREEN)

static std::shared_ptr<const Frame> frameIn(const SharedDetection& detection) { return detection ? detection->frame : nullptr; }

/// The bytes of a file of that name: PNG, or by its extension SVG or a page.
static py::bytes picture(const SharedCloud& cloud, const SharedDetection& detection, const std::string& path, const Arguments& arguments,
                         const py::object& progress) {
  PictureWish wish = wishFrom(arguments);
  wish.picture = path;
  const PictureFormat format = pictureFormat(path);
  if (format == PictureFormat::pdf)
    throw Error(ErrorKind::wrongUse, "cannot write the picture", path, "this module writes PNG, SVG and pages (.html)",
                "name a .svg, or let the window's program write it: arete --offscreen");
  return inBackground(progress, [&](Working& working) {
    if (format == PictureFormat::html) return curvePage(cloud->points(), detection ? StepFrames{detection->frame} : StepFrames{});
    const OffscreenPicture drawn = drawFrame(cloud->points(), frameIn(detection), wish, working.stop());
    if (format == PictureFormat::svg) return svgOf({drawn.image, drawn.marks}, drawn.overlay, drawn.theme);
    const std::vector<std::byte> png = encodePng(drawn.image);
    return std::string(reinterpret_cast<const char*>(png.data()), png.size());
  });
}

/// How many pictures were drawn, and what is to be said of them.
static py::tuple animate(const SharedCloud& cloud, const SharedDetection& detection, const Arguments& arguments, const py::object& progress) {
  const PictureWish wish = wishFrom(arguments);
  checkOutputs(wish);
  const OffscreenAnimation made = inBackground(progress, [&](Working& working) {
    AnimationDoor door;
    door.progress = [&](size_t done, size_t all) {
      if (working.stop().stop_requested()) throw Cancelled{};
      working.report(double(done) / double(all), "drawing");
    };
    return animateFrame(cloud->points(), frameIn(detection), wish, door, working.stop());
  });
  return py::make_tuple(made.pictures, textsOf(made.warnings));
}

#else

[[noreturn]] static void refuse() {
  throw Error(ErrorKind::wrongUse, "cannot draw", "", "this module was built without OpenGL",
              "build it with ARETE_OFFSCREEN=ON, which needs libepoxy");
}

static py::bytes picture(const SharedCloud&, const SharedDetection&, const std::string&, const Arguments&, const py::object&) { refuse(); }
static py::tuple animate(const SharedCloud&, const SharedDetection&, const Arguments&, const py::object&) { refuse(); }

#endif

static void requireDisplay() {
  if (namedDisplays().empty()) throw noDisplay("");
}

void addPictures(py::module_& module) {
  module.def("require_display", &requireDisplay);
  module.def("picture", &picture);
  module.def("animate", &animate);
#if defined(ARETE_OFFSCREEN)
  module.attr("draws") = true;
#else
  module.attr("draws") = false;
#endif
}

}  // namespace arete::python
