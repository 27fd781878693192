// WAVEPACKET13, the waveform of a point of formats 4 and 5, and BYTE, the extra bytes after the standard fields of a point.
// Memory: a kilobyte for each extra byte. Source: laz.md, section 7.
#include "compute/io/read/laz/integer_decoder.h"
#include "compute/io/read/laz/item.h"
#include "compute/io/read/laz/wave_packet.h"

namespace arete::laz {

namespace {

class WavePacket final : public Item {
 public:
  explicit WavePacket(ArithmeticDecoder& decoder) : decoder_(decoder) {}
  void begin(const std::byte*, PointContext&) override {}
  void next(std::byte* item, PointContext&) override { models_.next(decoder_, item); }

 private:
  ArithmeticDecoder& decoder_;
  WavePacketModels models_;
};

/// Each byte is corrected as a number, with one model of correction sizes per byte and one model of corrections for all.
class ExtraBytesV1 final : public Item {
 public:
  ExtraBytesV1(size_t bytes, ArithmeticDecoder& decoder) : decoder_(decoder), sizes_(bytes) {}
  void begin(const std::byte*, PointContext&) override {}
  void next(std::byte* item, PointContext&) override {
    for (size_t i = 0; i < sizes_.size(); ++i) item[i] = std::byte(integer_.decode(decoder_, uint8_t(item[i]), sizes_[i].get()));
  }

 private:
  ArithmeticDecoder& decoder_;
  std::vector<Lazy<SymbolModel<9>>> sizes_;
  IntegerCorrections<8> integer_;
};

class ExtraBytesV2 final : public Item {
 public:
  ExtraBytesV2(size_t bytes, ArithmeticDecoder& decoder) : decoder_(decoder), models_(bytes) {}
  void begin(const std::byte*, PointContext&) override {}
  void next(std::byte* item, PointContext&) override {
    Decoding decoding(decoder_);
    for (size_t i = 0; i < models_.size(); ++i) item[i] = std::byte(uint8_t(item[i]) + decoding.symbol(models_[i].get()));
  }

 private:
  ArithmeticDecoder& decoder_;
  std::vector<Lazy<SymbolModel<256>>> models_;
};

}  // namespace

std::unique_ptr<Item> makeWavePacket(ArithmeticDecoder& decoder) { return std::make_unique<WavePacket>(decoder); }

std::unique_ptr<Item> makeExtraBytes(int version, size_t bytes, ArithmeticDecoder& decoder) {
  if (version == 1) return std::make_unique<ExtraBytesV1>(bytes, decoder);
  return std::make_unique<ExtraBytesV2>(bytes, decoder);
}

}  // namespace arete::laz
