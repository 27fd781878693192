// How the function of a version is declared beside its row: by the type of a pointer to it, which its contract has.
#pragma once

#include "compute/core/cuda_function.h"

#define ARETE_CPU_FUNCTION(Pointer, name) \
  namespace cpu {                         \
  std::remove_pointer_t<Pointer> name;    \
  }
