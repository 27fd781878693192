// Where the pictures of an animation go. Nothing of them is seen in the file system before finish(), and nothing stays when that is not reached.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "render/image.h"

namespace arete {

class PictureSink {
 public:
  virtual ~PictureSink() = default;
  /// In their order, all of one size. Throws Error, Cancelled.
  virtual void add(const Image& image) = 0;
  /// Makes the files; returns warnings. Throws Error, Cancelled.
  virtual std::vector<std::string> finish() = 0;
};

/// PNG files 0001.png, 0002.png … in a folder, which is made; its name gets more digits where `count` pictures need them. Throws Error(io) where
/// there is something in it already, Error(wrongUse) where its own folder is missing.
std::unique_ptr<PictureSink> makePngSequence(const std::filesystem::path& folder, size_t count);

/// A film (MP4) of opaque pictures, made by the program ffmpeg, which is looked for when this is called. Where a side has an odd number of pixels,
/// the last row or column is left out, since films have even ones. Throws Error(wrongUse) where there is no ffmpeg, Error(io).
std::unique_ptr<PictureSink> makeFilm(const std::filesystem::path& file, int width, int height, double framesPerSecond, std::stop_token stop = {});

/// Why no film can be made here, with what to do about it; "" where ffmpeg is there.
std::string filmObstacle();

}  // namespace arete
