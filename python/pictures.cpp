// Pictures without a window: through EGL, as PNG.
#include "python/detection.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/subjects.h"
#include "python/working.h"

#if defined(ARETE_OFFSCREEN)
#include "app/cli/flags.h"
#include "app/offscreen/draw_offscreen.h"
#else
#include "compute/core/error.h"
#endif

namespace arete::python {

#if defined(ARETE_OFFSCREEN)

static py::bytes pngOf(const SharedCloud& cloud, const SharedDetection& detection, const Arguments& arguments, const py::object& progress) {
  const auto wish = std::make_shared<PictureWish>();
  cli::CommandApp app("picture", "");
  for (const PictureFlag& flag : pictureFlags())
    if (!flag.isOutput) cli::addFlag(app, flag, wish);
  parse(app, arguments);
  const std::vector<std::byte> png = inBackground(progress, [&](Working& working) {
    const std::shared_ptr<const Frame> frame = detection ? detection->frame : nullptr;
    return encodePng(drawFrame(cloud->points(), frame, *wish, working.stop()).image);
  });
  return {reinterpret_cast<const char*>(png.data()), png.size()};
}

#else

static py::bytes pngOf(const SharedCloud&, const SharedDetection&, const Arguments&, const py::object&) {
  throw Error(ErrorKind::wrongUse, "cannot draw", "", "this module was built without OpenGL",
              "build it with ARETE_OFFSCREEN=ON, which needs libepoxy");
}

#endif

void addPictures(py::module_& module) {
  module.def("png", &pngOf);
#if defined(ARETE_OFFSCREEN)
  module.attr("draws") = true;
#else
  module.attr("draws") = false;
#endif
}

}  // namespace arete::python
