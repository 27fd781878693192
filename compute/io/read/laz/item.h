// The parts of a compressed point: each makes its bytes of the next record from those of the record before.
// Pointwise items take their symbols in turn from one decoder; layered ones have a decoder per layer.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/io/read/laz/arithmetic_decoder.h"
#include "compute/io/read/laz/fields.h"

namespace arete::laz {

/// What POINT14, which comes first, tells the layered items after it.
struct PointContext {
  uint32_t channel = 0;         ///< of the scanner; each channel has its own models
  uint32_t channelIfNamed = 0;  ///< the same where the stream names it, else 0: this is what version 3 uses
};

class Item {
 public:
  virtual ~Item() = default;
  /// The first point of a chunk is stored uncompressed.
  virtual void begin(const std::byte* item, PointContext& context) = 0;
  /// `item` holds the bytes of the previous point and gets those of the next one. Throws Damage.
  virtual void next(std::byte* item, PointContext& context) = 0;
};

/// Sets the decoder of one layer; null: the layer is absent, so that its part of the records never changes, or is not wanted.
using Layer = std::unique_ptr<ArithmeticDecoder>;
using Layers = std::vector<Layer>;

inline constexpr size_t kWavePacketBytes = 29, kRgbBytes = 6, kRgbNirBytes = 8, kPoint14Layers = 9;

std::unique_ptr<Item> makePoint10(int version, ArithmeticDecoder& decoder);
std::unique_ptr<Item> makeGpsTime(int version, ArithmeticDecoder& decoder);
std::unique_ptr<Item> makeRgb(int version, ArithmeticDecoder& decoder);
std::unique_ptr<Item> makeWavePacket(ArithmeticDecoder& decoder);
std::unique_ptr<Item> makeExtraBytes(int version, size_t bytes, ArithmeticDecoder& decoder);

std::unique_ptr<Item> makePoint14(Layers layers);
/// With the colour, which lies behind it. Its layers are one, or two with near infrared.
std::unique_ptr<Item> makePoint14(Layers layers, int versionOfColour, Layers layersOfColour);
std::unique_ptr<Item> makeLayeredWavePacket(int version, Layers layers);
std::unique_ptr<Item> makeLayeredExtraBytes(int version, Layers layers);

}  // namespace arete::laz
