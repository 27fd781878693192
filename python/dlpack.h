// What a capsule of DLPack holds: the layout that all who speak it agree on (dmlc.github.io/dlpack, version 0.8 and before; later ones still give it
// to who does not ask for theirs).
#pragma once

#include <cstdint>

namespace arete::python::dlpack {

enum DeviceKind : int32_t { kHost = 1, kCuda = 2, kCudaManaged = 13 };
enum NumberCode : uint8_t { kInteger = 0, kNatural = 1, kReal = 2, kTruth = 6 };

struct Tensor {
  void* data;
  int32_t deviceKind, deviceIndex;
  int32_t dimensions;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t* shape;
  int64_t* strides;  ///< in elements; null: rows without gaps
  uint64_t offset_bytes;
};

struct Managed {
  Tensor tensor;
  void* owner;
  void (*release)(Managed*);
};

inline constexpr char kGiven[] = "dltensor", kTaken[] = "used_dltensor";

}  // namespace arete::python::dlpack
