// GPSTIME11: the time of a point of formats 1, 3, 4 and 5, as a 64-bit integer.
// Source: laz.md, section 7.
#include "compute/io/read/laz/gps_time.h"

#include "compute/io/read/laz/item.h"

namespace arete::laz {

namespace {

/// Version 1: one sequence, no negative multiples.
class GpsTimeV1 final : public Item {
 public:
  explicit GpsTimeV1(ArithmeticDecoder& decoder) : decoder_(decoder) {}
  void begin(const std::byte*, PointContext&) override {}
  void next(std::byte* item, PointContext&) override {
    auto time = get<uint64_t>(item);
    if (difference_ == 0) afterNone(time);
    else afterDifference(time);
    put(item, time);
  }

 private:
  void afterNone(uint64_t& time) {
    const uint32_t symbol = decoder_.symbol(none_);
    if (symbol == 1) {
      difference_ = int32_t(integer_.decode(decoder_, 0, 0));
      time += uint64_t(int64_t(difference_));
    } else if (symbol == 2) {
      time = decoder_.bits64();
    }
  }

  void afterDifference(uint64_t& time) {
    constexpr uint32_t kFew = 10, kSome = 50, kMost = 509, kWhole = 510, kSame = 511;
    const uint32_t symbol = decoder_.symbol(multiple_);
    if (symbol == kSame) return;
    if (symbol == kWhole) {
      time = decoder_.bits64();
      return;
    }
    uint32_t d = 0;
    if (symbol == 0) d = integer_.decode(decoder_, uint32_t(difference_ / 4), 2);
    else if (symbol == 1) d = integer_.decode(decoder_, uint32_t(difference_), 1);
    else d = integer_.decode(decoder_, symbol * uint32_t(difference_), symbol < kFew ? 3 : symbol < kSome ? 4 : 5);
    time += uint64_t(int64_t(int32_t(d)));
    const bool extreme = symbol == 0 || symbol == kMost;
    if (symbol != 1 && !(extreme && ++extremes_ > 3)) return;
    difference_ = int32_t(d);
    extremes_ = 0;
  }

  ArithmeticDecoder& decoder_;
  int32_t difference_ = 0;
  int extremes_ = 0;
  SymbolModel<3> none_;
  SymbolModel<512> multiple_;
  IntegerDecoder<32, 6> integer_;
};

class GpsTimeV2 final : public Item {
 public:
  explicit GpsTimeV2(ArithmeticDecoder& decoder) : decoder_(decoder) {}
  void begin(const std::byte* item, PointContext&) override { times_.begin(get<uint64_t>(item)); }
  void next(std::byte* item, PointContext&) override { put(item, times_.next(decoder_)); }

 private:
  ArithmeticDecoder& decoder_;
  GpsTimes<true> times_;
};

}  // namespace

std::unique_ptr<Item> makeGpsTime(int version, ArithmeticDecoder& decoder) {
  if (version == 1) return std::make_unique<GpsTimeV1>(decoder);
  return std::make_unique<GpsTimeV2>(decoder);
}

}  // namespace arete::laz
