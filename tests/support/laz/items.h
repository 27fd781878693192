// What both kinds of items have in common on the writing side of LAZ: times, colours, waveforms; and where a writer has a choice, a random one.
// Source: laz.md, sections 7 to 9, turned round.
#pragma once

#include <array>
#include <cmath>
#include <cstring>

#include "tests/support/laz/coder.h"
#include "tests/support/zoo.h"

namespace arete::test::laz {

template <class T>
T field(const char* record, size_t at) {
  T value;
  std::memcpy(&value, record + at, sizeof value);
  return value;
}
inline uint32_t byteAt(const char* record, size_t at) { return uint8_t(record[at]); }

enum Kind {
  kChanged,
  kReturns,
  kClass,
  kUser,
  kAngle,
  kIntensity,
  kSource,
  kX,
  kY,
  kZ,
  kNone,
  kMultiple,
  kTime,
  kUsed,
  kColour,
  kPacket,
  kBytes,
  kOther
};

struct Median {
  std::vector<int32_t> values = std::vector<int32_t>(5);
  bool dropsLargest = true;
  uint32_t get() const { return uint32_t(values[2]); }
  void add(uint32_t difference) {
    const int32_t x = int32_t(difference), old = values[2];
    values.erase(dropsLargest ? values.end() - 1 : values.begin());
    values.insert(std::upper_bound(values.begin(), values.end(), x), x);
    dropsLargest = dropsLargest ? x < old : x <= old;
  }
};

/// Times of GPSTIME11 version 2 and of POINT14; coded in whatever way can be, or as writers do.
class Times {
 public:
  Times(bool sameToo, uint64_t first) : same_(sameToo) { slots_[0].time = first; }
  /// As writers do: the nearest multiple.
  void put(Models& models, Coder& coder, uint64_t time) {
    Slot& slot = slots_[current_];
    const auto d = int64_t(time - slot.time);
    if (same_ && d == 0) return slot.unit == 0 ? models.symbol(coder, kNone, 0, 6, 0) : models.symbol(coder, kMultiple, 0, 516, 511);
    if (d != int32_t(d)) return whole(models, coder, time);
    if (slot.unit == 0) return first(models, coder, slot, time);
    const int64_t times = std::lround(double(d) / slot.unit);
    multiple(models, coder, slot, time, uint32_t(times >= 0 ? std::min<int64_t>(times, 500) : std::min<int64_t>(500 - times, 510)));
  }
  void put(Models& models, Coder& coder, uint64_t time, Random& random) {
    if (random.below(16) == 0) other(models, coder, 1 + uint32_t(random.below(3)));
    Slot& slot = slots_[current_];
    if (same_ && time == slot.time && random.below(8) > 0)
      return slot.unit == 0 ? models.symbol(coder, kNone, 0, 6, 0) : models.symbol(coder, kMultiple, 0, 516, 511);
    const auto d = int64_t(time - slot.time);
    if (d != int32_t(d) || random.below(32) == 0) return whole(models, coder, time);
    if (slot.unit == 0) return first(models, coder, slot, time);
    multiple(models, coder, slot, time,
             uint32_t(random.below(8) == 0   ? random.below(511)
                      : random.below(4) == 0 ? 500 + random.below(11)
                                             : random.below(2)));
  }

