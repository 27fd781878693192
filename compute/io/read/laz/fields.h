// Numbers within a record, little-endian and not aligned.
#pragma once

#include "compute/core/scalar_type.h"

namespace arete::laz {

inline constexpr bool kSwapsBytes = std::endian::native != std::endian::little;

template <class T>
T get(const std::byte* at) {
  return loadRaw<T, kSwapsBytes>(at);
}

template <class T>
void put(std::byte* at, T value) {
  auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  if constexpr (kSwapsBytes) std::reverse(raw.begin(), raw.end());
  std::memcpy(at, raw.data(), sizeof(T));
}

}  // namespace arete::laz
