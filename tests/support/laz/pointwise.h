// Chunks of LAZ compressors 1 and 2, written. Source: laz.md, section 7, turned round.
#pragma once

#include "compute/io/read/laz/predictors.h"
#include "tests/support/laz/items.h"

namespace arete::test::laz {

/// One item of all points but the first; `at`: in the record.
class PointwiseItem {
 public:
  explicit PointwiseItem(size_t at) : at_(at) {}
  virtual ~PointwiseItem() = default;
  void put(Coder& coder, const char* last, const char* now) { next(coder, last + at_, now + at_); }

 protected:
  virtual void next(Coder& coder, const char* last, const char* now) = 0;
  size_t at_;
  Models models_;
};

class Point10 final : public PointwiseItem {
 public:
  Point10(size_t at, int version) : PointwiseItem(at), version_(version) {}
  void next(Coder& coder, const char* last, const char* now) override {
    if (version_ == 1) first(coder, last, now);
    else second(coder, last, now);
  }

 private:
  static uint32_t median(const std::array<int32_t, 3>& ring) {
    std::array<int32_t, 3> sorted = ring;
    std::sort(sorted.begin(), sorted.end());
    return uint32_t(sorted[1]);
  }
  void small(Coder& coder, int kind, size_t at, const char* last, const char* now) {
    models_.symbol(coder, kind, byteAt(last, at), 256, byteAt(now, at));
  }
  void first(Coder& coder, const char* last, const char* now) {
    const uint32_t dx = field<uint32_t>(now, 0) - field<uint32_t>(last, 0), dy = field<uint32_t>(now, 4) - field<uint32_t>(last, 4);
    const uint32_t kx = models_.integer(coder, kX, 32, 0, median(ringX_), dx);
    const uint32_t ky = models_.integer(coder, kY, 32, std::min(kx, 19U), median(ringY_), dy), q = (kx + ky) / 2;
    models_.integer(coder, kZ, 32, std::min(q, 19U), field<uint32_t>(last, 8), field<uint32_t>(now, 8));
    const auto differs = [&](size_t place, size_t bytes) { return std::memcmp(last + place, now + place, bytes) != 0 ? 1U : 0U; };
    const uint32_t changed =
        differs(12, 2) << 5 | differs(14, 1) << 4 | differs(15, 1) << 3 | differs(16, 1) << 2 | differs(17, 1) << 1 | differs(18, 2);
    models_.symbol(coder, kChanged, 0, 64, changed);
    if (changed & 32) models_.integer(coder, kIntensity, 16, 0, field<uint16_t>(last, 12), field<uint16_t>(now, 12));
    if (changed & 16) small(coder, kReturns, 14, last, now);
    if (changed & 8) small(coder, kClass, 15, last, now);
    if (changed & 4) models_.integer(coder, kAngle, 8, q < 3, byteAt(last, 16), byteAt(now, 16));
    if (changed & 2) small(coder, kUser, 17, last, now);
    if (changed & 1) models_.integer(coder, kSource, 16, 0, field<uint16_t>(last, 18), field<uint16_t>(now, 18));
    ringX_[turn_ % 3] = int32_t(dx);
    ringY_[turn_++ % 3] = int32_t(dy);
  }
  void second(Coder& coder, const char* last, const char* now) {
    const uint32_t r = byteAt(now, 14) & 7, n = byteAt(now, 14) >> 3 & 7, m = arete::laz::kReturnMap8[n][r], l = n > r ? n - r : r - n, e = n == 1;
    const auto differs = [&](size_t place, size_t bytes) { return std::memcmp(last + place, now + place, bytes) != 0 ? 1U : 0U; };
    const auto intensity = field<uint16_t>(now, 12);
    const uint32_t changed = differs(14, 1) << 5 | (intensity != intensities_[m] ? 16U : 0U) | differs(15, 1) << 3 | differs(16, 1) << 2 |
                             differs(17, 1) << 1 | differs(18, 2);
    models_.symbol(coder, kChanged, 0, 64, changed);
    if (changed & 32) small(coder, kReturns, 14, last, now);
    if (changed & 16) models_.integer(coder, kIntensity, 16, std::min(m, 3U), intensities_[m], intensity), intensities_[m] = intensity;
    if (changed & 8) small(coder, kClass, 15, last, now);
    if (changed & 4) models_.symbol(coder, kAngle, byteAt(now, 14) >> 6 & 1, 256, (byteAt(now, 16) - byteAt(last, 16)) & 255);
    if (changed & 2) small(coder, kUser, 17, last, now);
    if (changed & 1) models_.integer(coder, kSource, 16, 0, field<uint16_t>(last, 18), field<uint16_t>(now, 18));
    const uint32_t dx = field<uint32_t>(now, 0) - field<uint32_t>(last, 0), dy = field<uint32_t>(now, 4) - field<uint32_t>(last, 4);
    const uint32_t kx = models_.integer(coder, kX, 32, e, x_[m].get(), dx);
    const uint32_t ky = models_.integer(coder, kY, 32, e + (kx < 20 ? kx & ~1U : 20), y_[m].get(), dy), q = (kx + ky) / 2;
    x_[m].add(dx);
    y_[m].add(dy);
    models_.integer(coder, kZ, 32, e + (q < 18 ? q & ~1U : 18), heights_[l], field<uint32_t>(now, 8));
    heights_[l] = field<uint32_t>(now, 8);
  }

