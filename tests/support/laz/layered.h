// Chunks of LAZ compressor 3, written. Source: laz.md, section 8, turned round.
#pragma once

#include <optional>
#include <span>

#include "compute/io/read/laz/predictors.h"
#include "tests/support/laz/items.h"

namespace arete::test::laz {

/// Layers; those that never change are left out.
struct LayerCoder {
  Coder coder;
  bool changes = false;
};

struct Channels {
  uint32_t now = 0, ifNamed = 0;
};

/// POINT14: nine layers.
class Point14 {
 public:
  explicit Point14(const char* first, bool plain) : plain_(plain), current_(channelOf(first)) { open(current_, first); }
  static constexpr size_t kLayers = 9;

  Channels put(std::vector<LayerCoder>& layers, const char* now) {
    Channel& old = *channels_[current_];
    const uint32_t channel = channelOf(now);
    const bool named = channel != current_, exists = channels_[channel].has_value();
    const std::string last = exists || !named ? channels_[channel]->last : old.last;
    const uint32_t oldR = byteAt(old.last.data(), 14) & 15, oldN = byteAt(old.last.data(), 14) >> 4;
    const uint32_t r = byteAt(now, 14) & 15, n = byteAt(now, 14) >> 4, lastR = byteAt(last.data(), 14) & 15, lastN = byteAt(last.data(), 14) >> 4;
    const auto differs = [&](size_t at, size_t bytes) { return std::memcmp(last.data() + at, now + at, bytes) != 0; };
    const bool time = differs(22, 8);
    uint32_t changed = (named ? 64U : 0U) | (differs(20, 2) ? 32U : 0U) | (time ? 16U : 0U) | (differs(18, 2) ? 8U : 0U) | (n != lastN ? 4U : 0U);
    changed |= r == lastR ? 0U : r == (lastR + 1) % 16 ? 1U : r == (lastR + 15) % 16 ? 2U : 3U;
    Coder& first = layers[0].coder;
    layers[0].changes = true;
    old.models.symbol(first, kChanged, (oldR == 1 ? 1U : 0U) + (oldR >= oldN ? 2U : 0U) + (old.timeChanged ? 4U : 0U), 128, changed);
    if (named) old.models.symbol(first, kOther, 0, 3, (channel + 3 - current_) % 4);
    if (!exists) open(channel, old.last.data());
    current_ = channel;
    Channel& c = *channels_[channel];
    if (changed & 4) c.models.symbol(first, kReturns, lastN, 16, n);
    if ((changed & 3) == 3 && time) c.models.symbol(first, kReturns, 100 + lastR, 16, r);
    if ((changed & 3) == 3 && !time) c.models.symbol(first, kReturns, 200, 13, (r + 14 - lastR) % 16);
    fields(layers, c, last.data(), now, changed);
    c.timeChanged = time;
    c.last.assign(now, 30);
    return {channel, named ? channel : 0};
  }

 private:
  struct Channel {
    std::string last;
    bool timeChanged = false;
    std::array<uint32_t, 8> heights;
    std::array<uint16_t, 8> intensities;
    std::array<Median, 12> x, y;
    Models models;
    Times times;
  };
  static uint32_t channelOf(const char* record) { return byteAt(record, 15) >> 4 & 3; }
  static uint32_t flagsOf(const char* record) {
    const uint32_t flags = byteAt(record, 15);
    return (flags & 15) | (flags >> 6 & 3) << 4;
  }
  void open(uint32_t channel, const char* record) {
    channels_[channel].emplace(Channel{std::string(record, 30), false, {}, {}, {}, {}, {}, Times(false, field<uint64_t>(record, 22))});
    channels_[channel]->heights.fill(field<uint32_t>(record, 8));
    channels_[channel]->intensities.fill(field<uint16_t>(record, 12));
  }

