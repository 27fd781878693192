// What a program and the worker process that runs a user's version say to each other: a block of memory that both see, and messages of a few bytes.
// The user's code can write all of it, so the program believes none of it without a look.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arete::mine {

// Descriptors that the worker begins with.
inline constexpr int kSocketDescriptor = 3, kControlDescriptor = 4, kLibraryDescriptor = 5;

inline constexpr uint32_t kMostParameters = 8, kNameRoom = 40, kTextRoom = 200, kPage = 4096;
/// Arrays begin at multiples of this, and end as near behind as that to a page that nobody may touch.
inline constexpr size_t kArrayAlignment = 64;
/// Bytes around an array, and in an answer that was not given yet.
inline constexpr uint8_t kCanary = 0xA5, kUnwritten = 0xAA;

/// What the task of a stage has: points, for evolve chosen ones and for knn queries, and the answer.
enum class Slot : uint32_t { points, others, answer };
inline constexpr size_t kSlots = 3;

enum class TeachingStage : uint32_t { choose, evolve, decimate, knn };
inline constexpr size_t kTeachingStages = 4;
inline constexpr const char* kTeachingNames[kTeachingStages] = {"choose", "evolve", "decimate", "knn"};

enum class Ask : uint32_t { map, call };
struct Message {
  Ask ask;
  Slot slot;       ///< of map: a descriptor comes along
  uint64_t bytes;  ///< of map: of the descriptor
};

/// How far the worker is: what it was at when it ended.
enum class Phase : uint32_t { starting, limiting, opening, ready, inFunction, answered, refused };

/// Where an address lies that must not be touched.
enum class Fault : uint32_t { none, elsewhere, null, before, behind, readOnly };

struct DeclaredParameter {
  char name[kNameRoom], help[kTextRoom];
  double least, most, usual;
};

struct Control {
  // The program writes, before it asks for a call.
  uint32_t n, m, k, dimension, threads, isDouble;
  double radius;
  double parameters[kMostParameters];
  uint64_t bytes[kSlots];  ///< of the arrays
  uint32_t isNew[kSlots];  ///< inputs that are not those of the call before
  // The worker writes.
  Phase phase;
  char reason[kTextRoom];  ///< of refused
  uint32_t found;          ///< how many versions the file declares
  uint32_t stage, isCuda, layout, abi, takesFloats, takesDoubles, parameterCount;
  DeclaredParameter declared[kMostParameters];
  double milliseconds;    ///< of the function alone
  uint32_t isForbidding;  ///< whether the system forbids processes and connections
  // Its last words, by the handler of signals.
  int32_t signal, systemCall;
  Fault fault;
  Slot faultSlot;
  int64_t faultBytes;  ///< from the beginning of the array, or behind its end
};

/// Bytes of the memory of an array: a page of canaries, room, and what is left before a page boundary.
constexpr size_t mappedBytes(size_t arrayBytes) { return kPage + (arrayBytes + kPage - 1) / kPage * kPage; }
/// Where an array begins in it.
constexpr size_t arrayBegin(size_t mapped, size_t arrayBytes) {
  return mapped - (arrayBytes + kArrayAlignment - 1) / kArrayAlignment * kArrayAlignment;
}

}  // namespace arete::mine
