// What a wish writes: formats, the flags that say so, and what cannot be written.
#include <algorithm>
#include <cmath>

#include "app/offscreen/picture_wish.h"
#include "compute/core/error.h"
#include "compute/files/standard_streams.h"
#include "compute/io/format_table.h"

namespace arete {

std::span<const PictureFormatInfo> pictureFormats() {
  static constexpr PictureFormatInfo kFormats[] = {
      {PictureFormat::png, "png", "PNG", "png", "A picture without loss."},
      {PictureFormat::svg, "svg", "SVG", "svg",
       "For print: curve, marks and text as lines, over an image of the points. For Inkscape, Illustrator, LaTeX."},
      {PictureFormat::pdf, "pdf", "PDF", "pdf", "For print: curve, marks and text as lines, over an image of the points."},
      {PictureFormat::html, "html", "Page", "html",
       "For a browser: cloud and curve, which turn, zoom and tell. It works from a mail and without a network."}};
  return kFormats;
}

PictureFormat pictureFormat(const std::filesystem::path& path) {
  if (path.empty() || (extensionOf(path).empty() && isStream(path))) return PictureFormat::png;
  return findFormat(pictureFormats(), path, {}, "cannot write the picture").format;
}

std::vector<std::string> outputWords(const PictureWish& wish) {
  std::vector<std::string> words;
  for (const PictureFlag& flag : pictureFlags()) {
    if (!flag.told) continue;
    for (const std::string& value : flag.told(wish)) {
      words.push_back("--" + flag.names.back());
      if (!flag.value.empty()) words.push_back(value);
    }
  }
  return words;
}

int pixelsOf(double millimetres, double dotsPerInch) {
  constexpr double kInch_mm = 25.4;
  return std::max(1, int(std::lround(millimetres / kInch_mm * dotsPerInch)));
}

void checkOutputs(const PictureWish& wish) {
  const AnimationWish& animation = wish.animation;
  const bool toFiles = !animation.folder.empty() || !animation.film.empty();
  const auto refuseAll = [](std::string_view what, std::string_view hint) { throw Error(ErrorKind::wrongUse, what, "", "", hint); };
  if (animation.wanted() && !toFiles) refuseAll("nothing says where the animation goes", "give --frames FOLDER, --mp4 FILE, or both");
  if (toFiles && !animation.wanted()) refuseAll("nothing says what is animated", "give --animation steps, turn or both");
  if (animation.wanted() && !wish.picture.empty()) refuseAll("a picture and an animation are two commands", "leave out --picture or --animation");
  pictureFormat(wish.picture);
  if (!animation.film.empty() && extensionOf(animation.film) != "mp4")
    throw Error(ErrorKind::wrongUse, "cannot write the film", animation.film, "its name does not end in .mp4", "it is MP4: name it so");
  if (!animation.wanted() && wish.picture.empty()) refuseAll("nothing says where the picture goes", "give --picture FILE");
}

}  // namespace arete
