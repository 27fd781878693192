// Arrays in the memory of a GPU, as Python gives them (CuPy, PyTorch, Numba …) and takes them.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "compute/core/gpu_arrays.h"

namespace arete::python {

namespace py = pybind11;

/// An array that was given, checked and not yet copied; its owner keeps it until then.
struct GivenArray {
  ForeignArray array;
  std::shared_ptr<void> owner;  ///< let go with the interpreter lock held
};

/// Copies it on its GPU, without the interpreter lock; `what` is named in errors.
TakenRows taken(const GivenArray& given, const Taking& taking, std::string_view what);

}  // namespace arete::python
