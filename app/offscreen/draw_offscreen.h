// A picture of a cloud or session without a window or a screen: read, detect, draw through EGL. No Qt.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "app/offscreen/picture_wish.h"
#include "compute/io/read_cloud.h"
#include "render/image.h"

namespace arete {

struct OffscreenPicture {
  Image image;      ///< without text
  Overlay overlay;  ///< what is to be written on it
  Theme theme = Theme::dark;
  std::vector<std::string> warnings;
  std::string drawnBy;  ///< one line: OpenGL's renderer, how points were drawn
};

/// `file` is a cloud or a session (.arete). Throws Error, Cancelled.
OffscreenPicture drawOffscreen(const std::filesystem::path& file, const PictureWish& wish, const ReadOptions& read = {}, std::stop_token stop = {});

/// Writes a PNG, all or nothing; returns warnings. Throws Error.
std::vector<std::string> savePicture(const std::filesystem::path& path, const Image& image);

}  // namespace arete
