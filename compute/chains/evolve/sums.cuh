// Sums of fixed-point coordinates in device memory: integer atomics, so that any order of addition gives the same bits.
#pragma once

#include "compute/core/fixed_point.h"

namespace arete::cuda {

/// A 64-bit word for float coordinates, a low and a high word for double ones, added with carry.
template <class T>
struct DeviceSums;

template <>
struct DeviceSums<float> {
  static constexpr int kWords = 1;
  static __device__ void add(unsigned long long* sum, int64_t value) { atomicAdd(sum, static_cast<unsigned long long>(value)); }
  static __device__ shared::FixedSum<float> read(const unsigned long long* sum) { return static_cast<int64_t>(sum[0]); }
  static __device__ void addSum(unsigned long long* sum, shared::FixedSum<float> value) { add(sum, value); }
  static __device__ void write(unsigned long long* sum, shared::FixedSum<float> value) { sum[0] = static_cast<unsigned long long>(value); }
};

template <>
struct DeviceSums<double> {
  static constexpr int kWords = 2;
  static __device__ void add(unsigned long long* sum, int64_t value) { addSum(sum, value); }
  static __device__ void addSum(unsigned long long* sum, shared::FixedSum<double> value) {
    const auto low = static_cast<unsigned long long>(value);
    const unsigned long long carry = atomicAdd(sum, low) + low < low ? 1 : 0;
    const unsigned long long high = static_cast<unsigned long long>(value >> 64) + carry;
    if (high != 0) atomicAdd(sum + 1, high);
  }
  static __device__ shared::FixedSum<double> read(const unsigned long long* sum) {
    return static_cast<__int128>((static_cast<unsigned __int128>(sum[1]) << 64) | sum[0]);
  }
  static __device__ void write(unsigned long long* sum, shared::FixedSum<double> value) {
    sum[0] = static_cast<unsigned long long>(value), sum[1] = static_cast<unsigned long long>(value >> 64);
  }
};

}  // namespace arete::cuda
