// What a detection found, as Python holds it: the frame of a step, and the cloud that it is of.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "compute/engine/frame.h"
#include "python/cloud.h"

namespace arete::python {

struct Detection {
  std::shared_ptr<const Frame> frame;
  SharedCloud cloud;
  std::shared_ptr<const Frame> before = {};  ///< of an edited one, before its edits; not kept where it is pickled
};

using SharedDetection = std::shared_ptr<Detection>;

/// Detections and what they are made by: detect, steps, replay.
void addDetections(py::module_& module);
/// What is known of a detection, as methods of its type.
void addDetectionValues(py::class_<Detection, SharedDetection>& type);
/// How thick its curve is, likewise.
void addBodies(py::class_<Detection, SharedDetection>& type);
/// Curve files, sessions, and how close curves are to others.
void addCurves(py::module_& module);

}  // namespace arete::python
