// What a build without nvcc has in the place of its functions for CUDA.
#pragma once

#include <type_traits>

/// Declares a function of CUDA by the type of a pointer to it, in arete::cuda. Null in builds without CUDA: the rows stay in the catalogue and say
/// why they cannot run.
#if defined(ARETE_CUDA)
#define ARETE_CUDA_FUNCTION(Pointer, name) \
  namespace cuda {                         \
  std::remove_pointer_t<Pointer> name;     \
  }
#else
#define ARETE_CUDA_FUNCTION(Pointer, name) \
  namespace cuda {                         \
  inline constexpr Pointer name = nullptr; \
  }
#endif
