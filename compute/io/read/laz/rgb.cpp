// RGB12: the colour of a point of formats 2, 3 and 5.
// Source: laz.md, section 7.
#include "compute/io/read/laz/rgb.h"

#include "compute/io/read/laz/integer_decoder.h"
#include "compute/io/read/laz/item.h"

namespace arete::laz {

namespace {

class RgbV1 final : public Item {
 public:
  explicit RgbV1(ArithmeticDecoder& decoder) : decoder_(decoder) {}
  void begin(const std::byte*, PointContext&) override {}
  void next(std::byte* item, PointContext&) override {
    const uint32_t used = decoder_.symbol(used_);
    for (uint32_t i = 0; i < kRgbBytes; ++i)
      if (used >> i & 1) item[i] = std::byte(bytes_.decode(decoder_, uint8_t(item[i]), i));
  }

 private:
  ArithmeticDecoder& decoder_;
  SymbolModel<64> used_;
  IntegerDecoder<8, 6> bytes_;
};

class RgbV2 final : public Item {
 public:
  explicit RgbV2(ArithmeticDecoder& decoder) : decoder_(decoder) {}
  void begin(const std::byte*, PointContext&) override {}
  void next(std::byte* item, PointContext&) override { models_.next(decoder_, item); }

 private:
  ArithmeticDecoder& decoder_;
  RgbModels models_;
};

}  // namespace

std::unique_ptr<Item> makeRgb(int version, ArithmeticDecoder& decoder) {
  if (version == 1) return std::make_unique<RgbV1>(decoder);
  return std::make_unique<RgbV2>(decoder);
}

}  // namespace arete::laz
