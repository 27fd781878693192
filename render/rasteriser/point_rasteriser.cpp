#include "render/rasteriser/point_rasteriser.h"

#include <algorithm>

#include "render/rasteriser/pixel_word.h"

namespace arete {

namespace {

constexpr size_t kBlock = 256;  // points transformed at a time: their results stay in the first-level cache
constexpr size_t kGrain = 64 * kBlock;
constexpr size_t kClearGrain = 1 << 16;

/// The covered columns of one row of a point.
struct Span {
  int begin, end;
};

/// Window coordinates of a block of points.
struct Block {
  float x[kBlock], y[kBlock], depth[kBlock];
};

template <bool kPerspective>
void transform(const PointColumns& points, size_t begin, size_t count, const RasterTarget& target, Block& out) {
  const glm::mat4& m = target.toClip;
  const float halfWidth = 0.5f * float(target.width), halfHeight = 0.5f * float(target.height);
  const float *px = points.x.data() + begin, *py = points.y.data() + begin, *pz = points.z.data() + begin;
  for (size_t i = 0; i < count; ++i) {
    const float x = px[i], y = py[i], z = pz[i];
    float cx = m[0][0] * x + m[1][0] * y + m[2][0] * z + m[3][0];
    float cy = m[0][1] * x + m[1][1] * y + m[2][1] * z + m[3][1];
    float cz = m[0][2] * x + m[1][2] * y + m[2][2] * z + m[3][2];
    if constexpr (kPerspective) {
      const float w = m[0][3] * x + m[1][3] * y + m[2][3] * z + m[3][3];
      const float inverse = 1.0f / w;
      cx *= inverse;
      cy *= inverse;
      cz = w > 0.0f ? cz * inverse : -2.0f;  // behind the eye: out of the depth range
    }
    out.x[i] = cx * halfWidth + halfWidth;
    out.y[i] = cy * halfHeight + halfHeight;
    out.depth[i] = cz * 0.5f + 0.5f;
  }
}

class Splatter {
 public:
  Splatter(const RasterTarget& target, uint64_t* words, bool numbered) : target_(target), words_(words), step_(numbered) {
    for (int y = 0; y < target.pointSize; ++y) {
      Span span{0, target.pointSize};
      while (!coversPixel(target.pointSize, span.begin, y)) ++span.begin;
      span.end = target.pointSize - span.begin;
      rows_.push_back(span);
    }
  }

  void single(const Block& block, size_t count, uint32_t low) const {
    size_t offsets[kBlock];
    uint64_t found[kBlock];
    size_t seen = 0;
    const float width = float(target_.width), height = float(target_.height);
    for (size_t i = 0; i < count; ++i) {  // NaN fails every comparison
      const float x = block.x[i], y = block.y[i], depth = block.depth[i];
      if (!((x >= 0) & (x < width) & (y >= 0) & (y < height) & (depth >= 0) & (depth <= 1))) continue;
      offsets[seen] = size_t(int(y)) * size_t(target_.width) + size_t(int(x));
      found[seen] = pixelWord(depth, low + step_ * uint32_t(i));
      __builtin_prefetch(words_ + offsets[seen++], 1);
    }
    for (size_t i = 0; i < seen; ++i) lowerPixel(words_[offsets[i]], found[i]);
  }

  void wide(const Block& block, size_t count, uint32_t low) const {
    const int size = target_.pointSize;
    const float border = float(size), shift = 0.5f - 0.5f * float(size) + 2 * border;  // positive, so that the cast rounds down
    for (size_t i = 0; i < count; ++i) {
      const float x = block.x[i], y = block.y[i], depth = block.depth[i];
      if (!((x > -border) & (x < float(target_.width) + border) & (y > -border) & (y < float(target_.height) + border) & (depth >= 0) & (depth <= 1)))
        continue;
      const int left = int(x + shift) - 2 * size, bottom = int(y + shift) - 2 * size;
      const uint64_t w = pixelWord(depth, low + step_ * uint32_t(i));
      for (int row = std::max(0, -bottom); row < std::min(size, target_.height - bottom); ++row) {
        const Span span = rows_[size_t(row)];
        uint64_t* line = words_ + size_t(bottom + row) * size_t(target_.width);
        for (int column = std::max(span.begin + left, 0); column < std::min(span.end + left, target_.width); ++column) lowerPixel(line[column], w);
      }
    }
  }

 private:
  const RasterTarget& target_;
  uint64_t* words_;
  const uint32_t step_;  // from the low half of a point's words to the next point's
  std::vector<Span> rows_;
};

}  // namespace

void PointRasteriser::begin(const RasterTarget& target) {
  target_ = target;
  target_.pointSize = std::clamp(target.pointSize, 1, kLargestPoint);
  words_.resize(size_t(target.width) * size_t(target.height));
  threads_.forEachRange(words_.size(), kClearGrain,
                        [&](size_t begin, size_t end, int) { std::fill(words_.begin() + long(begin), words_.begin() + long(end), kEmpty); });
}

void PointRasteriser::add(const PointColumns& points, uint32_t begin, uint32_t end, uint32_t low, bool numbered) {
  const glm::mat4& m = target_.toClip;
  const bool perspective = m[0][3] != 0 || m[1][3] != 0 || m[2][3] != 0 || m[3][3] != 1;
  const Splatter splatter(target_, words_.data(), numbered);
  threads_.forEachRange(end - begin, kGrain, [&](size_t first, size_t last, int) {
    Block block;
    for (size_t at = begin + first; at < begin + last; at += kBlock) {
      const size_t count = std::min(kBlock, begin + last - at);
      if (perspective) transform<true>(points, at, count, target_, block);
      else transform<false>(points, at, count, target_, block);
      const uint32_t first = numbered ? uint32_t(at) : low;
      if (target_.pointSize == 1) splatter.single(block, count, first);
      else splatter.wide(block, count, first);
    }
  });
}

}  // namespace arete
