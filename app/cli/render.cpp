// render: cloud or session in, picture out, without a window.
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/flags.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "compute/core/error.h"
#if defined(ARETE_OFFSCREEN)
#include "app/offscreen/draw_offscreen.h"
#include "compute/text/printable.h"
#endif

namespace arete::cli {

#if defined(ARETE_OFFSCREEN)

static void animate(const PictureSource& source, const PictureWish& wish, const std::stop_token& stop) {
  Progress progress;
  AnimationDoor door;
  door.progress = [&](size_t done, size_t all) {
    progress.show(double(done) / double(all), "picture " + std::to_string(done) + " of " + std::to_string(all));
  };
  const OffscreenAnimation made = animateOffscreen(source, wish, door, stop);
  progress.clear();
  warn(made.warnings);
  for (const std::string& path : {wish.animation.folder, wish.animation.film})
    if (!path.empty()) std::cout << printable(path) << ": " << made.pictures << " pictures\n";
}

static void writePage(const PictureSource& source, const PictureWish& wish, const std::stop_token& stop) {
  const OffscreenPage page = pageOffscreen(source, wish, stop);
  warn(page.warnings);
  warn(savePage(wish.picture, page.html));
  std::cout << printable(wish.picture) << ": a page of " << page.points << " points and " << page.html.size() / 1000 << " kB\n";
}

Run addRender(CommandApp& app) {
  struct Options {
    std::vector<std::string> files;
    ReadFlags read;
    std::shared_ptr<PictureWish> wish = std::make_shared<PictureWish>();
  };
  const auto options = std::make_shared<Options>();
  app.addInputs("FILE", options->files, "The point cloud, of one file or several, or a session (.arete).")->required();
  for (const PictureFlag& flag : pictureFlags()) {
    CLI::Option* const option = addFlag(app, flag, options->wish);
    if (flag.isOutput && flag.value == "FOLDER") app.declareNewFolder(option);
    else if (flag.isOutput) app.declarePath(option, PathRole::output, flag.names.back() == "picture" ? &options->wish->picture : nullptr);
    else if (flag.isInput) app.declarePath(option, PathRole::input);
  }
  options->read.add(app);
  return [options](std::stop_token stop) {
    const PictureWish& wish = *options->wish;
    checkOutputs(wish);
    const PictureFormat format = pictureFormat(wish.picture);
    if (format == PictureFormat::pdf)
      throw Error(ErrorKind::wrongUse, "cannot write the picture", wish.picture, "arete-cli writes PNG, SVG and pages (.html)",
                  "name a .svg, or let the window's program write it: arete --offscreen with the same flags");
    const PictureSource source{{options->files.begin(), options->files.end()}, options->read.options(), options->read.filter()};
    if (wish.animation.wanted()) return animate(source, wish, stop);
    if (format == PictureFormat::html) return writePage(source, wish, stop);
    const OffscreenPicture picture = drawOffscreen(source, wish, stop);
    warn(picture.warnings);
    if (format == PictureFormat::png) warn(savePicture(wish.picture, picture.image));
    else warn(saveSvg(wish.picture, {picture.image, picture.marks}, picture.overlay, picture.theme));
    std::cout << printable(wish.picture) << ": " << picture.image.width << " x " << picture.image.height << ", " << picture.drawnBy << '\n';
  };
}

#else

Run addRender(CommandApp&) {
  return [](std::stop_token) {
    throw Error(ErrorKind::wrongUse, "cannot draw", "render", "this program was built without OpenGL",
                "build it with ARETE_OFFSCREEN=ON, which needs libepoxy");
  };
}

#endif

}  // namespace arete::cli