  void fields(std::vector<LayerCoder>& layers, Channel& c, const char* last, const char* now, uint32_t changed) {
    const uint32_t r = byteAt(now, 14) & 15, n = byteAt(now, 14) >> 4, e = n == 1, b = (r == 1 ? 2U : 0U) + (r >= n ? 1U : 0U), g = changed >> 4 & 1;
    const uint32_t j = 2 * arete::laz::kReturnMap16[n][r] + g, l = std::min(n > r ? n - r : r - n, 7U);
    const uint32_t dx = field<uint32_t>(now, 0) - field<uint32_t>(last, 0), dy = field<uint32_t>(now, 4) - field<uint32_t>(last, 4);
    const uint32_t kx = c.models.integer(layers[0].coder, kX, 32, e, c.x[j].get(), dx);
    const uint32_t ky = c.models.integer(layers[0].coder, kY, 32, e + (kx < 20 ? kx & ~1U : 20), c.y[j].get(), dy), q = (kx + ky) / 2;
    c.x[j].add(dx);
    c.y[j].add(dy);
    const auto layer = [&](size_t i, bool changes) -> Coder& { return layers[i].changes |= changes, layers[i].coder; };
    const auto z = field<uint32_t>(now, 8);
    c.models.integer(layer(1, z != field<uint32_t>(last, 8)), kZ, 32, e + (q < 18 ? q & ~1U : 18), c.heights[l], z);
    c.heights[l] = z;
    const uint32_t kind = byteAt(last, 16), user = byteAt(last, 17);
    c.models.symbol(layer(2, byteAt(now, 16) != kind), kClass, 2 * (kind % 32) + (b == 3), 256, byteAt(now, 16));
    c.models.symbol(layer(3, flagsOf(now) != flagsOf(last)), kOther, 1 + flagsOf(last), 64, flagsOf(now));
    uint16_t& intensity = c.intensities[2 * b + g];
    c.models.integer(layer(4, field<uint16_t>(now, 12) != field<uint16_t>(last, 12)), kIntensity, 16, b, intensity, field<uint16_t>(now, 12));
    intensity = field<uint16_t>(now, 12);
    if (changed & 8) c.models.integer(layer(5, true), kAngle, 16, g, field<uint16_t>(last, 18), field<uint16_t>(now, 18));
    c.models.symbol(layer(6, byteAt(now, 17) != user), kUser, user / 4, 256, byteAt(now, 17));
    if (changed & 32) c.models.integer(layer(7, true), kSource, 16, 0, field<uint16_t>(last, 20), field<uint16_t>(now, 20));
    if (g && plain_) c.times.put(c.models, layer(8, true), field<uint64_t>(now, 22));
    if (g && !plain_) c.times.put(c.models, layer(8, true), field<uint64_t>(now, 22), random_);
  }

  bool plain_;
  uint32_t current_;
  std::array<std::optional<Channel>, 4> channels_;
  Random random_{11};
};

/// What follows POINT14: colour and near infrared, a waveform, or extra bytes.
class LayeredItem {
 public:
  enum Type { colour, infrared, packet, bytes };
  LayeredItem(Type type, int version, size_t at, size_t size, const char* first, uint32_t channel)
      : type_(type), version_(version), at_(at), size_(size) {
    current_ = channelOf({channel, channel});
    channels_[current_].emplace(Channel{std::string(first + at, size), {}, {}});
  }
  size_t layers() const { return type_ == infrared ? 2 : type_ == bytes ? size_ : 1; }

  void put(std::span<LayerCoder> layers, const char* record, const Channels& channels) {
    const uint32_t channel = channelOf(channels), before = current_;
    const char* now = record + at_;
    const bool exists = channels_[channel].has_value();
    if (!exists) channels_[channel].emplace(Channel{channels_[before]->last, {}, {}});
    std::string& last = channels_[exists && version_ < 4 ? before : channel]->last;
    current_ = channel;
    code(*channels_[channel], layers, last.data(), now);
    last.assign(now, size_);
  }

 private:
  struct Channel {
    std::string last;
    Models models;
    Packets packets;
  };
  uint32_t channelOf(const Channels& channels) const { return version_ < 4 ? channels.ifNamed : channels.now; }
  void code(Channel& c, std::span<LayerCoder> layers, const char* last, const char* now) const {
    const auto layer = [&](size_t i, size_t begin, size_t count) -> Coder& {
      return layers[i].changes |= std::memcmp(last + begin, now + begin, count) != 0, layers[i].coder;
    };
    if (type_ == packet) return c.packets.put(c.models, layer(0, 0, size_), last, now);
    if (type_ == bytes) {
      for (uint32_t i = 0; i < size_; ++i) c.models.symbol(layer(i, i, 1), kBytes, i, 256, (byteAt(now, i) - byteAt(last, i)) & 255);
      return;
    }
    putColour(c.models, layer(0, 0, 6), last, now);
    if (type_ == colour) return;
    const uint32_t used = (last[6] != now[6] ? 1U : 0U) | (last[7] != now[7] ? 2U : 0U);
    c.models.symbol(layer(1, 6, 2), kOther, 0, 4, used);
    for (uint32_t i = 0; i < 2; ++i)
      if (used >> i & 1) c.models.symbol(layers[1].coder, kOther, 1 + i, 256, (byteAt(now, 6 + i) - byteAt(last, 6 + i)) & 255);
  }

  Type type_;
  int version_;
  size_t at_, size_;
  uint32_t current_ = 0;
  std::array<std::optional<Channel>, 4> channels_;
};

}  // namespace arete::test::laz
