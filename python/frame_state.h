// A frame as bytes, with everything that can be asked of it, but for its cloud.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string_view>

#include "python/detection.h"

namespace arete::python {

py::bytes packedFrame(const Frame& frame);
/// The same frame, of this cloud. `exact`: may be null. Throws Error for bytes that are none of its kind, or of another version.
std::shared_ptr<const Frame> unpackedFrame(std::string_view bytes, const Cloud& cloud, std::shared_ptr<const Frame> exact);

}  // namespace arete::python
