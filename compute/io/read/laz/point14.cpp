// POINT14: a record of formats 6 to 10, except waveform and extra bytes, in nine layers, and the colour in layers of its own.
// Idea: the first layer says what changes and holds X and Y; each of the others holds one field and is independent, so that it can be left
// out. Each channel of the scanner has its own models and last point.
// Memory: as POINT10, for each channel that occurs. Cost: six or more symbols per point, from independent decoders.
// Source: laz.md, section 8; versions 2, 3 and 4 are the same here.
#include <cstdlib>

#include "compute/io/read/laz/gps_time.h"
#include "compute/io/read/laz/layered_rgb.h"
#include "compute/io/read/laz/predictors.h"

namespace arete::laz {

namespace {

constexpr size_t kPoint14Bytes = 30;
enum LayerAt : size_t { kPlace, kHeight, kClass, kFlags, kIntensity, kAngle, kUser, kSource, kTime };

/// A record, taken apart.
struct Point {
  uint32_t x = 0, y = 0, z = 0;
  uint16_t intensity = 0, angle = 0, source = 0;
  uint32_t returnNumber = 0, returns = 0;
  uint32_t flags = 0;  // edge, scan direction, four of the class
  uint8_t classification = 0, user = 0;
  uint64_t time = 0;
};

Point pointOf(const std::byte* item) {
  const uint32_t returns = uint8_t(item[14]), flags = uint8_t(item[15]);
  return {get<uint32_t>(item),
          get<uint32_t>(item + 4),
          get<uint32_t>(item + 8),
          get<uint16_t>(item + 12),
          get<uint16_t>(item + 18),
          get<uint16_t>(item + 20),
          returns & 15,
          returns >> 4,
          (flags & 15) | (flags >> 6 & 1) << 4 | (flags >> 7) << 5,
          uint8_t(item[16]),
          uint8_t(item[17]),
          get<uint64_t>(item + 22)};
}

void putPoint(std::byte* item, const Point& point, uint32_t channel) {
  put(item, point.x);
  put(item + 4, point.y);
  put(item + 8, point.z);
  put(item + 12, point.intensity);
  item[14] = std::byte(point.returnNumber | point.returns << 4);
  item[15] = std::byte((point.flags & 15) | channel << 4 | (point.flags >> 4 & 1) << 6 | (point.flags >> 5) << 7);
  item[16] = std::byte(point.classification);
  item[17] = std::byte(point.user);
  put(item + 18, point.angle);
  put(item + 20, point.source);
  put(item + 22, point.time);
}

/// Models and last values of one channel.
struct Channel {
  explicit Channel(const Point& point) : last(point) {
    heights.fill(point.z);
    intensities.fill(point.intensity);
    times.begin(point.time);
  }

  Point last;
  bool timeChanged = false;
  std::array<uint32_t, 8> heights;
  std::array<uint16_t, 8> intensities;
  std::array<MedianOfFive, 12> x, y;
  std::array<Lazy<SymbolModel<128>>, 8> changed;
  SymbolModel<3> otherChannel;
  std::array<Lazy<SymbolModel<16>>, 16> returns, returnNumber;
  SymbolModel<13> returnStep;
  IntegerDecoder<32, 2> dx;
  IntegerDecoder<32, 22> dy;
  IntegerDecoder<32, 20> dz;
  IntegerDecoder<16, 4> intensity;
  IntegerDecoder<16, 2> angle;
  IntegerDecoder<16> source;
  std::array<Lazy<SymbolModel<256>>, 64> classes, users;
  std::array<Lazy<SymbolModel<64>>, 64> flags;
  GpsTimes<false> times;
};

/// What is made beside a point, in steps between those that make the point: nothing.
struct NoColour {
  void begin(const std::byte*, const PointContext&) {}
  struct Point {
    Point(NoColour&, const PointContext&) {}
    template <size_t kStep>
    void step() {}
    void end(std::byte*) {}
  };
};

template <class Colour>
class Point14 final : public Item {
 public:
  explicit Point14(Layers layers, Colour colour = Colour()) : layers_(std::move(layers)), colour_(std::move(colour)) {}

  void begin(const std::byte* item, PointContext& context) override {
    current_ = uint8_t(item[15]) >> 4 & 3;
    channels_[current_] = std::make_unique<Channel>(pointOf(item));
    context.channel = context.channelIfNamed = current_;
    colour_.begin(item + kPoint14Bytes, context);
  }

  void next(std::byte* item, PointContext& context) override {
    if (!layers_[kPlace]) return;  // only one point
    Decoding place(*layers_[kPlace]);
    const uint32_t changed = nextChange(place, context);
    Channel& channel = *channels_[current_];
    ColourPoint colour(colour_, context);
    nextReturns(place, channel, changed);
    const Sizes sizes = nextPlace(place, channel, (changed & 16) != 0, colour);
    nextBytes(channel, sizes);
    colour.template step<4>();
    nextHeight(channel, sizes);
    colour.template step<5>();
    nextNumbers(channel, changed);
    channel.timeChanged = (changed & 16) != 0;
    putPoint(item, channel.last, current_);
    colour.end(item + kPoint14Bytes);
  }

 private:
  using ColourPoint = typename Colour::Point;

  /// What later layers depend on.
  struct Sizes {
    uint32_t place = 0;      // bits of the differences in x and y
    uint32_t single = 0;     // the only return of its pulse
    uint32_t firstLast = 0;  // 2 the first return, 1 the last
  };

