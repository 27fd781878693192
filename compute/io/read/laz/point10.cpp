// POINT10: coordinates and the rest of a record of formats 0 to 5, except time and colour.
// Idea: a symbol says which of the rarely changing fields change; coordinates are differences, predicted by the medians of the last ones.
// Memory: at most three times 256 models of 256 symbols, of which few are made. Cost: six to eight symbols per point. Source: laz.md, section 7.
#include <cstdlib>

#include "compute/io/read/laz/integer_decoder.h"
#include "compute/io/read/laz/item.h"
#include "compute/io/read/laz/predictors.h"

namespace arete::laz {

namespace {

constexpr size_t kXAt = 0, kYAt = 4, kZAt = 8, kIntensityAt = 12, kReturnsAt = 14, kClassAt = 15, kAngleAt = 16, kUserAt = 17, kSourceAt = 18;
using BytesByLast = std::array<Lazy<SymbolModel<256>>, 256>;

class Point10 : public Item {
 public:
  explicit Point10(ArithmeticDecoder& decoder) : decoder_(decoder) {}
  void begin(const std::byte*, PointContext&) override {}

 protected:
  /// A byte that is predicted only by its last value.
  [[gnu::always_inline]] static void nextByte(Decoding& decoding, std::byte* item, size_t at, BytesByLast& models) {
    const auto last = uint8_t(item[at]);
    item[at] = std::byte(decoding.steadySymbol(models[last].get()));
  }
  template <class Integer>
  [[gnu::always_inline]] static void nextSource(Decoding& decoding, std::byte* item, Integer& source) {
    put(item + kSourceAt, uint16_t(source.decode(decoding, get<uint16_t>(item + kSourceAt))));
  }

  ArithmeticDecoder& decoder_;
  SymbolModel<64> changed_;
  BytesByLast returns_, class_, user_;
  IntegerDecoder<16> source_;
};

/// The last three differences of an axis.
class Ring {
 public:
  int32_t median() const { return std::max(std::min(last_[0], last_[1]), std::min(std::max(last_[0], last_[1]), last_[2])); }
  void add(int32_t value) {
    last_[oldest_] = value;
    oldest_ = (oldest_ + 1) % 3;
  }

 private:
  std::array<int32_t, 3> last_{};
  size_t oldest_ = 0;
};

class Point10V1 final : public Point10 {
 public:
  using Point10::Point10;
  void next(std::byte* item, PointContext&) override {
    constexpr uint32_t kLastContext = 19;
    Decoding decoding(decoder_);
    const uint32_t dx = dx_.decode(decoding, uint32_t(x_.median()));
    put(item + kXAt, get<uint32_t>(item + kXAt) + dx);
    const uint32_t dy = dy_.decode(decoding, uint32_t(y_.median()), std::min(dx_.size(), kLastContext));
    put(item + kYAt, get<uint32_t>(item + kYAt) + dy);
    const uint32_t size = (dx_.size() + dy_.size()) / 2;
    put(item + kZAt, z_.decode(decoding, get<uint32_t>(item + kZAt), std::min(size, kLastContext)));
    const uint32_t changed = decoding.steadySymbol(changed_);
    if (changed & 32) put(item + kIntensityAt, uint16_t(intensity_.decode(decoding, get<uint16_t>(item + kIntensityAt))));
    if (changed & 16) nextByte(decoding, item, kReturnsAt, returns_);
    if (changed & 8) nextByte(decoding, item, kClassAt, class_);
    if (changed & 4) item[kAngleAt] = std::byte(angle_.decode(decoding, uint8_t(item[kAngleAt]), size < 3));
    if (changed & 2) nextByte(decoding, item, kUserAt, user_);
    if (changed & 1) nextSource(decoding, item, source_);
    x_.add(int32_t(dx));
    y_.add(int32_t(dy));
  }

 private:
  Ring x_, y_;
  IntegerDecoder<32> dx_;
  IntegerDecoder<32, 20> dy_, z_;
  IntegerDecoder<16> intensity_;
  IntegerDecoder<8, 2> angle_;
};

class Point10V2 final : public Point10 {
 public:
  using Point10::Point10;
  void next(std::byte* item, PointContext&) override {
    Decoding decoding(decoder_);
    const uint32_t changed = decoding.steadySymbol(changed_);
    if (changed & 32) nextByte(decoding, item, kReturnsAt, returns_);
    const uint32_t returns = uint8_t(item[kReturnsAt]), r = returns & 7, n = returns >> 3 & 7, direction = returns >> 6 & 1;
    const uint32_t alike = kReturnMap8[n][r];
    if (changed & 16) intensities_[alike] = uint16_t(intensity_.decode(decoding, intensities_[alike], std::min(alike, 3U)));
    put(item + kIntensityAt, intensities_[alike]);
    if (changed & 8) nextByte(decoding, item, kClassAt, class_);
    if (changed & 4) item[kAngleAt] = std::byte(uint8_t(item[kAngleAt]) + decoding.symbol(angle_[direction]));
    if (changed & 2) nextByte(decoding, item, kUserAt, user_);
    if (changed & 1) nextSource(decoding, item, source_);
    nextPlace(decoding, item, alike, uint32_t(std::abs(int(n) - int(r))), n == 1);
  }

 private:
  [[gnu::always_inline]] void nextPlace(Decoding& decoding, std::byte* item, uint32_t alike, uint32_t level, uint32_t single) {
    constexpr uint32_t kLastOfY = 20, kLastOfZ = 18;
    const uint32_t dx = dx_.decode(decoding, uint32_t(x_[alike].median()), single), sizeOfX = dx_.size();
    put(item + kXAt, get<uint32_t>(item + kXAt) + dx);
    x_[alike].add(int32_t(dx));
    const uint32_t dy = dy_.decode(decoding, uint32_t(y_[alike].median()), single + std::min(sizeOfX & ~1U, kLastOfY));
    put(item + kYAt, get<uint32_t>(item + kYAt) + dy);
    y_[alike].add(int32_t(dy));
    const uint32_t size = (sizeOfX + dy_.size()) / 2;
    heights_[level] = z_.decode(decoding, heights_[level], single + std::min(size & ~1U, kLastOfZ));
    put(item + kZAt, heights_[level]);
  }

  std::array<SymbolModel<256>, 2> angle_;
  std::array<uint16_t, 16> intensities_{};
  std::array<uint32_t, 8> heights_{};
  std::array<MedianOfFive, 16> x_, y_;
  IntegerDecoder<32, 2> dx_;
  IntegerDecoder<32, 22> dy_;
  IntegerDecoder<32, 20> z_;
  IntegerDecoder<16, 4> intensity_;
};

}  // namespace

std::unique_ptr<Item> makePoint10(int version, ArithmeticDecoder& decoder) {
  if (version == 1) return std::make_unique<Point10V1>(decoder);
  return std::make_unique<Point10V2>(decoder);
}

}  // namespace arete::laz
