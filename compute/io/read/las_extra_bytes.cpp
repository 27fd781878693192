#include "compute/io/read/las_extra_bytes.h"

#include <array>
#include <cmath>
#include <cstring>

namespace arete {

namespace {

constexpr size_t kDescription_bytes = 192;  // of one dimension

/// One description.
class Description {
 public:
  explicit Description(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  T at(size_t offset) const {
    std::array<std::byte, sizeof(T)> raw;
    std::memcpy(raw.data(), bytes_.data() + offset, sizeof(T));
    if constexpr (std::endian::native != std::endian::little) std::ranges::reverse(raw);
    return std::bit_cast<T>(raw);
  }
  uint8_t type() const { return at<uint8_t>(2); }
  uint8_t options() const { return at<uint8_t>(3); }
  std::string name() const {
    constexpr size_t kNameAt = 4, kName_bytes = 32;
    return std::string(paddedText({reinterpret_cast<const char*>(bytes_.data()) + kNameAt, kName_bytes}));
  }
  /// What is said of element i.
  void tell(size_t i, Column& column) const {
    constexpr uint8_t kHasNoData = 1, kHasScale = 8, kHasOffset = 16;
    constexpr size_t kNoDataAt = 40, kScaleAt = 112, kOffsetAt = 136;
    const double scale = at<double>(kScaleAt + i * sizeof(double)), add = at<double>(kOffsetAt + i * sizeof(double));
    if ((options() & kHasScale) != 0 && std::isfinite(scale)) column.scale = scale;
    if ((options() & kHasOffset) != 0 && std::isfinite(add)) column.add = add;
    if ((options() & kHasNoData) != 0) column.noData = at<uint64_t>(kNoDataAt + i * sizeof(uint64_t));
  }

 private:
  std::span<const std::byte> bytes_;
};

/// Puts one dimension behind those before. False where those that follow cannot be found either.
bool add(const Description& description, uint64_t& offset, uint16_t recordLength, LasExtraBytes& all) {
  constexpr std::array kTypes = {ScalarType::uint8, ScalarType::int8,   ScalarType::uint16, ScalarType::int16,   ScalarType::uint32,
                                 ScalarType::int32, ScalarType::uint64, ScalarType::int64,  ScalarType::float32, ScalarType::float64};
  const uint8_t type = description.type();
  if (type == 0) {  // bytes that nobody explains, their number in the options
    offset += description.options();
    return true;
  }
  const size_t elements = 1 + (type - 1) / kTypes.size();
  const ScalarType scalar = kTypes[(type - 1) % kTypes.size()];
  const std::string name = description.name().empty() ? "extra " + std::to_string(offset) : description.name();
  constexpr size_t kMostElements = 3;
  if (elements > kMostElements || offset + elements * sizeOf(scalar) > recordLength) {
    all.warning = "The extra bytes from " + arete::quoted(name) + " on are left out: " +
                  (elements > kMostElements ? "their type " + std::to_string(type) + " is not known." : "records are too short for them.");
    return false;
  }
  for (size_t i = 0; i < elements; ++i, offset += sizeOf(scalar)) {
    Column column{scalar, std::endian::little, offset};
    description.tell(i, column);
    all.values.push_back({elements == 1 ? name : name + '_' + std::to_string(i), column});
  }
  return true;
}

}  // namespace

LasExtraBytes lasExtraBytes(const Source& source, const LasHeader& header) {
  constexpr uint16_t kRecord = 4;
  LasExtraBytes all;
  uint64_t offset = kLasRecordLengths[size_t(header.pointFormat)];
  const auto take = [&](const LasRecord& record) {
    if (record.user != "LASF_Spec" || record.id != kRecord) return;
    const std::vector<std::byte> bytes = lasRecordBytes(source, record);
    for (size_t at = 0; at + kDescription_bytes <= bytes.size() && all.warning.empty(); at += kDescription_bytes)
      if (!add(Description(std::span(bytes).subspan(at, kDescription_bytes)), offset, header.recordLength, all)) return;
  };
  for (const LasRecord& record : lasRecords(source, header)) take(record);
  forEachExtendedRecord(source, header, take);
  return all;
}

}  // namespace arete