 private:
  struct Slot {
    uint64_t time = 0;
    int32_t unit = 0;
    int extremes = 0;
  };
  void first(Models& models, Coder& coder, Slot& slot, uint64_t time) {
    const auto d = uint32_t(time - slot.time);
    models.symbol(coder, kNone, 0, same_ ? 6 : 5, same_ ? 1 : 0);
    models.integer(coder, kTime, 32, 0, 0, d);
    slot = {time, int32_t(d), 0};
  }
  void multiple(Models& models, Coder& coder, Slot& slot, uint64_t time, uint32_t s) {
    const auto unit = uint32_t(slot.unit), d = uint32_t(time - slot.time);
    const uint32_t context = s == 0 ? 7 : s == 1 ? 1 : s < 10 ? 2 : s < 500 ? 3 : s == 500 ? 4 : s < 510 ? 5 : 6;
    models.symbol(coder, kMultiple, 0, same_ ? 516 : 515, s);
    models.integer(coder, kTime, 32, context, s <= 500 ? s * unit : (500 - s) * unit, d);
    slot.time = time;
    if (s == 1) slot.extremes = 0;
    if ((s == 0 || s == 500 || s == 510) && ++slot.extremes > 3) slot = {time, int32_t(d), 0};
  }
  void whole(Models& models, Coder& coder, uint64_t time) {
    const Slot& slot = slots_[current_];
    if (slot.unit == 0) models.symbol(coder, kNone, 0, same_ ? 6 : 5, same_ ? 2 : 1);
    else models.symbol(coder, kMultiple, 0, same_ ? 516 : 515, same_ ? 512 : 511);
    models.integer(coder, kTime, 32, 8, uint32_t(slot.time >> 32), uint32_t(time >> 32));
    coder.raw(32, uint32_t(time));
    newest_ = (newest_ + 1) % 4;
    slots_[newest_] = {time, 0, 0};
    current_ = newest_;
  }
  void other(Models& models, Coder& coder, uint32_t steps) {
    if (slots_[current_].unit == 0) models.symbol(coder, kNone, 0, same_ ? 6 : 5, (same_ ? 2 : 1) + steps);
    else models.symbol(coder, kMultiple, 0, same_ ? 516 : 515, (same_ ? 512 : 511) + steps);
    current_ = (current_ + steps) % 4;
  }
  bool same_;
  std::array<Slot, 4> slots_;
  uint32_t current_ = 0, newest_ = 0;
};

/// RGB12 version 2 and RGB14.
inline void putColour(Models& models, Coder& coder, const char* last, const char* now) {
  std::array<int, 6> a, b;
  uint32_t used = 0;
  for (size_t i = 0; i < 6; ++i) a[i] = uint8_t(last[i]), b[i] = uint8_t(now[i]);
  const bool grey = b[0] == b[2] && b[0] == b[4] && b[1] == b[3] && b[1] == b[5];
  for (size_t i = 0; i < (grey ? 2 : 6); ++i) used |= (a[i] != b[i] ? 1U : 0U) << i;
  if (!grey) used |= 64;
  models.symbol(coder, kUsed, 0, 128, used);
  const auto put = [&](size_t i, int prediction) {
    if (used >> i & 1) models.symbol(coder, kColour, uint32_t(i), 256, uint32_t(b[i] - prediction) & 255);
  };
  const auto clamped = [](int x) { return std::clamp(x, 0, 255); };
  const int low = b[0] - a[0], high = b[1] - a[1];
  put(0, a[0]);
  put(1, a[1]);
  if (grey) return;
  put(2, clamped(low + a[2]));
  put(4, clamped((low + b[2] - a[2]) / 2 + a[4]));
  put(3, clamped(high + a[3]));
  put(5, clamped((high + b[3] - a[3]) / 2 + a[5]));
}

/// WAVEPACKET13 and WAVEPACKET14; what goes with one channel.
struct Packets {
  uint32_t how = 0, step = 0;
  void put(Models& models, Coder& coder, const char* last, const char* now) {
    models.symbol(coder, kPacket, 0, 256, byteAt(now, 0));
    const auto from = field<uint64_t>(last, 1), to = field<uint64_t>(now, 1);
    const auto d = int64_t(to - from);
    const uint32_t next = d == 0 ? 0 : d == int64_t(field<uint32_t>(last, 9)) ? 1 : d == int32_t(d) ? 2 : 3;
    models.symbol(coder, kPacket, 1 + how, 4, next);
    how = next;
    if (how == 2) models.integer(coder, kPacket + 100, 32, 0, step, uint32_t(d)), step = uint32_t(d);
    if (how == 3) coder.raw(32, uint32_t(to)), coder.raw(32, uint32_t(to >> 32));
    models.integer(coder, kPacket + 101, 32, 0, field<uint32_t>(last, 9), field<uint32_t>(now, 9));
    models.integer(coder, kPacket + 102, 32, 0, field<uint32_t>(last, 13), field<uint32_t>(now, 13));
    for (uint32_t axis = 0; axis < 3; ++axis)
      models.integer(coder, kPacket + 103, 32, axis, field<uint32_t>(last, 17 + 4 * axis), field<uint32_t>(now, 17 + 4 * axis));
  }
};

}  // namespace arete::test::laz
