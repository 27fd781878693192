// Marc Lehmann's LZF, as used in PCD files.
#pragma once

#include <cstddef>
#include <span>

namespace arete {

/// The greatest expansion of a compressed byte: three bytes make at most 264.
inline constexpr size_t kLzfMaxRatio = 88;

/// Unpacks `in` into `out`. False when the stream is damaged or does not fill `out` exactly.
bool lzfDecompress(std::span<const std::byte> in, std::span<std::byte> out);

}  // namespace arete