  /// Which fields of the first layer change; switches to the point's channel.
  [[gnu::always_inline]] uint32_t nextChange(Decoding& decoding, PointContext& context) {
    Channel& old = *channels_[current_];
    const Point& last = old.last;
    const uint32_t state = (last.returnNumber == 1 ? 1 : 0) + (last.returnNumber >= last.returns ? 2 : 0) + (old.timeChanged ? 4 : 0);
    const uint32_t changed = decoding.steadySymbol(old.changed[state].get());
    const bool named = (changed & 64) != 0;
    if (named) {
      current_ = (current_ + 1 + decoding.symbol(old.otherChannel)) % channels_.size();
      if (!channels_[current_]) channels_[current_] = std::make_unique<Channel>(last);
    }
    context.channel = current_;
    context.channelIfNamed = named ? current_ : 0;
    return changed;
  }

  [[gnu::always_inline]] void nextReturns(Decoding& decoding, Channel& channel, uint32_t changed) {
    constexpr uint32_t kNumbers = 16;
    Point& point = channel.last;
    const uint32_t before = point.returnNumber;
    if (changed & 4) point.returns = decoding.steadySymbol(channel.returns[point.returns].get());
    if ((changed & 3) == 1) point.returnNumber = (before + 1) % kNumbers;
    if ((changed & 3) == 2) point.returnNumber = (before + kNumbers - 1) % kNumbers;
    if ((changed & 3) < 3) return;
    point.returnNumber =
        changed & 16 ? decoding.symbol(channel.returnNumber[before].get()) : (before + 2 + decoding.symbol(channel.returnStep)) % kNumbers;
  }

  /// Where the point is; and, as they need nothing of that, intensity, time and colour in between: a processor then works on all of these at once.
  [[gnu::always_inline]] Sizes nextPlace(Decoding& decoding, Channel& channel, bool timeChanges, ColourPoint& colour) {
    constexpr uint32_t kLastContext = 20;
    ArithmeticDecoder *const ofIntensity = layers_[kIntensity].get(), *const ofTime = layers_[kTime].get();
    Point& point = channel.last;
    const uint32_t n = point.returns, r = point.returnNumber, single = n == 1, alike = 2 * kReturnMap16[n][r] + timeChanges;
    const uint32_t firstLast = (r == 1 ? 2U : 0U) + (r >= n ? 1U : 0U);
    channel.dx.decodeSize(decoding, single);
    if (ofIntensity) {
      Decoding intensity(*ofIntensity);
      channel.intensity.decodeSize(intensity, firstLast);
    }
    colour.template step<0>();
    const uint32_t dx = channel.dx.decodeValue(decoding, uint32_t(channel.x[alike].median())), sizeOfX = channel.dx.size();
    point.x += dx;
    channel.x[alike].add(int32_t(dx));
    if (ofTime && timeChanges) point.time = channel.times.next(*ofTime);
    colour.template step<1>();
    channel.dy.decodeSize(decoding, single + std::min(sizeOfX & ~1U, kLastContext));
    colour.template step<2>();
    if (ofIntensity) {
      Decoding intensity(*ofIntensity);
      uint16_t& last = channel.intensities[2 * firstLast + timeChanges];
      point.intensity = last = uint16_t(channel.intensity.decodeValue(intensity, last));
    }
    const uint32_t dy = channel.dy.decodeValue(decoding, uint32_t(channel.y[alike].median()));
    colour.template step<3>();
    point.y += dy;
    channel.y[alike].add(int32_t(dy));
    return {(sizeOfX + channel.dy.size()) / 2, single, firstLast};
  }

  void nextHeight(Channel& channel, const Sizes& sizes) {
    constexpr uint32_t kLastContext = 18, kLastLevel = 7;
    if (!layers_[kHeight]) return;
    Point& point = channel.last;
    uint32_t& height = channel.heights[std::min(uint32_t(std::abs(int(point.returns) - int(point.returnNumber))), kLastLevel)];
    Decoding decoding(*layers_[kHeight]);
    height = channel.dz.decode(decoding, height, sizes.single + std::min(sizes.place & ~1U, kLastContext));
    point.z = height;
  }

  void nextBytes(Channel& channel, const Sizes& sizes) {
    Point& point = channel.last;
    if (ArithmeticDecoder* decoder = layers_[kClass].get())
      point.classification = uint8_t(decoder->steadySymbol(channel.classes[size_t(2) * (point.classification % 32) + (sizes.firstLast == 3)].get()));
    if (ArithmeticDecoder* decoder = layers_[kFlags].get()) point.flags = decoder->steadySymbol(channel.flags[point.flags].get());
    if (ArithmeticDecoder* decoder = layers_[kUser].get()) point.user = uint8_t(decoder->steadySymbol(channel.users[point.user / 4].get()));
  }

  void nextNumbers(Channel& channel, uint32_t changed) {
    Point& point = channel.last;
    if (ArithmeticDecoder* decoder = layers_[kAngle].get(); decoder && changed & 8)
      point.angle = uint16_t(channel.angle.decode(*decoder, point.angle, (changed & 16) != 0));
    if (ArithmeticDecoder* decoder = layers_[kSource].get(); decoder && changed & 32)
      point.source = uint16_t(channel.source.decode(*decoder, point.source));
  }

  Layers layers_;
  uint32_t current_ = 0;
  std::array<std::unique_ptr<Channel>, 4> channels_;
  Colour colour_;
};

}  // namespace

std::unique_ptr<Item> makePoint14(Layers layers) { return std::make_unique<Point14<NoColour>>(std::move(layers)); }

std::unique_ptr<Item> makePoint14(Layers layers, int versionOfColour, Layers layersOfColour) {
  return std::make_unique<Point14<LayeredRgb>>(std::move(layers), LayeredRgb(versionOfColour, std::move(layersOfColour)));
}

}  // namespace arete::laz
