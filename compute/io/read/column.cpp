#include "compute/io/read/column.h"

namespace arete {

template <class T, bool kSwap>
static void copyValues(const std::byte* data, const Column& column, size_t count, double* out, size_t outStride) {
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

void copyColumn(std::span<const std::byte> data, const Column& column, uint64_t first, size_t count, double* out, size_t outStride) {
  const std::byte* begin = data.data() + column.offset + first * column.stride;
  withType(column.type, [&]<class T>() {
    if (column.order == std::endian::native) copyValues<T, false>(begin, column, count, out, outStride);
    else copyValues<T, true>(begin, column, count, out, outStride);
  });
}

}  // namespace arete
