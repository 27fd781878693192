#include "compute/io/read/column.h"

#include <limits>
#include <vector>

namespace arete {

namespace {

template <class T, bool kSwap>
void copyValues(const std::byte* data, const Column& column, size_t count, double* out, size_t outStride) {
  const size_t stride = column.stride;
  if constexpr (std::is_unsigned_v<T>) {
    if (column.mask != 0) {
      for (size_t i = 0; i < count; ++i) {
        const uint64_t bits = (uint64_t(loadRaw<T, kSwap>(data + i * stride)) & column.mask) >> column.shift;
        out[i * outStride] = double(bits) * column.scale + column.add;
      }
      return;
    }
  }
  if (column.scale == 1 && column.add == 0)
    for (size_t i = 0; i < count; ++i) out[i * outStride] = double(loadRaw<T, kSwap>(data + i * stride));
  else
    for (size_t i = 0; i < count; ++i) out[i * outStride] = double(loadRaw<T, kSwap>(data + i * stride)) * column.scale + column.add;
}

/// NaN where the file says that there is no value.
template <class T, bool kSwap>
void takeOutNoData(const std::byte* data, const Column& column, size_t count, double* out, size_t outStride) {
  const auto isNone = [&](T value) {
    if constexpr (std::is_integral_v<T>) return value == static_cast<T>(*column.noData);
    else return double(value) == std::bit_cast<double>(*column.noData);
  };
  for (size_t i = 0; i < count; ++i)
    if (isNone(loadRaw<T, kSwap>(data + i * column.stride))) out[i * outStride] = std::numeric_limits<double>::quiet_NaN();
}

/// Neither scaled nor anything added.
template <class T, bool kSwap, class To>
void copyHeld(const std::byte* data, const Column& column, size_t count, To* out) {
  const size_t stride = column.stride;
  if constexpr (std::is_unsigned_v<T>) {
    if (column.mask != 0) {
      for (size_t i = 0; i < count; ++i) out[i] = To((uint64_t(loadRaw<T, kSwap>(data + i * stride)) & column.mask) >> column.shift);
      return;
    }
  }
  for (size_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, To>) out[i] = loadRaw<T, kSwap>(data + i * stride);
    else out[i] = To(double(loadRaw<T, kSwap>(data + i * stride)));
  }
}

}  // namespace

void copyColumn(std::span<const std::byte> data, const Column& column, uint64_t first, size_t count, double* out, size_t outStride) {
  const std::byte* begin = data.data() + column.offset + first * column.stride;
  withType(column.type, [&]<class T>() {
    if (column.order == std::endian::native) copyValues<T, false>(begin, column, count, out, outStride);
    else copyValues<T, true>(begin, column, count, out, outStride);
    if (!column.noData) return;
    if (column.order == std::endian::native) takeOutNoData<T, false>(begin, column, count, out, outStride);
    else takeOutNoData<T, true>(begin, column, count, out, outStride);
  });
}

void copyColumn(std::span<const std::byte> data, const Column& column, uint64_t first, size_t count, AttributeValues& out, size_t at) {
  if (column.noData && out.type() != ScalarType::float64) {
    std::vector<double> values(count);
    copyColumn(data, column, first, count, values.data(), 1);
    return out.put(at, values);
  }
  if (column.scale != 1 || column.add != 0 || column.noData) return copyColumn(data, column, first, count, out.of<double>().data() + at, 1);
  const std::byte* begin = data.data() + column.offset + first * column.stride;
  withType(column.type, [&]<class T>() {
    using Whole = std::conditional_t<std::is_same_v<T, Half>, float, std::conditional_t<std::is_integral_v<T> && sizeof(T) == 8, double, T>>;
    const auto copyAs = [&]<class To>(To* to) {
      if (column.order == std::endian::native) copyHeld<T, false>(begin, column, count, to);
      else copyHeld<T, true>(begin, column, count, to);
    };
    if (out.type() == heldType(column.type)) copyAs(out.of<Whole>().data() + at);
    else copyAs(out.of<uint8_t>().data() + at);  // some bits
  });
}

}  // namespace arete
