// A version of a stage that you write yourself: one source file, .cpp or .cu, with one function. docs/your-version.md explains it.
//
//   arete-cli try mine.cpp cloud.ply         compiles it, compares its bits with the reference's, times it
//   arete-cli race cloud.ply --version-file mine.cpp
//
// The function gets a task and fills its answer. Distances decide: the sum of squared differences of coordinates, axis after axis, each operation
// rounded on its own, in the type of the coordinates (files are compiled without fused multiply-add), compared with the squared radius.
//
//   template <class T>
//   void nearest(const AreteEvolve<T>& task) {
//     for (uint32_t i = 0; i < task.n; ++i) task.nearest[i] = ...;
//   }
//   ARETE_DECLARE_VERSION(evolve, cpu, nearest, ARETE_ROWS)
//
// In a .cu file the device is cuda: all arrays lie on the GPU, the work goes to task.stream, and the function need not wait for it.
// Comments at the head of the file say what the version shows: they are its description.
#ifndef ARETE_VERSION_H
#define ARETE_VERSION_H

#include <stddef.h>
#include <stdint.h>

// The number of the structures below. A file that was compiled with another number is refused.
#define ARETE_VERSION_ABI 1

// The answer of evolve where no chosen point is within r1.
#define ARETE_NONE UINT32_MAX

// Where coordinate k of point i lies: points[i * d + k] in rows, points[k * n + i] in columns.
#define ARETE_ROWS 0
#define ARETE_COLUMNS 1

struct CUstream_st;  // what cudaStream_t points to

// evolve: for each point the number of its nearest chosen point within r1, a distance of r1 included; of several as near the lowest number; or
// ARETE_NONE. The sums and the moves that follow are not yours.
template <class T>
struct AreteEvolve {
  const T* points;           // n points of d coordinates
  const T* chosen;           // m of them, in the same layout: their columns have m numbers
  uint32_t* nearest;         // the answer: n numbers
  uint32_t n, m;             // n is at least 1, m may be 0
  int d;                     // 1 to 16
  int threads;               // that a version of the CPU may use
  T r1;                      // compare with r1 * r1
  const double* parameters;  // in the order of ARETE_PARAMETERS
  CUstream_st* stream;       // of the GPU
};

// choose: 1 for each point that is farther than r1 from all points chosen before it, in the order of the points, else 0.
template <class T>
struct AreteChoose {
  const T* points;  // n points of d coordinates
  uint8_t* chosen;  // the answer: n flags
  uint32_t n;
  int d;
  int threads;
  T r1;
  const double* parameters;
  CUstream_st* stream;
};

// decimate: one sweep in the order of the chosen points, 1 for each that stays, else 0. With 3 points or fewer, or as soon as fewer than 3 are left,
// all others stay. A point goes when at least 4 points that are left, itself included, are within r2 of it, or at most 2 within twice r2. It is gone
// for the points after it.
template <class T>
struct AreteDecimate {
  const T* chosen;  // m points of d coordinates
  uint8_t* stays;   // the answer: m flags
  uint32_t m;
  int d;
  int threads;
  T r2, twice;  // compare with r2 * r2 and twice * twice
  const double* parameters;
  CUstream_st* stream;
};

// knn: for each query the numbers of the k nearest references, nearest first, of several as near the lower number first. The distances are not yours.
template <class T>
struct AreteKnn {
  const T* references;  // n points of d coordinates
  const T* queries;     // m of them: their columns have m numbers
  uint32_t* indices;    // the answer: m rows of k numbers
  uint32_t n, m, k;     // k is at most n
  int d;
  int threads;
  const double* parameters;
  CUstream_st* stream;
};

// A number that can be set from outside: as a flag, and as what a race or a measurement varies. The name has letters, digits and underscores.
struct AreteParameter {
  const char* name;
  double least, most, usual;
  const char* help;
};

// What the macros leave in the compiled file.
struct AreteVersion {
  uint32_t abi, layout;
  void (*floats)(const void* task);   // null: clouds with float coordinates are refused
  void (*doubles)(const void* task);  // the same of double coordinates
};
struct AreteParameters {
  uint32_t count;
  const AreteParameter* list;
};

#define ARETE_TASK_evolve AreteEvolve
#define ARETE_TASK_choose AreteChoose
#define ARETE_TASK_decimate AreteDecimate
#define ARETE_TASK_knn AreteKnn
#if defined(__CUDACC_RTC__)  // NVRTC compiles the kernels alone
#define ARETE_DECLARE_VERSION(stage, device, function, layout)
#define ARETE_DECLARE_FLOAT_VERSION(stage, device, function, layout)
#define ARETE_DECLARE_DOUBLE_VERSION(stage, device, function, layout)
#define ARETE_PARAMETERS(...)
#else
#define ARETE_CALL_(stage, function, T) [](const void* task) { function(*static_cast<const ARETE_TASK_##stage<T>*>(task)); }
#define ARETE_EXPORT_(stage, device, layout, floats, doubles)                                         \
  extern "C" {                                                                                        \
  __attribute__((visibility("default"))) extern const AreteVersion arete_version_##stage##_##device;  \
  const AreteVersion arete_version_##stage##_##device = {ARETE_VERSION_ABI, layout, floats, doubles}; \
  }

// Declares the function as a version of a stage (evolve, choose, decimate, knn) for a device (cpu, cuda) that wants this layout (ARETE_ROWS,
// ARETE_COLUMNS). It is called with float and with double coordinates: a template, or two functions of one name.
#define ARETE_DECLARE_VERSION(stage, device, function, layout) \
  ARETE_EXPORT_(stage, device, layout, (ARETE_CALL_(stage, function, float)), (ARETE_CALL_(stage, function, double)))
// The same of a function for one type of coordinates.
#define ARETE_DECLARE_FLOAT_VERSION(stage, device, function, layout) \
  ARETE_EXPORT_(stage, device, layout, (ARETE_CALL_(stage, function, float)), nullptr)
#define ARETE_DECLARE_DOUBLE_VERSION(stage, device, function, layout) \
  ARETE_EXPORT_(stage, device, layout, nullptr, (ARETE_CALL_(stage, function, double)))

// At most 8, each {name, least, most, usual, help}: ARETE_PARAMETERS({"block", 32, 1024, 256, "Threads of a block."})
#define ARETE_PARAMETERS(...)                                                                                             \
  static const AreteParameter areteParameters[] = {__VA_ARGS__};                                                          \
  extern "C" {                                                                                                            \
  __attribute__((visibility("default"))) extern const AreteParameters arete_version_parameters;                           \
  const AreteParameters arete_version_parameters = {sizeof areteParameters / sizeof areteParameters[0], areteParameters}; \
  }

#endif

#endif
