#include "app/window/offscreen.h"

#include <cstdio>

#include <QGuiApplication>

#include "app/offscreen/draw_offscreen.h"
#include "app/window/command_line.h"
#include "app/window/overlay_painter.h"
#include "app/window/startup.h"
#include "app/window/vector_pdf.h"
#include "compute/core/error.h"
#include "compute/core/interrupt.h"
#include "compute/io/read_clouds.h"
#include "compute/text/printable.h"

namespace arete {

static void warnOf(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) std::fprintf(stderr, "arete: warning: %s\n", printableLines(warning).c_str());
}

static void animate(const PictureSource& source, const PictureWish& wish, const std::stop_token& stop) {
  AnimationDoor door;
  door.label = [&](Image& image, const Overlay& overlay, Theme theme) { paintOverlay(image, overlay, theme, wish.scale); };
  const OffscreenAnimation made = animateOffscreen(source, wish, door, stop);
  warnOf(made.warnings);
  for (const std::string& path : {wish.animation.folder, wish.animation.film})
    if (!path.empty()) std::printf("%s: %zu pictures\n", printable(path).c_str(), made.pictures);
}

static void write(OffscreenPicture& picture, const PictureWish& wish) {
  const PictureFormat format = pictureFormat(wish.picture);
  if (format == PictureFormat::png) {
    paintOverlay(picture.image, picture.overlay, picture.theme, wish.scale);
    return warnOf(savePicture(wish.picture, picture.image));
  }
  const VectorPicture vectors{picture.image, std::move(picture.marks)};
  warnOf((format == PictureFormat::svg ? saveSvg : savePdf)(wish.picture, vectors, picture.overlay, picture.theme));
}

static void writePage(const PictureSource& source, const PictureWish& wish, const std::stop_token& stop) {
  const OffscreenPage page = pageOffscreen(source, wish, stop);
  warnOf(page.warnings);
  warnOf(savePage(wish.picture, page.html));
  std::printf("%s: a page of %u points and %zu kB\n", printable(wish.picture).c_str(), page.points, page.html.size() / 1000);
}

int runOffscreen(int argc, char** argv) {
  const InterruptWatcher interrupts(kPatience, "arete");  // before Qt starts threads
  qputenv("QT_QPA_PLATFORM", "offscreen");                // fonts, and no screen
  const QGuiApplication application(argc, argv);
  prepareApplication();
  const CommandLine line = parseCommandLine(QGuiApplication::arguments());
  std::vector<std::filesystem::path> files;
  for (const QString& file : line.files) files.emplace_back(file.toStdString());
  try {
    const PictureSource source{files, line.read, line.filter};
    if (line.wish.animation.wanted()) return animate(source, line.wish, interrupts.token()), 0;
    if (pictureFormat(line.wish.picture) == PictureFormat::html) return writePage(source, line.wish, interrupts.token()), 0;
    OffscreenPicture picture = drawOffscreen(source, line.wish, interrupts.token());
    warnOf(picture.warnings);
    write(picture, line.wish);
    std::printf("%s: %d x %d, %s\n", printable(line.wish.picture).c_str(), picture.image.width, picture.image.height, picture.drawnBy.c_str());
    return 0;
  } catch (const NoPointLeft& nothing) {
    warnOf(nothing.file().warnings);
    throw;
  } catch (const Cancelled&) {
    std::fprintf(stderr, "arete: interrupted%s; no file was written\n", interrupts.reason().c_str());
    return InterruptWatcher::kExitCode;
  }
}

}  // namespace arete