  int version_;
  std::array<int32_t, 3> ringX_{}, ringY_{};
  size_t turn_ = 0;
  std::array<uint16_t, 16> intensities_{};
  std::array<uint32_t, 8> heights_{};
  std::array<Median, 16> x_, y_;
};

class GpsTime final : public PointwiseItem {
 public:
  GpsTime(size_t at, int version, uint64_t first, bool plain) : PointwiseItem(at), version_(version), plain_(plain), times_(true, first) {}
  void next(Coder& coder, const char* last, const char* now) override {
    if (version_ == 2 && plain_) return times_.put(models_, coder, field<uint64_t>(now, 0));
    if (version_ == 2) return times_.put(models_, coder, field<uint64_t>(now, 0), random_);
    const auto time = field<uint64_t>(now, 0), d = time - field<uint64_t>(last, 0);
    const bool small = int64_t(d) == int32_t(d), hasUnit = unit_ != 0;
    if (!small || (d == 0 && random_.below(8) > 0)) {
      models_.symbol(coder, hasUnit ? kMultiple : kNone, 0, hasUnit ? 512 : 3, hasUnit ? (small ? 511 : 510) : (small ? 0 : 2));
      if (!small) coder.raw(32, uint32_t(time)), coder.raw(32, uint32_t(time >> 32));
      return;
    }
    const uint32_t s = random_.below(4) == 0 ? random_.below(510) : random_.below(8) == 0 ? 509 : random_.below(2), unit = uint32_t(unit_);
    if (!hasUnit) {
      models_.symbol(coder, kNone, 0, 3, 1);
      models_.integer(coder, kTime, 32, 0, 0, uint32_t(d));
      unit_ = int32_t(d);
      return;
    }
    models_.symbol(coder, kMultiple, 0, 512, s);
    const uint32_t context = s == 0 ? 2 : s == 1 ? 1 : s < 10 ? 3 : s < 50 ? 4 : 5;
    models_.integer(coder, kTime, 32, context, s == 0 ? uint32_t(unit_ / 4) : s * unit, uint32_t(d));
    if (s == 1 || ((s == 0 || s == 509) && ++extremes_ > 3)) unit_ = int32_t(d), extremes_ = 0;
  }

 private:
  int version_;
  bool plain_;
  Times times_;
  int32_t unit_ = 0;
  int extremes_ = 0;
  Random random_{7};
};

class Rgb final : public PointwiseItem {
 public:
  Rgb(size_t at, int version) : PointwiseItem(at), version_(version) {}
  void next(Coder& coder, const char* last, const char* now) override {
    if (version_ == 2) return putColour(models_, coder, last, now);
    uint32_t used = 0;
    for (size_t i = 0; i < 6; ++i) used |= (last[i] != now[i] ? 1U : 0U) << i;
    models_.symbol(coder, kUsed, 0, 64, used);
    for (uint32_t i = 0; i < 6; ++i)
      if (used >> i & 1) models_.integer(coder, kColour, 8, i, byteAt(last, i), byteAt(now, i));
  }

 private:
  int version_;
};

class WavePacket final : public PointwiseItem {
 public:
  using PointwiseItem::PointwiseItem;
  void next(Coder& coder, const char* last, const char* now) override { packets_.put(models_, coder, last, now); }

 private:
  Packets packets_;
};

class ExtraBytes final : public PointwiseItem {
 public:
  ExtraBytes(size_t at, int version, size_t bytes) : PointwiseItem(at), version_(version), bytes_(bytes) {}
  void next(Coder& coder, const char* last, const char* now) override {
    for (uint32_t i = 0; i < bytes_; ++i)
      if (version_ == 1) models_.integer(coder, kBytes, 8, i, byteAt(last, i), byteAt(now, i));
      else models_.symbol(coder, kBytes, i, 256, (byteAt(now, i) - byteAt(last, i)) & 255);
  }

 private:
  int version_;
  size_t bytes_;
};

}  // namespace arete::test::laz
