// A picture of a cloud or session without a window or a screen: read, detect, draw through EGL. No Qt.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/offscreen/animate.h"
#include "app/offscreen/picture_wish.h"
#include "compute/core/point_cloud.h"
#include "compute/engine/frame.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"
#include "render/vector_picture.h"

namespace arete {

struct OffscreenPicture {
  Image image;                    ///< without text
  std::vector<VectorMark> marks;  ///< that lie over it where the wish is a file of vectors; else they are in the image
  Overlay overlay;                ///< the text to be written on it
  Theme theme = Theme::dark;
  std::vector<std::string> warnings;
  std::string drawnBy;  ///< one line: OpenGL's renderer, and how points were drawn
};

/// What to draw: the files of a cloud, or a session (.arete), which says itself how it is read; a filter that is given here is taken instead of
/// the session's.
struct PictureSource {
  std::vector<std::filesystem::path> files;
  ReadOptions read = {};
  Filter filter = {};
};

/// The page of a cloud and the curve in it (compute/io/curve_page.h); no context is needed.
struct OffscreenPage {
  std::string html;
  uint32_t points = 0;  ///< of the cloud
  std::vector<std::string> warnings;
};

struct OffscreenAnimation {
  size_t pictures = 0;
  std::vector<std::string> warnings;
};

/// Throws Error, Cancelled.
OffscreenPicture drawOffscreen(const PictureSource& source, const PictureWish& wish, std::stop_token stop = {});

/// The same as a page; of the wish only what says how to detect is looked at. Throws Error, Cancelled.
OffscreenPage pageOffscreen(const PictureSource& source, const PictureWish& wish, std::stop_token stop = {});

/// The same of a cloud in memory and what was found in it, which may be null; what the wish says of detecting is not looked at. Throws Error,
/// Cancelled.
OffscreenPicture drawFrame(const PointCloud& cloud, const std::shared_ptr<const Frame>& frame, const PictureWish& wish, std::stop_token stop = {});

/// Draws the wish's animation of a source, and writes it. `door` needs no context. Steps end at the wish's or the session's, else at the end. Throws
/// Error, Cancelled.
OffscreenAnimation animateOffscreen(const PictureSource& source, const PictureWish& wish, const AnimationDoor& door = {}, std::stop_token stop = {});

/// The same of a cloud in memory and what was found in it, at which steps end; null where nothing was.
OffscreenAnimation animateFrame(const PointCloud& cloud, const std::shared_ptr<const Frame>& end, const PictureWish& wish,
                                const AnimationDoor& door = {}, std::stop_token stop = {});

/// Writes a PNG, all or nothing; returns warnings. Throws Error.
std::vector<std::string> savePicture(const std::filesystem::path& path, const Image& image);
/// Writes a page, likewise.
std::vector<std::string> savePage(const std::filesystem::path& path, std::string_view html);
/// Writes an SVG, likewise.
std::vector<std::string> saveSvg(const std::filesystem::path& path, const VectorPicture& picture, const Overlay& overlay, Theme theme);

}  // namespace arete
